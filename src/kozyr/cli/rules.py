"""``kozyr rules``: the rules of a game for players."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from kozyr.cli.parser import add_language, game_of, language_of, prefer_mode


def add(commands: Any) -> None:
    """Add the command's arguments."""
    parser = commands.add_parser("rules", help="read the rules of a game", description="Print the rules of a game.")
    parser.add_argument("game", metavar="GAME")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the page: set for a terminal, as Markdown elsewhere."""
    prefer_mode(compiled=False)
    page = game_of(args.game).rules_page(language_of(args))
    if not sys.stdout.isatty():
        print(page.rstrip())
        return 0
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(page))
    return 0
