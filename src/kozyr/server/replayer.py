"""Replays of records for those who ask: in a thread, one at a time, fairly, and none without end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from kozyr.server.faults import Fault

P = ParamSpec("P")
T = TypeVar("T")
GoOn: TypeAlias = Callable[[], None]
"""Called often by a replay that runs; raises Fault where it is to end."""
LONGEST_SECONDS: Final = 20.0
"""No match that was played here takes so long; a record that somebody has made up may."""


def for_ever() -> None:
    """Let a replay go on to its end."""


class Replayer:
    """One replay at a time: it takes the processor from the tables. Of one asker all but one wait behind the others."""

    def __init__(self, is_closing: Callable[[], bool]) -> None:
        self._is_closing = is_closing
        self._running = asyncio.Lock()
        self._askers: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def do(self, asker: str, work: Callable[Concatenate[GoOn, P], T], *values: P.args, **more: P.kwargs) -> T:
        """What the work finds. Raises what it raises, and Fault where it takes too long or the server is to end."""
        async with self._askers.setdefault(asker, asyncio.Lock()), self._running:
            until = time.monotonic() + LONGEST_SECONDS

            def go_on() -> None:
                if time.monotonic() > until or self._is_closing():
                    raise Fault("too_long", 413)

            return await asyncio.to_thread(work, go_on, *values, **more)
