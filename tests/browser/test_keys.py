"""A whole match by the keyboard alone, from the start to the result, and every event of it heard."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from kozyr.games import get_game
from tests.browser.hearing import LISTENS, heard, told
from tests.browser.people import visiting
from tests.browser.playing import AGAIN, GO_ON, HURRIED, MINE, enter, has_focus, tab_to
from tests.browser.watching import Wire

MOST_TABS = 90
MOST_STEPS = 400
MOST_TO_THE_HAND = 16
"""So many presses of Tab, with what may be said on its way, bring one from the head of the table to the hand."""
HAND = ".own [data-card]"
OPEN = "[data-row=open] [data-card]"
NOTE = "[role=status].note"
SPOKEN = ".whole > p[aria-live]"
LOST = """
  window.lost = [];
  let began = false;
  let last = '';
  let tabbed = false;
  addEventListener('keydown', ({ key }) => { tabbed = key === 'Tab'; }, true);
  addEventListener('focusin', ({ target }) => { began = true; tabbed = false; last = target.outerHTML.slice(0, 120); });
  const look = () => {
    if (began && !tabbed && (document.activeElement === document.body || document.activeElement === null))
      window.lost.push(`${document.querySelector('main')?.innerText.slice(0, 40)} after ${last}`);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""
"""A script: looks at every picture that the browser draws whether keys would go nowhere.

Where Tab goes beyond the end of the page it comes to the head of it, by way of the browser's own bars."""
SHORT = {
    "kozel": {"option_spas": 60},
    "thirty_one": {"option_deals": 2},
    "shalashik": {"option_max_turns": 6, "option_deals": 1},
}
"""Options that make a match short: numbers, by their names, in the order of the form."""


@pytest.fixture(params=[("ru", "phone"), ("en", "desktop")], ids=["phone-ru", "desk-en"])
def seat(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A language and a screen."""
    language, screen = request.param
    return language, screen


@pytest.fixture
def language(seat: tuple[str, str]) -> str:
    """The language of the browser."""
    return seat[0]


@pytest.fixture
def context(browser: Browser, seat: tuple[str, str]) -> Iterator[BrowserContext]:
    """A window of somebody new, who hears what is told."""
    with visiting(browser, *seat, HURRIED, LISTENS, LOST) as context:
        yield context


class Keys:
    """A person with a keyboard and nothing else."""

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        self.language = language

    def press(self, *keys: str) -> None:
        """One key after another."""
        for key in keys:
            if key == "Enter":
                enter(self.page)
            else:
                self.page.keyboard.press(key)

    def is_at(self, wanted: str) -> bool:
        """Whether something wanted has the focus."""
        return has_focus(self.page, wanted)

    def tab_to(self, wanted: str) -> int:
        """Press Tab until something wanted has the focus; how often that was."""
        return tab_to(self.page, wanted, MOST_TABS)

    def go_to(self, wanted: str, key: str, most: int = 40) -> None:
        """Press an arrow until something wanted has the focus."""
        for _ in range(most):
            if self.is_at(wanted):
                return
            self.press(key)
        raise AssertionError(f"{wanted} is not reached by {key}")

    def turn_of(self) -> bool:
        """Wait for the next turn of one's own, over finished deals; whether the match is not over."""
        while True:
            self.page.wait_for_selector(f"{MINE}, {GO_ON}, {AGAIN}")
            if self.page.locator(AGAIN).count():
                return False
            if not self.page.locator(GO_ON).count():
                self.page.wait_for_selector(f".table:not([data-busy]), {GO_ON}, {AGAIN}")
                return True
            expect(self.page.locator(GO_ON)).to_be_focused()
            self.press("Enter")
            expect(self.page.locator(GO_ON)).to_have_count(0)

    def make_table(self, game: str) -> None:
        """From the start, over the form, to a short match with quick bots."""
        texts = get_game(game).terms
        self.page.wait_for_selector("[data-play]")
        self.tab_to(f"a[href='/new/{game}']")
        self.press("Enter")
        self.page.wait_for_selector("[data-make]")
        self.tab_to(".name input")
        self.page.keyboard.type(self.name)
        seats = self.page.locator("main select").count()
        for number in range(2, seats + 2):
            self.tab_to(f"select[aria-label$=' {number}']")
            while self.page.locator(f"select[aria-label$=' {number}']").input_value() != "careful":
                self.press("ArrowDown")
        for option, value in SHORT[game].items():
            title = texts.text(option, self.language)
            field = self.page.get_by_role("textbox", name=title)
            self.tab_to(f"input[id='{field.get_attribute('id')}']")
            self.press("Control+a")
            self.page.keyboard.type(str(value))
        pace = self.page.get_by_role("group", name=re.compile("^(Темп ботов|Pace of the bots)"))
        expect(pace).to_have_count(1)
        self.tab_to("fieldset:has-text('Темп ботов') input, fieldset:has-text('Pace of the bots') input")
        self.press("ArrowRight", "ArrowRight")
        expect(self.page.get_by_role("radio", name=re.compile("^(сразу|at once)$"))).to_be_checked()
        self.tab_to("[data-make]")
        self.press("Enter")

    @property
    def name(self) -> str:
        """What one is called."""
        return {"ru": "Вера", "en": "Vera"}[self.language]

    def move(self, chance: random.Random) -> None:
        """One move, whatever the game asks for."""
        page = self.page
        page.wait_for_selector("[data-list], [data-move], .own button[data-card], [data-slide]")
        if page.locator("[data-list]").count():
            self._pull(chance)
        elif page.locator("[data-slide]").count():
            self.tab_to("[data-slide]")
            self.press("ArrowLeft", "Enter")
        elif (
            page.locator("[data-row=open] .can").count()
            and page.locator(f"{HAND}.can").count()
            and chance.random() < 0.5
        ):
            self._swap()
        elif page.locator("[data-move]").count() and not (
            page.locator(f"{HAND}.can").count() and not page.locator("[data-row]").count() and chance.random() < 0.5
        ):
            self.tab_to("[data-move]")
            self.press("Enter")
        else:
            self.tab_to(HAND)
            self.go_to(f"{HAND}.can", "ArrowRight")
            self.press("Enter")
        page.wait_for_selector(f".table:not([data-busy]), {GO_ON}, {AGAIN}")

    def _pull(self, chance: random.Random) -> None:
        self.tab_to("[data-list]")
        self.press("Enter")
        self.page.wait_for_selector("dialog[open]")
        self.tab_to("[role=radio]")
        for _ in range(1 + chance.randrange(4)):
            self.press("ArrowDown")
        self.press("Space")
        expect(self.page.locator("[data-move].primary")).to_be_focused()
        self.press("Enter")

    def _swap(self) -> None:
        self.tab_to(HAND)
        self.go_to(f"{HAND}.can", "ArrowRight")
        self.press("Space", "ArrowUp")
        expect(self.page.locator(OPEN).and_(self.page.locator(":focus"))).to_have_count(1)
        self.go_to(f"{OPEN}.can", "ArrowRight")
        self.press("Space", "Enter")


@pytest.mark.parametrize("game", ["kozel", "thirty_one", "shalashik"])
def test_a_match_is_played_from_start_to_result_by_keys_alone_and_heard(
    page: Page, url: str, language: str, game: str
) -> None:
    wire, keys, chance = Wire(page), Keys(page, language), random.Random(4)
    page.goto(url)
    keys.make_table(game)
    looked = False
    for _ in range(MOST_STEPS):
        if not keys.turn_of():
            break
        if not looked and page.locator(HAND).count():
            looked = True
            assert_hand_is_one_stop(keys)
            assert_read_out(keys)
        assert_refused_in_words(keys)
        keys.move(chance)
        assert page.evaluate("window.lost") == []
    expect(page.locator(AGAIN)).to_be_focused()
    assert page.evaluate("window.lost") == []
    events = told(wire, get_game(game).terms, language, keys.name)
    assert len(events) > 10
    assert heard(page) == events


def assert_hand_is_one_stop(keys: Keys) -> None:
    """The cards that can be pointed at are one stop of Tab, and near the head of the table."""
    page = keys.page
    if not page.locator(f"button{HAND[4:]}").count() or not page.locator(".own button[data-card]").count():
        return  # while cards are pulled from under the hut the hand is only to be read
    keys.tab_to("header a")
    assert keys.tab_to(HAND) <= MOST_TO_THE_HAND
    assert page.locator(".own button[data-card][tabindex='0']").count() == 1
    if page.locator(HAND).count() > 1:
        keys.press("ArrowRight")
        assert keys.is_at(HAND)
    keys.press("Tab")
    assert not keys.is_at(HAND)
    keys.press("Shift+Tab")
    assert keys.is_at(HAND)


def assert_read_out(keys: Keys) -> None:
    """Single keys tell of hand, trick, score, marked cards, turn and last trick."""
    told = keys.page.locator(SPOKEN)
    if not keys.is_at(".table *"):
        keys.tab_to(".table button")
    for key, words in {
        "h": "^(Ваша рука|Your hand): ",
        "t": r"[^\s]",
        "s": r"\d",
        "m": ": ",
        "w": "^(Ваш ход|Your turn)",
        "l": "[Вв]зят|trick",
    }.items():
        keys.press(key)
        expect(told).to_contain_text(re.compile(words))
        if keys.page.locator("dialog[open]").count():
            keys.press("Escape")


def assert_refused_in_words(keys: Keys) -> None:
    """A card that may not be played says why not, where there is one."""
    page = keys.page
    if not page.locator(f"{HAND}.can").count() or not page.locator("button.can ~ button[data-card]:not(.can)").count():
        return
    if page.locator("[data-row]").count():
        return  # at Thirty-one every card may be chosen first
    keys.tab_to(HAND)
    keys.go_to(f"{HAND}:not(.can)", "ArrowRight")
    before = page.locator(HAND).count()
    keys.press("Enter")
    note = page.locator(NOTE)
    expect(note).to_contain_text({"ru": "нельзя. ", "en": "may not be played. "}[keys.language])
    assert page.locator(HAND).count() == before
    keys.press("Escape")
    expect(note).to_have_count(0)
