"""The page of ``kozyr play``: a server for the person at this machine, and the browser that shows it."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from typing import Final

from kozyr.cli.errors import DataError, UsageError
from kozyr.cli.texts import cli_text

HOST: Final = "127.0.0.1"
PORT: Final = 8765
"""Tried first: a browser keeps what one has set by the address, the port included."""


def open_page(port: int | None, language: str, *, opens_browser: bool) -> int:
    """Serve until Ctrl-C.

    Raises UsageError for a port that is taken or workers that cannot be, DataError where nothing can be kept.
    """
    from kozyr.server.keys import KeyFileError
    from kozyr.server.serving import serve_one
    from kozyr.server.settings import SettingsError, settings_of
    from kozyr.server.storage import StorageError

    with listening_at(port) as listening:
        url = f"http://{HOST}:{listening.getsockname()[1]}"
        told = {"host": HOST, "public_url": url, "processes": "1", "database": "sqlite://", "trusted_proxies": ""}
        settings = settings_of(told, {})

        def opened() -> None:
            print(cli_text("page_open", language, url=url), flush=True)
            if opens_browser:  # in a thread: some browsers are waited for, and wait themselves for the page
                threading.Thread(target=_show, args=(url, language), daemon=True).start()

        try:
            return serve_one(settings, listening, opened)
        except SettingsError as error:
            raise UsageError(str(error)) from None
        except (KeyFileError, StorageError) as error:
            raise DataError(str(error)) from None


def listening_at(port: int | None) -> socket.socket:
    """A socket on this machine alone: at a port, or (None) at the usual one or any that is free."""
    for each in (PORT, 0) if port is None else (port,):
        try:
            return socket.create_server((HOST, each), reuse_port=False)
        except OSError as error:
            taken = error
    raise UsageError(f"{HOST}:{port} cannot be listened at: {os.strerror(taken.errno or 0)}")


def _show(url: str, language: str) -> None:
    """Open the browser, or say that there is none."""
    try:
        is_shown = webbrowser.open(url)
    except webbrowser.Error:
        is_shown = False
    if not is_shown:
        print(cli_text("page_by_hand", language), file=sys.stderr, flush=True)
