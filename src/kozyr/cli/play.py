"""``kozyr play``: the page in the browser; with a game named, a match with bots on the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from kozyr.cli.errors import DataError, UsageError
from kozyr.cli.parser import (
    add_language,
    add_options,
    bot_list,
    game_of,
    games_help,
    language_of,
    options_of,
    prefer_mode,
    seed_text,
    whole_number,
)

if TYPE_CHECKING:
    from pathlib import Path

    from kozyr.kernel.game import Game

SEARCHERS: Final = frozenset({"strong", "master"})
"""The bots that search: a process with one of them compiles, and knows it before it imports any bot."""


def add(commands: Any) -> None:
    """Add the command's arguments."""
    text = (
        "Without a game: open the page, on which all games are played, in the browser, and serve it to this machine"
        " until Ctrl-C. With a game: play a match with bots on the terminal. The last match that is not over goes on,"
        " unless anything of a new one is said."
    )
    parser = commands.add_parser(
        "play", help="play, on a page or on the terminal", description=text, more_help=games_help
    )
    parser.add_argument("game", nargs="?", default=None, metavar="GAME", help="play it on the terminal")
    parser.add_argument("--no-browser", action="store_true", help="only print the address of the page")
    parser.add_argument(
        "--port", type=whole_number(0, 65535), metavar="N", help="of the page; by default 8765, or a free one"
    )
    parser.add_argument("--players", type=whole_number(1, 36), metavar="N", help="by default as few as the game takes")
    parser.add_argument("--seat", type=whole_number(0, 35), metavar="N", help="your seat, 0 by default")
    parser.add_argument("--bots", type=bot_list, metavar="A,B,..", help="one for all seats, or one for each other seat")
    add_options(parser)
    parser.add_argument("--seed", type=seed_text, metavar="TEXT", help="the same text deals the same cards")
    parser.add_argument("--fast", action="store_true", help="without pauses")
    parser.add_argument("--folk", action="store_true", help="the colourful folk wording where the game has one")
    parser.add_argument("--new", action="store_true", help="a new match, also where one is not over")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play."""
    searches = args.game is not None and not SEARCHERS.isdisjoint(args.bots or ())
    prefer_mode(compiled=searches)  # the other bots play at once as they are
    if args.game is None:
        return _on_a_page(args)
    if args.no_browser or args.port is not None:
        raise UsageError("--no-browser and --port are of the page, which is played without naming a game")
    game = game_of(args.game)
    players = _players(game, args.players)
    seat = args.seat or 0
    if seat >= players:
        raise UsageError(f"there is no seat {seat}: seats are 0..{players - 1}")
    bots = _bots(game, args.bots, players, seat)
    language = language_of(args)
    options = options_of(game, args.options) if args.options else None
    if options is not None and (missing := game.missing_for(options)):
        raise UsageError(missing.render(game.terms, language, ()))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("play needs a terminal to read keys from and to draw the table on")
    from kozyr import terminal

    resume = _unfinished(game.id, args)
    try:
        terminal.run(
            game.id,
            options=options,
            seat=seat,
            bots=bots,
            language=language,
            seed=args.seed or "",
            fast=args.fast,
            folk=args.folk,
            resume=resume,
            players=None if args.players is None and len(bots) == 1 and args.seat is None else players,
        )
    except terminal.SaveError as error:
        raise DataError(f"{error}; kozyr play {game.id} --new begins another") from None
    return 0


def _on_a_page(args: argparse.Namespace) -> int:
    told = ("players", "seat", "bots", "options", "seed", "fast", "folk", "new")
    if named := [name for name in told if getattr(args, name) not in (None, False, [])]:
        raise UsageError(f"of which game? --{named[0].rstrip('s') if named[0] == 'options' else named[0]} needs one")
    from kozyr.cli.page import open_page

    return open_page(args.port, language_of(args), opens_browser=not args.no_browser)


def _players(game: Game, players: int | None) -> int:
    try:
        return game.check_players(game.players[0] if players is None else players)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _bots(game: Game, names: Sequence[str] | None, players: int, seat: int) -> tuple[str, ...]:
    """A bot for every seat; the one at the person's own has nothing to do."""
    from kozyr.bots import bot_names, make_bots

    if names is None:
        return ("careful",) if "careful" in bot_names(game.id) else ("random",)
    if 1 < len(names) == players - 1:
        names = [*names[:seat], names[0], *names[seat:]]
    try:
        make_bots(game.id, names, players)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return tuple(names)


def _unfinished(game_id: str, args: argparse.Namespace) -> Path | None:
    """The match to go on with."""
    from kozyr.terminal import saved_matches

    said = (args.players, args.seat, args.bots, args.seed)
    if args.new or args.options or any(value is not None for value in said):
        return None
    return next(iter(saved_matches(game_id)), None)
