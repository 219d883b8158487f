"""Playing by taps at the generic table, whatever the game is: what a person could do, chosen by chance."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Position

MINE = ".hint.mine"
GO_ON = "[data-go-on]"
AGAIN = "[data-again]"
BARRED = ".own .can ~ [data-card]:not(.can), .own [data-card]:not(.can):has(~ .can)"
"""A card that may not be played, where another may."""
EDGE = Position(x=8, y=24)
"""Where a card is touched: in a full hand the next one lies over most of it."""
HURRIED = """
  const later = window.setTimeout;
  window.setTimeout = (call, ms = 0, ...rest) => later(call, ms <= 2000 ? ms / 20 : ms, ...rest);
"""
"""A script: a trick that lies to be read goes twenty times as soon. A finished deal still waits for its reader."""
TAKE_KEYS = "document.hasFocus() || window.focus()"
"""A script: takes the keys back from the browser's own bars, to which Tab goes beyond the end of a page. The page may
hear of it no sooner than by the next key."""


def start(page: Page, url: str, game: str) -> None:
    """Open the page and begin a match with bots: one tap."""
    page.goto(url)
    page.click(f"[data-play={game}]")
    page.wait_for_selector(f"{MINE}, {GO_ON}")


def go_to_turn(page: Page) -> bool:
    """Go on to the next turn of one's own, over finished deals; False where the match is over before."""
    anything = f"{MINE}, {GO_ON}, {AGAIN}"
    page.wait_for_selector(anything)
    while page.locator(GO_ON).count():
        page.locator(GO_ON).click()
        page.wait_for_selector(anything)
    return not page.locator(AGAIN).count()


def cards_of(cards: Locator) -> list[str]:
    """Cards on the page by their names, in their order."""
    names: list[str] = cards.evaluate_all("cards => cards.map((card) => card.dataset.card)")
    return names


def hand_of(page: Page) -> list[str]:
    """The cards of one's own hand, in their order."""
    return cards_of(page.locator(".own [data-card]"))


def tab_to(page: Page, wanted: str, most: int = 60) -> int:
    """Press Tab until something wanted has the focus; how often that was."""
    for presses in range(most):
        if has_focus(page, wanted):
            return presses
        page.keyboard.press("Tab")
        page.evaluate(TAKE_KEYS)
    there, at = page.locator(wanted).count(), page.evaluate("document.activeElement?.outerHTML.slice(0, 200)")
    raise AssertionError(f"{wanted} is not reached by Tab; there are {there} of it, and the focus is at {at}")


def enter(page: Page) -> None:
    """Press Enter; what the page makes of it has begun then, also where a driver does not wait for that."""
    page.keyboard.press("Enter")
    page.evaluate("new Promise((done) => requestAnimationFrame(done))")


def has_focus(page: Page, wanted: str) -> bool:
    """Whether something wanted has the focus."""
    return bool(page.locator(wanted).and_(page.locator(":focus")).count())


def play_on(
    page: Page, chance: random.Random, *, most_moves: int = 400, look: Callable[[Page], None] = lambda _: None
) -> int:
    """Play until the match is over, with a look at every step; how many moves were one's own."""
    for moves in range(most_moves):
        page.wait_for_selector(f"{MINE}, {GO_ON}, {AGAIN}")
        look(page)
        if page.locator(AGAIN).count():
            return moves
        if page.locator(GO_ON).count():
            page.locator(GO_ON).evaluate_all("buttons => buttons.forEach((button) => button.click())")
        else:
            move_once(page, chance)
    raise AssertionError(f"the match is not over after {most_moves} moves")


def play_until(page: Page, wanted: str, chance: random.Random, *, most_steps: int = 400) -> None:
    """Play until something is on the page, from one match to the next."""
    for _ in range(most_steps):
        page.wait_for_selector(f"{wanted}, {MINE}, {GO_ON}, {AGAIN}")
        if page.locator(wanted).count():
            return
        if page.locator(f"{GO_ON}, {AGAIN}").count():
            page.locator(f"{GO_ON}, {AGAIN}").click()
        else:
            move_once(page, chance)
    raise AssertionError(f"{wanted} has not come")


def move_once(page: Page, chance: random.Random) -> None:
    """One move: a card tapped twice, cards picked and played, or a move that is said."""
    said = page.locator("[data-move]:not(.primary)")
    cards = page.locator(".own button.can")
    if page.locator("[data-list]").count():
        pull_once(page, chance)
        return
    if cards.count() and (not said.count() or chance.random() < 0.4):
        card = cards.nth(chance.randrange(cards.count()))
        card.click(position=EDGE)
        primary = page.locator("[data-move].primary")
        if primary.count():
            if chance.random() < 0.5:
                card.click(position=EDGE)
            else:
                primary.click()
            settle(page)
            return
        other = page.locator(".felt button.can")
        if other.count():
            other.nth(chance.randrange(other.count())).click()
            if primary.count():
                primary.click()
                settle(page)
                return
        card.press("Escape")
    moves = said if said.count() else page.locator("[data-move]")
    if count := moves.count():  # none, where the turn was over while it was looked at
        moves.nth(chance.randrange(count)).click()
    settle(page)


def pull_once(page: Page, chance: random.Random) -> None:
    """Pull a card from under the hut: some steps down the list of risks, and the button."""
    for _ in range(1 + chance.randrange(6)):
        page.locator(".buttons .icon").last.click()
    page.click("[data-move].primary")
    settle(page)


def settle(page: Page) -> None:
    """Wait until the table has answered."""
    page.wait_for_selector(f".table:not([data-busy]), {GO_ON}, {AGAIN}")
