"""Killed at random moments, a server loses nothing it has acknowledged, does nothing twice, and goes on.

The short form of ``bench.durability``; the long one runs on demand.
"""

from pathlib import Path

from bench.durability import Run
from bench.durable.served import Served

TABLES = (("kozel", 2), ("thirty_one", 1), ("shalashik", 2))


async def test_kills_lose_nothing_and_double_nothing(url: str, tmp_path: Path) -> None:
    served = Served(tmp_path, url)
    try:
        run = Run(served, "suite", TABLES)
        run.seconds = 120.0  # how long it takes is the bench's business
        outcome = await run.run(4)
    finally:
        served.end()
    assert outcome.faults == []
    assert outcome.kills == 4
    assert (run.evidence.lost, run.evidence.doubled) == (0, 0)
    assert len(run.notes.done) > 20
