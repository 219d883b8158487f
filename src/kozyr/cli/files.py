"""Files that a command was told to read or write."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Literal, TextIO

from kozyr.cli.errors import DataError, UsageError


def open_file(name: str, mode: Literal["rb", "wb"]) -> BinaryIO:
    """A file, opened. Raises UsageError naming it and the reason."""
    verb = "read" if mode == "rb" else "written"
    if not name:
        raise UsageError(f"a file without a name cannot be {verb}")
    try:
        return Path(name).open(mode)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"{name} cannot be {verb}: {reason}") from None


def read_file(name: str) -> contextlib.AbstractContextManager[BinaryIO]:
    """A file to read from, ``-`` for standard input. Raises UsageError where it cannot be opened."""
    return contextlib.nullcontext(sys.stdin.buffer) if name == "-" else open_file(name, "rb")


@contextlib.contextmanager
def written_file(name: str) -> Iterator[Callable[[bytes], Any]]:
    """A file to write to, ``-`` for standard output.

    Raises UsageError where it cannot be opened, DataError where it cannot take what comes.
    """
    if name == "-":
        sys.stdout.flush()
        yield sys.stdout.buffer.write
        sys.stdout.buffer.flush()
        return
    file = open_file(name, "wb")

    def write(data: bytes) -> None:
        with _naming(name):
            file.write(data)

    try:
        yield write
    finally:
        with _naming(name):
            file.close()


def told_beside(*names: str | None) -> TextIO:
    """Where a command tells what it did, so that it does not mix with what it writes to standard output."""
    return sys.stderr if "-" in names else sys.stdout


@contextlib.contextmanager
def _naming(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DataError(f"{name} cannot be written to its end: {error.strerror or error}") from None
