"""What an audience (a seat, or the spectators) has been told of a table, and what it is told next.

All that is sent comes from ``Table.shown_to`` and ``Table.view_for`` of that audience and from nothing else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

import msgspec

from kozyr.kernel.said import Said
from kozyr.protocol import messages
from kozyr.protocol.deltas import difference
from kozyr.protocol.messages import StoryLine, Update, Whole
from kozyr.protocol.views import Parts, write_said, write_view
from kozyr.table import Shown, Table

KEPT_UPDATES: Final = 32
"""So many updates are kept for those who come again."""
KEPT_MEMBERS: Final = 300
"""So many of those who have heard are known when they come again."""
WARM_MS: Final = 60_000
"""So long after the last of it has left an audience's updates are still made and kept."""


class Audience:
    """A seat or (``seat`` None) the spectators."""

    def __init__(self, seat: int | None, who: str) -> None:
        self.seat = seat
        self.who = who
        self.seq = 0
        self._table: Parts = {}
        self._view: Parts = {}
        self._story: tuple[Said, ...] = ()
        self._deal = (0, 0)
        self._line = -1
        self._last_heard = 0
        self._updates: deque[tuple[int, bytes]] = deque(maxlen=KEPT_UPDATES)
        self._members: dict[str, tuple[int, int | None]] = {}
        """Who has heard: from which event on, and under which number of a person."""

    def is_warm(self, now: int) -> bool:
        """Whether somebody of it has listened not long ago."""
        return now - self._last_heard <= WARM_MS

    def update(self, table: Table, now: int, *, heard: bool) -> bytes | None:
        """Take note of the table as it is now; the message that tells what changed, None where nothing has."""
        if heard:
            self._last_heard = now
        shown = table.shown_to(self.who)
        parts, lines = shape(shown)
        parts.pop("me")
        view = table.view_for(self.who)
        view_parts: Parts = {} if view is None else write_view(view)
        story: tuple[Said, ...] = () if view is None else view.events
        deal = (shown.match_number, 0 if view is None else view.deal_number)
        if view is not None:
            view_parts["at"]["story"] = len(story)
        message = Update(
            after=self.seq,
            seq=table.seq,
            table=difference(self._table, parts),
            view=difference(self._view, view_parts),
            story=_new_story(self._story if deal == self._deal else (), story, deal),
            lines=[line for line in lines if line["number"] > self._line],
        )
        self._table, self._view, self._story, self._deal = parts, view_parts, story, deal
        self._line = max([self._line, *(line["number"] for line in lines)])
        if not (message.table or message.view or message.story or message.lines):
            return None  # and the next one follows what was told last
        self.seq = table.seq
        written = messages.write(message)
        self._updates.append((message.after, written))
        return written

    def whole(self, table: Table, who: str) -> bytes:
        """All that one of the audience may know, as of the last update."""
        shown = table.shown_to(who)
        _, lines = shape(shown)
        self._remember(who, shown.me)
        return messages.write(
            Whole(
                seq=self.seq,
                table={**self._table, "me": shown.me},
                view=self._view or None,
                story=_new_story((), self._story, self._deal),
                lines=lines,
            )
        )

    def _remember(self, who: str, me: int | None) -> None:
        self._members.pop(who, None)
        self._members[who] = self.seq, me
        if len(self._members) > KEPT_MEMBERS:
            del self._members[next(iter(self._members))]

    def part_with(self, who: str) -> None:
        """Somebody hears as another now: what he knows is no longer what this audience knows."""
        self._members.pop(who, None)

    def since(self, who: str, me: int | None, seq: int) -> list[bytes] | None:
        """The updates after an event, where one of the audience has heard it as such and all are kept; else None.

        ``me`` is his number as a person: one who was forgotten meanwhile has another, which no update tells.
        """
        heard_from, number = self._members.get(who, (seq + 1, me))
        if seq < heard_from or me != number:
            return None
        if seq == self.seq:
            return []
        missed = [written for after, written in self._updates if after >= seq]
        has_all = any(after == seq for after, _ in self._updates)
        return missed if has_all else None


def shape(shown: Shown) -> tuple[Parts, list[Parts]]:
    """What is shown of a table as parts that change one by one, and its lines of talk apart."""
    parts: Parts = msgspec.to_builtins(shown, str_keys=True)
    lines: list[Parts] = list(parts.pop("lines"))
    parts["seats"] = {str(seat["seat"]): seat for seat in parts["seats"]}
    parts["people"] = {str(person["number"]): person for person in parts["people"]}
    return parts, lines


def _new_story(told: Sequence[Said], story: Sequence[Said], deal: tuple[int, int]) -> list[StoryLine]:
    """The lines from the first that was not told so."""
    same = 0
    while same < min(len(told), len(story)) and told[same] == story[same]:
        same += 1
    return [StoryLine(*deal, place, write_said(story[place])) for place in range(same, len(story))]
