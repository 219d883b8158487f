"""Which cards a pull can move; the others are frozen, which spares the engine most of its work.

A pulled card drags what lies on it, and what lies on that. What lies beneath is pressed between it and the table and
stays. The hut moves where a foot of it stands on a card that moves. A card touched later is thawed, and so is what
bears a worn hut when that gives way (``pull.py``): it stands so narrowly that what its feet rest on must give too.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozyr.games.shalashik.heap import CARDS, WHOLE, above
from kozyr.games.shalashik.hut.model import HALF_SIZES, HUT, MM, WALLS, Numbers, Poses, axes_of, in_mask
from kozyr.games.shalashik.hut.verdict import meets, outlines

LEVELS: Final = 3
"""How many layers above the pulled card are free to move."""

GIVES: Final = 1 * MM
"""So far a card of the hut must have moved in the pull for it to give way …"""
WORN: Final = 4 * MM
"""… and so far from where it was built for it to be worn."""
_SLACK: Final = 2 * MM


def meetings(poses: Poses, present: int) -> list[int]:
    """For each card of the heap, the mask of present cards it overlaps, seen from above."""
    cards = in_mask(present & WHOLE)
    quads = outlines(poses[list(cards)])
    masks = [0] * CARDS
    for i, card in enumerate(cards[1:], 1):
        for other in np.flatnonzero(meets(quads[i], quads[:i])).tolist():
            masks[card] |= 1 << cards[other]
            masks[cards[other]] |= 1 << card
    return masks


def can_move(poses: Poses, present: int, card: int, levels: int = LEVELS) -> int:
    """The mask of the cards that pulling this one may move."""
    masks = meetings(poses, present)
    moving = layer = 1 << card
    for _ in range(levels):
        on_it = 0
        for each in in_mask(layer):
            on_it |= masks[each] & above(each)
        layer = on_it & ~moving
        moving |= layer
    return moving | (HUT if stands_on(poses, moving) else 0)


def gives_way(poses: Poses, before: Poses, built: Poses) -> bool:
    """Whether the hut moves in this pull and is worn, by it or by those before."""
    now = poses[CARDS:, :3]
    return bool(np.abs(now - before[CARDS:, :3]).max() > GIVES and np.abs(now - built[CARDS:, :3]).max() > WORN)


def near_hut(poses: Poses) -> int:
    """The hut and the cards that its feet may stand on."""
    return HUT | sum(1 << card for card in range(CARDS) if stands_on(poses, 1 << card))


def stands_on(poses: Poses, cards: int) -> bool:
    """Whether a foot of the hut may stand on one of the cards."""
    points = feet(poses)
    return any(_points_over(poses[card], points).any() for card in in_mask(cards & WHOLE))


def bearers(poses: Poses, present: int) -> int:
    """The mask of the cards on which the hut's feet stand right: the topmost under each point of them."""
    points = feet(poses)
    topmost = np.full(len(points), -1)
    for card in in_mask(present & WHOLE):
        topmost[_points_over(poses[card], points)] = card
    return sum(1 << card for card in set(topmost.tolist()) if card >= 0)


def _points_over(card: Numbers, points: Numbers) -> NDArray[np.bool_]:
    """Which points lie over a card or right beside it, seen from above."""
    axes = axes_of(card[None, :])[0, :2, :2]
    within = np.abs((points - card[:2]) @ axes.T) <= np.array(HALF_SIZES[:2]) + _SLACK
    inside: NDArray[np.bool_] = within[:, 0] & within[:, 1]
    return inside


def feet(poses: Poses) -> Numbers:
    """Points along the lower edges of the walls, seen from above, shape (36, 2)."""
    walls = list(WALLS)
    axes = axes_of(poses[walls])
    low = np.where(axes[:, 1, 2] > 0, -1.0, 1.0)
    middles = poses[walls, :2] + low[:, None] * HALF_SIZES[1] * axes[:, 1, :2]
    along = np.linspace(-1, 1, 9)[None, :, None] * HALF_SIZES[0] * axes[:, None, 0, :2]
    return (middles[:, None] + along).reshape(-1, 2)
