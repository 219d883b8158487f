"""A whole server in the test's own event loop, with a clock that the test moves, and people who come by HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection, connect

from kozyr.protocol import PROTOCOL
from kozyr.server.app import Server
from kozyr.server.hall import Hall
from kozyr.server.limits import Limiter
from kozyr.server.serving import config_of
from kozyr.server.settings import settings_of

DAY = 24 * 3600 * 1000


class Served:
    """A running server."""

    def __init__(self, server: Server, port: int) -> None:
        self.server = server
        self.port = port
        self.later = 0
        """By how many milliseconds the server's clock is ahead."""
        real = self.hall.now
        self.hall.now = lambda: real() + self.later

    @property
    def hall(self) -> Hall:
        """Its tables."""
        assert self.server.hall is not None
        return self.server.hall

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def guest(self, **headers: str) -> httpx.AsyncClient:
        """Somebody nobody knows."""
        return httpx.AsyncClient(base_url=self.url, headers=headers, trust_env=False, timeout=30)

    @contextlib.asynccontextmanager
    async def person(self, name: str) -> AsyncIterator[httpx.AsyncClient]:
        """Somebody with a name."""
        async with self.guest() as client:
            (await client.post("/api/me", json={"name": name})).raise_for_status()
            yield client

    def socket(self, person: httpx.AsyncClient, table: str, **headers: str) -> connect:
        """Somebody's way to a table."""
        cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        return websockets.connect(url, additional_headers={"cookie": cookie, **headers}, proxy=None)

    async def metric(self, line: str) -> float:
        """The value of a line of /metrics, 0 where there is none."""
        async with self.guest() as client:
            text = (await client.get("/metrics")).text
        found = [each.rpartition(" ") for each in text.splitlines()]
        return next((float(value) for name, _, value in found if name == line), 0.0)


async def at_table(socket: ClientConnection) -> dict[str, Any]:
    """Say hello; the whole table."""
    await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL}))
    return await heard(socket, "whole")


async def heard(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of one of these types."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] in kinds:
            return message


async def asked(socket: ClientConnection, kind: str, **fields: Any) -> dict[str, Any]:
    """Ask something of the table; what came of it."""
    await socket.send(json.dumps({"type": "ask", "do": {"kind": kind, "id": kind, **fields}}))
    return await heard(socket, "done", "failed")


@contextlib.asynccontextmanager
async def served(folder: Path, **settings: str) -> AsyncIterator[Served]:
    """A server that is stopped in the end."""
    given = {"database": f"sqlite://{(folder / 'kozyr.sqlite').as_posix()}", "data_dir": str(folder), "port": "0"}
    found = settings_of(given | settings, {})
    app = Server(found)
    app.news = Limiter(1000.0, 1000.0)
    app.requests = Limiter(1000.0, 1000.0)
    app.arrivals = Limiter(1000.0, 1000.0)
    server = uvicorn.Server(config_of(app, found))
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    running = asyncio.create_task(server._serve())
    try:
        while not server.started:
            assert not running.done(), "the server did not start"
            await asyncio.sleep(0)
        yield Served(app, server.servers[0].sockets[0].getsockname()[1])
    finally:
        server.should_exit = True
        await running
