"""A live server whose storage fails and comes back: it says so, acknowledges nothing, and plays on afterwards."""

import asyncio
import contextlib
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.durable.served import Served
from kozyr.client import AskFailed, Player, TableConnection
from kozyr.table import commands as cmd
from tests.server.postgres import OwnPostgres, Postgres
from tests.server.served import a_server, at_table, log_of, named

SHORT = {"deals": 1}
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="limits of a running process are Linux's")


@contextlib.contextmanager
def full_disk(served: Served, database: Path) -> Iterator[None]:
    """Nothing more fits."""
    assert served.process is not None
    pid, unlimited = served.process.pid, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    log = database.with_name(f"{database.name}-wal").stat().st_size  # every commit makes it longer
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (log, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)


async def says_storage(connection: TableConnection, name: str) -> None:
    """Asking fails, with a text in both languages."""
    with pytest.raises(AskFailed) as caught:
        await connection.ask(cmd.Say(text="a line", id=name))
    assert caught.value.code == "storage"
    assert caught.value.text("ru") != caught.value.text("en")


@LINUX
async def test_on_a_full_disk_nothing_is_acknowledged_and_with_space_the_table_plays_on(tmp_path: Path) -> None:
    file = tmp_path / "kozyr.sqlite"
    database = f"sqlite://{file.as_posix()}"
    async with (
        a_server(tmp_path, database) as served,
        at_table(served.url, "thirty_one", 3, options=SHORT) as (ann, address),
    ):
        await ann.ask(cmd.Say(text="before", id="s0"))
        with full_disk(served, file):
            await says_storage(ann, "s2")
            await says_storage(ann, "s2")
            assert named(await log_of(database, address.table), "s2") == 0
        done = await ann.ask(cmd.Say(text="a line", id="s2"))
        assert (await ann.ask(cmd.Say(text="a line", id="s2"))).seq == done.seq
        await Player(ann, "full").play()
        log = await log_of(database, address.table)
        assert named(log, "s2") == 1
        assert log[done.seq - 1].cause is not None


async def test_while_postgres_is_away_nothing_is_acknowledged_and_then_the_table_plays_on(
    tmp_path: Path, postgres: Postgres, postgres_url: str
) -> None:
    if not isinstance(postgres, OwnPostgres):
        pytest.skip("a server that was given is not stopped")
    async with (
        a_server(tmp_path, postgres_url) as served,
        at_table(served.url, "thirty_one", 3, options=SHORT) as (ann, address),
    ):
        await ann.ask(cmd.Say(text="before", id="p0"))
        await asyncio.to_thread(postgres.stop)
        try:
            await says_storage(ann, "p1")
            await says_storage(ann, "p1")
        finally:
            await asyncio.to_thread(postgres.start)
        done = await ann.ask(cmd.Say(text="a line", id="p1"))
        playing = asyncio.create_task(Player(ann, "away").play())
        await asyncio.to_thread(postgres.restart)  # in the middle of play
        await playing
        log = await log_of(postgres_url, address.table)
        assert [named(log, name) for name in ("p0", "p1")] == [1, 1]
        assert log[done.seq - 1].cause is not None
