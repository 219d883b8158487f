"""Which process keeps a table: runs its clocks and its bots. One does, or, where it has just died, none.

Keeping is for work not to be done twice. Truth does not hang on it: two that believe themselves keepers append, and the
log takes the one who is first.
"""

from __future__ import annotations

import abc
import contextlib
import hashlib
import time
from collections.abc import Callable, Collection
from typing import Any, Final

from kozyr.server.lines import Line
from kozyr.server.storage import StorageError

Lost = Callable[[frozenset[str]], None]
MISSED_SECONDS: Final = 0.4
"""So long a process must have been missed before it counts as dead: it may just have lost its connection."""


class Keeper(abc.ABC):
    """The leases of one process."""

    @abc.abstractmethod
    async def try_keep(self, table_id: str) -> bool:
        """Keep a table, if nobody else does; true as well where this process keeps it already."""

    @abc.abstractmethod
    async def release(self, table_id: str) -> None:
        """Keep a table no longer."""

    @abc.abstractmethod
    async def check(self) -> None:
        """See whether the leases still hold; call it every few seconds. ``lost`` is told where they do not."""

    @abc.abstractmethod
    async def dead(self, processes: Collection[str]) -> set[str]:
        """Those of some other server processes that run no more. Raises StorageError where that cannot be told."""

    @abc.abstractmethod
    async def close(self) -> None:
        """Keep nothing any longer."""


class LocalKeeper(Keeper):
    """For the only process of a database: it keeps every table."""

    async def try_keep(self, table_id: str) -> bool:  # noqa: ARG002
        return True

    async def release(self, table_id: str) -> None:  # noqa: ARG002
        return

    async def check(self) -> None:
        return

    async def dead(self, processes: Collection[str]) -> set[str]:
        return set(processes)

    async def close(self) -> None:
        return


class PostgresKeeper(Keeper):
    """By advisory locks of one session: the server lets go of them when the connection or the process ends.

    ``lost`` is called in the event loop with the tables kept so far when the connection breaks. ``process`` is the name
    of this process; that it lives, others see by one lock more.
    """

    def __init__(self, url: str, lost: Lost, process: str = "") -> None:
        self._line = Line(url, broke=self._broke)
        self._lost = lost
        self._process = process
        self._kept: set[str] = set()
        self._is_seen = False
        """Whether the lock that shows this process to others is held."""
        self._missed: dict[str, float] = {}
        """Since when others are not to be seen."""

    async def try_keep(self, table_id: str) -> bool:
        """See Keeper; false too where the database cannot be reached."""
        if table_id in self._kept:
            return True

        async def lock(connection: Any) -> None:
            # The session would count a lock that it has already: one for each table is enough.
            if table_id not in self._kept and await connection.fetchval(
                "SELECT pg_try_advisory_lock($1)", _key(table_id)
            ):
                self._kept.add(table_id)

        try:
            await self._line.run(lock)
        except StorageError:
            return False
        return table_id in self._kept

    async def release(self, table_id: str) -> None:
        async def unlock(connection: Any) -> None:
            if table_id in self._kept:
                self._kept.discard(table_id)
                await connection.execute("SELECT pg_advisory_unlock($1)", _key(table_id))

        if self._line.is_open:
            try:
                await self._line.run(unlock)
            except StorageError:
                await self._line.close()  # lets go of all, so nobody holds what he does not know of
                self._broke()

    async def check(self) -> None:
        if self._process or self._line.is_open:
            with contextlib.suppress(StorageError):  # the line has told
                await self._line.run(self._show)

    async def _show(self, connection: Any) -> None:
        """Let others see that this process lives; and see whether the connection does."""
        if self._process and not self._is_seen:
            self._is_seen = await connection.fetchval("SELECT pg_try_advisory_lock($1)", _process_key(self._process))
        else:
            await connection.execute("SELECT 1")

    async def dead(self, processes: Collection[str]) -> set[str]:
        if not processes:
            self._missed.clear()
            return set()
        names = sorted(processes)
        keys = [_process_key(name) for name in names]
        rows = await self._line.run(lambda connection: connection.fetch(_UNSEEN, names, keys))
        now = time.monotonic()
        missed = {row["name"]: self._missed.get(row["name"], now) for row in rows}
        self._missed = {name: since for name, since in self._missed.items() if name not in processes} | missed
        return {name for name, since in missed.items() if now - since >= MISSED_SECONDS}

    async def close(self) -> None:
        self._kept.clear()
        self._is_seen = False
        await self._line.close()

    def _broke(self) -> None:
        self._is_seen = False
        kept, self._kept = frozenset(self._kept), set()
        if kept:
            self._lost(kept)


_UNSEEN: Final = """
    SELECT name FROM unnest($1::text[], $2::bigint[]) AS given (name, key) WHERE NOT EXISTS (
        SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND ((classid::bigint << 32) | objid::bigint) = key)"""


def _process_key(process: str) -> int:
    return _number(b"kozyr process " + process.encode())


def _key(table_id: str) -> int:
    """The number of a table's lock; two tables may share one, and then one process keeps both, or neither."""
    return _number(b"kozyr table " + table_id.encode())


def _number(name: bytes) -> int:
    return int.from_bytes(hashlib.sha256(name).digest()[:8], "big", signed=True)
