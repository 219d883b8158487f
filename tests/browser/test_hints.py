"""Hints in a real browser: the best move is marked where it is made, with its reason, where that is allowed."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from bench.browsing import make_table
from tests.browser.people import Come, come_by, open_menu
from tests.browser.playing import AGAIN, GO_ON, HURRIED, MINE, cards_of, go_to_turn, move_once, settle
from tests.browser.watching import Wire, faults_of

GAMES = ["kozel", "thirty_one", "shalashik"]
TABLES: dict[str, tuple[dict[str, object], int]] = {
    "kozel": ({}, 4),
    "thirty_one": ({"deals": 8}, 3),
    "shalashik": ({"hut": "risk", "deals": 1, "max_turns": 6}, 3),
}
HINT = "[data-hint]"
TOLD = ".hint.advice"
OPENER = "[data-considered-open]"
CONSIDERED = "dialog[open] [data-considered]"
BEST = re.compile("Лучший ход: |The best move: ")
MARKED = re.compile("подсказано|shown as best")
MOST_STEPS = 60
AT_ONCE = 3
AGAIN_MS = 2100
"""So many hints may be asked for at once, and then one in so long (L-23)."""


def start(page: Page, url: str, game: str, **settings: object) -> Wire:
    """A match at one's own first turn, with bots that do not hesitate; what the server tells of it."""
    wire = Wire(page)
    page.add_init_script(HURRIED)
    options, players = TABLES[game]
    make_table(page, url, game, options, players=players, settings=settings)
    go_to_turn(page)
    return wire


def ask(page: Page, wire: Wire) -> dict[str, Any]:
    """Ask for the best move; what the server has answered."""
    page.click(HINT)
    page.wait_for_selector(TOLD)
    return wire.of("hinted")[-1]


def hinted_cards(page: Page) -> set[str]:
    """The cards that are marked, each said to be so."""
    marked = page.locator("[data-card].hinted")
    for card in marked.all():
        assert MARKED.search(card.get_attribute("aria-label") or "")
    return set(cards_of(marked))


def obey(page: Page, move: str) -> None:
    """Make the move that is marked, by what is marked alone."""
    button = page.locator(f"button:has([data-hinted='{move}'])")
    if not button.count():
        for card in page.locator("[data-card].hinted").all():
            card.click()
    button.first.click()
    settle(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_best_move_is_marked_and_made_by_what_is_marked(page: Page, url: str, game: str, axe: str) -> None:
    wire = start(page, url, game)
    for asked in range(1, AT_ONCE + 1):
        hinted = ask(page, wire)
        assert len(wire.of("hinted")) == asked
        expect(page.locator(TOLD)).to_contain_text(BEST)
        cards = hinted_cards(page)
        assert all(card in hinted["move"] for card in cards)
        assert cards or page.locator(f"[data-hinted='{hinted['move']}']").count()
        assert faults_of(page, axe) == []
        turn = wire_turn(wire)
        obey(page, hinted["move"])
        page.wait_for_selector(f"{MINE}, {GO_ON}, {AGAIN}")
        assert wire_turn(wire) > turn
        assert page.locator(TOLD).count() == 0  # a hint is of one turn
        assert hinted_cards(page) == set()
        if not go_to_turn(page):
            return


def wire_turn(wire: Wire) -> int:
    """The number of the turn that the server has told of last."""
    tables = [message["table"] for message in wire.of("whole") + wire.of("update") if message.get("table")]
    changes = [table.get("set", table) for table in tables]
    return max(int(change["turn"]) for change in changes if "turn" in change)


@pytest.mark.parametrize(("language", "game"), [("ru", "kozel"), ("en", "thirty_one"), ("ru", "shalashik")])
def test_what_else_was_considered_is_told_with_values_and_reasons(page: Page, url: str, axe: str, game: str) -> None:
    wire = start(page, url, game)
    hinted = play_to_a_choice(page, wire)
    page.click(OPENER)
    moves = page.locator(CONSIDERED)
    expect(moves).to_have_count(len(hinted["moves"]))
    told = moves.evaluate_all("all => all.map((each) => each.dataset.considered)")
    assert told == [each["move"] for each in hinted["moves"]]
    values = page.locator(f"{CONSIDERED} .value").all_inner_texts()
    numbers = [float(value.replace(",", ".").replace("\xa0", "").replace("\u2212", "-")) for value in values]
    assert numbers == sorted(numbers, reverse=True)
    assert page.locator(f"{CONSIDERED} .why").count() == sum(each["why"] is not None for each in hinted["moves"])
    assert faults_of(page, axe) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(OPENER)).to_be_focused()


def play_to_a_choice(page: Page, wire: Wire) -> dict[str, Any]:
    """Play on until a hint tells of several moves; that hint."""
    chance = random.Random(5)
    for _ in range(MOST_STEPS):
        play_to_several(page, chance)
        if len(wire.of("hinted")) >= AT_ONCE:
            page.wait_for_timeout(AGAIN_MS)
        hinted = ask(page, wire)
        if len(hinted["moves"]) > 1:
            return hinted
        move_once(page, chance)
    raise AssertionError("no hint tells of several moves")


