"""What is asked of a server beside a table's socket: who one is, which games and tables there are, records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final, Self, TypeAlias, TypeVar

import httpx
import msgspec

from kozyr.client.address import Address, parse_server
from kozyr.client.failure import AskFailed, Unreachable
from kozyr.client.table_connection import TableConnection
from kozyr.client.tokens import MemoryTokens, Tokens
from kozyr.protocol.messages import Failed, MessageError, read_from_server
from kozyr.table import Settings

COOKIES: Final = ("kozyr", "__Host-kozyr")
_SECONDS: Final = 20.0
Json: TypeAlias = Any
"""Decoded JSON; what stands in it, the protocol's page tells."""
_T = TypeVar("_T")


class Me(msgspec.Struct, frozen=True):
    """Who one is on a server."""

    id: str
    name: str
    settings: dict[str, Any] = {}


class MoveLink(msgspec.Struct, frozen=True):
    """A token that makes another device the same person, once, until a time."""

    token: str
    expires_at: int
    """In ms."""
    url: str
    """The page that does it in a browser."""


class Offer(msgspec.Struct, frozen=True):
    """A game that a server has: for how many players, its options, its bots."""

    id: str
    players: tuple[int, ...]
    options: list[dict[str, Any]]
    bots: tuple[str, ...]


class _Made(msgspec.Struct, frozen=True):
    id: str
    url: str = ""


class KozyrClient:
    """A server as one person uses it; an asynchronous context.

    Everything raises AskFailed where the server refuses and Unreachable where there is none. ``tokens`` keeps who one
    is; without it one is a new person every time.
    """

    def __init__(
        self, server: str, tokens: Tokens | None = None, *, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self.server = parse_server(server)
        self._tokens: Tokens = MemoryTokens() if tokens is None else tokens
        self._http = httpx.AsyncClient(transport=transport, timeout=_SECONDS, trust_env=transport is None)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of the connections to the server."""
        await self._http.aclose()

    # Who one is

    async def me(self) -> Me | None:
        """Who one is; None where the server does not know one."""
        try:
            return await self._get("/api/me", Me)
        except AskFailed as error:
            if error.values.get("status") in (401, 404):
                return None
            raise

    async def call_me(self, name: str) -> Me:
        """Become known under a name, or change it."""
        return await self._send("POST", "/api/me", Me, {"name": name})

    async def link(self) -> MoveLink:
        """A one-time token for another device."""
        return await self._send("POST", "/api/me/link", MoveLink, {})

    async def claim(self, token: str) -> Me:
        """Be the person whose token it is."""
        return await self._send("POST", "/api/me/claim", Me, {"token": token})

    async def forget_me(self) -> None:
        """Be nobody any more."""
        await self._send("DELETE", "/api/me", object)
        self._tokens.forget(self.server)

    # Games and tables

    async def games(self) -> tuple[Offer, ...]:
        """The games of the server."""
        return await self._get("/api/games", tuple[Offer, ...])

    async def new_table(
        self,
        game: str,
        players: int,
        *,
        options: Mapping[str, Any] | None = None,
        settings: Settings | None = None,
        seats: Sequence[str] = ("me",),
        listed: bool = False,
        ready: bool = False,
        record: str | None = None,
    ) -> Address:
        """Make a table; ``seats`` are ``me``, ``open`` or the name of a bot, and open where nothing is said.

        ``ready``: begin as soon as it can be. ``record`` is the id of a record whose deals are dealt again.
        """
        body: dict[str, Any] = {
            "game": game,
            "players": players,
            "options": dict(options or {}),
            "settings": msgspec.to_builtins(settings or Settings()),
            "listed": listed,
            "ready": ready,
            "seats": [*seats, *["open"] * (players - len(seats))],
        }
        if record is not None:
            body["record"] = record
        made = await self._send("POST", "/api/tables", _Made, body)
        return Address(self.server, made.id)

    async def tables(self) -> Json:
        """The tables that are listed for everybody."""
        return await self._get("/api/tables", object)

    async def my_tables(self) -> Json:
        """The tables one has a seat at."""
        return await self._get("/api/tables/mine", object)

    async def table(self, table: str) -> Json:
        """A table, in short."""
        return await self._get(f"/api/tables/{table}", object)

    def connect(self, table: str, **settings: Any) -> TableConnection:
        """A connection to a table as the person one is; ``settings`` as those of TableConnection."""
        return TableConnection(Address(self.server, table), self._tokens.get(self.server) or "", **settings)

    # Records

    async def records(self) -> Json:
        """The records of one's own matches, in short."""
        return await self._get("/api/records", object)

    async def record(self, record: str) -> Json:
        """A record."""
        return await self._get(f"/api/records/{record}", object)

    async def share(self, record: str) -> Json:
        """Let everybody read a record who has its link."""
        return await self._send("POST", f"/api/records/{record}/share", object, {})

    async def unshare(self, record: str) -> None:
        """Let nobody read it by a link any more."""
        await self._send("DELETE", f"/api/records/{record}/share", object)

    async def shared(self, token: str) -> Json:
        """A record that somebody shares."""
        return await self._get(f"/api/shared/{token}", object)

    # How it is asked

    async def _get(self, path: str, kind: type[_T]) -> _T:
        return await self._send("GET", path, kind)

    async def _send(self, method: str, path: str, kind: type[_T], body: Mapping[str, Any] | None = None) -> _T:
        cookie = self._tokens.get(self.server)
        headers = {"Cookie": cookie} if cookie else {}
        content = None if body is None else msgspec.json.encode(body)
        if content is not None:
            headers["Content-Type"] = "application/json"
        try:
            response = await self._http.request(method, self.server + path, content=content, headers=headers)
        except httpx.HTTPError as error:
            raise Unreachable(f"{self.server} cannot be reached: {str(error) or type(error).__name__}") from None
        finally:
            self._http.cookies.clear()  # the tokens keep them
        if not response.is_success:
            raise _refusal(self.server, response)
        self._keep_cookie(response)
        try:
            return msgspec.json.decode(response.content or b"null", type=kind)
        except msgspec.MsgspecError as error:
            raise Unreachable(f"what answers at {self.server} is no server of Kozyr: {error}") from None

    def _keep_cookie(self, response: httpx.Response) -> None:
        for header in response.headers.get_list("set-cookie"):
            try:
                cookies = SimpleCookie(header)
            except CookieError:
                continue
            for name in COOKIES:
                if name in cookies and cookies[name].value:
                    self._tokens.put(self.server, f"{name}={cookies[name].coded_value}")


def _refusal(server: str, response: httpx.Response) -> AskFailed | Unreachable:
    try:
        message = read_from_server(response.content)
    except MessageError:
        message = None
    if not isinstance(message, Failed):
        return Unreachable(f"{server} answers {response.status_code}; is it a server of Kozyr?")
    return AskFailed(message.code, message.texts, {**message.values, "status": response.status_code})
