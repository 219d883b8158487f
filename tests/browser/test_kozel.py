"""Kozel at its own table in a real browser: a match to its result, keys alone, a finger on the pack, and why not."""

import itertools
import random
import re

import pytest
from playwright.sync_api import Page, expect

from bench.browsing import make_table
from tests.browser.playing import (
    AGAIN,
    BARRED,
    GO_ON,
    HURRIED,
    MINE,
    enter,
    move_once,
    play_on,
    play_until,
    settle,
    tab_to,
)
from tests.browser.watching import faults_of

SLIDE = "[data-slide]"
REFUSED = ".hint.note"


def start_at_once(page: Page, url: str, **options: object) -> None:
    """A match with bots that do not hesitate, and cards that lie still and are read fast."""
    page.add_init_script(HURRIED)
    make_table(page, url, "kozel", options, players=4)
    page.wait_for_selector(f"{MINE}, {GO_ON}")


HIDDEN_BY_THE_FELT = """() => {
  const felt = document.querySelector('.felt').getBoundingClientRect();
  return [...document.querySelectorAll('.felt [data-team] > *')].filter((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top < felt.top || bottom > felt.bottom || part.scrollHeight > part.clientHeight + 1;
  }).map((part) => part.outerHTML.slice(0, 80));
}"""
"""A script: what of a team's board and figures goes beyond the felt, or is cut."""


def test_a_match_is_played_against_bots_to_its_result_and_never_scrolls(page: Page, url: str) -> None:
    start_at_once(page, url, spas=60)  # two pairs a deal, and so the fewest deals
    assert page.locator("[data-team]").count() == 2
    page.set_viewport_size({"width": 320, "height": 568})
    play_until(page, ".own [data-card]", random.Random(11))
    expect(page.locator("[data-team] > p")).to_have_count(2)  # the pairs are told by the boards alone
    for _ in range(50):  # the felt finds its size in some steps
        if not page.evaluate(HIDDEN_BY_THE_FELT):
            break
        page.wait_for_timeout(100)
    assert page.evaluate(HIDDEN_BY_THE_FELT) == []
    page.set_viewport_size({"width": 360, "height": 640})
    assert play_on(page, random.Random(11), look=assert_no_scrolling) > 0
    expect(page.locator(AGAIN)).to_be_visible()
    pairs = [
        int(text or "") for text in page.locator("[data-final]").evaluate_all("all => all.map(e => e.dataset.final)")
    ]
    assert max(pairs) == 6
    assert page.locator("section.over [data-pairs]").evaluate_all("all => all.map(e => +e.dataset.pairs)") == pairs


def assert_no_scrolling(page: Page) -> None:
    """All of the page is in sight."""
    high, wide = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert high <= 640
    assert wide <= 360


def test_a_deal_is_played_by_the_keyboard_alone(page: Page, url: str) -> None:
    start_at_once(page, url)
    chance = random.Random(3)
    played = 0
    while not page.locator(GO_ON).count():
        page.wait_for_selector(f"{MINE}, {GO_ON}")
        if page.locator(GO_ON).count():
            break
        if page.locator(SLIDE).count():
            tab_to(page, SLIDE)
            before = page.locator(SLIDE).input_value()
            page.keyboard.press("ArrowLeft")
            assert int(page.locator(SLIDE).input_value()) == int(before) - 1
            enter(page)
        elif page.locator(".own button.can").count():
            tab_to(page, ".own [data-card]")
            if chance.random() < 0.5:
                page.keyboard.press("ArrowLeft")
            while not page.locator(".own button.can:focus").count():
                page.keyboard.press("ArrowRight")
            enter(page)
            played += 1
        else:
            tab_to(page, "[data-move]")
            enter(page)
        settle(page)
    assert played in {0, 8}  # 0 where three redeals in a row have ended it
    expect(page.locator(GO_ON)).to_be_focused()
    enter(page)
    expect(page.locator(GO_ON)).to_have_count(0)


