"""The worker's end: how a worker process begins, speaks and ends.

The pipes to the parent are its standard input and output, which are taken away at once: whatever prints, prints to
standard error. It leaves Ctrl-C to its parent, and ends with it: on Linux the kernel kills it, everywhere else it reads
the end of its input.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import os
import queue
import signal
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any, Final

from kozyr.server.workers.frames import Frames, pack

_CHUNK: Final = 1 << 16
_GRACE: Final = 1.0
"""Seconds in which a worker may come to its end by itself once its input has ended."""
_PR_SET_PDEATHSIG: Final = 1


@dataclass(frozen=True)
class Setup:
    """The first frame of every worker: where modules are found, how nice it is, which desk it serves and how."""

    path: tuple[str, ...]
    nice: int
    desk: str
    """A module with ``serve(order, line)``."""
    order: Any


class Line:
    """The pipes to the parent. One thread reads; ``receive`` and ``send`` are the main thread's."""

    def __init__(self, source: int, sink: int) -> None:
        self._source, self._sink = source, sink
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def receive(self, seconds: float | None = None) -> Any:
        """The next value; None once the parent has hung up. Raises queue.Empty when so many seconds have passed."""
        return self._inbox.get(timeout=seconds)

    def receive_now(self) -> Any:
        """The next value if there is one. Raises queue.Empty."""
        return self._inbox.get_nowait()

    def post(self, value: object) -> None:
        """Put a value where ``receive`` finds it; any thread may."""
        self._inbox.put(value)

    def send(self, value: object) -> None:
        """Send a value. Raises FrameError where it cannot be sent; nothing has been sent then."""
        rest = memoryview(pack(value))
        while rest:
            rest = rest[os.write(self._sink, rest) :]

    def _read(self) -> None:
        frames = Frames()
        with contextlib.suppress(OSError):
            while data := os.read(self._source, _CHUNK):
                for value in frames.feed(data):
                    self._inbox.put(value)
        self._inbox.put(None)
        time.sleep(_GRACE)
        os._exit(1)


def main() -> None:
    """Serve the desk that the first frame names, until the parent hangs up."""
    source, sink = _take_pipes()
    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    _die_with_the_parent()
    line = Line(source, sink)
    setup = line.receive()
    if isinstance(setup, Setup):
        _take_up(setup)
        with contextlib.suppress(BrokenPipeError):
            importlib.import_module(setup.desk).serve(setup.order, line)


def _take_pipes() -> tuple[int, int]:
    """The pipes under new numbers, and of what else was inherited only standard error.

    There should be nothing else; but some event loops let a child have whatever is inheritable, and listening sockets
    are where a server is run by several processes.
    """
    if os.name == "posix":
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return source, sink


def _die_with_the_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _take_up(setup: Setup) -> None:
    sys.path[:] = setup.path
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(setup.nice)
