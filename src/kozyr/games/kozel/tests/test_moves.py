"""Notation, options and refusals (K-8, K-12, K-13, K-16, K-27, K-33)."""

import pytest

from kozyr.games.kozel import GAME
from kozyr.games.kozel.match import KozelMatch
from kozyr.games.kozel.moves import CODES, MOVES
from kozyr.games.kozel.options import KozelOptions
from kozyr.games.kozel.tests.tables import dealt, do, new_match, pack_of, playing, shuffled
from kozyr.kernel.move import IllegalMoveError, NotationError
from kozyr.kernel.options import OptionError, Options


def test_moves_texts_and_integers_are_a_bijection() -> None:
    """K-8..K-27."""
    assert len(MOVES) == len(CODES) == len({str(move) for move in CODES}) == 32 + 31 + 31 + 2 + 32 + 6
    for code, move in MOVES.items():
        assert CODES[move] == code
        assert GAME.parse_move(str(move)) is move


@pytest.mark.parametrize(
    "text",
    [
        "", "6c", "qc", "cut 0", "cut 32", "cut 05", "cut", "lift 0", "lift 32", "give 6c", "give", "boast",
        "boast both", "OK", "claim", "ask", "resign", "draw", "x" * 100,
    ],
)  # fmt: skip
def test_other_texts_are_no_moves(text: str) -> None:
    """K-33: resigning belongs to the table."""
    with pytest.raises(NotationError, match="is no move of kozel") as raised:
        GAME.parse_move(text)
    assert len(str(raised.value)) < 300


def test_options_of_the_rules_page() -> None:
    assert KozelOptions().to_mapping() == {
        "next_dealer": "left", "boasts": "both", "trousers_mixed": "stop", "first_lead": "ace_of_diamonds",
        "later_lead": "eldest", "lyusya": "reset_and_two", "redeal_points": 12, "redeal_limit": 3, "spas": 31,
    }  # fmt: skip


@pytest.mark.parametrize(("name", "low", "high"), [("redeal_limit", 1, 9), ("redeal_points", 0, 120), ("spas", 1, 60)])
def test_bounds_of_numbers(name: str, low: int, high: int) -> None:
    for bound in (low, high):
        assert KozelOptions.from_mapping({name: bound}).to_mapping()[name] == bound
    wrong: list[object] = [low - 1, high + 1, True, "many"]
    for value in wrong:
        with pytest.raises(OptionError, match=name):
            KozelOptions.from_mapping({name: value})


def test_options_of_another_game_are_refused() -> None:
    class Other(Options):
        pass

    with pytest.raises(TypeError, match="KozelOptions"):
        GAME.new_match(Other(), 4)


POOR = "7s 8s 9s 7h 8h 9h Jh Js"


def after_redeal() -> KozelMatch:
    match = do(dealt({0: POOR}), "claim points")
    match.resolve(pack_of(""))
    return match


@pytest.mark.parametrize(
    ("position", "text", "refusal"),
    [
        (lambda: shuffled(pack_of("")), "Qc", "refuse_phase_cut"),
        (lambda: shuffled(pack_of(""), boasts="mirror"), "boast trousers", "refuse_boast_kind"),
        (after_redeal, "boast mirror", "refuse_boast_after_redeal"),
        (lambda: do(shuffled(pack_of("")), "boast mirror"), "cut 3", "refuse_phase_lift"),
        (lambda: do(shuffled(pack_of("7s")), "boast mirror", "lift 1"), "lift 31", "refuse_lift"),
        (lambda: do(shuffled(pack_of("7s", "8s")), "boast trousers"), "give 9s", "refuse_give"),
        (lambda: do(shuffled(pack_of("7s", "8s")), "boast trousers"), "7s", "refuse_phase_give"),
        (lambda: dealt({0: "Qc Ac Tc Kc"}), "claim points", "refuse_claim_points"),
        (lambda: dealt({0: "Qc Ac Tc Kc"}), "claim nines", "refuse_claim_nines"),
        (lambda: dealt({0: "Qc Ac Tc Kc"}), "ask queens", "refuse_ask_has_queen"),
        (lambda: dealt({0: "Qc Ac Tc Kc"}), "redeal", "refuse_phase_claim"),
        (lambda: dealt({0: "Qc Ac Tc Kc"}), "Qc", "refuse_phase_claim"),
        (lambda: do(dealt({0: POOR, 1: "Qc Qs Qh Qd"}), "ask queens"), "ok", "refuse_phase_answered"),
        (lambda: playing({0: "Ad Qc"}), "Qs", "refuse_not_held"),
        (lambda: playing({0: "Ad Qc"}), "Qc", "refuse_must_lead"),
        (lambda: playing({0: "Ad Qc"}), "ok", "refuse_phase_play"),
        (lambda: do(playing({0: "Ad", 1: "7d Qc"}), "Ad"), "Qc", "refuse_follow"),
        (lambda: do(playing({0: "Ad 7d 8d 9d Td Kd", 1: "Qc 7s"}), "Ad"), "7s", "refuse_trump"),
    ],
)
def test_refusals_name_the_rule(position, text: str, refusal: str) -> None:  # type: ignore[no-untyped-def]
    match = position()
    seat = match.awaits
    assert match.refusal(seat, GAME.parse_move(text)).id == refusal
    with pytest.raises(IllegalMoveError):
        match.apply(seat, GAME.parse_move(text))


def test_a_team_that_has_asked_is_told_so() -> None:
    """K-18."""
    match = do(dealt({0: POOR, 1: "Qc Qs Qh Qd", 2: "As Ah Ad Kd"}), "ask queens", "keep", "ok")
    assert match.refusal(2, GAME.parse_move("ask queens")).id == "refuse_ask_again"


def test_a_cut_that_cannot_be_is_refused_before_it_is_a_move() -> None:
    """K-8: only a cut that has no notation is illegal at the cut."""
    match = shuffled(pack_of(""))
    assert match.refusal(0, GAME.parse_move("cut 5")).id == "refuse_cut"


def test_nobody_moves_before_the_shuffle_and_after_the_end() -> None:
    match = new_match()
    with pytest.raises(IllegalMoveError, match="chance step"):
        match.apply(0, GAME.parse_move("ok"))
    assert match.view(0).phase == "shuffle"
    assert match.events() == ()
    assert GAME.twin(match, 0, None) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-1, 4])
def test_there_are_four_seats(seat: int) -> None:
    with pytest.raises(ValueError, match=str(seat)):
        new_match().view(seat)
