"""The heap of 31 scattered cards under the hut: plain geometry, no engine (S-2, S-3).

A heap is an array of poses, shape (31, 3): x and y of the centre in mm, the angle in degrees, counter-clockwise; the
bottom card first. Cards are 58 mm along x and 88 mm along y at angle 0. Sets of cards are int64 bit masks.
"""

from __future__ import annotations

import math
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kozyr.kernel.bits import lowest_bit
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import Source, Stream, below

Heap: TypeAlias = NDArray[np.float64]
"""Poses, shape (31, 3)."""
Masks: TypeAlias = NDArray[np.int64]

CARDS: Final = 31
"""In the heap; the hut has five more."""
WHOLE: Final = (1 << CARDS) - 1
WIDTH: Final = 58.0
LENGTH: Final = 88.0
HALF_WIDTH: Final = WIDTH / 2
HALF_LENGTH: Final = LENGTH / 2
SCATTER_RADIUS: Final = 110.0
"""The centres of the cards lie in a disc of this radius around the hut."""
_TOUCH: Final = 1e-9
"""A corner this near to an edge is on it; poses have one decimal, so no other corner comes so near."""
_TENTHS_OF_RADIUS: Final = round(10 * SCATTER_RADIUS)


@compiled
def corner(heap: Any, card: int, k: int) -> tuple[float, float]:
    """Corner 0..3 of a card, counter-clockwise from its upper right at angle 0."""
    turn = math.radians(heap[card, 2])
    right = HALF_WIDTH if k in (0, 3) else -HALF_WIDTH
    up = HALF_LENGTH if k < 2 else -HALF_LENGTH
    cos = math.cos(turn)
    sin = math.sin(turn)
    return heap[card, 0] + right * cos - up * sin, heap[card, 1] + right * sin + up * cos


@compiled
def covers_point(heap: Any, card: int, x: float, y: float) -> bool:
    """Whether a point is on a card or on its edge."""
    turn = math.radians(heap[card, 2])
    cos = math.cos(turn)
    sin = math.sin(turn)
    dx = x - heap[card, 0]
    dy = y - heap[card, 1]
    return abs(dx * cos + dy * sin) <= HALF_WIDTH + _TOUCH and abs(dy * cos - dx * sin) <= HALF_LENGTH + _TOUCH


@compiled
def cover_corners(heap: Any, covers: Any) -> None:
    """Fill, once a heap, ``covers[card, k]`` with the cards above that lie on that corner; shape (31, 4)."""
    for card in range(CARDS):
        for k in range(4):
            x, y = corner(heap, card, k)
            mask = 0
            for other in range(card + 1, CARDS):
                if covers_point(heap, other, x, y):
                    mask |= 1 << other
            covers[card, k] = mask


@compiled
def showing(covers: Any, left: int) -> int:
    """Which of the cards still in the heap show: at least one corner under no other of them (S-3)."""
    mask = 0
    rest = left
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        for k in range(4):
            if covers[card, k] & left == 0:
                mask |= 1 << card
                break
    return mask


@compiled
def _apart(heap: Any, card: int, other: int) -> bool:
    """Whether an edge of the first card parts it from the other."""
    turn = math.radians(heap[card, 2])
    cos = math.cos(turn)
    sin = math.sin(turn)
    between = math.radians(heap[other, 2]) - turn
    across = abs(math.cos(between))
    along = abs(math.sin(between))
    dx = heap[other, 0] - heap[card, 0]
    dy = heap[other, 1] - heap[card, 1]
    if abs(dx * cos + dy * sin) > HALF_WIDTH + HALF_WIDTH * across + HALF_LENGTH * along:
        return True
    return abs(dy * cos - dx * sin) > HALF_LENGTH + HALF_LENGTH * across + HALF_WIDTH * along


@compiled
def find_overlaps(heap: Any, overlaps: Any) -> None:
    """Fill, once a heap, ``overlaps[card]`` with the cards, above and below, that it overlaps; shape (31,)."""
    overlaps[:] = 0
    for card in range(CARDS):
        for other in range(card):
            if not (_apart(heap, card, other) or _apart(heap, other, card)):
                overlaps[card] |= 1 << other
                overlaps[other] |= 1 << card


@compiled
def above(card: int) -> int:
    """The mask of the places above a card's."""
    return WHOLE & ~((2 << card) - 1)


@compiled
def scatter_into(words: Any, heap: Any) -> None:
    """Throw 31 cards loosely on the table (S-2): centres uniform in a disc, any angle, tenths throughout."""
    for card in range(CARDS):
        x = _TENTHS_OF_RADIUS
        y = _TENTHS_OF_RADIUS
        while x * x + y * y > _TENTHS_OF_RADIUS * _TENTHS_OF_RADIUS:
            x = below(words, 2 * _TENTHS_OF_RADIUS + 1) - _TENTHS_OF_RADIUS
            y = below(words, 2 * _TENTHS_OF_RADIUS + 1) - _TENTHS_OF_RADIUS
        heap[card, 0] = x / 10
        heap[card, 1] = y / 10
        heap[card, 2] = below(words, 3600) / 10


def scatter(source: Source) -> Heap:
    """A random heap without physics, much like one that has settled."""
    heap = np.zeros((CARDS, 3))
    if isinstance(source, Stream):
        scatter_into(source.words, heap)
    else:
        for card in range(CARDS):
            heap[card] = thrown(source)
    return heap


def thrown(source: Source) -> tuple[float, float, float]:
    """The pose of one card, drawn as ``scatter_into`` draws it."""
    width = 2 * _TENTHS_OF_RADIUS + 1
    while True:
        x = source.below(width) - _TENTHS_OF_RADIUS
        y = source.below(width) - _TENTHS_OF_RADIUS
        if x * x + y * y <= _TENTHS_OF_RADIUS * _TENTHS_OF_RADIUS:
            return x / 10, y / 10, source.below(3600) / 10


def covers_of(heap: Heap) -> Masks:
    """The masks of ``cover_corners``."""
    covers = np.zeros((CARDS, 4), dtype=np.int64)
    cover_corners(heap, covers)
    return covers


def overlaps_of(heap: Heap) -> Masks:
    """The masks of ``find_overlaps``."""
    overlaps = np.zeros(CARDS, dtype=np.int64)
    find_overlaps(heap, overlaps)
    return overlaps


def corners_of(heap: Heap) -> NDArray[np.float64]:
    """The corners of all cards, shape (31, 4, 2)."""
    return np.array([[corner(heap, card, k) for k in range(4)] for card in range(CARDS)])
