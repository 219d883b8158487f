"""The tables of every version, and how a database gets from one version to the next. Only forward."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kozyr.server.storage.errors import SchemaError
from kozyr.server.storage.work import Statement, Work, one, rows_of

_FOLDER: Final = Path(__file__).parent / "migrations"
TABLES: Final[Mapping[str, tuple[int, str]]] = {
    "tables": (1, "id"),
    "events": (1, "table_id, seq"),
    "identities": (1, "id"),
    "links": (1, "token_hash"),
    "seats": (1, "identity_id, table_id"),
    "records": (1, "id"),
    "processes": (2, "id"),
}
"""Every table but ``meta``: since which version it is there, and its key."""


@functools.cache
def newest() -> int:
    """The version that this program works with."""
    return len(list(_FOLDER.glob("*.sql")))


def statements(version: int, bytes_type: str) -> list[str]:
    """What leads from the version before to this one; ``bytes_type`` is the dialect's word for bytes."""
    (file,) = _FOLDER.glob(f"{version:04}_*.sql")
    text = file.read_text(encoding="utf-8").replace("{bytes}", bytes_type)
    return [statement.strip() for statement in text.split(";") if statement.strip()]


def migrate(bytes_type: str, target: int | None = None) -> Work[int]:
    """Bring a database to a version, the newest by default; returns the version it had. Raises SchemaError."""
    yield Statement("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    found = yield from known_version()
    last = newest() if target is None else target
    for number in range(found + 1, last + 1):
        for sql in statements(number, bytes_type):
            yield Statement(sql)
    if found < last:
        sql = "INSERT INTO meta (name, value) VALUES ('schema', $1) ON CONFLICT (name) DO UPDATE SET value = $1"
        yield Statement(sql, (str(last),))
    return found


def version() -> Work[int]:
    """The version of a database that has ``meta``; 0 where nothing else is there yet."""
    row = yield from one("SELECT value FROM meta WHERE name = 'schema'")
    return int(row[0]) if row else 0


def known_version() -> Work[int]:
    """The same, but raises SchemaError for a version that only a newer Kozyr knows."""
    found, known = (yield from version()), newest()
    if found > known:
        raise SchemaError(
            f"the database is of version {found}, written by a newer Kozyr; this one knows versions up to {known}"
        )
    return found


def is_empty(at_version: int) -> Work[bool]:
    """Whether no table holds a row."""
    for name, (since, _) in TABLES.items():
        if since <= at_version and (yield from rows_of(f"SELECT 1 FROM {name} LIMIT 1")):
            return False
    return True


def drop(at_version: int) -> Work[None]:
    """Remove every table but ``meta``, and forget the version."""
    for name, (since, _) in TABLES.items():
        if since <= at_version:
            yield Statement(f"DROP TABLE {name}")
    yield Statement("DELETE FROM meta WHERE name = 'schema'")
