"""One table while it is in memory: commands go in, the log grows, everybody at it is told.

The order is always the same: the table changes in memory, its events are stored, and only then anybody hears of it.
Where they cannot be stored the changed table is thrown away. ``Hall`` makes and keeps live tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from kozyr.kernel.view import View
from kozyr.server import outline
from kozyr.server.listener import Listener
from kozyr.server.retelling import Audience, Noticeboard
from kozyr.server.storage import CLOSED, Conflict, StorageError
from kozyr.table import AT_THE_DOOR, BotNeed, Command, Event, Refused, Table, write_event

if TYPE_CHECKING:
    from kozyr.server.hall import Hall

_BySeat: TypeAlias = dict[int | None, list[Listener]]
MOST_CONFLICTS: Final = 20
"""So often others may come first before a command gives up."""
AGAIN_MS: Final = 250
"""So long after nothing came of an alarm it rings again."""
BOT_SECONDS: Final = 10.0
"""How long a bot may take; the pool makes a move for one that takes longer."""
_log: Final = logging.getLogger(__name__)


class LiveTable:
    """A table in memory, those who listen to it, and what it waits for.

    ``keeps`` says whether this process is the one that runs its bots, clocks and secrets.
    """

    def __init__(self, hall: Hall, table_id: str) -> None:
        self.hall = hall
        self.id = table_id
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.keeps = False
        self._table: Table | None = None
        self._audiences: dict[int | None, Audience] = {}
        self._board = Noticeboard()
        self._bot: tuple[int, asyncio.Task[None]] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._records = 0

    # What is asked of the table

    async def handle(self, who: str, command: Command) -> int:
        """Carry out a command; returns the seq of what came of it once it is stored.

        Raises Refused, StorageError; nothing has changed then.
        """

        def carry_out(table: Table, now: int) -> tuple[Event, ...]:
            return table.handle(who, command, now)

        async with self.lock:
            table = await self._commit(carry_out)
            seq = table.acknowledged(who, command.id)
            return table.seq if seq is None else seq

    async def do(self, change: Callable[[Table, int], tuple[Event, ...]]) -> None:
        """Carry out anything else that changes the table. Raises Refused, StorageError; nothing has changed then."""
        async with self.lock:
            await self._commit(change)

    async def read(self) -> Table:
        """The table as it is now, to be read before the next await.

        Raises StorageError, LookupError where there is none.
        """
        async with self.lock:
            return await self._loaded()

    def has(self, seq: int) -> bool:
        """Whether the table in memory has come as far as an event: then no notice of it is news."""
        return self._table is not None and self._table.seq >= seq

    async def follow(self, seq: int | None) -> None:
        """Another process has stored events up to this one, or (None) up to nobody knows where."""
        async with self.lock:
            if self._table is not None and (seq is None or self._table.seq < seq):
                await self.quietly(self._go_on())

    async def reread(self) -> None:
        """The log was changed otherwise than by events: what was read of it is forgotten. Raises StorageError."""
        async with self.lock:
            if self._table is not None:
                self._table = None
                with contextlib.suppress(LookupError):
                    await self._loaded()
                self._tell()
                self._arrange()

    def broadcast(self, message: bytes) -> None:
        """Show the same to all who see the match: something fleeting that everybody at a table sees."""
        for listener in self.listeners:
            if listener.seat != AT_THE_DOOR:
                listener.send(message)

    # Those who listen

    async def join(self, listener: Listener, since: int) -> None:
        """Let somebody listen, from now on or (``since``) from the event he heard of last.

        Raises Refused, StorageError.
        """

        def arrive(table: Table, now: int) -> tuple[Event, ...]:
            table.heard_as(listener.who)  # who may neither watch nor sit down is not let in
            return table.arrived(listener.who, listener.name, self.hall.process, now)

        async with self.lock:
            if self.hall.closing or not self.hall.has(self):
                raise StorageError(f"table {self.id} is not served here any more")
            await self._commit(arrive)
            self.listeners.add(listener)
            self._greet(listener, since)

    async def leave(self, listener: Listener) -> None:
        """Somebody listens no more; where that cannot be stored now, it will be."""
        async with self.lock:
            if listener not in self.listeners:
                return
            self.listeners.discard(listener)
            with contextlib.suppress(StorageError, LookupError):
                await self._commit(lambda table, now: table.departed(listener.who, self.hall.process, now))

    async def keep(self) -> None:
        """This process runs the table from now on. Raises LookupError, StorageError; it does not then."""
        async with self.lock:
            await self._loaded()
        dead = await self.hall.keeper.dead(self.others())
        async with self.lock:
            self.keeps = True
            try:
                await self._lose(dead)
                await self._correct_presence()
            except BaseException:
                self.keeps = False
                raise
            self._arrange()

    def others(self) -> set[str]:
        """The other server processes through which people are here, as far as is known."""
        return set() if self._table is None else outline.processes(self._table) - {self.hall.process}

    async def lose(self, processes: set[str]) -> None:
        """These server processes are dead. Raises StorageError."""
        async with self.lock:
            await self._lose(processes)

    async def _lose(self, processes: set[str]) -> None:
        for process in sorted(processes):
            await self._commit(functools.partial(_lose, process))

    def rest(self) -> None:
        """Let go of everything that runs; the table may be forgotten."""
        self.keeps = False
        self._stop_waiting()

    async def close_if(self, is_due: Callable[[Table], bool]) -> bool:
        """Mark the table as closed where that is due, and nobody changes it meanwhile; whether it was.

        Raises StorageError.
        """
        async with self.lock:
            table = await self._catch_up()
            if not is_due(table):
                return False
            with contextlib.suppress(Conflict):
                await self.hall.storage.append(self.id, table.seq, [], self.hall.now(), status=CLOSED)
                return True
            return False

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens and nothing is waited for."""
        return not self.listeners and self._bot is None and self._alarm is None and not self.lock.locked()

    # How it is done

    async def _loaded(self) -> Table:
        if self._table is None:
            events = await self.hall.storage.events(self.id)
            if not events:
                raise LookupError(f"there is no table {self.id}")
            self._table = await asyncio.to_thread(outline.replayed, events)
            self._records = outline.finished(self._table)
        return self._table

    async def _catch_up(self) -> Table:
        """Read what others have stored."""
        if self._table is None:
            return await self._loaded()
        table = self._table
        events = await self.hall.storage.events(self.id, table.seq)
        self._table = None  # where its log cannot be followed, nothing of it is believed
        table.follow(outline.read(events))
        self._table = table
        self._records = outline.finished(table)
        return table

    async def _commit(self, change: Callable[[Table, int], tuple[Event, ...]]) -> Table:
        """Change the table and store what came of it, or leave it as it was; then tell everybody."""
        for _ in range(MOST_CONFLICTS):
            is_fresh = self._table is None
            table = await self._loaded()
            if is_fresh:
                self._tell()  # what others have stored, or what was being stored when a commit was broken off
                self._arrange()
            before = table.seq
            now = self.hall.now()
            try:
                events = self._changed(table, change, now)
                if not events:
                    return table
                await self._store(table, before, events, now)
            except Refused:
                if table.seq != before:
                    self._table = None
                raise
            except Conflict:
                self._table = None
                continue
            except BaseException:
                self._table = None
                self.retry_later()
                raise
            self._tell()
            self._arrange()
            return table
        raise StorageError("too many others change this table at once")

    def _changed(self, table: Table, change: Callable[[Table, int], tuple[Event, ...]], now: int) -> tuple[Event, ...]:
        events = change(table, now)
        if events and self.keeps and table.needs().secret is not None:
            events += table.give_secret(secrets.token_bytes(32), now)
        return events

    async def _correct_presence(self) -> None:
        """Make the log say who is here through this process, where a failure has made it wrong."""
        counted = outline.connections(await self._loaded(), self.hall.process)
        here = Counter(listener.who for listener in self.listeners)
        for who in (counted - here).elements():
            await self._commit(functools.partial(_depart, who, self.hall.process))
        missed = Counter(listener.who for listener in self.listeners if not listener.closed_for) - counted
        for listener in [listener for listener in self.listeners if missed[listener.who] > 0]:
            missed[listener.who] -= 1
            with contextlib.suppress(Refused):
                await self._commit(functools.partial(_arrive, listener, self.hall.process))

    async def _store(self, table: Table, before: int, events: tuple[Event, ...], now: int) -> None:
        finished = outline.finished(table)
        records = [outline.record_of(table)] if finished > self._records else []
        await asyncio.shield(
            self.hall.storage.append(
                self.id,
                before,
                [write_event(event) for event in events],
                now,
                records=records,
                **outline.changes(table, events),
            )
        )
        self._records = finished
        self.hall.stored(table, events)

    def _tell(self) -> None:
        """Tell every audience what has changed for it."""
        table = self._table
        if table is None:
            return
        heard, moved = self._hearers(table)
        for seat, audience in list(self._audiences.items()):
            listeners = heard.get(seat, [])
            if hearers := listeners or moved.get(seat):
                audience.who = hearers[0].who
            elif not audience.is_warm(self.hall.now()) or outline.audience(table, audience.who) != seat:
                del self._audiences[seat]
                continue
            if (message := audience.update(table, self.hall.now(), heard=bool(listeners))) is not None:
                for listener in listeners:
                    listener.send(message)
        for listener in itertools.chain.from_iterable(moved.values()):
            self._show_whole(listener)
            self.hall.huts.greet(self, listener)  # of one at the door it was kept where bodies lie

    def _hearers(self, table: Table) -> tuple[_BySeat, _BySeat]:
        """Who listens as which seat: those who have so far, and those who do from now on."""
        heard: _BySeat = {}
        moved: _BySeat = {}
        for listener in list(self.listeners):
            try:
                seat = table.heard_as(listener.who)
            except Refused as refusal:
                listener.close(refusal.code)
                continue
            (heard if seat == listener.seat else moved).setdefault(seat, []).append(listener)
            listener.seat = seat
        return heard, moved

    def _greet(self, listener: Listener, since: int) -> None:
        table = self._table
        assert table is not None
        seat = outline.audience(table, listener.who)
        listener.seat = seat
        audience = self._audiences.get(seat)
        me = table.shown_to(listener.who).me
        missed = audience.since(listener.who, me, since) if audience is not None and since else None
        if missed is None:
            self._show_whole(listener)
        else:
            for message in missed:
                listener.send(message)

    def _show_whole(self, listener: Listener) -> None:
        table = self._table
        assert table is not None
        for seat, other in self._audiences.items():
            if seat != listener.seat:
                other.part_with(listener.who)
        audience = self._audiences.get(listener.seat)
        if audience is None:
            audience = self._audiences[listener.seat] = Audience(listener.seat, listener.who, self._board)
            audience.update(table, self.hall.now(), heard=True)
        listener.send(audience.whole(table, listener.who))

    def _arrange(self) -> None:
        """See to what the table needs next, where that is this process's business."""
        table = self._table
        if table is None or not self.keeps:
            return
        needs = table.needs()
        if self._bot is not None and (needs.bot is None or needs.bot.turn != self._bot[0]):
            self._bot[1].cancel()
            self._bot = None
        if needs.bot is not None and self._bot is None:
            assert table.match is not None
            view = table.match.view(needs.bot.seat)
            self._bot = needs.bot.turn, self.hall.start(self._move_bot(table.state.game.id, view, needs.bot))
        if needs.secret is not None:
            self.hall.start(self.quietly(self.do(lambda table, now: table.give_secret(secrets.token_bytes(32), now))))
        if needs.physics is not None:
            self.hall.huts.judge(self, table, needs.physics)
        self._set_alarm(needs.wake_at)

    def _set_alarm(self, wake_at: int | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if wake_at is not None:
            seconds = max(0.0, (wake_at - self.hall.now()) / 1000)
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._wake)

    def _wake(self) -> None:
        self._alarm = None
        self.hall.start(self.quietly(self._tick()))

    async def _tick(self) -> None:
        async with self.lock:
            table = await self._commit(lambda table, now: table.tick(now))
            if self._alarm is None and self.keeps and (wake_at := table.needs().wake_at) is not None:
                self._set_alarm(max(wake_at, self.hall.now() + AGAIN_MS))

    async def _move_bot(self, game_id: str, view: View, need: BotNeed) -> None:
        """Ask the workers for a bot's move, wait for its time, and make it."""
        try:
            answer = await self.hall.pool.choose(game_id, need.bot, view, need.seed, BOT_SECONDS, table_id=self.id)
            await asyncio.sleep(max(0.0, (need.not_before - self.hall.now()) / 1000))
        except Exception:
            self._bot = None
            self.retry_later()
            raise
        self._bot = None  # what is being stored is not broken off
        await self.quietly(
            self.do(lambda table, now: table.bot_moved(need.seat, need.turn, answer.move, answer.made_by, now))
        )

    async def quietly(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do what nobody has asked for: where the storage fails, the table goes on when it is back."""
        try:
            await work
        except StorageError as error:
            _log.warning("table %s waits for the storage: %s", self.id, error)
            self.retry_later()
        except Refused as refusal:
            _log.error("table %s refuses what it needs: %s", self.id, refusal)
            self.retry_later()

    def retry_later(self) -> None:
        """Read the table again in a moment, and go on."""
        if self._retry is None and not self.hall.closing:
            self._retry = asyncio.get_running_loop().call_later(self.hall.retry_seconds, self._try_again)

    def _try_again(self) -> None:
        self._retry = None
        self.hall.start(self.quietly(self._revive()))

    async def _revive(self) -> None:
        """Read the table again after the storage had failed, and go on."""
        async with self.lock:
            await self._go_on()
            if self._table is not None:  # of what was stored when nobody waited for it any more
                self.hall.bus.publish(self.id, self._table.seq)

    async def _go_on(self) -> None:
        """Take up what others have stored, tell it, and see to what is needed."""
        await self._catch_up()
        await self._correct_presence()
        self._tell()
        self._arrange()

    def _stop_waiting(self) -> None:
        if self._bot is not None:
            self._bot[1].cancel()
            self._bot = None
        for timer in (self._alarm, self._retry):
            if timer is not None:
                timer.cancel()
        self._alarm = self._retry = None


def _lose(process: str, table: Table, now: int) -> tuple[Event, ...]:
    return table.process_lost(process, now)


def _arrive(listener: Listener, process: str, table: Table, now: int) -> tuple[Event, ...]:
    return table.arrived(listener.who, listener.name, process, now)


def _depart(who: str, process: str, table: Table, now: int) -> tuple[Event, ...]:
    return table.departed(who, process, now)
