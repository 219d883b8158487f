"""A connection to PostgreSQL that is kept for one purpose and made anew when it breaks."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Final

import asyncpg

from kozyr.server.storage.postgres import FAULTS, explained

SECONDS: Final = 5.0
_LIVENESS: Final = {
    "application_name": "kozyr",
    "tcp_keepalives_idle": "10",  # the server notices within half a minute that this process or its machine is gone
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
Query = Callable[[Any], Awaitable[Any]]


class Line:
    """One connection, used by one call at a time.

    ``opened`` is run on each new connection before anybody uses it; ``broke`` is called, in the loop, whenever one that
    had been open ends.
    """

    def __init__(self, url: str, *, opened: Query | None = None, broke: Callable[[], None] | None = None) -> None:
        self._url = url
        self._opened = opened
        self._broke = broke
        self._answer_seconds = SECONDS
        self._lock = asyncio.Lock()
        self._connection: Any = None

    @property
    def is_open(self) -> bool:
        """Whether there is a connection, as far as is known here."""
        return self._connection is not None

    async def run(self, query: Query) -> Any:
        """Run something on the connection, making one where there is none. Raises StorageError.

        It goes on where its caller is cancelled: what was said to the server must not be half known here.
        """
        task = asyncio.ensure_future(self._run(query))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be left to ask for it
        return await asyncio.shield(task)

    async def _run(self, query: Query) -> Any:
        async with self._lock:
            with explained():
                connection = await self._connected()
                try:
                    return await asyncio.wait_for(query(connection), self._answer_seconds)
                except FAULTS as error:
                    if not isinstance(error, asyncpg.PostgresError) or connection.is_closed():
                        self._lose(connection)
                    raise

    async def close(self) -> None:
        """End the connection; ``broke`` is not called."""
        async with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                with contextlib.suppress(*FAULTS):
                    await connection.close(timeout=SECONDS)

    async def _connected(self) -> Any:
        if self._connection is None:
            connection = await asyncpg.connect(
                self._url, timeout=SECONDS, command_timeout=SECONDS, server_settings=_LIVENESS
            )
            try:
                if self._opened is not None:
                    await self._opened(connection)
            except BaseException:
                connection.terminate()
                raise
            self._connection = connection
            connection.add_termination_listener(self._lose)
        return self._connection

    def _lose(self, connection: Any) -> None:
        if connection is not self._connection:
            return
        self._connection = None
        connection.terminate()
        if self._broke is not None:
            self._broke()
