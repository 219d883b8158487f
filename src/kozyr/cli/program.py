"""The program ``kozyr``: which command runs, and how it ends."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import kozyr
from kozyr.cli import backup, bench, hut, join, play, records, replay, restore, rules, serve, simulate, verify
from kozyr.cli.errors import DataError, UsageError
from kozyr.cli.parser import Parser, printable

FAULT, USAGE, PIPE_CLOSED = 1, 2, 141
_COMMANDS: Final = (play, serve, join, records, simulate, replay, verify, rules, hut, bench, backup, restore)


def run(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code, whatever happens but Ctrl-C."""
    _open_closed_streams()
    _print_what_the_terminal_cannot_as_question_marks()
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except UsageError as error:
        return _end(str(error), USAGE)
    except DataError as error:
        return _end(str(error), FAULT)
    except BrokenPipeError:
        _forget_output()
        return PIPE_CLOSED
    except OSError as error:
        return _end(_os_text(error), FAULT)
    return code


def build_parser() -> Parser:
    """The parser of all commands."""
    parser = Parser(prog="kozyr", description="Russian folk card games: play them, simulate them, replay records.")
    parser.add_argument("--version", action="version", version=f"kozyr {kozyr.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add(commands)
    return parser


def _run(argv: Sequence[str]) -> int:
    try:
        args = build_parser().parse_args(argv)
    except SystemExit as end:  # argparse has printed help or the version
        return int(end.code or 0)
    code: int = args.run(args)
    return code


def _end(text: str, code: int) -> int:
    """Say why on one line."""
    print(f"kozyr: {printable(' '.join(text.split()))}", file=sys.stderr)
    return code


def _os_text(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def _open_closed_streams() -> None:
    """A caller may have closed standard input, output or error: read and write nothing there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - until the end


def _print_what_the_terminal_cannot_as_question_marks() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _forget_output() -> None:
    """Nobody reads any more: let the interpreter flush into nothing when it ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
