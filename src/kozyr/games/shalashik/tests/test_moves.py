"""Notation, options and refusals (S-1..S-18)."""

import json
from collections.abc import Callable

import pytest

from kozyr.cards import PACK
from kozyr.games.shalashik import GAME
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.match import ShalashikMatch
from kozyr.games.shalashik.moves import Beat, Lead, Pull, Word, code_of, move_of
from kozyr.games.shalashik.options import ShalashikOptions
from kozyr.games.shalashik.tests.tables import STACKED, beating, do, new_match, thrown
from kozyr.kernel.move import IllegalMoveError, Move, NotationError
from kozyr.kernel.options import OptionError, Options

ALL: list[Move] = [
    *(Pull(place) for place in range(31)),
    Pull(None),
    *(Beat(card) for card in PACK),
    *(Lead(card) for card in PACK),
    Word("take"),
    Word("rest"),
]


def test_moves_texts_and_integers_are_a_bijection() -> None:
    """S-5, S-6, S-9..S-11."""
    assert len({str(move) for move in ALL}) == len({code_of(move) for move in ALL}) == len(ALL) == 106
    for move in ALL:
        assert move_of(code_of(move)) == move == GAME.parse_move(str(move))
        assert 0 <= code_of(move) < sd.DOWN < 1 << sd.SEAT_SHIFT


def test_moves_are_written_as_the_page_has_them() -> None:
    texts = ["pull 0", "pull 30", "pull hut", "beat Qc", "lead 7d", "take", "rest"]
    assert [str(GAME.parse_move(text)) for text in texts] == texts


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "pull",
            "pull ",
            "pull 31",
            "pull 07",
            "pull -1",
            "pull +1",
            "pull 1 x",
            "pull hut x",
            "pull 1_0",
            "pull ٣",
        ),
        *("beat", "beat qc", "lead 10d", "lead  7d", "lead 7d ", "Take", "take 3", "rest\n", "pull 7 x", "beat Qc x"),
        "pull " + "1" * 5000,
    ],
)
def test_other_texts_are_refused_with_the_forms_there_are(text: str) -> None:
    with pytest.raises(NotationError, match="no move of shalashik: a move is pull N") as raised:
        GAME.parse_move(text)
    assert len(str(raised.value)) < 250


def test_a_record_marks_the_pull_that_brought_the_hut_down() -> None:
    """S-6: the mark is no part of the move."""
    assert GAME.parse_recorded("pull 7 x") == (Pull(7), "x")
    assert GAME.parse_recorded("pull 7") == (Pull(7), "")
    assert GAME.parse_recorded("lead 7d") == (GAME.parse_move("lead 7d"), "")


@pytest.mark.parametrize("text", ["pull hut x", "take x", "lead 7d x", "pull 7 x x", "pull 7  x", "pull 7x", "x", " x"])
def test_nothing_else_bears_a_mark(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.parse_recorded(text)


def test_the_options_are_those_of_the_page_with_their_defaults() -> None:
    """S-1..S-18, in the order of the record."""
    assert ShalashikOptions().to_mapping() == {
        "lot": "high",
        "hut": "risk",
        "pull_seconds": 30,
        "small": "pips",
        "lead": "must",
        "after_take": "next",
        "must_beat": "yes",
        "finish": "empty",
        "max_turns": 60,
        "target": 500,
        "deals": None,
    }
    words = {spec.name: spec.choices for spec in ShalashikOptions.specs() if spec.choices}
    assert words == {
        "lot": ("high", "low"),
        "hut": ("risk", "physics"),
        "small": ("pips", "any"),
        "lead": ("must", "may"),
        "after_take": ("next", "same"),
        "must_beat": ("yes", "no"),
        "finish": ("empty", "beat"),
    }


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("pull_seconds", 5, 600), ("max_turns", 1, 1000), ("target", 1, 100_000), ("deals", 1, 1000)],
)
def test_numbers_have_their_bounds(name: str, low: int, high: int) -> None:
    for value in (low, high):
        assert ShalashikOptions.from_mapping({name: value}).to_mapping()[name] == value
    for wrong in (low - 1, high + 1, True, 7.0, "7"):
        with pytest.raises(OptionError, match=f"option {name} cannot be .*a whole number from {low} to {high}"):
            ShalashikOptions.from_mapping({name: wrong})


def test_only_deals_may_be_null() -> None:
    """S-18."""
    assert ShalashikOptions.from_texts(["deals=null"]).deals is None
    for name in ("pull_seconds", "max_turns", "target", "lot"):
        with pytest.raises(OptionError, match=name):
            ShalashikOptions.from_mapping({name: None})


