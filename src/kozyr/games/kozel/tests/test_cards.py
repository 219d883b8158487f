"""Cards, their strength and points (K-1..K-4)."""

import itertools

import pytest

from kozyr.cards import PACK, cards_of, parse_card, parse_cards
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.tests.tables import ALL_TRUMPS, mask
from kozyr.games.kozel.view import BOARD_SIXES, sort_hand


def test_all_but_the_sixes_are_played() -> None:
    """K-1."""
    assert len(kd.PLAYED_CARDS) == 32
    assert {str(card) for card in PACK if card not in kd.PLAYED_CARDS} == {"6c", "6s", "6h", "6d"}


def test_a_team_has_the_sixes_of_one_colour() -> None:
    """K-1."""
    assert [{str(card)[1] for card in sixes} for sixes in BOARD_SIXES] == [{"h", "d"}, {"c", "s"}]
    assert all(str(card)[0] == "6" for sixes in BOARD_SIXES for card in sixes)


@pytest.mark.parametrize("order", [ALL_TRUMPS, "As Ts Ks 9s 8s 7s", "Ah Th Kh 9h 8h 7h", "Ad Td Kd 9d 8d 7d"])
def test_order_within_a_suit(order: str) -> None:
    """K-2, K-3."""
    cards = parse_cards(order)
    assert len({int(kd.SUIT_OF[card]) for card in cards}) == 1
    for high, low in itertools.combinations(cards, 2):
        assert kd.beats(high, low)
        assert not kd.beats(low, high)
    assert sort_hand(mask(order)) == cards


def test_every_played_card_is_in_one_suit() -> None:
    """K-2, K-3."""
    assert [len(cards_of(int(suit))) for suit in kd.SUIT_MASKS] == [0, 6, 6, 6, 14]
    assert sum(int(suit) for suit in kd.SUIT_MASKS) == sum(1 << card for card in kd.PLAYED_CARDS)


def test_points_are_120_in_all() -> None:
    """K-4."""
    assert sum(int(kd.POINTS[card]) for card in kd.PLAYED_CARDS) == 120
    assert [int(kd.POINTS[parse_card(rank + "h")]) for rank in "ATKQJ987"] == [11, 10, 4, 3, 2, 0, 0, 0]


def test_points_of_a_hand_are_the_sum_of_its_cards() -> None:
    """K-4."""
    for text in ("", "Ac", "Ac Tc Kc Qc Jc 9c 8c 7c", "Ad Th Ks Qd Jh 9s", ALL_TRUMPS):
        assert kd.hand_points(mask(text)) == sum(int(kd.POINTS[card]) for card in parse_cards(text))
