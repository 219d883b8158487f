"""A real server on the loopback, and a network in front of it that fails when it is told to."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import uvicorn

from kozyr.server.app import Server
from kozyr.server.limits import Limiter
from kozyr.server.serving import config_of
from kozyr.server.settings import settings_of


class RunningServer:
    """A server in a thread of this process, which may be stopped and started again at the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        arguments = {
            "database": f"sqlite:///{self.folder / 'kozyr.sqlite'}",
            "data_dir": str(self.folder),
            "port": str(self.port),
            "messages_a_second": "1000",
            "most_connections_an_address": "1000",
        }
        settings = settings_of(arguments, {})
        app = Server(settings)
        app.news = Limiter(1000.0, 1000.0)
        app.requests = Limiter(1000.0, 1000.0)
        self._server = server = uvicorn.Server(config_of(app, settings))
        self._thread = threading.Thread(target=server.run, daemon=True)
        self._thread.start()
        while not server.started:
            assert self._thread.is_alive(), "the server did not start"
            self._thread.join(0.02)

    def stop(self) -> None:
        """Stop it as an operator does."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join()
            self._server = self._thread = None


@contextlib.contextmanager
def running_server(folder: Path) -> Iterator[RunningServer]:
    """A server that is stopped in the end; its bots do not compile, which would take longer than they play."""
    server = RunningServer(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KOZYR_COMPILED_WORKERS", "0")
        patch.setenv("KOZYR_BOT_WORLDS", "1")
        server.start()
        try:
            yield server
        finally:
            server.stop()


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Network:
    """What lies between a client and a server: it can be cut, and can swallow all that comes."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.swallows_answers = False
        """Whether what the server says is lost."""
        self._writers: set[asyncio.StreamWriter] = set()
        self._pumps: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """Where clients find the server through it."""
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break every connection."""
        for writer in list(self._writers):
            writer.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        try:
            there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, there[1]}
        self._writers |= ends
        pumps = [
            asyncio.create_task(self._pump(reader, there[1], answers=False)),
            asyncio.create_task(self._pump(there[0], writer, answers=True)),
        ]
        self._pumps |= set(pumps)
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.transport.abort()
        await asyncio.wait(pumps)
        self._pumps -= set(pumps)
        self._writers -= ends

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if not (answers and self.swallows_answers):
                    writer.write(data)
                    await writer.drain()


@contextlib.asynccontextmanager
async def network(target: int) -> AsyncIterator[Network]:
    """A network before the server at a port."""
    net = Network(target)
    listening = await asyncio.start_server(net.carry, "127.0.0.1", 0)
    net.port = listening.sockets[0].getsockname()[1]
    try:
        yield net
    finally:
        listening.close()
        net.cut()
        while net._pumps:
            await asyncio.wait(net._pumps)
