"""``kozyr arena``: which of two bots plays better, with the same cards for both."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kozyr.cli.errors import UsageError
from kozyr.cli.jobs import add_jobs, sharing
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
from kozyr.cli.progress import progress

if TYPE_CHECKING:
    from kozyr.bots import Budget
    from kozyr.lab.arena import Contest, Standing
    from kozyr.lab.arena.duplicate import Duplicate


def add(commands: Any) -> None:
    """Add the command's arguments."""
    text = (
        "Let two bots play the same cards in every seating, and print what the first scores more a deal than the"
        " second, with a 95% interval. The same seed gives the same figures, whatever the jobs."
    )
    parser = commands.add_parser("arena", help="which bot is stronger", description=text, more_help=games_help)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--a", required=True, metavar="BOT", help="the bot that is measured")
    parser.add_argument("--b", required=True, type=bot_list, metavar="BOT[,BOT..]", help="against what, each in turn")
    parser.add_argument(
        "--deals", type=whole_number(1, 10**8), default=1000, metavar="N", help="decks of a pair, 1000 by default"
    )
    parser.add_argument("--seed", type=seed_text, default="kozyr", metavar="S", help="any text")
    parser.add_argument("--players", type=whole_number(1, 36), metavar="P", help="by default as few as the game takes")
    parser.add_argument("--partners", metavar="BOT", help="a bot that sits opposite both, in games with partners")
    parser.add_argument("--worlds", type=whole_number(1, 10**6), metavar="W", help="at most so many worlds a move")
    parser.add_argument("--nodes", type=whole_number(1, 10**12), metavar="N", help="at most so many nodes a move")
    add_options(parser)
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure."""
    prefer_mode(compiled=True)
    contests = _contests(args)
    with sharing("arena"), progress(sum(contest.deals for contest in contests)) as advance:
        found = _measured(contests, args.jobs, advance)
    if args.json:
        from kozyr.lab.arena.report import to_json

        print(json.dumps(to_json(found), ensure_ascii=False, indent=2))
    else:
        _print_table(found, language_of(args))
    return 0


def _contests(args: argparse.Namespace) -> list[Contest]:
    from kozyr.lab.arena import make_contest

    game = game_of(args.game)
    options = options_of(game, args.options)
    if len(set(args.b)) != len(args.b):
        raise UsageError("--b names a bot twice")
    try:
        return [
            make_contest(
                game.id,
                a=args.a,
                b=other,
                deals=args.deals,
                seed=args.seed,
                players=args.players,
                options=options,
                partners=args.partners,
                budget=_budget(args),
            )
            for other in args.b
        ]
    except ValueError as error:
        raise UsageError(str(error)) from None


def _budget(args: argparse.Namespace) -> Budget | None:
    from kozyr.bots import Budget
    from kozyr.lab.arena.contest import UNBOUNDED

    if args.worlds is None and args.nodes is None:
        return None
    return Budget(args.worlds or UNBOUNDED.worlds, args.nodes or UNBOUNDED.nodes)


def _measured(contests: list[Contest], jobs: int, advance: Callable[[int], Any]) -> tuple[Standing, ...]:
    from kozyr.lab.arena import play_duplicates, standings

    played: list[tuple[Contest, list[Duplicate]]] = []
    for contest in contests:
        matches = []
        with contextlib.closing(play_duplicates(contest, jobs)) as duplicates:
            for match in duplicates:
                matches.append(match)
                advance(len(match.decks))
        played.append((contest, matches))
    return standings(played)


def _print_table(found: tuple[Standing, ...], language: str) -> None:
    from rich.console import Console

    from kozyr.lab.arena.report import summary

    Console(width=None if sys.stdout.isatty() else 100).print(summary(found, language))
