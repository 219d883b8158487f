"""What a client and a server say to one another, noted on the way: what was asked, what was acknowledged."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec
from websockets.asyncio.client import ClientConnection

from kozyr.client.table_connection import open_socket
from kozyr.protocol.messages import Done, Pulling, read_from_server

LASTING = frozenset({"move", "contribute", "reveal", "propose", "say", "phrase", "sit"})
"""Commands that are in the log when they were done; others may be done by there being nothing to do."""


@dataclass
class Notes:
    """What all clients of a run have asked, by (identity, name), and what the server has said to be stored."""

    asked: dict[tuple[str, str], str] = field(default_factory=dict)
    done: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)
    """The table and the seq."""
    resent: int = 0
    faults: list[str] = field(default_factory=list)
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever a move goes out."""
    frames: int = 0
    """Poses of bodies that came."""
    pulling: int = 0

    def ask(self, who: str, text: str) -> None:
        """Something goes out."""
        message = msgspec.json.decode(text)
        command = message.get("do")
        if command is None:
            return
        key = who, command["id"]
        self.resent += key in self.asked
        self.asked[key] = command["kind"]
        if command["kind"] == "move":
            self.moved.set()

    def hear(self, who: str, table: str, data: str | bytes) -> None:
        """Something comes in."""
        if isinstance(data, bytes):
            self.frames += 1
            return
        if '"done"' not in data and '"pulling"' not in data:
            return
        message = read_from_server(data)
        self.pulling += isinstance(message, Pulling)
        if isinstance(message, Done) and message.id:
            earlier = self.done.setdefault((who, message.id), (table, message.seq))
            if self.asked.get((who, message.id)) in LASTING and earlier != (table, message.seq):
                self.faults.append(f"{who} was told of {message.id}: {earlier}, then {table}, {message.seq}")


class NotedSocket:
    """A socket that notes what goes through it."""

    def __init__(self, socket: ClientConnection, who: str, table: str, notes: Notes) -> None:
        self._socket, self._who, self._table, self._notes = socket, who, table, notes

    async def send(self, data: str | bytes, text: bool | None = None) -> None:
        """As a ClientConnection."""
        if text:
            self._notes.ask(self._who, data.decode() if isinstance(data, bytes) else data)
        await self._socket.send(data, text=text)

    async def __aiter__(self) -> AsyncIterator[str | bytes]:
        async for data in self._socket:
            self._notes.hear(self._who, self._table, data)
            yield data

    async def close(self) -> None:
        """As a ClientConnection."""
        await self._socket.close()

    def cut(self) -> None:
        """Break it, as a network does."""
        self._socket.transport.abort()


class Opening:
    """Opens the sockets of one person at one table; ``socket`` is the last."""

    def __init__(self, who: str, table: str, notes: Notes) -> None:
        self._about: tuple[str, str, Notes] = who, table, notes
        self.socket: NotedSocket | None = None
        self._servers: list[str] = []
        self._attempts = 0
        self.at = ""
        """The server that was tried last."""

    def go(self, servers: list[str]) -> None:
        """Use these servers from now on: the first, and where it does not answer the next, and so on round."""
        self._servers, self._attempts = servers, 0
        if self.socket is not None:
            self.socket.cut()

    @property
    def is_where_it_should_be(self) -> bool:
        """Whether the last socket is one to the first server."""
        return bool(self._servers) and self.at == self._servers[0]

    async def __call__(self, url: str, cookie: str) -> ClientConnection:
        if self._servers:
            self.at = self._servers[self._attempts % len(self._servers)]
            self._attempts += 1
            url = self.at.replace("http", "ws", 1) + "/" + url.split("/", 3)[3]
        self.socket = NotedSocket(await open_socket(url, cookie), *self._about)
        return cast(ClientConnection, cast(Any, self.socket))
