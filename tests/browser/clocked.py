"""A server whose clock goes on by as much as a test says: what takes a minute of a table takes none of the test's."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kozyr.server.hall import wall_clock
from tests.server.running import serving

PATIENCE_S = 60.0


class Clocked:
    """A server in a thread of its own, and its clock."""

    def __init__(self) -> None:
        self.url = ""
        self.later = 0
        """By how many milliseconds the clock is ahead."""

    def now(self) -> int:
        """What the server's clock shows."""
        return wall_clock() + self.later


@contextmanager
def clocked(folder: Path) -> Iterator[Clocked]:
    """Serve, with the data in a folder."""
    served, loop, done = Clocked(), asyncio.new_event_loop(), asyncio.Event()
    began = threading.Event()

    async def serve() -> None:
        async with serving(folder, now=served.now) as running:
            served.url = running.url
            began.set()
            await done.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    try:
        assert began.wait(PATIENCE_S)
        yield served
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join()
        loop.close()
