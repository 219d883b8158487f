"""The database of a server, as an argument of commands."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeVar

from kozyr.cli.errors import DataError, UsageError

if TYPE_CHECKING:
    from kozyr.server.storage import Storage

T = TypeVar("T")
VARIABLE: Final = "KOZYR_DATABASE"
DEFAULT: Final = "sqlite://"


def add_database(parser: argparse.ArgumentParser) -> None:
    """``--database``."""
    text = f"sqlite:///folder/file or postgresql://…; by default {VARIABLE}, else a file in the data folder"
    parser.add_argument("--database", default=None, metavar="URL", help=text)


def with_storage(
    args: argparse.Namespace, opened: Callable[[str], Awaitable[Storage]], used: Callable[[Storage], Awaitable[T]]
) -> T:
    """Open the database that was asked for, use it and close it.

    Raises UsageError where the address names none, DataError where the database cannot do what it should.
    """
    from kozyr.server.storage import StorageError, check_url

    url = args.database if args.database is not None else os.environ.get(VARIABLE) or DEFAULT

    async def use() -> T:
        storage = await opened(url)
        try:
            return await used(storage)
        finally:
            await storage.close()

    try:
        check_url(url)
    except StorageError as error:
        raise UsageError(str(error)) from None
    try:
        return asyncio.run(use())
    except StorageError as error:
        raise DataError(str(error)) from None
