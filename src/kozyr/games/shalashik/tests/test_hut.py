"""The hut as bodies: built, standing, pulled at, judged, saved, replayed."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kozyr.games.shalashik import heap
from kozyr.games.shalashik.chance import FARTHEST, check_poses
from kozyr.games.shalashik.hut import building, collect, frozen, hands, kept_pulls, verdict
from kozyr.games.shalashik.hut.engine import BlownUpError
from kozyr.games.shalashik.hut.model import (
    ALL,
    HUT,
    MM,
    ROOF,
    STEP,
    Bodies,
    Poses,
    flat_pose,
    heap_of,
    in_mask,
    make_bodies,
)
from kozyr.games.shalashik.hut.pull import Outcome, Pull, Standing, replay
from kozyr.games.shalashik.hut.state import (
    load_pull,
    load_standing,
    save_pull,
    save_standing,
    standing_from_json,
    standing_to_json,
)
from kozyr.kernel.streams import Stream

pytest.importorskip("mujoco")


@cache
def standing(seed: int = 3) -> Standing:
    poses = building.build_hut(str(seed)).poses
    return Standing(poses, poses)


def outward(card: int, ticks: int = 45) -> tuple[tuple[float, float], list[tuple[float, float, float]]]:
    """A grab at the outermost corner and a path straight outwards."""
    grab = hands.outermost_corner(hands.look(standing()), card)
    way = (np.array(grab) / np.hypot(*grab)).tolist()
    path = [(round(grab[0] + 3 * way[0] * i, 1), round(grab[1] + 3 * way[1] * i, 1), 0.0) for i in range(1, ticks + 1)]
    return grab, path


def bits(outcome: Outcome) -> str:
    return hashlib.sha256(outcome.after.poses.tobytes()).hexdigest()


def shown() -> tuple[int, ...]:
    return in_mask(hands.look(standing()).shows)


def test_a_hut_stands_where_it_was_built_and_stays() -> None:
    """S-2; no card moves by a millimetre in a second, all being free, and none explodes."""
    bodies = make_bodies(standing().poses)
    for _ in range(round(1 / STEP)):
        bodies.step()
    assert np.isfinite(bodies.rows()).all()
    assert np.abs(bodies.rows()[:, :3] - standing().poses[:, :3]).max() < 1 * MM
    assert not verdict.is_down(bodies.rows().copy(), standing().built)
    roof = standing().poses[ROOF]
    assert 80 * MM < roof[2] < 100 * MM
    assert np.hypot(roof[0], roof[1]) < 10 * MM


def test_a_seed_builds_the_same_bits_twice() -> None:
    assert np.array_equal(building.build_hut("3").poses, standing().poses)


def test_the_settled_heap_lies_nearly_as_it_was_thrown_and_in_tenths() -> None:
    """S-3: what a record carries."""
    settled = heap_of(standing().poses)
    throws = [heap.scatter(Stream("3", "heap", throw)) for throw in range(building.build_hut("3").throws)]
    assert np.abs(settled[:, :2] - throws[-1][:, :2]).max() < 3
    assert np.array_equal(settled, np.round(settled, 1))
    assert settled[:, 2].min() >= 0
    assert settled[:, 2].max() < 360


def test_a_card_flung_far_off_lies_where_a_record_may_say() -> None:
    """S-3: so what is told of a heap is never refused."""
    card = shown()[0]
    grab = hands.outermost_corner(hands.look(standing()), card)
    outcome = replay(standing(), card, grab, [(9 * grab[0] * i, 9 * grab[1] * i, 0.0) for i in (0.2, 0.5, 0.9)])
    assert np.hypot(*outcome.after.poses[card, :2]) > 2.0
    told = heap_of(outcome.after.poses)
    assert np.abs(told[card, :2]).max() == FARTHEST
    check_poses(told.tolist())


def test_a_heap_that_bears_no_hut_is_thrown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def bears(poses: heap.Heap) -> np.ndarray | None:
        tried.append(poses)
        return None if len(tried) < 3 else standing().poses

    monkeypatch.setattr(building, "try_heap", bears)
    assert building.build_hut("x").throws == 3
    assert not np.array_equal(tried[0], tried[1])
    monkeypatch.setattr(building, "try_heap", lambda poses: None)
    with pytest.raises(building.NoHutError, match="50 heaps"):
        building.build_hut("x")


def test_a_hut_that_rattles_when_it_is_woken_is_thrown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands its test, but only as it had come to rest: left alone, made anew, this one fell within ten seconds."""
    calm: list[bool] = []

    def wakes(poses: Poses, present: int) -> bool:
        calm.append(wakes_calmly(poses, present))
        return calm[-1]

    wakes_calmly = building._wakes_calmly
    monkeypatch.setattr(building, "_wakes_calmly", wakes)
    assert building.try_heap(heap.scatter(Stream("115", "heap", 1))) is None
    assert calm == [False]


