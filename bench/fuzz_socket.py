"""Send the server hostile messages and requests, many of them, and see that nothing changes and nothing grows.

``python -m bench.fuzz_socket [MESSAGES] [REQUESTS]`` lets somebody who watches a match send messages to its socket, and
requests to every route; prints the memory before and after. Fails where anything came of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
import tempfile
import time
from pathlib import Path

import psutil

from tests.server.fuzzing import fuzz
from tests.server.test_hostile import done_at, standing
from tests.server.test_routes import fuzz as fuzz_routes

MESSAGES, REQUESTS = 100_000, 20_000
WARM = 5_000
"""Messages before the memory is measured first."""


class Faults(logging.Handler):
    """Counts what the server logs of its own faults."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.seen.append(record.getMessage())


def megabytes() -> float:
    """What this process holds."""
    gc.collect()
    with contextlib.suppress(psutil.Error):
        return float(psutil.Process().memory_info().rss) / 2**20
    return 0.0


async def main(messages: int, requests: int) -> None:
    """Everything, in one process."""
    faults = Faults()
    logging.getLogger().addHandler(faults)
    with tempfile.TemporaryDirectory() as folder:
        async with standing(Path(folder)) as (running, places, zoe):
            table = places[0].table_id
            before = await done_at(running, table)
            await fuzz(running, table, [zoe], "warm", min(WARM, messages))
            start, memory = time.perf_counter(), megabytes()
            done = await fuzz(running, table, [zoe], "long", messages)
            seconds = time.perf_counter() - start
            assert await done_at(running, table) == before
            print(
                f"{done.sent} messages over {done.connections} connections in {seconds:.0f} s, {done.refused} refused"
            )
            print(f"memory {memory:.1f} MB before, {megabytes():.1f} MB after", flush=True)
            await fuzz_routes(running, "long", requests)
            print(f"{requests} requests; memory {megabytes():.1f} MB")
    print(f"{len(faults.seen)} faults logged", *faults.seen[:5], sep="\n  ")
    assert not faults.seen


if __name__ == "__main__":
    asyncio.run(main(*(*map(int, sys.argv[1:]), *(MESSAGES, REQUESTS)[len(sys.argv) - 1 :])))
