"""A hall in this process, its storage breakable and its bots quick; no sockets, no workers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, cast

from kozyr.kernel.game import random_move
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.server.bus import LocalBus
from kozyr.server.hall import Hall
from kozyr.server.keepers import LocalKeeper
from kozyr.server.listener import Listener
from kozyr.server.live import LiveTable
from kozyr.server.storage import StorageError, open_storage
from kozyr.server.storage.sqlite import SqliteFile, SqliteStorage
from kozyr.server.workers.answer import BotAnswer
from kozyr.table import Event, Settings, Table, commands, read_event

AT_ONCE = Settings(pace="none", stand_in="random")


class BreakableStorage(SqliteStorage):
    """A storage that fails when it is told to: before it writes, or behind it, as where a connection breaks."""

    fails_before = False
    fails_behind = False
    reads_fail = False

    async def append(self, *args: Any, **kwargs: Any) -> int:
        if self.fails_before:
            raise StorageError("the disk is full")
        seq = await super().append(*args, **kwargs)
        if self.fails_behind:
            raise StorageError("the connection broke")
        return seq

    async def events(self, *args: Any, **kwargs: Any) -> Any:
        if self.reads_fail:
            raise StorageError("nobody answers")
        return await super().events(*args, **kwargs)

    def mend(self) -> None:
        """All is well again."""
        self.fails_before = self.fails_behind = self.reads_fail = False


class QuickPool:
    """Bots that move by chance at once; ``raises`` so many times they do not."""

    def __init__(self) -> None:
        self.raises = 0
        self.asked = 0

    async def choose(self, game: str, bot: str, view: View, seed: str, budget: float, *, table_id: str) -> BotAnswer:
        """A move."""
        self.asked += 1
        if self.raises:
            self.raises -= 1
            raise RuntimeError("the pool failed")
        await asyncio.sleep(0)
        return BotAnswer(str(random_move([entry.move for entry in view.legal], Stream(seed))), (), bot)


class NoHuts:
    """No bodies."""


class InProcess:
    """A hall and what it stands on; ``stop`` leaves the log as a killed process does."""

    def __init__(self, storage: BreakableStorage, pool: QuickPool, hall: Hall) -> None:
        self.storage, self.pool, self.hall = storage, pool, hall

    @classmethod
    async def start(cls, path: Path) -> InProcess:
        """Begin."""
        await (await open_storage(f"sqlite://{path.as_posix()}")).close()
        storage, pool = BreakableStorage(SqliteFile(path)), QuickPool()
        hall = Hall(storage, cast(Any, pool), cast(Any, NoHuts()), LocalBus(), LocalKeeper(), retry_seconds=0.01)
        await hall.open()
        return cls(storage, pool, hall)

    async def stop(self) -> None:
        """End, saying nothing to anybody that would be stored."""
        for live in self.hall.tables():
            live.listeners.clear()
        await self.hall.close()
        await self.storage.close()

    async def new_table(self, *people: str, game: str = "thirty_one", bots: int = 1, **options: Any) -> LiveTable:
        """A table at which these people and bots have all said that they are ready."""
        table, events = Table.create(
            "t1", game, len(people) + bots, people[0], people[0], self.hall.now(), settings=AT_ONCE, options=options
        )
        events += table.handle(people[0], commands.Sit(seat=0), self.hall.now())
        for seat in range(len(people), len(people) + bots):
            events += table.handle(people[0], commands.SetBot(seat=seat, bot="random"), self.hall.now())
        await self.hall.create(table, events, listed=False)
        live = await self.hall.table("t1")
        for who in people[1:]:
            await self.come(live, who)
            await live.handle(who, commands.Sit(seat=people.index(who)))
        return live

    async def come(self, live: LiveTable, who: str) -> Listener:
        """Somebody listens."""
        listener = Listener(who, who)
        await live.join(listener, 0)
        return listener

    async def log(self) -> list[Event]:
        """What is stored of the table."""
        events = await SqliteStorage.events(self.storage, "t1")
        return [read_event(event.body) for event in events]

    async def stored(self) -> Table:
        """The table that the log leads to."""
        return Table.replay(await self.log())


@contextlib.asynccontextmanager
async def a_hall(path: Path) -> AsyncIterator[InProcess]:
    """A hall on a file."""
    process = await InProcess.start(path)
    try:
        yield process
    finally:
        process.storage.mend()
        await process.stop()


async def until(condition: Callable[[], Any]) -> None:
    """Wait until something is so; the condition may be awaitable."""
    async with asyncio.timeout(20):
        while True:
            found = condition()
            if asyncio.iscoroutine(found):
                found = await found
            if found:
                return
            await asyncio.sleep(0.005)