def test_a_hut_wakes_calmly_only_where_it_stood() -> None:
    """And what it does when it is woken is forgotten."""
    poses = standing().poses.copy()
    assert building._wakes_calmly(poses, ALL)
    assert np.array_equal(poses, standing().poses)
    poses[31:, 2] += 0.5 * MM
    assert not building._wakes_calmly(poses, ALL)


def test_a_hut_let_go_without_its_walls_is_down() -> None:
    """S-7: the roof falls from its place."""
    bodies = make_bodies(standing().poses, ALL & ~(0b11 << 31))
    poses = standing().poses.copy()
    for _ in range(round(0.5 / STEP)):
        bodies.step()
    bodies.write_poses(poses)
    assert verdict.is_down(poses, standing().built)


@pytest.mark.parametrize(("card", "turned"), [(31, True), (34, True), (35, False)])
def test_a_wall_lying_flat_is_down(card: int, turned: bool) -> None:
    poses = standing().poses.copy()
    poses[card] = flat_pose(0, 0, 0, poses[card, 2])
    assert verdict.is_down(poses, standing().built) == turned


def test_a_far_card_comes_free_and_the_hut_stands() -> None:
    """S-3: the card is gone from what is left, the others are as they lie."""
    sight = hands.look(standing())
    card = hands.careful(sight, Stream("far")).card
    drawn = hands.draw(standing(), hands.careful(sight, Stream("far")), Stream("far"))
    assert drawn.outcome.free
    assert not drawn.outcome.down
    assert drawn.outcome.after.present == ALL & ~(1 << card)
    assert not hands.look(drawn.outcome.after).shows >> card & 1


def test_a_stored_path_gives_the_same_bits_again_and_in_another_process() -> None:
    card = shown()[0]
    grab, path = outward(card)
    first, again = replay(standing(), card, grab, path), replay(standing(), card, grab, path)
    assert bits(first) == bits(again)
    code = (
        "import hashlib; from kozyr.games.shalashik.hut.building import build_hut;"
        "from kozyr.games.shalashik.hut.pull import Standing, replay; p = build_hut('3').poses;"
        f"o = replay(Standing(p, p), {card}, {grab}, {path});"
        "print(hashlib.sha256(o.after.poses.tobytes()).hexdigest(), o.free, o.down)"
    )
    other = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert other == [bits(first), str(first.free), str(first.down)]


@pytest.mark.parametrize("freeze", [True, False])
def test_a_pull_saved_in_its_middle_goes_on_to_the_same_bits(freeze: bool) -> None:
    card = shown()[-1]
    grab, path = outward(card, 24)
    whole = replay(standing(), card, grab, path, freeze=freeze)
    pull = Pull(standing(), card, grab, freeze=freeze)
    for hand in path[:11]:
        pull.tick(hand)
    pull = load_pull(save_pull(pull))
    for hand in path[11:]:
        pull.tick(hand)
    again = pull.end()
    assert (bits(again), again.ticks) == (bits(whole), whole.ticks)


@pytest.mark.parametrize("card", [0, 1, 2])
@pytest.mark.parametrize("rested", [0, 1, 5, 8])
def test_a_pull_saved_in_the_rest_after_it_ends_in_the_same_bits(card: int, rested: int) -> None:
    """At the same tick, too: how long all has lain still is part of what is saved."""
    card = shown()[card]
    grab, path = outward(card, 30)
    whole = replay(standing(), card, grab, path)
    pull = Pull(standing(), card, grab)
    for hand in path:
        pull.tick(hand)
    pull.let_go()
    for _ in range(rested):
        pull.rest_tick()
    assert not pull.is_at_rest
    loaded = load_pull(save_pull(pull))
    assert loaded.rest is not None
    assert np.array_equal(loaded.rest.still, pull.let_go().still)
    again = loaded.end()
    assert (bits(again), again.ticks) == (bits(whole), whole.ticks)
    assert (again.free, again.down) == (whole.free, whole.down)


