"""Pictures of every screen of the page, in both languages and all sizes: ``python -m bench.page_pictures FOLDER``.

Those of the README are ``--sizes readme --screens start mid-kozel mid-seven hut-space``, with their colours reduced.
The deals are others each time.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

from bench import browsing
from bench.browsing import playing
from bench.hut_tables import drag, find_card, make_table
from bench.moments import MOMENTS, PASSING, close_all
from kozyr.games import game_ids
from tests.browser.playing import HURRIED, go_to_turn, play_on

SIZES: Final = {
    "phone": (360, 640),
    "desktop": (1440, 900),
    "tablet": (820, 1180),
    "landscape": (844, 390),
    "low": (640, 360),
    "readme": (1120, 700),
}
GAMES: Final = game_ids()
PATIENCE_MS: Final = 60_000
IN_SPACE: Final = re.compile("hut|shalashik|six|space")
MOST_PULLS: Final = 30
MOST_MOVES: Final = 900
SETTLE_MS: Final = 1200
PASSING_MS: Final = 400


def open_start(page: Page, url: str) -> None:
    """The start page."""
    page.goto(url)
    page.wait_for_selector("[data-play]")


def open_options(game: str) -> Callable[[Page, str], None]:
    """The options of a new table."""

    def opened(page: Page, url: str) -> None:
        page.goto(f"{url}/new/{game}")
        page.wait_for_selector("[data-make]")

    return opened


def open_waiting(page: Page, url: str) -> None:
    """A table that waits for friends."""
    page.goto(f"{url}/new/kozel")
    page.click("[data-make]")
    page.wait_for_selector("[data-ready]")


def open_path(path: str, ready: str) -> Callable[[Page, str], None]:
    """Any page."""

    def opened(page: Page, url: str) -> None:
        page.goto(url + path)
        page.wait_for_selector(ready)

    return opened


def open_offer(page: Page, url: str) -> None:
    """The first table of a game, where a tour is offered."""
    page.add_init_script("localStorage.removeItem('kozyr-learned')")
    open_start(page, url)
    page.click("[data-play=kozel]")
    page.wait_for_selector(".hint.mine", timeout=PATIENCE_MS)


def open_table(game: str, players: int | None = None) -> Callable[[Page, str], None]:
    """A table at one's first turn."""

    def opened(page: Page, url: str) -> None:
        browsing.make_table(page, url, game, {}, players=players or USUAL[game])
        go_to_turn(page)  # the deal may be over before one's turn
        page.wait_for_timeout(SETTLE_MS)

    return opened


def open_mid_deal(game: str, moves: int, players: int | None = None) -> Callable[[Page, str], None]:
    """A table after some moves of one's own, with something chosen."""

    def opened(page: Page, url: str) -> None:
        open_table(game, players)(page, url)
        for _ in range(moves):
            move_once(page)
            page.wait_for_selector(".hint.mine, [data-go-on], [data-again]", timeout=PATIENCE_MS)
        card = page.locator("button.can")
        if card.count():
            card.last.click()

    return opened


def open_deal_over(game: str, players: int | None = None) -> Callable[[Page, str], None]:
    """The result of the first deal."""

    def opened(page: Page, url: str) -> None:
        open_table(game, players)(page, url)
        while not page.locator("[data-go-on]").count():
            move_once(page)
            page.wait_for_selector(".hint.mine, [data-go-on]", timeout=PATIENCE_MS)

    return opened


def open_tie(page: Page, url: str) -> None:
    """A pot that nobody has won, and the others asked whether they join."""
    browsing.make_table(page, url, "thirty_one", {"tri_lba": "any_rank", "deals": 500}, players=5)
    for _ in range(MOST_MOVES):
        page.wait_for_selector(".hint.mine, [data-go-on], [data-again]", timeout=PATIENCE_MS)
        if page.locator("[data-move^=join]").count():
            return
        move_once(page)
        page.wait_for_timeout(SETTLE_MS / 4)


def open_end(game: str, options: dict[str, object]) -> Callable[[Page, str], None]:
    """The end of a match."""

    def opened(page: Page, url: str) -> None:
        browsing.make_table(page, url, game, options, players=USUAL[game])
        play_on(page, random.Random(3), most_moves=MOST_MOVES)
        page.wait_for_selector("[data-fairness=good]")

    return opened


