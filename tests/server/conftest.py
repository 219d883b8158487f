"""Databases, a server and two people for the tests of the server."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from kozyr.server.storage import Storage, open_storage
from tests.server.postgres import Postgres, a_postgres, drop_database, make_database
from tests.server.running import Person, Running, serving


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Running]:
    async with serving(tmp_path) as server:
        yield server


@pytest.fixture
async def ann(running: Running) -> AsyncIterator[Person]:
    person = await running.person("Ann")
    yield person
    await person.http.aclose()


@pytest.fixture
async def bob(running: Running) -> AsyncIterator[Person]:
    person = await running.person("Боб")
    yield person
    await person.http.aclose()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    with a_postgres() as server:
        yield server


@pytest.fixture
async def postgres_url(postgres: Postgres) -> AsyncIterator[str]:
    """An empty database in PostgreSQL."""
    url = await make_database(postgres)
    yield url
    await drop_database(postgres, url)


@pytest.fixture
async def other_postgres_url(postgres: Postgres) -> AsyncIterator[str]:
    """Another empty database in PostgreSQL."""
    url = await make_database(postgres)
    yield url
    await drop_database(postgres, url)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A SQLite database that is not there yet."""
    return f"sqlite://{(tmp_path / 'test.sqlite').as_posix()}"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database, of each kind in turn."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
async def storage(url: str) -> AsyncIterator[Storage]:
    """An open storage, of each kind in turn."""
    opened = await open_storage(url)
    yield opened
    await opened.close()
