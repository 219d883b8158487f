"""The talk of a table: what people say, and notices of what has happened."""

from __future__ import annotations

from collections import deque
from typing import Final

from kozyr.table.shown import ShownLine
from kozyr.table.state import LINES_A_WHILE, State

MOST_SPEAKERS: Final = 300


def say(state: State, at: int, who: str, kind: str, text: str = "", id: str = "") -> None:  # noqa: A002 - as in ShownLine
    """A person's line."""
    person = state.people[who]
    spoke = state.spoke.pop(who, None) or deque(maxlen=LINES_A_WHILE)
    spoke.append(at)
    state.spoke[who] = spoke
    if len(state.spoke) > MOST_SPEAKERS:
        del state.spoke[next(iter(state.spoke))]
    seat = state.seat_of(who)
    line = ShownLine(state.lines_said, at, kind, person.name, person.number, seat, text, id)
    _add(state, line)


def notice(state: State, at: int, text_id: str, **args: str | int) -> None:
    """Something everybody should notice: a text of ``texts.toml`` and its values."""
    _add(state, ShownLine(state.lines_said, at, "notice", id=text_id, args=args))


def _add(state: State, line: ShownLine) -> None:
    state.lines.append(line)
    state.lines_said += 1
