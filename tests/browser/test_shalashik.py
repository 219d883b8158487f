"""Shalashik in a real browser: a match to its result, a hut pulled at by the mouse, and by the keyboard alone."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.browsing import arguments, chromium
from bench.hut_tables import drag, find_card, make_table
from tests.browser.playing import AGAIN, play_on
from tests.browser.watching import Watcher, faults_of

STUCK = re.compile("ещё не вышла|not out yet")
RISK = re.compile("надёжно|сомнительно|опасно|гибельно|safe|doubtful|dangerous|deadly")


@pytest.mark.parametrize("language", ["ru"])
def test_a_match_is_played_against_bots_to_its_result(page: Page, url: str) -> None:
    make_table(page, url, {"hut": "risk", "deals": 1, "max_turns": 6}, players=3)
    assert page.locator("canvas").count() == 0
    moves = play_on(page, random.Random(3))
    assert moves > 0
    expect(page.locator(AGAIN)).to_be_visible()
    expect(page.locator("section.over tbody tr")).to_have_count(3)


def test_a_card_is_chosen_and_pulled_by_the_keyboard_alone(page: Page, url: str, axe: str) -> None:
    make_table(page, url, {"hut": "risk", "deals": 1})
    expect(page.locator("[data-move].primary")).to_have_count(0)  # nothing is chosen for anybody
    assert faults_of(page, axe) == []
    page.locator("[data-list]").focus()
    page.keyboard.press("Enter")
    radios = page.get_by_role("radio")
    expect(radios.first).to_have_attribute("aria-label", re.compile(r"надёжно|safe"))
    assert faults_of(page, axe) == []
    radios.first.focus()
    page.keyboard.press("ArrowDown")
    expect(radios.nth(0)).to_have_attribute("aria-checked", "true")
    page.keyboard.press("ArrowDown")
    expect(radios.nth(1)).to_be_focused()
    number = radios.nth(1).inner_text()
    page.keyboard.press("Space")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("[data-list]")).to_contain_text(number)
    expect(page.locator("[data-move].primary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text(re.compile("вытянута|тянет|pulls"))


def test_the_whole_heap_is_in_sight_on_a_small_phone(page: Page, url: str) -> None:
    make_table(page, url, {"hut": "risk", "deals": 1})
    felt = page.locator(".felt").bounding_box()
    cards = page.locator("[data-place]")
    expect(cards.first).to_be_visible()
    assert felt is not None
    for card in cards.all():
        box = card.bounding_box()
        assert box is not None
        assert box["y"] >= felt["y"]
        assert box["y"] + box["height"] <= felt["y"] + felt["height"]
        assert box["x"] >= felt["x"]
        assert box["x"] + box["width"] <= felt["x"] + felt["width"]
    sizes = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert sizes[0] <= sizes[1]


def test_without_webgl_bodies_are_drawn_still_and_a_steady_hand_pulls(page: Page, url: str) -> None:
    pytest.importorskip("mujoco")
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    make_table(page, url, {"hut": "physics", "deals": 1})
    assert page.locator("canvas").count() == 0
    page.locator(".buttons .icon").last.click()
    page.locator("[data-move].primary").click()
    expect(page.locator("p.told")).to_contain_text(re.compile("Вы тянете|You are pulling"))
    expect(page.get_by_role("log")).to_contain_text(re.compile("вытянута|тянет|pulls"))


@pytest.fixture
def deep(browser: Browser, url: str, language: str) -> Iterator[Page]:
    """A page in a browser that draws in three dimensions."""
    pytest.importorskip("mujoco")
    if browser.browser_type.name != "chromium":
        pytest.skip("only Chromium draws in three dimensions by itself where there is no graphics card")
    program = chromium()
    assert program is not None
    other = browser.browser_type.launch(executable_path=program, args=arguments(webgl=True))
    page = other.new_page(viewport={"width": 360, "height": 640}, locale=language)
    page.set_default_timeout(120_000)
    watcher = Watcher(url)
    watcher.watch(page)
    yield page
    assert (watcher.strangers, watcher.complaints) == ([], [])
    other.close()


def test_a_card_is_dragged_from_under_the_hut_by_the_mouse(deep: Page, url: str, axe: str) -> None:
    make_table(deep, url, {"hut": "physics", "deals": 1})
    deep.wait_for_selector("canvas[data-ready]")
    spot = find_card(deep)
    expect(deep.locator("[data-list]")).to_contain_text(RISK)
    assert faults_of(deep, axe) == []
    before = deep.locator("canvas").screenshot()
    drag(deep, spot, (0, 90))
    assert deep.locator("canvas").screenshot() != before
    deep.mouse.up()
    out, stuck = deep.locator(".own [data-card]"), deep.get_by_text(STUCK)  # it is in the hand, or not out yet
    expect(out.or_(stuck).first).to_be_visible(timeout=60_000)
