"""A pull as moments: what a filmstrip shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kozyr.games.shalashik.hut.model import Poses
from kozyr.games.shalashik.hut.path import Grip
from kozyr.games.shalashik.hut.picture import Image, filmstrip
from kozyr.games.shalashik.hut.pull import Outcome, Pull, Standing


def film(standing: Standing, grip: Grip) -> tuple[list[Poses], Outcome]:
    """The poses at every tick of a pull and of the rest after it, and its outcome."""
    pull = Pull(standing, grip.card, grip.grab)
    moments = [pull.poses.copy()]
    for hand in grip.hand:
        pull.tick(hand)
        moments.append(pull.poses.copy())
    outcome = pull.end(lambda: moments.append(pull.poses.copy()))
    return moments, outcome


def spread(moments: Sequence[Poses], shots: int = 8) -> list[Poses]:
    """So many of the moments, evenly, with the first and the last."""
    return [moments[i] for i in np.linspace(0, len(moments) - 1, shots).round().astype(int)]


def strip(standing: Standing, grip: Grip, shots: int = 8) -> tuple[Image, Outcome]:
    """The filmstrip of a pull; the pulled card glows."""
    moments, outcome = film(standing, grip)
    frames = [(poses, standing.present) for poses in spread(moments, shots)]
    return filmstrip(frames, marked=1 << grip.card), outcome
