"""Two processes serve the same tables; where one is killed its people play on through the other at once."""

from pathlib import Path

from bench.durable.served import Served
from bench.two_processes import Split

PLAY_ON_SECONDS = 5.0


async def test_who_was_at_the_killed_process_plays_on_at_the_other(postgres_url: str, tmp_path: Path) -> None:
    servers = Served(tmp_path, postgres_url, name="first"), Served(tmp_path, postgres_url, name="second")
    try:
        outcome = await Split(servers, "suite").run(2)
    finally:
        for server in servers:
            server.end()
    assert outcome.faults == []
    assert max(outcome.playing_on) <= PLAY_ON_SECONDS
