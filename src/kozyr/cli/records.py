"""``kozyr records``: the records of one's own matches at a server, in a file."""

from __future__ import annotations

import argparse
import asyncio
import json
from typing import Any, Final

from kozyr.cli.files import told_beside, written_file
from kozyr.cli.parser import add_language, language_of, prefer_mode, whole_number
from kozyr.cli.servers import asking
from kozyr.cli.texts import cli_text

_LAST: Final = 10
_MOST: Final = 30
"""A server lets so many requests through at once."""


def add(commands: Any) -> None:
    """Add the command's arguments."""
    text = (
        "Write the records of your last matches at a server, one JSON object a line: for verify, replay, or to keep."
        " You are who you are there with join."
    )
    parser = commands.add_parser("records", help="fetch the records of your matches at a server", description=text)
    parser.add_argument("server", metavar="URL", help="the address of the server")
    parser.add_argument("file", metavar="FILE", help="- for standard output")
    parser.add_argument(
        "--last", type=whole_number(1, _MOST), default=_LAST, metavar="N", help=f"so many at most (default {_LAST})"
    )
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Fetch and write them, the oldest first."""
    prefer_mode(compiled=False)
    language = language_of(args)
    with asking(language):
        records = asyncio.run(_records(args.server, args.last))
    with written_file(args.file) as write:
        for record in records:
            write(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    print(cli_text("records_written", language, count=len(records)), file=told_beside(args.file))
    return 0


async def _records(url: str, last: int) -> list[Any]:
    from kozyr.client import FileTokens, KozyrClient, parse_server

    async with KozyrClient(parse_server(url), FileTokens()) as client:
        found = (await client.records())[:last]
        return [(await client.record(about["id"]))["record"] for about in reversed(found)]
