"""Which card the careful bot of Shalashik pulls from under the hut."""

from __future__ import annotations

from typing import Any

import pytest

from kozyr.bots.careful.shalashik_pull import risk_of
from kozyr.games.shalashik.chance import Poses
from kozyr.games.shalashik.heap import scatter
from kozyr.games.shalashik.match import ShalashikMatch
from kozyr.games.shalashik.moves import Pull
from kozyr.games.shalashik.view import ShalashikView
from kozyr.kernel.streams import Stream
from tests.bots.shalashik_tables import choice, do, thrown, values


def heap(number: int) -> Poses:
    """A heap as it may be thrown."""
    return tuple((x, y, angle) for x, y, angle in scatter(Stream("pull", number)).tolist())


def seen(match: ShalashikMatch) -> ShalashikView:
    """The view of the seat to move."""
    assert isinstance(match.awaits, int)
    return match.view(match.awaits)


def chosen_risk(match: ShalashikMatch) -> float:
    """The risk of the card that the careful bot pulls."""
    move = choice(match).move
    assert isinstance(move, Pull)
    assert move.place is not None
    return risk_of(seen(match), move.place)


def risks(match: ShalashikMatch) -> list[float]:
    """The risks of all that may be pulled."""
    return [risk for risk in seen(match).risks if risk is not None]


def one_drawn(players: int, number: int, **options: Any) -> ShalashikMatch:
    """A match in which one card has been drawn, the safest."""
    match = thrown(players, heap=heap(number), **options)
    return do(match, str(match.safest()))


@pytest.mark.parametrize("players", range(2, 7))
def test_pulls_the_card_of_the_least_risk(players: int) -> None:
    """S-4: at every stage of the drawing."""
    match = thrown(players, heap=heap(players))
    for _ in range(25):
        assert chosen_risk(match) == min(risks(match))
        do(match, str(choice(match).move))


def test_a_pull_is_worth_the_chance_that_the_hut_stands() -> None:
    """S-6: by the risks that the view tells."""
    match = one_drawn(4, 1)
    told = seen(match).risks
    assert values(match) == {f"pull {place}": 1.0 - risk for place, risk in enumerate(told) if risk is not None}


def test_takes_the_hut_where_nothing_is_left_beneath() -> None:
    """S-5."""
    match = thrown(3)
    do(match, *(f"pull {place}" for place in range(31)))
    assert str(choice(match).move) == "pull hut"


def test_judges_a_physical_heap_by_where_its_cards_lie_now() -> None:
    """S-6: no risks are told; the heap's places are seen, and may have moved."""
    told, bodies = one_drawn(3, 2), one_drawn(3, 2, hut="physics")
    assert not seen(bodies).risks
    assert chosen_risk(bodies) == chosen_risk(told)
    place = next(place for place, risk in enumerate(seen(told).risks) if risk is not None)
    before = risk_of(seen(bodies), place)
    moved = list(heap(2))
    moved[place] = moved[place][0] / 10, moved[place][1] / 10, moved[place][2]
    bodies.look(int(bodies.deal.shows), tuple(moved))
    assert risk_of(seen(bodies), place) > before
