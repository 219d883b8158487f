"""Which storage an address names."""

from pathlib import Path

import pytest

from kozyr.server.storage import StorageError, open_storage
from kozyr.server.storage.opening import is_sqlite, sqlite_path


@pytest.mark.parametrize(
    "url", ["", "kozyr.db", "mysql://root:secret@host/db", "sqlite:file", "https://user:secret@host"]
)
async def test_what_names_no_database_is_told_without_its_password(url: str) -> None:
    with pytest.raises(StorageError, match="names no database: it may be sqlite://") as caught:
        await open_storage(url)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("url", ["sqlite://file", "sqlite://folder/file", "sqlite:///file?mode=ro", "sqlite:///a#b"])
def test_an_address_of_a_file_has_three_slashes_and_no_more(url: str) -> None:
    assert is_sqlite(url)
    with pytest.raises(StorageError, match="with three slashes"):
        sqlite_path(url)


@pytest.mark.parametrize(
    ("url", "path"), [("sqlite:///a/b", "/a/b"), ("sqlite:///a%20b", "/a b"), ("sqlite://", "here/server.sqlite")]
)
def test_the_file_of_an_address(url: str, path: str) -> None:
    assert sqlite_path(url, Path("here")).as_posix().lstrip("/") == path.lstrip("/")


@pytest.mark.parametrize("url", ["postgresql://u@h/d", "postgres://u@h/d", "postgresql://"])
def test_postgresql_is_no_file(url: str) -> None:
    assert not is_sqlite(url)


async def test_the_default_file_lies_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOZYR_DATA", str(tmp_path / "new" / "data"))
    storage = await open_storage()
    await storage.close()
    assert (tmp_path / "new" / "data" / "server.sqlite").is_file()


async def test_a_server_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="PostgreSQL cannot do it now"):
        await open_storage(f"postgresql://me:secret@/db?host={tmp_path}")
