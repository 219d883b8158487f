"""As whom a person sees the table: the seat he owns, or a spectator."""

from __future__ import annotations

from kozyr.table.refusals import Refused
from kozyr.table.state import WAITING, State


def audience_of(state: State, who: str | None) -> int | None:
    """A person's seat, or None for a spectator. Raises Refused where the table has no spectators or has removed him."""
    if who in state.banned:
        raise Refused("removed")
    seat = state.seat_of(who)
    if seat is None and not state.settings.spectators and state.phase != WAITING:
        raise Refused("no_spectators")
    return seat
