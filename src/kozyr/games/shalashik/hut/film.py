"""A pull as moments: what a filmstrip shows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from kozyr.games.shalashik.heap import CARDS
from kozyr.games.shalashik.hut.model import WALLS, Poses, axes_of
from kozyr.games.shalashik.hut.path import Grip
from kozyr.games.shalashik.hut.picture import Image, filmstrip
from kozyr.games.shalashik.hut.pull import Outcome, Pull, Standing
from kozyr.games.shalashik.hut.verdict import is_down

_AWRY: Final = math.cos(math.radians(12))
AFTERMATH: Final = 40
"""Ticks in which a hut that fell comes to lie."""


def film(standing: Standing, grip: Grip) -> tuple[list[Poses], Outcome]:
    """The poses at every tick of a pull and of what comes after it, and its outcome."""
    pull = Pull(standing, grip.card, grip.grab)
    moments = [pull.poses.copy()]
    for hand in grip.hand:
        pull.tick(hand)
        moments.append(pull.poses.copy())
    outcome = pull.end(lambda: moments.append(pull.poses.copy()))
    for _ in range(AFTERMATH if outcome.down else 0):
        pull.rest_tick()
        moments.append(pull.poses.copy())
    return moments, outcome


def trembling(moments: Sequence[Poses], built: Poses) -> Poses:
    """The last moment in which no wall was badly awry, or of a pull that shook none that of the widest move."""
    walls = list(WALLS)
    upright = [
        (axes_of(poses[walls]) * axes_of(built[walls])).sum(axis=2).min() > _AWRY and not is_down(poses, built)
        for poses in moments
    ]
    if not all(upright):
        return moments[max(upright.index(False) - 1, 0)]
    return max(moments, key=lambda poses: float(np.abs(poses[CARDS:, :3] - moments[0][CARDS:, :3]).max()))


def spread(moments: Sequence[Poses], shots: int = 8) -> list[Poses]:
    """So many of the moments, evenly, with the first and the last."""
    return [moments[i] for i in np.linspace(0, len(moments) - 1, shots).round().astype(int)]


def strip(standing: Standing, grip: Grip, shots: int = 8) -> tuple[Image, Outcome]:
    """The filmstrip of a pull; the pulled card glows."""
    moments, outcome = film(standing, grip)
    frames = [(poses, standing.present) for poses in spread(moments, shots)]
    return filmstrip(frames, marked=1 << grip.card), outcome
