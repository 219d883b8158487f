"""When SQLite cannot: nothing is acknowledged, the reason is told, and it works again once the cause is gone."""

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kozyr.server.storage import CLOSED, Conflict, Kind, StorageError, open_storage
from kozyr.server.storage.sqlite import SqliteFile, SqliteStorage
from kozyr.server.storage.work import Statement, Work
from tests.repository.tracked import ROOT
from tests.server.samples import Forget, a_table, an_identity

POSIX = pytest.mark.skipif(os.name == "nt", reason="permissions and names of files in use are POSIX's")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "test.sqlite"


@pytest.fixture
async def storage(path: Path) -> AsyncIterator[SqliteStorage]:
    opened = SqliteStorage(SqliteFile(path, busy_seconds=0.01, max_pages=60))
    await opened.migrate()
    yield opened
    await opened.close()


async def bodies(storage: SqliteStorage) -> list[bytes]:
    return [event.body for event in await storage.events("t1")]


async def test_every_commit_is_synced(storage: SqliteStorage) -> None:
    connection = storage._writer._connection
    assert connection is not None
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_what_is_deleted_is_not_left_in_the_file(storage: SqliteStorage) -> None:
    """Some builds of SQLite see to that by themselves, most do not."""
    connection = storage._writer._connection
    assert connection is not None
    assert connection.execute("PRAGMA secure_delete").fetchone() == (1,)


async def test_what_waits_is_committed_together(storage: SqliteStorage) -> None:
    await storage.create_table(a_table(), [])
    connection = storage._writer._connection
    assert connection is not None
    said: list[str] = []
    connection.set_trace_callback(said.append)
    await asyncio.gather(*(storage.beat(f"p{number}", 1) for number in range(50)))
    assert said.count("COMMIT") < 10  # the first may go alone


async def test_moves_do_not_wait_while_all_logs_are_read_for_a_deletion(storage: SqliteStorage) -> None:
    await storage.create_identity(an_identity())
    await storage.create_table(a_table(creator="bob"), [b"ann came"])
    connection = storage._writer._connection
    assert connection is not None
    said: list[str] = []
    connection.set_trace_callback(said.append)
    assert await storage.delete_identity("ann", Forget())
    assert any("DELETE FROM identities" in sql for sql in said)
    assert not any("instr" in sql for sql in said)


def failing(error: BaseException) -> Work[None]:
    """An operation that writes, and then comes to nothing."""
    yield Statement("INSERT INTO processes (id, seen_at) VALUES ($1, $2)", ("lost", 1))
    raise error


def violating() -> Work[None]:
    """An operation that writes, and then what may not be."""
    yield Statement("INSERT INTO processes (id, seen_at) VALUES ($1, $2)", ("lost", 1))
    yield Statement("INSERT INTO processes (id, seen_at) VALUES ($1, $2)", ("lost", 2))


def mistaken() -> Work[None]:
    """An operation that writes, and then is no SQL."""
    yield Statement("INSERT INTO processes (id, seen_at) VALUES ($1, $2)", ("lost", 1))
    yield Statement("INSERT INTO nowhere VALUES ($1)", (1,))


@pytest.mark.parametrize("others", [0, 20], ids=["alone", "among others"])
@pytest.mark.parametrize(
    ("start", "told"),
    [
        (lambda: failing(ValueError("no")), ValueError),
        (lambda: failing(LookupError("no")), LookupError),
        (lambda: failing(MemoryError("no")), MemoryError),
        (lambda: failing(sqlite3.DatabaseError("no")), StorageError),
        (violating, StorageError),
        (mistaken, StorageError),
    ],
)
async def test_an_operation_that_fails_after_it_has_written_leaves_nothing(
    storage: SqliteStorage, start: Callable[[], Work[None]], told: type[Exception], others: int
) -> None:
    """And the next one is stored; so are those beside it, unless SQLite has lost the transaction of all."""
    beats = [storage.beat(f"p{number}", 1) for number in range(others)]
    *beside, outcome = await asyncio.gather(*beats, storage._write(start), return_exceptions=True)
    assert type(outcome) is told
    stored = await storage.alive(0)
    assert "lost" not in stored
    assert [f"p{number}" in stored for number in range(others)] == [not isinstance(each, Exception) for each in beside]
    if start is not mistaken:
        assert not any(beside)
    await storage.beat("next", 1)
    assert "next" in await storage.alive(0)


async def test_a_full_disk_is_told_and_passes(storage: SqliteStorage) -> None:
    await storage.create_table(a_table("old"), [b"x" * 60_000])
    await storage.append("old", 1, [], 1, status=CLOSED)
    await storage.create_table(a_table(), [b"1"])
    with pytest.raises(StorageError, match="full"):
        await storage.append("t1", 1, [b"y" * 200_000], 2000)
    assert await bodies(storage) == [b"1"]
    with pytest.raises(StorageError, match="full"):
        await storage.append("t1", 1, [b"y" * 150_000], 2000)
    assert await storage.purge(Kind.TABLES, 5000) == 1
    assert await storage.append("t1", 1, [b"y" * 50_000], 2000) == 2


