"""``kozyr verify``: was what chance decided drawn from what had been committed to?"""

from __future__ import annotations

import argparse
import functools
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

from kozyr.cli.errors import DataError
from kozyr.cli.files import read_file
from kozyr.cli.parser import add_language, language_of, prefer_mode, printable
from kozyr.cli.texts import cli_text

if TYPE_CHECKING:
    from kozyr.fairness import Finding, Report
    from kozyr.kernel.game import Game
    from kozyr.records import Outcome, Record

_GOOD, _UNPROVED, _FAULT = "good", "unproved", "faults"


def add(commands: Any) -> None:
    """Add the command's arguments."""
    text = (
        "Draw anew every lot, shuffle and heap of records that have proofs, and check the records by the rules."
        " Exit code 0 where all is verified, 1 where something is wrong or nothing could be verified."
    )
    parser = commands.add_parser("verify", help="verify the committed shuffles of records", description=text)
    parser.add_argument("files", metavar="RECORD", nargs="+", help="a file of records, - for standard input")
    parser.add_argument("--physics", action="store_true", help="build the huts of bodies anew; takes seconds each")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Verify."""
    prefer_mode(compiled=False)
    language = language_of(args)
    counts: Counter[str] = Counter()
    for name in args.files:
        prefix = f"{printable(name)}: " if len(args.files) > 1 else ""
        counts += _verify_file(name, prefix, language, physics=args.physics)
    values = {kind: counts[kind] for kind in (_GOOD, _UNPROVED, _FAULT)}
    print(cli_text("verified_records", language, **values))
    if not counts[_GOOD] and not counts[_FAULT]:
        raise DataError(cli_text("nothing_verified", language))
    return 0 if counts.keys() == {_GOOD} else 1


def _verify_file(name: str, prefix: str, language: str, *, physics: bool) -> Counter[str]:
    from kozyr.records import RecordError, read_records

    counts: Counter[str] = Counter()
    with read_file(name) as stream:
        for record in read_records(stream):
            if isinstance(record, RecordError):
                _warn(f"{prefix}{record}")
                counts[_FAULT] += 1
            else:
                counts[_verify(record, prefix, language, physics=physics)] += 1
    return counts


def _verify(record: Record, prefix: str, language: str, *, physics: bool) -> str:
    """Tell what was found in a record; gives what it counts as."""
    from kozyr.fairness import Kind, verify
    from kozyr.games import get_game

    simulate = functools.partial(_built_again, get_game(record.game_id)) if physics else None
    report = verify(record, simulate)
    proved, faults = report.of(Kind.PROVED), report.of(Kind.FAULT)
    place = prefix + cli_text("record_place", language, number=record.number)
    if not proved and not faults:
        _warn(cli_text("no_proof", language, place=place))
        return _UNPROVED
    print(cli_text("verified", language, place=place, game=record.game_id, deals=len(proved), draws=report.draws))
    for finding in report.of(Kind.NOTE):
        print(_line(finding, report, prefix, record.number, language))
    for finding in report.findings:
        if finding.kind in (Kind.FAULT, Kind.UNPROVED):
            _warn(_line(finding, report, prefix, record.number, language))
    return _GOOD if report.is_verified else _FAULT


def _line(finding: Finding, report: Report, prefix: str, number: int, language: str) -> str:
    name = "record_place" if finding.deal is None else "deal_place"
    place = cli_text(name, language, number=number, deal=finding.deal)
    return f"{prefix}{place}: {report.text(finding.said, language)}"


def _warn(text: str) -> None:
    sys.stdout.flush()
    print(f"kozyr: {printable(text)}", file=sys.stderr)


def _built_again(game: Game, outcome: Outcome, seed: str) -> Any:
    """What the bodies of a seed give for a chance step that bodies decide by it. Raises DataError without an engine."""
    from kozyr.kernel.physics import MissingEngineError, thrown_outcome

    physics = game.physics()
    if physics is None or outcome.chance.follows_move:
        return None
    try:
        bodies = physics.build(seed)
    except MissingEngineError as error:
        raise DataError(str(error)) from None
    except RuntimeError:  # no heap of the seed bore a hut
        return ()
    told = outcome.chance.write(outcome.told)
    exact = thrown_outcome(bodies.heap, bodies.bodies) if isinstance(told, dict) else bodies.heap
    return outcome.chance.read(exact)
