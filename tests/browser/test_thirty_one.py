"""Thirty-one at its own table in a real browser: matches, swaps of one and of two, keys alone, seven at a phone."""

import itertools
import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import AGAIN, GO_ON, MINE, cards_of, enter, go_to_turn, move_once, play_on, settle, tab_to
from tests.browser.watching import faults_of

OWN, OPEN = "[data-row=own] [data-card]", "[data-row=open] [data-card]"
PRIMARY = "[data-move].primary"
MOST_TURNS = 60
SIGNS = {"c": "♣", "s": "♠", "h": "♥", "d": "♦"}
PHONE = {"x": 360, "y": 640}
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Sizes that follow other sizes are known a frame later."""
NO_TOUR = "[data-no-tour]"
LONGEST = {
    "ru": "8♥ нельзя. Замена не принесла слива, и менять в этот ход больше нельзя",
    "en": "8♥ may not be played. The swap brought no drain, so there is no further swap in this turn",
}
"""So much may be said in answer to a tap."""


def sit_down(page: Page, url: str, players: int, pots: int = 12) -> None:
    """A match with bots that do not hesitate."""
    page.goto(f"{url}/new/thirty_one")
    page.get_by_role("radio", name=str(players), exact=True).first.check()
    page.get_by_role("group", name=re.compile("Места|Seats")).get_by_role("button").click()
    deals = page.get_by_role("textbox", name=re.compile("Сколько конов|Pots in a match"))
    deals.fill(str(pots))
    deals.press("Tab")
    page.get_by_role("radio", name=re.compile("^(сразу|at once)$")).check()
    page.click("[data-make]")
    page.wait_for_selector(f"{MINE}, {GO_ON}")


def come_to_a_swap(page: Page) -> None:
    """Go on until it is one's turn and a swap may be made."""
    for _ in range(MOST_TURNS):
        page.wait_for_selector(f"{MINE}, {GO_ON}")
        if page.locator(GO_ON).count():
            page.click(GO_ON)
        elif page.locator(f"{OWN}.can").count():
            return
        else:
            page.locator("[data-move]").first.click()
        settle(page)
    raise AssertionError("no swap may be made")


def leave_turn(page: Page) -> None:
    """Stay, and let the others play."""
    page.locator("[data-move=stay]").click()
    settle(page)


def choose_two_and_two(page: Page) -> bool:
    """Choose two own cards and two open ones, where some such swap may be made."""
    for one, other in ((0, 1), (0, 2), (1, 2)):
        page.locator(OWN).nth(one).click()
        page.locator(OWN).nth(other).click()
        if page.locator(f"{OWN}.picked").count() == 2:
            for card in page.locator(f"{OPEN}.can").all()[:2]:
                card.click()
            return True
        page.locator(OWN).nth(other).press("Escape")
    return False


@pytest.mark.parametrize("language", ["ru"])
def test_a_match_of_two_is_played_to_its_result(page: Page, url: str) -> None:
    sit_down(page, url, players=2, pots=3)
    assert play_on(page, random.Random(31)) > 0
    expect(page.locator(AGAIN)).to_be_visible()
    rows = page.locator("section.over tbody tr")
    expect(rows).to_have_count(2)
    amounts = [int(re.findall(r"\d+", text)[0]) for text in page.locator("section.over .amount").all_inner_texts()]
    assert sum(amounts) == 1000
    assert amounts == sorted(amounts, reverse=True)


def test_one_card_is_swapped_by_two_taps_and_the_worth_is_told_before(page: Page, url: str) -> None:
    sit_down(page, url, players=3)
    come_to_a_swap(page)
    hand, lying = cards_of(page.locator(OWN)), cards_of(page.locator(OPEN))
    page.locator(OWN).first.click()
    page.locator(OPEN).first.click()
    expect(page.locator(PRIMARY)).to_have_attribute("data-move", f"swap {hand[0]} {lying[0]}")
    expect(page.locator(PRIMARY)).to_have_text(re.compile(r": (\d+ (point|оч)|.+!)"))
    page.locator(OPEN).nth(1).click()  # another is taken instead
    expect(page.locator(PRIMARY)).to_have_attribute("data-move", f"swap {hand[0]} {lying[1]}")
    page.click(PRIMARY)
    settle(page)
    assert lying[1] in cards_of(page.locator(OWN))
    assert hand[0] not in cards_of(page.locator(OWN))
    expect(page.locator(".own [data-act]")).to_be_visible()


def test_two_cards_are_swapped_for_two(page: Page, url: str, axe: str) -> None:
    sit_down(page, url, players=2)
    for _ in range(MOST_TURNS):
        come_to_a_swap(page)
        if choose_two_and_two(page):
            break
        leave_turn(page)
    expect(page.locator(PRIMARY)).to_have_attribute("data-move", re.compile(r"swap \w\w,\w\w \w\w,\w\w"))
    assert faults_of(page, axe) == []
    taken = cards_of(page.locator(f"{OPEN}.picked"))
    page.click(PRIMARY)
    settle(page)
    assert set(taken) <= set(cards_of(page.locator(OWN)))


