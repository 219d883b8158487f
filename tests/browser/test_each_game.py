"""A few moves of each game: what is tried first in every browser."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page

from tests.browser.playing import AGAIN, GO_ON, MINE, move_once, start

GAMES = ("kozel", "thirty_one", "shalashik")
MOVES = 3


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_begun_and_played(page: Page, url: str, game: str) -> None:
    chance = random.Random(game)
    start(page, url, game)
    for _ in range(MOVES):
        if page.locator(MINE).count():
            move_once(page, chance)
        page.wait_for_selector(f"{MINE}, {GO_ON}, {AGAIN}")
    assert page.locator(".table").count()
