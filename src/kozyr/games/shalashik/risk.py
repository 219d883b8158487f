"""The chance that pulling a card brings the hut down: a logistic model of what lies where (S-6). No engine.

Its weights were fitted to simulated pulls (``hut/fit.py``) and lie in ``risk.json``. They are handed to the compiled
functions, never read by them: machine code kept from an older fit must not answer for a newer one.
Chances are whole parts in a million, so that both modes and all machines agree on them.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kozyr.games.shalashik.heap import CARDS, Heap, Masks, above, covers_of, overlaps_of, showing
from kozyr.games.shalashik.stand import FEET_COUNT, find_feet
from kozyr.kernel.bits import count_bits, highest_bit, lowest_bit
from kozyr.kernel.compiled import compiled

Weights: TypeAlias = NDArray[np.float64]
"""By feature, shape (COUNT,)."""

FEATURES: Final = ("one", "bears", "bears_more", "under", "carries", "near", "on_it", "beneath")
"""One; whether a point of the walls' feet stands right on the card, and how many; how many stand on cards between;
how many stand on cards that lie on it; how near the middle it lies; how many cards lie on it; on how many it lies."""
COUNT: Final = len(FEATURES)
STEADY_SPEED: Final = 250.0
"""mm a second, of the steady hand whose chance the model tells; slow pulls drag what lies on a card along."""
MILLION: Final = 1_000_000
WEIGHTS_FILE: Final = Path(__file__).with_name("risk.json")


@compiled
def features_into(heap: Any, overlaps: Any, feet: Any, left: int, card: int, features: Any) -> None:
    """Fill ``features`` for one card, with those of the heap that are left."""
    bears = under = carries = 0
    on_it = overlaps[card] & above(card) & left
    for point in range(FEET_COUNT):
        below = feet[point] & left
        if below == 0:
            continue
        top = highest_bit(below)
        if top == card:
            bears += 1
        else:
            under += (below >> card) & 1
            carries += (on_it >> top) & 1
    features[0] = 1.0
    features[1] = 1.0 if bears > 0 else 0.0
    features[2] = math.sqrt(bears)
    features[3] = math.sqrt(under)
    features[4] = math.sqrt(carries)
    features[5] = math.exp(-math.hypot(heap[card, 0], heap[card, 1]) / 50.0)
    features[6] = math.sqrt(count_bits(on_it))
    features[7] = math.sqrt(count_bits(overlaps[card] & left & ~above(card)))


@compiled
def risk_of(heap: Any, overlaps: Any, feet: Any, left: int, card: int, weights: Any) -> int:
    """The chance that a steady pull of one card brings the hut down, in parts of a million."""
    features = np.zeros(COUNT)
    features_into(heap, overlaps, feet, left, card, features)
    logit = 0.0
    for i in range(COUNT):
        logit += weights[i] * features[i]
    return round(MILLION / (1.0 + math.exp(-logit)))


@compiled
def risks_into(heap: Any, covers: Any, overlaps: Any, feet: Any, left: int, weights: Any, risks: Any) -> int:
    """Fill ``risks[card]`` for every card that shows, -1 for the others; return the mask of those that show."""
    shows = showing(covers, left)
    risks[:] = -1
    rest = shows
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        risks[card] = risk_of(heap, overlaps, feet, left, card, weights)
    return shows


class Ground(NamedTuple):
    """A heap with the masks that are found once; what the compiled functions are handed."""

    heap: Heap
    covers: Masks
    overlaps: Masks
    feet: Masks


def ground_of(heap: Heap) -> Ground:
    """All that is to be known of a heap."""
    feet = np.zeros(FEET_COUNT, dtype=np.int64)
    find_feet(heap, feet)
    return Ground(heap, covers_of(heap), overlaps_of(heap), feet)


def risks(ground: Ground, left: int) -> dict[int, float]:
    """The chance of collapse by card, of every card that shows."""
    found = np.zeros(CARDS, dtype=np.int64)
    risks_into(ground.heap, ground.covers, ground.overlaps, ground.feet, left, load_weights(), found)
    return {card: int(risk) / MILLION for card, risk in enumerate(found) if risk >= 0}


@cache
def load_weights() -> Weights:
    """The fitted weights, read once."""
    fitted = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))["weights"]
    return np.array([fitted[name] for name in FEATURES])
