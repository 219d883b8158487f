"""The whole server as one ASGI application: routes, the socket, what guards them, what starts and ends with them."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gzip
import logging
import math
import os
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, TypeAlias

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as HttpRoute
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from kozyr.protocol import messages
from kozyr.protocol.messages import Failed
from kozyr.server import faults
from kozyr.server.asking import Answer, address_of
from kozyr.server.bus import Bus, LocalBus, PostgresBus
from kozyr.server.connections import Connections
from kozyr.server.farewell import follow_supervisor, heard_first
from kozyr.server.faults import Fault
from kozyr.server.hall import Hall, wall_clock
from kozyr.server.identity import Cookie, Tokens
from kozyr.server.keepers import Keeper, LocalKeeper, PostgresKeeper
from kozyr.server.keys import load_keys
from kozyr.server.lateness import watch_lateness
from kozyr.server.limits import Limiter
from kozyr.server.listener import Listener
from kozyr.server.live import LiveTable
from kozyr.server.metrics import CONTENT_TYPE, Metrics
from kozyr.server.pages import ADDRESSES, Pages, Served, takes
from kozyr.server.people import People
from kozyr.server.routes import ROUTES, Api, Route
from kozyr.server.settings import Settings
from kozyr.server.socket import POLICY, TableSocket
from kozyr.server.storage import Identity, StorageError, open_storage
from kozyr.server.storage.opening import is_sqlite
from kozyr.server.upkeep import Upkeep
from kozyr.server.workers.huts import HutPool, HutSettings
from kozyr.server.workers.pool import PoolSettings, WorkerPool
from kozyr.table import Refused

SECURITY: Final = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; worker-src 'self'; manifest-src 'self'; style-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 10.0, 40.0
NEW_A_SECOND, NEW_AT_ONCE = 0.2, 20.0
"""Of one address, what makes something new, and what costs the server much."""
RERUNS_A_SECOND, RERUNS_AT_ONCE = 2.0, 40.0
"""Of one address, what a record is replayed for."""
ARRIVALS_A_SECOND, ARRIVALS_AT_ONCE = 0.2, 30.0
"""Connections of one person to tables: each makes a log grow by two events."""
COMPILED_WORKERS: Final = "KOZYR_COMPILED_WORKERS"
"""The variable that is KOZYR_COMPILED of the bots' workers, which compile where they can unless it says otherwise.

