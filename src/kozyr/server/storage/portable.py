"""The portable file of a whole storage: JSON lines, the same for every database.

The first line names the format and the schema's version, each following one a table and a row, and the last one holds
the number of rows and the SHA-256 of all lines before it. Bytes stand as ``{"base64": "…"}``.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import itertools
import json
import os
import tempfile
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from kozyr.server.storage import schema
from kozyr.server.storage.errors import BackupError, SchemaError
from kozyr.server.storage.work import Batch, Row, Value, Work

FORMAT: Final = 1
_AT_ONCE: Final = 500
Named = tuple[str, dict[str, Value]]


def queries(version: int) -> Mapping[str, str]:
    """Table -> the query of all its rows, in the order of its key."""
    shown = {name: key for name, (since, key) in schema.TABLES.items() if since <= version}
    return {name: f"SELECT * FROM {name} ORDER BY {key}" for name, key in shown.items()}


async def write(path: Path, version: int, rows: AsyncGenerator[tuple[str, Sequence[Row]], None]) -> int:
    """Write a file; a file of that name is replaced once the new one is whole."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}", suffix=".part")
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror or error}") from None
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            async with contextlib.aclosing(rows):
                count = await _write_lines(file, version, rows)
            await asyncio.to_thread(os.fsync, file.fileno())
        part.replace(path)
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)
    return count


async def _write_lines(file: BinaryIO, version: int, rows: AsyncGenerator[tuple[str, Sequence[Row]], None]) -> int:
    digest, count = hashlib.sha256(), 0

    def put(lines: Iterable[bytes]) -> None:
        data = b"".join(lines)
        digest.update(data)
        file.write(data)

    put([_line({"kozyr_backup": FORMAT, "schema": version})])
    async for name, portion in rows:
        await asyncio.to_thread(put, [_line({"table": name, "row": _shown(row)}) for row in portion])
        count += len(portion)
    file.write(_line({"rows": count, "sha256": digest.hexdigest()}))
    file.flush()
    return count


def _line(values: Mapping[str, Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _shown(row: Row) -> dict[str, Any]:
    values: dict[str, Any] = dict(zip(row.keys(), row, strict=True))  # type: ignore[attr-defined]
    return {
        name: {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
        for name, value in values.items()
    }


def read(path: Path, bytes_type: str, target: int | None = None) -> Work[int]:
    """Fill an empty database, first as it was at the file's version, then brought to the newest or another one."""
    try:
        with path.open("rb") as file:
            return (yield from _read(_Lines(file, str(path)), bytes_type, target))
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error.strerror or error}") from None


def _read(lines: _Lines, bytes_type: str, target: int | None) -> Work[int]:
    found = lines.header()
    if found > schema.newest():
        raise SchemaError(f"the backup is of version {found}, written by a newer Kozyr than this one")
    present = yield from schema.version()
    if not (yield from schema.is_empty(present)):
        raise BackupError("a backup is restored into an empty database only, and this one holds something")
    yield from schema.drop(present)
    yield from schema.migrate(bytes_type, found)
    rows = lines.rows()
    while portion := list(itertools.islice(rows, _AT_ONCE)):
        for (name, columns), group in itertools.groupby(portion, key=lambda named: (named[0], tuple(named[1]))):
            yield Batch(_insertion(lines, found, name, columns), [tuple(row.values()) for _, row in group])
    yield from schema.migrate(bytes_type, target)
    return lines.count


def _insertion(lines: _Lines, version: int, name: str, columns: Sequence[str]) -> str:
    if name not in queries(version) or not all(column.isidentifier() and column.isascii() for column in columns):
        raise lines.fault("names no table of its version")
    places = ", ".join(f"${number}" for number in range(1, len(columns) + 1))
    return f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})"


class _Lines:
    """The lines of a file, checked while they are read."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._name = name
        self._digest = hashlib.sha256()
        self.count = 0

    def fault(self, text: str) -> BackupError:
        """What is wrong with the file."""
        return BackupError(f"{self._name} is no whole backup: line {self.count + 2} {text}")

    def header(self) -> int:
        """The version of the schema. Raises BackupError."""
        try:
            line = self._file.readline()
            values = json.loads(line)
            self._digest.update(line)
            if values["kozyr_backup"] == FORMAT and values["schema"] >= 1:
                return int(values["schema"])
        except (KeyError, TypeError, ValueError):
            pass
        raise BackupError(f"{self._name} is no backup of Kozyr, or of a newer one")

    def rows(self) -> Iterator[Named]:
        """Table and row of each line; raises BackupError for the file's first fault, at the latest at its end."""
        for line in self._file:
            try:
                values = json.loads(line)
                if "sha256" in values:
                    self._end(values)
                    return
                name, row = str(values["table"]), {key: _value(value) for key, value in values["row"].items()}
            except (AttributeError, KeyError, TypeError, ValueError):
                raise self.fault("cannot be read") from None
            self._digest.update(line)
            yield name, row
            self.count += 1
        raise self.fault("is missing")

    def _end(self, values: Mapping[str, object]) -> None:
        if values != {"rows": self.count, "sha256": self._digest.hexdigest()}:
            raise self.fault("does not fit what stands before it")
        if self._file.read(1):
            raise self.fault("should be the last one")


def _value(value: object) -> Value:
    if isinstance(value, dict):
        return base64.b64decode(value["base64"], validate=True)
    if value is None or (isinstance(value, str | int) and not isinstance(value, bool)):
        return value
    raise TypeError
