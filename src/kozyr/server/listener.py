"""Somebody who listens to a table: who he is, as which seat he hears, and the messages on their way to him."""

from __future__ import annotations

import asyncio
from typing import Final

MOST_WAITING: Final = 256
MOST_BYTES: Final = 1 << 20
"""Messages and bytes on their way to a client; one that takes none so long is disconnected, and may come again."""


class Listener:
    """A connection's end towards the table. ``send`` and ``close`` never wait."""

    def __init__(self, who: str, name: str) -> None:
        self.who = who
        self.name = name
        self.seat: int | None = None
        """As whom he hears: a seat, None for a spectator, or ``table.AT_THE_DOOR``."""
        self._bytes = 0
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.closed_for = ""
        """Why the connection is to end; empty while it goes on."""

    def send(self, message: bytes) -> None:
        """Send a message after those before it."""
        if self.closed_for:
            return
        if self.waiting.qsize() >= MOST_WAITING or self._bytes + len(message) > MOST_BYTES:
            self.close("slow")
            return
        self._bytes += len(message)
        self.waiting.put_nowait(message)

    async def next(self) -> bytes | None:
        """The next message to be sent; None where there is to be no more."""
        message = await self.waiting.get()
        self._bytes -= len(message or b"")
        return message

    def close(self, why: str) -> None:
        """End the connection behind what is on its way; of a slow one, at once."""
        if self.closed_for:
            return
        self.closed_for = why
        if why == "slow":
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self._bytes = 0
        self.waiting.put_nowait(None)
