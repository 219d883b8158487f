"""Of all processes one keeps a table; who is cut off is told, and others may."""

import asyncio
import contextlib

import pytest

from kozyr.server.keepers import LocalKeeper, PostgresKeeper
from kozyr.server.storage import StorageError
from tests.server.test_bus import break_connections, go_deaf

Told = asyncio.Queue[frozenset[str]]


def keeper(url: str) -> tuple[PostgresKeeper, Told]:
    told: Told = asyncio.Queue()
    return PostgresKeeper(url, told.put_nowait), told


async def test_alone_a_process_keeps_everything() -> None:
    local = LocalKeeper()
    assert await local.try_keep("t1")
    assert await local.try_keep("t1")
    await local.release("t1")
    await local.check()
    await local.close()


async def test_one_keeps_a_table_until_it_lets_go(postgres_url: str) -> None:
    (first, _), (second, _) = keeper(postgres_url), keeper(postgres_url)
    assert await first.try_keep("t1")
    assert await first.try_keep("t1")
    assert not await second.try_keep("t1")
    assert await second.try_keep("t2")
    await second.release("t1")  # not its own
    assert not await second.try_keep("t1")
    await first.release("t1")
    assert await second.try_keep("t1")
    await first.close()
    await second.close()


async def test_of_many_calls_at_once_one_process_keeps_all_it_got(postgres_url: str) -> None:
    keepers = [keeper(postgres_url)[0] for _ in range(3)]
    names = [f"t{number}" for number in range(10)]
    got = await asyncio.gather(*(one.try_keep(name) for name in names for one in keepers for _ in range(2)))
    assert sum(got) == 20  # each table one process, which asked twice
    for one in keepers:
        await one.close()


async def test_who_ends_lets_go(postgres_url: str) -> None:
    (first, told), (second, _) = keeper(postgres_url), keeper(postgres_url)
    assert await first.try_keep("t1")
    await first.close()
    while not await second.try_keep("t1"):  # the server lets go a moment after the connection ended
        await asyncio.sleep(0)
    assert told.empty()
    await second.close()


async def test_who_is_cut_off_is_told_what_he_kept(postgres_url: str) -> None:
    (first, told), (second, _) = keeper(postgres_url), keeper(postgres_url)
    assert await first.try_keep("t1")
    assert await first.try_keep("t2")
    await break_connections(postgres_url)
    assert await told.get() == {"t1", "t2"}
    assert await second.try_keep("t1")
    assert not await first.try_keep("t1")
    assert await first.try_keep("t2")
    await first.close()
    await second.close()


async def test_a_call_that_was_cancelled_leaves_nothing_half_kept(postgres_url: str) -> None:
    (first, _), (second, _) = keeper(postgres_url), keeper(postgres_url)
    assert await first.try_keep("t0")
    call = asyncio.ensure_future(first.try_keep("t1"))
    await asyncio.sleep(0)
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    assert await first.try_keep("t1")
    await first.release("t1")
    assert await second.try_keep("t1")
    await first.close()
    await second.close()


async def test_a_check_tells_of_a_connection_that_does_not_answer(postgres_url: str) -> None:
    first, told = keeper(postgres_url)
    await first.check()
    assert await first.try_keep("t1")
    await first.check()
    assert told.empty()
    await break_connections(postgres_url)
    await first.check()
    assert await told.get() == {"t1"}
    await first.close()


async def test_a_check_finds_a_connection_that_died_in_silence(postgres_url: str) -> None:
    (first, told), (second, _) = keeper(postgres_url), keeper(postgres_url)
    assert await first.try_keep("t1")
    go_deaf(first._line)
    await first.check()
    assert told.get_nowait() == {"t1"}
    while not await second.try_keep("t1"):  # the server lets go a moment after the connection ended
        await asyncio.sleep(0)
    await first.close()
    await second.close()


async def test_who_cannot_let_go_of_one_lets_go_of_all(postgres_url: str) -> None:
    (first, told), (second, _) = keeper(postgres_url), keeper(postgres_url)
    assert await first.try_keep("t1")
    assert await first.try_keep("t2")
    go_deaf(first._line)
    await first.release("t1")
    assert told.get_nowait() == {"t2"}
    while not (await second.try_keep("t1") and await second.try_keep("t2")):
        await asyncio.sleep(0)
    await first.close()
    await second.close()


async def test_who_runs_is_seen_by_others_and_who_ended_is_missed_after_a_while(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (PostgresKeeper(postgres_url, lambda _: None, name) for name in ("p1", "p2"))
    await first.check()
    await second.check()
    assert await first.dead([]) == set()
    assert await first.dead(["p2"]) == set()
    await second.close()
    while not first._missed:  # the server lets go a moment after the connection ended
        assert await first.dead(["p2", "p3"]) == set()
        monkeypatch.setattr("kozyr.server.keepers.MISSED_SECONDS", 60.0)
        if "p2" not in first._missed:
            first._missed.clear()
    monkeypatch.setattr("kozyr.server.keepers.MISSED_SECONDS", 0.0)
    assert await first.dead(["p2"]) == {"p2"}
    await first.close()


async def test_who_was_cut_off_is_seen_again(postgres_url: str) -> None:
    first, second = (PostgresKeeper(postgres_url, lambda _: None, name) for name in ("p1", "p2"))
    await first.check()
    await second.check()
    await break_connections(postgres_url)

    async def sees() -> bool:
        with contextlib.suppress(StorageError):  # the first's own connection broke as well
            await second.check()
            await first.dead(["p2"])
            return "p2" not in first._missed
        return False

    while not await sees():
        pass
    assert await first.dead(["p2"]) == set()
    await first.close()
    await second.close()


async def test_alone_every_other_process_is_dead() -> None:
    assert await LocalKeeper().dead({"p1", "p2"}) == {"p1", "p2"}


async def test_without_a_database_nothing_is_kept(tmp_path_factory: pytest.TempPathFactory) -> None:
    first, told = keeper(f"postgresql://me@/db?host={tmp_path_factory.mktemp('none')}")
    assert not await first.try_keep("t1")
    await first.release("t1")
    await first.check()
    assert told.empty()
    await first.close()
