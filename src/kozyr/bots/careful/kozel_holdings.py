"""Where the hidden cards of a view may lie, by all that the seat has seen and heard."""

from __future__ import annotations

from typing import NamedTuple

from kozyr.bots.careful.kozel_cards import ALL_CARDS, QUEENS, SUIT, SUIT_MASKS, TRUMP, TRUMPS
from kozyr.cards import mask_of
from kozyr.games.kozel.view import KozelView


class Holdings(NamedTuple):
    """Masks by seat; the reader's own seat has none."""

    hidden: int
    """Every card that others still hold."""
    may: tuple[int, ...]
    """What a seat may hold."""
    sure: tuple[int, ...]
    """What only that seat can hold."""
    some: tuple[int, ...]
    """Cards of which a seat holds at least one; 0 where nothing of the kind is known."""
    room: tuple[int, ...]
    """How many cards a seat holds beside the sure ones."""


def holdings(view: KozelView) -> Holdings:
    """Read a view of a seat in the play of the cards."""
    assert view.seat is not None
    played = mask_of(card for _, card in view.plays)
    hidden = ALL_CARDS & ~played & ~view.hand
    may = [hidden if seat != view.seat else 0 for seat in range(4)]
    _without_voids(view, may)
    left = (view.seat + 1) % 4
    for seat in range(4):
        if seat != left:
            may[seat] &= ~view.own_gifts
    some = _with_answers(view, may)
    sure = _settled(may, view.hand_sizes, some)
    room = tuple(0 if seat == view.seat else view.hand_sizes[seat] - sure[seat].bit_count() for seat in range(4))
    return Holdings(hidden, tuple(may), tuple(sure), tuple(some), room)


def _without_voids(view: KozelView, may: list[int]) -> None:
    """Who did not follow has none of the suit; who did not trump either, no trump (K-25)."""
    plays = view.plays
    for place in range(0, len(plays), 4):
        led = SUIT[plays[place][1]]
        for seat, card in plays[place + 1 : place + 4]:
            if SUIT[card] != led:
                may[seat] &= ~SUIT_MASKS[led]
                if SUIT[card] != TRUMP:
                    may[seat] &= ~TRUMPS


def _with_answers(view: KozelView, may: list[int]) -> list[int]:
    """Who asks for queens has none; his partner has none either, or has one until he plays it (K-18)."""
    some = [0, 0, 0, 0]
    for asker, has_one in view.queens_answers:
        partner = (asker + 2) % 4
        may[asker] &= ~QUEENS
        if not has_one:
            may[partner] &= ~QUEENS
        elif not any(seat == partner and (QUEENS >> card) & 1 for seat, card in view.plays):
            some[partner] = QUEENS
    return [mask & may[seat] for seat, mask in enumerate(some)]


def _settled(may: list[int], sizes: tuple[int, ...], some: list[int]) -> list[int]:
    """Narrow ``may`` and ``some`` by elimination; returns the cards that have one possible holder."""
    others = [seat for seat in range(4) if may[seat]]
    while True:
        before = tuple(may)
        sure = [0, 0, 0, 0]
        for seat in others:
            elsewhere = 0
            for other in others:
                elsewhere |= may[other] if other != seat else 0
            sure[seat] = may[seat] & ~elsewhere
            some[seat] &= may[seat]
            if some[seat] & sure[seat]:
                some[seat] = 0
            elif some[seat].bit_count() == 1:
                sure[seat] |= some[seat]
        for seat in others:
            if sure[seat].bit_count() == sizes[seat]:
                may[seat] = sure[seat]
            known = sure[seat] if may[seat].bit_count() != sizes[seat] else may[seat]
            for other in others:
                may[other] &= ~known if other != seat else -1
        if tuple(may) == before:
            return sure
