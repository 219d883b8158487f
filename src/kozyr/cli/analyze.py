"""``kozyr analyze``: what the decisions of finished matches were worth."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from typing import TYPE_CHECKING, Any

from kozyr.cli.errors import DataError
from kozyr.cli.files import read_file
from kozyr.cli.jobs import add_jobs, sharing
from kozyr.cli.parser import add_language, language_of, prefer_mode
from kozyr.cli.progress import progress

if TYPE_CHECKING:
    from kozyr.lab.analysis import Analysis
    from kozyr.records import Record


def add(commands: Any) -> None:
    """Add the command's arguments."""
    text = (
        "Judge every decision of the finished matches of a file: what each move was worth as the player could judge it"
        " and with open cards, what the choice lost, the worst moments, and luck apart from skill."
    )
    parser = commands.add_parser("analyze", help="judge the decisions of a match", description=text)
    parser.add_argument("file", metavar="RECORD", help="a file of records, - for standard input")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="a JSON object a record, one a line")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Analyse."""
    prefer_mode(compiled=True)
    language = language_of(args)
    with sharing("analysis"):
        for record in _records(args.file):
            analysis = _analysis(record, args.jobs)
            if args.json:
                _print_json(analysis)
            else:
                _print_tables(analysis, language)
    return 0


def _records(name: str) -> list[Record]:
    """The records of a file. Raises DataError for the first that is faulty, and where there is none."""
    from kozyr.records import RecordError, read_records

    found: list[Record] = []
    with read_file(name) as stream:
        for record in read_records(stream):
            if isinstance(record, RecordError):
                raise DataError(str(record))
            found.append(record)
    if not found:
        raise DataError("there is no record to analyse")
    return found


def _analysis(record: Record, jobs: int) -> Analysis:
    from kozyr.lab.analysis import AnalysisError, analysis_of, judge_match
    from kozyr.records import RecordError

    deals = []
    try:
        with progress(len(record.deals)) as advance, contextlib.closing(judge_match(record, jobs)) as judged:
            for deal in judged:
                deals.append(deal)
                advance(1)
    except (AnalysisError, RecordError) as error:
        raise DataError(str(error)) from None
    return analysis_of(record, deals)


def _print_json(analysis: Analysis) -> None:
    from kozyr.lab.analysis.report import to_json

    print(json.dumps(to_json(analysis), ensure_ascii=False), flush=True)


def _print_tables(analysis: Analysis, language: str) -> None:
    from rich.console import Console

    from kozyr.lab.analysis.report import summary

    Console(width=None if sys.stdout.isatty() else 110).print(summary(analysis, language))
