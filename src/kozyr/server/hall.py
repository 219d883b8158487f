"""All tables that this process has in memory, and what they share: storage, workers, the clock, other processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Final

from kozyr.server import outline
from kozyr.server.bus import Bus, Subscriber
from kozyr.server.hints import hint_limiter
from kozyr.server.keepers import Keeper
from kozyr.server.live import LiveTable
from kozyr.server.metrics import Metrics
from kozyr.server.storage import Storage, StorageError
from kozyr.server.storage import Table as StoredTable
from kozyr.server.tablehuts import TableHuts
from kozyr.server.workers.huts import HutPool
from kozyr.server.workers.pool import WorkerPool
from kozyr.table import Event, Table, write_event
from kozyr.table.events import Moved

BEAT_SECONDS: Final = 0.5
"""So often a process sees to its own tables, and whether others live."""
SEARCH_AFTER_BEATS: Final = 20
"""So many beats lie between two searches of the storage for tables that nobody keeps."""
MOST_FOUND: Final = 10_000
"""Playing tables that a search finds at most, the last changed first."""
GOODBYE_SECONDS: Final = 1.0
"""How long those who listen may take to hear that the server goes down."""
EVERY_TABLE: Final = ""
"""Stands in the place of a table's id in what processes tell one another of people."""
REST_AFTER_BEATS: Final = 240
"""So many beats a table must have been idle before it leaves the memory."""
_log: Final = logging.getLogger(__name__)


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Hall:
    """The live tables of one server process."""

    def __init__(
        self,
        storage: Storage,
        pool: WorkerPool,
        huts: HutPool,
        bus: Bus,
        keeper: Keeper,
        *,
        now: Callable[[], int] = wall_clock,
        retry_seconds: float = 0.5,
        metrics: Metrics | None = None,
    ) -> None:
        self.storage = storage
        self.pool = pool
        self.bus = bus
        self.keeper = keeper
        self.now = now
        self.retry_seconds = retry_seconds
        self.metrics = metrics or Metrics(secrets.token_hex(8))
        self.process = self.metrics.process
        self.huts = TableHuts(self, huts)
        self.hints = hint_limiter()
        self._tables: dict[str, LiveTable] = {}
        self._idle: dict[str, int] = {}
        self._resting: set[str] = set()
        """Playing tables that wait for a person to come; nothing is done for them."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._leases = asyncio.Lock()
        """Held while a table's lease is taken or given back."""
        self._search: asyncio.Task[None] | None = None
        self._search_in = 0
        self.closing = False
        """Whether the process is about to end: nobody may come any more."""

    async def open(self) -> None:
        """Begin: hear other processes, and take up the tables that were playing when the server went down."""
        await self.keeper.check()
        self.bus.subscribe(Subscriber(self._heard, self._heard_live, self._heard_again))
        self.start(self._live_on())

    def say_goodbye(self) -> None:
        """Tell everybody that the server goes down; nobody is let in any more."""
        self.closing = True
        for live in self._tables.values():
            for listener in list(live.listeners):
                listener.close("restart")

    async def close(self) -> None:
        """Say goodbye, and end all that runs. Every table is stored already."""
        self.say_goodbye()
        for live in self._tables.values():
            live.rest()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self._tables.values():
            async with live.lock:  # what somebody asked is stored to its end
                pass

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something in the background; what goes wrong in it is logged."""
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # one that was cancelled before it began
        return task

    async def create(self, table: Table, events: Sequence[Event], *, listed: bool) -> None:
        """Store a new table. Raises StorageError."""
        state = table.state
        stored = StoredTable(
            id=state.table,
            game=state.game.id,
            rules_version=state.game.rules_version,
            created_at=state.at,
            updated_at=state.at,
            status=state.phase,
            listed=listed,
            creator=state.host or "",
            summary=outline.summary(table),
            seq=0,
        )
        await self.storage.create_table(stored, [write_event(event) for event in events], outline.owners(table))

    async def table(self, table_id: str) -> LiveTable:
        """A table, brought to memory if it is not there. Raises LookupError where there is none, StorageError."""
        live = self._tables.get(table_id)
        if live is None:
            if await self.storage.table(table_id) is None:
                raise LookupError(f"there is no table {table_id}")
            live = self._tables.setdefault(table_id, LiveTable(self, table_id))
        self._idle.pop(table_id, None)
        self._resting.discard(table_id)
        await self._keep(live)
        return live

    async def _keep(self, live: LiveTable) -> None:
        """Keep a table if nobody else does. Raises LookupError, StorageError."""
        if live.keeps or self.closing:
            return
        async with self._leases:
            if not self.has(live) or not await self.keeper.try_keep(live.id):
                return
        await live.keep()

    def has(self, live: LiveTable) -> bool:
        """Whether this is the table in memory, and not one that was forgotten."""
        return self._tables.get(live.id) is live

    def tables(self) -> list[LiveTable]:
        """The tables in memory."""
        return list(self._tables.values())

    def stored(self, table: Table, events: Sequence[Event]) -> None:
        """Events of a table were stored by this process: others are told."""
        moves = sum(isinstance(event, Moved) for event in events)
        self.metrics.moves.labels(game=table.state.game.id).inc(moves)
        self.bus.publish(table.state.table, table.seq)

    def show(self, live: LiveTable, message: bytes) -> None:
        """Show something fleeting to all who listen to a table, through whichever process."""
        live.broadcast(message)
        with contextlib.suppress(ValueError):
            self.bus.publish_live(live.id, self.process.encode() + b" " + message)

    def part(self, who: str, why: str) -> None:
        """Close all connections of somebody, through whichever process."""
        self._part(who, why)
        self._order("part", who, why)

    def _part(self, who: str, why: str) -> None:
        for live in self._tables.values():
            for listener in list(live.listeners):
                if listener.who == who:
                    listener.close(why)

    async def reread(self, table_ids: Collection[str]) -> None:
        """The logs of these tables were changed otherwise than by events: they are read again, by every process.

        Raises StorageError.
        """
        for table_id in table_ids:
            self._order("reread", table_id)
        for live in self.tables():
            if live.id in table_ids:
                await live.reread()

    def _order(self, *words: str) -> None:
        """Tell the other processes to do something. It is fleeting: one that hears nothing just now does not do it."""
        self.bus.publish_live(EVERY_TABLE, " ".join((self.process, *words)).encode())

    def forget(self, table_id: str) -> None:
        """Drop a table from memory: its log was changed, or it is gone. Whoever listens must come again."""
        live = self._tables.pop(table_id, None)
        if live is not None:
            live.rest()
            for listener in list(live.listeners):
                listener.close("restart")

    def _heard(self, table_id: str, seq: int) -> None:
        live = self._tables.get(table_id)
        if live is not None and not self.closing and not live.has(seq):
            self.start(live.follow(seq))

    def _heard_live(self, table_id: str, frame: bytes) -> None:
        process, _, message = frame.partition(b" ")
        if process == self.process.encode():
            return
        if table_id == EVERY_TABLE:
            self._heard_order(*message.decode().split(" "))
        elif live := self._tables.get(table_id):
            live.broadcast(message)

    def _heard_order(self, word: str, *values: str) -> None:
        if word == "part":
            self._part(*values)
        elif word == "reread" and (live := self._tables.get(values[0])):
            self.start(live.quietly(live.reread()))

    def _heard_again(self) -> None:
        """Notices may have been lost: every log is read again."""
        for live in self._tables.values():
            if not self.closing:
                self.start(live.follow(None))

    def lost(self, table_ids: frozenset[str]) -> None:
        """The leases of these tables are gone: somebody else may run them now."""
        for table_id in table_ids:
            live = self._tables.get(table_id)
            if live is not None:
                live.rest()

    async def _live_on(self) -> None:
        """See to what nobody asks for; nothing that goes wrong in it may end it."""
        while True:
            try:
                await self.keeper.check()
                await self._miss_others()
                await self._keep_own()
                self._begin_search()
                await self._let_rest()
            except (StorageError, OSError) as error:
                _log.warning("the storage does not answer: %s", error)
            except Exception:
                _log.exception("the hall's round failed")
            await asyncio.sleep(BEAT_SECONDS)

    async def _miss_others(self) -> None:
        """Where another process has died its people are gone, and its tables are taken up."""
        kept = [live for live in self._tables.values() if live.keeps]
        dead = await self.keeper.dead({process for live in kept for process in live.others()})
        if dead:
            self._search_in = 0
        for live in kept:
            if lost := dead & live.others():
                self.start(live.quietly(live.lose(lost)))

    async def _keep_own(self) -> None:
        """Keep the tables in memory that nobody keeps any more."""
        for live in list(self._tables.values()):
            if not live.keeps and live.listeners:
                await self._take_up(live.id)

    def _begin_search(self) -> None:
        self._search_in -= 1
        if self._search_in <= 0 and (self._search is None or self._search.done()):
            self._search_in = SEARCH_AFTER_BEATS
            self._search = self.start(self._search_all())

    async def _search_all(self) -> None:
        """Take up every playing table that nobody keeps, one after the other."""
        try:
            found = await self.storage.ids_with_status("playing", MOST_FOUND)
        except StorageError as error:
            _log.warning("the storage does not answer: %s", error)
            return
        self._resting.intersection_update(found)
        for table_id in found:
            live = self._tables.get(table_id)
            if table_id not in self._resting and (live is None or not live.keeps):
                await self._take_up(table_id)

    async def _take_up(self, table_id: str) -> None:
        """Keep a table if nobody else does; one that cannot be read keeps no other from going on."""
        try:
            live = self._tables.get(table_id) or LiveTable(self, table_id)
            async with self._leases:
                if live.keeps or self.closing or not await self.keeper.try_keep(table_id):
                    return
                live = self._tables.setdefault(table_id, live)
            await live.keep()
        except (LookupError, StorageError) as error:
            _log.warning("table %s is not taken up: %s", table_id, error)
        except Exception:
            _log.exception("table %s cannot be taken up", table_id)
            self._resting.add(table_id)

    async def _let_rest(self) -> None:
        for live in list(self._tables.values()):
            if not live.is_idle:
                self._idle.pop(live.id, None)
                continue
            beats = self._idle[live.id] = self._idle.get(live.id, 0) + 1
            if beats > REST_AFTER_BEATS:
                await self._put_to_rest(live)

    async def _put_to_rest(self, live: LiveTable) -> None:
        async with self._leases:
            if not (live.is_idle and self.has(live)):
                return
            live.rest()
            del self._tables[live.id]
            self._idle.pop(live.id, None)
            self._resting.add(live.id)
            await self.keeper.release(live.id)
        await self.huts.forget(live.id)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        _log.exception("what ran in the background failed")
