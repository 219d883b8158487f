"""How a server process learns that it is to end, before whoever runs it closes its connections."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, Final

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
LOOK_SECONDS: Final = 0.3


@contextlib.contextmanager
def heard_first(call: Callable[[], None]) -> Iterator[None]:
    """While it lasts, a signal to end calls something in the running loop, and then does what it would have done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before: dict[int, Any] = {number: signal.getsignal(number) for number in SIGNALS}

    def told(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(call)
        _do_as_before(before[number], number, frame)

    for number in SIGNALS:
        signal.signal(number, told)
    try:
        yield
    finally:
        for given, handler in before.items():
            if signal.getsignal(given) is told:
                signal.signal(given, handler)


def _do_as_before(handler: Any, number: int, frame: FrameType | None) -> None:
    if callable(handler):
        handler(number, frame)
    elif handler != signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)


def end_quietly() -> None:
    """From now on a signal to end ends the process as one that has done what it should."""

    def leave(_number: int, _frame: FrameType | None) -> None:
        raise SystemExit(0)

    for number in SIGNALS:
        signal.signal(number, leave)


async def follow_supervisor() -> None:
    """End this process, as a signal would, once the process that supervises it is gone; for ever where none does."""
    parent = multiprocessing.parent_process()
    while parent is None or parent.is_alive():
        await asyncio.sleep(LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
