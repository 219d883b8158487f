"""As whom a person sees the table: the seat he owns, a spectator, or one at the door, who may only sit down."""

from __future__ import annotations

from typing import Final

from kozyr.table import seating
from kozyr.table.refusals import Refused
from kozyr.table.state import WAITING, State

AT_THE_DOOR: Final = -1
"""As whom somebody hears who may not watch, but may take a seat: of the table what any stranger is shown (L-20)."""


def audience_of(state: State, who: str | None) -> int | None:
    """A person's seat, or None for a spectator. Raises Refused where the table has no spectators or has removed him."""
    if who in state.banned:
        raise Refused("removed")
    seat = state.seat_of(who)
    if seat is None and not state.settings.spectators and state.phase != WAITING:
        raise Refused("no_spectators")
    return seat


def heard_as(state: State, who: str) -> int | None:
    """As whom a person hears of the table: as he sees it, or ``AT_THE_DOOR``. Raises Refused where neither may be."""
    try:
        return audience_of(state, who)
    except Refused:
        if not seating.may_sit(state, who):
            raise
        return AT_THE_DOOR
