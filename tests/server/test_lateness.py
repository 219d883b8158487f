"""The measure of how late the event loop wakes."""

from __future__ import annotations

import asyncio
import contextlib
import time

from kozyr.server.lateness import watch_lateness

BLOCKED = 0.05


async def test_a_loop_that_was_blocked_is_seen_to_wake_late() -> None:
    late: list[float] = []
    watching = asyncio.create_task(watch_lateness(late.append, every=0.0))
    while not late:
        await asyncio.sleep(0)
    seen = len(late)
    time.sleep(BLOCKED)  # what nobody should do in a loop
    while len(late) < seen + 2:
        await asyncio.sleep(0)
    watching.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await watching
    assert max(late[seen:]) >= BLOCKED * 0.9
    assert min(late) >= 0.0
