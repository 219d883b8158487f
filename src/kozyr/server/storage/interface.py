"""The storage that the server speaks to, whichever database is behind it."""

from __future__ import annotations

import abc
import contextlib
from collections.abc import AsyncGenerator, Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from kozyr.server.storage import operations, portable, schema
from kozyr.server.storage.errors import StorageError
from kozyr.server.storage.redaction import Redactor
from kozyr.server.storage.values import Cursor, Event, Identity, Kind, NewRecord, Record, Table
from kozyr.server.storage.work import Row, Work

T = TypeVar("T")
PURGED_AT_ONCE: Final = 50  # moves wait meanwhile


class Storage(abc.ABC):
    """Tables, events, identities, links, records.

    What writes is durable when it returns, and is done wholly or not at all. Every method raises StorageError where the
    database cannot be used, and works again once it can. A call that is cancelled may still be carried out.
    """

    bytes_type: str
    """The dialect's word for a column of bytes."""
    holds: str
    """How the dialect asks whether the bytes ``body`` hold the bytes $1."""
    on_error: Callable[[], object] | None = None
    """Called for every operation that raises StorageError."""

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Tell ``on_error`` of what fails inside."""
        try:
            yield
        except StorageError:
            if self.on_error is not None:
                self.on_error()
            raise

    @abc.abstractmethod
    async def _write(self, start: Callable[[], Work[T]]) -> T:
        """Run an operation that changes something."""

    @abc.abstractmethod
    async def _read(self, start: Callable[[], Work[T]]) -> T:
        """Run an operation of one statement that changes nothing."""

    @abc.abstractmethod
    def _snapshot(self, queries: Mapping[str, str]) -> AsyncGenerator[tuple[str, Sequence[Row]], None]:
        """The rows of several queries as of one moment, in portions, each with the name of its query."""

    @abc.abstractmethod
    async def close(self) -> None:
        """Finish what has begun, then close every connection."""

    async def migrate(self, target: int | None = None) -> int:
        """Bring the tables to a version, the newest by default; returns what they were. Raises SchemaError."""
        return await self._write(lambda: schema.migrate(self.bytes_type, target))

    async def check(self) -> None:
        """Raise StorageError unless something can be written."""
        await self._write(operations.check)

    # Tables and events

    async def create_table(self, table: Table, bodies: Sequence[bytes], seats: Collection[str] = ()) -> None:
        """Open a table with its first events (``table.seq`` is not looked at). Raises Conflict where it is there."""
        await self._write(lambda: operations.create_table(table, bodies, seats))

    async def append(
        self,
        table_id: str,
        expected_seq: int,
        bodies: Sequence[bytes],
        at: int,
        *,
        summary: bytes | None = None,
        status: str | None = None,
        listed: bool | None = None,
        records: Sequence[NewRecord] = (),
        seats: Collection[str] = (),
    ) -> int:
        """Append events after event ``expected_seq``; returns the number of the last one.

        Raises Conflict where another append came first. What is given beside changes in the same transaction; ``seats``
        adds identities to those that took part (who leaves stays in: he has been there).
        """
        given = (summary, status, listed, records, seats)
        return await self._write(lambda: operations.append(table_id, expected_seq, bodies, at, *given))

    async def events(self, table_id: str, after: int = 0, limit: int | None = None) -> list[Event]:
        """The events after one, in their order."""
        return await self._read(lambda: operations.events(table_id, after, limit))

    async def events_holding(self, table_id: str, part: bytes) -> list[Event]:
        """The events whose bodies hold some bytes, in their order."""
        return await self._read(lambda: operations.events_holding(table_id, part, self.holds))

    async def table(self, table_id: str) -> Table | None:
        """A table."""
        return await self._read(lambda: operations.table(table_id))

    async def listed_tables(self, limit: int, before: Cursor | None = None) -> list[Table]:
        """Listed tables that are not closed, the newest first; ``before`` is (created_at, id) of the last one shown."""
        return await self._read(lambda: operations.listed_tables(limit, before))

    async def tables_of(self, identity_id: str, limit: int = 100, before: Cursor | None = None) -> list[Table]:
        """Tables that somebody took part in, the last changed first; ``before`` is (updated_at, id)."""
        return await self._read(lambda: operations.tables_of(identity_id, limit, before))

    async def took_part(self, identity_id: str, table_id: str) -> bool:
        """Whether somebody sits or sat at a table."""
        return await self._read(lambda: operations.took_part(identity_id, table_id))

    async def ids_with_status(self, status: str, limit: int) -> list[str]:
        """The ids of tables of a status, the last changed first."""
        return await self._read(lambda: operations.ids_with_status(status, limit))

    async def untouched_tables(self, status: str, before: int, limit: int, after: Cursor | None = None) -> list[Table]:
        """Tables of a status that nothing has happened to since a time (``before``), the longest untouched first.

        ``after`` is (updated_at, id) of the last one that was seen.
        """
        return await self._read(lambda: operations.untouched_tables(status, before, after, limit))

    async def count_open_tables(self) -> int:
        """How many tables are not closed."""
        return await self._read(operations.count_open_tables)

    # Identities and links

    async def create_identity(self, identity: Identity) -> None:
        """Keep somebody new. Raises Conflict where the id is there."""
        await self._write(lambda: operations.create_identity(identity))

    async def identity(self, identity_id: str) -> Identity | None:
        """Somebody."""
        return await self._read(lambda: operations.identity(identity_id))

    async def rename_identity(self, identity_id: str, name: str) -> Identity | None:
        """Change a name; nothing where there is no such identity."""
        return await self._write(lambda: operations.rename_identity(identity_id, name))

    async def set_settings(self, identity_id: str, settings: bytes) -> Identity | None:
        """Change settings; nothing where there is no such identity."""
        return await self._write(lambda: operations.set_settings(identity_id, settings))

    async def touch_identity(self, identity_id: str, at: int) -> Identity | None:
        """Note that somebody was there; nothing where there is no such identity."""
        return await self._write(lambda: operations.touch_identity(identity_id, at))

    async def bump_generation(self, identity_id: str) -> Identity | None:
        """Void all tokens and links given so far; nothing where there is no such identity."""
        return await self._write(lambda: operations.bump_generation(identity_id))

    async def delete_identity(self, identity_id: str, redactor: Redactor) -> bool:
        """Remove an identity with its links and its places; whether it was there.

        The redactor takes its name out of the events, summaries and records of the tables that it opened, took part in
        or only came to. What was played stays. All logs are read for it, before anything is written: moves go on.
        """
        named = await self._read(lambda: operations.tables_naming(identity_id, self.holds))
        return await self._write(lambda: operations.delete_identity(identity_id, redactor, named))

    async def create_link(self, token: str, identity_id: str, expires_at: int) -> None:
        """Keep a one-time token, as its hash only."""
        await self._write(lambda: operations.create_link(token, identity_id, expires_at))

    async def take_link(self, token: str, at: int) -> str | None:
        """Use a token up: the identity, for one caller only; nothing where it is used, expired or unknown."""
        return await self._write(lambda: operations.take_link(token, at))

    # Records

    async def put_record(self, record: NewRecord, at: int) -> None:
        """Keep a record, or its newer state."""
        await self._write(lambda: operations.put_record(record, at))

    async def record(self, record_id: str) -> Record | None:
        """A record."""
        return await self._read(lambda: operations.record(record_id))

    async def records_of_table(self, table_id: str) -> list[Record]:
        """A table's records, the first match first."""
        return await self._read(lambda: operations.records_of_table(table_id))

    async def records_of(self, identity_id: str, limit: int = 100, before: Cursor | None = None) -> list[Record]:
        """Records of tables that somebody took part in, the newest first; ``before`` is (created_at, id)."""
        return await self._read(lambda: operations.records_of(identity_id, limit, before))

    async def shared_record(self, token: str) -> Record | None:
        """The record that a share token opens."""
        return await self._read(lambda: operations.shared_record(token))

    async def share_record(self, record_id: str, token: str) -> str | None:
        """Share a record; returns its token, the earlier one where there is one; nothing where there is no record."""
        return await self._write(lambda: operations.share_record(record_id, token))

    async def unshare_record(self, record_id: str) -> None:
        """Share a record no more."""
        await self._write(lambda: operations.unshare_record(record_id))

    # Processes and upkeep

    async def beat(self, process_id: str, at: int) -> None:
        """Note that a server process lives."""
        await self._write(lambda: operations.beat(process_id, at))

    async def alive(self, since: int) -> list[str]:
        """The server processes that were noted since a time."""
        return await self._read(lambda: operations.alive(since))

    async def purge(self, kind: Kind, older_than: int, limit: int = PURGED_AT_ONCE) -> int:
        """Remove what is older than a time, at most ``limit`` of it; returns how many were removed."""
        return await self._write(lambda: operations.purge(kind, older_than, limit))

    async def backup(self, path: Path) -> int:
        """Write everything, as of one moment, to a portable file; returns the number of rows.

        The file is there whole or not at all, and readable by its owner only.
        """
        found = await self._read(schema.known_version)
        return await portable.write(path, found, self._snapshot(portable.queries(found)))

    async def restore(self, path: Path) -> int:
        """Fill an empty database from a file of ``backup``, made from either kind; returns the number of rows.

        Raises SchemaError for a file of a newer Kozyr, BackupError for a damaged one; nothing has changed then.
        """
        return await self._write(lambda: portable.read(path, self.bytes_type))
