"""A newer Kozyr with newer rules: what has begun ends by the rules it began with, what begins goes by the new ones."""

import asyncio
import contextlib
import json
from pathlib import Path

import pytest

from bench.durable.people import QUICK
from kozyr import games
from kozyr.client import KozyrClient, Player, TableConnection
from kozyr.fairness import verify
from kozyr.records import check, parse_record
from kozyr.table.commands import Sit
from kozyr.table.events import Started
from tests.client.servers import running_server
from tests.server.served import AT_ONCE, log_of, until
from tests.server.two_versions import TwoVersionsGame


async def play(connections: list[TableConnection], matches: int) -> None:
    await asyncio.gather(*(Player(each, f"seed {n}", matches=matches).play() for n, each in enumerate(connections)))


async def test_a_match_ends_by_the_version_that_its_log_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, "two_versions", "tests.server.two_versions")
    monkeypatch.setattr(TwoVersionsGame, "rules_version", 1)
    with running_server(tmp_path) as server:
        async with contextlib.AsyncExitStack() as stack:
            ann, bob = [await stack.enter_async_context(KozyrClient(server.url)) for _ in range(2)]
            await ann.call_me("Ann")
            await bob.call_me("Bob")
            address = await ann.new_table("two_versions", 2, settings=AT_ONCE, seats=["me"])
            entering = [client.connect(address.table, backoff=QUICK) for client in (ann, bob)]
            connections = [await stack.enter_async_context(each) for each in entering]
            await connections[1].ask(Sit(seat=1))
            playing = asyncio.create_task(play(connections, 1))
            await until(lambda: connections[0].state.table.turn > 2)
            await asyncio.to_thread(server.stop)
            monkeypatch.setattr(TwoVersionsGame, "rules_version", 2)
            await asyncio.to_thread(server.start)
            await playing
            await play(connections, 2)
            log = await log_of(f"sqlite://{(tmp_path / 'kozyr.sqlite').as_posix()}", address.table)
            begun = [event.rules_version for event in log if isinstance(event, Started)]
            assert begun == [1, 2]
            records = [(await ann.record(about["id"]))["record"] for about in await ann.records()]
            first, second = sorted(records, key=lambda record: int(record["rules_version"]))
            assert (first["rules_version"], second["rules_version"]) == (1, 2)
            assert len(first["deals"]) < len(second["deals"])
            for each in records:
                check(parse_record(json.dumps(each)))  # by its own version
            assert all(verify(parse_record(json.dumps(each))).is_verified for each in records)
