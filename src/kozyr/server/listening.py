"""Whether a server can listen where it is to."""

from __future__ import annotations

import os
import socket


class ListenError(Exception):
    """Nothing can listen at an address; the text is one line that says why."""


def check_address(host: str, port: int) -> None:
    """Raises ListenError where another program listens there already, or where one may not.

    Who starts a server reads one line then; what the server itself would say comes later, and among its logs.
    """
    try:
        for family, kind, _, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            with socket.socket(family, kind) as trial:
                if os.name == "posix":  # as the server does: what has just ended there is no hindrance
                    trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    trial.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                trial.bind(address)
    except (OSError, UnicodeError) as error:  # the latter of a name that can be none
        where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        why = getattr(error, "strerror", None) or error
        raise ListenError(f"cannot listen at {where}: {why} (--host, --port)") from None
