"""One server on one SQLite file: a lock beside it, which the system lets go of however the process ends."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from kozyr.server.storage import StorageError
from kozyr.server.storage.opening import is_sqlite, sqlite_path

_SUFFIX: Final = ".lock"
_FAR: Final = 1 << 30
"""Where Windows locks a byte: beyond the text, which others may read."""

if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[str]) -> None:
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
else:
    import fcntl

    def _take(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def only_server(database: str, folder: Path) -> Iterator[None]:
    """Be the only server of a SQLite file while the block runs; of PostgreSQL there may be many.

    Raises StorageError where another one serves it, in this process or in any other.
    """
    if not is_sqlite(database):
        yield
        return
    path = sqlite_path(database, folder)
    lock = path.with_name(path.name + _SUFFIX)
    with _opened(lock) as file:
        _lock(file, path)
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
        file.truncate(0)  # the file stays: to remove it would let two servers lock two files of one name


def _opened(lock: Path) -> IO[str]:
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        return os.fdopen(os.open(lock, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="ascii", errors="replace")
    except OSError as error:
        raise StorageError(f"{lock}: {error.strerror or error}") from None


def _lock(file: IO[str], path: Path) -> None:
    try:
        _take(file)
    except OSError:
        process = file.read(20).strip()
        raise StorageError(
            f"{path} is served already{f' by process {process}' if process else ''}: one SQLite file takes one server."
            " Stop that one, give this one another --database, or let both use PostgreSQL"
        ) from None
