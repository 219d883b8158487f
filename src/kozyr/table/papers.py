"""The record of a match, and a digest of a table's state."""

from __future__ import annotations

import dataclasses
import hashlib
from typing import Any, Final

from kozyr.fairness import add_proofs
from kozyr.kernel.game import Match
from kozyr.records import SeatEntry, record_of, to_line
from kozyr.table.state import OVER, LastMove, Person, State

_NO_STATE: Final = frozenset({"match", "last_move", "take_back", "shown", "views", "people", "game"})


def record(state: State) -> dict[str, Any] | None:
    """The record of the match that is over, with its proofs."""
    match = state.match
    if state.phase != OVER or match is None:
        return None
    made = record_of(match, state.entries, None)
    proofs = [_proof(state, number) for number in range(1, len(made["deals"]) + 1)]
    return add_proofs(made, proofs)


def _proof(state: State, deal: int) -> Any:
    kept = state.pledges.get(deal)
    return None if kept is None or kept.recalled else kept.pledge.proof()


def fingerprint(state: State) -> str:
    """A digest of all of the state."""
    parts = [repr(getattr(state, each.name)) for each in dataclasses.fields(state) if each.name not in _NO_STATE]
    parts += [_person(who, person) for who, person in state.people.items()]
    parts += [_match(state.match), _last_move(state.last_move)]
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _person(who: str, person: Person) -> str:
    return repr((who, person.number, person.name, sorted(person.connections.items())))


def _match(match: Match | None) -> str:
    if match is None:
        return ""
    seats = [SeatEntry("", None)] * match.players
    return repr((match.awaits, match.legal())) + to_line(record_of(match, seats, None))


def _last_move(last: LastMove | None) -> str:
    return "" if last is None else repr((last.seat, last.move, last.turn)) + _match(last.before)
