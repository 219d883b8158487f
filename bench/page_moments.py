"""Moments at a table or in a record that come rarely, take several people or much thought, for their pictures."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, WebSocketRoute

from bench import browsing
from bench.hut_tables import make_table
from kozyr.games import game_ids
from tests.browser.people import answer, make_for_two, open_menu, propose, wait_for_turn
from tests.browser.playing import BARRED, GO_ON, HURRIED, MINE, go_to_turn, move_once, play_on, play_until, settle

Opened = Callable[[Page, str], None]
MOST_STEPS: Final = 400
LONG: Final = {
    "ru": "Константин Вениаминович|Екатерина Всеволодовна|Святослав Владимирский|Александра Преображенск"
    "|Пантелеймон Христофоров|Доминика Грушевская-Ли",
    "en": "Maximiliana Featherstone|Bartholomew Cholmondeley|Wilhelmina Worthington|Christopher Montgomery"
    "|Theodora Throckmorton|Alexander Witherspoon",
}
SAID: Final = {
    "ru": "Подождите минутку, чайник закипел, а без чая в такую погоду никто за стол не садится",
    "en": "One moment please, the kettle is boiling, and nobody sits down to cards without tea in such weather",
}
TAKE_BACK: Final = "^(Вернуть ход|Take back)$"
PAUSE: Final = "^(Сделать перерыв|Pause the match)$"
STOP: Final = "^(Прекратить партию|Stop the match)$"
REMOVE: Final = "^(Заменить отошедшего ботом|Replace who is away by a bot)$"
NEWER: Final = "navigator.serviceWorker.register('/worker.js?newer').then(() => undefined)"
CLOCK: Final = {"kind": "move", "move_seconds": 7}
AWAY_MS: Final = 61_000
"""So long somebody has to be away before he may be replaced."""
JUDGED_MS: Final = 300_000
"""So long a match may be judged."""
MOST_TRIES: Final = 9
"""So often: what judges is compiled when it is first needed, and on a busy machine that takes more than it may."""
RECORDS: Final = Path(__file__).resolve().parents[1] / "web" / "tests" / "records"
PASSING: Final = frozenset({"said", "queens", "claimed", "drain", "drain-seven", "fall-still", "space-fall"})
"""What is gone after a moment."""
BEST: Final = re.compile("Это был лучший ход|That was the best move")
FALLEN: Final = re.compile("Шалашик упал!|hut has fallen!")
MANY: Final = 15
_SPACED: Final = "canvas[data-ready]"


def language_of(page: Page) -> str:
    """The language of the browser."""
    return "ru" if str(page.evaluate("navigator.language")).startswith("ru") else "en"


def friend_of(page: Page) -> Page:
    """Another window, of somebody else; it is closed with all others."""
    browser = page.context.browser
    assert browser is not None
    context = browser.new_context(viewport=page.viewport_size, locale=language_of(page), reduced_motion="reduce")
    context.add_init_script(HURRIED)
    return context.new_page()


def close_all(browser: Browser) -> None:
    """Close the windows of everybody."""
    for context in browser.contexts:
        context.close()


def open_for_two(
    page: Page, url: str, game: str = "thirty_one", players: int = 3, clock: dict[str, object] | None = None
) -> Page:
    """A table of oneself, a friend and bots; the friend's window."""
    page.goto(url)
    friend = friend_of(page)
    make_for_two(page, friend, url, game, {"deals": 9} if game != "kozel" else {}, players=players, clock=clock)
    return friend


def wait_for_swap(page: Page, friend: Page) -> None:
    """Go on until the friend has swapped a card, and nothing has come of it yet."""
    for _ in range(MOST_STEPS):
        mover, _other = wait_for_turn((page, friend))
        cards = mover.locator("[data-row=own] .can")
        if mover is friend and cards.count():
            cards.first.click()
            mover.locator("[data-row=open] .can").first.click()
            mover.click("[data-move].primary")
            settle(mover)
            if mover.locator(MINE).count():
                return
        else:
            mover.locator("[data-move]").first.click()
            settle(mover)


