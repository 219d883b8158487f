"""Pulls for the risk model: any showing card, any way but inwards, any speed, at every stage of the drawing.

At each stage some pulls are tried, each from where the hut stands; the drawing goes on with the one of them that left
the hut standing and looked least dangerous, or, where all brought it down, with a slow pull. So each stage is seen as
often as it is reached, and a shaky hut no oftener than a firm one. What looks dangerous is a rule of thumb: no fitted
model has a say in what the next is fitted to.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from kozyr.games.shalashik.heap import above, overlaps_of
from kozyr.games.shalashik.hut.building import Hut, build_hut
from kozyr.games.shalashik.hut.engine import BlownUpError
from kozyr.games.shalashik.hut.hands import Drawn, Intent, Sight, any_intent, draw, look, steady
from kozyr.games.shalashik.hut.model import in_mask
from kozyr.games.shalashik.hut.pull import Standing
from kozyr.kernel.streams import Stream

SLOW, FAST = 100.0, 800.0
TRIES: Final = 4
"""Pulls at each stage."""
FEWEST: Final = 5
"""With so few cards left a drawing is at its end."""


@dataclass(frozen=True)
class Trial:
    """One pull: what was seen before it, and what came of it."""

    before: Standing
    sight: Sight
    drawn: Drawn


def trials(seed: str, hut: Hut | None = None) -> Iterator[Trial]:
    """The pulls tried at the hut of a seed, stage by stage."""
    stream = Stream(seed, "trials")
    poses = (hut or build_hut(seed)).poses
    standing: Standing | None = Standing(poses, poses)
    while standing is not None and standing.left.bit_count() > FEWEST:
        sight = look(standing)
        found = [_tried(standing, any_intent(sight, stream, slow=SLOW, fast=FAST), stream) for _ in range(TRIES)]
        tried = [drawn for drawn in found if drawn is not None]
        for drawn in tried:
            yield Trial(standing, sight, drawn)
        standing = _go_on(standing, sight, tried, stream)


def looks_dangerous(sight: Sight, card: int) -> float:
    """A rule of thumb: feet of the hut over the card, cards on it, and how near the hut it lies."""
    turn = math.radians(sight.heap[card, 2])
    axes = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    inside = np.abs((sight.feet - sight.heap[card, :2]) @ axes.T)
    over = int((inside <= np.array([31.0, 46.0])).all(axis=1).sum())
    on_it = int(overlaps_of(sight.heap)[card]) & above(card) & sight.left
    return 0.25 * over + 0.15 * on_it.bit_count() - 0.02 * math.hypot(*sight.heap[card, :2])


def _go_on(standing: Standing, sight: Sight, tried: list[Drawn], stream: Stream) -> Standing | None:
    """Where the drawing goes on; nothing where a slow pull brings the hut down too."""
    stood = [drawn for drawn in tried if drawn.outcome.free and not drawn.outcome.down]
    if stood:
        return min(stood, key=lambda drawn: looks_dangerous(sight, drawn.intent.card)).outcome.after
    safest = min(in_mask(sight.shows), key=lambda card: looks_dangerous(sight, card))
    drawn = _tried(standing, replace(steady(sight, safest), speed=SLOW), stream)
    return drawn.outcome.after if drawn and drawn.outcome.free and not drawn.outcome.down else None


def _tried(standing: Standing, intent: Intent, stream: Stream) -> Drawn | None:
    """A pull, or nothing where the simulation broke down."""
    try:
        return draw(standing, intent, stream)
    except BlownUpError:
        return None
