"""The measured chances of hands of Thirty-one, by players, lap and value, as fractions of a won pot."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Final

from kozyr.bots.careful import thirty_one_tables as tables
from kozyr.bots.careful.thirty_one_scale import HIGHEST

LAPS: Final = 3
"""Laps are told apart up to the third; those after it are like it."""


@dataclass(frozen=True)
class Waiting:
    """How the chance of a hand with which the turn ends in silence is found: weights of the logarithm of its odds."""

    base: float
    held: float
    """Weight of what the hand is worth as it is."""
    hope: float
    """Weight of what one unseen card adds to that on average."""
    feed: float
    """Weight of what the next player can make of the open cards."""

    def chance(self, held: float, hope: float) -> float:
        """The chance by what a hand is worth as it is, and by what may still come."""
        return 1.0 / (1.0 + math.exp(-self.base - self.held * held - self.hope * hope))

    def fed(self, chance: float, feed: float) -> float:
        """A chance, less what it loses by what the next player is given."""
        odds = math.exp(-self.feed * feed)
        return chance * odds / (1.0 - chance + chance * odds)


@dataclass(frozen=True)
class Chances:
    """The chances of one number of players in one lap; tuples are by the value of a hand, from 0."""

    settled: tuple[float, ...]
    """With this hand at the end of the swaps, and the right to speak."""
    later: tuple[float, ...]
    """The same one lap later."""
    passed: tuple[float, ...]
    """Passing first with it, if the next player can make nothing of the open cards."""
    passed_later: tuple[float, ...]
    last: tuple[float, ...]
    """With it in the closing lap."""
    waiting: Waiting


@functools.cache
def chances(players: int, lap: int) -> Chances:
    """The chances of a number of players in a lap, the first being 1."""
    place, after = min(lap, LAPS) - 1, min(lap + 1, LAPS) - 1
    return Chances(
        settled=_row(tables.SETTLED[players][place]),
        later=_row(tables.SETTLED[players][after]),
        passed=_row(tables.PASSED[players][place]),
        passed_later=_row(tables.PASSED[players][after]),
        last=_row(tables.LAST[players]),
        waiting=Waiting(*(weight / 1000 for weight in tables.WAITING[players][place])),
    )


def _row(thousandths: tuple[int, ...]) -> tuple[float, ...]:
    row = tuple(number / 1000 for number in thousandths)
    full = (row[0],) * tables.LOWEST + row
    assert len(full) == HIGHEST + 1
    return full
