"""A server's database goes into a file and comes out of it."""

import asyncio
import io
import sys
from pathlib import Path

import pytest

from kozyr.cli import main
from kozyr.server.storage import open_storage
from tests.server.samples import a_table

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with a table of two events."""
    url = f"sqlite://{(tmp_path / 'full.sqlite').as_posix()}"

    async def fill() -> None:
        storage = await open_storage(url)
        await storage.create_table(a_table(), [b"1", b"2"])
        await storage.close()

    asyncio.run(fill())
    return url


def bodies(url: str) -> list[bytes]:
    async def read() -> list[bytes]:
        storage = await open_storage(url)
        found = [event.body for event in await storage.events("t1")]
        await storage.close()
        return found

    return asyncio.run(read())


def test_a_database_is_backed_up_and_restored(database: str, tmp_path: Path, capsys: Captured) -> None:
    file, other = str(tmp_path / "backup"), f"{database}-2"
    assert main(["backup", file, "--database", database, "--lang", "en"]) == 0
    assert main(["restore", file, "--database", other, "--lang", "en"]) == 0
    assert capsys.readouterr() == ("3 rows written\n3 rows restored\n", "")
    assert bodies(other) == [b"1", b"2"]


def test_it_is_told_in_russian(database: str, tmp_path: Path, capsys: Captured) -> None:
    assert main(["backup", str(tmp_path / "backup"), "--database", database, "--lang", "ru"]) == 0
    assert main(["restore", str(tmp_path / "backup"), "--database", f"{database}-2", "--lang", "ru"]) == 0
    assert capsys.readouterr().out == "сохранено: 3 строки\nвосстановлено: 3 строки\n"


def test_a_backup_goes_through_pipes(
    database: str, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["backup", "-", "--database", database, "--lang", "en"]) == 0
    out, err = capfdbinary.readouterr()
    assert err == b"3 rows written\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(out)))
    assert main(["restore", "-", "--database", f"{database}-2"]) == 0
    assert bodies(f"{database}-2") == [b"1", b"2"]


def test_the_environment_names_the_database(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOZYR_DATABASE", database)
    assert main(["backup", str(tmp_path / "backup")]) == 0


def test_by_default_it_is_the_file_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOZYR_DATA", str(tmp_path))
    monkeypatch.delenv("KOZYR_DATABASE", raising=False)
    asyncio.run(open_and_close())
    assert main(["backup", str(tmp_path / "backup")]) == 0


async def open_and_close() -> None:
    await (await open_storage()).close()


@pytest.mark.parametrize("command", ["backup", "restore"])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("FILE --database mysql://me:pass@host/db", "names no database: it may be sqlite://"),
        ("FILE --database sqlite://file", "with three slashes"),
        ("FILE --lang de", "invalid choice"),
        ("--database sqlite://", "arguments are required: FILE"),
    ],
)
def test_a_wrong_call_is_one_line(command: str, arguments: str, message: str, tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "file").touch()
    words = [str(tmp_path / "file") if word == "FILE" else word for word in arguments.split()]
    assert main([command, *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err
    assert "pass" not in err


def test_what_is_not_there_is_not_backed_up_nor_made(tmp_path: Path, capsys: Captured) -> None:
    url = f"sqlite://{(tmp_path / 'none.sqlite').as_posix()}"
    assert main(["backup", str(tmp_path / "backup"), "--database", url]) == 1
    assert "the database is not there" in capsys.readouterr().err
    assert main(["restore", str(tmp_path / "none"), "--database", url]) == 2
    assert "cannot be read: No such file" in capsys.readouterr().err
    assert main(["backup", "", "--database", url]) == 2
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_holds_something_stays_as_it_is(database: str, tmp_path: Path, capsys: Captured) -> None:
    assert main(["backup", str(tmp_path / "backup"), "--database", database]) == 0
    assert main(["restore", str(tmp_path / "backup"), "--database", database]) == 1
    assert "into an empty database only" in capsys.readouterr().err
    assert bodies(database) == [b"1", b"2"]


def test_a_damaged_file_is_told(database: str, tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "backup"
    assert main(["backup", str(file), "--database", database]) == 0
    file.write_bytes(file.read_bytes()[:-50])
    assert main(["restore", str(file), "--database", f"{database}-2"]) == 1
    assert "is no whole backup" in capsys.readouterr().err
    assert bodies(f"{database}-2") == []
