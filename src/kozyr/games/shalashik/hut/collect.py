"""Pulls for the risk model: any showing card, any way but inwards, any speed, at every stage of the drawing.

At each stage some pulls are tried, each from where the hut stands; the drawing goes on with the one of them that left
the hut standing and looked least dangerous, or, where all brought it down, with a careful pull. So each stage is seen
as often as it is reached, and a shaky hut no oftener than a firm one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kozyr.games.shalashik.hut.building import Hut, build_hut
from kozyr.games.shalashik.hut.hands import Drawn, Sight, any_intent, careful, draw, look, looks_dangerous
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
        tried = [draw(standing, any_intent(sight, stream, slow=SLOW, fast=FAST), stream) for _ in range(TRIES)]
        for drawn in tried:
            yield Trial(standing, sight, drawn)
        standing = _go_on(standing, sight, tried, stream)


def _go_on(standing: Standing, sight: Sight, tried: list[Drawn], stream: Stream) -> Standing | None:
    """Where the drawing goes on; nothing where a careful pull brings the hut down too."""
    stood = [drawn for drawn in tried if drawn.outcome.free and not drawn.outcome.down]
    if stood:
        return min(stood, key=lambda drawn: looks_dangerous(sight, drawn.intent.card)).outcome.after
    outcome = draw(standing, careful(sight, stream), stream).outcome
    return outcome.after if outcome.free and not outcome.down else None
