"""Pulls for the risk model: any showing card, any way but inwards, any speed, at every stage of the drawing.

A pull that brings the hut down is counted and not kept: the drawing goes on from where it stood, so that late stages
are seen too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kozyr.games.shalashik.hut.building import Hut, build_hut
from kozyr.games.shalashik.hut.hands import Drawn, Sight, any_intent, draw, look
from kozyr.games.shalashik.hut.pull import Standing
from kozyr.kernel.streams import Stream

SLOW, FAST = 50.0, 600.0
FEWEST: Final = 5
"""With so few cards left a drawing is at its end."""


@dataclass(frozen=True)
class Trial:
    """One pull: what was seen before it, and what came of it."""

    before: Standing
    sight: Sight
    drawn: Drawn


def trials(seed: str, count: int, hut: Hut | None = None) -> Iterator[Trial]:
    """Up to so many pulls at the hut of a seed, one after another."""
    stream = Stream(seed, "trials")
    poses = (hut or build_hut(seed)).poses
    standing = Standing(poses, poses)
    for _ in range(count):
        sight = look(standing)
        if sight.left.bit_count() < FEWEST:
            return
        drawn = draw(standing, any_intent(sight, stream, slow=SLOW, fast=FAST), stream)
        yield Trial(standing, sight, drawn)
        if not drawn.outcome.down:
            standing = drawn.outcome.after
