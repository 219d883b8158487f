"""Connections before anything is asked on them, and the address that a server listens at."""

import asyncio
import socket
from pathlib import Path

import pytest

from kozyr.cli.program import run
from kozyr.server import patience, serving
from kozyr.server.listening import ListenError, check_address
from tests.server.serving import at_table, served


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "REQUEST_SECONDS", 0.2)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("sent", [b"", b"GET /health HT", b"GET /health HTTP/1.1\r\nHost: x\r\nA: "])
async def test_a_connection_on_which_nothing_is_asked_is_cut(tmp_path: Path, sent: bytes) -> None:
    async with served(tmp_path) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(sent)
        assert await ended(reader) == b""
        writer.close()


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("next_one", [b"", b"GE"])
async def test_a_connection_on_which_nothing_more_is_asked_is_cut(tmp_path: Path, next_one: bytes) -> None:
    async with served(tmp_path) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" + next_one)
        assert (await ended(reader)).startswith(b"HTTP/1.1 200")
        writer.close()


@pytest.mark.usefixtures("impatient")
async def test_a_socket_at_a_table_and_a_slow_body_are_no_such_connections(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.person("Ann") as ann:
        table = (await ann.post("/api/tables", json={"game": "thirty_one"})).json()["id"]
        async with server.socket(ann, table) as place:
            await at_table(place)
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 14\r\n\r\n")
            other, idle = await asyncio.open_connection("127.0.0.1", server.port)
            assert await ended(other) == b""  # so long have both been silent too
            writer.write(b'{"name":"Bob"}')
            assert await reader.readline() == b"HTTP/1.1 201 Created\r\n"
            await (await place.ping())
            idle.close()
            writer.close()


async def ended(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the other end closes."""
    heard = b""
    while True:
        try:
            data = await reader.read(1000)
        except ConnectionResetError:
            return heard
        if not data:
            return heard
        heard += data


def test_where_another_listens_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "configure_logs", lambda: None)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert run(["serve", "--port", port, "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"kozyr: cannot listen at 127.0.0.1:{port}: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_free_address_is_no_fault(host: str) -> None:
    check_address(host, 0)


def test_an_address_that_is_not_ours_is_a_fault() -> None:
    with pytest.raises(ListenError, match=r"cannot listen at 192\.0\.2\.1:8765: .*--host"):
        check_address("192.0.2.1", 8765)


@pytest.mark.parametrize("host", ["a..b", "x" * 70, "no-such-host.invalid"])
def test_what_is_no_address_is_a_fault(host: str) -> None:
    with pytest.raises(ListenError, match=rf"cannot listen at {host}:8765: .*--host"):
        check_address(host, 8765)
