"""A huts' worker as the pool sees it: requests with replies, and what its huts tell unasked."""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections.abc import Callable
from typing import Any, Final, NoReturn, Protocol

from kozyr.server.workers.child import Setup
from kozyr.server.workers.hut_messages import (
    Beginning,
    HutOrder,
    HutState,
    PosesMoved,
    PullEnded,
    Ready,
    Refused,
    Request,
    Told,
)
from kozyr.server.workers.process import OverdueError, WorkerLostError, WorkerProcess

DESK: Final = "kozyr.server.workers.hut_desk"
_LOOK: Final = 0.5
_MOST_UNSENT: Final = 1 << 20


class HutLostError(RuntimeError):
    """The worker that had the hut died, and with it what was going on: it begins anew from how the hut last stood."""


class HutRefusedError(ValueError):
    """The physics refuses: the card does not show, the point is covered, no hut stood, there is no engine."""


class HutBusyError(ValueError):
    """A card is in a hand already."""


class Listener(Protocol):
    """A session, as its worker speaks to it."""

    @property
    def is_waiting(self) -> bool:
        """Whether something is to come of its pull."""

    def hear(self, message: PosesMoved | PullEnded) -> None:
        """Something came of its pull."""

    def lose(self) -> None:
        """The worker is gone."""


class HutWorker:
    """One process and the sessions whose huts it has."""

    def __init__(self) -> None:
        self.sessions: dict[str, Listener] = {}
        self._is_lost = False
        self._numbers = itertools.count()
        self._replies: dict[int, tuple[asyncio.Future[HutState | None], Callable[[], None]]] = {}
        self._was_heard = True
        self._process: WorkerProcess | None = None
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def start(cls, order: HutOrder, nice: int) -> HutWorker:
        """Start the process. Raises OSError, WorkerLostError."""
        worker = cls()
        setup = Setup(tuple(sys.path), nice, DESK, order)
        worker._process = await WorkerProcess.start(setup, worker._hear, mode="0")
        return worker

    @property
    def process(self) -> WorkerProcess:
        """The process itself."""
        assert self._process is not None
        return self._process

    @property
    def is_gone(self) -> bool:
        """Whether nothing can be expected of it any more."""
        return self._is_lost or self.process.gone.done()

    async def ready(self, seconds: float) -> None:
        """Wait until its desk is open. Raises WorkerLostError, OverdueError."""
        either: set[asyncio.Future[Any]] = {self._ready, self.process.gone}
        await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if not self._ready.done():
            raise WorkerLostError("the worker died") if self.process.gone.done() else OverdueError("it does not open")

    async def watch(self, silence: float) -> NoReturn:
        """Wait for its end. Raises WorkerLostError, OverdueError when something is to come and nothing does."""
        look, silent = min(_LOOK, silence), 0
        while True:
            self._was_heard = not self._is_awaited()
            await asyncio.wait({self.process.gone}, timeout=look)
            if self.process.gone.done():
                raise WorkerLostError("a huts' worker died")
            # counted in looks: where this loop was late itself, the worker is not to blame
            silent = 0 if self._was_heard else silent + 1
            if silent * look > silence:
                raise OverdueError(f"a huts' worker has been silent for {silence:.3g} seconds")

    def lose(self) -> None:
        """Tell everybody that it is gone."""
        self._is_lost = True
        for reply, _ in self._replies.values():
            if not reply.done():
                reply.set_exception(HutLostError("the worker that had the hut died"))
        for session in self.sessions.values():
            session.lose()
        self._replies.clear()
        self.sessions.clear()

    async def request(self, request: Request, on_beginning: Callable[[], None] = lambda: None) -> HutState | None:
        """Ask and wait for the reply. Raises HutLostError, HutRefusedError."""
        reply = asyncio.get_running_loop().create_future()
        self._replies[request.number] = reply, on_beginning
        try:
            self.send(request)
            state: HutState | None = await reply
            return state
        finally:
            self._replies.pop(request.number, None)

    def next_number(self) -> int:
        """A number for a request."""
        return next(self._numbers)

    def send(self, message: object) -> None:
        """Send what has no reply. Raises HutLostError."""
        try:
            if not self.is_gone:
                self.process.send(message)
                return
        except WorkerLostError:
            pass
        raise HutLostError("the worker that had the hut died")

    def is_clogged(self) -> bool:
        """Whether it has not read for so long that no more should be sent."""
        return self.is_gone or self.process.unsent > _MOST_UNSENT

    def _is_awaited(self) -> bool:
        return bool(self._replies) or any(session.is_waiting for session in self.sessions.values())

    def _hear(self, message: Any) -> None:
        self._was_heard = True
        match message:
            case Ready():
                if not self._ready.done():
                    self._ready.set_result(None)
            case Told() | Refused() | Beginning():
                self._replied(message)
            case PosesMoved() | PullEnded():
                session = self.sessions.get(message.hut)
                if session is not None:
                    session.hear(message)

    def _replied(self, message: Told | Refused | Beginning) -> None:
        reply, on_beginning = self._replies.get(message.number, (None, None))
        if reply is None or reply.done():
            return
        match message:
            case Told():
                reply.set_result(message.state)
            case Refused():
                reply.set_exception(HutRefusedError(message.text))
            case Beginning() if on_beginning is not None:
                on_beginning()
