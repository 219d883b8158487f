"""Kozyr's server as ``kozyr serve`` runs it, with the game of turns, and open to a flood from one address.

``python -m bench.load.served [--shares FILE] [the arguments of kozyr serve]``. All players of a benchmark come from one
address, and make hundreds of tables at once; everything else is as it is for anybody.
With ``--shares`` it tells where its time goes from SIGUSR1 to SIGUSR2, which makes it slower.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.load.shares import Shares

FLOOD = 1e6
"""Requests a second."""


def enrol() -> None:
    """Register the game of turns in this process."""
    from kozyr import games

    games._GAMES["turns"] = "bench.load.turns"


def open_the_gates() -> None:
    """Let one address make as many tables and people as it likes."""
    from kozyr.server import app

    app.REQUESTS_A_SECOND = app.REQUESTS_AT_ONCE = app.NEW_A_SECOND = app.NEW_AT_ONCE = FLOOD  # type: ignore[misc]


def take_shares(file: Path) -> None:
    """Look where the time goes when told to."""
    shares = Shares()
    signal.signal(signal.SIGUSR1, lambda *_: shares.start())
    signal.signal(signal.SIGUSR2, lambda *_: shares.write(file))


def main(arguments: Sequence[str]) -> int:
    """Serve until told to stop."""
    os.environ.setdefault("KOZYR_COMPILED", "0")  # as kozyr serve does, before anything of it is imported
    from kozyr.cli import main as kozyr

    enrol()
    open_the_gates()
    if arguments[:1] == ["--shares"]:
        take_shares(Path(arguments[1]))
        arguments = arguments[2:]
    free = ["--messages-a-second", "10000", "--most-connections-an-address", "100000"]
    return kozyr(["serve", *free, *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
