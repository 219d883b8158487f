"""The argument parser, and the arguments that several commands take."""

from __future__ import annotations

import argparse
import contextlib
import locale
import os
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from kozyr.cli.errors import UsageError

if TYPE_CHECKING:
    from kozyr.kernel.game import Game
    from kozyr.kernel.options import Options


class Parser(argparse.ArgumentParser):
    """A parser whose errors are UsageErrors, and whose help may end with a text made when it is asked for."""

    def __init__(self, *args: Any, more_help: Callable[[], str] | None = None, **kwargs: Any) -> None:
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        kwargs.setdefault("allow_abbrev", False)
        super().__init__(*args, **kwargs)
        self._more_help = more_help

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")

    def format_help(self) -> str:
        text = super().format_help()
        return f"{text}\n{self._more_help()}" if self._more_help else text


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """A type for argparse: a whole number within bounds, which its error names."""

    def parse(text: str) -> int:
        if re.fullmatch(r"-?[0-9]{1,18}", text) and low <= (number := int(text)) <= high:
            return number
        shown = text if len(text) <= 40 else text[:40] + "…"
        raise argparse.ArgumentTypeError(f"{shown!r} is no whole number from {low} to {high}")

    return parse


def seed_text(text: str) -> str:
    """A type for argparse: any text; bytes that the system could not read as text are none."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("it is not text in the encoding of the system") from None
    return text


def printable(text: str) -> str:
    """A text of unknown origin without what would move the cursor or change colours of a terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def bot_list(text: str) -> tuple[str, ...]:
    """A type for argparse: names separated by commas."""
    return tuple(name.strip() for name in text.split(","))


def add_options(parser: argparse.ArgumentParser) -> None:
    """``--option name=value``, any number of times."""
    text = "an option of the table, any number of times"
    parser.add_argument("--option", dest="options", action="append", default=[], metavar="NAME=VALUE", help=text)


def add_language(parser: argparse.ArgumentParser) -> None:
    """``--lang``."""
    parser.add_argument("--lang", choices=("ru", "en"), default=None, help="by default that of the system")


def language_of(args: argparse.Namespace) -> str:
    """The language asked for, or that of the system."""
    if args.lang:
        return str(args.lang)
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next((name for name in names if name), None) or locale.getlocale()[0] or ""
    return "ru" if name.lower().startswith("ru") else "en"


def prefer_mode(*, compiled: bool) -> None:
    """Choose whether this process compiles; an embedding process may have chosen before.

    Raises UsageError where the environment asks for what there is not.
    """
    from kozyr.kernel.compiled import can_compile, choose_mode, mode_wished

    try:
        mode_wished()
    except RuntimeError as error:
        raise UsageError(str(error)) from None
    with contextlib.suppress(RuntimeError):
        choose_mode(compiled=compiled and can_compile())


def game_of(game_id: str) -> Game:
    """The game of an argument. Raises UsageError naming the games."""
    from kozyr.games import get_game

    try:
        return get_game(game_id)
    except ValueError as error:
        raise UsageError(str(error)) from None


def options_of(game: Game, texts: Sequence[str]) -> Options:
    """The table's options of the arguments. Raises UsageError."""
    try:
        return game.options.from_texts(texts)
    except ValueError as error:
        raise UsageError(str(error)) from None


def games_help() -> str:
    """The games with their options and bots, for the end of a help text."""
    prefer_mode(compiled=False)
    from kozyr.bots import bot_names
    from kozyr.games import game_ids, get_game

    lines = []
    for game_id in game_ids():
        game = get_game(game_id)
        low, high = game.players[0], game.players[-1]
        players = f"{low}" if low == high else f"{low} to {high}"
        lines.append(f"{game_id}: {players} players; bots: {', '.join(bot_names(game_id))}; options:")
        lines += [
            f"  {spec.name} = {spec.allowed} (default {'null' if spec.default is None else spec.default})"
            for spec in game.options.specs()
        ]
    return "games:\n" + "\n".join(f"  {line}" for line in lines) + "\n"