def test_a_hand_that_has_let_go_does_not_pull_on() -> None:
    card = shown()[0]
    pull = Pull(standing(), card, outward(card)[0])
    assert not pull.is_at_rest
    rest = pull.let_go()
    assert pull.let_go() is rest
    with pytest.raises(ValueError, match="has let go"):
        pull.tick((0.0, 0.0, 0.0))
    assert pull.ticks == 0


@pytest.mark.parametrize(
    "breaks",
    [
        lambda bodies: bodies.speeds().fill(1e12),
        lambda bodies: bodies.rows()[:, 0].fill(np.nan),
        lambda bodies: bodies.rows()[:, 2].fill(1e12),
        lambda bodies: bodies.rows()[0, :1].fill(300.0),
        lambda bodies: bodies.data.qfrc_applied.fill(1e14),
    ],
)
@pytest.mark.parametrize("resting", [False, True])
def test_a_simulation_that_breaks_down_is_no_fallen_hut(
    breaks: Callable[[Bodies], None], resting: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said, not judged, and the engine leaves no file behind."""
    monkeypatch.chdir(tmp_path)
    card = shown()[0]
    pull = Pull(standing(), card, outward(card)[0])
    breaks(pull.bodies)
    with pytest.raises(BlownUpError, match="the simulation of the hut broke down"):
        pull.rest_tick() if resting else pull.tick(outward(card)[1][0])
    assert not list(tmp_path.iterdir())


def stages(
    monkeypatch: pytest.MonkeyPatch, broken: tuple[int, ...] = (), without: tuple[int, ...] = ()
) -> list[collect.Stage]:
    """The stages of a seed with huts and pulls made up: these pulls break down, at these stages no hut stands."""
    tried, made = [], []

    def build(thrown: heap.Heap, left: int) -> Poses | None:
        tried.append(left)
        return None if len(tried) - 1 in without else building.laid(thrown, left)

    def draw(before: Standing, intent: hands.Intent, stream: Stream) -> hands.Drawn:
        made.append(intent)
        if len(made) - 1 in broken:
            raise BlownUpError
        return hands.Drawn(intent, (), Outcome(free=True, down=True, after=before, ticks=1))

    monkeypatch.setattr(collect, "try_heap", build)
    monkeypatch.setattr(collect, "draw", draw)
    found = list(collect.stages("x"))
    assert [heap.CARDS - left.bit_count() for left in tried] == [stage.gone for stage in found]
    assert all(after & ~before == 0 for before, after in pairwise(tried))
    return found


def test_the_pulls_of_the_risk_model_are_spread_over_the_drawing_half_of_them_steady(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of different showing cards, as long as there are so many."""
    seen = stages(monkeypatch)
    assert [stage.gone // 6.5 for stage in seen] == [0, 1, 2, 3]
    for stage in seen:
        steady = [trial.intent for trial in stage.trials if trial.steady]
        assert len(stage.trials) == collect.TRIES
        assert len({intent.card for intent in steady}) == len(steady) <= collect.TRIES // 2
        assert steady == [hands.steady(stage.trials[0].sight, intent.card) for intent in steady]
        assert all(trial.sight.shows >> trial.intent.card & 1 for trial in stage.trials)
        assert all(collect.SLOW <= trial.intent.speed <= collect.FAST for trial in stage.trials)


def test_a_pull_that_breaks_down_is_no_pull_of_the_risk_model(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = stages(monkeypatch, broken=(1, 4))
    assert [k for k, trial in enumerate(seen[0].trials) if trial.drawn is None] == [1, 4]
    monkeypatch.setattr(kept_pulls, "stages", lambda seed: seen)
    pulls = kept_pulls.pulls_of(7)
    assert len(pulls.card) == 4 * collect.TRIES - 2
    assert pulls.broken.tolist() == [[7, seen[0].gone]] * 2
    assert pulls.no_hut.shape == (0, 2)


def test_a_stage_at_which_no_hut_stands_is_passed_over_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = stages(monkeypatch, without=(1,))
    assert [stage.stood for stage in seen] == [True, False, True, True]
    monkeypatch.setattr(kept_pulls, "stages", lambda seed: seen)
    pulls = kept_pulls.pulls_of(7)
    assert len(pulls.card) == 3 * collect.TRIES
    assert pulls.no_hut.tolist() == [[7, seen[1].gone]]


def test_the_kept_pulls_come_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first two of them: the same cards, corners and outcomes."""
    kept, left = kept_pulls.load_pulls(), iter(range(2))

    def draw(*arguments: Any) -> hands.Drawn:
        if next(left, None) is None:
            raise BlownUpError
        return hands.draw(*arguments)

    monkeypatch.setattr(collect, "draw", draw)
    first = next(stage for stage in collect.stages(str(kept.seed[0])) if stage.stood)
    monkeypatch.setattr(kept_pulls, "stages", lambda seed: [first])
    again = kept_pulls.pulls_of(int(kept.seed[0]))
    for name in ("seed", "heap", "left", "card", "grab", "direction", "speed", "steady", "free", "down"):
        assert np.array_equal(getattr(again, name), getattr(kept, name)[:2])


def test_a_heap_on_which_the_simulation_breaks_down_bears_no_hut(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(poses: Poses, left: int) -> None:
        raise BlownUpError

    monkeypatch.setattr(building, "settle", breaks)
    assert building.try_heap(heap.scatter(Stream("3"))) is None


def test_a_standing_hut_survives_its_plain_values_exactly() -> None:
    drawn = hands.draw(standing(), hands.steady(hands.look(standing()), shown()[0]), Stream("plain"))
    for each in (standing(), drawn.outcome.after):
        kept = standing_from_json(json.loads(json.dumps(standing_to_json(each))))
        assert (kept.poses.tobytes(), kept.built.tobytes()) == (each.poses.tobytes(), each.built.tobytes())
        assert (kept.present, kept.poses.shape) == (each.present, each.poses.shape)


def test_a_standing_hut_survives_its_bytes() -> None:
    kept = load_standing(save_standing(standing()))
    assert np.array_equal(kept.poses, standing().poses)
    assert np.array_equal(kept.built, standing().built)
    assert kept.present == standing().present


def test_a_card_that_is_gone_cannot_be_pulled() -> None:
    with pytest.raises(ValueError, match="card 4 is not in the heap"):
        Pull(Standing(standing().poses, standing().built, ALL & ~(1 << 4)), 4, (0, 0))


def test_far_cards_leave_the_hut_frozen_and_cards_under_its_feet_do_not() -> None:
    poses = standing().poses
    moving = {card: frozen.can_move(poses, ALL, card) for card in range(31)}
    assert all(mask >> card & 1 for card, mask in moving.items())
    assert all(mask & HUT for card, mask in moving.items() if frozen.stands_on(poses, 1 << card))
    far = next(card for card in range(31) if not frozen.stands_on(poses, 1 << card))
    assert frozen.can_move(poses, HUT | 1 << far, far) == 1 << far


def test_a_card_let_go_on_its_way_lies_where_it_was_let_go() -> None:
    """S-7."""
    card = hands.careful(hands.look(standing()), Stream("far")).card
    grab, path = outward(card, 12)
    outcome = replay(standing(), card, grab, path)
    assert not outcome.free
    assert outcome.after.left == heap.WHOLE
    assert np.hypot(*(outcome.after.poses[card, :2] - standing().poses[card, :2])) > 3 * MM


@pytest.mark.parametrize("name", hands.MINDS)
def test_hands_draw_only_showing_cards_by_a_reproducible_path(name: str) -> None:
    sight = hands.look(standing())
    intent = hands.MINDS[name](sight, Stream(name))
    assert intent == hands.MINDS[name](sight, Stream(name))
    assert sight.shows >> intent.card & 1
    assert intent.grab in hands.open_corners(sight, intent.card)
    one, two = (list(zip(range(30), hands.moves_of(intent, Stream(name)), strict=False)) for _ in range(2))
    assert one == two


def test_a_clumsy_drawing_ends_with_the_hut_down() -> None:
    """S-4."""
    drawn = list(hands.play_on(standing(), hands.clumsy, "clumsy"))
    assert drawn[-1].outcome.down or len(drawn) > 20
    last = drawn[-1]
    before = drawn[-2].outcome.after if len(drawn) > 1 else standing()
    again = replay(before, last.intent.card, last.intent.grab, last.path)
    assert bits(again) == bits(last.outcome)
