"""Who is connected, and through which server process."""

from __future__ import annotations

from typing import Final

from kozyr.table.events import Arrived, Departed, ProcessLost
from kozyr.table.names import LONGEST_WORD, shown_name
from kozyr.table.refusals import Refused
from kozyr.table.scribe import Scribe

MOST_PEOPLE: Final = 300
MOST_CONNECTIONS: Final = 32


def arrive(scribe: Scribe, who: str, name: str, process: str) -> None:
    """One connection more."""
    state = scribe.state
    if not 1 <= len(who) <= LONGEST_WORD or len(process) > LONGEST_WORD:
        raise Refused("bad_table")
    if who in state.banned:
        raise Refused("removed")
    person = state.people.get(who)
    if person is None and len(state.people) >= MOST_PEOPLE:
        raise Refused("full", {"most": MOST_PEOPLE})
    if person is not None and sum(person.connections.values()) >= MOST_CONNECTIONS:
        raise Refused("many_connections", {"most": MOST_CONNECTIONS})
    scribe.write(Arrived(at=scribe.at, who=who, name=shown_name(name), process=process))


def depart(scribe: Scribe, who: str, process: str) -> None:
    """One connection less."""
    person = scribe.state.people.get(who)
    if person is not None and process in person.connections:
        scribe.write(Departed(at=scribe.at, who=who, process=process))


def lose(scribe: Scribe, process: str) -> None:
    """A server process has gone down."""
    if any(process in person.connections for person in scribe.state.people.values()):
        scribe.write(ProcessLost(at=scribe.at, process=process))
