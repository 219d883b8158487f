"""Matches of Shalashik brought to a wanted position, for the tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kozyr.cards import PACK, Card, cards_of, mask_of, parse_cards
from kozyr.games.shalashik import GAME
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.chance import Fall, Poses
from kozyr.games.shalashik.heap import CARDS
from kozyr.games.shalashik.match import ShalashikMatch
from kozyr.games.shalashik.options import ShalashikOptions
from kozyr.games.shalashik.tests.oracle import Table
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import random_move
from kozyr.kernel.streams import Stream

APART: Poses = tuple((150.0 * (place % 7) - 450, 150.0 * (place // 7) - 300, 0.0) for place in range(CARDS))
"""A heap in which no card covers another."""
STACKED: Poses = ((0.0, 0.0, 0.0),) * CARDS
"""A heap in which each card covers all beneath it."""


def new_match(players: int = 3, **options: object) -> ShalashikMatch:
    """A match before its lot."""
    match = GAME.new_match(ShalashikOptions.from_mapping(options), players)
    assert isinstance(match, ShalashikMatch)
    return match


def pack(top: str = "") -> tuple[Card, ...]:
    """The pack that begins with these cards."""
    first = parse_cards(top)
    return (*first, *(card for card in PACK if card not in first))


def thrown(players: int = 3, top: str = "", heap: Poses = APART, **options: Any) -> ShalashikMatch:
    """A match whose first deal is thrown: card by card from the bottom, ``top`` first; seat 0 begins to pull."""
    match = new_match(players, **options)
    match.resolve(players - 1)
    match.resolve(pack(top))
    match.resolve(heap)
    return match


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


def beating(hands: Sequence[str], turn: int, pile: str = "", **options: Any) -> ShalashikMatch:
    """A beating game in which seats hold these cards and the pile lies so, its top last; the turn has just begun."""
    match = do(thrown(len(hands), **options), "pull 0 x")
    deal = match.deal
    for seat, text in enumerate(hands):
        deal.hands[seat] = mask_of(parse_cards(text))
    lying = parse_cards(pile)
    for height, card in enumerate(lying):
        deal.pile[height] = card
    deal.height = len(lying)
    deal.turn = turn
    deal.step = sd.ANSWER if lying else sd.LEAD
    return match


def hand(match: ShalashikMatch, seat: int) -> str:
    """A seat's cards as text, in pack order."""
    return " ".join(map(str, cards_of(int(match.deal.hands[seat]))))


def pile_text(match: ShalashikMatch) -> str:
    """The pile as text, its top last."""
    return " ".join(str(PACK[card]) for card in match.deal.pile[: int(match.deal.height)].tolist())


def legal_texts(match: ShalashikMatch) -> list[str]:
    """The legal moves as they are written."""
    return [str(move) for move in match.legal()]


def ids(match: ShalashikMatch) -> list[str]:
    """The ids of the events of the deal that is told."""
    return [event.public.id for event in match.events()]


def oracle_of(match: ShalashikMatch) -> Table:
    """The oracle of a beating game that has just begun."""
    hands = [hand(match, seat).split() for seat in range(match.players)]
    return Table(hands, int(match.deal.turn), match.options.to_mapping())


def play_on(
    match: ShalashikMatch,
    seed: str,
    deals: int = 100_000,
    down: Callable[[ShalashikMatch], bool] | None = None,
) -> ShalashikMatch:
    """Play at random until the match is over or so many deals have ended; ``down`` may say what a pull brings."""
    stream = Stream(seed)
    while (awaits := match.awaits) is not None and len(match.finished) < deals:
        if isinstance(awaits, Fall) and down is not None:
            match.resolve(down(match))
        elif isinstance(awaits, Chance):
            match.resolve(awaits.sample(stream))
        else:
            match.play(random_move(match.legal(), stream))
    return match


def falls_at(pulled: int) -> Callable[[ShalashikMatch], bool]:
    """The hut falls at the pull after so many."""
    return lambda match: int(match.deal.pulled) == pulled
