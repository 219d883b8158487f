"""What the drawing of a boast has shown of the cards that others got in it (K-11..K-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from kozyr.cards import Card
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.said import Said

FULL: Final = 8
GOOD: Final = int(kd.GOOD)


class Place(NamedTuple):
    """A card that somebody got in a boast: who, and whether it is good (K-11)."""

    seat: int
    good: bool


Case = tuple[Place, ...]
"""One way in which the cards of a boast may have been good or not."""


@dataclass(frozen=True)
class Draw:
    """One stretch of a player's drawing: how many he kept, and the gift that ended it."""

    seat: int
    lifted: int
    kept: int
    gives: bool
    gift: Card | None
    """The card given, where the reader knows it."""
    size: int
    """Cards in his hand after it, the gift gone."""
    left_full: bool
    """Whether his left neighbour had no room, the gift taken in."""


def boast_cases(view: KozelView) -> tuple[Case, ...]:
    """Every way the cards that others got unseen can have been good; without a boast one way that says nothing."""
    if view.boast is None:
        return ((),)
    draws = list(_draws(view.events))
    steps = _mirror_steps(draws) if view.boast == "mirror" else _trousers_steps(draws, _again(view))
    ways = (tuple(place for places in chosen for place in places) for chosen in product(*steps))
    return tuple(tuple(place for place in places if place.seat != view.seat) for places in ways)


def _again(view: KozelView) -> bool:
    assert view.options is not None
    return view.options.trousers_mixed == "again"


def _draws(events: Sequence[Said]) -> Iterator[Draw]:
    """The stretches, in order: ``lifts`` (of a mirror), ``keeps``, ``gives`` of one seat belong together."""
    sizes = [0] * 4
    lifted, kept, last = 0, 0, -1
    for event in events:
        kind = event.id.removesuffix("_cards").removesuffix("_card")
        if kind not in ("lifts", "keeps", "gives", "levels"):
            continue
        seat = event.get("seat")
        assert isinstance(seat, int)
        if last >= 0 and kind != "gives":
            yield _ended(last, lifted, kept, sizes)
            lifted, kept, last = 0, 0, -1
        if kind == "lifts":
            lifted, last = _count(event), seat
        elif kind == "keeps":
            kept, last = _count(event), seat
        elif kind == "gives":
            gift = event.get("card")
            known = gift if isinstance(gift, Card) else None
            left = (seat + 1) % 4
            sizes[seat] += kept
            sizes[left] += 1
            yield Draw(seat, lifted, kept, True, known, sizes[seat], sizes[left] >= FULL)
            lifted, kept, last = 0, 0, -1
    if last >= 0:
        yield _ended(last, lifted, kept, sizes)


def _ended(seat: int, lifted: int, kept: int, sizes: list[int]) -> Draw:
    sizes[seat] += kept
    return Draw(seat, lifted, kept, False, None, sizes[seat], sizes[(seat + 1) % 4] >= FULL)


def _count(event: Said) -> int:
    count = event.get("count")
    assert isinstance(count, int)
    return count


def _mirror_steps(draws: list[Draw]) -> Iterator[list[Case]]:
    """K-12: what is kept is good, what is given is not; to a full neighbour nothing can be given (K-14).

    A gift that the reader knows is no place: the card itself is settled.
    """
    for draw in draws:
        good = (Place(draw.seat, True),)
        if draw.gives:
            gift = (Place((draw.seat + 1) % 4, False),) if draw.gift is None else ()
            yield [good * draw.kept + gift]
        elif draw.left_full and draw.kept:
            last = () if draw.kept == draw.lifted or draw.size == FULL else (Place(draw.seat, False),)
            yield [good * (draw.kept - 1) + last]
        else:
            yield [good * draw.kept]


def _trousers_steps(draws: list[Draw], again: bool) -> Iterator[list[Case]]:
    """K-13: pairs of good cards are kept; of any other pair one card is kept and one given, where there is room."""
    for place, draw in enumerate(draws):
        spare = draw.kept - 1 if draw.gives else draw.kept
        if draw.gives:
            yield _shared(draw, _goes_on(draw, draws[place + 1 :]) if again else None)
        if spare:
            yield _kept_pairs(draw, spare)


def _goes_on(draw: Draw, later: list[Draw]) -> bool | None:
    """Whether a giver went on drawing, which needs a good card; None where he had no room to."""
    before_more = draw.size - (draw.kept - 1)
    if before_more > FULL - 2:
        return None
    return draw.kept > 1 or (bool(later) and later[0].seat == draw.seat)


def _shared(draw: Draw, goes_on: bool | None) -> list[Case]:
    """The card kept and the card given of a pair that is not both good."""
    left = (draw.seat + 1) % 4
    cases = [(False, False), (True, False), (False, True)]
    if goes_on is not None:
        cases = [case for case in cases if any(case) == goes_on]
    if draw.gift is not None:
        given = bool((GOOD >> int(draw.gift)) & 1)
        cases = [case for case in cases if case[1] == given]
        return [(Place(draw.seat, kept),) for kept, _ in cases]
    return [(Place(draw.seat, kept), Place(left, given)) for kept, given in cases]


def _kept_pairs(draw: Draw, count: int) -> list[Case]:
    """Pairs kept whole: all good but for the last, where the neighbour was full."""
    good, other = Place(draw.seat, True), Place(draw.seat, False)
    sure: Case = (good,) * (count - 2)
    if not draw.left_full:
        return [(*sure, good, good)]
    if draw.size <= FULL - 2:
        return [(*sure, other, other), (*sure, good, other), (*sure, other, good)]
    return [sure]
