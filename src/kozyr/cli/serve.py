"""``kozyr serve``: the server at which people play."""

from __future__ import annotations

import argparse
import os
from typing import Any

from kozyr.cli.errors import DataError, UsageError
from kozyr.cli.parser import add_language, prefer_mode


def add(commands: Any) -> None:
    """Add the command's arguments."""
    from kozyr.server.settings import add_arguments

    text = (
        "Serve live tables over HTTP and WebSocket until told to stop (Ctrl-C, SIGTERM): tables are told, and go on"
        " where they were at the next start. Each setting may be given as a variable KOZYR_... too. Logs go to standard"
        " error."
    )
    parser = commands.add_parser("serve", help="serve live tables", description=text)
    add_arguments(parser)
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve."""
    os.environ.setdefault("KOZYR_COMPILED", "0")  # the event loop plays single moves; workers compile what they need
    prefer_mode(compiled=False)
    from kozyr.server.keys import KeyFileError
    from kozyr.server.listening import ListenError
    from kozyr.server.serving import serve
    from kozyr.server.settings import OPTIONS, SettingsError, settings_of
    from kozyr.server.storage import StorageError

    given = {option.field: getattr(args, option.field) for option in OPTIONS}
    try:
        return serve(settings_of(given, os.environ))
    except SettingsError as error:
        raise UsageError(str(error)) from None
    except (KeyFileError, ListenError, StorageError) as error:
        raise DataError(str(error)) from None
