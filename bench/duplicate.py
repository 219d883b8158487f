"""Kozel in duplicate against another version: ``kozyr arena`` for bots that no registry has.

A bot is a name of the registry, or a folder that holds another version of the package ``kozyr.bots.careful``
(from a ``git worktree``, say), so that a change of the rules is measured against what stood before.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rich.console import Console

import kozyr.bots.careful
from kozyr.bots import Bot, UnknownBotError, make_bot
from kozyr.lab.arena import make_contest, play_duplicates, standings
from kozyr.lab.arena.report import summary


@functools.cache
def bot_of(game_id: str, name: str) -> Bot:
    """The bot of a name or a folder."""
    with suppress(UnknownBotError):
        return make_bot(game_id, name)
    with _package_at(game_id, name):
        bot = importlib.import_module(f"kozyr.bots.careful.{game_id}").BOT
    assert isinstance(bot, Bot)
    return bot


@contextmanager
def _package_at(game_id: str, folder: str) -> Iterator[None]:
    """Within, ``kozyr.bots.careful`` is loaded anew from a folder; what was loaded before is put back."""
    if not (Path(folder) / f"{game_id}.py").is_file():
        raise SystemExit(f"{folder} is neither a bot of {game_id} nor a folder with a {game_id}.py")
    prefix = "kozyr.bots.careful."
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if name.startswith(prefix)}
    home = kozyr.bots.careful.__path__
    kozyr.bots.careful.__path__ = [folder]
    try:
        yield
    finally:
        kozyr.bots.careful.__path__ = home
        for name in [name for name in sys.modules if name.startswith(prefix)]:
            del sys.modules[name]
        sys.modules.update(kept)


def report(names: tuple[str, str], seed: str, decks: int, jobs: int) -> None:
    """Print the first bot against the second."""
    first, second = names
    contest = make_contest("kozel", a=first, b=second, deals=decks, seed=seed, maker=bot_of)
    Console(width=120).print(summary(standings([(contest, list(play_duplicates(contest, jobs)))]), "en"))


def parse(description: str, *given_bots: str) -> tuple[tuple[str, str], str, int, int]:
    """The two bots (asked for where they are not given), the seed, the number of decks and of processes."""
    parser = argparse.ArgumentParser(description=description)
    if not given_bots:
        parser.add_argument("first", help="a bot, or the folder of a version of the package kozyr.bots.careful")
        parser.add_argument("second", help="the same")
    parser.add_argument("--decks", type=int, default=4000)
    parser.add_argument("--seed", default="careful")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    first, second = given_bots or (given.first, given.second)
    return (first, second), given.seed, given.decks, given.jobs


def main() -> None:
    """Print the table."""
    report(*parse(__doc__ or ""))


if __name__ == "__main__":
    main()
