"""Who may be shown the best move, and from what he sees alone."""

from __future__ import annotations

from kozyr.kernel.view import View
from kozyr.table.playing import check_turn, running_match
from kozyr.table.refusals import Refused
from kozyr.table.state import State


def hint_view(state: State, who: str) -> View:
    """What a person who is to move, and may be shown the best move, sees of the match. Raises Refused."""
    seat = check_turn(state, who, None)
    if state.settings.hints == "never":
        raise Refused("hints_off")
    others = any(owner != who for _, owner in state.owners())
    if state.settings.hints == "alone" and others:
        raise Refused("hints_alone")
    return running_match(state).view(seat)
