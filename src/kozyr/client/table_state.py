"""All that a reader knows of a table: the messages of its socket, put together."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from kozyr.games import get_game
from kozyr.kernel.game import Game
from kozyr.kernel.view import View
from kozyr.protocol.deltas import updated
from kozyr.protocol.messages import StoryLine, Update, Whole
from kozyr.protocol.views import Parts, read_view
from kozyr.table.shown import Shown, ShownLine, ShownSeat

MOST_TALK: Final = 1000
"""So many lines of talk are kept."""


@dataclass(frozen=True)
class TableState:
    """The table after event ``seq``; ``story`` is of the deal told of, ``talk`` of the table, each line once."""

    seq: int
    table_parts: Parts
    view_parts: Parts
    story: tuple[StoryLine, ...]
    talk: tuple[ShownLine, ...]

    @classmethod
    def of(cls, whole: Whole, before: TableState | None = None) -> TableState:
        """What is told as a whole, behind the lines that were told before."""
        kept = before if before is not None else cls(0, {}, {}, (), ())
        return kept._with(whole.seq, whole.table, whole.view or {}, whole.story, whole.lines)

    def after(self, update: Update) -> TableState:
        """The state after a change. Raises LookupError, TypeError or ValueError where it is a change of another state.

        A change that is in it already changes nothing.
        """
        if update.seq <= self.seq:
            return self
        table, view = updated(self.table_parts, update.table), updated(self.view_parts, update.view)
        return self._with(update.seq, table, view, update.story, update.lines)

    def _with(
        self, seq: int, table: Parts, view: Parts, story: Sequence[StoryLine], lines: Sequence[Mapping[str, Any]]
    ) -> TableState:
        told = joined_story(self.story, story)
        told = trimmed_story(told, table["match_number"], view.get("at", {}))
        talk = joined_talk(self.talk, [msgspec.convert(line, ShownLine) for line in lines])
        return TableState(seq, table, view, told, talk)

    @functools.cached_property
    def table(self) -> Shown:
        """The table beside its match; its ``lines`` are ``talk``."""
        parts = dict(self.table_parts)
        for name in ("seats", "people"):
            if isinstance(parts[name], Mapping):
                parts[name] = [parts[name][key] for key in sorted(parts[name], key=int)]
        return msgspec.convert({**parts, "lines": []}, Shown, str_keys=True)

    @functools.cached_property
    def view(self) -> View | None:
        """What the reader may see of the match; None before the first."""
        if not self.view_parts:
            return None
        return read_view(self.view_parts, [line.said for line in self.story], self.game)

    @property
    def game(self) -> Game:
        """The game of the table."""
        return get_game(self.table_parts["game"])

    @property
    def seat(self) -> int | None:
        """The reader's seat; None of a spectator."""
        return self.table.seat

    @property
    def own(self) -> ShownSeat | None:
        """The reader's seat with all that is shown of it."""
        return None if self.seat is None else self.table.seats[self.seat]

    @property
    def names(self) -> tuple[str, ...]:
        """Who is at the seats; empty where nobody is."""
        return tuple(seat.name or seat.bot or "" for seat in self.table.seats)


def joined_story(kept: Sequence[StoryLine], told: Sequence[StoryLine]) -> tuple[StoryLine, ...]:
    """A story with lines that are told now. A line that is told otherwise than before begins its deal's rest anew."""
    story = list(kept)
    for line in told:
        if not story or _place(story[-1]) < _place(line):
            story.append(line)
        elif line not in story:
            story = [each for each in story if _place(each) < _place(line)] + [line]
    return tuple(story)


def trimmed_story(story: Sequence[StoryLine], match: int, at: Mapping[str, Any]) -> tuple[StoryLine, ...]:
    """The story of the deal that a view tells of, without what was taken back: ``at.story`` is how long it is."""
    length, deal = at.get("story"), at.get("told")
    told = (line for line in story if (line.match, line.deal) == (match, deal))
    return tuple(line for line in told if length is None or line.place < length)


def joined_talk(kept: Sequence[ShownLine], told: Sequence[ShownLine]) -> tuple[ShownLine, ...]:
    """Lines by their numbers, each once, in order; the oldest are forgotten."""
    by_number = {line.number: line for line in (*kept, *told)}
    return tuple(by_number[number] for number in sorted(by_number)[-MOST_TALK:])


def _place(line: StoryLine) -> tuple[int, int, int]:
    return line.match, line.deal, line.place