def open_take_back(page: Page, url: str) -> None:
    """A friend would like to take a move back."""
    friend = open_for_two(page, url)
    wait_for_swap(page, friend)
    propose(friend, TAKE_BACK)
    page.wait_for_selector(".vote button")


def open_vote(words: str, *, is_mine: bool = False, agreed: bool = False) -> Opened:
    """Something is proposed by the friend, or by oneself, and perhaps agreed on."""

    def opened(page: Page, url: str) -> None:
        friend = open_for_two(page, url)
        wait_for_turn((page, friend))
        one, other = (page, friend) if is_mine else (friend, page)
        propose(one, words)
        other.wait_for_selector(".vote button")
        if agreed:
            answer(other, agrees=True)
            page.wait_for_selector(".vote", state="detached")

    return opened


def gather(page: Page, url: str, game: str, players: int, options: dict[str, object], people: int) -> list[Page]:
    """A table of people with long names, oneself among them."""
    page.goto(url)
    names = LONG[language_of(page)].split("|")
    browsing.make_table(page, url, game, options, players=players, friends=people - 1, name=names[0])
    link = page.locator("input[readonly]").input_value()
    friends = []
    for name in names[1:people]:
        friend = friend_of(page)
        friend.goto(link)
        friend.get_by_role("textbox").fill(name)
        friend.get_by_role("textbox").press("Enter")
        friend.get_by_role("button", name=re.compile("^(Сесть|Sit down)$")).first.click()
        friend.wait_for_selector("[data-ready]")  # who sits down later withdraws what was said before
        friends.append(friend)
    return friends


def open_gathered(page: Page, url: str) -> None:
    """People with long names are waiting."""
    gather(page, url, "thirty_one", 7, {}, 6)


def open_long(game: str, players: int, people: int, options: dict[str, object] | None = None) -> Opened:
    """A table in play at which names are as long as may be."""

    def opened(page: Page, url: str) -> None:
        for each in (*gather(page, url, game, players, options or {}, people), page):
            each.click("[data-ready]")
        page.wait_for_selector(".table")

    return opened


def open_remove(page: Page, url: str) -> None:
    """Somebody is away, and a friend would have a bot in his place."""
    friend, gone = gather(page, url, "thirty_one", 3, {}, 3)
    for each in (friend, gone, page):
        each.click("[data-ready]")
    page.wait_for_selector(".table")
    gone.context.close()
    friend.wait_for_selector("[data-seat]:has-text('отошёл'), [data-seat]:has-text('away')")
    page.wait_for_timeout(AWAY_MS)
    propose(friend, REMOVE)
    page.wait_for_selector(".vote button")


def open_stood_in(page: Page, url: str) -> None:
    """Out of time: a bot moves for oneself."""
    page.goto(url)
    browsing.make_table(page, url, "thirty_one", {"deals": 500}, players=3, settings={"clock": CLOCK, "pace": "normal"})
    page.wait_for_selector("[data-back]")


def open_watching(game: str, players: int) -> Opened:
    """A match of others, which one only watches."""

    def opened(page: Page, url: str) -> None:
        page.goto(url)
        friend = friend_of(page)
        browsing.make_table(friend, url, game, {}, players=players)
        friend.wait_for_selector(".table")
        page.goto(friend.url)
        page.get_by_role("textbox").fill(LONG[language_of(page)].split("|")[1])
        page.get_by_role("textbox").press("Enter")
        page.wait_for_selector(".table")
        for _ in range(3):
            go_to_turn(friend)
            move_once(friend, random.Random(2))

    return opened


