"""A heap of cards seen from above."""

import math
import re

import pytest

from kozyr.kernel.view import Place, Zone
from kozyr.terminal.canvas import Canvas
from kozyr.terminal.heap_art import covers, draw_heap, points_of


def heap(*places: Place) -> Zone:
    return Zone("heap", "heap", (None,) * len(places), places=places)


@pytest.mark.parametrize("angle", [0.0, 30.0, 90.0, 215.0, -60.0])
def test_a_card_covers_its_corners_and_nothing_beyond_them(angle: float) -> None:
    place, turn = Place(0, 12.0, -7.0, angle), math.radians(angle)
    for across, along in ((29, 44), (-29, 44), (29, -44), (-29, -44)):
        for share, inside in ((0.99, True), (1.01, False)):
            dx, dy = across * share, along * share
            x = 12 + dx * math.cos(turn) - dy * math.sin(turn)
            y = -7 + dx * math.sin(turn) + dy * math.cos(turn)
            assert covers(place, x, y) == inside


def test_the_upper_card_is_seen_where_two_lie_on_one_another() -> None:
    lower, upper = Place(3, 0, 0, 0), Place(9, 20, 0, 0)
    points = points_of([lower, upper], 40, 20)
    seen = {point for row in points for point in row}
    assert seen == {-1, 0, 1}
    for row in points:
        cards = [point for point in row if point != -1]
        assert cards == sorted(cards)


def test_north_is_up_and_east_is_right() -> None:
    points = points_of([Place(0, -60, 60, 0), Place(1, 60, -60, 0)], 40, 20)
    above = {point for row in points[:10] for point in row[:20]}
    below = {point for row in points[-10:] for point in row[20:]}
    assert (above, below) == ({-1, 0}, {-1, 1})


@pytest.mark.parametrize("size", [(28, 10), (52, 18), (90, 30)])
def test_every_number_stands_once_and_on_its_own_card(size: tuple[int, int]) -> None:
    places = [Place(n, 90 * math.cos(n * 0.9), 90 * math.sin(n * 0.9), 37.0 * n) for n in range(7)]
    canvas = Canvas(*size)
    draw_heap(canvas, heap(*places), {0, 3, 6}, chosen=3, built=0)
    text = "\n".join(canvas.lines())
    assert sorted(sign for sign in text if sign.isdigit()) == ["0", "3", "6"]
    points = points_of(places, *size)
    for y, line in enumerate(canvas.lines()):
        for x, sign in enumerate(line):
            if sign.isdigit():
                assert int(sign) in (points[2 * y][x], points[2 * y + 1][x])


def test_numbers_never_touch_one_another() -> None:
    """Not even where many cards lie on one another at one place."""
    places = [Place(n, 3.0 * n, 2.0 * n, 8.0 * n) for n in range(10, 24)]
    canvas = Canvas(28, 12)
    draw_heap(canvas, heap(*places), set(range(10, 24)), None, built=5)
    found = re.findall(r"\d+", "\n".join(canvas.lines()))
    assert sorted(found) == [str(n) for n in range(10, 24)]


def test_what_is_built_on_the_heap_has_its_sign_in_the_middle() -> None:
    for built in (0, 5):
        canvas = Canvas(41, 15)
        draw_heap(canvas, heap(Place(0, 0, 0, 0)), (), None, built)
        assert ("⌂" in canvas.lines()[7]) == bool(built)
