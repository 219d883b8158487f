"""``kozyr backup``: all that a server keeps, in one portable file."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kozyr.cli.databases import add_database, with_storage
from kozyr.cli.errors import UsageError
from kozyr.cli.files import told_beside
from kozyr.cli.parser import add_language, language_of
from kozyr.cli.texts import cli_text

if TYPE_CHECKING:
    from kozyr.server.storage import Storage


def add(commands: Any) -> None:
    """Add the command's arguments."""
    text = (
        "Write all that a server keeps, as of one moment, to a file; the server may go on. The database stays as it is."
    )
    parser = commands.add_parser("backup", help="write a server's database to a file", description=text)
    parser.add_argument("file", metavar="FILE", help="- for standard output")
    add_database(parser)
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the backup."""
    from kozyr.server.storage import open_as_it_is

    if not args.file:
        raise UsageError("a file without a name cannot be written")
    rows = with_storage(args, open_as_it_is, lambda storage: _backup(storage, args.file))
    print(cli_text("backed_up", language_of(args), rows=rows), file=told_beside(args.file))
    return 0


async def _backup(storage: Storage, name: str) -> int:
    if name != "-":
        return await storage.backup(Path(name))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "backup"
        rows = await storage.backup(file)
        with file.open("rb") as stream:
            shutil.copyfileobj(stream, sys.stdout.buffer)
    return rows
