"""``kozyr simulate``: matches of bots, their statistics and records."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TextIO

from kozyr.cli.errors import UsageError
from kozyr.cli.files import written_file
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
    from kozyr.lab.plan import Plan
    from kozyr.lab.statistics import Tally


def add(commands: Any) -> None:
    """Add the command's arguments."""
    text = "Play matches of bots and print what came out. The same seed gives the same matches, whatever the jobs."
    parser = commands.add_parser("simulate", help="let bots play", description=text, more_help=games_help)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--matches", type=whole_number(1, 10**9), default=1000, metavar="N", help="1000 by default")
    parser.add_argument("--players", type=whole_number(1, 36), metavar="P", help="by default as many as bots are named")
    parser.add_argument("--seed", type=seed_text, default="kozyr", metavar="S", help="any text")
    text = "a bot for all seats, or one for each; random by default"
    parser.add_argument("--bots", type=bot_list, default=("random",), metavar="A,B,..", help=text)
    add_options(parser)
    parser.add_argument("--records", metavar="FILE", help="write a record a match; - for standard output")
    parser.add_argument("--legal", action="store_true", help="with the legal moves in the records")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print the statistics as JSON")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Simulate."""
    prefer_mode(compiled=True)
    if args.legal and args.records is None:
        raise UsageError("--legal says what records hold: give --records FILE too")
    plan = _plan(args)
    with sharing("simulation"), _records(args.records) as write:
        tally = _play(plan, args.jobs, write)
    out = sys.stdout if args.records is None else sys.stderr
    if args.json:
        _print_json(plan, tally, out)
    else:
        _print_tables(plan, tally, language_of(args), out)
    return 0


def _plan(args: argparse.Namespace) -> Plan:
    from kozyr.lab.plan import make_plan

    game = game_of(args.game)
    options = options_of(game, args.options)
    try:
        return make_plan(
            game.id,
            matches=args.matches,
            seed=args.seed,
            players=args.players,
            bots=args.bots,
            options=options,
            records=args.records is not None,
            legal=args.legal,
        )
    except ValueError as error:
        raise UsageError(str(error)) from None


def _play(plan: Plan, jobs: int, write: Callable[[bytes], Any]) -> Tally:
    from kozyr.lab.simulation import play_chunks
    from kozyr.lab.statistics import Tally

    tally = Tally(plan.players)
    with progress(plan.matches) as advance, contextlib.closing(play_chunks(plan, jobs)) as chunks:
        for chunk in chunks:
            tally.add(chunk.tally)
            for line in chunk.lines:
                write(line.encode() + b"\n")
            advance(chunk.matches)
    return tally


@contextlib.contextmanager
def _records(name: str | None) -> Iterator[Callable[[bytes], Any]]:
    """Where records go: nowhere, to a file, to standard output."""
    if name is None:
        yield len
    else:
        with written_file(name) as write:
            yield write


def _print_json(plan: Plan, tally: Tally, out: TextIO) -> None:
    from kozyr.lab.statistics import to_json

    print(json.dumps(to_json(plan, tally), ensure_ascii=False, indent=2), file=out)


def _print_tables(plan: Plan, tally: Tally, language: str, out: TextIO) -> None:
    from rich.console import Console

    from kozyr.lab.tables import summary

    Console(file=out, width=None if out.isatty() else 100).print(summary(plan, tally, language))
