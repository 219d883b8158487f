"""Chance steps: what they may give, and why an outcome cannot be."""

import pytest

from kozyr.cards import parse_cards
from kozyr.kernel.chance import ChanceError, Lot, Recalled, Shuffle
from kozyr.kernel.streams import Stream

CARDS = parse_cards("7c 8c 9c")


def test_samples_are_possible() -> None:
    stream = Stream("chance")
    assert {Lot(3).check(Lot(3).sample(stream)) for _ in range(50)} == {0, 1, 2}
    assert len({Shuffle(CARDS).check(Shuffle(CARDS).sample(stream)) for _ in range(100)}) == 6


@pytest.mark.parametrize("outcome", [-1, 3, True, "1", None])
def test_impossible_lots(outcome: object) -> None:
    with pytest.raises(ChanceError, match=r"0\.\.2"):
        Lot(3).check(outcome)


@pytest.mark.parametrize(
    ("cards", "message"), [("7c 8c", "are 2"), ("7c 8c Tc", "Tc is not among"), ("7c 7c 8c", "7c stands twice")]
)
def test_impossible_shuffles(cards: str, message: str) -> None:
    with pytest.raises(ChanceError, match=message):
        Shuffle(CARDS).check(parse_cards(cards))


@pytest.mark.parametrize("outcome", [None, 7, "7c8c9c", (1, 2, 3), ["7c", "8c", "9c"], {1: 2}])
def test_what_is_not_a_sequence_of_cards_is_no_shuffle(outcome: object) -> None:
    with pytest.raises(ChanceError, match="sequence of cards"):
        Shuffle(CARDS).check(outcome)


def test_a_record_tells_its_packs_in_order() -> None:
    again = CARDS[::-1]
    deal = Recalled(2, CARDS, iter([again]))
    assert Lot(3).recall(deal) == 2
    assert [Shuffle(CARDS).recall(deal) for _ in range(2)] == [CARDS, again]
    with pytest.raises(ChanceError, match="no more"):
        Shuffle(CARDS).recall(deal)


def test_outcomes_go_through_json() -> None:
    assert Lot(3).write(2) == 2 == Lot(3).read(2)
    assert Shuffle(CARDS).write(CARDS[::-1]) == ["9c", "8c", "7c"]
    assert Shuffle(CARDS).read(["9c", "8c", "7c"]) == CARDS[::-1]


@pytest.mark.parametrize("data", [None, "1", True, 1.0, 3, -1, [1]])
def test_json_that_is_no_lot(data: object) -> None:
    with pytest.raises(ChanceError, match=r"seats are 0\.\.2"):
        Lot(3).read(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "a shuffle is a list of cards"),
        ("7c8c9c", "a shuffle is a list of cards"),
        (["7c", "8c", 9], "a shuffle is a list of cards"),
        (["7c", "8c", "10c"], "'10c' is not a card"),
        (["7c", "8c"], "are 2, there should be 3"),
        (["7c", "8c", "8c"], "8c stands twice"),
    ],
)
def test_json_that_is_no_shuffle(data: object, message: str) -> None:
    with pytest.raises(ChanceError, match=message):
        Shuffle(CARDS).read(data)


def test_an_impossible_outcome_is_not_written() -> None:
    with pytest.raises(ChanceError):
        Lot(3).write(3)
    with pytest.raises(ChanceError):
        Shuffle(CARDS).write(CARDS[:2])


def test_nothing_of_the_kernel_is_simulated() -> None:
    assert not Lot(3).is_simulated
    assert not Shuffle(CARDS).is_simulated
