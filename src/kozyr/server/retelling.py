"""What an audience (a seat, or the spectators) has been told of a table, and what it is told next.

All that is sent comes from ``Table.shown_to`` and ``Table.view_for`` of that audience, and from ``shown_to_all``, what
a stranger is shown: that alone is shaped once for all audiences. Nothing else is shared by them.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from kozyr.kernel.said import Said
from kozyr.protocol import messages
from kozyr.protocol.deltas import difference
from kozyr.protocol.messages import StoryLine, Update, Whole
from kozyr.protocol.views import Parts, write_said, write_view
from kozyr.table import AT_THE_DOOR, Shown, Table

KEPT_UPDATES: Final = 32
"""So many updates are kept for those who come again."""
KEPT_MEMBERS: Final = 300
"""So many of those who have heard are known when they come again."""
WARM_MS: Final = 60_000
"""So long after the last of it has left an audience's updates are still made and kept."""


_OWN: Final = ("seat", "me", "can_take_back", "may_propose", "may_hint", "lines")
"""What of ``Shown`` is each reader's own."""


class Noticeboard:
    """What everybody is shown of a table, shaped once for all its audiences, and how it has changed last."""

    def __init__(self) -> None:
        self._shown: Shown | None = None
        self._parts: Parts = {}
        self._compared: tuple[Parts, Parts] = ({}, {})
        self._change: Parts = {}

    def parts(self, table: Table) -> Parts:
        """The parts as they are now; never changed afterwards."""
        shown = table.shown_to_all()
        if shown is not self._shown:
            self._shown, self._parts = shown, shape(shown)
        return self._parts

    def change(self, before: Parts, now: Parts) -> Parts:
        """What brings an audience's parts to those of now; most audiences had the same ones."""
        if before is not self._compared[0] or now is not self._compared[1]:
            self._compared, self._change = (before, now), difference(before, now)
        return self._change


class Audience:
    """A seat, (``seat`` None) the spectators, or (``AT_THE_DOOR``) those who may only sit down."""

    def __init__(self, seat: int | None, who: str, board: Noticeboard | None = None) -> None:
        self.seat = seat
        self.who = who
        self.seq = 0
        self._board = board or Noticeboard()
        self._shared: Parts = {}
        self._own: Parts = {}
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
        shown, shared = table.shown_to(self.who), self._board.parts(table)
        own = own_parts(shown)
        lines = [line for line in shown.lines if line.number > self._line]
        view = None if self.seat == AT_THE_DOOR else table.view_for(self.who)
        view_parts: Parts = {} if view is None else write_view(view)
        story: tuple[Said, ...] = () if view is None else view.events
        deal = (shown.match_number, 0 if view is None else view.told_deal)
        if view is not None:
            view_parts["at"]["story"] = len(story)
        message = Update(
            after=self.seq,
            seq=table.seq,
            table=_joined(self._board.change(self._shared, shared), difference(self._own, own)),
            view=difference(self._view, view_parts),
            story=_new_story(self._story if deal == self._deal else (), story, deal),
            lines=msgspec.to_builtins(lines),
        )
        self._shared, self._own, self._view, self._story, self._deal = shared, own, view_parts, story, deal
        self._line = max([self._line, *(line.number for line in lines)])
        if not (message.table or message.view or message.story or message.lines):
            return None  # and the next one follows what was told last
        self.seq = table.seq
        written = messages.write(message)
        self._updates.append((message.after, written))
        return written

    def whole(self, table: Table, who: str) -> bytes:
        """All that one of the audience may know, as of the last update."""
        shown = table.shown_to(who)
        self._remember(who, shown.me)
        return messages.write(
            Whole(
                seq=self.seq,
                table={**self._shared, **self._own, "me": shown.me},
                view=self._view or None,
                story=_new_story((), self._story, self._deal),
                lines=msgspec.to_builtins(shown.lines),
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


def shape(shown: Shown) -> Parts:
    """What everybody is shown of a table, as parts that change one by one; nothing that is one reader's own."""
    parts: Parts = msgspec.to_builtins(shown, str_keys=True)
    for name in _OWN:
        del parts[name]
    parts["seats"] = {str(seat["seat"]): seat for seat in parts["seats"]}
    parts["people"] = {str(person["number"]): person for person in parts["people"]}
    return parts


def own_parts(shown: Shown) -> Parts:
    """What is an audience's own of what it is shown; who of it asks (``me``) and the talk go beside."""
    return {
        "seat": shown.seat,
        "can_take_back": shown.can_take_back,
        "may_propose": list(shown.may_propose),
        "may_hint": shown.may_hint,
    }


def _joined(change: Parts, own: Parts) -> Parts:
    """The change of two states that have no name in common."""
    if not own:
        return change
    return {**change, "set": {**change.get("set", {}), **own["set"]}}


def _new_story(told: tuple[Said, ...], story: tuple[Said, ...], deal: tuple[int, int]) -> list[StoryLine]:
    """The lines from the first that was not told so."""
    same = 0
    if story[: len(told)] == told:  # at once, where they are the very same lines
        same = len(told)
    while same < min(len(told), len(story)) and told[same] == story[same]:
        same += 1
    return [StoryLine(*deal, place, write_said(story[place])) for place in range(same, len(story))]
