"""The command line: ``kozyr play``, ``serve``, ``simulate``, ``replay``, ``verify``, ``backup`` and more.

A module a command, each with ``add`` (its arguments) and ``run`` (what it does, returning the exit code). It imports
every layer below, but each command only when it runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = ["INTERRUPTED", "main"]

INTERRUPTED: Final = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code, whatever happens, also where Ctrl-C comes while modules are loaded."""
    try:
        from kozyr.cli.program import run

        return run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
