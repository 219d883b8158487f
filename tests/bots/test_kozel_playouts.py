"""Cards and hands of Kozel judged by playing out weighed worlds: what is added up, and what the budget allows."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from kozyr.bots import Budget
from kozyr.bots.search import kozel_playouts
from kozyr.bots.search.kozel_payoff import EYES
from kozyr.bots.search.kozel_playouts import FEWEST, PlayOuts, judge_cards
from kozyr.bots.search.kozel_policy import COUNT, MOST_CARDS, best_card, load_kinds, scores_into
from kozyr.bots.search.kozel_position import POSITION, lay_card
from kozyr.bots.search.kozel_reading import READING
from kozyr.bots.search.kozel_solver import SEARCH, solve_deal_cards
from kozyr.bots.search.kozel_worlds import deal_of
from kozyr.cards import cards_of
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.compact import box_of, copy_record, new_record
from kozyr.kernel.compiled import compiled, plain_twin
from kozyr.kernel.streams import Stream
from tests.bots.kozel_tables import dealt
from tests.bots.kozel_worlds import allowed_deals, played_views

KNOWN = ("7c Qc Qs Qh Qd Jc Ah Kh", "As Ts Ks 9s 8s Js Td 7d", "8c 9c Kc Tc Ac Th Jh Jd")
BUDGET = Budget(worlds=30, nodes=0)


@compiled
def likeliest(position: Any, reading: Any, weights: Any) -> int:
    """The card that the policy holds likeliest."""
    cards, scores = np.zeros(MOST_CARDS, dtype=np.int64), np.zeros(MOST_CARDS)
    return best_card(scores_into(position, reading, weights, np.zeros(COUNT), cards, scores), cards, scores)


SETTLED = (62, 64, 76, 134, 151, 194, 211, 217)
"""Matches in which a late view leaves one world and cards that differ."""


def late_views(hidden_most: int, seeds: Iterable[int] = range(40)) -> list[KozelView]:
    """Views with a choice and few hidden cards."""
    views = (view for seed in seeds for view in played_views(seed, hidden_most, boasts="none"))
    return [view for view in views if len(view.legal) > 1]


def cards(view: KozelView) -> list[int]:
    """The cards that may be laid."""
    return [int(entry.cards[0]) for entry in view.legal]


def points_after(view: KozelView, card: int, hands: tuple[int, ...], players: Sequence[int]) -> int:
    """What the seat's team has at the end after a card, all others known, everybody by the policy of his kind."""
    assert view.seat is not None
    position = copy_record(PlayOuts(view).root)
    for seat in range(4):
        if seat != view.seat:
            position.hands[seat] = hands[seat]
    lay_card(position, card)
    while position.phase == kd.PLAY:
        weights = load_kinds()[players[int(position.turn)]]
        lay_card(position, int(likeliest(position, new_record(READING), weights)))
    return int(position.points[view.seat % 2])


def test_where_one_world_is_left_a_card_is_worth_what_the_policy_makes_of_it() -> None:
    told = 0
    for view in late_views(8, SETTLED):
        deals = allowed_deals(view)
        if len(deals) == 1:
            values = PlayOuts(view).card_values(EYES, BUDGET, Stream("one").words, 0.0)
            players = itertools.product(range(len(load_kinds())), repeat=4)
            ends = [[points_after(view, card, next(iter(deals)), kinds) for card in cards(view)] for kinds in players]
            found = [values[entry.move] for entry in view.legal]
            assert (np.min(ends, axis=0) <= found).all()
            assert (found <= np.max(ends, axis=0)).all()
            told += len(set(found)) > 1
    assert told >= 8


def test_values_are_the_mean_over_the_worlds_and_their_times() -> None:
    view = dealt(*KNOWN).view(0)
    played, out = PlayOuts(view), np.zeros(36)
    worlds, players, times = played.worlds.draw(BUDGET, Stream("mean").words)
    assert times.sum() == BUDGET.worlds
    boxes = box_of(played.root, POSITION), box_of(new_record(POSITION), POSITION), box_of(new_record(READING), READING)
    assert judge_cards(*boxes, worlds, players, times, load_kinds(), EYES, 0, out) == BUDGET.worlds
    for card in cards_of(view.hand)[:3]:
        points = [
            points_after(view, int(card), tuple(row), kinds)
            for row, kinds in zip(worlds.tolist(), players.tolist(), strict=True)
        ]
        assert out[card] == pytest.approx(float(np.dot(points, times)))