def open_talk(page: Page, url: str) -> None:
    """What is said at a table, in its menu."""
    open_menu(page, url)
    page.locator("dialog summary").first.click()


def open_invitation(page: Page, url: str) -> None:
    """The link of a table and its QR code."""
    open_waiting(page, url)
    page.locator(".waiting section").last.scroll_into_view_if_needed()


def open_tables(page: Page, url: str) -> None:
    """One's own tables."""
    open_waiting(page, url)
    open_table("shalashik")(page, url)
    page.goto(f"{url}/tables")
    page.wait_for_selector("section li")


def open_boast(page: Page, url: str) -> None:
    """A mirror, once it is one's turn to cut and to boast."""
    open_table("kozel")(page, url)
    while not page.locator("[data-move='boast mirror']").count():
        move_once(page)
        page.wait_for_selector(".hint.mine, [data-go-on]", timeout=PATIENCE_MS)
    page.click("[data-move='boast mirror']")
    page.wait_for_selector("[data-move^=lift]", timeout=PATIENCE_MS)


def open_last_trick(page: Page, url: str) -> None:
    """The last trick of Kozel, looked at again."""
    open_table("kozel")(page, url)
    while not page.locator("[data-tricks]:not(:disabled)").count():
        move_once(page)
        page.wait_for_selector(".hint.mine, [data-go-on]", timeout=PATIENCE_MS)
    page.locator("[data-tricks]").first.click()
    page.wait_for_selector("dialog[open]")


def open_menu(page: Page, url: str) -> None:
    """The menu of a table."""
    open_table("thirty_one")(page, url)
    page.locator("header button").last.click()
    page.wait_for_selector("dialog[open]")


def finish_match(page: Page, url: str) -> None:
    """A short match against bots, played to its end."""
    page.goto(f"{url}/new/thirty_one")
    page.get_by_role("group", name=re.compile("Места|Seats")).get_by_role("button").click()
    deals = page.get_by_role("textbox", name=re.compile("Сколько конов|Pots in a match"))
    deals.fill("1")
    deals.press("Tab")
    page.get_by_role("radio", name=re.compile("^(сразу|at once)$")).check()
    page.click("[data-make]")
    play_on(page, random.Random(3))
    page.wait_for_selector("[data-fairness=good]")


def open_record(page: Page, url: str) -> None:
    """A record in the middle of its deal, all cards open."""
    finish_match(page, url)
    page.click("[data-see-again]")
    page.wait_for_selector("[data-step=forward]")
    page.check("[data-open]")
    for _ in range(3):
        page.click("[data-step=forward]")


def open_from_record(button: str, ready: str) -> Callable[[Page, str], None]:
    """What a button of a record opens."""

    def opened(page: Page, url: str) -> None:
        open_record(page, url)
        page.click(button)
        page.wait_for_selector(ready)

    return opened


def open_shared(page: Page, url: str) -> None:
    """A record that has just been shared."""
    open_from_record("[data-about]", "[data-share]")(page, url)
    page.click("[data-share]")
    page.wait_for_selector("[data-link]")


def open_records(page: Page, url: str) -> None:
    """One's own matches."""
    finish_match(page, url)
    page.goto(f"{url}/records")
    page.wait_for_selector("[data-record]")


def open_file(change: Callable[[dict[str, Any]], None]) -> Callable[[Page, str], None]:
    """A record from a file in which something was changed."""

    def opened(page: Page, url: str) -> None:
        path = Path(__file__).resolve().parents[1] / "web" / "tests" / "records" / "kozel.json"
        record = json.loads(path.read_text(encoding="utf-8"))["record"]
        change(record)
        page.goto(f"{url}/records")
        line = json.dumps(record).encode()
        page.set_input_files("input[type=file]", {"name": "x.jsonl", "mimeType": "text/plain", "buffer": line})
        page.wait_for_selector("[data-step=forward], [data-verdict]")

    return opened


