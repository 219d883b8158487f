"""A storage in PostgreSQL, which several server processes may share."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeVar, cast

import asyncpg

from kozyr.server.storage import operations, schema
from kozyr.server.storage.errors import Conflict, StorageError, Violation
from kozyr.server.storage.interface import Storage
from kozyr.server.storage.values import NewRecord
from kozyr.server.storage.work import Batch, Row, Statement, Work, one

T = TypeVar("T")
CONNECTIONS: Final = 10
SECONDS: Final = 10.0
_PORTION: Final = 500
_ATTEMPTS: Final = 3
_SCHEMA_LOCK: Final = 0x6B6F7A7972  # "kozyr"
LOST: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the last word of the server has come, the end of the connection not yet
    ConnectionError,
)
"""A connection that is broken."""
FAULTS: Final = (*LOST, asyncpg.PostgresError, OSError, TimeoutError)
"""All that may come of a database that cannot be used."""
_BUSY: Final = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)


class PostgresStorage(Storage):
    """See the module."""

    bytes_type = "BYTEA"
    holds = "position($1 IN body) > 0"

    def __init__(self, pool: asyncpg.Pool[Any]) -> None:
        self._pool = pool

    @classmethod
    async def open(cls, url: str, *, connections: int = CONNECTIONS, seconds: float = SECONDS) -> PostgresStorage:
        """Connect; ``seconds`` is how long a connection or a command may take. Raises StorageError."""
        with explained():
            pool = await asyncpg.create_pool(
                url,
                min_size=0,
                max_size=connections,
                timeout=seconds,
                command_timeout=seconds,
                reset=_leave_as_it_is,
                server_settings={"application_name": "kozyr", "synchronous_commit": "on"},
            )
        return cls(pool)

    async def migrate(self, target: int | None = None) -> int:
        return await self._write(lambda: _locked(schema.migrate(self.bytes_type, target)))

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
        """See Storage. What most appends are goes in one statement, a transaction by itself: one way to the server."""
        given = (summary, status, listed)
        if records or seats:
            return await super().append(
                table_id,
                expected_seq,
                bodies,
                at,
                summary=summary,
                status=status,
                listed=listed,
                records=records,
                seats=seats,
            )
        with self._told(), explained():
            return await _persist(lambda: self._statement(lambda: _append(table_id, expected_seq, bodies, at, *given)))

    async def _write(self, start: Callable[[], Work[T]]) -> T:
        with self._told(), explained():
            return await _persist(lambda: self._transaction(start))

    async def _transaction(self, start: Callable[[], Work[T]]) -> T:
        async with self._connection() as connection, connection.transaction():
            return await _drive(connection, start())

    async def _read(self, start: Callable[[], Work[T]]) -> T:
        """One statement sees one moment; a connection that broke meanwhile is replaced once."""
        with self._told(), explained():
            with contextlib.suppress(*LOST):
                return await self._statement(start)
            return await self._statement(start)

    async def _statement(self, start: Callable[[], Work[T]]) -> T:
        async with self._connection() as connection:
            return await _drive(connection, start())

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """A connection of the pool; where it proves broken the others are not trusted either."""
        async with self._pool.acquire() as connection:
            try:
                yield connection
            except LOST:
                with contextlib.suppress(asyncpg.InterfaceError):  # the pool may have let go of it already
                    connection.terminate()
                await self._pool.expire_connections()
                raise

    async def _snapshot(self, queries: Mapping[str, str]) -> AsyncGenerator[tuple[str, Sequence[Row]], None]:
        with explained():
            async with (
                self._connection() as connection,
                connection.transaction(isolation="repeatable_read", readonly=True),
            ):
                for name, sql in queries.items():
                    async for rows in _portions(connection, sql):
                        yield name, rows

    async def close(self) -> None:
        with explained():
            await self._pool.close()


@contextlib.contextmanager
def explained() -> Any:
    """Raise errors of PostgreSQL and of the way to it as StorageError."""
    try:
        yield
    except Violation as error:
        raise StorageError(f"PostgreSQL: {error}") from error
    except FAULTS as error:
        detail = getattr(error, "message", None) or str(error) or type(error).__name__  # its details hold values
        raise StorageError(f"PostgreSQL cannot do it now: {' '.join(detail.split())}") from error


async def _persist(attempt: Callable[[], Awaitable[T]]) -> T:
    """Deadlocks between operations that touch several tables are found by the server; who lost begins again."""
    for _ in range(_ATTEMPTS - 1):
        with contextlib.suppress(*_BUSY):
            return await attempt()
    return await attempt()


async def _leave_as_it_is(_connection: Any) -> None:
    """No operation leaves anything behind in a session, so a pooled connection is not reset: that is a way more."""


def _append(
    table_id: str,
    expected_seq: int,
    bodies: Sequence[bytes],
    at: int,
    summary: bytes | None,
    status: str | None,
    listed: bool | None,
) -> Work[int]:
    sql = f"""
        WITH changed AS ({operations.ADVANCE}), added AS (
            INSERT INTO events (table_id, seq, at, body)
            SELECT $6, $7 + number, $2, body FROM changed, unnest($8::bytea[]) WITH ORDINALITY AS new (body, number)
        ) SELECT seq FROM changed"""
    shown = None if listed is None else int(listed)
    values = (expected_seq + len(bodies), at, summary, status, shown, table_id, expected_seq, list(bodies))
    try:
        if (yield from one(sql, *values)):
            return expected_seq + len(bodies)
    except Violation:
        pass
    raise Conflict(table_id, expected_seq)


def _locked(work: Work[T]) -> Work[T]:
    """Only one process at a time changes the schema."""
    yield Statement("SELECT pg_advisory_xact_lock($1)", (_SCHEMA_LOCK,))
    return (yield from work)


async def _portions(connection: Any, sql: str) -> AsyncIterator[Sequence[Row]]:
    cursor = await connection.cursor(sql)
    while rows := await cursor.fetch(_PORTION):
        yield rows


async def _drive(connection: Any, work: Work[T]) -> T:
    try:
        request = next(work)
        while True:
            try:
                rows = await _execute(connection, request)
            except asyncpg.UniqueViolationError as error:
                request = work.throw(Violation(f"{error.constraint_name} holds it already"))
            else:
                request = work.send(rows)
    except StopIteration as end:
        return cast(T, end.value)


async def _execute(connection: Any, request: Statement | Batch) -> Sequence[Row]:
    if isinstance(request, Batch):
        await connection.executemany(request.sql, request.rows)
        return ()
    rows: Sequence[Row] = await connection.fetch(request.sql, *request.values)
    return rows
