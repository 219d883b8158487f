"""Files that a command was told to read or write."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, Literal

from kozyr.cli.errors import UsageError


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
