"""Moments of a deal against bots that come rarely, or that one asks for."""

from __future__ import annotations

import random
import re
from typing import Final

from playwright.sync_api import Page

from bench import browsing
from bench.moments.windows import Opened
from tests.browser.people import open_menu
from tests.browser.playing import BARRED, GO_ON, MINE, go_to_turn, move_once, play_until, settle

CLOCK: Final = {"kind": "move", "move_seconds": 7}


def begin(page: Page, url: str, game: str, options: dict[str, object] | None = None, players: int = 4) -> None:
    """A match with bots."""
    browsing.make_table(page, url, game, options or {}, players=players)
    page.wait_for_selector(f"{MINE}, {GO_ON}")


def open_stood_in(page: Page, url: str) -> None:
    """Out of time: a bot moves for oneself."""
    page.goto(url)
    browsing.make_table(page, url, "thirty_one", {"deals": 500}, players=3, settings={"clock": CLOCK, "pace": "normal"})
    page.wait_for_selector("[data-back]")


def open_dialog(button: str) -> Opened:
    """Something that opens over a table of Kozel in mid-deal."""

    def opened(page: Page, url: str) -> None:
        begin(page, url, "kozel")
        for _ in range(8):
            go_to_turn(page)
            move_once(page, random.Random(2))
        page.wait_for_selector(MINE)
        page.locator(button).first.click()
        page.wait_for_selector("dialog[open]")

    return opened


def open_kozel(wanted: str, **options: object) -> Opened:
    """A table of Kozel at the first moment that has something."""

    def opened(page: Page, url: str) -> None:
        begin(page, url, "kozel", options)
        play_until(page, wanted, random.Random(5))

    return opened


def open_refused(page: Page, url: str) -> None:
    """A card that may not be played, and why."""
    open_kozel(BARRED)(page, url)
    page.locator(".own [data-card]:not(.can)").first.click()
    page.wait_for_selector(".hint.note")


def open_drain(players: int) -> Opened:
    """The open cards are being drained."""

    def opened(page: Page, url: str) -> None:
        begin(page, url, "thirty_one", players=players)
        play_until(page, ".banner.drain", random.Random(5))

    return opened


def open_svara(page: Page, url: str) -> None:
    """A svara: the same pot is played for again."""
    begin(page, url, "thirty_one", {"tri_lba": "any_rank", "deals": 500}, players=5)
    join = "[data-move^=join]"
    play_until(page, join, random.Random(5))
    page.click(join)
    page.wait_for_selector(f"{MINE}:not(:has({join})), {GO_ON}")
    settle(page)


def open_hint(game: str, players: int, *, considered: bool = False) -> Opened:
    """The best move is shown, with all that was considered."""

    def opened(page: Page, url: str) -> None:
        options: dict[str, object] = {"hut": "risk", "deals": 1} if game == "shalashik" else {}
        begin(page, url, game, options, players)
        play_until(page, ".own button.can, [data-list]", random.Random(5))
        page.click("[data-hint]")
        page.wait_for_selector(".hint.advice")
        if considered:
            page.click("[data-considered-open]")
            page.wait_for_selector("dialog[open]")

    return opened


def open_leaving(page: Page, url: str) -> None:
    """Whether one is sure to leave."""
    begin(page, url, "kozel")
    open_menu(page)
    page.get_by_role("button", name=re.compile("^(Уйти из-за стола|Leave the table)$")).click()
    page.locator("dialog .primary").last.scroll_into_view_if_needed()


MOMENTS: Final[dict[str, Opened]] = {
    "stood-in": open_stood_in,
    "events": open_dialog(".story"),
    "leaving": open_leaving,
    "claims": open_kozel("[data-move^='claim'], [data-move='ask queens']", redeal_points=60),
    "queens": open_kozel(".bubble:has-text('амы есть'), .bubble:has-text('queens')", redeal_points=60),
    "claimed": open_kozel(".bubble .card", redeal_points=40),
    "over-redeals": open_kozel(GO_ON, redeal_points=60, redeal_limit=1),
    "refused": open_refused,
    "drain": open_drain(4),
    "drain-seven": open_drain(7),
    "svara": open_svara,
    "hint-kozel": open_hint("kozel", 4),
    "hint-thirty_one": open_hint("thirty_one", 4),
    "hint-shalashik": open_hint("shalashik", 3),
    "considered-kozel": open_hint("kozel", 4, considered=True),
    "considered-thirty_one": open_hint("thirty_one", 4, considered=True),
    "considered-shalashik": open_hint("shalashik", 3, considered=True),
}
