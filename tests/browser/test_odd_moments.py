"""The longest names, the smallest phone, two windows of one person, hasty taps: the page stays whole."""

import random
import re

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from bench.browsing import make_table
from tests.browser.people import Come, answer, open_menu, propose
from tests.browser.playing import AGAIN, BARRED, EDGE, GO_ON, MINE, go_to_turn, hand_of, move_once, play_until

SMALLEST = ViewportSize(width=320, height=568)
WIDEST = "W" * 24
OUTSIDE = """() => [...document.querySelectorAll('body *')]
  .filter((each) => !each.closest('svg, .hidden, .brief, [inert]'))
  .map((each) => [each.getBoundingClientRect(), each])
  .filter(([box]) => box.width > 0 && box.height > 0 && (box.left < -1 || box.right > innerWidth + 1))
  .map(([box, each]) => `${each.tagName} ${Math.round(box.left)}..${Math.round(box.right)} ${each.textContent.trim()}`)
"""
"""A script: what reaches beyond the sides of the page."""
CUT = """() => {
  const felt = document.querySelector('.felt').getBoundingClientRect();
  const lying = [...document.querySelectorAll('.felt [data-card], .felt [data-pile] svg')];
  if (lying.length < 4) return ['too few lie there'];
  return lying.map((each) => each.getBoundingClientRect())
    .filter((box) => box.top < felt.top - 1 || box.bottom > felt.bottom + 1)
    .map((box) => `${felt.top}..${felt.bottom}: ${box.top}..${box.bottom}`);
}"""
"""A script: what of the open cards and the piles reaches beyond the felt."""
UNDER_BUBBLES = """(wanted) => {
  const within = (one, other) => one.left < other.right - 3 && other.left < one.right - 3 &&
    one.top < other.bottom - 3 && other.top < one.bottom - 3;
  const bubbles = [...document.querySelectorAll('[data-bubble]:not(:has(svg))')]
    .map((each) => each.getBoundingClientRect());
  const hidden = [...document.querySelectorAll(wanted)]
    .filter((each) => bubbles.some((bubble) => within(bubble, each.getBoundingClientRect())));
  return [bubbles.length, hidden.map((each) => each.textContent)];
}"""
"""A script: how many bubbles of words there are, and what of the wanted lies under one."""
TABLES: dict[str, tuple[int, dict[str, object]]] = {
    "kozel": (4, {"boasts": "none"}),
    "thirty_one": (5, {"deals": 1}),
    "shalashik": (4, {"hut": "risk", "deals": 1, "max_turns": 2}),
}


@pytest.mark.parametrize("game", list(TABLES))
def test_the_longest_names_stay_within_the_smallest_phone(come: Come, url: str, game: str) -> None:
    pages = host, friend = come("en", "phone"), come("ru", "phone")
    for page in pages:
        page.set_viewport_size(SMALLEST)
    players, options = TABLES[game]
    make_table(host, url, game, options, players=players, friends=1, name=WIDEST)
    friend.goto(host.locator("input[readonly]").input_value())
    friend.get_by_role("textbox").fill("Щ" * 24)
    friend.get_by_role("textbox").press("Enter")
    friend.get_by_role("button", name="Сесть", exact=True).first.click()
    expect(host.get_by_text("Щ" * 24)).to_be_visible()
    assert_within(*pages)
    for page in (friend, host):
        page.click("[data-ready]")
    for page in pages:
        page.wait_for_selector(".table")
    assert_within(*pages)
    propose(host, "^Stop the match$")
    expect(friend.locator(".vote")).to_contain_text(WIDEST)
    assert_within(*pages)
    friend.reload()
    answer(friend, agrees=True)
    for page in pages:
        page.wait_for_selector(AGAIN)
    assert_within(*pages)
    host.goto(f"{url}/tables")
    expect(host.get_by_role("main")).to_contain_text("Щ" * 24)
    assert_within(host)


@pytest.mark.parametrize("game", ["thirty_one", "shalashik"])
def test_the_longest_name_stays_within_the_smallest_phone_when_a_deal_is_over(page: Page, url: str, game: str) -> None:
    page.set_viewport_size(SMALLEST)
    players, options = TABLES[game]
    make_table(page, url, game, {**options, "deals": 3}, players=players, name=WIDEST)
    chance = random.Random(7)
    page.wait_for_selector(f"{MINE}, {GO_ON}")
    while not page.locator(GO_ON).count():
        move_once(page, chance)
        page.wait_for_selector(f"{MINE}, {GO_ON}")
    assert_within(page)


