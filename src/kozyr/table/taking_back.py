"""Whether the last move can be taken back: nothing hidden was shown by it, to anybody (L-12)."""

from __future__ import annotations

from kozyr.cards import Card
from kozyr.kernel.view import View
from kozyr.table.state import LastMove, State


def can_take_back(state: State, seat: int) -> bool:
    """Whether a seat may propose to take its move back: the last one made, with nothing after it and nothing shown."""
    last = state.last_move
    if last is None or last.seat != seat or state.awaited is None or state.seats[seat].stood_in:
        return False
    if state.take_back is None or state.take_back[0] != last.turn:
        state.take_back = last.turn, _showed_nothing(state, last)
    return state.take_back[1]


def _showed_nothing(state: State, last: LastMove) -> bool:
    own_before, own_after = last.view(last.seat), state.view(last.seat)
    if not _told_once(own_before, own_after) or own_after.seen_cards - own_before.seen_cards:
        return False
    touched = _touched(own_before, last.move)
    public = state.view(None).seen_cards
    allowed = touched & public
    for reader in (*range(state.players), None):
        if reader == last.seat:
            continue
        old, new = last.view(reader), state.view(reader)
        if not _told_once(old, new) or not new.seen_cards - old.seen_cards <= allowed:
            return False
    return True


def _told_once(before: View, after: View) -> bool:
    return before.deal_number == after.deal_number and len(after.events) - len(before.events) <= 1


def _touched(view: View, move: str) -> set[Card]:
    return {card for entry in view.legal if str(entry.move) == move for card in entry.cards}
