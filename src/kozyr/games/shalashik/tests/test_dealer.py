"""Whoever keeps the hut of a table: turns tick by tick, scripted hands, logs taken up again (S-3, S-6, S-7)."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from kozyr.games.shalashik.chance import Fallen
from kozyr.games.shalashik.heap import covers_of, showing
from kozyr.games.shalashik.hut import hands
from kozyr.games.shalashik.hut.dealer import Dealer, LogError
from kozyr.games.shalashik.hut.engine import BlownUpError
from kozyr.games.shalashik.hut.model import ALL, in_mask
from kozyr.games.shalashik.hut.path import PathError
from kozyr.games.shalashik.hut.pull import Hand, Pull, Standing
from kozyr.games.shalashik.hut.turn import MAX_BREAKDOWNS, Turn, Verdict
from kozyr.games.shalashik.moves import Pull as PullMove
from kozyr.games.shalashik.tests.tables import thrown
from kozyr.kernel.streams import Stream

pytest.importorskip("mujoco")

SEED = "7"


@cache
def built() -> Standing:
    return Dealer.build(SEED).standing


def dealer() -> Dealer:
    """A fresh hut, built once."""
    return Dealer(built())


def safest(hut: Dealer) -> int:
    return hands.careful(hands.look(hut.standing), Stream("safest")).card


def outwards(hut: Dealer, card: int) -> tuple[tuple[float, float], list[Hand]]:
    """Where a steady hand takes a card, and its way."""
    intent = hands.steady(hands.look(hut.now), card)
    return intent.grab, list(hands.moves_of(intent, Stream("way")))


def state_of(turn: Turn) -> str:
    """The state as it is now."""
    return turn.state


def pulled(hut: Dealer, turn: Turn, card: int, ticks: int = 600) -> Verdict | None:
    """Drive a turn as a worker does, by one card."""
    grab, way = outwards(hut, card)
    turn.grab(card, grab)
    for hand in way[:ticks]:
        turn.tick(hand)
        if turn.state != "held":
            break
    return turn.end()


def test_a_hut_is_told_as_a_record_keeps_it() -> None:
    """S-3: the heap in tenths, the bodies exactly; what shows is what the heap's geometry says."""
    hut = dealer()
    again = Dealer.from_log(json.loads(json.dumps(hut.bodies)), [])
    assert again.standing.poses.tobytes() == hut.standing.poses.tobytes()
    assert again.heap == hut.heap
    assert hut.shows == showing(covers_of(np.array(hut.heap)), hut.standing.left)


def test_a_turn_is_driven_tick_by_tick_and_told_as_it_moves() -> None:
    """What is told of the cards adds up to where they lie; far cards are never told of."""
    hut = dealer()
    card = safest(hut)
    turn = hut.begin()
    assert state_of(turn) == "open"
    seen = hut.standing.poses.copy()
    told: set[int] = set()
    grab, way = outwards(hut, card)
    turn.grab(card, grab)
    for hand in way:
        for moved, pose in turn.tick(hand).items():
            seen[moved] = pose
            told.add(moved)
        if state_of(turn) != "held":
            break
    assert state_of(turn) == "resting"
    while state_of(turn) == "resting":
        for moved, pose in turn.rest().items():
            seen[moved] = pose
    assert state_of(turn) == "over"
    assert turn.verdict is not None
    assert (turn.verdict.card, turn.verdict.down) == (card, False)
    assert card in told
    assert len(told) < 36
    assert np.abs(seen[:, :3] - turn.poses[:, :3]).max() < 1e-4
    assert hut.standing is built()
    hut.finish(card, down=False)
    assert not hut.standing.left >> card & 1


def test_a_match_is_told_of_a_live_turn() -> None:
    """S-3, S-7: a card let go shifts the heap, then it comes free."""
    hut = dealer()
    match = thrown(2, heap=hut.heap, hut="physics")
    card = safest(hut)
    turn = hut.begin()
    before = hut.heap
    assert pulled(hut, turn, card, ticks=8) is None
    assert hut.heap != before
    match.look(hut.shows, hut.heap)
    verdict = pulled(hut, turn, card)
    assert verdict is not None
    assert verdict.down is False
    match.apply(0, PullMove(verdict.card))
    match.resolve(Fallen(verdict.down, verdict.path, hut.heap))
    hut.finish(verdict.card, down=verdict.down)
    assert int(match.deal.shows) == hut.shows
    assert match.ground is not None
    assert match.ground.heap.tolist() == [list(pose) for pose in hut.heap]
    assert match.deals()[0].extra["paths"] == {"0": verdict.path}