def assert_within(*pages: Page) -> None:
    """Nothing reaches beyond the sides of any page."""
    assert [page.evaluate(OUTSIDE) for page in pages] == [[] for _ in pages]


@pytest.mark.parametrize("players", [5, 7])
def test_what_lies_on_the_felt_is_whole_on_the_smallest_phone(page: Page, url: str, players: int) -> None:
    page.set_viewport_size(SMALLEST)
    make_table(page, url, "thirty_one", {"deals": 9}, players=players)
    go_to_turn(page)
    assert page.evaluate(CUT) == []
    page.locator("[data-no-tour]").click()
    assert page.evaluate(CUT) == []


def test_a_watcher_of_five_on_the_smallest_phone_may_take_a_seat_and_sees_the_cards(come: Come, url: str) -> None:
    host, watching = come("ru", "desktop"), come("en", "phone")
    watching.set_viewport_size(SMALLEST)
    make_table(host, url, "thirty_one", {"deals": 9}, players=5)
    go_to_turn(host)
    watching.goto(host.url)
    watching.get_by_role("textbox").fill("Boris")
    watching.get_by_role("textbox").press("Enter")
    expect(watching.locator("[data-sit]")).to_have_count(4)
    assert watching.evaluate(CUT) == []
    watching.get_by_role("button", name="Take the seat of Borya").click()
    expect(watching.locator("[data-seat].own")).to_contain_text("Boris")


@pytest.mark.parametrize("watches", [False, True])
def test_what_is_said_hides_no_score_and_no_other_name(come: Come, url: str, watches: bool) -> None:
    """A player sees three seats in a row, who watches four in two."""
    host, other = come("en", "phone"), come("en", "phone")
    make_table(host, url, "kozel", {"boasts": "none"}, players=4)
    host.wait_for_selector(f"{MINE}, {GO_ON}")
    other.goto(host.url)
    other.get_by_role("textbox").fill("Boris")
    other.get_by_role("textbox").press("Enter")
    other.locator("[data-sit='1'], [data-sit='3']").first.click()
    expect(other.locator("[data-seat].own")).to_contain_text("Boris")
    looks = come("en", "phone") if watches else host
    if watches:
        looks.goto(host.url)
        looks.get_by_role("textbox").fill("Clara")
        looks.get_by_role("textbox").press("Enter")
    expect(looks.locator("[data-seat='1']")).to_contain_text("Boris")
    looks.wait_for_selector("[data-team] h2")
    open_menu(other)
    other.locator("dialog summary").get_by_text("Talk").click()
    other.locator("dialog select").select_option(index=1)
    looks.wait_for_selector("[data-bubble]")
    bubbles, hidden = looks.evaluate(UNDER_BUBBLES, ".seat .name, [data-team] h2")
    assert bubbles >= 1
    assert hidden == []


def test_a_note_of_one_turn_is_gone_with_it(context: BrowserContext, page: Page, url: str) -> None:
    """Another window of the same person makes the move."""
    make_table(page, url, "kozel", {"boasts": "none"}, players=4)
    play_until(page, BARRED, random.Random(5))
    other = context.new_page()
    other.goto(page.url)
    other.wait_for_selector(BARRED)
    page.locator(BARRED).first.click(position=EDGE)
    expect(page.locator(".hint.note")).to_have_text(re.compile("нельзя|may not be played"))
    held = hand_of(page)
    other.locator(".own button.can").first.click(position=EDGE)
    other.locator("[data-move].primary").click()
    expect(page.locator(".own [data-card]")).to_have_count(len(held) - 1)
    expect(page.locator(".hint.note")).to_have_count(0)


def test_a_button_pressed_twice_at_once_makes_one_move(page: Page, url: str) -> None:
    make_table(page, url, "kozel", {"boasts": "none"}, players=4)
    play_until(page, ".own button.can", random.Random(5))
    held = hand_of(page)
    page.locator(".own button.can").first.click(position=EDGE)
    page.locator("[data-move].primary").evaluate("button => { button.click(); button.click(); }")
    expect(page.locator(".own [data-card]")).to_have_count(len(held) - 1)
    expect(page.locator(".hint.note")).to_have_count(0)


def test_four_choices_stand_in_twos_on_a_phone(page: Page, url: str) -> None:
    make_table(page, url, "thirty_one", {}, players=2)
    page.wait_for_selector(".table")
    open_menu(page)
    pace = page.get_by_role("group", name=re.compile("Темп ботов|Pace of the bots"))
    tops = pace.locator("label").evaluate_all("labels => labels.map((each) => each.getBoundingClientRect().top)")
    assert len(tops) == 4
    assert tops[0] == tops[1] < tops[2] == tops[3]
