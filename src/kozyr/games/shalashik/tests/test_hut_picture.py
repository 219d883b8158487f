"""Pictures and films of the hut, and the paths they are made of."""

import struct
import zlib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from kozyr.games.shalashik import heap
from kozyr.games.shalashik.hut import hands
from kozyr.games.shalashik.hut.building import hut_poses, laid
from kozyr.games.shalashik.hut.film import film, spread, strip, trembling
from kozyr.games.shalashik.hut.model import ALL, Poses
from kozyr.games.shalashik.hut.path import Grip, PathError, path_from_json, path_to_json, replay_turn
from kozyr.games.shalashik.hut.picture import ABOVE, Image, picture, render, write_png
from kozyr.games.shalashik.hut.pull import Standing
from kozyr.kernel.streams import Stream


@cache
def poses() -> Poses:
    """A heap as it is thrown and a hut as it is held; nothing has to settle for a picture."""
    placed = laid(heap.scatter(Stream("picture")))
    placed[heap.CARDS :] = hut_poses(0.005)
    return placed


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
    """S-6, S-7: a turn of two grips."""
    turn = (Grip(7, (1.0, -2.5), ((1.5, 2.0, 0.0), (2.5, 3.0, 1.0))), Grip(0, (0.0, 0.0), ()))
    assert path_from_json(path_to_json(turn)) == turn


@pytest.mark.parametrize(
    "value",
    [
        {},
        [1],
        [{"card": 7}],
        [{"card": 31, "grab": [0, 0], "hand": []}],
        [{"card": True, "grab": [0, 0], "hand": []}],
        [{"card": 7, "grab": [0], "hand": []}],
        [{"card": 7, "grab": [0, 0], "hand": 3}],
        [{"card": 7, "grab": [0, 0], "hand": [[0, 0]]}],
        [{"card": 7, "grab": [0, 0], "hand": [[0, 0, "x"]]}],
        [{"card": 7, "grab": [0, 0], "hand": [[0, 0, float("nan")]]}],
        [{"card": 7, "grab": [0, 2e9], "hand": []}],
    ],
)
def test_what_is_no_path_is_refused(value: object) -> None:
    with pytest.raises(PathError):
        path_from_json(value)
