"""The chance that pulling a card brings the hut down. Provisional: an unfitted guess; the fitted model replaces it.

It is monotone in what matters: greater near the middle and under cards of the heap's top, less for cards at the rim.
The names and shapes are those of the fitted model, so nothing that uses them will change. Chances are whole parts in a
million, so that both modes and all machines agree on them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kozyr.games.shalashik.heap import CARDS, Heap, Masks, above, covers_of, overlaps_of, showing
from kozyr.kernel.bits import count_bits, lowest_bit
from kozyr.kernel.compiled import compiled

Weights: TypeAlias = NDArray[np.float64]

MILLION: Final = 1_000_000
FEET_COUNT: Final = 36


@compiled
def risk_of(  # noqa: PLR0917 - compiled code takes plain arguments
    heap: Any,
    overlaps: Any,
    feet: Any,  # noqa: ARG001 - the fitted model reads it
    left: int,
    card: int,
    weights: Any,
) -> int:
    """The chance that a steady pull of one card brings the hut down, in parts of a million."""
    on_it = count_bits(overlaps[card] & above(card) & left)
    logit = weights[0] + weights[1] * math.exp(-math.hypot(heap[card, 0], heap[card, 1]) / 50.0)
    logit += weights[2] * math.sqrt(on_it)
    return round(MILLION / (1.0 + math.exp(-logit)))


@compiled
def risks_into(  # noqa: PLR0917 - compiled code takes plain arguments
    heap: Any, covers: Any, overlaps: Any, feet: Any, left: int, weights: Any, risks: Any
) -> int:
    """Fill ``risks[card]`` for every card that shows, -1 for the others; return the mask of those that show."""
    shows = showing(covers, left)
    risks[:] = -1
    rest = shows
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        risks[card] = risk_of(heap, overlaps, feet, left, card, weights)
    return shows


@dataclass(frozen=True)
class Ground:
    """A heap with the masks that are found once; what the compiled functions are handed."""

    heap: Heap
    covers: Masks
    overlaps: Masks
    feet: Masks


def ground_of(heap: Heap) -> Ground:
    """All that is to be known of a heap."""
    return Ground(heap, covers_of(heap), overlaps_of(heap), np.zeros(FEET_COUNT, dtype=np.int64))


def risks(ground: Ground, left: int) -> dict[int, float]:
    """The chance of collapse by card, of every card that shows."""
    found = np.zeros(CARDS, dtype=np.int64)
    risks_into(ground.heap, ground.covers, ground.overlaps, ground.feet, left, load_weights(), found)
    return {card: int(risk) / MILLION for card, risk in enumerate(found) if risk >= 0}


def load_weights() -> Weights:
    """The weights of one, of nearness to the middle, of the cards on top."""
    return np.array([-5.0, 8.0, 0.3])
