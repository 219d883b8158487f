"""Worlds are weighed by what the others have laid and said, and taken in proportion."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

from kozyr.bots.search.draws import fraction
from kozyr.bots.search.kozel_hidden import hidden_of
from kozyr.bots.search.kozel_likelihood import (
    PAST,
    Trust,
    choose_worlds,
    past_of,
    plays_chance,
    silence_chance,
    weigh_worlds,
)
from kozyr.bots.search.kozel_policy import load_kinds, load_policy
from kozyr.bots.search.kozel_position import POSITION, position_before
from kozyr.bots.search.kozel_reading import READING
from kozyr.bots.search.kozel_sampler import Sampler
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.compact import box_of, new_record
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import Stream
from tests.bots.kozel_tables import dealt, new_match, plays
from tests.bots.kozel_worlds import Hands, allowed_deals, played_views, surprise

TRUST = Trust(stray=0.05, opponents=0.9, partner=0.6)
POLICY, KINDS = load_policy(), load_kinds()


@compiled
def chance_of_plays(past: Any, start: Any, position: Any, reading: Any, kinds: Any, trust: Any, logs: Any) -> float:
    """``plays_chance`` as plain code may call it."""
    return plays_chance(past, start, position, reading, kinds, trust, logs)


@compiled
def chance_of_silence(past: Any, start: Any, silence: Any, stray: float) -> float:
    """``silence_chance`` as plain code may call it."""
    return silence_chance(past, start, silence, stray)


def start_of(view: KozelView, past: Any, hands: Hands) -> Any:
    """The position before the first card in one world."""
    start = position_before(view)
    for seat in range(4):
        start.hands[seat] = int(past.played[seat]) | (view.hand if seat == view.seat else hands[seat])
    return start


def log_weight(view: KozelView, hands: Hands) -> float:
    """The logarithm of the weight of one world."""
    past = past_of(view)
    start = start_of(view, past, hands)
    return float(np.logaddexp.reduce(kinds_logs(view, hands), axis=1).sum()) + chance_of_silence(
        past, start, POLICY.silent, TRUST.stray
    )


def kinds_logs(view: KozelView, hands: Hands) -> Any:
    """By seat and kind the logarithm of half the chance of its plays in one world, each kind weighed by itself."""
    past = past_of(view)
    start = start_of(view, past, hands)
    logs = np.zeros((4, len(KINDS)))
    for kind, weights in enumerate(KINDS):
        alone = np.zeros((4, 1))
        records = new_record(POSITION), new_record(READING)
        total = chance_of_plays(past, start, *records, weights[None], tuple(TRUST), alone)
        assert total == pytest.approx(alone.sum())
        logs[:, kind] = alone[:, 0] - math.log(len(KINDS))
    return logs


def weighed(view: KozelView, words: Any, n: int) -> tuple[Any, Any]:
    """``n`` worlds of a view and the logarithms of their weights."""
    hands, _, logs = weighed_players(view, words, n)
    return hands, logs


def weighed_players(view: KozelView, words: Any, n: int) -> tuple[Any, Any, Any]:
    """``n`` worlds of a view, of which kind the players are in each, and the logarithms of the weights."""
    assert view.seat is not None
    past, sampler = past_of(view), Sampler(hidden_of(view), view.seat)
    start = start_of(view, past, (0, 0, 0, 0))
    hands, players, logs = np.zeros((n, 4), dtype=np.int64), np.zeros((n, 4), dtype=np.int64), np.zeros(n)
    boxes = box_of(past, PAST), box_of(start, POSITION), box_of(new_record(POSITION), POSITION)
    rest = box_of(new_record(READING), READING), sampler.box, sampler.counts, words
    done = weigh_worlds(*boxes, *rest, KINDS, POLICY.silent, tuple(TRUST), 0, hands, players, logs)
    assert done == n
    return hands, players, logs


def small_views() -> list[tuple[KozelView, set[Hands]]]:
    """Late views after cuts, with every way their hidden cards can lie."""
    found = []
    for seed in range(30):
        for view in played_views(seed, 7, boasts="none"):
            deals = allowed_deals(view)
            if 8 < len(deals) < 150:
                found.append((view, deals))
    return found


def test_the_weight_of_a_sampled_world_is_that_of_the_same_world_by_itself() -> None:
    for view, _ in small_views()[:12]:
        hands, logs = weighed(view, Stream("weights").words, 40)
        for row, log in zip(hands.tolist(), logs.tolist(), strict=True):
            assert log == pytest.approx(log_weight(view, tuple(row)))


def test_worlds_are_taken_as_often_as_the_exact_posterior_says() -> None:
    """By enumeration: every deal that the view allows, in proportion to its weight; chi-squared over many choices."""
    told = 0
    for number, (view, deals) in enumerate(small_views()[:6]):
        shares = {deal: math.exp(log_weight(view, deal)) for deal in deals}
        total = sum(shares.values())
        chances = {deal: share / total for deal, share in shares.items()}
        told += max(chances.values()) > 2 / len(deals)
        words, counts, times = Stream("posterior", number).words, Counter[Hands](), np.zeros(150, dtype=np.int64)
        for _ in range(400):
            hands, logs = weighed(view, words, 150)
            choose_worlds(logs, fraction(words), times, 1)
            counts[tuple(hands[int(np.flatnonzero(times)[0])].tolist())] += 1
        likely = {deal: chance for deal, chance in chances.items() if 400 * chance >= 5}
        rest = 1.0 - sum(likely.values())
        seen = Counter({deal: counts[deal] for deal in likely})
        if 400 * rest >= 1:
            likely[(-1,)] = rest
            seen[(-1,)] = sum(counts.values()) - sum(seen.values())
        assert set(counts) <= deals
        assert surprise(seen, likely) < 5
    assert told >= 3


def test_players_are_of_a_kind_as_often_as_their_plays_make_it_likely() -> None:
    """By Bayes in one world: each kind as likely before, so the reader, of whom nothing is judged, is either."""
    told = 0
    for number, (view, _) in enumerate(small_views()[:8]):
        assert view.seat is not None
        hands, players, _ = weighed_players(view, Stream("kinds", number).words, 3000)
        rows = Counter(map(tuple, hands.tolist()))
        row, times = rows.most_common(1)[0]
        logs = kinds_logs(view, row)
        chances = np.exp(logs - np.logaddexp.reduce(logs, axis=1)[:, None])
        assert chances[view.seat] == pytest.approx([0.5, 0.5])
        drawn = players[(hands == row).all(axis=1)]
        spread = np.sqrt(chances[:, 1] * chances[:, 0] / times)
        assert (np.abs(drawn.mean(axis=0) - chances[:, 1]) <= 4 * spread + 1e-9).all()
        told += int((np.abs(chances[:, 1] - 0.5) > 0.3).any())
    assert told >= 3


def test_a_choice_of_worlds_rounds_up_or_down_and_is_exact_on_average() -> None:
    logs = np.log(np.array([5.0, 1.0, 2.5, 0.01, 8.0, 0.0001]))
    shares = np.exp(logs) / np.exp(logs).sum()
    times, total = np.zeros(6, dtype=np.int64), np.zeros(6)
    for i in range(2000):
        effective = choose_worlds(logs, (i + 0.5) / 2000, times, 10)
        assert times.sum() == 10
        assert (np.abs(times - 10 * shares) < 1).all()
        assert effective == pytest.approx(1 / (shares**2).sum())
        total += times
    assert total / 2000 == pytest.approx(10 * shares, abs=0.002)


def test_equal_weights_leave_every_world_once() -> None:
    times = np.zeros(7, dtype=np.int64)
    assert choose_worlds(np.full(7, -3.0), 0.4, times, 7) == pytest.approx(7.0)
    assert times.tolist() == [1] * 7


def test_who_might_have_asked_and_did_not_has_a_queen_most_likely() -> None:
    """K-18: the round of claims went by in silence; seat 0 sees no queen and looks at seat 1."""
    hands = ("7c 8c 9c As Ts Ks 9s 8s", "Qc Qs Kc Tc Ah Th Kh 9h", "Qh Jc Ac 7s Ad Td Kd 9d")
    view = dealt(*hands, claims="ask queens, ok, ok, ok").view(0)
    past = past_of(view)
    assert past.silent.tolist() == [0, 1, 0, 1], "the reader asked, so his partner could not"
    rows, logs = weighed(view, Stream("queens").words, 4000)
    weights = np.exp(logs - logs.max())
    both = ((rows[:, 1] & kd.QUEENS) != 0) & ((rows[:, 3] & kd.QUEENS) != 0)
    assert both.mean() < 0.8
    assert weights[both].sum() / weights.sum() > 0.95


def test_silence_tells_nothing_by_the_last_redeal_and_after_a_boast() -> None:
    """K-16, K-20."""
    match = new_match(redeal_limit=1, first_lead="seven_of_clubs")
    match.resolve(3)
    match.resolve(tuple(kd.PLAYED_CARDS))
    while isinstance(match.awaits, int) and match.view(match.awaits).phase != "play":
        match.play(match.legal()[0])
    assert isinstance(match.awaits, int)
    assert not past_of(match.view(match.awaits)).silent.any()
    for seed in range(3):
        views = (view for view in played_views(seed, 24, boasts="both") if view.boast is not None)
        assert all(not past_of(view).silent.any() for view in views)


def test_who_has_ducked_most_likely_could_not_win() -> None:
    """Seat 1 lays the seven of hearts on the king: that it has the ace too becomes unlikely."""
    hands = ("Kh 9h Qc Qs Jc 7c 7s 7d", "Ah Th 7h Tc Kc As 9s 8s", "8h Jd Js Ac 9c Ts Ks 9d")
    view = plays(dealt(*hands), "Kh 7h").view(2)
    rows, logs = weighed(view, Stream("ducked").words, 2000)
    ace = (rows[:, 1] & kd.ACES & int(kd.SUIT_MASKS[2])) != 0
    weights = np.exp(logs)
    assert ace.mean() > 0.3
    assert weights[ace].sum() / weights.sum() < ace.mean() / 3
