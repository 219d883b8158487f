"""The parent's end of one worker process: started by exec, spoken to through two pipes of the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar, cast

from kozyr.server.workers.child import Setup
from kozyr.server.workers.frames import FrameError, Frames, pack

_PROGRAM: Final = (sys.executable, "-c", "from kozyr.server.workers.child import main; main()")
_STDOUT: Final = 1
_log: Final = logging.getLogger(__name__)
T = TypeVar("T")


class WorkerLostError(RuntimeError):
    """The worker process is gone; the text says how."""


class OverdueError(RuntimeError):
    """The worker has not answered in its time; it is of no use any more."""


class WorkerProcess(asyncio.SubprocessProtocol):
    """A running worker. ``gone`` is done once nothing more can come from it; ``stop`` must be awaited even then."""

    def __init__(self, on_message: Callable[[Any], None]) -> None:
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._exited = asyncio.Event()
        self._on_message = on_message
        self._frames = Frames()
        self._transport: asyncio.SubprocessTransport | None = None

    @classmethod
    async def start(cls, setup: Setup, on_message: Callable[[Any], None], mode: str | None = None) -> WorkerProcess:
        """Start a process and give it its first frame; ``mode`` is its KOZYR_COMPILED. Raises OSError, WorkerLostError.

        It inherits no descriptor but its standard error, and is in a session of its own: no terminal signals it.
        Cancelled, it leaves no process behind.
        """
        loop = asyncio.get_running_loop()
        environment = dict(os.environ) if mode is None else {**os.environ, "KOZYR_COMPILED": mode}
        opening = loop.subprocess_exec(
            lambda: cls(on_message),
            *_PROGRAM,
            stderr=None,
            env=environment,
            close_fds=True,
            start_new_session=True,
        )
        starting = asyncio.ensure_future(opening)
        try:
            _, worker = await _to_its_end(starting)
        except asyncio.CancelledError:
            if not starting.cancelled() and starting.exception() is None:
                await starting.result()[1].stop()
            raise
        try:
            worker.send(setup)
        except BaseException:
            await worker.stop()
            raise
        return worker

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process().get_pid()

    @property
    def unsent(self) -> int:
        """Bytes that wait for the worker to read."""
        return self._input().get_write_buffer_size()

    def send(self, value: object) -> None:
        """Send a value; never waits. Raises FrameError where it cannot be pickled, WorkerLostError once it is gone."""
        frame = pack(value)
        if self.gone.done():
            raise WorkerLostError("the worker is gone")
        self._input().write(frame)

    async def stop(self, grace: float = 0.0) -> None:
        """End the process: by hanging up, and when so many seconds have passed by kill -9.

        No process is left, not even where this is cancelled.
        """
        await _to_its_end(self._stop(grace))

    async def _stop(self, grace: float) -> None:
        if grace > 0 and not self._exited.is_set():
            self._input().close()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(grace):
                    await self._exited.wait()
        self.kill()
        await self._exited.wait()
        self._process().close()
        await self._closed

    def kill(self) -> None:
        """Kill -9; does nothing to a process that has ended."""
        if self._exited.is_set() or self._process().get_returncode() is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            # not transport.kill, which would take the exit status away from the loop's child watcher
            os.kill(self.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd != _STDOUT or self.gone.done():
            return
        try:
            for value in self._frames.feed(data):
                self._hand_on(value)
        except FrameError:
            self._is_gone()
            self.kill()

    def _hand_on(self, value: Any) -> None:
        try:
            self._on_message(value)
        except Exception:  # whoever listens must not keep the others from hearing
            _log.exception("a message of a worker came to nothing")

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002 - the protocol's
        if fd == _STDOUT:
            self._is_gone()

    def process_exited(self) -> None:
        self._exited.set()
        self._is_gone()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the protocol's
        self._is_gone()
        if not self._closed.done():
            self._closed.set_result(None)

    def _is_gone(self) -> None:
        if not self.gone.done():
            self.gone.set_result(None)

    def _process(self) -> asyncio.SubprocessTransport:
        assert self._transport is not None
        return self._transport

    def _input(self) -> asyncio.WriteTransport:
        return cast(asyncio.WriteTransport, self._process().get_pipe_transport(0))


async def _to_its_end(work: Awaitable[T]) -> T:
    """The result of what must not be left half done. Cancelled, it goes on, and only then raises CancelledError."""
    task = asyncio.ensure_future(work)
    cancelled = False
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        raise asyncio.CancelledError
    return task.result()