def test_a_deal_is_played_by_the_keyboard_alone(page: Page, url: str) -> None:
    sit_down(page, url, players=2)
    swapped = 0
    while not page.locator(GO_ON).count():
        if page.locator(f"{OWN}.can").count() and swapped == 0:
            tab_to(page, OWN)
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Space")
            page.keyboard.press("ArrowUp")
            expect(page.locator(f"{OPEN}:focus")).to_have_count(1)
            page.keyboard.press("Space")
            enter(page)
            swapped += 1
        else:
            tab_to(page, "[data-move=pass], [data-move=stay], [data-move=done]")
            enter(page)
        settle(page)
        page.wait_for_selector(f"{MINE}, {GO_ON}")
    expect(page.locator(GO_ON)).to_be_focused()
    enter(page)
    expect(page.locator(GO_ON)).to_have_count(0)


def test_seven_play_at_a_phone_without_scrolling_and_all_hands_are_shown(
    page: Page, url: str, axe: str, language: str
) -> None:
    sit_down(page, url, players=7)
    chance = random.Random(7)
    told = page.locator(".hint")
    swaps = 0
    for move in itertools.count():
        if page.locator(GO_ON).count():
            if swaps:
                break
            go_to_turn(page)
        assert_all_in_sight(page)
        swaps += assert_the_longest_swap_is_in_sight(page)
        if move == 0:
            assert_all_in_sight_below(page, told, LONGEST[language])
            page.locator(NO_TOUR).click()  # the rest without the offer
            assert_all_in_sight_below(page, told, LONGEST[language])
        move_once(page, chance)
        page.wait_for_selector(f"{MINE}, {GO_ON}")
    assert_all_in_sight(page)
    expect(page.locator("[data-seat]")).to_have_count(7)
    expect(page.locator("[data-ending]")).to_be_visible()
    assert_the_winner_lies_on_the_felt(page)
    assert page.locator("[data-best]").count() >= 1
    assert page.locator("[data-worth], [data-act=joins], [data-act=declines]").count() == 7
    assert faults_of(page, axe) == []


def assert_the_winner_lies_on_the_felt(page: Page) -> None:
    """What has won the pot is shown there once more; of a tie, nothing."""
    shown = cards_of(page.locator("[data-best-hand] [data-card]"))
    if not page.locator("[data-ending=won]").count():
        assert shown == []
    elif page.locator("[data-best].own").count():
        assert shown == cards_of(page.locator(OWN))
    else:
        suits = "".join(page.locator("[data-best] .mini").all_inner_texts())
        assert [SIGNS[card[1]] for card in shown] == re.findall("[♣♠♥♦]", suits)


def assert_all_in_sight_below(page: Page, told: Locator, text: str) -> None:
    """Nothing is cut where so much is said between felt and hand."""
    before = told.inner_text()
    told.evaluate("(told, text) => { told.firstChild.data = text }", text)
    assert_all_in_sight(page)
    told.evaluate("(told, text) => { told.firstChild.data = text }", before)


def assert_the_longest_swap_is_in_sight(page: Page) -> bool:
    """Two cards for two, a ten among each, where a seat tells of a swap; whether one does."""
    cards = page.locator("[data-seat]:not(.own) .swap .mini")
    if cards.count() < 2:
        return False
    set_words = "(card, words) => { [card.firstChild.data, words] = [words, card.firstChild.data]; return words }"
    pairs = list(zip((cards.nth(0), cards.nth(1)), ("10 9♥", "10 Q♦"), strict=True))
    before = [card.evaluate(set_words, words) for card, words in pairs]
    assert_all_in_sight(page)
    for (card, _), words in zip(pairs, before, strict=True):
        card.evaluate(set_words, words)
    return True


def assert_all_in_sight(page: Page) -> None:
    """Nothing of the table is beyond the screen or cut off, and whatever is touched is large enough."""
    page.evaluate(DRAWN)
    boxes = [box.bounding_box() for box in page.locator(f"[data-seat], .felt, {OWN}, .actions button").all()]
    for box in filter(None, boxes):
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["x"]
        assert box["y"] + box["height"] <= PHONE["y"]
    buttons = [box.bounding_box() for box in page.locator(".table button").all()]
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in filter(None, buttons))
    cut = page.evaluate(
        "[...document.querySelectorAll('[data-seat], [data-seat] .act, .felt > *')]"
        ".filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)"
        ".map((one) => [one.className, one.innerText, one.scrollWidth, one.scrollHeight].join())"
    )
    assert cut == []
