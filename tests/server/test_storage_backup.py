"""The portable file: everything in, everything out, into either kind of database, or nothing at all."""

import asyncio
import json
import os
from itertools import product
from pathlib import Path

import pytest

from kozyr.server.storage import BackupError, SchemaError, Storage, StorageError, open_storage
from tests.server.samples import a_record, a_table, an_identity

EVENTS = 1200  # more than one portion


async def fill(storage: Storage) -> int:
    await storage.create_identity(an_identity(name="Аня \"'\\\n"))
    await storage.create_link("token", "ann", 9000)
    await storage.create_table(a_table(), [bytes([number % 256]) * 3 for number in range(EVENTS)], ["ann"])
    await storage.append("t1", EVENTS, [b""], 2000, records=[a_record()])
    await storage.share_record("r1", "open")
    await storage.take_link("token", 3000)
    await storage.beat("p", 4000)
    return 6 + EVENTS + 1


async def everything(storage: Storage) -> list[object]:
    return [
        await storage.table("t1"),
        await storage.events("t1"),
        await storage.identity("ann"),
        await storage.tables_of("ann"),
        await storage.records_of("ann"),
        await storage.shared_record("open"),
        await storage.take_link("token", 3001),
        await storage.alive(0),
    ]


@pytest.fixture
def urls(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Two empty databases."""
    first, second = request.param
    found = [request.getfixturevalue(f"{kind}_url") for kind in (first, second)]
    if first == second == "sqlite":
        found[1] += "-2"
    if first == second == "postgres":
        found[1] = request.getfixturevalue("other_postgres_url")
    return found[0], found[1]


PAIRS = list(product(["sqlite", "postgres"], repeat=2))


@pytest.mark.parametrize("urls", PAIRS, ids="-".join, indirect=True)
async def test_a_backup_is_restored_into_either_kind(urls: tuple[str, str], tmp_path: Path) -> None:
    first, second = [await open_storage(url) for url in urls]
    rows = await fill(first)
    file = tmp_path / "backup"
    assert await first.backup(file) == rows
    assert await second.restore(file) == rows
    assert await everything(second) == await everything(first)
    again = tmp_path / "again"
    await second.backup(again)
    assert again.read_bytes() == file.read_bytes()
    assert await second.append("t1", EVENTS + 1, [b"on"], 5000) == EVENTS + 2
    await first.close()
    await second.close()


async def test_a_backup_of_nothing_is_one_too(storage: Storage, tmp_path: Path) -> None:
    assert await storage.backup(tmp_path / "backup") == 0
    assert await storage.restore(tmp_path / "backup") == 0
    await storage.check()


async def test_the_file_is_its_owners(storage: Storage, tmp_path: Path) -> None:
    await storage.backup(tmp_path / "backup")
    assert [path.name for path in tmp_path.iterdir() if "sqlite" not in path.name] == ["backup"]
    if os.name != "nt":
        assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o600


async def test_a_backup_is_of_one_moment(storage: Storage, tmp_path: Path) -> None:
    """While two tables grow in step, no backup shows the one ahead of the other by more than a step."""
    for name in ("t1", "t2"):
        await storage.create_table(a_table(name), [])

    async def grow() -> None:
        for seq in range(60):
            await storage.append("t1", seq, [b"x" * 100], seq)
            await storage.append("t2", seq, [b"x" * 100], seq)

    growing = asyncio.create_task(grow())
    files = [tmp_path / f"{number}" for number in range(5)]
    for file in files:
        await storage.backup(file)
    await growing
    for file in files:
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:-1]]
        seqs = {row["row"]["id"]: row["row"]["seq"] for row in rows if row["table"] == "tables"}
        events = [row["row"]["table_id"] for row in rows if row["table"] == "events"]
        assert {name: events.count(name) for name in seqs} == seqs
        assert seqs["t1"] - seqs["t2"] in (0, 1)


async def test_a_database_that_holds_something_is_not_restored_into(storage: Storage, tmp_path: Path) -> None:
    await storage.backup(tmp_path / "backup")
    await storage.beat("p", 1)
    with pytest.raises(BackupError, match="empty database only"):
        await storage.restore(tmp_path / "backup")
    assert await storage.alive(0) == ["p"]


async def damaged(storage: Storage, file: Path) -> StorageError:
    """The error of restoring a file, after which the database is as empty as before, and can be used."""
    with pytest.raises(StorageError) as caught:
        await storage.restore(file)
    assert "\n" not in str(caught.value)
    assert await storage.table("t1") is None
    assert await storage.alive(0) == []
    await storage.check()
    return caught.value


@pytest.fixture
async def backup(sqlite_url: str, tmp_path: Path) -> list[bytes]:
    """The lines of a backup."""
    full = await open_storage(f"{sqlite_url}-full")
    await fill(full)
    await full.backup(tmp_path / "full")
    await full.close()
    return (tmp_path / "full").read_bytes().splitlines(keepends=True)


async def test_no_damaged_backup_is_restored(storage: Storage, backup: list[bytes], tmp_path: Path) -> None:
    file = tmp_path / "damaged"
    middle = len(backup) // 2
    faults = {
        "cut at a line": backup[:-1],
        "cut in a line": [*backup[:middle], backup[middle][:20]],
        "a line lost": backup[:middle] + backup[middle + 1 :],
        "a line twice": [*backup[:middle], backup[middle], *backup[middle:]],
        "a byte changed": [*backup[:middle], backup[middle].replace(b'"seq":', b'"seq":1'), *backup[middle + 1 :]],
        "something behind": [*backup, b"{}\n"],
        "no JSON": [backup[0], b"\xff\n", *backup[1:]],
        "no such table": [backup[0], b'{"table":"sqlite_master","row":{"a":1}}\n', *backup[1:]],
        "a column that is none": [backup[0], b'{"table":"tables","row":{"a) --":1}}\n', *backup[1:]],
        "an unknown column": [backup[0], b'{"table":"tables","row":{"colour":1}}\n', *backup[1:]],
    }
    for name, lines in faults.items():
        file.write_bytes(b"".join(lines))
        assert str(await damaged(storage, file)), name


@pytest.mark.parametrize("text", ["", "{}\n", "[]\n", "no\n", '{"kozyr_backup":2,"schema":1}\n'])
async def test_what_is_no_backup_is_told(storage: Storage, text: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(text, encoding="utf-8")
    assert "is no backup of Kozyr" in str(await damaged(storage, tmp_path / "file"))


async def test_a_backup_of_a_newer_kozyr_is_refused(storage: Storage, tmp_path: Path) -> None:
    (tmp_path / "file").write_text('{"kozyr_backup":1,"schema":99}\n', encoding="utf-8")
    assert isinstance(await damaged(storage, tmp_path / "file"), SchemaError)


async def test_files_that_cannot_be_opened_are_told(storage: Storage, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="cannot be read: No such file"):
        await storage.restore(tmp_path / "none")
    with pytest.raises(BackupError, match="cannot be written: No such file"):
        await storage.backup(tmp_path / "none" / "file")
