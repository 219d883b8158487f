"""The command line: ``kozyr play``, ``simulate``, ``replay``, ``rules``, ``bench``.

A module a command, each with ``add`` (its arguments) and ``run`` (what it does, returning the exit code). It imports
every layer below, but each command only when it runs.
"""

from kozyr.cli.program import main

__all__ = ["main"]
