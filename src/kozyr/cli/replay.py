"""``kozyr replay``: records, replayed and checked."""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import TYPE_CHECKING, Any

from kozyr.cli.files import read_file
from kozyr.cli.parser import add_language, language_of, prefer_mode, printable
from kozyr.cli.texts import cli_text

if TYPE_CHECKING:
    from kozyr.kernel.game import Match
    from kozyr.kernel.said import Said
    from kozyr.records import Record, Step


def add(commands: Any) -> None:
    """Add the command's arguments."""
    text = "Replay the matches of a file of records. A faulty record is named and the others go on; exit code 1 then."
    parser = commands.add_parser("replay", help="replay and check records", description=text)
    parser.add_argument("file", metavar="FILE", help="- for standard input")
    parser.add_argument("--check", action="store_true", help="check results and legal moves too; print faults only")
    parser.add_argument("--step", action="store_true", help="tell every move; on a terminal, Enter goes on")
    parser.add_argument("--aloud", action="store_true", help="with --step: cards in words, for a screen reader")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay."""
    prefer_mode(compiled=False)
    from kozyr.records import RecordError, read_records

    language, good, faults = language_of(args), 0, 0
    with read_file(args.file) as stream:
        waits = args.file != "-" and sys.stdin.isatty() and sys.stdout.isatty()
        for record in read_records(stream):
            try:
                if isinstance(record, RecordError):
                    raise record
                _replay(record, args, language, waits=waits)
                good += 1
            except RecordError as error:
                faults += 1
                sys.stdout.flush()
                print(f"kozyr: {error}", file=sys.stderr)
    print(cli_text("records", language, good=good, faults=faults))
    return 1 if faults else 0


def _replay(record: Record, args: argparse.Namespace, language: str, *, waits: bool) -> None:
    from kozyr.records import check, replay

    if args.step:
        _tell(record, language, waits=waits, aloud=args.aloud)
    match = check(record) if args.check else replay(record)
    if not args.check:
        print(_summary(record, match, language))


def _summary(record: Record, match: Match, language: str) -> str:
    names = ", ".join(printable(entry.name) for entry in record.seats)
    deals = match.deals()
    moves = sum(len(deal.moves) for deal in deals)
    line = cli_text(
        "match", language, number=record.number, game=record.game_id, names=names, deals=len(deals), moves=moves
    )
    if match.result is None:
        return line + cli_text("stopped", language)
    winners = ", ".join(f"{printable(record.seats[seat].name)} ({seat})" for seat in match.winners())
    return line + (cli_text("won", language, winners=winners) if winners else cli_text("no_winner", language))


def _tell(record: Record, language: str, *, waits: bool, aloud: bool) -> None:
    """Every move and what came of it, as a spectator sees it."""
    from kozyr.records import replay_steps

    names = [f"{printable(entry.name)} ({seat})" for seat, entry in enumerate(record.seats)]
    told: tuple[int, int] = (-1, 0)
    for step in replay_steps(record):
        if step.index == 0:
            print(cli_text("deal", language, number=record.number, deal=step.deal + 1))
        told, events = _news(step, told)
        print(f"{step.index + 1:4}. {names[step.seat]}: {step.move}")
        for said in events:
            print(f"      {said.render(step.match.game.terms, language, names, aloud=aloud)}")
        if waits:
            with contextlib.suppress(EOFError):
                input()


def _news(step: Step, told: tuple[int, int]) -> tuple[tuple[int, int], tuple[Said, ...]]:
    """What has happened since ``told`` (a deal and how many of its events), and the mark to go on from."""
    events = step.match.view(None).events
    before = told[1] if told[0] == step.deal else 0
    return (step.deal, len(events)), events[before:]
