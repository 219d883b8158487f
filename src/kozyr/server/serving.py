"""Running the server: one process of uvicorn, or several that share the address and one PostgreSQL."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette

from kozyr.kernel.compiled import mode_wished
from kozyr.protocol.messages import LARGEST_MESSAGE
from kozyr.server.app import COMPILED_WORKERS, Server
from kozyr.server.collecting import collect_seldom
from kozyr.server.farewell import end_quietly
from kozyr.server.keys import load_keys
from kozyr.server.listening import check_address
from kozyr.server.logs import configure_logs
from kozyr.server.patience import PatientHttp, PatientProtocol
from kozyr.server.settings import OPTIONS, Network, Settings, SettingsError, settings_of
from kozyr.server.single import only_server
from kozyr.server.storage import open_storage
from kozyr.server.workers.bot_desk import most_worlds

GRACE_SECONDS: Final = 2
"""How long connections may take to end when the server does."""
_TURN_SECONDS: Final = 0.0005
"""After which a busy loop hands the interpreter to the thread that stores, which asks for it several times a move."""
_FACTORY: Final = "kozyr.server.serving:application"


def serve(settings: Settings) -> int:
    """Serve until told to stop; the exit code. Raises KeyFileError, ListenError, SettingsError, StorageError."""
    check_workers()
    configure_logs()
    load_keys(settings.secret_file)
    if settings.processes > 1:
        check_address(settings.host, settings.port)
        asyncio.run(check_storage(settings))
        os.environ.update(as_environment(settings))
        uvicorn.run(_FACTORY, factory=True, workers=settings.processes, **_how(settings))
        return 0
    with only_server(settings.database, settings.data_dir):
        check_address(settings.host, settings.port)
        asyncio.run(check_storage(settings))
        server = uvicorn.Server(config_of(Server(settings), settings))
        _make_ready()
        end_quietly()
        server.run()
    return 0 if server.started else 1


def serve_one(settings: Settings, listening: socket.socket, opened: Callable[[], None]) -> int:
    """Serve the person at this machine at a socket that listens; ``opened`` is called once pages are answered.

    Logs tell only what is wrong. Ctrl-C ends it, and is raised again once all is closed. Raises as ``serve`` does.
    """
    check_workers()
    configure_logs(logging.WARNING)
    load_keys(settings.secret_file)
    with only_server(settings.database, settings.data_dir):
        asyncio.run(check_storage(settings))
        server = _Announced(config_of(Server(settings), settings), opened)
        _make_ready()
        server.run(sockets=[listening])
    return 0 if server.started else 1


def check_workers() -> None:
    """Raise SettingsError for what the environment says of workers and cannot be, before they fail one by one."""
    try:
        mode_wished(COMPILED_WORKERS)
        most_worlds()
    except (RuntimeError, ValueError) as error:
        raise SettingsError(str(error)) from None


async def check_storage(settings: Settings) -> None:
    """Raise StorageError where the storage cannot be opened, which uvicorn would tell with a traceback."""
    storage = await open_storage(settings.database, settings.data_dir)
    await storage.close()


class _Announced(uvicorn.Server):
    """A server that says when it has started."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._opened()


def application() -> Starlette:
    """The application of one of several processes, whose settings are in its environment."""
    configure_logs()
    server = Server(settings_of({}, os.environ))
    _make_ready()
    return server.app


def _make_ready() -> None:
    """Tell Python that this process does nothing but serve."""
    collect_seldom()
    sys.setswitchinterval(_TURN_SECONDS)


def as_environment(settings: Settings) -> dict[str, str]:
    """Settings as variables that give them again."""
    return {option.variable: _written(getattr(settings, option.field)) for option in OPTIONS}


def config_of(server: Server, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs a server."""
    return uvicorn.Config(server.app, **_how(settings))


def _how(settings: Settings) -> dict[str, Any]:
    proxies = [str(each) for network in settings.trusted_proxies for each in (network, *_mapped(network))]
    return {
        "host": settings.host,
        "port": settings.port,
        "http": PatientHttp,
        "ws": PatientProtocol,
        "ws_max_size": LARGEST_MESSAGE,
        "ws_per_message_deflate": False,
        "proxy_headers": bool(proxies),
        "forwarded_allow_ips": proxies,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "date_header": False,
        "timeout_graceful_shutdown": GRACE_SECONDS,
        "lifespan": "on",
    }


def _mapped(network: Network) -> tuple[Network, ...]:
    """An IPv4 network as it comes to a socket that takes both kinds."""
    if isinstance(network, ipaddress.IPv6Network):
        return ()
    return (ipaddress.IPv6Network(f"::ffff:{network.network_address}/{96 + network.prefixlen}"),)


def _written(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return value.as_posix() if isinstance(value, Path) else str(value)