def test_the_hut_of_a_log_is_the_same_to_the_bit() -> None:
    """Three turns: a card let go and taken again, one out of time and given by its risk, a scripted one."""
    hut = dealer()
    log: list[tuple[int, Any]] = []
    first = safest(hut)
    turn = hut.begin()
    assert pulled(hut, turn, first, ticks=3) is None
    assert state_of(turn) == "open"
    verdict = pulled(hut, turn, first)
    assert verdict is not None
    assert verdict.path is not None
    assert [grip["card"] for grip in verdict.path["grips"]] == [first, first]
    log.append((first, verdict.path))
    hut.finish(first, down=False)
    turn = hut.begin()
    given = safest(hut)
    touched = next(card for card in in_mask(hut.shows) if card != given)
    assert pulled(hut, turn, touched, ticks=2) is None
    assert turn.ticks == 2
    log.append((given, turn.path))
    hut.finish(given, down=False)
    assert hut.standing.left.bit_count() == 29
    third = safest(hut)
    verdict = hut.pull_script(third, Stream("script"), 30)
    assert verdict.down is False
    log.append((third, verdict.path))
    hut.finish(third, down=False)
    again = Dealer.from_log(hut.bodies, json.loads(json.dumps(log)))
    assert again.standing.poses.tobytes() == hut.standing.poses.tobytes()
    assert again.standing.present == hut.standing.present
    kept = Dealer.from_json(json.loads(json.dumps(hut.to_json())))
    assert kept.standing.poses.tobytes() == hut.standing.poses.tobytes()


def test_a_scripted_hand_does_the_same_twice() -> None:
    """S-6: a bot's pull is seeded."""
    verdicts = [dealer().pull_script(safest(dealer()), Stream("same"), 30) for _ in range(2)]
    assert verdicts[0] == verdicts[1]
    assert verdicts[0].down is False


def test_what_brings_the_hut_down_ends_the_drawing() -> None:
    """S-4: all showing cards under the walls' feet, until it falls."""
    hut = dealer()
    while not hut.is_down:
        sight = hands.look(hut.standing)
        card = min(in_mask(sight.shows), key=lambda card: float(np.hypot(*sight.heap[card, :2])))
        verdict = hut.pull_script(card, Stream("bold"), 30)
        assert verdict.down is not None
        hut.finish(card, down=verdict.down)
    with pytest.raises(ValueError, match="the hut is down"):
        hut.begin()


def fail_times(times: int, monkeypatch: pytest.MonkeyPatch) -> list[Hand]:
    """Let the simulation break down in the fifth tick of the first so many pulls; the hand's places at that moment."""
    tick = Pull.tick
    failed: list[Hand] = []

    def break_down(self: Pull, hand: Hand) -> None:
        tick(self, hand)
        if self.ticks == 5 and len(failed) < times:
            failed.append(hand)
            raise BlownUpError("a card flew away")

    monkeypatch.setattr(Pull, "tick", break_down)
    return failed


def test_a_pull_that_broke_down_is_tried_again_by_another_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """SD-14: the hut is as it was before, and the path is that of the try that came out."""
    failed = fail_times(2, monkeypatch)
    hut = dealer()
    card = safest(hut)
    verdict = hut.pull_script(card, Stream("again"), 30)
    assert len(set(failed)) == 2
    assert hut.turn is not None
    assert hut.turn.breakdowns == 2
    assert verdict.down is not None
    assert verdict.path is not None
    assert len(verdict.path["grips"]) == 1
    hut.finish(card, down=False)
    again = Dealer.from_log(hut.bodies, [(card, verdict.path)])
    assert again.standing.poses.tobytes() == hut.standing.poses.tobytes()


def test_after_three_breakdowns_the_card_s_risk_is_left_to_be_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """SD-14: nobody has brought the hut down."""
    failed = fail_times(99, monkeypatch)
    hut = dealer()
    card = safest(hut)
    assert hut.pull_script(card, Stream("never"), 30) == Verdict(card, None, None)
    assert len(failed) == MAX_BREAKDOWNS
    turn = hut.turn
    assert turn is not None
    assert turn.standing is built()
    with pytest.raises(ValueError, match="broken down too often"):
        turn.grab(card, outwards(hut, card)[0])
    hut.finish(card, down=False)
    assert hut.standing.left.bit_count() == 30


def test_a_live_pull_that_broke_down_leaves_the_hut_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """SD-14: the turn is open again, what was done before stays in its path."""
    hut = dealer()
    card = safest(hut)
    turn = hut.begin()
    assert pulled(hut, turn, card, ticks=2) is None
    before = turn.standing
    fail_times(1, monkeypatch)
    turn.grab(card, hands.outermost_corner(hands.look(before), card))
    way = outwards(hut, card)[1]
    for hand in way[:4]:
        turn.tick(hand)
    with pytest.raises(BlownUpError):
        turn.tick(way[4])
    assert (turn.state, turn.breakdowns, turn.ticks) == ("open", 1, 2)
    assert turn.poses is before.poses
    assert turn.path is not None
    assert len(turn.path["grips"]) == 1


