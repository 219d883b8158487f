"""What a careful player of Shalashik thinks of the cards of the heap (S-3..S-6).

It never brings the hut down on purpose, though the very first to pull would win by that: see the explanation of how it
plays. Every pull gives one card, whichever it is, so only the risks differ.
"""

from __future__ import annotations

import functools
from typing import Final

import numpy as np

from kozyr.games.shalashik import risk
from kozyr.games.shalashik.chance import Poses
from kozyr.games.shalashik.heap import CARDS, find_overlaps
from kozyr.games.shalashik.moves import Pull
from kozyr.games.shalashik.stand import FEET_COUNT, find_feet
from kozyr.games.shalashik.view import ShalashikView

_HEAP: Final = "heap"


def pull_value(view: ShalashikView, move: Pull) -> float:
    """The chance that the hut stands; who takes the hut itself counts as the one who brought it down (S-5)."""
    return 0.0 if move.place is None else 1.0 - risk_of(view, move.place)


def risk_of(view: ShalashikView, place: int) -> float:
    """The chance that a pull brings the hut down: as told, or judged by eye where bodies decide (S-6)."""
    told = view.risks[place] if view.risks else None
    return told if told is not None else _judged(_poses(view), view.left, place)


def ground_of_view(view: ShalashikView) -> risk.Ground:
    """The heap as the cards lie now, with the masks that are found once."""
    return _whole_ground(_poses(view))


def _poses(view: ShalashikView) -> Poses:
    """Where the cards lie now; those that are gone, where they were thrown."""
    poses = list(view.heap)
    for place in view.zone(_HEAP).places:
        poses[place.number] = place.x, place.y, place.angle
    return tuple(poses)


@functools.lru_cache(maxsize=1 << 8)
def _judged(poses: Poses, left: int, place: int) -> float:
    ground = _ground(poses)
    parts = risk.risk_of(ground.heap, ground.overlaps, ground.feet, left, place, risk.load_weights())
    return int(parts) / risk.MILLION


@functools.lru_cache(maxsize=8)
def _whole_ground(poses: Poses) -> risk.Ground:
    return risk.ground_of(np.array(poses, dtype=np.float64))


@functools.lru_cache(maxsize=8)
def _ground(poses: Poses) -> risk.Ground:
    """What the risk of a pull hangs on; corners do not matter to it."""
    heap = np.array(poses, dtype=np.float64)
    overlaps = np.zeros(CARDS, dtype=np.int64)
    feet = np.zeros(FEET_COUNT, dtype=np.int64)
    find_overlaps(heap, overlaps)
    find_feet(heap, feet)
    return risk.Ground(heap, np.zeros((CARDS, 4), dtype=np.int64), overlaps, feet)
