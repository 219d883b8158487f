"""Where the server's processor time goes: its main thread's stack, looked at after every bit of processor time.

Clocks on a shared machine count what others use; this counts what the thread itself has used.
"""

from __future__ import annotations

import json
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Final

EVERY: Final = 0.001
"""Seconds of processor time of the process."""
_PLACES: Final = (
    ("/kozyr/table/state.py:view", "views of the match"),
    ("/kozyr/table/showing.py:", "what is shown of the table"),
    ("/kozyr/server/retelling.py:", "deltas and JSON"),
    ("/kozyr/protocol/", "deltas and JSON"),
    ("/kozyr/table/", "the table: checks, rules, events"),
    ("/kozyr/server/storage/", "storage (its part in the loop)"),
    ("/asyncpg/", "storage (its part in the loop)"),
    ("/kozyr/server/bus.py:", "the bus"),
    ("/uvicorn/", "sockets: uvicorn, websockets, Starlette"),
    ("/websockets/", "sockets: uvicorn, websockets, Starlette"),
    ("/starlette/", "sockets: uvicorn, websockets, Starlette"),
    ("/kozyr/server/", "the server's own: listeners, tasks, locks, limits"),
)
_ELSE: Final = "the event loop"
WRITER: Final = "other threads (SQLite's writer)"


class Shares:
    """A sampler; ``start`` in the main thread."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self._last = 0.0
        self._from = (0.0, 0.0)

    def start(self) -> None:
        """Begin."""
        self._last = time.thread_time()
        self._from = time.process_time(), self._last
        signal.signal(signal.SIGPROF, self._look)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def write(self, path: Path) -> None:
        """End, and write seconds of processor time by place."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        process, main = time.process_time() - self._from[0], time.thread_time() - self._from[1]
        path.write_text(json.dumps({**self.seconds, WRITER: process - main}))

    def _look(self, _signal: int, frame: FrameType | None) -> None:
        now = time.thread_time()
        self.seconds[place_of(frame)] += now - self._last
        self._last = now


def place_of(frame: FrameType | None) -> str:
    """Where a stack is: the innermost frame that tells it."""
    for called in _called(frame):
        for part, name in _PLACES:
            if part in called:
                return name
    return _ELSE


def _called(frame: FrameType | None) -> Iterator[str]:
    while frame is not None:
        yield f"{frame.f_code.co_filename}:{frame.f_code.co_name}"
        frame = frame.f_back


def table_of(path: Path) -> str:
    """The shares as Markdown."""
    seconds = sorted(json.loads(path.read_text()).items(), key=lambda item: -float(item[1]))
    whole = sum(spent for _, spent in seconds)
    lines = (f"| {name} | {100 * spent / whole:.0f} % |" for name, spent in seconds)
    return "\n".join(("| where | share |\n|---|---:|", *lines))
