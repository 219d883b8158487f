"""Which process keeps a table: runs its clocks and its bots. One does, or, where it has just died, none.

Keeping is for work not to be done twice. Truth does not hang on it: two that believe themselves keepers append, and the
log takes the one who is first.
"""

from __future__ import annotations

import abc
import hashlib
from collections.abc import Callable
from typing import Any

from kozyr.server.lines import Line
from kozyr.server.storage import StorageError

Lost = Callable[[frozenset[str]], None]


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

    async def close(self) -> None:
        return


class PostgresKeeper(Keeper):
    """By advisory locks of one session: the server lets go of them when the connection or the process ends.

    ``lost`` is called in the event loop with the tables kept so far when the connection breaks.
    """

    def __init__(self, url: str, lost: Lost) -> None:
        self._line = Line(url, broke=self._broke)
        self._lost = lost
        self._kept: set[str] = set()

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
        async def ping(connection: Any) -> None:
            await connection.execute("SELECT 1")

        if self._line.is_open:
            try:
                await self._line.run(ping)
            except StorageError:
                return  # and the line has told

    async def close(self) -> None:
        self._kept.clear()
        await self._line.close()

    def _broke(self) -> None:
        kept, self._kept = frozenset(self._kept), set()
        if kept:
            self._lost(kept)


def _key(table_id: str) -> int:
    """The number of a table's lock; two tables may share one, and then one process keeps both, or neither."""
    return int.from_bytes(hashlib.sha256(b"kozyr table " + table_id.encode()).digest()[:8], "big", signed=True)
