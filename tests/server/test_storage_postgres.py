"""PostgreSQL goes away and comes back."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from kozyr.server.storage import Storage, StorageError, open_storage
from tests.server.postgres import OwnPostgres, Postgres, a_postgres
from tests.server.samples import Forget, a_table, an_identity


@pytest.fixture
async def storage(postgres_url: str) -> AsyncIterator[Storage]:
    opened = await open_storage(postgres_url)
    yield opened
    await opened.close()


async def break_connections(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await connection.close()


async def again(storage: Storage, seq: int) -> int:
    """Append as a table does: after an error it reads what is there, and tries once more."""
    try:
        return await storage.append("t1", seq, [b"2"], 2000)
    except StorageError:
        assert len(await storage.events("t1")) == seq
        return await storage.append("t1", seq, [b"2"], 2000)


async def test_it_works_on_after_its_connections_broke(storage: Storage, postgres_url: str) -> None:
    await storage.create_table(a_table(), [b"1"])
    await asyncio.gather(*(storage.table("t1") for _ in range(20)))  # several connections
    await break_connections(postgres_url)
    assert len(await storage.events("t1")) == 1
    await break_connections(postgres_url)
    assert await again(storage, 1) == 2


async def test_a_server_that_stops_is_told_and_may_come_back() -> None:
    with a_postgres() as server:
        if not isinstance(server, OwnPostgres):
            pytest.skip("a given server is not stopped")
        storage = await open_storage(server.url)
        await storage.create_table(a_table(), [b"1"])
        await asyncio.to_thread(server.stop)
        for call in (storage.append("t1", 1, [b"2"], 2000), storage.events("t1"), storage.check()):
            with pytest.raises(StorageError, match="PostgreSQL cannot do it now"):
                await call
        await asyncio.to_thread(server.start)
        assert [event.body for event in await storage.events("t1")] == [b"1"]
        assert await again(storage, 1) == 2
        await storage.check()
        await storage.close()


async def test_deadlocks_between_operations_are_resolved(storage: Storage, postgres: Postgres) -> None:
    """Two deletions that redact the same tables, and appends to them, all come to an end."""
    names = [f"t{number}" for number in range(8)]
    for who in ("ann", "bob"):
        await storage.create_identity(an_identity(who))
    for name in names:
        await storage.create_table(a_table(name), [b"Ann"], ["ann", "bob"])
    deletions = [storage.delete_identity(who, Forget()) for who in ("ann", "bob")]
    appends = [storage.append(name, 1, [b"x"], 2000, seats=["ann"]) for name in names]
    assert await asyncio.gather(*deletions, *appends) == [True, True, *[2] * 8]
