"""The pool of huts: worker processes that keep what tables have of physics.

They are other processes than the bots': a bot that hangs must not take a hut with it.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import NoReturn, Self

from kozyr.server.workers.backoff import Backoff
from kozyr.server.workers.hut_messages import HutOrder, Path
from kozyr.server.workers.hut_session import HutSession
from kozyr.server.workers.hut_worker import HutLostError, HutWorker
from kozyr.server.workers.lives import lives


@dataclass(frozen=True)
class HutSettings:
    """How a pool of huts behaves; seconds where nothing else is said."""

    load: tuple[str, ...] = ()
    """Games whose engines are loaded when a worker starts; the others' when they are first needed."""
    nice: int = 0
    """Not nicer than the server: somebody's hand waits for the cards, and their work is short. Bots are nicer."""
    start_seconds: float = 60.0
    patience: float = 30.0
    """How long an opening may wait for a worker."""
    silence: float = 5.0
    """A worker from which something is to come and of which so long nothing is heard is hung, and killed."""
    grace: float = 2.0
    backoff: Backoff = field(default_factory=Backoff)


@dataclass
class HutCounters:
    """What happened so far, for metrics."""

    opened: int = 0
    open_seconds: float = 0.0
    """All openings' waiting and building together."""
    starts: int = 0
    losses: int = 0


class HutPool:
    """So many worker processes for huts. ``await start()``, ``open_hut``, ``await close()``; all in one event loop."""

    def __init__(self, size: int, settings: HutSettings | None = None) -> None:
        if size < 1:
            raise ValueError(f"a pool has at least one worker, not {size}")
        self.size, self.settings = size, settings or HutSettings()
        self.counters = HutCounters()
        self._numbers = itertools.count(1)
        self._workers: dict[int, HutWorker] = {}
        self._ready: dict[int, HutWorker] = {}
        self._changed = asyncio.Condition()
        self._keepers: list[asyncio.Task[None]] = []
        self._closing = False

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Begin to start the workers; returns at once."""
        self._keepers = [asyncio.create_task(self._keep(place), name=f"huts {place}") for place in range(self.size)]

    async def ready(self) -> None:
        """Wait until all workers have started. Raises HutLostError when the pool is closed."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._closing or len(self._ready) == self.size)
        self._check_open()

    async def close(self) -> None:
        """End all workers; pulls under way are lost. No process is left."""
        self._closing = True
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        async with self._changed:
            self._changed.notify_all()

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the worker processes there are now."""
        return tuple(worker.process.pid for worker in self._workers.values())

    @property
    def huts(self) -> int:
        """How many huts there are in the workers."""
        return sum(len(worker.sessions) for worker in self._workers.values())

    async def open_hut(
        self,
        game_id: str,
        table_id: str,
        *,
        seed: str | None = None,
        kept: object = None,
        bodies: object = None,
        pulls: Sequence[tuple[int, Path]] = (),
        on_beginning: Callable[[], None] = lambda: None,
    ) -> HutSession:
        """The hut of a table: built from a seed, or taken up from what a session kept, or from a log's exact bodies.

        ``pulls`` are pulled again then: (card, path) of each that left the hut standing since. Building takes seconds;
        ``on_beginning`` is called when the worker begins with it. Raises HutRefusedError, HutLostError.
        """
        if sum(given is not None for given in (seed, kept, bodies)) != 1:
            raise ValueError("a hut is opened from a seed, from what was kept or from bodies")
        begun = time.monotonic()
        session = HutSession(self, game_id, f"{table_id}#{next(self._numbers)}")
        await session.open(seed=seed, kept=kept, bodies=bodies, pulls=pulls, on_beginning=on_beginning)
        self.counters.opened += 1
        self.counters.open_seconds += time.monotonic() - begun
        return session

    async def free_worker(self) -> HutWorker:
        """The ready worker with the fewest huts; waits for one. Raises HutLostError."""
        try:
            async with asyncio.timeout(self.settings.patience), self._changed:
                await self._changed.wait_for(lambda: self._closing or self._usable())
        except TimeoutError:
            raise HutLostError("no worker for huts could be had in time") from None
        self._check_open()
        return min(self._usable(), key=lambda worker: len(worker.sessions))

    def _usable(self) -> list[HutWorker]:
        return [worker for worker in self._ready.values() if not worker.is_gone]

    def _check_open(self) -> None:
        if self._closing:
            raise HutLostError("the pool of huts is closed")

    async def _keep(self, place: int) -> None:
        async for _ in lives(lambda: self._live(place), self.settings.backoff):
            self.counters.losses += 1

    async def _live(self, place: int) -> NoReturn:
        """One worker's life, which ends with an exception."""
        worker = await HutWorker.start(HutOrder(self.settings.load), self.settings.nice)
        self.counters.starts += 1
        self._workers[place] = worker
        try:
            await worker.ready(self.settings.start_seconds)
            self._ready[place] = worker
            async with self._changed:
                self._changed.notify_all()
            await worker.watch(self.settings.silence)
        finally:
            self._ready.pop(place, None)
            worker.lose()
            await worker.process.stop(self.settings.grace if self._closing else 0.0)
            del self._workers[place]
