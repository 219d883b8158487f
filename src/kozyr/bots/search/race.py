"""Moves tried side by side in sampled worlds: most worlds go to the moves that may be best.

All moves of a round are tried in the same worlds, so that what tells them apart is the move. After each round those
leave that are clearly behind, and the next round has as many worlds as all before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kozyr.bots.budget import Budget

Brought: TypeAlias = NDArray[np.float64]
"""By world and move; shape (worlds, moves)."""
Round: TypeAlias = Callable[[list[int], int, int], tuple[Brought, Brought, int]]
"""Tries moves, by their numbers, in so many new worlds, with so many nodes to spend (0: no bound): what each brought,
where it won (1 or 0), and the nodes spent. Fewer worlds than asked for where the nodes end."""
_FIRST: Final = 32
"""Worlds of the first round."""
_SURE: Final = 2.5
"""A move leaves so many standard errors behind the best."""


@dataclass(frozen=True)
class Judged:
    """What a move brings on average, and how often it wins."""

    value: float
    won: float


@dataclass
class _Runner:
    number: int
    worlds: int = 0
    wins: float = 0.0
    behind: float = 0.0
    """By how much, when it was last compared."""


def race(moves: int, budget: Budget, play: Round) -> list[Judged]:
    """What so many moves are worth, by number; nothing where the nodes allow no world."""
    left, gone = [_Runner(number) for number in range(moves)], list[_Runner]()
    brought = np.zeros((0, moves))
    nodes = budget.nodes
    while len(brought) < budget.worlds:
        worlds = min(max(_FIRST, len(brought)), budget.worlds - len(brought))
        found, won, spent = play([runner.number for runner in left], worlds, nodes)
        brought = np.concatenate((brought, found))
        for runner, wins in zip(left, won.sum(axis=0).tolist(), strict=True):
            runner.worlds, runner.wins = runner.worlds + len(won), runner.wins + wins
        nodes -= spent
        if len(found) < worlds or (budget.nodes and nodes <= 0):
            break
        staying = _staying(left, brought)
        gone += [runner for runner, stays in zip(left, staying, strict=True) if not stays]
        left = [runner for runner, stays in zip(left, staying, strict=True) if stays]
        brought = brought[:, staying]
        if len(left) == 1:
            break
    return _judged(left, gone, brought) if len(brought) else []


def _staying(left: list[_Runner], brought: Brought) -> list[bool]:
    """Which moves may still be best; how far each is behind is noted."""
    best = brought[:, int(np.argmax(brought.mean(axis=0)))]
    behind = best[:, None] - brought
    error = behind.std(axis=0) / np.sqrt(len(brought))
    for runner, mean in zip(left, behind.mean(axis=0).tolist(), strict=True):
        runner.behind = mean
    return [bool(stays) for stays in behind.mean(axis=0) <= _SURE * error]


def _judged(left: list[_Runner], gone: list[_Runner], brought: Brought) -> list[Judged]:
    """Whoever left is as far behind the best as he was then."""
    means = brought.mean(axis=0).tolist()
    values = {runner.number: mean for runner, mean in zip(left, means, strict=True)}
    values |= {runner.number: max(means) - runner.behind for runner in gone}
    runners = sorted((*left, *gone), key=lambda runner: runner.number)
    return [Judged(values[runner.number], runner.wins / runner.worlds) for runner in runners]