def test_a_card_that_will_not_come_is_left_to_its_risk(monkeypatch: pytest.MonkeyPatch) -> None:
    """SD-15: when the hand's time is over; the path is kept, and the card is taken away."""
    monkeypatch.setattr(Pull, "is_free", property(lambda self: False))
    monkeypatch.setattr("kozyr.games.shalashik.hut.dealer.GRIP_TICKS", 20)
    hut = dealer()
    card = safest(hut)
    verdict = hut.pull_script(card, Stream("stuck"), 0.5)
    assert verdict.down is None
    assert verdict.path is not None
    assert [grip["at"] for grip in verdict.path["grips"]] == [0, 20]
    assert len(verdict.path["xy"]) == 30
    hut.finish(card, down=False)
    assert not hut.standing.left >> card & 1
    again = Dealer.from_log(hut.bodies, [(card, verdict.path)])
    assert again.standing.poses.tobytes() == hut.standing.poses.tobytes()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda turn: turn.tick((0, 0, 0)), "the turn is open, not held"),
        (lambda turn: turn.let_go(), "the turn is open, not held"),
        (lambda turn: turn.rest(), "the turn is open, not resting"),
        (lambda turn: turn.grab(31, (0, 0)), "card 31 is not in the heap"),
        (lambda turn: turn.grab(-1, (0, 0)), "card -1 is not in the heap"),
        (lambda turn: turn.grab(safest(dealer()), (900, 900)), "is not on card"),
        (lambda turn: turn.grab(safest(dealer()), (float("nan"), 0)), "a place is of numbers"),
        (lambda turn: turn.grab(safest(dealer()), (10**400, 0)), "a place is of numbers"),
        (lambda turn: turn.grab(safest(dealer()), (0,)), "a place is"),
        (lambda turn: held(turn).tick((0, 1e9, 0)), "within 1000 mm"),
        (lambda turn: held(turn).tick((0, 0)), "a place of the hand is"),  # type: ignore[arg-type]
        (lambda turn: held(turn).tick((0, float("nan"), 0)), "within 1000 mm"),
        (lambda turn: held(turn).grab(1, (0, 0)), "the turn is held, not open"),
    ],
)
def test_what_a_hand_cannot_do_is_refused_and_nothing_has_changed(wrong: Callable[[Turn], Any], message: str) -> None:
    turn = dealer().begin()
    with pytest.raises(ValueError, match=message):
        wrong(turn)
    assert turn.ticks == 0
    assert turn.poses.tobytes() == built().poses.tobytes()


def held(turn: Turn) -> Turn:
    hut = dealer()
    card = safest(hut)
    turn.grab(card, outwards(hut, card)[0])
    return turn


def test_a_turn_has_an_end_of_ticks_and_of_grips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kozyr.games.shalashik.hut.turn.MAX_TICKS", 2)
    monkeypatch.setattr("kozyr.games.shalashik.hut.turn.MAX_GRIPS", 1)
    hut = dealer()
    turn = hut.begin()
    card = safest(hut)
    grab, way = outwards(hut, card)
    turn.grab(card, grab)
    turn.tick(way[0])
    turn.tick(way[1])
    with pytest.raises(PathError, match="at most 2 ticks"):
        turn.tick(way[2])
    assert turn.end() is None
    with pytest.raises(PathError, match="at most 1 times"):
        turn.grab(card, grab)


@pytest.mark.parametrize(
    ("log", "message"),
    [
        (lambda hut: ([], []), "the list of 36 cards"),
        (lambda hut: ([*hut.bodies[:35], [1.0]], []), "card 35 of bodies"),
        (lambda hut: (None, []), "the list of 36 cards"),
        (lambda hut: (hut.bodies, [(40, None)]), "pull 1 of the log: card 40"),
        (lambda hut: (hut.bodies, [(3, None), (3, None)]), "pull 2 of the log: card 3"),
        (lambda hut: (hut.bodies, [(3, {"ticks": 60, "xy": []})]), "pull 1 of the log cannot be pulled again"),
        (lambda hut: ([*hut.bodies[:35], [10**400] * 7], []), "card 35 of bodies lies too far off"),
    ],
)
def test_a_log_that_is_none_is_named(log: Callable[[Dealer], Any], message: str) -> None:
    with pytest.raises(LogError, match=message):
        Dealer.from_log(*log(dealer()))


def test_a_path_that_frees_another_card_than_was_taken_is_named() -> None:
    """Both would be gone from the hut, and one of them from the match."""
    hut = dealer()
    card = safest(hut)
    path = hut.pull_script(card, Stream("other"), 30).path
    other = next(each for each in in_mask(hut.shows) if each != card)
    with pytest.raises(LogError, match=f"pull 1 of the log took card {other}, and frees card {card} here"):
        Dealer.from_log(hut.bodies, [(other, path)])


@pytest.mark.parametrize(
    "damage",
    [
        {"poses": []},
        {"poses": [[0.0] * 7] * 35},
        {"built": [[float("nan")] * 7] * 36},
        {"poses": [[float("inf")] * 7] * 36},
        {"poses": [[10**400] * 7] * 36},
        {"present": None},
        {"present": 0},
        {"present": -1},
        {"present": 1 << 36 | ALL},
    ],
)
def test_a_hut_that_was_kept_and_is_damaged_is_refused(damage: dict[str, Any]) -> None:
    kept = dealer().to_json()
    assert Dealer.from_json(kept).standing.present == ALL
    with pytest.raises(LogError, match="the hut that was kept is damaged"):
        Dealer.from_json({**kept, **damage})
