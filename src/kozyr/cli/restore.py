"""``kozyr restore``: a backup, into an empty database of either kind."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kozyr.cli.databases import add_database, with_storage
from kozyr.cli.files import open_file
from kozyr.cli.parser import add_language, language_of
from kozyr.cli.texts import cli_text

if TYPE_CHECKING:
    from kozyr.server.storage import Storage


def add(commands: Any) -> None:
    """Add the command's arguments."""
    text = "Fill an empty database from a file of `kozyr backup`. What cannot be restored whole is not restored at all."
    parser = commands.add_parser("restore", help="fill an empty database from a backup", description=text)
    parser.add_argument("file", metavar="FILE", help="- for standard input")
    add_database(parser)
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Restore."""
    from kozyr.server.storage import open_storage

    if args.file != "-":
        open_file(args.file, "rb").close()  # before a database is made
    rows = with_storage(args, open_storage, lambda storage: _restore(storage, args.file))
    print(cli_text("restored", language_of(args), rows=rows))
    return 0


async def _restore(storage: Storage, name: str) -> int:
    if name != "-":
        return await storage.restore(Path(name))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "backup"
        with file.open("wb") as stream:
            shutil.copyfileobj(sys.stdin.buffer, stream)
        return await storage.restore(file)
