"""A pull under way, tick by tick, with a clock of the test's own; and the frames it is told in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.kernel.physics import Moved, Place, Verdict
from kozyr.server.workers.pose_frames import read_poses, write_poses
from kozyr.server.workers.pulling import BEHIND, BURST, HOLD_AFTER, MOST_AHEAD, TICK, LivePulling


class PaperTurn:
    """A turn that writes down where the hand was."""

    verdict: Verdict | None = None
    path: Mapping[str, Any] | None = None
    is_given_up = False

    def __init__(self) -> None:
        self.state: Literal["open", "held", "resting", "over"] = "held"
        self.places: list[Place] = []

    @property
    def ticks(self) -> int:
        return len(self.places)

    def grab(self, card: int, point: tuple[float, float]) -> None:
        raise AssertionError(f"the card is held already, and {card} was taken at {point}")

    def tick(self, hand: Place) -> Moved:
        if hand[0] < 0:
            raise ValueError("nowhere")
        self.places.append(hand)
        return {}

    def let_go(self) -> None:
        self.state = "resting"

    def rest(self) -> Moved:
        self.state = "over"
        return {}


def run(pulling: LivePulling, now: float, until: float) -> float:
    """Tick whenever something is due."""
    while not pulling.is_over and pulling.due() <= until:
        now = max(now, pulling.due())
        pulling.tick(now)
    return until


def place(number: int) -> Place:
    return float(number), 0.0, 0.0


def live() -> tuple[PaperTurn, LivePulling]:
    turn = PaperTurn()
    return turn, LivePulling(turn, 3, (0.0, 0.0), now=100.0)


def test_each_place_of_a_steady_hand_is_gone_to_at_once() -> None:
    turn, pulling = live()
    now = 100.0
    for number in range(1, 31):
        now += TICK
        pulling.move([place(number)], now)
        assert pulling.due() <= now
        pulling.tick(now)
    assert turn.places == [place(number) for number in range(1, 31)]
    assert pulling.hands == 30


def test_a_hand_of_which_nothing_is_heard_is_held_where_it_was_and_never_run_ahead_of() -> None:
    turn, pulling = live()
    pulling.move([place(1)], 100.0)
    run(pulling, 100.0, 101.0)
    assert set(turn.places) == {place(1)}
    assert turn.ticks == pytest.approx(1 + (1.0 - HOLD_AFTER) / TICK, abs=1)


def test_a_hand_that_is_faster_than_time_is_followed_at_its_own_pace() -> None:
    turn, pulling = live()
    for start in range(0, 120, 60):
        pulling.move([place(number) for number in range(start, start + 60)], 100.0)
    run(pulling, 100.0, 100.0)
    assert turn.ticks == BURST + 1
    pulling.move([place(number) for number in range(500, 560)], 100.0)
    assert pulling.hands == turn.ticks + 60 - (MOST_AHEAD - (120 - turn.ticks))


def test_cards_that_lag_behind_leave_out_places_but_never_so_that_the_hand_leaps() -> None:
    turn, pulling = live()
    pulling.move([*map(place, range(1, 18)), *map(place, range(20, 50, 6))], 100.0)
    late = 100.0 + BEHIND + TICK
    while pulling.due() <= late:
        pulling.tick(late)
    assert turn.places == [place(number) for number in (5, 10, 15, 20, 26, 32, 38, 44)]
    assert pulling.hands == 22


def test_a_hand_that_keeps_still_costs_no_time_to_catch_up_with() -> None:
    turn, pulling = live()
    pulling.move([place(0)] * 60, 100.0)
    pulling.tick(100.0 + BEHIND + TICK)
    assert (turn.ticks, pulling.hands) == (1, 60)


def test_the_hand_lets_go_where_it_was_last_and_rests_in_real_time() -> None:
    turn, pulling = live()
    pulling.move([place(1), place(2)], 100.0)
    pulling.let_go()
    run(pulling, 100.0, 100.0)
    assert (turn.places, turn.state, pulling.is_over) == ([place(1), place(2)], "resting", False)
    assert pulling.due() > 100.0
    run(pulling, 100.0, 101.0)
    assert pulling.is_over


def test_a_hand_that_is_nowhere_lets_go() -> None:
    turn, pulling = live()
    pulling.move([(-1.0, 0.0, 0.0)], 100.0)
    run(pulling, 100.0, 100.0)
    assert turn.state == "resting"


lengths = st.floats(-3.2, 3.2)
turns = st.floats(-1.0, 1.0)
poses = st.tuples(lengths, lengths, lengths, turns, turns, turns, turns)


@given(st.integers(0, 2**32 - 1), st.dictionaries(st.integers(0, 35), poses))
def test_frames_of_poses_are_read_as_they_were_written(tick: int, moved: dict[int, tuple[float, ...]]) -> None:
    frame = write_poses(tick, moved)
    assert len(frame) == 5 + 15 * len(moved)
    read_tick, read = read_poses(frame)
    assert (read_tick, read.keys()) == (tick, moved.keys())
    for body, pose in moved.items():
        assert read[body][:3] == pytest.approx(pose[:3], abs=0.51e-4)
        assert read[body][3:] == pytest.approx(pose[3:], abs=2e-5)


def test_a_card_that_flew_far_lies_at_the_bound_and_damaged_frames_are_refused() -> None:
    frame = write_poses(1, {5: (50.0, -50.0, 0.0, 1.0, 0.0, 0.0, 0.0)})
    assert read_poses(frame)[1][5][:3] == (3.2767, -3.2767, 0.0)
    for damaged in (b"", frame[:-1], frame + frame[-15:]):
        with pytest.raises(ValueError, match="frame of poses"):
            read_poses(damaged)
