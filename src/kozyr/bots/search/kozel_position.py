"""A deal in play with what everybody at the table has seen of it, small enough to be copied for every play-out."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.compact import new_record
from kozyr.kernel.compiled import compiled

POSITION: Final = np.dtype(
    [
        # as in the deal's record, whose functions play the cards
        ("phase", np.int64),
        ("turn", np.int64),
        ("dealer", np.int64),
        ("lead_rule", np.int64),
        ("hands", np.int64, 4),
        ("leader", np.int64),
        ("must_lead", np.int64),
        ("trick", np.int64, 4),
        ("trick_size", np.int64),
        ("best", np.int64),
        ("last_trick", np.int64, 4),
        ("last_leader", np.int64),
        ("tricks", np.int64, 2),
        ("points", np.int64, 2),
        # what everybody has seen
        ("gone", np.int64),  # mask of the cards played
        ("never", np.int64, 4),  # masks: what a seat has shown not to hold (K-18, K-25)
    ],
    align=True,
)


@compiled
def copy_position(source: Any, target: Any) -> None:
    """Make one position the same as another; the last trick is not kept."""
    copy_play(source, target)
    target.gone = source.gone
    for seat in range(4):
        target.never[seat] = source.never[seat]


@compiled
def take_deal(deal: Any, position: Any) -> None:
    """The position of a deal whose first card is to be laid."""
    copy_play(deal, position)
    position.gone = 0
    for seat in range(4):
        position.never[seat] = 0


@compiled
def copy_play(source: Any, target: Any) -> None:
    """Copy what a deal's record and a position have in common, but for the last trick."""
    target.phase = source.phase
    target.turn = source.turn
    target.dealer = source.dealer
    target.lead_rule = source.lead_rule
    target.leader = source.leader
    target.must_lead = source.must_lead
    target.trick_size = source.trick_size
    target.best = source.best
    for seat in range(4):
        target.hands[seat] = source.hands[seat]
        target.trick[seat] = source.trick[seat]
    for team in range(2):
        target.tricks[team] = source.tricks[team]
        target.points[team] = source.points[team]


@compiled
def hands_of_world(position: Any, reader: int, world: Any) -> None:
    """Give all but the reader their hands in a world, masks by seat."""
    for seat in range(4):
        if seat != reader:
            position.hands[seat] = world[seat]


@compiled
def lay_card(position: Any, card: int) -> None:
    """Play a legal card; all see who does not follow and who does not trump (K-25)."""
    seat = position.turn
    if position.trick_size > 0:
        led = kd.SUIT_OF[position.trick[0]]
        suit = kd.SUIT_OF[card]
        if suit != led:
            position.never[seat] |= kd.SUIT_MASKS[led]
            if suit != kd.TRUMP:
                position.never[seat] |= kd.TRUMPS
    position.gone |= 1 << card
    kd.play_card(position, card)


def position_before(view: KozelView) -> Any:
    """The position before a view's first card, the hands empty: who leads, and what answers have told (K-18, K-23).

    Before the play who leads may depend on the hands: ``begin_play`` of the deal's rules sets it.
    """
    position = new_record(POSITION)
    position.dealer = view.dealer
    position.lead_rule = view.lead_rule
    kd.begin_play(position)
    position.leader = position.turn = view.plays[0][0] if view.plays else view.leader
    for asker, has_one in view.queens_answers:
        position.never[asker] = kd.QUEENS
        if not has_one:
            position.never[(asker + 2) % 4] = kd.QUEENS
    return position