def play_to_several(page: Page, chance: random.Random) -> None:
    """Play on until several moves may be made."""
    for _ in range(MOST_STEPS):
        go_to_turn(page)
        if page.locator("[data-list]").count() or page.locator("[data-move]:not(.primary), button.can").count() > 1:
            return
        move_once(page, chance)
    raise AssertionError("there is never a choice")


@pytest.mark.parametrize("language", ["en"])
def test_a_key_asks_and_asks_on_and_the_focus_stays(page: Page, url: str) -> None:
    start(page, url, "thirty_one")
    play_to_several(page, random.Random(5))
    card = page.locator(".own [data-card]").first
    card.focus()
    page.keyboard.press("p")
    page.wait_for_selector(TOLD)
    expect(card).to_be_focused()
    page.keyboard.press("p")
    expect(page.locator(CONSIDERED).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_focused()


@pytest.mark.parametrize("language", ["en"])
def test_the_button_is_there_and_large_enough_and_waits_for_the_turn(page: Page, url: str) -> None:
    start(page, url, "kozel")
    open_menu(page)  # bots that are slow from the start would take a minute to come to one's first turn
    page.get_by_role("dialog").get_by_role("radio", name="slow").check()
    page.keyboard.press("Escape")
    button = page.locator(HINT)
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 43.5
    expect(button).to_have_attribute("aria-disabled", "false")
    chance = random.Random(5)
    while not page.locator(".hint:not(.mine)").count():  # after a boast or a question another move is one's own
        go_to_turn(page)
        move_once(page, chance)
    expect(button).to_have_attribute("aria-disabled", "true")
    button.focus()
    page.keyboard.press("Enter")  # whose turn it is, is told; nothing is asked
    expect(page.locator(".hint.note")).to_be_visible()
    expect(page.locator(HINT)).to_be_focused()


def test_a_refusal_is_told_in_words(page: Page, url: str, language: str) -> None:
    def passed_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def asked(message: str | bytes) -> None:
            told = json.loads(message) if isinstance(message, str) else {}
            if told.get("type") != "want_hint":
                server.send(message)
                return
            texts = {"ru": "Подсказок пока нет.", "en": "No hints just now."}
            socket.send(json.dumps({"type": "failed", "code": "no_hint", "texts": texts, "id": told["id"]}))

        socket.on_message(asked)

    page.route_web_socket(re.compile("/socket$"), passed_on)
    start(page, url, "thirty_one")
    page.click(HINT)
    words = {"ru": "Подсказок пока нет.", "en": "No hints just now."}[language]
    expect(page.get_by_role("status").filter(has_text=words)).to_be_visible()
    expect(page.locator(HINT)).to_have_attribute("aria-disabled", "false")


@pytest.mark.parametrize("language", ["en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_without_parts_of_its_own_marks_too(page: Page, url: str, axe: str, game: str) -> None:
    """Any game stands on the generic table until it has a skin; its bot may have no reasons."""
    empty = {"body": "export default {};", "content_type": "text/javascript"}
    page.route(re.compile(r"/assets/skin-[^/]*\.js$"), lambda route: route.fulfill(**empty))
    wire = start(page, url, game)
    hinted = ask(page, wire)
    expect(page.locator(TOLD)).to_contain_text(BEST)
    assert hinted_cards(page) or page.locator(f"[data-hinted='{hinted['move']}']").count()
    assert faults_of(page, axe) == []
    obey(page, hinted["move"])
    expect(page.locator(TOLD)).to_have_count(0)


def test_the_host_chooses_whether_there_are_hints(page: Page, url: str) -> None:
    page.goto(f"{url}/new/thirty_one")
    hints = page.get_by_role("group", name=re.compile("^(Подсказки|Hints)"))
    expect(hints.get_by_role("radio", name=re.compile("только с ботами|with bots only"))).to_be_checked()
    hints.get_by_role("radio", name=re.compile("никогда|never")).check()
    page.get_by_role("group", name=re.compile("Места|Seats")).get_by_role("button").click()
    page.click("[data-make]")
    go_to_turn(page)
    expect(page.locator(HINT)).to_have_count(0)
    page.locator(".own [data-card]").first.press("p")
    expect(page.locator(MINE)).to_be_visible()
    open_menu(page)
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("Подсказки: никогда|Hints: never"))


@pytest.mark.parametrize("language", ["en"])
@pytest.mark.parametrize(("hints", "count"), [("alone", 0), ("always", 1)])
def test_against_people_there_are_hints_only_where_the_table_says_so(
    page: Page, come: Come, url: str, language: str, hints: str, count: int
) -> None:
    """Nor is anything shown to who watches, or in another's turn."""
    start(page, url, "thirty_one", hints=hints, spectators=True)
    friend, watcher = come(language, "phone"), come(language, "desktop")
    for visitor in (friend, watcher):
        come_by(visitor, page.url)
        visitor.wait_for_selector(".table")
    expect(watcher.locator(HINT)).to_have_count(0)
    friend.locator("[data-sit]").first.click()
    friend.wait_for_selector("[data-seat].own")
    expect(page.locator(HINT)).to_have_count(count)
    expect(friend.locator(HINT)).to_have_count(count)
    if count:
        expect(friend.locator(HINT)).to_have_attribute("aria-disabled", "true")
        page.click(HINT)
        page.wait_for_selector(TOLD)
        for visitor in (friend, watcher):
            assert visitor.locator(".hinted, [data-hinted], .advice").count() == 0
