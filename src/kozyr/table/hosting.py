"""What a host may do to others."""

from __future__ import annotations

from kozyr.table.agreeing import check_host
from kozyr.table.commands import Mute, Remove
from kozyr.table.events import Muted, Removed
from kozyr.table.refusals import Refused
from kozyr.table.scribe import Scribe
from kozyr.table.seating import give_up
from kozyr.table.state import State


def mute(scribe: Scribe, who: str, command: Mute) -> None:
    """Mute a person, or let him speak."""
    state = scribe.state
    other = _other(state, who, command.person)
    if command.muted != (other in state.muted):
        scribe.write(Muted(at=scribe.at, who=other, muted=command.muted))


def remove(scribe: Scribe, who: str, command: Remove) -> None:
    """Send a person away."""
    other = _other(scribe.state, who, command.person)
    give_up(scribe, other, "removed")
    scribe.write(Removed(at=scribe.at, who=other))


def _other(state: State, who: str, number: int) -> str:
    """Another person by number. Raises Refused."""
    check_host(state, who)
    for other, person in state.people.items():
        if person.number == number:
            if other == who:
                raise Refused("not_yourself")
            return other
    raise Refused("no_person", {"number": number})