def open_kozel(at: str) -> Callable[[Page, str], None]:
    """A record of Kozel at a move of its first deal, all cards open."""

    def opened(page: Page, url: str) -> None:
        open_file(lambda _: None)(page, url)
        page.check("[data-open]")
        page.locator("input[type=range]").fill(at)

    return opened


def exchange(record: dict[str, Any]) -> None:
    """Exchange two cards of a deck."""
    deck = record["deals"][0]["deck"]
    deck[4], deck[5] = deck[5], deck[4]


def open_lesson(game: str, captions: int) -> Callable[[Page, str], None]:
    """The first game of a game, some captions on."""

    def opened(page: Page, url: str) -> None:
        page.goto(f"{url}/learn/{game}")
        for _ in range(captions):
            page.click("[data-tour-next]")
        page.wait_for_selector("[data-tour-next], [data-tour-play]")

    return opened


def open_offline(page: Page, url: str) -> None:
    """The page without a network."""
    page.route("**/api/**", lambda route: route.abort())
    page.goto(url)
    page.wait_for_selector("[role=alert]")


def open_space(page: Page, url: str) -> None:
    """The hut in three dimensions."""
    make_table(page, url, {"hut": "physics", "deals": 1})
    page.wait_for_selector("canvas[data-ready]")
    page.wait_for_timeout(1500)


def open_pull(page: Page, url: str) -> None:
    """In the midst of a pull."""
    open_space(page, url)
    drag(page, find_card(page), (0, 50))


def open_fallen(page: Page, url: str) -> None:
    """The hut has just fallen."""
    make_table(page, url, {"hut": "physics", "deals": 1}, bot="random")
    page.wait_for_selector("canvas[data-ready]")
    fallen = page.get_by_text(re.compile("Шалашик упал!|hut has fallen!"))
    mine = page.locator("[data-list]")
    for _ in range(MOST_PULLS):
        fallen.or_(mine).first.wait_for(timeout=PATIENCE_MS)
        if fallen.count():
            return
        mine.click()
        page.locator("dialog [data-pull]").last.click()
        page.click("[data-move].primary")
        mine.wait_for(state="detached", timeout=PATIENCE_MS)


def open_still(page: Page, url: str) -> None:
    """The hut as a drawing, a card of it chosen."""
    make_table(page, url, {"hut": "risk", "deals": 1})
    for _ in range(4):
        page.locator(".buttons .icon").last.click()


def open_beating(page: Page, url: str) -> None:
    """In the midst of the beating game."""
    make_table(page, url, {"hut": "risk", "deals": 1}, players=3)
    for _ in range(MOST_PULLS):
        page.wait_for_selector(".hint.mine", timeout=PATIENCE_MS)
        if page.locator(".pile li").count() > 1:
            break
        move_once(page)
        page.wait_for_timeout(400)


def move_once(page: Page) -> None:
    """Make any move, as a person would: a card twice, or a button."""
    page.wait_for_selector(".hint.mine, [data-go-on]", timeout=PATIENCE_MS)
    go_on = page.locator("[data-go-on]")
    if go_on.count():
        go_on.click()
        return
    if page.locator("[data-list]").count():
        page.locator(".buttons .icon").first.click()
        page.click("[data-move].primary")
        return
    spoken = page.locator("[data-move]:not(.primary)")
    card = page.locator(".own button.can")
    if card.count():
        card.last.click()  # no other card lies on it
        primary = page.locator("[data-move].primary")
        if primary.count():
            primary.click()
            return
        page.keyboard.press("Escape")
    moves = spoken if spoken.count() else page.locator("[data-move]")
    if moves.count():
        moves.first.click()


