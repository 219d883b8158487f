"""Carries out events: the one place where the state of a table changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kozyr.table import effects_match, effects_people
from kozyr.table.clocks import hold_or_go_on
from kozyr.table.events import Event
from kozyr.table.state import State

_EFFECTS: Final[Mapping[type[Any], Callable[[State, Any], None]]] = {**effects_people.EFFECTS, **effects_match.EFFECTS}


def apply(state: State, event: Event) -> None:
    """Carry out an event that has happened."""
    _EFFECTS[type(event)](state, event)
    state.at = event.at
    state.seq += 1
    if event.cause is not None:
        state.acknowledge(event.cause)
    _miss_host(state, event.at)
    hold_or_go_on(state, event.at)


def _miss_host(state: State, at: int) -> None:
    """Notice since when the host is not here."""
    host = None if state.host is None else state.people.get(state.host)
    if host is None or host.present:
        state.host_gone_at = None
    elif state.host_gone_at is None:
        state.host_gone_at = at
