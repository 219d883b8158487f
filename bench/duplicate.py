"""Deals of Kozel in duplicate: the same deck and dealer played twice, the bots changing seats between.

A bot is a name of the registry, or a folder that holds another version of the package ``kozyr.bots.careful``
(from a ``git worktree``, say), so that a change of the rules is measured against what stood before.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import multiprocessing
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import kozyr.bots.careful
from kozyr.bots import Bot, UnknownBotError, make_bot
from kozyr.games import get_game
from kozyr.games.kozel.match import KozelMatch
from kozyr.kernel.streams import Stream

RESAMPLES = 10_000
HALF = 60.0
"""What a deal ended by its last redeal (K-20) counts for both teams: no card of it is played."""


@dataclass(frozen=True)
class Played:
    """One deal: by team the points and the pairs gained; whether its cards were played."""

    points: tuple[float, float]
    pairs: tuple[int, int]
    played: bool


def bot_of(name: str) -> Bot:
    """The bot of a name or a folder."""
    with suppress(UnknownBotError):
        return make_bot("kozel", name)
    with _package_at(name):
        bot = importlib.import_module("kozyr.bots.careful.kozel").BOT
    assert isinstance(bot, Bot)
    return bot


@contextmanager
def _package_at(folder: str) -> Iterator[None]:
    """Within, ``kozyr.bots.careful`` is loaded anew from a folder; what was loaded before is put back."""
    if not (Path(folder) / "kozel.py").is_file():
        raise SystemExit(f"{folder} is neither a bot of kozel nor a folder with a kozel.py")
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


@functools.cache
def later_deal(dealer: int) -> KozelMatch:
    """A match at 0:0 in which this dealer is to shuffle for a deal that is not the first (K-24).

    Only a tie leaves the boards untouched, so first deals are played at random until one is tied (K-30).
    """
    game = get_game("kozel")
    for number in range(100_000):
        match = game.new_match(game.options(), 4)
        assert isinstance(match, KozelMatch)
        match.resolve((dealer - 1) % 4)
        stream = Stream("a tied first deal", dealer, number)
        while not match.finished:
            if isinstance(match.awaits, int):
                match.rollout([stream] * 4)
            else:
                match.resolve(match.awaits.sample(stream))  # type: ignore[union-attr]
        result = match.last_result()
        if result is not None and result.kind == "played" and result.winner is None:
            return match
    raise RuntimeError("no first deal was tied")


def play_deal(match: KozelMatch, bots: tuple[Bot, ...], seed: str) -> Played:
    """Play one deal from before its shuffle to its end. The seed gives the packs and a stream for every seat's bot."""
    before = len(match.finished)
    packs, streams = Stream(seed, "packs"), [Stream(seed, "bot", seat) for seat in range(4)]
    while len(match.finished) == before:
        awaits = match.awaits
        if isinstance(awaits, int):
            match.play(bots[awaits].choose(match.view(awaits), streams[awaits]).move)
        else:
            assert awaits is not None
            match.resolve(awaits.sample(packs))
    result = match.last_result()
    assert result is not None
    played = result.kind == "played"
    return Played(result.points if played else (HALF, HALF), result.pairs, played)


def play_twice(names: tuple[str, str], seed: str) -> tuple[Played, Played]:
    """A deck in both seatings: first the first bot's team has seats 0 and 2, then seats 1 and 3."""
    first, second = _bots(names)
    dealer = Stream(seed, "dealer").below(4)
    there = play_deal(later_deal(dealer).copy(), (first, second) * 2, seed)
    back = play_deal(later_deal(dealer).copy(), (second, first) * 2, seed)
    return there, back


@functools.cache
def _bots(names: tuple[str, str]) -> tuple[Bot, Bot]:
    return bot_of(names[0]), bot_of(names[1])


def play_all(names: tuple[str, str], seed: str, decks: int, jobs: int) -> list[tuple[Played, Played]]:
    """Every deck in both seatings, in the order of the decks, whatever the number of processes."""
    job = functools.partial(play_twice, names)
    seeds = [f"{seed} {number}" for number in range(decks)]
    if jobs == 1:
        return [job(each) for each in seeds]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return pool.map(job, seeds, chunksize=50)


def interval(values: list[float], seed: str) -> tuple[float, float, float]:
    """The mean of one value a deck and its 95% interval, by resampling the decks."""
    sample = np.array(values)
    generator = np.random.default_rng(list(seed.encode()))
    means = [sample[generator.integers(0, len(sample), len(sample))].mean() for _ in range(RESAMPLES)]
    low, high = np.quantile(means, (0.025, 0.975))
    return float(sample.mean()), float(low), float(high)


def report(names: tuple[str, str], seed: str, decks: int, jobs: int) -> str:
    """A Markdown table of the first bot against the second."""
    pairs = play_all(names, seed, decks, jobs)
    rows = {
        "eyes of 120 a deal": [(there.points[0] + back.points[1]) / 2 for there, back in pairs],
        "eyes more than the other bot with the same seats": [there.points[0] - back.points[0] for there, back in pairs],
        "pairs a deal, gained less lost": [
            (there.pairs[0] - there.pairs[1] + back.pairs[1] - back.pairs[0]) / 2 for there, back in pairs
        ],
    }
    unplayed = sum(not deal.played for twice in pairs for deal in twice)
    lines = [
        f"`{Path(names[0]).name}` against `{Path(names[1]).name}`: {decks} decks, each played twice; seed `{seed}`.",
        "",
        "| | mean | 95% interval |",
        "|---|---|---|",
    ]
    for label, values in rows.items():
        mean, low, high = interval(values, f"{seed} bootstrap")
        lines.append(f"| {label} | {mean:.2f} | {low:.2f}..{high:.2f} |")
    lines += ["", f"{unplayed} of {2 * decks} deals ended by the last redeal; they count 60 eyes for both."]
    return "\n".join(lines)


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
    print(report(*parse(__doc__ or "")))


if __name__ == "__main__":
    main()
