"""Servers as processes: they end when told to, in order and soon, and what they leave goes on at the next start."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bench.durable.served import descendants, gone
from bench.durable.wire import NotedSocket, Notes
from kozyr.client import Player
from kozyr.client.table_connection import open_socket
from kozyr.protocol.messages import Bye, read_from_server
from kozyr.table import commands as cmd
from tests.server.served import a_server, at_table, log_of, until

SOON = 5.0


class Ear:
    """Opens sockets and keeps the goodbyes that they hear."""

    def __init__(self) -> None:
        self.byes: list[str] = []

    async def __call__(self, url: str, cookie: str) -> Any:
        return _Heard(await open_socket(url, cookie), self)


class _Heard(NotedSocket):
    def __init__(self, socket: Any, ear: Ear) -> None:
        super().__init__(socket, "", "", Notes())
        self.ear = ear

    async def __aiter__(self) -> AsyncIterator[str | bytes]:
        async for data in super().__aiter__():
            if isinstance(data, str) and isinstance(message := read_from_server(data), Bye):
                self.ear.byes.append(message.code)
            yield data


async def test_told_to_end_it_says_goodbye_ends_soon_and_the_next_start_goes_on(
    sqlite_url: str, tmp_path: Path
) -> None:
    ear = Ear()
    async with (
        a_server(tmp_path, sqlite_url) as served,
        at_table(served.url, "thirty_one", 3, open_=ear) as (ann, address),
    ):
        playing = asyncio.create_task(Player(ann, "stop").play())
        await until(lambda: ann.state.table.turn > 3)
        assert served.process is not None
        workers = descendants(served.process.pid)
        assert workers
        code, seconds = await served.stop()
        assert code == 0
        assert seconds < SOON
        await gone(workers)
        await until(lambda: bool(ear.byes))
        assert ear.byes == ["restart"]
        served.start()
        await served.ready()
        await playing
        assert ann.losses >= 1
        log = await log_of(sqlite_url, address.table)
        assert "ProcessLost" not in {type(event).__name__ for event in log}  # everybody had left in order


async def test_a_client_that_does_not_answer_delays_the_end_little(sqlite_url: str, tmp_path: Path) -> None:
    async with a_server(tmp_path, sqlite_url) as served, at_table(served.url, "thirty_one", 3) as (ann, _):
        rest = served.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(rest[0], int(rest[1]))
        path = f"/api/tables/{ann.address.table}/socket"
        lines = [f"GET {path} HTTP/1.1", f"Host: {rest[0]}", "Connection: Upgrade", "Upgrade: websocket"]
        lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", f"Cookie: {ann._cookie}"]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        assert b"101" in await reader.readline()
        code, seconds = await served.stop()
        assert code == 0
        assert seconds < SOON
        writer.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_several_processes_share_tables_and_end_with_the_one_that_started_them(
    postgres_url: str, tmp_path: Path, number: signal.Signals
) -> None:
    async with (
        a_server(tmp_path, postgres_url, processes=2) as served,
        at_table(served.url, "thirty_one", 3, options={"deals": 1}) as (ann, _),
    ):
        await Player(ann, "several").play()
        await ann.ask(cmd.Phrase(phrase="hello"))
        assert served.process is not None
        children = descendants(served.process.pid)
        assert len(children) >= 2 + 4  # servers and their workers
        if number == signal.SIGTERM:
            code, seconds = await served.stop()
            assert code == 0
            assert seconds < SOON + 1.0  # its supervisor looks twice a second
        else:
            served.kill()
        await gone(children)
