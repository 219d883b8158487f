"""The numbers of the heap's cards on a picture from above: those a player may pull, each where most of it is seen."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Seen: TypeAlias = NDArray[np.int8]
"""Which card each pixel shows, -1 for the table."""

_DIGITS: Final = (
    "01110 10001 10011 10101 11001 10001 01110",
    "00100 01100 00100 00100 00100 00100 01110",
    "01110 10001 00001 00110 01000 10000 11111",
    "11111 00010 00100 00010 00001 10001 01110",
    "00010 00110 01010 10010 11111 00010 00010",
    "11111 10000 11110 00001 00001 10001 01110",
    "00110 01000 10000 11110 10001 10001 01110",
    "11111 00001 00010 00100 01000 01000 01000",
    "01110 10001 10001 01110 10001 10001 01110",
    "01110 10001 10001 01111 00001 00010 01100",
)
_PLATE, _INK = (255, 252, 240), (20, 20, 24)


def number_cards(image: NDArray[np.uint8], seen: Seen, cards: tuple[int, ...], dot: int) -> None:
    """Write the numbers of some cards into a picture, in dots of so many pixels; none for a card unseen."""
    depths = depth_of(seen)
    for card in cards:
        here = np.where(seen == card, depths, 0)
        if here.max() > 0:
            y, x = np.unravel_index(int(here.argmax()), here.shape)
            _write(image, str(card), int(x), int(y), dot)


def depth_of(seen: Seen) -> NDArray[np.int16]:
    """How far each pixel lies within what is seen of its card, in pixels from 1."""
    depths = np.ones(seen.shape, dtype=np.int16)
    inside = np.ones(seen.shape, dtype=np.bool_)
    while inside.any():
        padded = np.pad(inside, 1)
        neighbours = [np.roll(seen, step, axis) == seen for axis in (0, 1) for step in (-1, 1)]
        inside = inside & np.logical_and.reduce(neighbours)
        inside &= padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]
        depths += inside
    return depths


def stamp(text: str, dot: int) -> NDArray[np.bool_]:
    """A number in dots, with nothing around it."""
    glyphs = [np.array([[dot == "1" for dot in row] for row in _DIGITS[int(digit)].split()]) for digit in text]
    gap = np.zeros((7, 1), dtype=np.bool_)
    row = np.concatenate([part for glyph in glyphs for part in (glyph, gap)][:-1], axis=1)
    return np.kron(row, np.ones((dot, dot), dtype=np.bool_))


def _write(image: NDArray[np.uint8], text: str, x: int, y: int, dot: int) -> None:
    """A number on a light plate with its middle at a pixel, moved into the picture where it would leave it."""
    ink = np.pad(stamp(text, dot), 2 * dot - 1)
    height, width = ink.shape
    top = min(max(y - height // 2, 0), image.shape[0] - height)
    left = min(max(x - width // 2, 0), image.shape[1] - width)
    image[top : top + height, left : left + width] = np.where(ink[..., None], _INK, _PLATE)
