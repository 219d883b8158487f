"""Work shared out to processes; how they begin and end: in the mode of this one, deaf to Ctrl-C, never outliving it."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Final, TypeVar

from kozyr.kernel.compiled import is_compiled

_MODE: Final = "KOZYR_COMPILED"
_AHEAD: Final = 3
"""How many pieces a process may be ahead of the reader, so that waiting ones stay few."""
Piece = TypeVar("Piece")
Done = TypeVar("Done")


def shared_out(work: Callable[[Piece], Done], pieces: Iterable[Piece], jobs: int) -> Generator[Done, None, None]:
    """What the work makes of each piece, in order; with more than one job by so many processes.

    There may be pieces without end: close the generator when there is enough.
    """
    if jobs == 1:
        yield from map(work, pieces)
    else:
        yield from _by_processes(work, iter(pieces), jobs)


def _by_processes(work: Callable[[Piece], Done], pieces: Iterator[Piece], jobs: int) -> Iterator[Done]:
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=begin)
    running: deque[Future[Done]] = deque()
    started: list[BaseProcess] = []
    try:
        with starting() as started:
            running.extend(pool.submit(work, piece) for piece in itertools.islice(pieces, jobs))
        for piece in pieces:
            running.append(pool.submit(work, piece))
            if len(running) > jobs * _AHEAD:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
    finally:
        pool.shutdown(wait=not running, cancel_futures=True)
        if running:
            end(started)


@contextlib.contextmanager
def starting(mode: str | None = None) -> Iterator[list[BaseProcess]]:
    """Processes started within take over the mode of this one, and leave Ctrl-C to it from their first moment.

    ``mode`` is their KOZYR_COMPILED instead: empty where each shall compile if it can. The list holds them afterwards.
    """
    started: list[BaseProcess] = []
    others = multiprocessing.active_children()
    before = os.environ.get(_MODE)
    os.environ[_MODE] = str(int(is_compiled())) if mode is None else mode
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