@pytest.mark.parametrize("name", [spec.name for spec in ShalashikOptions.specs() if spec.choices])
def test_a_word_that_an_option_has_not_is_refused_with_those_it_has(name: str) -> None:
    choices = ShalashikOptions.spec(name).choices
    with pytest.raises(OptionError, match=f"option {name} cannot be 'both': it is {' . '.join(choices)}"):
        ShalashikOptions.from_mapping({name: "both"})


def test_an_unknown_option_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(OptionError, match=r"shalashik has no option 'trumps': its options are lot, hut, .*, deals"):
        ShalashikOptions.from_mapping({"trumps": "none"})
    with pytest.raises(TypeError, match="ShalashikOptions"):
        GAME.new_match(Options(), 3)


def gone(match: ShalashikMatch) -> ShalashikMatch:
    """After the first card has been pulled."""
    return do(match, "pull 0")


def no_heap() -> ShalashikMatch:
    """With the hut alone left."""
    return do(thrown(), *(f"pull {place}" for place in range(31)))


@pytest.mark.parametrize(
    ("match", "move", "why"),
    [
        (thrown, "take", "refuse_drawing"),
        (thrown, "lead 6c", "refuse_drawing"),
        (thrown, "pull hut", "refuse_hut"),
        (lambda: gone(thrown()), "pull 0", "refuse_gone"),
        (lambda: thrown(heap=STACKED), "pull 29", "refuse_covered"),
        (no_heap, "pull 30", "refuse_only_hut"),
        (lambda: do(thrown(), "pull 0 x"), "pull 1", "refuse_drawing_over"),
        (lambda: do(thrown(), "pull 0 x"), "lead Kc", "refuse_not_small"),
        (lambda: do(thrown(), "pull 0", "pull 1 x"), "lead 6c", "refuse_not_held"),
        (lambda: do(thrown(), "pull 0 x"), "beat Kc", "refuse_time_to_lead"),
        (lambda: do(thrown(), "pull 0 x"), "take", "refuse_time_to_lead"),
        (lambda: do(thrown(), "pull 0 x"), "rest", "refuse_empty_pile"),
        (lambda: beating(["7c 8h", "9h", "6d"], 0, "6c"), "beat 8h", "refuse_does_not_beat"),
        (lambda: beating(["7c 8h", "9h", "6d"], 0, "6c"), "beat 9h", "refuse_not_held"),
        (lambda: beating(["7c 8h", "9h", "6d"], 0, "6c"), "lead 8h", "refuse_answer_first"),
        (lambda: beating(["7c 8h", "9h", "6d"], 0, "6c"), "take", "refuse_can_beat"),
        (lambda: beating(["7c 8h", "9h", "6d"], 0, "6c"), "rest", "refuse_answer_first"),
        (lambda: do(beating(["7c 8h", "9h", "6d"], 0, "6c"), "beat 7c"), "rest", "refuse_must_lead"),
        (lambda: do(beating(["7c 8h", "9h", "6d"], 0, "6c"), "beat 7c"), "lead 9h", "refuse_not_held"),
        (lambda: beating(["7c 8h", "9h", "6d"], 0, lead="may"), "rest", "refuse_empty_pile"),
        (lambda: do(same(), "take"), "take", "refuse_taken"),
        (lambda: do(same(), "take"), "rest", "refuse_can_beat"),
        (lambda: do(same(), "take"), "lead Ah", "refuse_answer_first"),
    ],
)
def test_a_refusal_names_the_rule(match: Callable[[], ShalashikMatch], move: str, why: str) -> None:
    refused = match()
    seat = refused.awaits
    assert isinstance(seat, int)
    before = refused.deal.tobytes(), json.dumps(refused.deals()[-1].extra)
    with pytest.raises(IllegalMoveError) as raised:
        refused.apply(seat, GAME.parse_move(move))
    assert raised.value.why is not None
    assert raised.value.why.id == why
    assert (refused.deal.tobytes(), json.dumps(refused.deals()[-1].extra)) == before


def same() -> ShalashikMatch:
    """Seat 0 cannot beat, and with ``after_take = same`` will be able to beat the uncovered card."""
    return beating(["7c Ah", "9h", "6d"], 0, "6c Kd Qd 8s", after_take="same")


def test_no_move_is_made_before_a_chance_step() -> None:
    match = new_match()
    with pytest.raises(IllegalMoveError, match="nobody is to move before the next chance step"):
        match.apply(0, Pull(0))
    match = thrown()
    match.apply(0, Pull(0))
    with pytest.raises(IllegalMoveError, match="nobody is to move before the next chance step"):
        match.apply(1, Pull(1))
