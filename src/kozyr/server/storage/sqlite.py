"""A storage in one SQLite file: a thread that writes, with group commit, and a thread that reads.

The writing thread takes all operations that wait and commits them together: one sync of the disk serves them all. Where
there are several each stands in a savepoint: one that fails rolls back itself alone. Callers hear of it after
the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from kozyr.server.storage.errors import StorageError, Violation
from kozyr.server.storage.interface import Storage
from kozyr.server.storage.work import Batch, Row, Statement, Work

T = TypeVar("T")
BUSY_SECONDS: Final = 5.0
_MOST_AT_ONCE: Final = 1000
_PORTION: Final = 500
_KEY_IS_THERE: Final = {"SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"}
_REASONS: Final = {
    "SQLITE_FULL": "the disk, or what the database may take of it, is full",
    "SQLITE_BUSY": "another process holds the database",
    "SQLITE_READONLY": "the database may not be written to",
    "SQLITE_CANTOPEN": "the database cannot be opened; the folder must be there and may be written to",
    "SQLITE_NOTADB": "the file is no SQLite database",
    "SQLITE_CORRUPT": "the database is damaged",
    "SQLITE_IOERR": "the disk cannot be read or written",
}


@dataclass(frozen=True)
class SqliteFile:
    """A file, and how it is opened."""

    path: Path
    busy_seconds: float = BUSY_SECONDS
    max_pages: int | None = None
    """How large the file may become."""

    def create(self) -> None:
        """Make an empty file that only its owner may read; one that is there stays. Raises StorageError."""
        with self.explained():
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600))

    def mark(self) -> tuple[int, int]:
        """What tells the file from another of the same name. Raises StorageError where there is none."""
        try:
            status = self.path.stat()
        except OSError as error:
            raise StorageError(f"{self.path}: the database is not there: {error.strerror or error}") from None
        return status.st_dev, status.st_ino

    def connect(self, *, reads_only: bool) -> sqlite3.Connection:
        """A connection for use in one thread at a time. Raises sqlite3.Error."""
        address = f"{self.path.absolute().as_uri()}?mode=rw"  # never make a new one in the place of one that is gone
        connection = sqlite3.connect(
            address, uri=True, timeout=self.busy_seconds, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA journal_mode=WAL").fetchall()
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA secure_delete=ON").fetchall()  # whose data was deleted is not in the file either
            if self.max_pages is not None:
                connection.execute(f"PRAGMA max_page_count={self.max_pages}").fetchall()
            if reads_only:
                connection.execute("PRAGMA query_only=ON")
        except BaseException:
            connection.close()
            raise
        return connection

    def error(self, error: Exception) -> StorageError:
        """What is said of an error of SQLite or of the system."""
        name = str(getattr(error, "sqlite_errorname", None) or "")
        reason = next((text for start, text in _REASONS.items() if name.startswith(start)), None)
        detail = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return StorageError(f"{self.path}: {reason} ({detail})" if reason else f"{self.path}: {detail}")

    @contextlib.contextmanager
    def explained(self) -> Any:
        """Raise errors of SQLite and of the system as StorageError."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise self.error(error) from error


class SqliteStorage(Storage):
    """See the module."""

    bytes_type = "BLOB"
    holds = "instr(body, $1) > 0"

    def __init__(self, file: SqliteFile, *, creates: bool = True) -> None:
        if creates:
            file.create()
        self._file = file
        self._writer = _Worker(file, reads_only=False)
        self._reader = _Worker(file, reads_only=True)

    async def _write(self, start: Callable[[], Work[T]]) -> T:
        with self._told():
            return await self._writer.do(start)

    async def _read(self, start: Callable[[], Work[T]]) -> T:
        with self._told():
            return await self._reader.do(start)

    async def _snapshot(self, queries: Mapping[str, str]) -> AsyncGenerator[tuple[str, Sequence[Row]], None]:
        with self._file.explained():
            connection = await asyncio.to_thread(self._file.connect, reads_only=True)
            try:
                connection.row_factory = sqlite3.Row
                connection.execute("BEGIN")
                for name, sql in queries.items():
                    cursor = await asyncio.to_thread(connection.execute, sql)
                    while rows := await asyncio.to_thread(cursor.fetchmany, _PORTION):
                        yield name, rows
            finally:
                connection.close()

    async def close(self) -> None:
        await self._writer.close()
        await self._reader.close()


@dataclass(frozen=True)
class _Job:
    start: Callable[[], Work[Any]]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


@dataclass(frozen=True)
class _Outcome:
    job: _Job
    value: object = None
    error: BaseException | None = None

    def deliver(self) -> None:
        """Let the caller go on; in his loop. He may have gone away."""
        if self.job.future.done():
            return
        if self.error is None:
            self.job.future.set_result(self.value)
        else:
            self.job.future.set_exception(self.error)


