"""Who a request comes from is believed of trusted proxies and of nobody else, over HTTP as over WebSocket."""

from pathlib import Path
from typing import Any, cast

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kozyr.server import asking
from kozyr.server.app import Server
from kozyr.server.limits import address_key
from kozyr.server.serving import config_of
from kozyr.server.settings import settings_of
from tests.server.serving import Served, at_table, served

VISITOR = "203.0.113.7"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that the server has taken connections for."""
    addresses: list[str] = []

    def noted(address: str) -> str:
        addresses.append(address)
        return address_key(address)

    monkeypatch.setattr(asking, "address_key", noted)
    return addresses


async def addresses_of(server: Served, seen: list[str], forwarded: str) -> tuple[str, str]:
    """Whom a request and a socket seem to come from that say so of themselves."""
    async with server.person("Ann") as ann:
        table = (await ann.post("/api/tables", json={"game": "thirty_one"})).json()["id"]
        seen.clear()
        await ann.get("/api/me", headers={"X-Forwarded-For": forwarded})
        async with server.socket(ann, table, **{"X-Forwarded-For": forwarded}) as socket:
            await at_table(socket)
    http, websocket = seen
    return http, websocket


@pytest.mark.parametrize(
    ("trusted", "forwarded", "is_from"),
    [
        ("", VISITOR, "127.0.0.1"),
        ("10.0.0.0/8", VISITOR, "127.0.0.1"),
        ("127.0.0.1", VISITOR, VISITOR),
        ("127.0.0.0/8", VISITOR, VISITOR),
        ("127.0.0.0/8,10.0.0.0/8", f"{VISITOR}, 10.1.2.3", VISITOR),
        ("127.0.0.1", f"192.0.2.66, {VISITOR}", VISITOR),
        ("127.0.0.1", "2001:db8::1", "2001:db8::1"),
    ],
    ids=["nobody is trusted", "another is", "it is", "its network is", "two in a row", "a lie before it", "IPv6"],
)
async def test_the_address_of_who_is_forwarded(
    tmp_path: Path, seen: list[str], trusted: str, forwarded: str, is_from: str
) -> None:
    async with served(tmp_path, trusted_proxies=trusted) as server:
        assert await addresses_of(server, seen, forwarded) == (is_from, is_from)


async def test_an_address_cannot_be_hidden_by_a_header(tmp_path: Path) -> None:
    """Somebody who is no proxy gets no more connections by inventing addresses."""
    async with served(tmp_path, most_connections_an_address="1") as server, server.person("Ann") as ann:
        table = (await ann.post("/api/tables", json={"game": "thirty_one"})).json()["id"]
        async with server.socket(ann, table, **{"X-Forwarded-For": "192.0.2.1"}) as first:
            await at_table(first)
            async with server.socket(ann, table, **{"X-Forwarded-For": "192.0.2.2"}) as second:
                assert "too_often" in str(await second.recv())


@pytest.mark.parametrize(
    ("peer", "is_from"),
    [
        ("10.1.2.3", VISITOR),
        ("::ffff:10.1.2.3", VISITOR),
        ("::1", VISITOR),
        ("::ffff:11.0.0.1", "::ffff:11.0.0.1"),
        ("11.0.0.1", "11.0.0.1"),
    ],
)
async def test_a_proxy_is_trusted_at_a_socket_of_both_kinds_too(tmp_path: Path, peer: str, is_from: str) -> None:
    """There an IPv4 address comes as an IPv6 one that holds it."""
    seen: list[str] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append(scope["client"][0])

    settings = settings_of({"data_dir": str(tmp_path), "trusted_proxies": "10.0.0.0/8,::1"}, {})
    trusted = config_of(Server(settings), settings).forwarded_allow_ips
    assert trusted is not None
    headers = [(b"x-forwarded-for", VISITOR.encode())]
    scope: Any = {"type": "http", "client": (peer, 5), "headers": headers, "scheme": "http"}
    await ProxyHeadersMiddleware(cast(Any, app), trusted)(scope, cast(Any, None), cast(Any, None))
    assert seen == [is_from]
