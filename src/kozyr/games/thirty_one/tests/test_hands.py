"""What hands are worth (T-1..T-5): examples, and every hand against the oracle."""

import itertools

import pytest

from kozyr.cards import PACK, mask_of
from kozyr.games.thirty_one.hands import NEBITKA, THIRTY_ONE, TRI_LBA, hand_value, value_name
from kozyr.games.thirty_one.tests import oracle
from kozyr.games.thirty_one.tests.tables import mask


@pytest.mark.parametrize("nebitka", [True, False])
@pytest.mark.parametrize("any_rank", [True, False])
def test_every_hand_has_the_value_the_oracle_gives_it(nebitka: bool, any_rank: bool) -> None:
    """T-3, T-5: all 7140 hands, under each reading of the combinations."""
    hands = list(itertools.combinations(PACK, 3))
    assert len(hands) == 7140
    for cards in hands:
        ours = hand_value(mask_of(cards), int(nebitka), int(any_rank))
        assert ours == oracle.value([str(card) for card in cards], nebitka=nebitka, any_rank=any_rank), cards


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("6s 6h 6d", NEBITKA), ("6c 6h 6d", NEBITKA), ("As Ah Ad", TRI_LBA), ("As Ah 6c", TRI_LBA),
        ("As Ks Ts", THIRTY_ONE), ("As Ks 6c", THIRTY_ONE), ("Ks Ts 6c", THIRTY_ONE), ("Ts Js Qs", 30),
        ("As Ks 9s", 30), ("As 9s 6c", 30), ("9s 8s 6c", 28), ("Ks 9h 6c", 21), ("As 7h 6c", 21),
        ("6s 7h 8d", 8), ("7c 8c 6c", 26), ("Kh Ks Kd", 10), ("6s 6h 7d", 7),
    ],
)  # fmt: skip
def test_values_of_some_hands(cards: str, value: int) -> None:
    """T-3, T-4, T-5."""
    assert hand_value(mask(cards), 1, 0) == value


@pytest.mark.parametrize(
    ("cards", "value"), [("Kh Ks Kd", TRI_LBA), ("7h 7s 6c", TRI_LBA), ("6s 6h 6d", NEBITKA), ("6s 6h 6c", NEBITKA)]
)
def test_three_of_any_rank(cards: str, value: int) -> None:
    """T-3, T-5: ``tri_lba = any_rank``."""
    assert hand_value(mask(cards), 1, 1) == value


@pytest.mark.parametrize(
    ("cards", "any_rank", "value"), [("6s 6h 6d", 0, 6), ("6s 6h 6c", 0, 17), ("6s 6h 6d", 1, 33), ("6s 6h 6c", 1, 33)]
)
def test_three_sixes_without_nebitka(cards: str, any_rank: int, value: int) -> None:
    """T-5: ``nebitka = none``; the six of clubs is still the joker."""
    assert hand_value(mask(cards), 0, any_rank) == value


def test_names_of_values() -> None:
    """T-5, T-26."""
    assert [value_name(value) for value in (34, 33, 31, 30, 6)] == ["nebitka", "tri_lba", "31", "points", "points"]
