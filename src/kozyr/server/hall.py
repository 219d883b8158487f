"""All tables that this process has in memory, and what they share: storage, workers, the clock, other processes."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from kozyr.server import outline
from kozyr.server.bus import Bus, Subscriber
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
"""So often a process says that it lives and asks for tables that nobody keeps."""
DEAD_AFTER_MS: Final = 1500
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
        self._tables: dict[str, LiveTable] = {}
        self._idle: dict[str, int] = {}
        self._resting: set[str] = set()
        """Playing tables that wait for a person to come; nothing is done for them."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    async def open(self) -> None:
        """Begin: hear other processes, and take up the tables that were playing when the server went down."""
        await self.storage.beat(self.process, self.now())
        self.bus.subscribe(Subscriber(self._heard, self._heard_live, self._heard_again))
        self.start(self._live_on())

    async def close(self) -> None:
        """Tell everybody that the server goes down, and end all that runs. Every table is stored already."""
        self._closing = True
        for live in self._tables.values():
            live.rest()
            for listener in list(live.listeners):
                listener.close("restart")
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self._tables.values():
            async with live.lock:  # what is being stored is stored to its end
                pass

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something in the background; what goes wrong in it is logged."""
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
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
        if not live.keeps and await self.keeper.try_keep(table_id):
            await live.keep()
        return live

    def tables(self) -> list[LiveTable]:
        """The tables in memory."""
        return list(self._tables.values())

    def stored(self, table: Table, events: Sequence[Event]) -> None:
        """Events of a table were stored by this process: others are told."""
        moves = sum(isinstance(event, Moved) for event in events)
        self.metrics.moves.labels(game=table.state.game.id).inc(moves)
        self.bus.publish(table.state.table, table.seq)

    async def alive(self) -> set[str]:
        """The server processes that are running."""
        return {self.process, *await self.storage.alive(self.now() - DEAD_AFTER_MS)}

    def forget(self, table_id: str) -> None:
        """Drop a table from memory: its log was changed, or it is gone. Whoever listens must come again."""
        live = self._tables.pop(table_id, None)
        if live is not None:
            live.rest()
            for listener in list(live.listeners):
                listener.close("restart")

    def _heard(self, table_id: str, seq: int) -> None:
        live = self._tables.get(table_id)
        if live is not None and not self._closing and not live.has(seq):
            self.start(live.follow(seq))

    def _heard_live(self, table_id: str, frame: bytes) -> None:
        live = self._tables.get(table_id)
        if live is not None and not live.keeps:
            live.broadcast(frame)

    def _heard_again(self) -> None:
        """Notices may have been lost: every log is read again."""
        for live in self._tables.values():
            self.start(live.follow(None))

    def lost(self, table_ids: frozenset[str]) -> None:
        """The leases of these tables are gone: somebody else may run them now."""
        for table_id in table_ids:
            live = self._tables.get(table_id)
            if live is not None:
                live.rest()

    async def _live_on(self) -> None:
        """Say that this process lives; keep every playing table that nobody keeps; forget what is idle."""
        while True:
            try:
                await self.storage.beat(self.process, self.now())
                await self.keeper.check()
                await self._take_up()
            except (StorageError, OSError) as error:
                _log.warning("the storage does not answer: %s", error)
            await self._let_rest()
            await asyncio.sleep(BEAT_SECONDS)

    async def _take_up(self) -> None:
        stored_tables = await self.storage.open_tables()
        self._resting &= {stored.id for stored in stored_tables}
        for stored in stored_tables:
            if stored.status != "playing" or stored.id in self._resting:
                continue
            live = self._tables.get(stored.id)
            if live is not None and live.keeps:
                continue
            try:
                await self.table(stored.id)
            except (StorageError, OSError):
                raise
            except Exception:  # one that cannot be read keeps no other from being played
                _log.exception("a table cannot be taken up", extra={"table": stored.id})
                self._resting.add(stored.id)

    async def _let_rest(self) -> None:
        for live in list(self._tables.values()):
            if not live.is_idle:
                self._idle.pop(live.id, None)
                continue
            beats = self._idle[live.id] = self._idle.get(live.id, 0) + 1
            if beats > REST_AFTER_BEATS:
                live.rest()
                del self._tables[live.id], self._idle[live.id]
                self._resting.add(live.id)
                await self.huts.forget(live.id)
                await self.keeper.release(live.id)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        _log.exception("what ran in the background failed")
