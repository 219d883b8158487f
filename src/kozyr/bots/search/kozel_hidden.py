"""What a view of Kozel says of the hidden cards: who may hold which, and which hands a boast has made likelier."""

from __future__ import annotations

from dataclasses import dataclass
from math import perm
from typing import Final

from kozyr.bots.careful.kozel_holdings import holdings
from kozyr.bots.search.kozel_drawing import Case, boast_cases
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.view import KozelView

GOOD: Final = int(kd.GOOD)


@dataclass(frozen=True)
class Hidden:
    """The hidden cards of a view: masks by seat, the reader's own being empty, and the pack behind them."""

    cards: int
    """Every card that lies in another's hand or in the pack."""
    may: tuple[int, int, int, int, int]
    """What each seat, and last the pack, may hold."""
    some: tuple[int, ...]
    """Cards of which a seat holds at least one; 0 where nothing of the kind is known."""
    room: tuple[int, int, int, int, int]
    """How many each seat, and last the pack, holds."""
    cases: tuple[Case, ...]
    """The ways in which what a boast dealt may have been good; all are as likely for given cards."""
    met_good: tuple[int, int, int, int]
    """How many good cards each seat has played already; less those that the reader gave it and that it holds still."""
    met_other: tuple[int, int, int, int]

    def ways(self, case: Case, seat: int, good: int) -> int:
        """In how many ways a seat's hand, so many of its hidden cards being good, can have got its part of a case."""
        other = self.room[seat] - good
        wanted = sum(place.seat == seat and place.good for place in case)
        unwanted = sum(place.seat == seat and not place.good for place in case)
        unseen_good, unseen_other = good + self.met_good[seat], other + self.met_other[seat]
        return perm(unseen_good, wanted) * perm(unseen_other, unwanted) if min(unseen_good, unseen_other) >= 0 else 0


def hidden_of(view: KozelView) -> Hidden:
    """Read a view of a seat, in the play or before it."""
    assert view.seat is not None
    held = holdings(view)
    gift = view.own_gifts & held.hidden
    sizes = [0 if seat == view.seat else view.hand_sizes[seat] for seat in range(4)]
    may = [mask if sizes[seat] else 0 for seat, mask in enumerate(held.may)]
    left = (view.seat + 1) % 4
    for seat in range(4):
        may[seat] &= ~gift if seat != left else -1
    _with_seven_of_clubs(view, may)
    cases = boast_cases(view)
    good, other = _met(view)
    return Hidden(
        held.hidden,
        (may[0], may[1], may[2], may[3], held.hidden & ~view.own_gifts if view.pack_size else 0),
        held.some,
        (sizes[0], sizes[1], sizes[2], sizes[3], view.pack_size),
        cases,
        good,
        other,
    )


def _with_seven_of_clubs(view: KozelView, may: list[int]) -> None:
    """Who leads a deal because he holds the seven of clubs holds it until he plays it (K-23, K-24)."""
    if view.lead_rule != kd.LEAD_SEVEN_OF_CLUBS or not view.plays:
        return
    leader = view.plays[0][0]
    for seat in range(4):
        if seat != leader:
            may[seat] &= ~(1 << kd.SEVEN_OF_CLUBS)


def _met(view: KozelView) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
    """By seat how many good and other cards it has played that may be what a boast dealt it unseen."""
    good, other = [0] * 4, [0] * 4
    played = 0
    for seat, card in view.plays:
        played |= 1 << int(card)
        if not (view.own_gifts >> int(card)) & 1:
            (good if (GOOD >> int(card)) & 1 else other)[seat] += 1
    assert view.seat is not None
    held = view.own_gifts & ~played
    left = (view.seat + 1) % 4
    good[left] -= (held & GOOD).bit_count()
    other[left] -= (held & ~GOOD).bit_count()
    return (good[0], good[1], good[2], good[3]), (other[0], other[1], other[2], other[3])
