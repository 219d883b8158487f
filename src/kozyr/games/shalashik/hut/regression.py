"""The risk model as a logistic regression: its features of simulated pulls, its fit, what it foretells."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozyr.games.shalashik.hut.kept_pulls import Pulls
from kozyr.games.shalashik.hut.model import Numbers
from kozyr.games.shalashik.risk import COUNT, STEADY_SPEED, features_into, ground_of

PULL_FEATURES: Final = ("speed", "sideways")
"""How fast, as the logarithm against ``STEADY_SPEED``; how far from outwards, 1 being a right angle. Both are 0 in
play: a steady pull outwards."""
FOLDS: Final = 8
RIDGE: Final = 0.5


def features_of(pulls: Pulls) -> Numbers:
    """The features of the card and of the pull, shape (n, COUNT + 2)."""
    rows = np.zeros((len(pulls.card), COUNT + len(PULL_FEATURES)))
    heaps, ways = pulls.heap / 10, np.radians(pulls.direction / 10)
    for i, (row, heap) in enumerate(zip(rows, heaps, strict=True)):
        ground, card = ground_of(heap), int(pulls.card[i])
        features_into(heap, ground.overlaps, ground.feet, int(pulls.left[i]), card, row[:COUNT])
        aside = abs(math.remainder(ways[i] - math.atan2(heap[card, 1], heap[card, 0]), math.tau))
        if not pulls.steady[i]:
            row[COUNT:] = math.log(pulls.speed[i] / STEADY_SPEED), aside / (math.pi / 2)
    return rows


def fit(rows: Numbers, down: NDArray[np.bool_]) -> Numbers:
    """Logistic regression by Newton's method, all weights but the first held a little towards 0."""
    weights = np.zeros(rows.shape[1])
    ridge = np.diag([1e-9] + [RIDGE] * (rows.shape[1] - 1))
    for _ in range(40):
        chance = chances(rows, weights)
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + ridge
        weights += np.linalg.solve(bend, rows.T @ (down - chance) - ridge @ weights)
    return weights


def chances(rows: Numbers, weights: Numbers) -> Numbers:
    """What a model foretells."""
    return 1 / (1 + np.exp(-(rows @ weights)))


def foretold(rows: Numbers, down: NDArray[np.bool_], seeds: NDArray[np.int32], shown: Numbers | None = None) -> Numbers:
    """Each pull foretold by a model that has not seen its heap, from other features where they are given."""
    shown = rows if shown is None else shown
    folds = np.unique(seeds, return_inverse=True)[1] % FOLDS
    out = np.zeros(len(down))
    for fold in range(FOLDS):
        out[folds == fold] = chances(shown[folds == fold], fit(rows[folds != fold], down[folds != fold]))
    return out
