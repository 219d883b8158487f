"""Is the card free, is the hut down (S-7): read from poses alone."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

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


def awry(poses: Poses, built: Poses) -> float:
    """How far the walls' leans have changed since the hut was built, in degrees, all four together."""
    walls = list(WALLS)
    leans = [np.degrees(np.arccos(np.clip(np.abs(axes_of(each[walls])[:, 1, 2]), 0, 1))) for each in (poses, built)]
    return float(np.abs(leans[0] - leans[1]).sum())


def is_free(poses: Poses, card: int, present: int) -> bool:
    """Whether a card is clear of all others seen from above; so it touches none."""
    others = list(in_mask(present & ~(1 << card)))
    return not meets(outlines(poses[[card]])[0], outlines(poses[others])).any()


def outlines(poses: Numbers) -> Numbers:
    """The cards' corners seen from above, shape (n, 4, 2)."""
    axes = axes_of(poses)
    corners: Numbers = poses[:, None, :2] + np.einsum("ck,nkx->ncx", _CORNERS, axes[:, :2, :2])
    return corners


def meets(quad: Numbers, others: Numbers) -> NDArray[np.bool_]:
    """Which of the other parallelograms one overlaps, shape (n,)."""
    together = np.ones(len(others), dtype=np.bool_)
    for normal in _normals(quad[None])[0]:
        own, their = quad @ normal, others @ normal
        together &= (own.max() >= their.min(axis=1)) & (their.max(axis=1) >= own.min())
    for normals in np.moveaxis(_normals(others), 1, 0):
        own, their = normals @ quad.T, np.einsum("ncx,nx->nc", others, normals)
        together &= (own.max(axis=1) >= their.min(axis=1)) & (their.max(axis=1) >= own.min(axis=1))
    return together


def _normals(quads: Numbers) -> Numbers:
    """Across two neighbouring edges of each, shape (n, 2, 2)."""
    edges = quads[:, 1:3] - quads[:, 0:2]
    return np.stack([-edges[..., 1], edges[..., 0]], axis=-1)
