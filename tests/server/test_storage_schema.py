"""Databases of every version become those of the newest, with all that is in them; newer ones are refused.

``data/schema-NNNN.jsonl`` are backups written at each version. A new migration adds one, and changes no other.
"""

import asyncio
from pathlib import Path

import pytest

from kozyr.server.storage import Event, Identity, SchemaError, Storage, open_as_it_is, open_storage, portable, schema
from kozyr.server.storage.work import Statement, Work

DATA = Path(__file__).parent / "data"
VERSIONS = range(1, schema.newest() + 1)


def dump(version: int) -> Path:
    return DATA / f"schema-{version:04}.jsonl"


async def holds_the_samples(storage: Storage, version: int) -> None:
    table = await storage.table("t1")
    assert table is not None
    assert (table.game, table.status, table.listed, table.creator, table.seq) == ("kozel", "playing", True, "ann", 3)
    assert await storage.events("t1") == [Event(1, 1000, b"one"), Event(2, 1500, b"\x00\xff\n"), Event(3, 2000, b"")]
    assert await storage.identity("ann") == Identity("ann", "Аня", 900, 2000, 2, b'{"sound":false}')
    assert [table.id for table in await storage.tables_of("bob")] == ["t1", "t2"]
    records = await storage.records_of("bob")
    assert [(one.id, one.body, one.finished) for one in records] == [
        ("r1", b'{"kozyr":1}', True),
        ("r2", b'{"kozyr":2}', False),
    ]
    assert [one.share for one in records] == (["open", None] if version >= 2 else [None, None])
    assert await storage.alive(0) == (["p"] if version >= 2 else [])
    assert await storage.take_link("used", 2000) is None
    assert await storage.take_link("fresh", 2000) == "ann"
    assert await storage.append("t1", 3, [b"on"], 3000) == 4


def test_every_version_has_its_dump_and_its_number() -> None:
    assert [path.name for path in sorted(DATA.glob("schema-*"))] == [dump(version).name for version in VERSIONS]
    folder = Path(schema.__file__).parent / "migrations"
    assert [path.name[:4] for path in sorted(folder.glob("*.sql"))] == [f"{version:04}" for version in VERSIONS]


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_database_of_an_earlier_version_is_migrated_with_what_is_in_it(url: str, version: int) -> None:
    old = await open_as_it_is(url, creates=True)
    await old.migrate(version)
    await old._write(lambda: portable.read(dump(version), old.bytes_type, version))
    assert await old._read(schema.version) == version
    await old.close()
    storage = await open_storage(url)
    assert await storage._read(schema.version) == schema.newest()
    await holds_the_samples(storage, version)
    await storage.close()


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_backup_of_an_earlier_version_is_restored(storage: Storage, version: int) -> None:
    await storage.restore(dump(version))
    await holds_the_samples(storage, version)


@pytest.mark.parametrize("version", VERSIONS)
async def test_the_dumps_are_what_a_backup_of_their_version_writes(url: str, version: int, tmp_path: Path) -> None:
    storage = await open_as_it_is(url, creates=True)
    await storage.migrate(version)
    await storage._write(lambda: portable.read(dump(version), storage.bytes_type, version))
    await storage.backup(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == dump(version).read_bytes()
    await storage.close()


async def test_a_database_of_a_newer_kozyr_is_refused_and_left_alone(url: str) -> None:
    def newer() -> Work[None]:
        yield Statement("UPDATE meta SET value = '99' WHERE name = 'schema'")

    storage = await open_storage(url)
    await storage._write(newer)
    await storage.close()
    for _ in range(2):
        with pytest.raises(SchemaError, match="of version 99, written by a newer Kozyr; this one knows versions up to"):
            await open_storage(url)


async def test_several_that_open_a_new_database_at_once_make_one(url: str) -> None:
    storages = await asyncio.gather(*(open_storage(url) for _ in range(4)))
    for storage in storages:
        await storage.check()
        await storage.close()


async def test_a_migration_is_done_wholly_or_not_at_all(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = await open_as_it_is(url, creates=True)
    await storage.migrate(1)
    good = schema.statements

    def broken(version: int, bytes_type: str) -> list[str]:
        return [*good(version, bytes_type), "CREATE TABLE nonsense ("]

    with monkeypatch.context() as patch:
        patch.setattr(schema, "statements", broken)
        with pytest.raises(Exception, match=r"syntax|incomplete"):
            await storage.migrate()
    assert await storage._read(schema.version) == 1
    assert await storage.migrate() == 1
    await storage.check()
    await storage.close()
