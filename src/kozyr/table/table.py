"""The live table, as its driver sees it.

Whatever changes it takes ``now`` (ms) and returns the events that came of it, already carried out. The driver stores
them before it tells anybody; where that fails, or anything but Refused was raised, it throws the table away and
replays the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kozyr.kernel.game import Match
from kozyr.kernel.view import View
from kozyr.records import Record
from kozyr.table import deciding, founding, hinting, needing, papers, presence, resolving, settling, showing
from kozyr.table.applying import apply
from kozyr.table.audience import audience_of, heard_as
from kozyr.table.commands import Command
from kozyr.table.events import Created, Event, EventError, Look
from kozyr.table.needs import Needs
from kozyr.table.scribe import Scribe
from kozyr.table.settings import Settings
from kozyr.table.shown import Shown
from kozyr.table.state import State


class Table:
    """A table from its making on; changed only by its own methods, which all return events."""

    def __init__(self, created: Created) -> None:
        self.state = State.of(created)
        """All there is to know; to be read, never changed from outside."""

    @classmethod
    def create(
        cls,
        table: str,
        game: str,
        players: int,
        who: str,
        name: str,
        now: int,
        *,
        options: Mapping[str, Any] | None = None,
        settings: Settings | None = None,
        record: Record | None = None,
    ) -> tuple[Table, tuple[Event, ...]]:
        """A new table, whose host is ``who``; and its first events. Raises Refused.

        With ``record`` it is a duplicate: the decks of that record's deals are dealt again, to as many players.
        """
        created = founding.found(table, game, players, who, name, now, options or {}, settings or Settings(), record)
        return cls(created), (created,)

    @classmethod
    def replay(cls, events: Iterable[Event]) -> Table:
        """The table that a log leads to. Raises EventError where the log does not begin with Created."""
        log = iter(events)
        first = next(log, None)
        if not isinstance(first, Created):
            raise EventError("a log begins with the event created")
        table = cls(first)
        for event in log:
            apply(table.state, event)
        return table

    @property
    def seq(self) -> int:
        """How many events the log has."""
        return self.state.seq

    @property
    def match(self) -> Match | None:
        """The match that runs, or was played last; None before the first. To be read, never changed from outside."""
        return self.state.match

    def follow(self, events: Iterable[Event]) -> None:
        """Take up events that another process has stored behind this table's last one."""
        for event in events:
            apply(self.state, event)

    def handle(self, who: str, command: Command, now: int) -> tuple[Event, ...]:
        """Carry out what a person asks, with all that follows. Raises Refused; nothing has changed then.

        Returns nothing, too, where the command carries an id that was carried out before (``acknowledged``).
        """
        if self.acknowledged(who, command.id) is not None:
            return ()
        return self._write(now, lambda scribe: deciding.decide(scribe, who, command), who, command.id)

    def acknowledged(self, who: str, client_id: str) -> int | None:
        """The seq behind the first event of the command that a person gave this id; None where it is not known."""
        return self.state.acks.get((who, client_id))

    def arrived(self, who: str, name: str, process: str, now: int) -> tuple[Event, ...]:
        """A person has connected through a server process, perhaps once more. Raises Refused (removed, too many)."""
        return self._write(now, lambda scribe: presence.arrive(scribe, who, name, process))

    def departed(self, who: str, process: str, now: int) -> tuple[Event, ...]:
        """One connection of a person is gone; nothing where there was none."""
        return self._write(now, lambda scribe: presence.depart(scribe, who, process))

    def process_lost(self, process: str, now: int) -> tuple[Event, ...]:
        """Every connection through a server process is gone; nothing where there was none."""
        return self._write(now, lambda scribe: presence.lose(scribe, process))

    def tick(self, now: int) -> tuple[Event, ...]:
        """Carry out what has run out by now: clocks, votes, pauses, contributions."""
        return self._write(now, _nothing)

    def needs(self, now: int = 0) -> Needs:
        """What must be given next from outside; its times are absolute and not before ``now``."""
        return needing.needs(self.state, now)

    def give_secret(self, secret: bytes, now: int) -> tuple[Event, ...]:
        """32 random bytes for the coming deal; nothing where none are needed. Raises ValueError for another size."""
        return self._write(now, lambda scribe: resolving.give_secret(scribe, secret))

    def bot_moved(self, seat: int, turn: int, move: str, made_by: str, now: int) -> tuple[Event, ...]:
        """The move that a bot has found; nothing where its turn is past. Raises Refused where the move is not legal."""
        return self._write(now, lambda scribe: resolving.bot_moved(scribe, seat, turn, move, made_by))

    def resolve_physics(self, turn: int, outcome: Any, look: Look | None, now: int) -> tuple[Event, ...]:
        """What the bodies say (as ``Chance.write`` writes it) and what shows after it; nothing where the turn is past.

        Raises Refused where the outcome or the look is impossible.
        """
        return self._write(now, lambda scribe: resolving.resolve_physics(scribe, turn, outcome, look))

    def resolve_without_physics(self, turn: int, now: int) -> tuple[Event, ...]:
        """There are no bodies: the deal's stream judges by the risk model. Nothing where the turn is past."""
        return self._write(now, lambda scribe: resolving.resolve_without_physics(scribe, turn))

    def pulled_live(
        self, who: str, move: str, outcome: Any, look: Look | None, now: int, turn: int | None = None
    ) -> tuple[Event, ...]:
        """A person's own pull at the bodies: his move and its outcome in one. Raises Refused."""
        return self._write(now, lambda scribe: resolving.pulled_live(scribe, who, move, outcome, look, turn))

    def audience_of(self, who: str | None) -> int | None:
        """The seat as which a person sees the match, or None: as a spectator. Raises Refused where he may not."""
        return audience_of(self.state, who)

    def heard_as(self, who: str) -> int | None:
        """As whom a person hears of the table: as ``audience_of`` says, else ``AT_THE_DOOR``, where he may sit down.

        Raises Refused where he may neither watch nor take a seat.
        """
        return heard_as(self.state, who)

    def shown_to(self, who: str | None) -> Shown:
        """All that a person (or a stranger, None) may know of the table beside the match."""
        return showing.shown_to(self.state, who)

    def shown_to_all(self) -> Shown:
        """What a stranger is shown who may not listen to the talk; the very same value until something happens."""
        return showing.shown_to_all(self.state)

    def view_for(self, who: str | None) -> View | None:
        """What a person may see of the match; None before the first. Raises Refused as ``audience_of`` does."""
        seat = audience_of(self.state, who)
        return None if self.state.match is None else self.state.view(seat)

    def hint_view(self, who: str) -> View:
        """What a hint for a person to move is found from: his own view. Raises Refused where he may have none."""
        return hinting.hint_view(self.state, who)

    def proof(self, deal: int) -> dict[str, Any]:
        """The proof of a finished deal of this match, from 1; empty where there is none."""
        return showing.proof(self.state, deal)

    def record(self) -> dict[str, Any] | None:
        """The record of the match that is over or was stopped, with its proofs; None while it runs."""
        return papers.record(self.state)

    def fingerprint(self) -> str:
        """A digest of the whole state: tables with equal ones are equal."""
        return papers.fingerprint(self.state)

    def _write(
        self, now: int, decide: Callable[[Scribe], None], who: str = "", client_id: str = ""
    ) -> tuple[Event, ...]:
        scribe = Scribe.of(self.state, now, who, client_id)
        decide(scribe)
        settling.settle(scribe)
        return tuple(scribe.written)


def _nothing(scribe: Scribe) -> None:
    """Nothing but what follows by itself."""
