"""How the simulator's processes begin and end: in its mode, deaf to Ctrl-C, and never longer alive than it is."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from multiprocessing.process import BaseProcess

from kozyr.kernel.compiled import is_compiled

_MODE = "KOZYR_COMPILED"


@contextlib.contextmanager
def starting() -> Iterator[list[BaseProcess]]:
    """Processes started within take over the mode of this one, and leave Ctrl-C to it from their first moment.

    The list holds them afterwards.
    """
    started: list[BaseProcess] = []
    others = multiprocessing.active_children()
    before = os.environ.get(_MODE)
    os.environ[_MODE] = "1" if is_compiled() else "0"
    try:
        with _interrupts_ignored():
            yield started
    finally:
        started.extend(child for child in multiprocessing.active_children() if child not in others)
        if before is None:
            del os.environ[_MODE]
        else:
            os.environ[_MODE] = before


def begin() -> None:
    """Run first in each process: should its parent be killed, it ends too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def end(started: Iterable[BaseProcess]) -> None:
    """End processes whose work nobody waits for any more."""
    for process in started:
        process.terminate()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ignoring is inherited, a handler is not. Only a main thread may set it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