This process itself plays single moves, which need no compiling."""
WORKERS_SECONDS: Final = 0.5
"""How long workers may take to end with the server."""
_SOCKET_HEADERS: Final = [(name.encode(), value.encode()) for name, value in SECURITY.items()]
_KEPT_A_WHILE: Final = "public, max-age=300"
_COSTLY: Final = frozenset(
    {
        ("POST", "/api/tables"),
        ("POST", "/api/me"),
        ("DELETE", "/api/me"),
        ("POST", "/api/me/link"),
        ("POST", "/api/me/claim"),
        ("POST", "/api/check"),
    }
)
_RERUNS: Final = frozenset(
    path.format(what, id="{id}", token="{token}")
    for path in ("/api/records/{id}/{}", "/api/shared/{token}/{}", "/api/{}")
    for what in ("steps", "analysis")
)
_PATHS: Final = tuple(dict.fromkeys(path for _, path, _ in ROUTES))
_FORWARDED: Final = frozenset({"forwarded", "x-forwarded-for", "x-real-ip"})
_SAFE: Final = {"GET", "HEAD", "OPTIONS"}
_log: Final = logging.getLogger(__name__)
Crew: TypeAlias = tuple[WorkerPool, HutPool]


def crew_of(settings: Settings) -> Crew:
    """The workers of a server process: for bots, and for huts of cards."""
    mode = os.environ.get(COMPILED_WORKERS, "")
    bots = WorkerPool(settings.workers, PoolSettings(mode=mode, grace=WORKERS_SECONDS))
    return bots, HutPool(settings.workers, HutSettings(grace=WORKERS_SECONDS))


class Server:
    """The parts of a running server process and the application that joins them."""

    def __init__(
        self, settings: Settings, *, now: Callable[[], int] = wall_clock, crew: Callable[[Settings], Crew] = crew_of
    ) -> None:
        self.settings = settings
        self.now = now
        self.crew = crew
        self.metrics = Metrics(secrets.token_hex(8))
        self.requests = Limiter(REQUESTS_A_SECOND, REQUESTS_AT_ONCE)
        self.news = Limiter(NEW_A_SECOND, NEW_AT_ONCE)
        self.reruns = Limiter(RERUNS_A_SECOND, RERUNS_AT_ONCE)
        self.arrivals = Limiter(ARRIVALS_A_SECOND, ARRIVALS_AT_ONCE)
        self.messages = Limiter(settings.messages_a_second, 3 * settings.messages_a_second)
        self.connections = Connections(settings.most_connections, settings.most_connections_an_address)
        self.pages = Pages()
        self.hall: Hall | None = None
        self.api: Api | None = None
        self.app = Starlette(
            routes=[
                *(HttpRoute(path, self._answers(path), methods=_methods(path)) for path in _PATHS),
                HttpRoute("/metrics", self._metrics),
                *(HttpRoute(path, self._page, methods=["GET"]) for path, _ in ADDRESSES),
                *(HttpRoute(path, self._file, methods=["GET"]) for path in self.pages.paths),
                WebSocketRoute("/api/tables/{id}/socket", self._socket),
            ],
            exception_handlers={HTTPException: self._no_route, Exception: self._broken},
            lifespan=self._lifespan,
        )
        self.app.router.redirect_slashes = False

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        settings = self.settings
        keys = load_keys(settings.secret_file)
        async with contextlib.AsyncExitStack() as stack:
            storage = await open_storage(settings.database, settings.data_dir)
            stack.push_async_callback(storage.close)
            storage.on_error = self.metrics.storage_errors.inc
            bus, keeper = await self._links()
            stack.push_async_callback(bus.close)
            stack.push_async_callback(keeper.close)
            pool, huts = self.crew(settings)
            await stack.enter_async_context(pool)
            await stack.enter_async_context(huts)
            self.hall = hall = Hall(storage, pool, huts, bus, keeper, now=self.now, metrics=self.metrics)
            people = People(storage, Tokens(keys), Cookie(settings.is_secure))
            self.api = Api(hall, people, settings)
            stack.callback(self.api.analyst.close)
            await hall.open()
            stack.push_async_callback(hall.close)
            hall.start(Upkeep(hall, settings).run())
            for work in (watch_lateness(self.metrics.loop_lag_seconds.observe), follow_supervisor()):
                stack.callback(asyncio.create_task(work).cancel)
            with heard_first(hall.say_goodbye):
                yield

    async def _links(self) -> tuple[Bus, Keeper]:
        """How this process speaks with others at the same database."""
        url = self.settings.database
        if is_sqlite(url):
            return LocalBus(), LocalKeeper()
        return await PostgresBus.open(url), PostgresKeeper(url, self._lost, self.metrics.process)

    def _lost(self, tables: frozenset[str]) -> None:
        if self.hall is not None:
            self.hall.lost(tables)

    @property
    def _hall(self) -> Hall:
        assert self.hall is not None
        return self.hall

    # HTTP

    def _answers(self, path: str) -> Callable[[Request], Awaitable[Response]]:
        route = _by_method(path)

        async def answer(request: Request) -> Response:
            try:
                self._guard(request, path)
                assert self.api is not None
                return _response(await route(self.api, request), request.headers.get("accept-encoding", ""))
            except Fault as fault:
                self.metrics.refused.labels(fault.code).inc()
                return _response(Answer(fault.failed(), fault.status))
            except Refused as refusal:
                self.metrics.refused.labels(refusal.code).inc()
                return _response(Answer(faults.refused(refusal, ()), 400))
            except LookupError:
                return _response(Answer(Fault("no_table").failed(), 404))
            except StorageError as error:
                _log.warning("the storage does not answer: %s", error)
                return _response(Answer(Fault("storage").failed(), 503))

        return answer

    def _guard(self, request: Request, path: str) -> None:
        """Raises Fault for pages of other sites and for who asks too often."""
        address = address_of(request)
        now = time.monotonic()
        if not self.requests.allows(address, now):
            raise _too_often(self.requests, address)
        if path in _RERUNS and not self.reruns.allows(address, now):
            raise _too_often(self.reruns, address)
        if request.method in _SAFE:
            return
        if not self._is_ours(request.headers.get("origin"), request.headers.get("sec-fetch-site")):
            raise Fault("other_origin", 403)
        if (request.method, path) in _COSTLY and not self.news.allows(address, now):
            raise _too_often(self.news, address)

    def _is_ours(self, origin: str | None, site: str | None) -> bool:
        """Whether a request comes from our own pages, or from no page at all."""
        if origin is None:
            return site in (None, "same-origin", "none")
        return origin == self.settings.origin

    async def _metrics(self, request: Request) -> Response:
        """For who asks this process directly; through a proxy there is no such page."""
        if _FORWARDED.intersection(request.headers):
            return await self._no_route(request, HTTPException(404))
        hall = self._hall
        self.metrics.tables_live.set(len(hall.tables()))
        self.metrics.connections.set(len(self.connections))
        self.metrics.count_restarts(hall.pool.counters.losses + hall.huts.pool.counters.losses)
        headers = {"cache-control": "no-store", **SECURITY, "content-type": CONTENT_TYPE}
        return Response(self.metrics.text(), headers=headers)

    async def _page(self, request: Request) -> Response:
        if not self.pages:
            return _response(Answer(Fault("no_pages").failed(), 404))
        return _file(request, self.pages.html(request.headers.get("accept-encoding", "")))

    async def _file(self, request: Request) -> Response:
        return _file(request, self.pages.file(request.scope["path"], request.headers.get("accept-encoding", "")))

    async def _no_route(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 404
        if status == 404 and self.pages and request.method == "GET" and _is_shown(request):
            return _file(request, self.pages.html(request.headers.get("accept-encoding", "")), 404)
        if status == 405:
            allowed = (getattr(error, "headers", None) or {}).get("Allow", "")
            return _response(Answer(Fault("no_method", 405, allowed=allowed).failed(), 405, {"allow": allowed}))
        return _response(Answer(Fault("no_page", 404, path=request.url.path[:80]).failed(), 404))

    async def _broken(self, request: Request, error: Exception) -> Response:
        _log.error("a request failed", exc_info=error, extra={"path": request.url.path, "method": request.method})
        return _response(Answer(Fault("internal").failed(), 500))

    # The socket

    async def _socket(self, socket: WebSocket) -> None:
        address = address_of(socket)
        try:
            if not self._is_ours(socket.headers.get("origin"), None):
                raise Fault("other_origin", 403)
            if not self.requests.allows(address, time.monotonic()):
                await self._deny(socket, _too_often(self.requests, address))
                return
            with self.connections.place(address):
                identity, live = await self._admitted(socket)
                await socket.accept(headers=_SOCKET_HEADERS)
                listener = Listener(identity.id, identity.name)
                await TableSocket(self._hall, live, socket, listener, self.messages).run()
        except Fault as fault:
            await self._reject(socket, fault)

    async def _admitted(self, socket: WebSocket) -> tuple[Identity, LiveTable]:
        """Who comes, and to which table. Raises Fault."""
        assert self.api is not None
        try:
            identity = await self.api.people.named(socket.headers, self._hall.now())
            if not self.arrivals.allows(identity.id, time.monotonic()):
                raise _too_often(self.arrivals, identity.id)
            return identity, await self._hall.table(socket.path_params["id"])
        except LookupError:
            raise Fault("no_table", 404) from None
        except StorageError:
            raise Fault("storage", 503) from None

    async def _deny(self, socket: WebSocket, fault: Fault) -> None:
        """Refuse the handshake: who floods is given no connection, which would be waited for until it is closed."""
        self.metrics.refused.labels(fault.code).inc()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            await socket.send_denial_response(_response(Answer(fault.failed(), fault.status)))

    async def _reject(self, socket: WebSocket, fault: Fault) -> None:
        """Say why, then close: a browser's page cannot read the body of a refused handshake."""
        self.metrics.refused.labels(fault.code).inc()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):  # who has gone is told nothing
            await socket.accept(headers=_SOCKET_HEADERS)
            await socket.send_text(messages.write(fault.failed()).decode())
            await socket.close(POLICY)