async def test_nobody_is_acknowledged_with_a_commit_that_failed(storage: SqliteStorage) -> None:
    for name in ("t1", "t2"):
        await storage.create_table(a_table(name), [])
    calls = [storage.append("t1", 0, [b"1"], 1), storage.append("t2", 0, [b"z" * 400_000], 1)]
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(outcomes[1], StorageError)
    assert outcomes[0] == 1 or isinstance(outcomes[0], StorageError)
    assert await bodies(storage) == ([b"1"] if outcomes[0] == 1 else [])


async def test_a_database_held_by_another_is_told_and_passes(storage: SqliteStorage, path: Path) -> None:
    await storage.create_table(a_table(), [b"1"])
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="another process holds the database"):
        await storage.append("t1", 1, [b"2"], 2000)
    assert await bodies(storage) == [b"1"]  # reading goes on
    other.execute("ROLLBACK")
    other.close()
    assert await storage.append("t1", 1, [b"2"], 2000) == 2


@POSIX
async def test_a_database_that_is_gone_is_told_and_may_come_back(storage: SqliteStorage, path: Path) -> None:
    await storage.create_table(a_table(), [b"1"])
    files = list(path.parent.glob("test.sqlite*"))
    away = path.parent / "away"
    away.mkdir()
    for file in files:
        file.rename(away / file.name)
    for call in (storage.append("t1", 1, [b"2"], 2000), storage.events("t1")):
        with pytest.raises(StorageError, match="the database is not there"):
            await call
    assert not path.exists()
    for file in away.iterdir():
        file.rename(path.parent / file.name)
    assert await bodies(storage) == [b"1"]
    assert await storage.append("t1", 1, [b"2"], 2000) == 2


@POSIX
async def test_a_database_replaced_by_another_is_the_other(storage: SqliteStorage, path: Path) -> None:
    await storage.create_table(a_table(), [b"1"])
    for file in path.parent.glob("test.sqlite*"):
        file.unlink()
    other = await open_storage(f"sqlite://{path.as_posix()}")
    await other.create_table(a_table(), [b"other"])
    await other.close()
    with pytest.raises(Conflict):
        await storage.append("t1", 0, [b"2"], 2000)
    assert await bodies(storage) == [b"other"]


@contextmanager
def nobody() -> Iterator[Path]:
    """A folder of a user to whom permissions apply, as root is not; the process is his meanwhile."""
    folder = Path(tempfile.mkdtemp(prefix="kozyr-"))
    is_root = os.geteuid() == 0
    try:
        if is_root:
            os.chown(folder, 65534, 65534)
            os.seteuid(65534)
        yield folder
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o700)
        shutil.rmtree(folder)


@POSIX
async def test_a_database_that_may_not_be_written_is_told_and_passes() -> None:
    with nobody() as folder:
        url = f"sqlite://{folder / 'test.sqlite'}"
        first = await open_storage(url)
        await first.create_table(a_table(), [b"1"])
        await first.close()
        (folder / "test.sqlite").chmod(0o400)
        folder.chmod(0o500)
        with pytest.raises(StorageError, match=r"test\.sqlite: .*(not be written|[Pp]ermission)"):
            await open_storage(url)
        folder.chmod(0o700)
        (folder / "test.sqlite").chmod(0o600)
        again = await open_storage(url)
        assert await again.append("t1", 1, [b"2"], 2000) == 2
        await again.close()


@POSIX
async def test_the_file_is_its_owners(storage: SqliteStorage, path: Path) -> None:
    await storage.check()
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.glob("test.sqlite*")}
    assert modes["test.sqlite"] == 0o600
    assert set(modes.values()) == {0o600}


async def test_what_is_no_database_is_told(path: Path) -> None:
    path.write_bytes(b"no database, but long enough to be looked at " * 100)
    with pytest.raises(StorageError, match="no SQLite database"):
        await open_storage(f"sqlite://{path.as_posix()}")


async def test_a_folder_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="No such file"):
        await open_storage(f"sqlite://{(tmp_path / 'none' / 'file').as_posix()}")


APPENDS = """
import asyncio, sys
from kozyr.server.storage import open_storage
from tests.server.samples import Forget, a_table, an_identity

async def main():
    storage = await open_storage(sys.argv[1])
    await storage.create_table(a_table(), [])
    seq = 0
    while True:
        seq = await storage.append("t1", seq, [b"x" * 500], 1)
        print(seq, flush=True)

asyncio.run(main())
"""


async def test_what_was_acknowledged_survives_the_death_of_the_process(path: Path) -> None:
    url = f"sqlite://{path.as_posix()}"
    command = [sys.executable, "-c", APPENDS, url]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(40)]
        process.kill()
        told += process.stdout.readlines()
    last = max(int(line) for line in told if line.endswith("\n"))
    storage = await open_storage(url)
    assert [event.seq for event in await storage.events("t1")][:last] == list(range(1, last + 1))
    await storage.close()


async def test_all_that_waits_is_done_before_it_closes(path: Path) -> None:
    storage = await open_storage(f"sqlite://{path.as_posix()}")
    await storage.create_table(a_table(), [])
    calls = [asyncio.ensure_future(storage.append("t1", seq, [b"x"], 1)) for seq in range(100)]
    await asyncio.sleep(0)
    await storage.close()
    assert await asyncio.gather(*calls) == list(range(1, 101))
