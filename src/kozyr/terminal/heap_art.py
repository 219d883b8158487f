"""A heap of cards seen from above: each in a shade of its own, with the numbers of those that may be taken.

Every character is two points, one above the other. The shades only tell the cards apart; the numbers name them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Final

from kozyr.kernel.view import Place, Zone
from kozyr.terminal.canvas import Canvas

HALF_WIDTH: Final = 29.0
HALF_LENGTH: Final = 44.0
"""Of a card, in mm."""
_SHADES: Final = ("#3a4a5c", "#52667e", "#465a70", "#5f7590", "#405268", "#586f8a", "#4c6078")
_HUT: Final = "⌂"
_UPPER: Final = "▀"
_LOWER: Final = "▄"
_NOTHING: Final = -1

Points = list[list[int]]
"""By row and column of points: the index in the heap of the card on top, or _NOTHING."""


def covers(place: Place, x: float, y: float) -> bool:
    """Whether a card lies over a point (mm)."""
    turn = math.radians(place.angle)
    dx, dy = x - place.x, y - place.y
    across = dx * math.cos(turn) + dy * math.sin(turn)
    along = dy * math.cos(turn) - dx * math.sin(turn)
    return abs(across) <= HALF_WIDTH and abs(along) <= HALF_LENGTH


def reach(places: Sequence[Place]) -> float:
    """How far from the middle the cards reach, in mm; at least as far as one card."""
    corner = math.hypot(HALF_WIDTH, HALF_LENGTH)
    return max((max(abs(place.x), abs(place.y)) + corner for place in places), default=corner)


def points_of(places: Sequence[Place], width: int, height: int) -> Points:
    """Which card is seen at each point of a picture of ``width`` by ``height`` characters."""
    far = reach(places)
    points: Points = []
    for row in range(2 * height):
        y = far * (1 - (2 * row + 1) / (2 * height))
        xs = [far * ((2 * column + 1) / width - 1) for column in range(width)]
        points.append([_top(places, x, y) for x in xs])
    return points


def _top(places: Sequence[Place], x: float, y: float) -> int:
    for index in range(len(places) - 1, -1, -1):
        if covers(places[index], x, y):
            return index
    return _NOTHING


def draw_heap(canvas: Canvas, heap: Zone, numbers: Collection[int], chosen: int | None, built: int) -> None:
    """The heap over the whole canvas; ``numbers`` stand on their cards, the chosen one stands out.

    In the middle stands a sign for what is built of ``built`` more cards on it, if any.
    """
    points = points_of(heap.places, canvas.width, canvas.height)
    for y in range(canvas.height):
        for x, (upper, lower) in enumerate(zip(points[2 * y], points[2 * y + 1], strict=True)):
            _draw_point(canvas, x, y, upper, lower)
    taken: set[tuple[int, int]] = set()
    for index, place in enumerate(heap.places):
        if place.number in numbers:
            text = str(place.number)
            x, y = _spot(points, index, place, canvas, taken)
            taken.update((x + i, y) for i in range(-1, len(text) + 1))
            style = "bold black on #ffd75f" if place.number == chosen else f"bold #ffffff on {_shade(index)}"
            canvas.put(x, y, text, style)
    if built:
        x, y = _nearest_to_the_middle(canvas, taken)
        canvas.put(x, y, _HUT, "bold #ffd75f on #202020")


def _nearest_to_the_middle(canvas: Canvas, taken: set[tuple[int, int]]) -> tuple[int, int]:
    x, y = canvas.width // 2, canvas.height // 2
    spots = [(column, row) for row in range(canvas.height) for column in range(canvas.width)]
    free = [spot for spot in spots if spot not in taken]
    return min(free, key=lambda spot: (spot[0] - x) ** 2 + 4 * (spot[1] - y) ** 2)


def _draw_point(canvas: Canvas, x: int, y: int, upper: int, lower: int) -> None:
    if upper == lower:
        if upper != _NOTHING:
            canvas.put(x, y, " ", f"on {_shade(upper)}")
    elif upper == _NOTHING:
        canvas.put(x, y, _LOWER, _shade(lower))
    elif lower == _NOTHING:
        canvas.put(x, y, _UPPER, _shade(upper))
    else:
        canvas.put(x, y, _UPPER, f"{_shade(upper)} on {_shade(lower)}")


def _shade(index: int) -> str:
    return _SHADES[index % len(_SHADES)]


def _spot(points: Points, index: int, place: Place, canvas: Canvas, taken: set[tuple[int, int]]) -> tuple[int, int]:
    """Where the number of a card stands: on what is seen of it, or as near as it touches no other number."""
    size = len(str(place.number))
    seen = [
        (x, y)
        for y in range(canvas.height)
        for x in range(canvas.width - size + 1)
        if index in (points[2 * y][x], points[2 * y + 1][x])
    ]
    free = [spot for spot in seen if not any((spot[0] + i, spot[1]) in taken for i in range(size))]
    whole = [spot for spot in free if all(points[2 * spot[1]][spot[0] + i] == index for i in range(size))]
    on_it = whole or free or seen or [(canvas.width // 2, canvas.height // 2)]
    centre = (sum(x for x, _ in on_it) / len(on_it), sum(y for _, y in on_it) / len(on_it))
    best = whole or free or _clear(canvas, size, taken) or on_it
    return min(best, key=lambda spot: (spot[0] - centre[0]) ** 2 + 4 * (spot[1] - centre[1]) ** 2)


def _clear(canvas: Canvas, size: int, taken: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where a number touches no other."""
    spots = ((x, y) for y in range(canvas.height) for x in range(canvas.width - size + 1))
    return [(x, y) for x, y in spots if not any((x + i, y) in taken for i in range(size))]