def test_the_nodes_bound_the_worlds_and_too_few_judge_nothing() -> None:
    view = dealt(*KNOWN).view(0)
    free = PlayOuts(view)
    assert len(free.card_values(EYES, BUDGET, Stream("free").words, 0.0)) == 8
    used = int(free.worlds.reading.nodes)
    for nodes in (1, used // 10, used * 2 // 3):
        bound = PlayOuts(view)
        found = bound.card_values(EYES, Budget(BUDGET.worlds, nodes), Stream("free").words, 0.0)
        assert (len(found) == 8) == (nodes > used / 2)
        assert int(bound.worlds.reading.nodes) < nodes + used / BUDGET.worlds * 2
    assert len(PlayOuts(view).card_values(EYES, Budget(FEWEST - 1, 0), Stream("few").words)) == 8


def exact_points(view: KozelView, hands: tuple[int, ...]) -> list[int]:
    """What the seat's team has at the end after each legal card where all see the cards, by the solver."""
    assert view.seat is not None
    deal, out = deal_of(view), np.zeros(36, dtype=np.int64)
    for seat in range(4):
        if seat != view.seat:
            deal.hands[seat] = hands[seat]
    solve_deal_cards(box_of(new_record(SEARCH), SEARCH), box_of(deal, kd.DEAL), out)
    even = [int(view.points[0] + out[card]) for card in cards(view)]
    return even if view.seat % 2 == 0 else [120 - points for points in even]


def test_open_cards_count_for_their_share() -> None:
    """Where one world is left: the play-outs for the rest, and what the solver finds in that world."""
    told = 0
    for view in late_views(8, SETTLED):
        deals = allowed_deals(view)
        if len(deals) != 1:
            continue
        exact = exact_points(view, next(iter(deals)))
        played, mixed, opened = (
            [PlayOuts(view).card_values(EYES, BUDGET, Stream("mix").words, share)[entry.move] for entry in view.legal]
            for share in (0.0, 0.25, 1.0)
        )
        assert opened == pytest.approx(exact)
        assert mixed == pytest.approx([0.75 * own + 0.25 * other for own, other in zip(played, exact, strict=True)])
        told += played != pytest.approx(exact)
    assert told >= 2


def test_open_cards_are_tried_within_the_nodes_and_count_less_where_those_end() -> None:
    view = dealt(*KNOWN).view(0)
    played = PlayOuts(view)
    alone = played.card_values(EYES, BUDGET, Stream("open").words, 0.0)
    used = int(played.worlds.reading.nodes)
    free = PlayOuts(view)
    mixed = free.card_values(EYES, BUDGET, Stream("open").words, 0.5)
    assert mixed != alone
    assert int(free.worlds.reading.nodes) > used + 10
    bound = PlayOuts(view)
    assert bound.card_values(EYES, Budget(BUDGET.worlds, used + 10), Stream("open").words, 0.5).keys() == alone.keys()
    assert int(bound.worlds.reading.nodes) <= used + 64
    last = PlayOuts(view).card_values(EYES, Budget(BUDGET.worlds, used + 10), Stream("open").words, 1.0)
    assert last == alone


def test_hands_are_judged_as_they_will_be_led() -> None:
    """K-16, K-23: in the round of claims; four queens of its own promise the team most of the eyes."""
    match = dealt(*KNOWN, claims="")
    played = PlayOuts(match.view(0))
    worlds, worths, times = played.hand_worths(EYES, BUDGET, Stream("hands").words)
    assert times.sum() == BUDGET.worlds
    assert all(int(row[1] | row[2] | row[3]).bit_count() == 24 for row in worlds)
    assert float(np.average(worths, weights=times)) > 75
    assert played.root.leader == 0
    few = PlayOuts(match.view(0)).hand_worths(EYES, Budget(30, 1), Stream("hands").words)
    assert [len(each) for each in few] == [0, 0, 0]


def test_plain_code_plays_the_same_deals_out() -> None:
    twin = plain_twin(kozel_playouts)
    for number, view in enumerate(late_views(9)[:6]):
        ours = PlayOuts(view).card_values(EYES, BUDGET, Stream("parity", number).words, 0.0)
        theirs = twin.PlayOuts(view)
        worlds, players, times = theirs.worlds.draw(BUDGET, Stream("parity", number).words)
        out, records = np.zeros(36), ([theirs.root], [new_record(POSITION)], [new_record(READING)])
        done = twin.judge_cards(*records, worlds, players, times, load_kinds(), EYES, 0, out)
        assert {move: out[move.card] / done for move in ours} == pytest.approx(ours)  # type: ignore[attr-defined]
