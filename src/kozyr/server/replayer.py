"""Replays of records for those who ask: in a thread, one at a time, fairly, and none without end."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import Concatenate, Final, ParamSpec, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from kozyr.server.faults import Fault

P = ParamSpec("P")
T = TypeVar("T")
GoOn: TypeAlias = Callable[[], None]
"""Called often by a replay that runs; raises Fault where it is to end."""
LONGEST_SECONDS: Final = 20.0
"""No match that was played here takes so long to be replayed; a record that somebody has made up may."""
MOST_WAITING, MOST_WAITING_OF_ONE = 64, 12
"""So many may wait, each with a record in memory; of one asker fewer."""


def for_ever() -> None:
    """Let a replay go on to its end."""


class Replayer:
    """One replay at a time: it takes the processor from the tables. Of one asker all but one wait behind the others.

    ``longest`` is how many seconds one may take, LONGEST_SECONDS where it is not said.
    """

    def __init__(self, is_closing: Callable[[], bool], longest: float | None = None) -> None:
        self._is_closing = is_closing
        self._allowed = longest
        self._waiting: Counter[str] = Counter()
        self._running = asyncio.Lock()
        self._askers: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def _longest(self) -> float:
        return LONGEST_SECONDS if self._allowed is None else self._allowed

    async def do(
        self,
        asker: str,
        read: Callable[[], Awaitable[bytes]],
        work: Callable[Concatenate[GoOn, bytes, P], T],
        *values: P.args,
        **more: P.kwargs,
    ) -> T:
        """What the work finds in what is read, which it is once there is a place to wait.

        Raises what both raise, and Fault where too many wait, where it takes too long or the server is to end.
        """
        with self._place(asker):
            record = await read()
            async with self._askers.setdefault(asker, asyncio.Lock()), self._running:
                until = time.monotonic() + self._longest

                def go_on() -> None:
                    if time.monotonic() > until or self._is_closing():
                        raise Fault("too_long", 413)

                return await asyncio.to_thread(work, go_on, record, *values, **more)

    @contextlib.contextmanager
    def _place(self, asker: str) -> Iterator[None]:
        if self._waiting[asker] >= MOST_WAITING_OF_ONE or self._waiting.total() >= MOST_WAITING:
            raise Fault("too_often", 429, seconds=math.ceil(self._longest))
        self._waiting[asker] += 1
        try:
            yield
        finally:
            self._waiting[asker] -= 1
            self._waiting = +self._waiting
