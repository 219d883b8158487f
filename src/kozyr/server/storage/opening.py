"""Which storage an address names."""

from __future__ import annotations

import os
import urllib.parse
from pathlib import Path
from typing import Final

import platformdirs

from kozyr.server.storage.errors import StorageError
from kozyr.server.storage.interface import Storage

DEFAULT_URL: Final = "sqlite://"
FILE_NAME: Final = "server.sqlite"
_ALLOWED: Final = "sqlite:// (the default file), sqlite:///folder/file, or postgresql://user@host/database"


def data_folder() -> Path:
    """The folder for what is kept; ``KOZYR_DATA`` overrides it."""
    override = os.environ.get("KOZYR_DATA")
    return Path(override) if override else Path(platformdirs.user_data_dir("kozyr"))


def is_sqlite(url: str) -> bool:
    """Whether an address names a SQLite file. Raises StorageError where it names no database at all."""
    scheme = url.partition(":")[0]
    if scheme not in ("sqlite", "postgresql", "postgres") or "://" not in url:
        raise StorageError(f"{_without_password(url)!r} names no database: it may be {_ALLOWED}")
    return scheme == "sqlite"


def check_url(url: str) -> None:
    """Raise StorageError where an address names no database."""
    if is_sqlite(url):
        sqlite_path(url)


def sqlite_path(url: str, folder: Path | None = None) -> Path:
    """The file of an address, an absolute path; ``folder`` is where the default one lies. Raises StorageError."""
    parts = urllib.parse.urlsplit(url)
    if parts.netloc or parts.query or parts.fragment:
        raise StorageError(f"{url!r} names no SQLite file: write sqlite:///folder/file, with three slashes")
    name = urllib.parse.unquote(parts.path)
    if name in ("", "/"):
        return (folder or data_folder()) / FILE_NAME
    return Path(name.lstrip("/") if os.name == "nt" else name)


async def open_storage(url: str = DEFAULT_URL, folder: Path | None = None) -> Storage:
    """Open what an address names, make it where it is missing, and bring it to the newest version. Raises StorageError.

    ``sqlite://`` is a file in ``folder``, by default the user's data folder; that is made where it is missing.
    """
    storage = await open_as_it_is(url, folder, creates=True)
    try:
        await storage.migrate()
    except BaseException:
        await storage.close()
        raise
    return storage


async def open_as_it_is(url: str, folder: Path | None = None, *, creates: bool = False) -> Storage:
    """Open what an address names and change nothing of it; good for a backup, or for ``migrate``."""
    if is_sqlite(url):
        from kozyr.server.storage.sqlite import SqliteFile, SqliteStorage  # noqa: PLC0415 - only what is used

        path = sqlite_path(url, folder)
        if creates:
            _make_default_folder(url, path.parent)
        return SqliteStorage(SqliteFile(path), creates=creates)
    from kozyr.server.storage.postgres import PostgresStorage  # noqa: PLC0415 - only what is used

    return await PostgresStorage.open(url)


def _make_default_folder(url: str, folder: Path) -> None:
    if url not in (DEFAULT_URL, f"{DEFAULT_URL}/"):
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{folder} cannot be made: {error.strerror or error}") from None


def _without_password(url: str) -> str:
    head, at, tail = url.rpartition("@")
    return f"{head.partition(':')[0]}://…@{tail}" if at else url