def open_newcomer(page: Page, url: str) -> None:
    """A newcomer is asked for a name."""
    page.goto(url)
    friend = friend_of(page)
    browsing.make_table(friend, url, "kozel", {}, players=4, friends=1)
    page.goto(friend.url)
    page.get_by_role("textbox").wait_for()


def open_said(page: Page, url: str) -> None:
    """A friend says something long."""
    friend = open_for_two(page, url)
    wait_for_turn((page, friend))
    friend.set_viewport_size({"width": 1440, "height": 900})
    field = friend.locator(".talk form input")
    field.fill(SAID[language_of(page)])
    field.press("Enter")
    page.wait_for_selector(".bubble")


def open_dialog(button: str) -> Opened:
    """Something that opens over a table of Kozel in mid-deal."""

    def opened(page: Page, url: str) -> None:
        begin(page, url, "kozel")
        for _ in range(8):
            go_to_turn(page)
            move_once(page, random.Random(2))
        page.wait_for_selector(MINE)
        page.locator(button).first.click()
        page.wait_for_selector("dialog[open]")

    return opened


def begin(page: Page, url: str, game: str, options: dict[str, object] | None = None, players: int = 4) -> None:
    """A match with bots."""
    browsing.make_table(page, url, game, options or {}, players=players)
    page.wait_for_selector(f"{MINE}, {GO_ON}")


def open_kozel(wanted: str, **options: object) -> Opened:
    """A table of Kozel at the first moment that has something."""

    def opened(page: Page, url: str) -> None:
        begin(page, url, "kozel", options)
        play_until(page, wanted, random.Random(5))

    return opened


def open_refused(page: Page, url: str) -> None:
    """A card that may not be played, and why."""
    open_kozel(BARRED)(page, url)
    page.locator(".own [data-card]:not(.can)").first.click()
    page.wait_for_selector(".hint.note")


def open_drain(players: int) -> Opened:
    """The open cards are being drained."""

    def opened(page: Page, url: str) -> None:
        begin(page, url, "thirty_one", players=players)
        play_until(page, ".banner.drain", random.Random(5))

    return opened


def open_svara(page: Page, url: str) -> None:
    """A svara: the same pot is played for again."""
    begin(page, url, "thirty_one", {"tri_lba": "any_rank", "deals": 500}, players=5)
    join = "[data-move^=join]"
    play_until(page, join, random.Random(5))
    page.click(join)
    page.wait_for_selector(f"{MINE}:not(:has({join})), {GO_ON}")
    settle(page)


def open_hint(game: str, players: int, *, considered: bool = False) -> Opened:
    """The best move is shown, with all that was considered."""

    def opened(page: Page, url: str) -> None:
        options: dict[str, object] = {"hut": "risk", "deals": 1} if game == "shalashik" else {}
        begin(page, url, game, options, players)
        play_until(page, ".own button.can, [data-list]", random.Random(5))
        page.click("[data-hint]")
        page.wait_for_selector(".hint.advice")
        if considered:
            page.click("[data-considered-open]")
            page.wait_for_selector("dialog[open]")

    return opened


