"""What the storage and the lobby know of a table without its log, and small readings of a table."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypedDict

import msgspec

from kozyr.server import storage
from kozyr.table import Event, Refused, Table, read_event
from kozyr.table import events as happenings

NOBODY: Final = -2
"""The audience of somebody who may neither watch nor sit down."""
_QUIET: Final = (
    happenings.Moved,
    happenings.Drawn,
    happenings.Pledged,
    happenings.Hashed,
    happenings.RevealsAsked,
    happenings.Revealed,
    happenings.PledgeClosed,
    happenings.Spoke,
    happenings.PhraseSaid,
    happenings.Grabbed,
    happenings.Voted,
)
"""Events after which the lobby shows a table as before, but for the last of a match."""


class Changes(TypedDict, total=False):
    """What changes beside the log."""

    summary: bytes
    status: str
    seats: list[str]


def replayed(events: Sequence[storage.Event]) -> Table:
    """The table of a stored log."""
    return Table.replay(read(events))


def read(events: Iterable[storage.Event]) -> list[Event]:
    """Stored events."""
    return [read_event(event.body) for event in events]


def finished(table: Table) -> int:
    """How many matches of the table are over or were stopped."""
    return table.state.number if table.state.phase == "over" else max(0, table.state.number - 1)


def changes(table: Table, events: Sequence[Event]) -> Changes:
    """What the storage is told beside some events that have just happened."""
    if table.state.phase != "over" and all(isinstance(event, _QUIET) for event in events):
        return {}
    return {"summary": summary(table), "status": table.state.phase, "seats": owners(table)}


def summary(table: Table) -> bytes:
    """What the lobby shows, as JSON."""
    state = table.state
    defaults = type(state.options)().to_mapping()
    options = {name: value for name, value in state.options.to_mapping().items() if value != defaults[name]}
    seats = [
        {"name": state.name_of(number) if seat.owner else "", "bot": None if seat.owner else seat.bot}
        for number, seat in enumerate(state.seats)
    ]
    told = {
        "game": state.game.id,
        "players": state.players,
        "phase": state.phase,
        "seats": seats,
        "options": options,
        "clock": msgspec.to_builtins(state.settings.clock),
        "spectators": state.settings.spectators,
        "match": state.number,
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def owners(table: Table) -> list[str]:
    """The identities that own a seat."""
    return [who for _, who in table.state.owners()]


def processes(table: Table) -> set[str]:
    """The server processes through which somebody is connected."""
    return {process for person in table.state.people.values() for process in person.connections}


def connections(table: Table, process: str) -> Counter[str]:
    """How many connections everybody has through a process, as the table counts them."""
    people = table.state.people.items()
    return Counter({who: person.connections[process] for who, person in people if process in person.connections})


def audience(table: Table, who: str) -> int | None:
    """As whom somebody hears (``Table.heard_as``); ``NOBODY`` for one who may not hear at all."""
    try:
        return table.heard_as(who)
    except Refused:
        return NOBODY


def record_of(table: Table) -> storage.NewRecord:
    """The record of the match that is over or was stopped, under a name that nobody can guess."""
    told: dict[str, Any] | None = table.record()
    assert told is not None
    body = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    state = table.state
    return storage.NewRecord(
        secrets.token_urlsafe(12), state.table, state.number, state.game.id, body, finished=told["result"] is not None
    )
