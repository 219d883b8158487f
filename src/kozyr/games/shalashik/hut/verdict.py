"""Is the card free, is the hut down (S-7): read from poses alone."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from kozyr.games.shalashik.hut.model import HALF_SIZES, MM, ROOF, WALLS, Numbers, Poses, axes_of, in_mask

ROOF_FELL: Final = 15 * MM
WALL_FLAT: Final = math.cos(math.radians(35))
"""Of a wall that lies, if not quite level: it leans by more than 55 degrees, where walls lean by 13 to 16."""
WALL_LEFT: Final = 60 * MM
_CORNERS: Final = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]) * np.array(HALF_SIZES[:2])


def is_down(poses: Poses, built: Poses) -> bool:
    """Whether the hut is down, against how it stood when it was built (S-7)."""
    if built[ROOF, 2] - poses[ROOF, 2] > ROOF_FELL:
        return True
    walls = list(WALLS)
    level = np.abs(axes_of(poses[walls])[:, 2, 2])
    away = np.hypot(*(poses[walls, :2] - built[walls, :2]).T)
    return bool(level.max() > WALL_FLAT or away.max() > WALL_LEFT)


def is_free(poses: Poses, card: int, present: int) -> bool:
    """Whether a card is clear of all others seen from above; so it touches none."""
    others = list(in_mask(present & ~(1 << card)))
    quad = outline(poses[card])
    near = np.hypot(*(poses[others, :2] - poses[card, :2]).T) < 106 * MM  # two half diagonals
    return not any(
        outlines_meet(quad, outline(poses[other])) for other, close in zip(others, near, strict=True) if close
    )


def outline(pose: Numbers) -> Numbers:
    """A card's corners seen from above, shape (4, 2)."""
    axes = axes_of(pose[None, :])[0]
    corners: Numbers = pose[:2] + _CORNERS @ axes[:2, :2]
    return corners


def outlines_meet(a: Numbers, b: Numbers) -> bool:
    """Whether two parallelograms overlap."""
    for quad in (a, b):
        for k in (0, 1):
            edge = quad[k + 1] - quad[k]
            normal = np.array([-edge[1], edge[0]])
            if not normal.any():
                continue
            along_a, along_b = a @ normal, b @ normal
            if along_a.max() < along_b.min() or along_b.max() < along_a.min():
                return False
    return True
