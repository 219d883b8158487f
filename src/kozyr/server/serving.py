"""Running the server: a process of uvicorn, from settings."""

from __future__ import annotations

import uvicorn

from kozyr.protocol.messages import LARGEST_MESSAGE
from kozyr.server.app import Server
from kozyr.server.logs import configure_logs
from kozyr.server.settings import Settings

GRACE_SECONDS = 10


def serve(settings: Settings) -> int:
    """Serve until told to stop; the exit code."""
    configure_logs()
    server = uvicorn.Server(config_of(Server(settings), settings))
    server.run()
    return 0 if server.started else 1


def config_of(server: Server, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs a server."""
    proxies = [str(network) for network in settings.trusted_proxies]
    return uvicorn.Config(
        server.app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        lifespan="on",
    )
