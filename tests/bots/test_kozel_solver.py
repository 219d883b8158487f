"""The solver of open cards against trying everything, and its own promises."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from kozyr.bots.search import kozel_bounds, kozel_numbers, kozel_order, kozel_solver, kozel_table
from kozyr.cards import cards_of
from kozyr.games.kozel import deal as kd
from kozyr.kernel.compact import box_of, new_record
from kozyr.kernel.compiled import plain_twin
from tests.bots.kozel_brute import best_of, card_values, reaches
from tests.bots.kozel_deals import deal_in_play

ALL_RULES = (kd.LEAD_ELDEST, kd.LEAD_ACE_OF_DIAMONDS, kd.LEAD_SEVEN_OF_CLUBS)


class Solver:
    """One solver for many positions, as a bot has it."""

    def __init__(self) -> None:
        self.record = new_record(kozel_solver.SEARCH)
        self.box = box_of(self.record, kozel_solver.SEARCH)

    def value(self, deal: Any) -> int:
        return int(kozel_solver.solve_deal(self.box, box_of(deal, kd.DEAL)))

    def cards(self, deal: Any) -> dict[int, int]:
        out = np.zeros(36, dtype=np.int64)
        kozel_solver.solve_deal_cards(self.box, box_of(deal, kd.DEAL), out)
        return {card: int(value) for card, value in enumerate(out) if value >= 0}


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def test_every_card_of_thousands_of_late_positions_is_worth_what_trying_everything_says(solver: Solver) -> None:
    for seed in range(3000):
        deal = deal_in_play(seed, 21 + seed % 11, ALL_RULES[seed % 3])
        expected = card_values(deal)
        assert solver.cards(deal) == expected
        assert solver.value(deal) == best_of(int(deal.turn), expected.values())


def test_deals_of_seven_cards_a_hand_have_the_value_that_alpha_beta_without_a_table_finds(solver: Solver) -> None:
    for seed in range(6):
        deal = deal_in_play(seed, 4)
        value = solver.value(deal)
        assert reaches(deal, value)
        assert not reaches(deal, value + 1)


@pytest.mark.parametrize("seed", [1, 2])
def test_whole_deals_have_the_value_that_alpha_beta_without_a_table_finds(solver: Solver, seed: int) -> None:
    deal = deal_in_play(seed, 0)
    value = solver.value(deal)
    assert reaches(deal, value)
    assert not reaches(deal, value + 1)


@pytest.mark.parametrize("laid", [0, 1, 2, 3, 4, 7])
def test_the_value_of_a_position_is_that_of_its_best_card(solver: Solver, laid: int) -> None:
    """Whole deals and the middle of the first tricks, where trying everything takes too long."""
    for seed in range(5):
        deal = deal_in_play(seed, laid)
        cards = solver.cards(deal)
        assert set(cards) == set(map(int, cards_of(kd.legal_cards(deal))))
        assert solver.value(deal) == best_of(int(deal.turn), cards.values())


def test_the_ace_of_diamonds_that_must_be_led_is_the_only_card_weighed(solver: Solver) -> None:
    """K-23: what another lead would be worth does not count."""
    for seed in range(5):
        deal = deal_in_play(seed, 0, kd.LEAD_ACE_OF_DIAMONDS)
        cards = solver.cards(deal)
        assert set(cards) == {kd.ACE_OF_DIAMONDS}
        assert solver.value(deal) == cards[kd.ACE_OF_DIAMONDS]


def test_what_was_solved_before_changes_neither_values_nor_nodes_of_a_fresh_load(solver: Solver) -> None:
    deal = deal_in_play(8, 4)
    solver.value(deal)
    nodes = int(solver.record.nodes)
    fresh = Solver()
    assert fresh.value(deal) == solver.value(deal)
    assert int(fresh.record.nodes) == nodes == int(solver.record.nodes)


def test_a_search_ends_at_its_limit_of_nodes_and_says_so(solver: Solver) -> None:
    deal = deal_in_play(3, 0)
    solver.record.limit = 1000
    try:
        solver.value(deal)
        assert solver.record.ended
        assert 1000 <= solver.record.nodes < 1000 + 40
    finally:
        solver.record.limit = 0


def test_a_search_ends_when_it_is_told_to_stop(solver: Solver) -> None:
    solver.record.stop = 1
    try:
        solver.value(deal_in_play(3, 0))
        assert solver.record.ended
        assert solver.record.nodes < 40
    finally:
        solver.record.stop = 0


def test_the_table_is_emptied_when_the_loads_are_numbered_anew(solver: Solver) -> None:
    deal = deal_in_play(5, 16)
    value = solver.value(deal)
    solver.record.load = kozel_table.LOADS - 2
    assert [solver.value(deal) for _ in range(4)] == [value] * 4
    assert solver.record.load < 5


def test_plain_code_finds_the_same_values_with_the_same_nodes(solver: Solver) -> None:
    """The search is the plain one; it calls other modules as they are in this process."""
    twin = plain_twin(kozel_solver)
    record = new_record(kozel_solver.SEARCH)
    for seed in range(12):
        deal = deal_in_play(seed, 19 + seed % 8)
        value = solver.value(deal)
        assert int(twin.solve_deal([record], [deal])) == value
        assert int(record.nodes) == int(solver.record.nodes)


def test_plain_code_knows_the_same_bounds_order_and_keys() -> None:
    bounds, order = plain_twin(kozel_bounds), plain_twin(kozel_order)
    table, numbers = plain_twin(kozel_table), plain_twin(kozel_numbers)
    record = new_record(kozel_solver.SEARCH)
    for seed in range(40):
        deal = deal_in_play(seed, 4 * (seed % 7))
        kozel_solver.load(record, deal)
        packed = record.packed.copy()
        table.fill_chunks(record)
        assert (record.packed == packed).all()
        leader = int(deal.turn)
        assert table.key_of(record, leader) == kozel_table.key_of(record, leader)
        for seat in range(4):
            assert bounds.sure_eyes(record, seat, leader) == kozel_bounds.sure_eyes(record, seat, leader)
            assert numbers.eyes_of(record.hands[seat]) == kozel_numbers.eyes_of(record.hands[seat])
        listed = kozel_order.list_cards(record, 0, leader, kozel_table.NO_CLASS)
        scores = record.scores[:listed].tolist()
        assert order.list_cards(record, 0, leader, kozel_table.NO_CLASS) == listed
        assert record.scores[:listed].tolist() == scores


def test_the_solvers_own_numbers_follow_suit_and_beat_as_the_game_says() -> None:
    """K-4, K-25, K-26: every card led with every set of suits held; every card against every card that can hold it."""
    deal, number_of = kd.new_deal(), kozel_numbers.NUMBER_OF
    parts = [[0, *(int(mask) & -int(mask) for mask in kd.SUIT_MASKS), *map(int, kd.SUIT_MASKS)]] * 4
    hands = {a | b | c | d for a, b, c, d in product(*parts)}
    for led in map(int, kd.PLAYED_CARDS):
        suit = kozel_numbers.SUIT[number_of[led]]
        deal.trick[0], deal.trick_size, deal.turn = led, 1, 0
        for hand in hands:
            deal.hands[0] = hand & ~(1 << led)
            numbers = int(kozel_numbers.numbers_of(int(deal.hands[0])))
            legal = int(kozel_numbers.numbers_of(int(kd.legal_cards(deal))))
            assert int(kozel_numbers.legal_numbers(numbers, suit)) == legal
        for best, card in product(map(int, kd.PLAYED_CARDS), repeat=2):
            if kd.SUIT_OF[best] in (kd.SUIT_OF[led], kd.TRUMP) and best != card:
                powers = [int(kozel_numbers.power(number_of[each], suit)) for each in (card, best)]
                assert (powers[0] > powers[1]) == kd.beats(card, best)
    for hand in hands:
        assert kozel_numbers.eyes_of(kozel_numbers.numbers_of(hand)) == kd.hand_points(hand)


def test_sure_eyes_are_never_more_than_the_value(solver: Solver) -> None:
    for seed in range(300):
        deal = deal_in_play(seed, 4 * (1 + seed % 6))
        value = solver.value(deal)
        kozel_solver.load(solver.record, deal)
        rest, leader = int(kozel_solver.rest_of(solver.record)), int(deal.turn)
        assert kozel_bounds.sure_eyes(solver.record, 0, leader) <= value
        assert rest - kozel_bounds.sure_eyes(solver.record, 1, leader) >= value
