"""What one process tells, all hear; after a break they are told to read again."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from kozyr.server.bus import EVENTS_CHANNEL, LIVE_CHANNEL, MOST_LIVE, Bus, LocalBus, PostgresBus, Subscriber
from kozyr.server.lines import Line
from kozyr.server.storage import StorageError
from tests.server.postgres import OwnPostgres, a_postgres

Heard = asyncio.Queue[tuple[object, ...]]


def listen(bus: Bus) -> Heard:
    """What is told from now on."""
    heard: Heard = asyncio.Queue()
    bus.subscribe(
        Subscriber(
            appended=lambda table_id, seq: heard.put_nowait((table_id, seq)),
            live=lambda table_id, data: heard.put_nowait((table_id, data)),
            reconnected=lambda: heard.put_nowait(("reconnected",)),
        )
    )
    return heard


@pytest.fixture(params=["local", "postgres"])
def bus_url(request: pytest.FixtureRequest) -> str | None:
    return None if request.param == "local" else str(request.getfixturevalue("postgres_url"))


@pytest.fixture
async def buses(bus_url: str | None) -> AsyncIterator[tuple[Bus, Bus]]:
    """Two that hear each other; within one process it is one and the same."""
    if bus_url is None:
        local = LocalBus()
        yield local, local
        await local.close()
        return
    pair = await PostgresBus.open(bus_url), await PostgresBus.open(bus_url)
    yield pair
    for bus in pair:
        await bus.close()


async def test_everybody_hears_of_an_append(buses: tuple[Bus, Bus]) -> None:
    heard = [listen(bus) for bus in buses]
    buses[0].publish("t1", 7)
    assert [await one.get() for one in heard] == [("t1", 7)] * 2


async def test_everybody_hears_what_is_fleeting(buses: tuple[Bus, Bus]) -> None:
    heard = [listen(bus) for bus in buses]
    for data in (b"", b"\x00\xff", b"x" * MOST_LIVE):
        buses[1].publish_live("a-table-with-a-name-that-is-rather-long-for-a-table", data)
        assert [(await one.get())[1] for one in heard] == [data] * 2


async def test_what_is_too_long_is_refused(buses: tuple[Bus, Bus]) -> None:
    with pytest.raises(ValueError, match="5700 bytes at most, not 5701"):
        buses[0].publish_live("t1", b"x" * (MOST_LIVE + 1))


async def test_who_unsubscribed_hears_no_more(buses: tuple[Bus, Bus]) -> None:
    told: list[int] = []
    leave = buses[0].subscribe(Subscriber(lambda _, seq: told.append(seq), lambda *_: None, lambda: None))
    heard = listen(buses[0])
    buses[0].publish("t1", 1)
    await heard.get()
    leave()
    leave()
    buses[0].publish("t1", 2)
    await heard.get()
    assert told == [1]


async def test_of_many_appends_the_last_is_heard_of(buses: tuple[Bus, Bus]) -> None:
    heard = listen(buses[1])
    for seq in range(1, 101):
        buses[0].publish("t1", seq)
        buses[0].publish("t2", seq)
    seen: dict[str, int] = {"t1": 0, "t2": 0}
    while seen != {"t1": 100, "t2": 100}:
        table_id, last = await heard.get()
        assert int(str(last)) > seen[str(table_id)]
        seen[str(table_id)] = int(str(last))


async def break_connections(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await connection.close()


def go_deaf(line: Line) -> None:
    """Nothing is heard on a connection any more, not even its end."""
    line._connection._transport.pause_reading()
    line._answer_seconds = 0.001


async def test_after_a_break_everybody_reads_again_and_hears_on(postgres_url: str) -> None:
    buses = [await PostgresBus.open(postgres_url) for _ in range(2)]
    heard = [listen(bus) for bus in buses]
    await break_connections(postgres_url)
    assert [await one.get() for one in heard] == [("reconnected",)] * 2
    buses[0].publish("t1", 2)
    assert [await one.get() for one in heard] == [("t1", 2)] * 2
    for bus in buses:
        await bus.close()


async def test_what_was_told_while_the_server_was_away_is_heard_once_it_is_back() -> None:
    with a_postgres() as server:
        if not isinstance(server, OwnPostgres):
            pytest.skip("a given server is not stopped")
        bus = await PostgresBus.open(server.url)
        heard = listen(bus)
        await asyncio.to_thread(server.stop)
        bus.publish("t1", 5)
        bus.publish("t1", 4)
        await asyncio.to_thread(server.start)
        assert await heard.get() == ("reconnected",)
        assert await heard.get() == ("t1", 5)
        await asyncio.to_thread(server.stop)
        bus.publish("t1", 6)
        await bus.close()  # does not wait for ever
        await asyncio.to_thread(server.start)


async def test_a_connection_that_died_in_silence_is_found_by_a_ping(postgres_url: str) -> None:
    bus = await PostgresBus.open(postgres_url, ping_seconds=0.001)
    heard = listen(bus)
    go_deaf(bus._line)
    assert await heard.get() == ("reconnected",)
    await bus.close()


async def test_nonsense_of_others_is_not_passed_on(postgres_url: str) -> None:
    bus = await PostgresBus.open(postgres_url)
    heard = listen(bus)
    connection = await asyncpg.connect(postgres_url)
    for channel, payload in [
        (EVENTS_CHANNEL, ""),
        (EVENTS_CHANNEL, "t1 x"),
        (LIVE_CHANNEL, "t1 !"),
        (LIVE_CHANNEL, "é"),
    ]:
        await connection.execute("SELECT pg_notify($1, $2)", channel, payload)
    await connection.execute("SELECT pg_notify($1, $2)", EVENTS_CHANNEL, "t1 3")
    await connection.close()
    assert await heard.get() == ("t1", 3)
    await bus.close()


async def test_a_bus_that_cannot_be_opened_says_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(StorageError, match="PostgreSQL cannot do it now"):
        await PostgresBus.open(f"postgresql://me@/db?host={tmp_path_factory.mktemp('none')}")
