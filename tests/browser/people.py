"""Several people at one table, each in a browser of his own: how they come together, play, and what each is shown."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from bench.browsing import make_table
from kozyr.cards import CASES, PACK, wording
from kozyr.kernel.terms import LANGUAGES
from tests.browser.playing import AGAIN, GO_ON, MINE, move_once


class Come(Protocol):
    """Brings somebody new: his language, ``phone`` or ``desktop``, and of what his browser may complain."""

    def __call__(self, language: str, screen: str, *, expected: str = ...) -> Page: ...


MOST_MS = 60_000
"""A test that waits so long for the page has failed."""
SCREENS = {
    "phone": ViewportSize(width=360, height=640),
    "desktop": ViewportSize(width=1440, height=900),
}
TABLES: dict[str, tuple[int, dict[str, object]]] = {
    "kozel": (4, {"spas": 60, "boasts": "none"}),
    "thirty_one": (2, {"deals": 2}),
    "shalashik": (2, {"hut": "risk", "deals": 1, "max_turns": 4}),
}
"""How many play, and options that end a match soon. A boast at Kozel would show cards of the hands."""
OPEN = {"kozel": "", "thirty_one": "[data-row=open]", "shalashik": ".pile"}
"""The cards that everybody sees and that may come into a hand: whoever has one of them is known to have it."""
DOES = ".own [data-card], [data-move], [data-list], [data-slide], [data-ready], [data-back], .hint.mine"
"""Whatever makes a move, or says that one may be made."""
BELONGS = {"ru": "Анна", "en": "Boris"}
"""The friend who speaks a language."""
CALM = f".table:not([data-busy]):not(:has({GO_ON}))"
"""A table on which all is shown that is known, in mid-deal."""
LOOKED_AT_MS = 20
MOST_LOOKS = 1500
FORWARD = """([mine, goOn]) => {
  document.querySelectorAll(goOn).forEach((button) => button.click());
  return document.querySelector(mine) !== null;
}"""
"""A script: go on from a deal that is over; whether it is one's turn."""
NAMES = {wording(language).say(card, case): str(card) for card in PACK for language in LANGUAGES for case in CASES}
"""What cards are called in full, in all languages and cases."""
LOOK = """([lyingOpen, goOn, names]) => {
  const shown = (within) => {
    const letters = {В: 'J', Д: 'Q', К: 'K', Т: 'A', 10: 'T'};
    const signs = {'♣': 'c', '♠': 's', '♥': 'h', '♦': 'd'};
    const found = new Set();
    const code = (rank, suit) => found.add((letters[rank] ?? rank) + suit);
    for (const card of document.querySelectorAll(`${within} svg.card`)) {
      const index = card.querySelector('use.index')?.getAttribute('href')?.slice('#index-'.length);
      if (index) code(index, card.getAttribute('class').match(/suit-(\\w)/)[1]);
    }
    for (const card of document.querySelectorAll(`${within} [data-card]`)) found.add(card.dataset.card);
    const parts = [...document.querySelectorAll(within)].map((part) => part.cloneNode(true));
    const past = '.story, .log, [data-heard], script';
    for (const part of parts) part.querySelectorAll(past).forEach((old) => old.remove());
    const all = parts.flatMap((part) => [part, ...part.querySelectorAll('*')]);
    const named = all.flatMap((each) => [...each.attributes].map(({value}) => value));
    const text = [...parts.map((part) => part.textContent), ...named].join('|');
    for (const [, ranks, sign] of text.matchAll(/((?:(?:10|[6-9JQKAВДКТ])\\s?)+)([♣♠♥♦])/g))
      for (const rank of ranks.match(/10|./g).filter((each) => each.trim())) code(rank, signs[sign]);
    const said = text.toLowerCase();
    for (const [name, card] of Object.entries(names)) if (said.includes(name)) found.add(card);
    return [...found];
  };
  const deal = document.querySelector('header .title').textContent.match(/\\d+/)?.[0];
  return {
    deal: document.querySelector(goOn) ? 0 : Number(deal ?? 0),
    shown: shown('body'),
    open: lyingOpen ? shown(lyingOpen) : [],
    hand: [...document.querySelectorAll('.own [data-card]')].map((card) => card.dataset.card),
  };
}"""
"""A script: what a page shows. Its log tells of earlier deals too, and is left out."""


