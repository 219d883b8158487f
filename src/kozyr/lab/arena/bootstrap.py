"""How sure a mean is: resampling whole decks, and Holm's correction where several means are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozyr.kernel.streams import derive_seed
from kozyr.lab.arena.duplicate import Deck

RESAMPLES: Final = 10_000


@dataclass(frozen=True)
class Mean:
    """A mean a deal, its 95% interval, and how likely one so far from 0 were among equals (two-sided)."""

    value: float
    low: float
    high: float
    p: float


def mean_of(decks: Sequence[Deck], seed: str) -> Mean:
    """The mean over all deals of some decks. A resample takes a deck with all its seatings or not at all."""
    table = np.array([(deck.more, deck.times) for deck in decks], dtype=np.float64)
    means = _resampled(table, seed)
    low, high = np.quantile(means, (0.025, 0.975))
    fewer = min(int((means <= 0.0).sum()), int((means >= 0.0).sum()))
    value = float(table[:, 0].sum() / table[:, 1].sum())
    return Mean(value, float(low), float(high), min(1.0, 2 * (fewer + 1) / (RESAMPLES + 1)))


def _resampled(table: NDArray[np.float64], seed: str) -> NDArray[np.float64]:
    generator = np.random.default_rng(list(derive_seed(seed, "bootstrap").encode()))
    sums = np.array([table[generator.integers(0, len(table), len(table))].sum(axis=0) for _ in range(RESAMPLES)])
    means: NDArray[np.float64] = sums[:, 0] / sums[:, 1]
    return means


def holm(chances: Sequence[float]) -> tuple[float, ...]:
    """The chances of several tests, each corrected for all (Holm): the least counts for all of them, and so on."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    found = [0.0] * len(chances)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[place]))
        found[place] = highest
    return tuple(found)