class _Worker:
    """A thread with a connection; what waits is done in one transaction."""

    def __init__(self, file: SqliteFile, *, reads_only: bool) -> None:
        self._file = file
        self._reads_only = reads_only
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._connection: sqlite3.Connection | None = None
        self._mark: tuple[int, int] | None = None
        name = "kozyr-sqlite-reader" if reads_only else "kozyr-sqlite-writer"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def do(self, start: Callable[[], Work[T]]) -> T:
        """Run an operation. Raises what it raises, and StorageError."""
        if self._closed:
            raise StorageError(f"{self._file.path}: the storage is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(start, future, loop))
        return await future

    async def close(self) -> None:
        """Do what waits, then end."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        is_open = True
        while is_open:
            jobs, is_open = self._take()
            try:
                outcomes = self._transaction(jobs) if jobs else []
            except BaseException as error:  # nobody must wait for ever
                self._disconnect()
                outcomes = [_Outcome(job, error=error) for job in jobs]
            _deliver(outcomes)
        self._disconnect()

    def _take(self) -> tuple[list[_Job], bool]:
        """All that waits, at least one job; and whether more may come."""
        jobs: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == _MOST_AT_ONCE:
                break
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
        return jobs, job is not None

    def _transaction(self, jobs: list[_Job]) -> list[_Outcome]:
        try:
            connection = self._connected()
            connection.execute("BEGIN" if self._reads_only else "BEGIN IMMEDIATE")
            if len(jobs) == 1:
                outcomes = [self._alone(connection, jobs[0])]
            else:
                outcomes = [self._attempt(connection, job) for job in jobs]
                connection.execute("COMMIT")
            if self._file.mark() != self._mark:
                raise StorageError(f"{self._file.path}: the database was replaced by another")
        except (sqlite3.Error, StorageError) as error:
            self._disconnect()  # rolls back
            told = error if isinstance(error, StorageError) else self._file.error(error)
            return [_Outcome(job, error=StorageError(*told.args)) for job in jobs]
        return outcomes

    def _connected(self) -> sqlite3.Connection:
        mark = self._file.mark()
        if self._connection is None or mark != self._mark:
            self._disconnect()
            self._connection, self._mark = self._file.connect(reads_only=self._reads_only), mark
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def _alone(self, connection: sqlite3.Connection, job: _Job) -> _Outcome:
        """Run the only operation of a transaction, which is its savepoint: two waits for the interpreter less.

        It is committed or rolled back. Raises sqlite3.Error where neither can be.
        """
        try:
            value = _drive(connection, job.start())
        except (sqlite3.OperationalError, sqlite3.InternalError):
            raise
        except Exception as error:
            connection.execute("ROLLBACK")
            return _Outcome(job, error=self._told(error))
        connection.execute("COMMIT")
        return _Outcome(job, value=value)

    def _attempt(self, connection: sqlite3.Connection, job: _Job) -> _Outcome:
        """Run one operation in a savepoint. Raises sqlite3.Error where the whole transaction is lost."""
        connection.execute("SAVEPOINT job")
        try:
            outcome = _Outcome(job, value=_drive(connection, job.start()))
        except (sqlite3.OperationalError, sqlite3.InternalError):
            raise
        except Exception as error:
            connection.execute("ROLLBACK TO job")
            outcome = _Outcome(job, error=self._told(error))
        connection.execute("RELEASE job")
        return outcome

    def _told(self, error: Exception) -> Exception:
        if isinstance(error, sqlite3.Error | OSError):
            return self._file.error(error)
        return StorageError(f"{self._file.path}: {error}") if isinstance(error, Violation) else error


def _deliver(outcomes: Sequence[_Outcome]) -> None:
    """One call for each loop, not for each caller."""
    for loop in {outcome.job.loop for outcome in outcomes}:
        mine = [outcome for outcome in outcomes if outcome.job.loop is loop]
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(_deliver_here, mine)


def _deliver_here(outcomes: Sequence[_Outcome]) -> None:
    for outcome in outcomes:
        outcome.deliver()


def _drive(connection: sqlite3.Connection, work: Work[Any]) -> object:
    try:
        request = next(work)
        while True:
            try:
                rows = _execute(connection, request)
            except sqlite3.IntegrityError as error:
                if error.sqlite_errorname not in _KEY_IS_THERE:
                    raise
                request = work.throw(Violation(str(error)))
            else:
                request = work.send(rows)
    except StopIteration as end:
        return end.value


def _execute(connection: sqlite3.Connection, request: Statement | Batch) -> Sequence[Row]:
    if isinstance(request, Batch):
        connection.executemany(request.sql, [_named(row) for row in request.rows])
        return ()
    return connection.execute(request.sql, _named(request.values)).fetchall()


def _named(values: Sequence[Any]) -> dict[str, Any]:
    """The place $1 is a name to SQLite, not a number."""
    return {str(number): value for number, value in enumerate(values, 1)}
