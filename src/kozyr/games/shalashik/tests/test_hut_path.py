"""A path that is pulled again takes only what a hand could take, and has an end (S-3, S-7)."""

from functools import cache

import pytest

from kozyr.games.shalashik.hut import hands
from kozyr.games.shalashik.hut.dealer import Dealer
from kozyr.games.shalashik.hut.model import in_mask
from kozyr.games.shalashik.hut.path import (
    MAX_GRIPS,
    MAX_SECONDS,
    MAX_TICKS,
    Grip,
    PathError,
    check_grip,
    path_from_json,
    replay_turn,
)
from kozyr.games.shalashik.hut.pull import Standing
from kozyr.games.shalashik.options import ShalashikOptions
from kozyr.kernel.streams import Stream

pytest.importorskip("mujoco")


@cache
def standing() -> Standing:
    return Dealer.build("7").standing


def refused(*grips: Grip) -> str:
    with pytest.raises(PathError) as raised:
        replay_turn(standing(), grips)
    return str(raised.value)


def test_every_open_corner_of_every_card_that_shows_may_be_taken() -> None:
    sight = hands.look(standing())
    corners = [(card, corner) for card in in_mask(sight.shows) for corner in hands.open_corners(sight, card)]
    assert len(corners) > 31
    for card, corner in corners:
        check_grip(standing(), card, corner)


def test_a_card_that_does_not_show_is_refused() -> None:
    sight = hands.look(standing())
    hidden = in_mask(sight.left & ~sight.shows)[0]
    x, y = sight.heap[hidden, :2].tolist()
    told = refused(Grip(hidden, (x, y), ((x, y, 0.0),)))
    assert told == f"grip 0: card {hidden} does not show: all its corners lie under others"


def test_a_point_beside_the_card_is_refused() -> None:
    sight = hands.look(standing())
    card = in_mask(sight.shows)[0]
    x, y = hands.outermost_corner(sight, card)
    out = (x * 1.05, y * 1.05)
    assert refused(Grip(card, out, ())) == f"grip 0: the point {list(out)} is not on card {card}"


def test_a_point_under_another_card_is_refused() -> None:
    sight = hands.look(standing())
    for card in in_mask(sight.shows):
        x, y = sight.heap[card, :2].tolist()
        covering = [other for other in in_mask(sight.left) if other > card and reaches(sight, other, x, y)]
        if covering:
            told = refused(Grip(card, (x, y), ()))
            assert told == f"grip 0: the point {[x, y]} of card {card} lies under card {covering[0]}"
            return
    raise AssertionError("every middle is open")


def reaches(sight: hands.Sight, card: int, x: float, y: float) -> bool:
    """Whether a point is well within a card."""
    try:
        replay_turn(Standing(standing().poses, standing().built, 1 << card | 0b11111 << 31), [Grip(card, (x, y), ())])
    except PathError:
        return False
    return True


def test_what_comes_after_the_end_of_a_turn_is_refused() -> None:
    before = standing().poses.tobytes()
    card = hands.careful(hands.look(standing()), Stream("x")).card
    drawn = hands.draw(standing(), hands.steady(hands.look(standing()), card), Stream("x"))
    grip = Grip(card, drawn.intent.grab, drawn.path)
    assert replay_turn(standing(), [grip])[-1].free
    assert refused(grip, grip) == "grip 1 comes after the turn is over"
    assert standing().poses.tobytes() == before


def test_a_path_has_an_end() -> None:
    """No table gives more time, so no more can have been drawn."""
    assert ShalashikOptions.spec("pull_seconds").high == MAX_SECONDS
    path = {"ticks": 60, "xy": [[0, 0]] * MAX_TICKS, "grips": [{"at": 0, "card": 7, "grab": [0, 0]}]}
    assert len(path_from_json(path)[0].hand) == MAX_TICKS
    with pytest.raises(PathError, match=r"a path lasts at most 600 s, 36000 ticks, not 36001"):
        path_from_json({**path, "xy": [[0, 0]] * (MAX_TICKS + 1)})
    grips = [{"at": 0, "card": 7, "grab": [0, 0]}] * MAX_GRIPS
    assert len(path_from_json({**path, "grips": grips})) == MAX_GRIPS
    with pytest.raises(PathError, match="at most 1000 times, not 1001"):
        path_from_json({**path, "grips": [*grips, grips[0]]})