@contextmanager
def visiting(browser: Browser, language: str, screen: str, *scripts: str) -> Iterator[BrowserContext]:
    """A window of somebody new, whose cards lie still; the scripts run before those of every page."""
    context = browser.new_context(viewport=SCREENS[screen], locale=language, reduced_motion="reduce")
    context.set_default_timeout(MOST_MS)
    for script in scripts:
        context.add_init_script(script)
    try:
        yield context
    finally:
        context.close()


@dataclass(frozen=True)
class Sight:
    """What a page shows: of which deal (0: it is over), which cards at all, which of them open to everybody."""

    deal: int
    shown: frozenset[str]
    open: frozenset[str]
    hand: tuple[str, ...]


def make_for_two(
    host: Page,
    friend: Page,
    url: str,
    game: str,
    options: dict[str, object],
    *,
    players: int = 2,
    clock: dict[str, object] | None = None,
) -> None:
    """One opens a table, the other comes by its link; both sit down and are ready, the other seats are bots'."""
    make_table(host, url, game, options, players=players, friends=1, settings={"clock": clock or {}})
    link = host.locator("input[readonly]").input_value()
    come_by(friend, link)
    friend.get_by_role("button", name=re.compile("^(Сесть|Sit down)$")).first.click()
    for page in (friend, host):  # a seat that is taken withdraws what was said before: the friend has his first
        page.click("[data-ready]")
    for page in (host, friend):
        page.wait_for_selector(".table")


def come_by(page: Page, link: str) -> None:
    """Open the link of a table and say one's name."""
    page.goto(link)
    name = page.get_by_role("textbox")
    name.fill(BELONGS["ru" if is_russian(page) else "en"])
    name.press("Enter")


def is_russian(page: Page) -> bool:
    """Whether the page speaks Russian now."""
    return page.locator("html").get_attribute("lang") == "ru"


def sight_of(page: Page, lying_open: str = "") -> Sight:
    """What a page shows now; ``lying_open`` is where cards lie that everybody sees."""
    told = page.evaluate(LOOK, [lying_open, GO_ON, NAMES])
    return Sight(told["deal"], frozenset(told["shown"]), frozenset(told["open"]), tuple(told["hand"]))


def play_both(pages: tuple[Page, Page], chance: random.Random, look: Callable[[], None], *, most: int = 4000) -> None:
    """Whoever is to move does, with a look before, until the match is over for both."""
    for _ in range(most):
        if turn := turn_of(pages):
            look()
            move_once(turn[0], chance)
        elif all(page.locator(AGAIN).count() for page in pages):
            return
    raise AssertionError("the match is not over")


def turn_of(pages: tuple[Page, Page]) -> tuple[Page, Page] | None:
    """Who is to move now, and the other; None where nobody is. A finished deal is gone on from."""
    for page, other in (pages, pages[::-1]):
        there = page.evaluate(FORWARD, [MINE, GO_ON])
        if there:
            return page, other
    pages[0].wait_for_timeout(LOOKED_AT_MS)
    return None


def wait_for_turn(pages: tuple[Page, Page]) -> tuple[Page, Page]:
    """Who is to move, and the other, as soon as somebody is."""
    for _ in range(MOST_LOOKS):
        if turn := turn_of(pages):
            return turn
    raise AssertionError("nobody is to move")


def open_menu(page: Page) -> None:
    """The menu of the table."""
    page.get_by_role("button", name=re.compile("^(Меню|Menu)$")).click()
    expect(page.locator("dialog[open]")).to_be_visible()


def propose(page: Page, words: str) -> None:
    """Propose something in the menu of the table, by its name in either language."""
    open_menu(page)
    page.get_by_role("button", name=re.compile(words)).click()


def answer(page: Page, *, agrees: bool) -> None:
    """Say yes or no to what is proposed."""
    page.locator(".vote").get_by_role(
        "button", name=re.compile("^(Согласен|Agree)$" if agrees else "^(Не согласен|Disagree)$")
    ).click()
