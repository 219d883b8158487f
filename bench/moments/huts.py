"""Moments of a hut of cards: its list, its fall, a full hand, three dimensions again and again."""

from __future__ import annotations

import random
import re
from typing import Final

from playwright.sync_api import Page

from bench.hut_tables import make_table
from bench.moments.windows import Opened
from tests.browser.playing import GO_ON, play_on, play_until

MOST_STEPS: Final = 400
FALLEN: Final = re.compile("Шалашик упал!|hut has fallen!")
MANY: Final = 15
_SPACED: Final = "canvas[data-ready]"


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


MOMENTS: Final[dict[str, Opened]] = {
    "hut-list": open_list,
    "fall-still": open_fall("risk"),
    "full-hand": open_full_hand,
    "space-fall": open_fall("physics"),
    "space-over": lambda page, url: open_space_end(page, url, deals=3),
    "space-end": open_space_end,
    "space-next": open_next_space,
    "space-again": open_space_again,
}
