"""Pictures and films of the hut, and the paths they are made of."""

import json
import struct
import zlib
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.games.shalashik import heap
from kozyr.games.shalashik.chance import Fallen, check_path
from kozyr.games.shalashik.heap import covers_of, showing
from kozyr.games.shalashik.hut import hands
from kozyr.games.shalashik.hut.building import laid
from kozyr.games.shalashik.hut.film import film, spread, strip, trembling
from kozyr.games.shalashik.hut.labels import depth_of, number_cards, stamp
from kozyr.games.shalashik.hut.model import ALL, Poses, heap_of, in_mask
from kozyr.games.shalashik.hut.path import Grip, PathError, path_from_json, path_to_json, replay_turn
from kozyr.games.shalashik.hut.picture import ABOVE, Image, picture, render, seen_by, write_png
from kozyr.games.shalashik.hut.pull import Standing
from kozyr.games.shalashik.moves import Pull
from kozyr.games.shalashik.tests.tables import STACKED, thrown
from kozyr.kernel.streams import Stream


@cache
def poses() -> Poses:
    """A heap as it is thrown and a hut as it is held; nothing has to settle for a picture."""
    return laid(heap.scatter(Stream("picture")))


def reds(image: Image) -> int:
    red, blue = image[..., 0].astype(int), image[..., 2].astype(int)
    return int((red > blue + 60).sum())


def test_the_hut_is_seen_from_the_side_and_from_above() -> None:
    image = picture(poses(), height=60)
    assert image.shape == (60, 78 + 6 + 60, 3)
    assert reds(image[:, :78]) > 100
    assert reds(image[:, 84:]) > 50


def test_a_card_that_is_gone_is_not_in_the_picture() -> None:
    whole = render(poses(), ALL, ABOVE, (50, 50))
    bare = render(poses(), ALL & ~(1 << 35), ABOVE, (50, 50))
    assert reds(whole) > reds(bare)
    assert np.array_equal(whole, render(poses(), ALL, ABOVE, (50, 50)))
    assert not np.array_equal(whole, render(poses(), ALL, ABOVE, (50, 50), marked=1 << 30))


def read(image: Image, dot: int) -> set[str]:
    """The numbers written in a picture: dark dots on a light plate."""
    dark, light = (image.max(axis=2) < 40), (image.min(axis=2) > 220)
    found = set()
    for card in range(31):
        ink = np.pad(stamp(str(card), dot), dot)
        rows, columns = (size - part + 1 for size, part in zip(dark.shape, ink.shape, strict=True))
        fits = np.ones((rows, columns), dtype=bool)
        for y, x in np.ndindex(*ink.shape):
            fits &= (dark if ink[y, x] else light)[y : y + rows, x : x + columns]
        found |= {str(card)} if fits.any() else set()
    return found


def test_the_cards_that_may_be_pulled_have_their_numbers_on_the_picture_from_above() -> None:
    """Those of which something is seen: so that ``--pull N`` can be chosen."""
    left = ALL & ~0b1111
    image = picture(poses(), left, height=240)[:, 312 + 6 :]
    shows = showing(covers_of(heap_of(poses())), left & heap.WHOLE)
    seen = seen_by(poses(), left, ABOVE, (240, 240))
    wanted = {str(card) for card in in_mask(shows) if card > 9 and (seen == card).any()}
    written = {number for number in read(image, 1) if len(number) == 2}  # a digit stands in other numbers too
    assert len(wanted) > 12
    assert written <= wanted
    assert len(written) > 0.8 * len(wanted)  # one plate may lie on another where little is seen of a card


def test_a_number_stands_where_most_is_seen_of_its_card() -> None:
    seen = np.full((60, 60), -1, dtype=np.int8)
    seen[10:41, 20:51] = 7
    seen[10:41, 20:22] = 3
    image = np.zeros((60, 60, 3), dtype=np.uint8)
    number_cards(image, seen, (7, 12), 1)
    ys, xs = np.nonzero(image.sum(axis=2))
    assert (ys.mean().round(), xs.mean().round()) == (pytest.approx(25, abs=1), pytest.approx(36, abs=2))
    assert read(image, 1) == {"7"}
    assert depth_of(seen)[25, 36] == 15
    assert depth_of(seen)[10, 36] == depth_of(seen)[25, 22] == 1


