"""A real table, told to one person message by message, each written and read as on its way."""

from __future__ import annotations

from typing import Any

import msgspec

from kozyr.protocol.deltas import difference
from kozyr.protocol.messages import StoryLine, Update, Whole, read_from_server, write
from kozyr.protocol.views import write_said, write_view
from kozyr.table import Table


class Retold:
    """What a person is told of a table, in order."""

    def __init__(self, table: Table, who: str) -> None:
        self.table = table
        self.who = who
        self._told: tuple[dict[str, Any], dict[str, Any], list[StoryLine]] = ({}, {}, [])
        self._seq = 0

    def whole(self, since: int = 0) -> Whole:
        """All of it; a reader who has heard up to ``since`` is told every line again all the same."""
        parts, view, story, lines = self._parts()
        self._told = parts, view, story
        message = read_from_server(
            write(Whole(seq=self.table.seq, table=parts, view=view or None, story=story, lines=lines))
        )
        assert isinstance(message, Whole)
        self._seq = self.table.seq
        return message

    def update(self) -> Update:
        """What has changed since the message before."""
        parts, view, story, lines = self._parts()
        table, before, told = self._told
        self._told = parts, view, story
        same = next(
            (place for place, pair in enumerate(zip(told, story, strict=False)) if pair[0] != pair[1]), len(told)
        )
        new = story[same:]
        message = read_from_server(
            write(
                Update(
                    after=self._seq,
                    seq=self.table.seq,
                    table=difference(table, parts),
                    view=difference(before, view),
                    story=new,
                    lines=lines[-3:],
                )
            )
        )
        assert isinstance(message, Update)
        self._seq = self.table.seq
        return message

    def _parts(self) -> tuple[dict[str, Any], dict[str, Any], list[StoryLine], list[Any]]:
        shown = self.table.shown_to(self.who)
        parts = msgspec.to_builtins(shown, str_keys=True)
        lines = list(parts.pop("lines"))
        parts["seats"] = {str(seat["seat"]): seat for seat in parts["seats"]}
        parts["people"] = {str(person["number"]): person for person in parts["people"]}
        view = self.table.view_for(self.who)
        if view is None:
            return parts, {}, [], lines
        told = write_view(view)
        told["at"]["story"] = len(view.events)
        place = shown.match_number, view.told_deal
        story = [StoryLine(*place, number, write_said(said)) for number, said in enumerate(view.events)]
        return parts, told, story, lines
