"""Writes down what happens in one call, and carries it out at once."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from kozyr.table.applying import apply
from kozyr.table.events import Cause, Event, Returned
from kozyr.table.state import State


@dataclass
class Scribe:
    """The state, the time of the call, and the events that have come of it so far.

    ``returning`` is the seat whose stood-in person comes back with whatever he does.
    """

    state: State
    at: int
    cause: Cause | None = None
    returning: int | None = None
    written: list[Event] = field(default_factory=list)

    @classmethod
    def of(cls, state: State, now: int, who: str, client_id: str) -> Scribe:
        """A scribe for a call; time never runs backwards."""
        return cls(state, max(now, state.at), Cause(who, client_id) if client_id else None)

    def write(self, event: Event) -> None:
        """An event has happened. The first of a command bears the command's id."""
        if self.returning is not None:
            seat, self.returning = self.returning, None
            self.write(Returned(at=self.at, seat=seat))
        if self.cause is not None:
            event = msgspec.structs.replace(event, cause=self.cause)
            self.cause = None
        apply(self.state, event)
        self.written.append(event)