def test_a_png_holds_the_pixels(tmp_path: Path) -> None:
    image = render(poses(), ALL, ABOVE, (7, 5))
    write_png(tmp_path / "x.png", image)
    data = (tmp_path / "x.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (7, 5)
    start = data.index(b"IDAT") + 4
    rows = zlib.decompress(data[start : data.index(b"IEND") - 8])
    assert rows == b"".join(b"\0" + row.tobytes() for row in image)


def test_a_filmstrip_shows_the_pull_from_its_first_moment_to_its_last() -> None:
    pytest.importorskip("mujoco")
    standing = Standing(poses(), poses(), ALL & ~0b1111)
    grip = Grip(30, hands.outermost_corner(hands.look(standing), 30), ((0.0, 120.0, 0.0), (0.0, 122.0, 0.0)))
    moments, outcome = film(standing, grip)
    assert np.array_equal(moments[0], standing.poses)
    assert len(moments) > 2
    assert spread(moments, 3)[0] is moments[0]
    assert spread(moments, 3)[-1] is moments[-1]
    assert any(trembling(moments, standing.built) is moment for moment in moments)
    image, again = strip(standing, grip, shots=2)
    assert image.shape == (260, 2 * 338 + 6, 3)
    assert (again.free, again.down, again.ticks) == (outcome.free, outcome.down, outcome.ticks)
    assert [each.down for each in replay_turn(standing, [grip])] == [outcome.down]


def test_a_path_survives_its_plain_values() -> None:
    """S-6, S-7: a turn of four grips, two of them let go at once."""
    turn = (
        Grip(7, (1.0, -2.5), ((1.5, 2.0, 0.0), (2.5, 3.0, 1.0))),
        Grip(0, (0.0, 0.0), ()),
        Grip(7, (3.0, 0.5), ((4.0, 1.0, 0.5),)),
        Grip(9, (5.0, 6.0), ()),
    )
    value = path_to_json(turn)
    assert value == {
        "ticks": 60,
        "xy": [[1.5, 2.0], [2.5, 3.0], [4.0, 1.0]],
        "grips": [
            {"at": 0, "card": 7, "grab": [1.0, -2.5]},
            {"at": 2, "card": 0, "grab": [0.0, 0.0]},
            {"at": 2, "card": 7, "grab": [3.0, 0.5]},
            {"at": 3, "card": 9, "grab": [5.0, 6.0]},
        ],
        "lift": {"1": 1.0, "2": 0.5},
    }
    check_path(value)
    assert path_from_json(json.loads(json.dumps(value))) == turn
    assert path_from_json({**value, "note": "not ours"}) == turn
    assert path_from_json(path_to_json(())) == ()


_NUMBER = st.floats(-1000, 1000).map(lambda number: round(number, 1) + 0.0)
_POINT = st.tuples(_NUMBER, _NUMBER)
_GRIPS = st.builds(
    Grip, st.integers(0, 30), _POINT, st.lists(st.tuples(_NUMBER, _NUMBER, _NUMBER), max_size=4).map(tuple)
)


@given(st.lists(_GRIPS, max_size=4).map(tuple))
def test_any_turn_is_a_path_of_the_record_and_comes_back(turn: tuple[Grip, ...]) -> None:
    """S-6: the two are a bijection."""
    value = path_to_json(turn)
    check_path(value)
    assert path_from_json(value) == turn
    assert path_to_json(path_from_json(value)) == value


def test_a_stored_turn_goes_into_the_match_and_its_record_as_it_is() -> None:
    """S-6: and what the record gives back can be pulled again."""
    turn = (Grip(30, (1.0, 2.0), ((1.0, 3.0, 0.0), (1.0, 4.0, 2.0))),)
    match = thrown(2, heap=STACKED, hut="physics")
    match.apply(0, Pull(30))
    match.resolve(Fallen(True, path_to_json(turn)))
    kept = json.loads(json.dumps(match.deals()[0].extra["paths"]))
    assert path_from_json(kept["0"]) == turn


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ticks": 0}, "ticks of a path"),
        ({"ticks": 30}, "only a path of 60 ticks a second"),
        ({"xy": None}, "xy of a path"),
        ({"xy": [[0, 0, 0]]}, "xy of a path"),
        ({"xy": [[0, "x"]]}, "xy of a path"),
        ({"xy": [[0, float("nan")]]}, "xy of a path"),
        ({"xy": [[0, 0], [0, 1001]]}, "within 1000 mm"),
        ({"xy": [[0, 0], [0, 10**400]]}, "within 1000 mm"),
        ({"grips": None}, "which cards were held"),
        ({"grips": []}, "begin where xy does"),
        ({"grips": [7]}, "at, card and grab"),
        ({"grips": [{"card": 7, "grab": [0, 0]}]}, "at, card and grab"),
        ({"grips": [{"at": 1, "card": 7, "grab": [0, 0]}]}, "begin where xy does"),
        ({"grips": [{"at": True, "card": 7, "grab": [0, 0]}]}, "at of a grip"),
        ({"grips": [{"at": 0, "card": 7, "grab": [0, 0]}, {"at": 3, "card": 7, "grab": [0, 0]}]}, "follow each other"),
        ({"grips": [{"at": 0, "card": 31, "grab": [0, 0]}]}, "card of a grip"),
        ({"grips": [{"at": 0, "card": True, "grab": [0, 0]}]}, "card of a grip"),
        ({"grips": [{"at": 0, "card": 7, "grab": [0]}]}, "a place is"),
        ({"grips": [{"at": 0, "card": 7, "grab": [0, 2e9]}]}, "within 1000 mm"),
        ({"lift": []}, "lift is an object"),
        ({"lift": {"2": 1}}, "lift is of ticks"),
        ({"lift": {"01": 1}}, "lift is of ticks"),
        ({"lift": {"1": "x"}}, "within 1000 mm"),
    ],
)
def test_what_is_no_path_is_refused(change: dict[str, object], message: str) -> None:
    path = {"ticks": 60, "xy": [[0, 0], [1, 0]], "grips": [{"at": 0, "card": 7, "grab": [0, 0]}]}
    assert len(path_from_json(path)) == 1
    with pytest.raises(PathError, match=message):
        path_from_json({**path, **change})


@pytest.mark.parametrize("value", [None, 7, [], "path", {}])
def test_what_is_no_object_with_ticks_is_no_path(value: object) -> None:
    with pytest.raises(PathError):
        path_from_json(value)
