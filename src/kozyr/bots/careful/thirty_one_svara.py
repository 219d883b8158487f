"""Whether a careful player joins a svara: the odds of the pot against the price (T-21)."""

from __future__ import annotations

from kozyr.bots.careful import thirty_one_tables as tables
from kozyr.games.thirty_one.view import ThirtyOneView


def joining_value(view: ThirtyOneView) -> float:
    """The chips that joining is expected to bring, the price taken off; declining brings none.

    A deal is won from each place as often as measured. A tie costs every player the same ante and brings each the same
    part of it (T-23); its cost is that the place is lost: the chances are then equal.
    """
    assert view.seat is not None
    rivals = {*view.tied, *view.joined}
    players = len(rivals) + 1
    pot = view.pot + view.price
    tie = tables.TIES[players] / 1000
    won = tables.PLACES[players][_place(view, rivals)] / 1000
    return pot * ((1 - tie) * won + tie / players) - view.price


def _place(view: ThirtyOneView, rivals: set[int]) -> int:
    """Where the seat would play in the svara, 0 being the eldest hand; the deal passes to the next of its players."""
    assert view.seat is not None
    assert view.dealer is not None
    around = [(view.dealer + step) % view.players for step in range(1, view.players + 1)]
    order = [seat for seat in around if seat in rivals or seat == view.seat]
    return (order.index(view.seat) - 1) % len(order)
