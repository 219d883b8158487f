"""Where the hut stands on the heap: around the origin, its feet as lines, in mm and radians (S-2).

Two walls stand across x and lean together, two more close the open ends along y; the roof lies on top.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kozyr.games.shalashik.heap import CARDS, HALF_WIDTH, LENGTH, covers_point
from kozyr.kernel.compiled import compiled

PAIR_LEAN: Final = math.radians(16)
OUTER_LEAN: Final = math.radians(13)
PAIR_FOOT: Final = LENGTH * math.sin(PAIR_LEAN) + 0.3
"""How far from the middle the pair's lower edges stand, mm."""
SIDE_FOOT: Final = HALF_WIDTH + LENGTH * math.cos(PAIR_LEAN) * math.tan(OUTER_LEAN) + 0.3
"""How far the two others' do."""
POINTS_A_WALL: Final = 9
FEET_COUNT: Final = 4 * POINTS_A_WALL


def _feet() -> NDArray[np.float64]:
    along = np.linspace(-HALF_WIDTH, HALF_WIDTH, POINTS_A_WALL)
    lines = [np.column_stack([np.full(POINTS_A_WALL, side * PAIR_FOOT), along]) for side in (-1, 1)]
    lines += [np.column_stack([along, np.full(POINTS_A_WALL, side * SIDE_FOOT)]) for side in (-1, 1)]
    return np.concatenate(lines)


FEET: Final = _feet()
"""Points along the walls' lower edges, nine a wall, shape (36, 2), mm."""


@compiled
def find_feet(heap: Any, feet: Any) -> None:
    """Fill, once a heap, ``feet[point]`` with the cards that lie under that point of the walls; shape (36,)."""
    for point in range(FEET_COUNT):
        mask = 0
        for card in range(CARDS):
            if covers_point(heap, card, FEET[point, 0], FEET[point, 1]):
                mask |= 1 << card
        feet[point] = mask
