"""How late the event loop wakes: the measure of whether anything heavy has crept into it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

EVERY = 0.1
"""Seconds between two looks."""


async def watch_lateness(observe: Callable[[float], None], every: float = EVERY) -> None:
    """Sleep again and again, and report by how many seconds each sleep was too long, until cancelled.

    ``observe`` is a histogram's; run this as a task beside the server.
    """
    while True:
        due = time.perf_counter() + every
        await asyncio.sleep(every)
        observe(max(0.0, time.perf_counter() - due))