USUAL: Final = {"kozel": 4, "thirty_one": 3, "shalashik": 3}
_STILL: Final = """Promise.race([
  Promise.allSettled(
    document.getAnimations()
      .filter((each) => each.effect.getComputedTiming().endTime < Infinity)
      .map((each) => each.finished),
  ),
  new Promise((done) => setTimeout(done, 5000)),
]).then(() => null)"""
_SEEN: Final = f"localStorage.setItem('kozyr-learned', '{json.dumps(GAMES)}')"
SCREENS: Final[dict[str, Callable[[Page, str], None]]] = {
    "start": open_start,
    **{f"options-{game}": open_options(game) for game in GAMES},
    "waiting": open_waiting,
    "invitation": open_invitation,
    "no-tables": open_path("/tables", "section"),
    "tables": open_tables,
    "offer": open_offer,
    "settings": open_path("/settings", ".preferences"),
    **{f"table-{game}": open_table(game) for game in GAMES},
    **{f"mid-{game}": open_mid_deal(game, 4) for game in GAMES},
    "table-two": open_table("thirty_one", 2),
    "table-seven": open_table("thirty_one", 7),
    "mid-seven": open_mid_deal("thirty_one", 3, 7),
    "over-seven": open_deal_over("thirty_one", 7),
    "tie": open_tie,
    "table-six": open_table("shalashik", 6),
    "mid-six": open_mid_deal("shalashik", 6, 6),
    "boast-kozel": open_boast,
    "last-trick-kozel": open_last_trick,
    "over-kozel": open_deal_over("kozel"),
    "end-kozel": open_end("kozel", {}),
    "end-shalashik": open_end("shalashik", {"hut": "risk", "deals": 1}),
    "menu": open_menu,
    "talk": open_talk,
    **{f"rules-{game}": open_path(f"/rules/{game}", "main p") for game in GAMES},
    "fairness": open_path("/fairness", "main p"),
    "no-records": open_path("/records", "main section"),
    "deal-over": open_deal_over("thirty_one"),
    "match-over": finish_match,
    "records": open_records,
    "record": open_record,
    "record-about": open_shared,
    "record-check": open_from_record("[data-check]", "[data-verdict]"),
    "record-kozel": open_kozel("12"),
    "record-kozel-end": open_kozel("37"),
    "record-changed": open_file(exchange),
    **{f"lesson-{game}": open_lesson(game, 0) for game in GAMES},
    **{f"lesson-{game}-on": open_lesson(game, 4) for game in GAMES},
    **{f"lesson-{game}-end": open_lesson(game, 7) for game in GAMES},
    "claim": open_path("/claim", "main"),
    "nowhere": open_path("/nowhere", "main h1"),
    "offline": open_offline,
    "hut-space": open_space,
    "hut-pull": open_pull,
    "hut-fallen": open_fallen,
    "hut-still": open_still,
    "beating": open_beating,
    **MOMENTS,
}


def main() -> None:
    """Take them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--screens", nargs="*", choices=SCREENS, default=list(SCREENS))
    parser.add_argument("--sizes", nargs="*", choices=SIZES, default=["phone", "desktop"])
    parser.add_argument("--languages", nargs="*", choices=("ru", "en"), default=["ru", "en"])
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--contrast", action="store_true", help="high contrast")
    parser.add_argument("--whole", action="store_true", help="a page that scrolls is taken to its end")
    parser.add_argument("--scale", type=float, help="how many pixels one of the page's has")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    webgl = any(IN_SPACE.search(name) for name in args.screens)
    with (
        browsing.open_browser(webgl=webgl) as browser,
        tempfile.TemporaryDirectory() as data,
        playing(Path(data)) as url,
    ):
        for size, language, name in itertools.product(args.sizes, args.languages, args.screens):
            width, height = SIZES[size]
            context = browser.new_context(
                viewport={"width": width, "height": height},
                locale=language,
                color_scheme="dark" if args.dark else "light",
                device_scale_factor=args.scale or (2 if size == "phone" else 1),
            )
            context.add_init_script(HURRIED)
            context.add_init_script(_SEEN)
            if args.contrast:
                context.add_init_script("localStorage.setItem('kozyr', '{\"contrast\": true}')")
            page = context.new_page()
            page.set_default_timeout(PATIENCE_MS)
            try:
                SCREENS[name](page, url)
            except Exception as error:  # the picture shows how far it came
                print(f"{name} {size} {language}: {error}", file=sys.stderr)
            page.wait_for_timeout(PASSING_MS if name in PASSING else SETTLE_MS)
            page.evaluate(_STILL)
            page.screenshot(path=args.folder / f"{name}-{size}-{language}.png", full_page=args.whole)
            close_all(browser)


if __name__ == "__main__":
    main()
