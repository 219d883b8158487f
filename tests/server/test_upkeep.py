"""Tables that nobody touches are closed, what is kept long enough is removed; by one process at a time."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from kozyr.server.keepers import PostgresKeeper
from kozyr.server.storage import CLOSED, Kind
from kozyr.server.upkeep import LEASE, Upkeep, is_left, patience_ms
from tests.server.samples import a_record, a_table, an_identity
from tests.server.serving import DAY, Served, asked, at_table, served
from tests.table.driving import clock, started, to_person

BOTS = ["me", "random", "random"]


@pytest.fixture
async def running(url: str, tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path, database=url, keep_tables_days="30") as server:
        yield server


def upkeep(server: Served) -> Upkeep:
    return Upkeep(server.hall, server.server.settings, pause_seconds=0)


async def new_table(person: httpx.AsyncClient, **body: Any) -> str:
    made = await person.post("/api/tables", json={"game": "thirty_one", "listed": True} | body)
    table_id: str = made.json()["id"]
    return table_id


async def status(server: Served, table_id: str) -> str | None:
    stored = await server.hall.storage.table(table_id)
    return None if stored is None else stored.status


async def test_a_waiting_table_that_nobody_touches_is_closed_and_in_the_end_removed(running: Served) -> None:
    async with running.person("Ann") as ann:
        table_id = await new_table(ann)
        running.later = DAY - 60_000
        assert (await upkeep(running).round())["closed"] == 0
        running.later = DAY + 60_000
        assert (await upkeep(running).round())["closed"] == 1
        assert await status(running, table_id) == CLOSED
        assert (await ann.get("/api/tables")).json() == []
        running.later += 29 * DAY
        assert (await upkeep(running).round())["tables"] == 0
        running.later += 2 * DAY
        assert (await upkeep(running).round())["tables"] == 1
        assert (await ann.get(f"/api/tables/{table_id}")).status_code == 404


async def test_who_comes_to_a_closed_table_opens_it_again(running: Served) -> None:
    async with running.person("Ann") as ann:
        table_id = await new_table(ann)
        running.later = 2 * DAY
        await upkeep(running).round()
        async with running.socket(ann, table_id) as socket:
            await at_table(socket)
            assert await status(running, table_id) == "waiting"
            running.later = 40 * DAY
            assert (await upkeep(running).round())["closed"] == 0  # somebody is there


async def test_a_match_waits_for_its_people_two_weeks(running: Served) -> None:
    async with running.person("Ann") as ann:
        table_id = await new_table(ann, seats=BOTS, players=3, settings={"pace": "none", "stand_in": "random"})
        async with running.socket(ann, table_id) as socket:
            await at_table(socket)
            assert (await asked(socket, "ready"))["type"] == "done"
        assert await status(running, table_id) == "playing"
        running.later = 13 * DAY
        assert (await upkeep(running).round())["closed"] == 0
        running.later = 15 * DAY
        assert (await upkeep(running).round())["closed"] == 1


def test_a_match_by_days_is_not_closed_before_its_clock() -> None:
    driven = started("ann", clock=clock("days", days=14))
    to_person(driven)
    driven.depart("ann")
    assert driven.table.needs().wake_at is not None
    assert not is_left(driven.table)


async def test_a_table_for_a_match_by_days_waits_two_of_its_moves(running: Served) -> None:
    async with running.person("Ann") as ann:
        table_id = await new_table(ann, settings={"clock": {"kind": "days", "days": 14}})
        stored = await running.hall.storage.table(table_id)
        assert stored is not None
        assert patience_ms(stored) == 28 * DAY
        running.later = 27 * DAY
        assert (await upkeep(running).round())["closed"] == 0
        running.later = 29 * DAY
        assert (await upkeep(running).round())["closed"] == 1


async def test_a_table_that_cannot_be_read_keeps_no_other_from_its_end(
    running: Served, caplog: pytest.LogCaptureFixture
) -> None:
    """The longest untouched comes first, so it would stand before all others for ever."""
    storage, now = running.hall.storage, running.hall.now()
    await storage.create_table(a_table("broken", at=now - 3 * DAY), [b"no event"])
    await storage.create_link("link", "new", now - 2 * DAY)
    async with running.person("Ann") as ann:
        table_id = await new_table(ann)
        running.later = 2 * DAY
        done = await upkeep(running).round()
        assert (done["closed"], done["links"]) == (1, 1)
        assert await status(running, table_id) == CLOSED
        assert await status(running, "broken") == "waiting"
    assert "a table cannot be closed" in caplog.text


async def test_more_tables_than_a_page_are_closed_behind_those_that_may_wait(
    running: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kozyr.server.upkeep.PURGED_AT_ONCE", 2)
    async with running.person("Ann") as ann:
        for _ in range(3):
            await new_table(ann, settings={"clock": {"kind": "days", "days": 14}})
        others = [await new_table(ann) for _ in range(3)]
        running.later = 2 * DAY
        assert [(await upkeep(running).round())["closed"] for _ in range(3)] == [2, 1, 0]
        assert [await status(running, table_id) for table_id in others] == [CLOSED] * 3


def test_a_table_is_left_once_nobody_is_there() -> None:
    driven = started("ann")
    to_person(driven)
    assert not is_left(driven.table)
    driven.depart("ann")
    assert is_left(driven.table)


async def test_each_kind_is_kept_as_long_as_the_settings_say(running: Served) -> None:
    storage = running.hall.storage
    now = running.hall.now()
    await storage.create_identity(an_identity("old", at=now - 401 * DAY))
    await storage.create_identity(an_identity("new", at=now - 399 * DAY))
    await storage.create_table(a_table("gone", at=now - 366 * DAY), [])
    await storage.append("gone", 0, [], now - 366 * DAY, status=CLOSED, records=[a_record("r-old", table_id="gone")])
    await storage.put_record(a_record("r-new", table_id="other"), now - 364 * DAY)
    await storage.create_link("link", "new", now - 2 * DAY)
    await storage.beat("dead", now - 2 * DAY)
    done = await upkeep(running).round()
    assert done == {"closed": 0, "tables": 1, "records": 1, "identities": 1, "links": 1, "processes": 1}
    assert await storage.identity("new") is not None
    assert await storage.record("r-new") is not None
    assert await upkeep(running).round() == dict.fromkeys(done, 0)


async def test_it_goes_in_small_steps(running: Served) -> None:
    for number in range(120):
        await running.hall.storage.beat(f"p{number}", 1)
    assert (await upkeep(running)._purge(Kind.PROCESSES, 2)) == 120


async def test_one_process_at_a_time_does_it(tmp_path: Path, postgres_url: str) -> None:
    async with served(tmp_path, database=postgres_url) as server:
        other = PostgresKeeper(postgres_url, lambda _: None)
        assert await other.try_keep(LEASE)
        assert await upkeep(server).round() == {}
        await other.close()
        assert await upkeep(server).round() != {}


def test_a_summary_without_a_clock_is_as_one_without_days() -> None:
    assert patience_ms(a_table("t")) == DAY
