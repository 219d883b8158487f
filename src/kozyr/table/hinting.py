"""Who may be shown the best move, and from what he sees alone."""

from __future__ import annotations

from kozyr.kernel.view import View
from kozyr.table.playing import check_turn, running_match
from kozyr.table.refusals import Refused
from kozyr.table.state import State


def hint_view(state: State, who: str) -> View:
    """What a person who is to move, and may be shown the best move, sees of the match. Raises Refused."""
    seat = check_turn(state, who, None)
    if code := _why_not(state, seat):
        raise Refused(code)
    return running_match(state).view(seat)


def may_hint(state: State, seat: int) -> bool:
    """Whether the person at a seat may be shown the best moves of his turns at all."""
    return not _why_not(state, seat)


def _why_not(state: State, seat: int) -> str:
    others = any(each != seat for each, _ in state.owners())
    return {"never": "hints_off", "alone": "hints_alone" if others else ""}.get(state.settings.hints, "")
