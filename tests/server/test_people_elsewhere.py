"""What is done for a person at one server process reaches his connections and his tables at the others."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kozyr.table import commands as cmd
from tests.server.halls import until
from tests.server.running import Person, Running, serving

Pair = tuple[Running, Running]


@pytest.fixture
async def pair(tmp_path: Path, postgres_url: str) -> AsyncIterator[Pair]:
    """Two processes at one database, as far as they can be in one."""
    async with serving(tmp_path, database=postgres_url) as first, serving(tmp_path, database=postgres_url) as second:
        yield first, second


async def also_at(other: Running, person: Person) -> Person:
    """The same person at another process."""
    there = Person(other, person.name, other.client(cookies=dict(person.http.cookies)))
    there.id = person.id
    return there


async def is_forgotten(running: Running, table: str) -> bool:
    """Whether a process that holds a table in memory has it as it is stored now."""
    state = (await (await running.live(table)).read()).state
    return all("SECRETSAYING" not in line.text for line in state.lines)


async def test_renewing_closes_the_connections_at_every_process(pair: Pair) -> None:
    ann = await pair[0].person("Ann")
    there = await also_at(pair[1], ann)
    async with there.at(await ann.new_table()) as place:
        assert (await ann.http.post("/api/me/renew")).status_code == 200
        await place.until(lambda: place.closed)
        assert place.bye == "elsewhere"
    await ann.http.aclose()
    await there.http.aclose()


async def test_who_is_deleted_has_no_name_at_any_process(pair: Pair) -> None:
    eve, bob = await pair[0].person("Evelina"), await pair[1].person("Bob")
    eve_there = await also_at(pair[1], eve)
    table = await bob.new_table(seats=["me", "random", "random"])
    async with bob.at(table):
        async with eve_there.at(table) as guest:
            await guest.do(cmd.Say(text="SECRETSAYING"))
            assert (await eve.http.delete("/api/me")).status_code == 204
            await guest.until(lambda: guest.closed)
            assert guest.bye == "deleted"
        await until(lambda: is_forgotten(pair[1], table))
        async with bob.at(table) as again:
            assert b"Evelina" not in b"".join(again.received)
            assert b"SECRETSAYING" not in b"".join(again.received)
    for person in (eve, bob, eve_there):
        await person.http.aclose()