@pytest.mark.parametrize("language", ["ru"])
def test_the_pack_is_cut_where_a_finger_slides_to(page: Page, url: str) -> None:
    start_at_once(page, url)
    play_until(page, SLIDE, random.Random(5))
    box = page.locator(SLIDE).bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.2, middle, steps=6)
    page.mouse.up()
    number = int(page.locator(SLIDE).input_value())
    assert 1 < number < 12
    assert page.locator(".pack .up").count() == number
    page.locator("[data-move].primary").click()
    settle(page)


@pytest.mark.parametrize("language", ["en"])
def test_a_card_is_drawn_to_the_table(page: Page, url: str) -> None:
    start_at_once(page, url)
    play_until(page, ".own button.can", random.Random(5))
    card = page.locator(".own button.can").first
    name = card.get_attribute("data-card")
    box, felt = card.bounding_box(), page.locator(".felt").bounding_box()
    assert box is not None
    assert felt is not None
    page.mouse.move(box["x"] + 15, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2, steps=5)
    page.mouse.up()
    expect(page.locator(f".own [data-card='{name}']")).to_have_count(0)


def test_a_card_that_may_not_be_played_is_answered_with_the_rule(page: Page, url: str, language: str) -> None:
    start_at_once(page, url)
    play_until(page, BARRED, random.Random(5))
    hand = page.locator(".own [data-card]").count()
    page.locator(".own [data-card]:not(.can)").first.click()
    # For the browser, where the text is looked for, no Cyrillic letter is a \w.
    rule = {"ru": r"нельзя\. [А-ЯЁ][а-яё]+.*[а-яё]", "en": r"may not be played\. [A-Z][a-z]+.*[a-z]"}[language]
    expect(page.locator(REFUSED)).to_contain_text(re.compile(rule))
    assert page.locator(".own [data-card]").count() == hand
    assert page.locator(MINE).count() == 1


@pytest.mark.parametrize("language", ["en"])
def test_the_last_trick_is_looked_at_by_tap_and_by_key(page: Page, url: str) -> None:
    start_at_once(page, url)
    play_until(page, "[data-tricks]:not(:disabled)", random.Random(5))
    page.locator("[data-tricks]:not(:disabled)").first.click()
    expect(page.locator("dialog[open] [data-owner]")).to_have_count(4)
    page.keyboard.press("Escape")
    page.wait_for_selector(MINE)
    page.locator("[data-tricks]:not(:disabled)").first.focus()
    page.keyboard.press("l")
    expect(page.locator("dialog[open] .wins")).to_have_count(1)


@pytest.mark.parametrize("language", ["ru"])
def test_axe_finds_nothing_in_mid_deal(page: Page, url: str, axe: str) -> None:
    start_at_once(page, url)
    play_until(page, "[data-owner]", random.Random(5))
    for theme, contrast in itertools.product(("light", "dark"), ("normal", "high")):
        page.evaluate(
            "([theme, contrast]) => Object.assign(document.documentElement.dataset, {theme, contrast})",
            [theme, contrast],
        )
        assert (theme, contrast, faults_of(page, axe)) == (theme, contrast, [])


def test_everything_to_touch_is_large_enough(page: Page, url: str) -> None:
    start_at_once(page, url)
    play_until(page, ".own button.can", random.Random(5))
    small = page.evaluate(
        """[...document.querySelectorAll('.table button, header button, header a')].filter((each) => {
            const { width, height } = each.getBoundingClientRect();
            return width < 43.5 || height < 43.5;
        }).map((each) => each.outerHTML.slice(0, 80))"""
    )
    steps = page.locator(".own [data-card]").evaluate_all("all => all.map((each) => each.getBoundingClientRect().x)")
    assert small == []
    assert all(right - left >= 43.5 for left, right in itertools.pairwise(steps))


def test_nothing_sounds_until_it_is_asked_for(page: Page, url: str) -> None:
    page.add_init_script(
        "window.sounded = 0; const old = AudioContext;"
        "window.AudioContext = class extends old { constructor() { super(); window.sounded += 1; } };"
    )
    start_at_once(page, url)
    move_once(page, random.Random(5))
    assert page.evaluate("window.sounded") == 0
    page.goto(f"{url}/settings")
    page.get_by_role("switch", name=re.compile("^(Звуки|Sounds)")).check()
    assert page.evaluate("window.sounded") == 1
