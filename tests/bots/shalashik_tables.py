"""Positions of Shalashik for tests of bots, made of packs, heaps, outcomes and moves alone.

The seat that brings the hut down gets the rest of the pack, so hands are set by who pulls what before that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kozyr.bots import make_bot
from kozyr.bots.bot import Choice
from kozyr.cards import PACK, parse_cards
from kozyr.games import get_game
from kozyr.games.shalashik.chance import Fall, Poses
from kozyr.games.shalashik.heap import CARDS
from kozyr.games.shalashik.match import ShalashikMatch
from kozyr.kernel.streams import Stream

GAME = get_game("shalashik")
CAREFUL = make_bot("shalashik", "careful")
APART: Poses = tuple((150.0 * (place % 7) - 450, 150.0 * (place // 7) - 300, 0.0) for place in range(CARDS))
"""A heap in which no card covers another."""


def thrown(players: int, cards: str = "", heap: Poses = APART, **options: Any) -> ShalashikMatch:
    """A match whose first heap is thrown, these cards from the bottom up; seat 0 begins to pull."""
    match = GAME.new_match(GAME.options.from_mapping(options), players)
    assert isinstance(match, ShalashikMatch)
    first = parse_cards(cards)
    match.resolve(players - 1)
    match.resolve((*first, *(card for card in PACK if card not in first)))
    match.resolve(heap)
    return match


def drawn(hands: Sequence[str], **options: Any) -> ShalashikMatch:
    """Seats pull these cards in turn, the last brings the hut down: it holds the rest and leads first.

    ``hands`` are those of all seats but the last, equally long.
    """
    rows = [hand.split() for hand in hands]
    players = len(hands) + 1
    laps = max(map(len, rows))
    spare = iter(card for card in map(str, PACK) if card not in " ".join(hands).split())
    order = [seat[lap] if seat else next(spare) for lap in range(laps) for seat in (*rows, [])]
    match = thrown(players, " ".join(order), **options)
    count = laps * players - 1  # the last pull of the last lap is that of the seat that brings the hut down
    return do(match, *(f"pull {place}" for place in range(count)), f"pull {count} x")


def do(match: ShalashikMatch, *texts: str) -> ShalashikMatch:
    """Make moves, each by whoever is to move; pulls stand, or bring the hut down with an ``x`` behind them."""
    for text in texts:
        seat = match.awaits
        assert isinstance(seat, int), f"nobody is to move, so not {text}"
        move, mark = GAME.parse_recorded(text)
        match.apply(seat, move)
        if isinstance(match.awaits, Fall):
            match.resolve(mark == "x")
    return match


def choice(match: ShalashikMatch) -> Choice:
    """What the careful bot chooses for the seat to move, and why."""
    assert isinstance(match.awaits, int)
    return CAREFUL.choose(match.view(match.awaits), Stream("test"))


def chosen(match: ShalashikMatch, *texts: str) -> str:
    """The move the careful bot makes after some moves."""
    return str(choice(do(match, *texts)).move)


def values(match: ShalashikMatch) -> dict[str, float]:
    """The careful bot's value of each legal move."""
    return {str(reason.move): reason.value for reason in choice(match).reasons}