def open_lost(page: Page, url: str) -> None:
    """The connection is lost in mid-deal."""
    state = {"is_there": True}
    sockets: list[WebSocketRoute] = []

    def passed_on(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if state["is_there"]:
            socket.connect_to_server()
        else:
            socket.close()

    page.route_web_socket(re.compile("/socket$"), passed_on)
    begin(page, url, "thirty_one", players=4)
    state["is_there"] = False
    for socket in sockets:
        socket.close()
    page.wait_for_function("document.querySelector('.connection').textContent.trim() !== ''")


def open_update(page: Page, url: str) -> None:
    """A newer page is offered."""
    page.goto(url)
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.evaluate(NEWER)
    page.get_by_role("button", name=re.compile("^(Обновить|Update)$")).wait_for()


def pull_worst(page: Page) -> None:
    """Pull the card of the greatest risk."""
    page.locator("[data-list]").click()
    page.locator("dialog [data-pull]").last.click()
    page.click("[data-move].primary")
    page.wait_for_selector("[data-list]", state="detached")


def open_fall(hut: str) -> Opened:
    """The hut has fallen to oneself: the ruins, and a hand that may be played at once."""

    def opened(page: Page, url: str) -> None:
        fallen = page.get_by_text(FALLEN)
        for _ in range(MOST_STEPS):
            make_table(page, url, {"hut": hut, "deals": 1}, players=2)
            while page.locator("[data-list]").count():
                pull_worst(page)
                fallen.or_(page.locator("[data-list], .own .can, .pile")).first.wait_for()
                if fallen.count() and page.locator(".own [data-card]").count() > MANY:
                    return

    return opened


def open_full_hand(page: Page, url: str) -> None:
    """A hand of nearly all the cards."""
    for _ in range(MOST_STEPS):
        make_table(page, url, {"hut": "risk", "deals": 1}, players=2)
        for _ in range(3):
            if page.locator("[data-list]").count():
                pull_worst(page)
            page.wait_for_selector("[data-list], .own .can, .pile")
        if page.locator(".own [data-card]").count() > 2 * MANY:
            page.wait_for_selector(".own .can")
            return


def open_space_end(page: Page, url: str, *, deals: int = 1) -> None:
    """The end of a match, or of its first deal, whose hut stood in three dimensions."""
    make_table(page, url, {"hut": "physics", "deals": deals, "max_turns": 6}, players=3)
    page.wait_for_selector(_SPACED)
    if deals == 1:
        play_on(page, random.Random(3))
    else:
        play_until(page, GO_ON, random.Random(3))


def open_next_space(page: Page, url: str) -> None:
    """The second deal of a match with bodies."""
    open_space_end(page, url, deals=3)
    page.click(GO_ON)
    page.wait_for_selector("[data-list], .hint.mine")


def open_space_again(page: Page, url: str) -> None:
    """A hut in three dimensions after a reload in mid-deal."""
    make_table(page, url, {"hut": "physics", "deals": 1}, players=3)
    page.wait_for_selector(_SPACED)
    page.locator(".buttons .icon").first.click()
    page.click("[data-move].primary")
    page.wait_for_selector(".own [data-card]")
    page.reload()
    page.wait_for_selector("[data-list], .hint.mine")


def open_list(page: Page, url: str) -> None:
    """The list of cards that may be pulled."""
    make_table(page, url, {"hut": "risk", "deals": 1}, players=3)
    page.locator("[data-list]").click()
    page.wait_for_selector("dialog[open]")


def open_link(page: Page, url: str) -> None:
    """A link that makes another device the same person."""
    page.goto(f"{url}/new/kozel")
    page.click("[data-make]")
    page.wait_for_selector("[data-ready]")
    page.goto(f"{url}/settings")
    page.get_by_role("button", name=re.compile("^(Создать ссылку|Make a link)$")).click()
    page.locator("input[readonly]").wait_for()
    page.locator("input[readonly]").scroll_into_view_if_needed()


def open_leaving(page: Page, url: str) -> None:
    """Whether one is sure to leave."""
    begin(page, url, "kozel")
    open_menu(page)
    page.get_by_role("button", name=re.compile("^(Уйти из-за стола|Leave the table)$")).click()
    page.locator("dialog .primary").last.scroll_into_view_if_needed()


def open_analysis(game: str, *, begun: bool = True) -> Opened:
    """The analysis of a match from a file: before it is begun, or with all of its figures."""

    def opened(page: Page, url: str) -> None:
        record = json.loads((RECORDS / f"{game}.json").read_text(encoding="utf-8"))["record"]
        page.goto(f"{url}/records")
        line = json.dumps(record).encode()
        page.set_input_files("input[type=file]", {"name": "x.jsonl", "mimeType": "text/plain", "buffer": line})
        page.wait_for_selector("[data-step=forward]")
        page.click("[data-analysis]")
        page.wait_for_selector("dialog[open]")
        if begun:
            for _ in range(MOST_TRIES):
                page.click("[data-analyse]")
                page.wait_for_selector("dialog progress", state="detached", timeout=JUDGED_MS)
                if not page.locator("[data-analyse]").count():
                    break

    return opened


def open_luck(page: Page, url: str) -> None:
    """What was luck in a match."""
    open_analysis("kozel")(page, url)
    page.locator("dialog summary").click()
    page.locator("dialog details").evaluate("each => each.scrollIntoView()")


def open_judged(game: str, *, best: bool = False, choices: bool = False) -> Opened:
    """The moment that cost most, or a best move, under the table shown again, and what there was to choose from."""

    def opened(page: Page, url: str) -> None:
        open_analysis(game)(page, url)
        if best:
            page.keyboard.press("Escape")
        else:
            page.locator("[data-moment]").first.click()
        said = page.locator("[data-judged]").get_by_text(BEST)
        for _ in range(MOST_STEPS if best else 0):
            page.click("[data-step=forward]")
            page.wait_for_selector(".controls[aria-busy=false]")
            if said.count():
                break
        if choices:
            page.click("[data-choices]")
            page.wait_for_selector("dialog[open]")

    return opened


MOMENTS: Final[dict[str, Opened]] = {
    "vote-take-back": open_take_back,
    "vote-pause": open_vote(PAUSE),
    "vote-mine": open_vote(STOP, is_mine=True),
    "vote-remove": open_remove,
    "paused": open_vote(PAUSE, agreed=True),
    "stopped": open_vote(STOP, agreed=True),
    "gathered": open_gathered,
    "long-seven": open_long("thirty_one", 7, 6),
    "long-six": open_long("shalashik", 6, 6, {"hut": "risk"}),
    "long-kozel": open_long("kozel", 4, 4),
    "stood-in": open_stood_in,
    "watching-kozel": open_watching("kozel", 4),
    "watching-thirty_one": open_watching("thirty_one", 5),
    "newcomer": open_newcomer,
    "said": open_said,
    "events": open_dialog(".story"),
    "leaving": open_leaving,
    "claims": open_kozel("[data-move^='claim'], [data-move='ask queens']", redeal_points=60),
    "queens": open_kozel(".bubble:has-text('амы есть'), .bubble:has-text('queens')", redeal_points=60),
    "claimed": open_kozel(".bubble .card", redeal_points=40),
    "over-redeals": open_kozel(GO_ON, redeal_points=60, redeal_limit=1),
    "refused": open_refused,
    "drain": open_drain(4),
    "drain-seven": open_drain(7),
    "svara": open_svara,
    "hint-kozel": open_hint("kozel", 4),
    "hint-thirty_one": open_hint("thirty_one", 4),
    "hint-shalashik": open_hint("shalashik", 3),
    "considered-kozel": open_hint("kozel", 4, considered=True),
    "considered-thirty_one": open_hint("thirty_one", 4, considered=True),
    "considered-shalashik": open_hint("shalashik", 3, considered=True),
    "lost": open_lost,
    "update": open_update,
    "link": open_link,
    "hut-list": open_list,
    "fall-still": open_fall("risk"),
    "full-hand": open_full_hand,
    "analysis-before": open_analysis("kozel", begun=False),
    **{f"analysis-{game}": open_analysis(game) for game in game_ids()},
    "analysis-luck": open_luck,
    "judged-best": open_judged("kozel", best=True),
    **{f"judged-{game}": open_judged(game) for game in game_ids()},
    **{f"choices-{game}": open_judged(game, choices=True) for game in game_ids()},
    "space-fall": open_fall("physics"),
    "space-over": lambda page, url: open_space_end(page, url, deals=3),
    "space-end": open_space_end,
    "space-next": open_next_space,
    "space-again": open_space_again,
}
