"""How heavy and how fast the page is, as Markdown tables: ``python -m bench.page_speed [load ready moves frames]``.

``load``: what a first visit fetches, compressed as the server sends it. ``ready``: when the start screen and a table
can be used on a slow network with a slow processor. ``moves``: the script a move costs. ``frames``: frames that an
animation drops beside those the same table drops while nothing moves; the two are looked at by turns, a second each, so
that other work on the machine weighs alike on both. The script that plays is small, and within the figures.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, ViewportSize

from bench.browsing import make_table, open_browser, playing
from kozyr.games import game_ids
from kozyr.server.pages import ASSETS, Pages

PHONE: Final[ViewportSize] = {"width": 360, "height": 640}
SLOWER: Final = 4
SLOW_4G: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
PLAY: Final = "[data-play]:not(:disabled)"
MINE: Final = ".hint.mine, [data-go-on]"
PATIENCE_MS: Final = 90_000
TURNS: Final = 30
"""So many at Shalashik are of both its games: cards are pulled, then beaten."""
IDLE_MS: Final = 1000
LOOKED_AT_S: Final = 0.05
PLAYERS: Final = {"kozel": 4, "thirty_one": 4, "shalashik": 3}
KINDS: Final = {"deal": "a new deal", "move": "moves", "idle": "idle"}
KEPT: Final = "service_workers,cache_storage"
ROUNDS: Final = 3

_WHEN_THERE: Final = """(selector => {
  window.thereAt = null;
  const look = () => {
    if (window.thereAt === null && document.querySelector(selector)) window.thereAt = performance.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
})"""
_WORKER_IS_READY: Final = "navigator.serviceWorker.ready.then(() => undefined)"
_ACT: Final = """(() => {
  const find = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const on = find('[data-again], [data-go-on]');
  if (on) { on.click(); return 'on'; }
  if (!find('.hint.mine') || find('.table[data-busy]')) return 'wait';
  const chosen = find('.own button.can[aria-pressed=true]');
  const next = find('[data-move].primary:not(:disabled)')
    ?? (find('[data-list]') ? all('.buttons .icon').at(-1) : null)
    ?? (chosen ? find('.felt button.can') ?? chosen : null)
    ?? find('.own button.can')
    ?? all('[data-move]').at(-1);
  next?.click();
  return 'did';
})()"""
"""A script: a step on the way to a move; whether one was made is seen by what the server tells."""
_IS_OVER: Final = "document.querySelector('[data-go-on], [data-again]') !== null"
_IS_MINE: Final = f"{_IS_OVER} || document.querySelector('.table:not([data-busy]) .hint.mine') !== null"
_FLIES: Final = "document.getAnimations().some((each) => each.playState === 'running')"
_FRAMES: Final = f"""
  window.frames = [];
  window.kind = 'move';
  const seen = (before) => requestAnimationFrame((now) => {{
    window.frames.push([now - before, window.kind, {_FLIES}]);
    seen(now);
  }});
  requestAnimationFrame(seen);
"""
"""A script: notes every interval between frames, what is going on, and whether something moves."""


@dataclass(frozen=True)
class Fetched:
    """A file a visit fetches: when it is needed, its bytes with gzip as the server sends it, and its bytes unpacked."""

    path: str
    when: str
    sent: int
    whole: int


class Player:
    """The little script that plays at a page, and what the server tells meanwhile."""

    def __init__(self, cdp: CDPSession) -> None:
        self.cdp = cdp
        self.updates = self.acted_at = 0
        cdp.on("Network.webSocketFrameReceived", self._came)
        cdp.send("Network.enable")

    def act(self) -> str:
        """Make one move of one's own (``moved``), or go on from what is over (``on``)."""
        self.acted_at = self.updates
        return str(self._wait(self._step))

    def _step(self) -> str:
        if (done := self.look(_ACT)) == "on":
            return "on"
        return "moved" if done == "wait" and self.updates > self.acted_at else ""

    def wait_for(self, expression: str) -> None:
        """Until something is so."""
        self._wait(lambda: self.look(expression))

    def look(self, expression: str) -> Any:
        """What a script says of the page."""
        told = self.cdp.send("Runtime.evaluate", {"expression": expression, "returnByValue": True})
        return told["result"].get("value")

    def _wait(self, look: Callable[[], Any]) -> Any:
        until = time.monotonic() + PATIENCE_MS / 1000
        while not (found := look()):
            if time.monotonic() > until:
                raise AssertionError("the table does not go on")
            time.sleep(LOOKED_AT_S)
        return found

    def _came(self, event: Any) -> None:
        self.updates += '"type":"update"' in event["response"]["payloadData"]


class Bench:
    """One browser at one server."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url

    @contextmanager
    def visiting(self, **more: Any) -> Iterator[tuple[BrowserContext, Page, CDPSession]]:
        """Somebody new, on a phone."""
        context = self.browser.new_context(viewport=PHONE, locale="ru", **more)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        try:
            yield context, page, context.new_cdp_session(page)
        finally:
            context.close()

    # load

    def fetched(self) -> list[Fetched]:
        """What a first visit fetches until a game can be begun, and what comes later."""
        asked: list[str] = []
        with self.visiting(service_workers="block") as (_, page, _cdp):
            page.on("request", lambda request: asked.append(request.url))
            page.goto(self.url)
            page.wait_for_selector(PLAY)
            page.wait_for_load_state("networkidle")
            first = list(dict.fromkeys(asked))
            for game in game_ids():
                page.goto(self.url)
                page.click(f"[data-play={game}]")
                page.wait_for_selector(".table")
                page.wait_for_load_state("networkidle")
        tables = [url for url in dict.fromkeys(asked) if url not in first and ASSETS in url]
        known = {urlsplit(url).path for url in asked}
        rest = [self.url + path for path in Pages().paths if path.startswith(ASSETS) and path not in known]
        needed = {"first": first, "at a table": tables, "rarely": rest}
        return [self._fetch(url, when) for when, urls in needed.items() for url in urls]

    def _fetch(self, url: str, when: str) -> Fetched:
        with httpx.stream("GET", url, headers={"accept-encoding": "gzip"}) as answer:
            sent = sum(len(part) for part in answer.iter_raw())
        return Fetched(urlsplit(url).path, when, sent, len(httpx.get(url).content))

    # ready

    def ready(self, path: str, selector: str, *, warm: bool, slow: bool, table: str | None = None) -> float:
        """Seconds from the navigation until something on the page can be used."""
        with self.visiting(reduced_motion="reduce") as (context, first, _):
            if table is not None:
                make_table(first, self.url, table, {}, players=4, bot="random")
                first.wait_for_selector(selector)
                path = urlsplit(first.url).path
            if warm:
                first.goto(self.url + path)
                first.wait_for_selector(selector)
                first.evaluate(_WORKER_IS_READY)
                first.wait_for_function("() => navigator.serviceWorker.controller !== null")
            first.close()
            page = context.new_page()
            cdp = context.new_cdp_session(page)
            cdp.send("Network.enable")
            if not warm:
                cdp.send("Network.clearBrowserCache")
                cdp.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": KEPT})
            if slow:
                cdp.send("Network.emulateNetworkConditions", SLOW_4G)
                cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.add_init_script(f"{_WHEN_THERE}({selector!r})")
            page.goto(self.url + path, wait_until="commit")
            page.wait_for_function("() => window.thereAt !== null", polling=100)
            return float(page.evaluate("window.thereAt")) / 1000

    # moves

    def moves(self, game: str) -> list[tuple[float, float]]:
        """Script and whole work of the page a move, in ms, from each turn of one's own to the next."""
        with self.at_table(game) as player:
            player.cdp.send("Performance.enable", {"timeDomain": "threadTicks"})  # of the processor, whatever else runs
            spans, before, begun = [], _work(player.cdp), player.updates
            for _ in range(TURNS):
                player.act()
                player.wait_for(_IS_MINE)
                now, updates = _work(player.cdp), player.updates
                if moved := updates - begun:
                    spans.append(((now[0] - before[0]) / moved, (now[1] - before[1]) / moved))
                before, begun = now, updates
            return spans

    # frames

    def frames(self, game: str) -> dict[str, list[float]]:
        """Intervals between frames in ms: while a ``deal``'s cards fly, while those of a ``move`` do, and ``idle``."""
        with self.at_table(game) as player:
            player.look(_FRAMES)
            for _ in range(TURNS):
                player.wait_for(f"!{_FLIES}")
                player.look("window.kind = 'idle'")
                time.sleep(IDLE_MS / 1000)
                player.look("window.kind = 'move'")
                if player.act() == "on":
                    player.look("window.kind = 'deal'")
                player.wait_for(_IS_MINE)
            found: dict[str, list[float]] = {"deal": [], "move": [], "idle": []}
            for gap, kind, flies in player.look("window.frames"):
                if flies == (kind != "idle"):
                    found[kind].append(gap)
            return found

    @contextmanager
    def at_table(self, game: str) -> Iterator[Player]:
        """Somebody at his first turn, with bots that hesitate but a little."""
        with self.visiting() as (_, page, cdp):
            player = Player(cdp)
            make_table(page, self.url, game, {}, players=PLAYERS[game], settings={"pace": "fast"})
            page.wait_for_selector(MINE)
            yield player


def _work(cdp: CDPSession) -> tuple[float, float]:
    told = {each["name"]: each["value"] for each in cdp.send("Performance.getMetrics")["metrics"]}
    return 1000 * told["ScriptDuration"], 1000 * told["TaskDuration"]


def show_load(bench: Bench) -> None:
    """The table of what a first visit fetches."""
    found = bench.fetched()
    print("| file | needed | kB sent | kB unpacked |\n|---|---|---:|---:|")
    for each in found:
        print(f"| `{each.path}` | {each.when} | {each.sent / 1000:.1f} | {each.whole / 1000:.1f} |")
    first = sum(each.sent for each in found if each.when == "first")
    print(f"| **all of the first load** | first | **{first / 1000:.1f}** | |\n")


def show_ready(bench: Bench) -> None:
    """The table of the times until the page can be used; medians."""
    print("| can be used | cache | s | s on 4G, processor / 4 | ratio |\n|---|---|---:|---:|---:|")
    cases: list[tuple[str, str, str | None]] = [("start screen", PLAY, None)]
    cases += [(f"table of {game}", MINE, game) for game in game_ids()]
    for name, selector, game in cases:
        for warm in (False, True):
            plain, slow = (
                statistics.median(bench.ready("/", selector, warm=warm, slow=slow, table=game) for _ in range(ROUNDS))
                for slow in (False, True)
            )
            print(
                f"| {name} | {'warm' if warm else 'cold'} | {plain:.2f} | {slow:.2f} | {slow / plain:.1f} |", flush=True
            )
    print()


def show_moves(bench: Bench) -> None:
    """The table of what a move costs the page."""
    print("| game | turns | script, ms of processor a move | p95 | all work | p95 |\n|---|---:|---:|---:|---:|---:|")
    for game in game_ids():
        spans = bench.moves(game)
        script, work = ([span[kind] for span in spans] for kind in (0, 1))
        figures = f"{_p(script, 50):.1f} | {_p(script, 95):.1f} | {_p(work, 50):.1f} | {_p(work, 95):.1f}"
        print(f"| {game} | {len(spans)} | {figures} |", flush=True)
    print()


def show_frames(bench: Bench) -> None:
    """The table of the intervals between frames."""
    print("| page | frames | median ms | p95 | late (over 1.5 of the idle median), % |\n|---|---:|---:|---:|---:|")
    for game in game_ids():
        found = bench.frames(game)
        usual = statistics.median(found["idle"])
        for kind, gaps in found.items():
            if not gaps:  # no deal has come to its end
                continue
            late = 100 * sum(gap > 1.5 * usual for gap in gaps) / len(gaps)
            name = f"{game}, {KINDS[kind]}"
            print(f"| {name} | {len(gaps)} | {_p(gaps, 50):.1f} | {_p(gaps, 95):.1f} | {late:.1f} |", flush=True)
    print()


def _p(values: Sequence[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


PARTS: Final[dict[str, Callable[[Bench], None]]] = {
    "load": show_load,
    "ready": show_ready,
    "moves": show_moves,
    "frames": show_frames,
}


def main() -> None:
    """Print the tables that are asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar=" | ".join(PARTS))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, open_browser() as browser:
        for part in given.parts or PARTS:
            with playing(Path(folder)) as url:
                PARTS[part](Bench(browser, url))


if __name__ == "__main__":
    main()
