"""The table in a real browser: a match is played to its end, by taps and by keys, alone and with a friend."""

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.browsing import make_table
from tests.browser.people import open_menu
from tests.browser.playing import AGAIN, GO_ON, MINE, go_to_turn, hand_of, move_once, play_on, start
from tests.browser.watching import Watcher, faults_of


@pytest.mark.parametrize("language", ["ru"])
def test_thirty_one_is_played_against_bots_to_the_end_by_taps(page: Page, url: str) -> None:
    page.goto(f"{url}/new/thirty_one")
    page.get_by_role("group", name=re.compile("Места|Seats")).get_by_role("button").click()
    deals = page.get_by_role("textbox", name=re.compile("Сколько конов|Pots in a match"))
    deals.fill("2")
    deals.press("Tab")
    page.get_by_role("radio", name=re.compile("^(сразу|at once)$")).check()
    page.click("[data-make]")
    moves = play_on(page, random.Random(7))
    assert moves > 0
    expect(page.locator(AGAIN)).to_be_visible()
    expect(page.locator("section.over tbody tr")).to_have_count(3)


@pytest.mark.parametrize("game", ["kozel", "thirty_one", "shalashik"])
def test_every_game_begins_with_one_tap_and_needs_no_scrolling(page: Page, url: str, game: str) -> None:
    start(page, url, game)
    sizes = page.evaluate("[document.documentElement.scrollHeight, innerHeight, document.documentElement.scrollWidth]")
    assert sizes[0] <= sizes[1]
    assert sizes[2] <= 360


def test_a_reload_in_mid_deal_shows_the_same_hand(page: Page, url: str) -> None:
    start(page, url, "thirty_one")
    go_to_turn(page)  # the deal may be over before one's first turn
    hand = hand_of(page)
    page.reload()
    page.wait_for_selector(f"{MINE}, {GO_ON}")
    assert hand == hand_of(page)


def sit_down(page: Page, url: str) -> None:
    """A match of Thirty-one at one's own turn, with bots that do not hesitate."""
    make_table(page, url, "thirty_one", {}, players=3)
    go_to_turn(page)


def test_the_log_is_heard_whether_a_tour_is_offered_or_not(page: Page, url: str) -> None:
    """A screen reader reads what is added to a log, but not what stands in one that has only just come."""
    sit_down(page, url)
    log = page.get_by_role("log")
    log.evaluate("log => { log.dataset.first = '' }")
    page.click("[data-no-tour]")
    expect(page.locator("[data-no-tour]")).to_have_count(0)
    expect(log).to_have_attribute("data-first", "")
    while not page.locator(GO_ON).count():
        move_once(page, random.Random(7))
        page.wait_for_selector(f"{MINE}, {GO_ON}")
    expect(log).to_have_attribute("data-first", "")


def test_a_card_is_played_by_the_keyboard_alone(page: Page, url: str) -> None:
    sit_down(page, url)
    chance = random.Random(7)
    while page.locator(".own button.can").count() < 2:  # the deal is over, or there is nothing to swap with
        if page.locator(GO_ON).count():
            page.locator(GO_ON).click()
        else:
            move_once(page, chance)
        page.wait_for_selector(f"{MINE}, {GO_ON}")
    first = page.locator(".own [data-card]").first
    first.focus()
    page.keyboard.press("ArrowRight")
    second = page.locator(".own [data-card]").nth(1)
    expect(second).to_be_focused()
    page.keyboard.press("Space")
    expect(second).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(second).to_have_attribute("aria-pressed", "false")


def test_a_friend_comes_by_the_link(page: Page, browser: Browser, url: str, language: str) -> None:
    page.goto(f"{url}/new/thirty_one")
    page.click("[data-make]")
    page.wait_for_selector("[data-ready]")
    link = page.locator("input[readonly]").input_value()
    assert re.fullmatch(re.escape(url) + r"/t/[\w-]+", link)
    other = browser.new_context(viewport={"width": 1440, "height": 900}, locale=language)
    friend = other.new_page()
    watcher = Watcher(url)
    watcher.watch(friend)
    friend.goto(link)
    friend.get_by_role("textbox").fill("Вера")
    friend.get_by_role("textbox").press("Enter")
    friend.get_by_role("button", name=re.compile("Сесть|Sit down")).first.click()
    expect(page.get_by_text("Вера").first).to_be_visible()
    assert (watcher.strangers, watcher.complaints) == ([], [])
    other.close()


@pytest.mark.parametrize("game", ["kozel", "thirty_one", "shalashik"])
def test_axe_finds_nothing_at_the_table(page: Page, url: str, axe: str, game: str) -> None:
    start(page, url, game)
    assert faults_of(page, axe) == []
    open_menu(page)
    assert faults_of(page, axe) == []
