"""The rules and thresholds of the hut, told on small heaps and by hand: what is down, how a pull ends, what is free."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from kozyr.games.shalashik import heap
from kozyr.games.shalashik.hut import building, frozen, hands, verdict
from kozyr.games.shalashik.hut import pull as pulling
from kozyr.games.shalashik.hut.model import (
    ALL,
    HUT,
    MM,
    ROOF,
    STEP,
    WALLS,
    Bodies,
    Poses,
    make_bodies,
)
from kozyr.games.shalashik.hut.pull import Pull, Standing, replay
from kozyr.games.shalashik.hut.state import load_pull, save_pull
from kozyr.games.shalashik.risk import STEADY_SPEED
from kozyr.games.shalashik.stand import PAIR_FOOT
from kozyr.kernel.streams import Stream

pytest.importorskip("mujoco")


def thrown(seed: str = "rules") -> Poses:
    """A heap as it is thrown and a hut as it is held; nothing has settled."""
    return building.laid(heap.scatter(Stream(seed)))


def flat_heap(*cards: tuple[float, float, float], hut: bool = False) -> Standing:
    """Cards laid flat from place 0 upwards; the others are gone."""
    laid = np.zeros((31, 3))
    laid[: len(cards)] = cards
    left = (1 << len(cards)) - 1
    poses = building.laid(laid, left)
    return Standing(poses, poses.copy(), left | (HUT if hut else 0))


@pytest.mark.parametrize(("sunk", "down"), [(0, False), (14.9, False), (15.1, True), (-30, False)])
def test_a_roof_that_lies_15_mm_lower_is_down(sunk: float, down: bool) -> None:
    """S-7."""
    built = thrown()
    poses = built.copy()
    poses[ROOF, 2] -= sunk * MM
    assert verdict.is_down(poses, built) == down


def test_a_roof_that_has_only_slid_is_not_down() -> None:
    built = thrown()
    poses = built.copy()
    poses[ROOF, :2] += 0.2
    assert not verdict.is_down(poses, built)


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize(("lean", "down"), [(13, False), (54.9, False), (55.1, True), (90, True), (125.1, False)])
def test_a_wall_that_leans_by_more_than_55_degrees_lies(wall: int, lean: float, down: bool) -> None:
    """S-7; whichever of its faces is up."""
    built = thrown()
    poses = built.copy()
    half = math.radians(90 - lean) / 2
    poses[wall, 3:] = math.cos(half), math.sin(half), 0, 0
    assert verdict.is_down(poses, built) == down


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize(("x", "y", "down"), [(59.9, 0, False), (0, -60.1, True), (43, 43, True), (-42, 42, False)])
def test_a_wall_that_has_wandered_60_mm_has_left(wall: int, x: float, y: float, down: bool) -> None:
    """S-7, SD-13."""
    built = thrown()
    poses = built.copy()
    poses[wall, :2] += x * MM, y * MM
    assert verdict.is_down(poses, built) == down


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize("degrees", [25, 90, 180])
def test_a_wall_that_has_merely_turned_still_stands(wall: int, degrees: float) -> None:
    """S-7: it has not fallen flat."""
    built = thrown()
    poses = built.copy()
    cos, sin = math.cos(math.radians(degrees) / 2), math.sin(math.radians(degrees) / 2)
    w, x, y, z = built[wall, 3:]
    poses[wall, 3:] = cos * w - sin * z, cos * x - sin * y, cos * y + sin * x, cos * z + sin * w
    assert not verdict.is_down(poses, built)


@pytest.mark.parametrize(("apart", "free"), [(57.9, False), (58.1, True)])
def test_a_card_is_free_when_none_overlaps_it(apart: float, free: bool) -> None:
    """S-7: seen from above, however high the other lies; a card that is gone counts for nothing."""
    standing = flat_heap((0, 0, 0), (apart, 0, 0), (2, 3, 45))
    assert verdict.is_free(standing.poses, 0, 0b011) == free
    assert not verdict.is_free(standing.poses, 0, 0b111)
    assert verdict.is_free(standing.poses, 0, 0b001)


@pytest.mark.parametrize("seed", "abc")
def test_bodies_lying_flat_overlap_where_the_heap_says(seed: str) -> None:
    thrown_heap = heap.scatter(Stream(seed))
    assert frozen.meetings(building.laid(thrown_heap), ALL) == heap.overlaps_of(thrown_heap).tolist()
    left = ALL & ~0b10110
    cut = [mask & left if left >> card & 1 else 0 for card, mask in enumerate(heap.overlaps_of(thrown_heap).tolist())]
    assert frozen.meetings(building.laid(thrown_heap), left) == cut


@pytest.mark.parametrize(
    ("from_second", "to_second", "speed", "stands"),
    [(0.4, 1.2, 0.05, True), (0.4, 0.8, 0.4, False), (0.8, 1.2, 0.4, False), (0.0, 0.4, 0.4, True)],
)
def test_a_hut_that_creeps_in_either_part_of_the_stand_test_is_thrown_again(
    monkeypatch: pytest.MonkeyPatch, from_second: float, to_second: float, speed: float, stands: bool
) -> None:
    """S-2; mm a second, of its roof. At first, while it calms, it may."""
    made: list[Bodies] = []

    def creeping(*arguments: object) -> Bodies:
        bodies = make_bodies(*arguments)  # type: ignore[arg-type]
        made.append(bodies)
        if len(made) != 3:  # the heap that settles, the hut that is held, or woken
            return bodies
        taken = iter(range(10**6))

        def step(model: object, data: object) -> None:
            bodies.step()
            if from_second <= next(taken) * STEP < to_second:
                bodies.rows()[bodies.row(ROOF), 0] += speed * MM * STEP

        return replace(bodies, _step=step)

    monkeypatch.setattr(building, "make_bodies", creeping)
    assert (building.try_heap(heap.scatter(Stream("3")), 0) is not None) == stands
    assert len(made) == 3 + stands


def test_a_hut_on_the_bare_table_holds_still() -> None:
    """S-2: with nothing left beneath, too."""
    poses = building.try_heap(heap.scatter(Stream("3")), 0)
    assert poses is not None
    bodies = make_bodies(poses, HUT)
    for _ in range(round(1 / STEP)):
        bodies.step()
    assert np.abs(bodies.rows()[:, :3] - poses[31:, :3]).max() < 0.3 * MM


def test_the_hand_pulls_by_a_spring_of_limited_strength() -> None:
    """20 N a metre in the plane, damped, at most 0.4 N; upwards 4 N a metre, at most 0.02 N, and never down."""
    pull = still(flat_heap((0, 0, 0)), (29, 0))
    force = pull.bodies.force(0)
    for _ in range(2):
        pull.tick((29 + 12, 0, 0))
    assert force[:3] == pytest.approx([0.24, 0, 0])
    for _ in range(2):
        pull.tick((29 + 12, 16, 0))
    assert force[:3] == pytest.approx([0.24, 0.32, 0])
    for _ in range(2):
        pull.tick((29 + 300, 400, 0))
    assert force[:2] == pytest.approx([0.4 * 0.6, 0.4 * 0.8], rel=1e-3)
    for _ in range(2):
        pull.tick((29, 0, 3))
    assert force[:3] == pytest.approx([0, 0, 4 * 3 * MM], abs=1e-3)
    for _ in range(2):
        pull.tick((29, 0, 30))
    assert force[2] == pytest.approx(0.02)
    assert force[3:] == pytest.approx([0, -0.02 * 29 * MM, 0], abs=1e-9)
    pull.bodies.rows()[0, 2] += 0.1
    for _ in range(2):
        pull.tick((29, 0, 30))
    assert force[2] == 0


def test_a_moving_hand_draws_a_resting_card_by_its_damping_too() -> None:
    pull = still(flat_heap((0, 0, 0)), (29, 0))
    pull.tick((29 + 5, 0, 0))
    assert pull.bodies.force(0)[0] == pytest.approx(20 * 0.005 + 2 * math.sqrt(20 * 0.0017 / 4) * 0.005 * 60)


def test_the_steady_hand_goes_straight_out_at_its_speed() -> None:
    """S-6: the pull whose chance the risk model tells."""
    assert STEADY_SPEED == 250
    standing = flat_heap((100, 0, 0))
    intent = hands.steady(hands.look(standing), 0)
    assert (intent.card, abs(intent.grab[1]), intent.grab[0]) == (0, 44, 129)
    assert intent.direction == pytest.approx(math.atan2(intent.grab[1], 229))
    places = np.array([hand for hand, _ in zip(hands.moves_of(intent, Stream("")), range(60), strict=False)])
    steps = np.hypot(*np.diff(places[:, :2], axis=0).T)
    assert steps[30:] == pytest.approx(250 / 60, abs=0.15)
    assert steps[0] < 1
    assert places[-1, 0] - 129 == pytest.approx(250 * 0.85 * math.cos(intent.direction), rel=0.03)


def still(standing: Standing, grab: tuple[float, float] = (0, 0)) -> Pull:
    """A pull of card 0 in which nothing moves by itself."""
    pull = Pull(standing, 0, grab)
    pull.bodies = replace(pull.bodies, _step=lambda model, data: None)
    return pull


def moved(pull: Pull, ways: Iterator[float]) -> Callable[[], None]:
    """After each tick of the rest the card moves by the next of these ways, in mm."""

    def move() -> None:
        pull.bodies.rows()[0, 1] += next(ways) * MM

    return move


def test_a_pull_is_over_when_nothing_has_moved_for_nine_ticks() -> None:
    pull = still(flat_heap((0, 0, 0)))
    outcome = pull.end()
    assert (outcome.ticks, outcome.free, outcome.down) == (9, True, False)
    assert pull.is_at_rest


@pytest.mark.parametrize(("each", "ticks"), [(0.0185, 9), (0.019, 180), (0.2, 180)])
def test_a_card_that_moves_by_more_than_0_15_mm_in_that_time_is_not_at_rest(each: float, ticks: int) -> None:
    """SD-12: after three seconds it is judged all the same. It has moved before all of the nine ticks but the first."""
    pull = still(flat_heap((0, 0, 0)))
    assert pull.end(moved(pull, iter([each] * 200))).ticks == ticks


def test_what_moves_again_begins_the_count_again() -> None:
    pull = still(flat_heap((0, 0, 0)))
    assert pull.end(moved(pull, iter([0] * 6 + [0.2] + [0] * 20))).ticks == 8 + 9


@pytest.mark.parametrize(("sunk", "ticks"), [(14, 9), (39, 9), (41, 0)])
def test_a_hut_fallen_past_doubt_is_judged_at_once(sunk: float, ticks: int) -> None:
    standing = flat_heap((500, 0, 0), hut=True)
    standing.built[ROOF, 2] += sunk * MM
    pull = still(standing, (500, 0))
    assert not pull.is_at_rest
    outcome = pull.end()
    assert (outcome.ticks, outcome.down) == (ticks, sunk > 15)


def test_what_lies_on_a_card_in_three_layers_may_move_with_it() -> None:
    chain = flat_heap(*((50.0 * card, 0, 0) for card in range(8)))
    for card, left, moving in ((0, 0xFF, 0b1111), (2, 0xFF, 0b111100), (2, 0xF7, 0b100), (7, 0xFF, 0b10000000)):
        assert frozen.can_move(chain.poses, left, card) & heap.WHOLE == moving


@pytest.mark.parametrize(("beside", "stands"), [(-10, True), (1.9, True), (2.1, False)])
def test_a_foot_within_2_mm_of_a_card_may_stand_on_it(beside: float, stands: bool) -> None:
    standing = flat_heap((PAIR_FOOT + 29 + beside, 0, 0), hut=True)
    assert frozen.stands_on(standing.poses, 1) == stands
    assert frozen.near_hut(standing.poses) & 1 == stands
    assert frozen.can_move(standing.poses, standing.present, 0) == (HUT if stands else 0) | 1


@pytest.mark.parametrize(
    ("moved_now", "strayed", "gives"), [(0.9, 9, False), (1.1, 3.9, False), (1.1, 4.1, True), (4.1, 4.1, True)]
)
@pytest.mark.parametrize("card", [31, ROOF])
def test_a_worn_hut_that_moves_gives_way(card: int, moved_now: float, strayed: float, gives: bool) -> None:
    built = thrown()
    before, now = built.copy(), built.copy()
    before[card, 1] += (strayed - moved_now) * MM
    now[card, 1] += strayed * MM
    assert frozen.gives_way(now, before, built) == gives


BESIDE = PAIR_FOOT + 15, -PAIR_FOOT - 15
"""Two cards here do not overlap, and each bears a wall of the pair and an end of both walls at its sides."""


@pytest.mark.parametrize(("left", "bear"), [(0b1111, 0b101), (0b1011, 0b011), (0b1000, 0)])
def test_the_topmost_card_under_a_foot_bears_it(left: int, bear: int) -> None:
    standing = flat_heap(*((x, 0, 0) for x in (BESIDE[0], BESIDE[1], BESIDE[1], 500)), hut=True)
    assert frozen.bearers(standing.poses, left | HUT) == bear


def test_what_bears_a_worn_hut_thaws_when_it_gives_way() -> None:
    """But not what lies under that, or far off."""
    standing = flat_heap(*((x, 0, 0) for x in (BESIDE[0], BESIDE[1], BESIDE[1], 500)), hut=True)
    worn = replace(standing, built=standing.poses + 5 * MM)
    for each, now in ((standing, 0b001 | HUT), (worn, 0b101 | HUT)):
        pull = still(each, (BESIDE[0], 0))
        assert pull.bodies.free_mask == 0b001 | HUT
        pull.bodies.rows()[pull.bodies.row(31), 0] += 1.5 * MM
        pull.tick((BESIDE[0], 0, 0))
        assert pull.bodies.free_mask == now


def test_what_bears_a_worn_hut_thaws_once_in_a_pull() -> None:
    """When it first gives way: what it then falls on thaws only where it is touched. A save remembers it."""
    standing = flat_heap(*((x, 0, 0) for x in (BESIDE[0], BESIDE[1], 500)), hut=True)
    pull = still(replace(standing, built=standing.poses + 5 * MM), (BESIDE[0], 0))
    pull.bodies.rows()[pull.bodies.row(31), 0] += 1.5 * MM
    pull.tick((BESIDE[0], 0, 0))
    assert pull.bodies.free_mask == 0b011 | HUT
    for each in (pull, load_pull(save_pull(pull))):
        each.bodies = replace(each.bodies, _step=lambda model, data: None)
        each.bodies.rows()[each.bodies.row(31), :2] = 0.5, 0
        each.tick((BESIDE[0], 0, 0))
        assert frozen.bearers(each.poses, standing.present) == 0b101
        assert each.bodies.free_mask == 0b011 | HUT


def test_all_thaws_when_a_worn_hut_gives_way_and_the_hand_strains() -> None:
    """In one tick."""
    standing = flat_heap(*((x, 0, 0) for x in (BESIDE[0], BESIDE[1], BESIDE[1], 500)), hut=True)
    pull = still(replace(standing, built=standing.poses + 5 * MM), (BESIDE[0], 0))
    pull.bodies.rows()[pull.bodies.row(31), 0] += 1.5 * MM
    pull.strained = 5
    pull.tick((BESIDE[0] + 30, 0, 0))
    assert pull.bodies.free_mask == 0b1111 | HUT


def test_all_thaws_when_the_hand_strains_for_six_ticks_on_end() -> None:
    standing = flat_heap((0, 0, 0), (500, 0, 0))
    pull = still(standing)
    for far in [19, *[21] * 5, 19, *[21] * 5]:
        pull.tick((far, 0, 0))
    assert pull.bodies.free_mask == 0b01
    pull.tick((21, 0, 0))
    assert pull.bodies.free_mask == 0b11


def test_a_save_in_the_middle_of_a_strain_thaws_at_the_same_tick() -> None:
    pull = still(flat_heap((0, 0, 0), (500, 0, 0)))
    for _ in range(5):
        pull.tick((30, 0, 0))
    loaded = load_pull(save_pull(pull))
    assert (loaded.strained, loaded.bodies.free_mask) == (5, 0b01)
    loaded.bodies = replace(loaded.bodies, _step=lambda model, data: None)
    loaded.tick((30, 0, 0))
    assert loaded.bodies.free_mask == 0b11


def test_a_card_that_the_pulled_one_runs_against_thaws() -> None:
    pull = Pull(flat_heap((0, 0, 0), (70, 0, 0)), 0, (0, 0))
    masks = []
    for tick in range(1, 31):
        pull.tick((70 * tick / 30, 0, 0))
        masks.append(pull.bodies.free_mask)
    assert (masks[0], masks[-1]) == (0b01, 0b11)


def test_a_card_that_the_pulled_one_slides_over_stays_frozen() -> None:
    on_it = flat_heap((0, 0, 0), (10, 0, 0))
    pull = Pull(on_it, 1, (10, 0))
    for tick in range(1, 31):
        pull.tick((10 + 80 * tick / 30, 0, 0))
    assert pull.bodies.free_mask == 0b10


def test_a_hut_whose_card_is_drawn_away_falls_if_it_may_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """S-4: and with it frozen it would not."""
    laid = np.zeros((31, 3))
    laid[0] = PAIR_FOOT, 0, 0
    poses = building.try_heap(laid, 1)
    assert poses is not None
    standing = Standing(poses, poses, 1 | HUT)
    path = [(PAIR_FOOT + 12 * tick, 0.0, 0.0) for tick in range(1, 16)]
    frozen_too = [replay(standing, 0, (PAIR_FOOT + 29, 0), path, freeze=freeze) for freeze in (True, False)]
    assert [outcome.down for outcome in frozen_too] == [True, True]
    monkeypatch.setattr(pulling, "touched_frozen", lambda *arguments: 0)
    monkeypatch.setattr(frozen, "stands_on", lambda *arguments: False)
    monkeypatch.setattr(pulling, "_STUCK_TICKS", 1000)
    assert not replay(standing, 0, (PAIR_FOOT + 29, 0), path).down
