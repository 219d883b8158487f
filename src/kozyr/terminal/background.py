"""Long work beside the table: in a thread that ends when the table is left, wherever it is."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

Found = TypeVar("Found")
_TRIES: Final = 100
_PATIENCE: Final = 0.05
"""Seconds that a thread is given to end after each try. A callback of machine code may swallow one."""


async def in_background(work: Callable[[], Found]) -> Found:
    """What the work gives or raises; meanwhile the event loop runs on.

    When the task that waits is cancelled the work is broken off. A thread that went on would hold up the end of the
    program, or crash it: machine code must not run on while the interpreter is taken down.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Found] = loop.create_future()

    def run() -> None:
        settle: Callable[[Any], None] = future.set_result
        value: Any
        try:
            value = work()
        except BaseException as error:
            settle, value = future.set_exception, error
        with contextlib.suppress(RuntimeError, SystemExit):  # the loop is closed, or the work is being broken off
            loop.call_soon_threadsafe(_settle, future, settle, value)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        return await future
    except asyncio.CancelledError:
        _break_off(thread)
        raise


def _settle(future: asyncio.Future[Any], settle: Callable[[Any], None], value: Any) -> None:
    if not future.done():
        settle(value)


def _break_off(thread: threading.Thread) -> None:
    """Raise SystemExit in a thread at its next instruction, and wait for its end."""
    for _ in range(_TRIES):
        if not thread.is_alive() or thread.ident is None:
            return
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit))
        thread.join(_PATIENCE)
