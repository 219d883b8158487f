"""A bots' worker as the pool sees it: it becomes ready, then answers one question after another."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from kozyr.server.workers.bot_desk import Ask, BotOrder, Chosen, Raised, Ready
from kozyr.server.workers.child import Setup
from kozyr.server.workers.process import OverdueError, WorkerLostError, WorkerProcess

DESK = "kozyr.server.workers.bot_desk"


class BotWorker:
    """One process. After WorkerLostError or OverdueError it can only be stopped."""

    def __init__(self) -> None:
        self._reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._process: WorkerProcess | None = None

    @classmethod
    async def start(cls, order: BotOrder, nice: int, mode: str | None) -> BotWorker:
        """Start the process; it warms up by itself. Raises OSError."""
        worker = cls()
        setup = Setup(tuple(sys.path), nice, DESK, order)
        worker._process = await WorkerProcess.start(setup, worker._hear, mode)
        return worker

    @property
    def process(self) -> WorkerProcess:
        """The process itself."""
        assert self._process is not None
        return self._process

    async def ready(self, seconds: float) -> Ready:
        """Wait until it is warm. Raises WorkerLostError, OverdueError."""
        reply = await self._replied(seconds)
        if not isinstance(reply, Ready):
            raise WorkerLostError(f"a worker began with {reply!r}")
        return reply

    async def ask(self, ask: Ask, seconds: float) -> Chosen | Raised:
        """Ask and wait for the reply. Raises WorkerLostError, OverdueError."""
        self._reply = asyncio.get_running_loop().create_future()
        self.process.send(ask)
        reply = await self._replied(seconds)
        if not isinstance(reply, Chosen | Raised) or reply.number != ask.number:
            raise WorkerLostError("a worker answered what it was not asked")
        return reply

    def _hear(self, message: Any) -> None:
        if not self._reply.done():
            self._reply.set_result(message)

    async def _replied(self, seconds: float) -> Any:
        """The reply; one that came while this loop was late itself is in time."""
        either: set[asyncio.Future[Any]] = {self._reply, self.process.gone}
        await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if self._reply.done():
            return self._reply.result()
        if self.process.gone.done():
            raise WorkerLostError("the worker died")
        raise OverdueError(f"no answer in {seconds:.3g} seconds")