def _response(answer: Answer, accepted: str = "") -> Response:
    headers = {"cache-control": "no-store", **SECURITY, **answer.headers}
    if answer.status == 204:
        return Response(None, 204, headers)
    body = messages.write(answer.value) if isinstance(answer.value, Failed) else msgspec.json.encode(answer.value)
    if answer.is_public:
        headers |= {"cache-control": _KEPT_A_WHILE, "vary": "accept-encoding"}
        if takes(accepted, "gzip"):
            headers["content-encoding"] = "gzip"
            body = _compressed(body)
    return Response(body, answer.status, headers, media_type="application/json")


@functools.lru_cache(maxsize=64)
def _compressed(body: bytes) -> bytes:
    """It with gzip; once for all who ask for it."""
    return gzip.compress(body, mtime=0)


def _file(request: Request, served: Served, status: int = 200) -> Response:
    """A file of the page; nothing but its headers for who has it already."""
    headers = {**SECURITY, **served.headers}
    known = request.headers.get("if-none-match", "")  # a list, of marks that a proxy may have weakened (W/)
    if status == 200 and served.headers["etag"] in known:
        return Response(None, 304, headers)
    return Response(served.body, status, headers)


def _is_shown(request: Request) -> bool:
    """Whether what is answered will be shown to a person as a page."""
    return "text/html" in request.headers.get("accept", "") and not request.scope["path"].startswith("/api/")


def _too_often(limiter: Limiter, key: str) -> Fault:
    return Fault("too_often", 429, seconds=max(1, math.ceil(limiter.seconds_until(key, time.monotonic()))))


def _methods(path: str) -> list[str]:
    """What a path of the routes is asked with."""
    return [method for method, at, _ in ROUTES if at == path]


def _by_method(path: str) -> Route:
    """What answers at a path, whatever it is asked with."""
    routes = {method: route for method, at, route in ROUTES if at == path}

    async def answer(api: Api, request: Request) -> Answer:
        return await routes["GET" if request.method == "HEAD" else request.method](api, request)

    return answer
