"""Notation, options and refusals (K-8, K-12, K-13, K-16, K-27, K-33)."""

from collections.abc import Callable

import pytest

from kozyr.games.kozel import GAME
from kozyr.games.kozel.match import KozelMatch
from kozyr.games.kozel.moves import CODES, MOVES
from kozyr.games.kozel.options import KozelOptions
from kozyr.games.kozel.tests.tables import dealt, do, new_match, pack_of, play_on, playing, shuffled
from kozyr.kernel.move import IllegalMoveError, NotationError
from kozyr.kernel.options import OptionError, Options
from kozyr.kernel.streams import Stream


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


def refused_in_words(match: KozelMatch, text: str) -> tuple[str, str]:
    """What the seat to move is told of a move that is not legal, in Russian and in English."""
    seat = match.awaits
    assert isinstance(seat, int)
    with pytest.raises(IllegalMoveError) as raised:
        match.apply(seat, GAME.parse_move(text))
    assert raised.value.why is not None
    russian, english = (raised.value.why.render(GAME.terms, language, ("",) * 4) for language in ("ru", "en"))
    assert str(raised.value) == f"seat {seat} cannot {text}: {english}"
    return russian, english


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


@pytest.mark.parametrize(
    ("position", "text", "russian", "english"),
    [
        (
            lambda: do(shuffled(pack_of("7s")), "boast mirror", "lift 1"), "lift 31",
            "поднять можно не меньше одной карты и не больше 30: хоть одна остаётся на столе",
            "lift at least 1 and at most 30: some card has to stay on the table",
        ),
        (
            lambda: do(shuffled(pack_of("9s 8s 7s Qs Qc")), "boast mirror", "lift 5"), "lift 29",
            "поднять можно не меньше одной карты и не больше 28: хоть одна остаётся на столе",
            "lift at least 1 and at most 28: some card has to stay on the table",
        ),
        (
            lambda: shuffled(pack_of(""), boasts="mirror"), "boast trousers",
            "за этим столом такой хвалёнки нет: штаны",
            "this table does not play that boast: trousers",
        ),
        (
            lambda: shuffled(pack_of(""), boasts="trousers"), "boast mirror",
            "за этим столом такой хвалёнки нет: зеркало",
            "this table does not play that boast: mirror",
        ),
        (
            after_redeal, "boast mirror",
            "после пересдачи не хвалятся",
            "no boast is possible after a redeal",
        ),
        (
            lambda: do(shuffled(pack_of("7s", "8s")), "boast trousers"), "give 9s",
            "отдать можно только одну из двух взятых карт",
            "only one of the two cards drawn can be given",
        ),
        (
            lambda: dealt({0: "Qc Ac Tc Kc 7s 8s 9s 7h"}), "claim points",
            "в руке 28 очков, а для пересдачи надо меньше 12",
            "the hand has 28 points, and a redeal takes fewer than 12",
        ),
        (
            lambda: dealt({0: "7s 8s 9s 7h 8h Jh Ts 7d"}), "claim points",
            "в руке 12 очков, а для пересдачи надо меньше 12",
            "the hand has 12 points, and a redeal takes fewer than 12",
        ),
        (
            lambda: dealt({0: POOR}, redeal_points=3), "claim points",
            "в руке 4 очка, а для пересдачи надо меньше 3",
            "the hand has 4 points, and a redeal takes fewer than 3",
        ),
        (
            lambda: dealt({0: "9c 9s 9h Qc"}), "claim nines",
            "в руке не все четыре девятки",
            "the hand does not hold all four nines",
        ),
        (
            lambda: dealt({0: "Qd"}), "ask queens",
            "дама есть в своей руке: спрашивать не о чем",
            "there is a queen in the asker's own hand",
        ),
        (
            lambda: do(dealt({0: POOR, 1: "Qc Qs Qh Qd", 2: "As Ah Ad Kd"}), "ask queens", "keep", "ok"), "ask queens",
            "команда уже спрашивала о дамах в этой раздаче",
            "the team has asked for queens since the cards were dealt",
        ),
        (
            lambda: playing({0: "Ad Qc"}), "Qs",
            "этой карты нет в руке",
            "that card is not in the hand",
        ),
        (
            lambda: playing({0: "Ad Qc"}), "Qc",
            "первый ход в этой сдаче: Т♦",
            "the lead in this deal has to be A♦",
        ),
    ],
)  # fmt: skip
def test_a_refusal_says_the_rule_and_its_numbers_in_both_languages(
    position: Callable[[], KozelMatch], text: str, russian: str, english: str
) -> None:
    """K-8, K-10, K-12, K-13, K-17..K-19, K-23."""
    assert refused_in_words(position(), text) == (russian, english)


@pytest.mark.parametrize(
    ("led", "russian", "english"),
    [
        ("Ts", "пики", "spades"),
        ("8h", "червы", "hearts"),
        ("8d", "бубны", "diamonds"),
        ("Jd", "козыри", "trumps"),
        ("7c", "козыри", "trumps"),
        ("Qh", "козыри", "trumps"),
    ],
)
def test_a_refusal_to_follow_names_the_suit_led(led: str, russian: str, english: str) -> None:
    """K-2, K-25: a queen, a jack and a club lead trumps."""
    leads = {"7c": "7c"}.get(led, f"7c {led}")
    match = do(playing({0: leads, 1: "Ks 9h Td Jc"}, first_lead="seven_of_clubs"), led)
    odd = next(card for card in ("Ks", "9h", "Td") if GAME.parse_move(card) not in match.legal())
    assert refused_in_words(match, odd) == (f"есть масть: {russian}", f"the suit led has to be followed: {english}")


@pytest.mark.parametrize(
    ("led", "others", "russian", "english"),
    [
        ("As", "7h Td", "пики", "spades"),
        ("Ah", "7s Td", "червы", "hearts"),
        ("Ad", "7s 7h", "бубны", "diamonds"),
    ],
)
def test_a_refusal_without_the_suit_names_it_and_asks_for_a_trump(
    led: str, others: str, russian: str, english: str
) -> None:
    """K-25."""
    suit = led[1]
    lead = {0: f"7c A{suit} K{suit} 9{suit}", 2: f"T{suit} 8{suit}", 3: f"7{suit}", 1: f"{others} Qc"}
    match = do(playing(lead, first_lead="seven_of_clubs"), led)
    texts = (
        f"масти нет ({russian}), но есть козыри: нужен козырь",
        f"the suit led is missing ({english}) but there are trumps: a trump has to be played",
    )
    assert [refused_in_words(match, card) for card in others.split()] == [texts, texts]


@pytest.mark.parametrize(
    ("position", "text", "russian", "english"),
    [
        (
            lambda: shuffled(pack_of("")), "ok",
            "сейчас снимают колоду или хвалятся", "it is time to cut the pack or to boast",
        ),
        (
            lambda: do(shuffled(pack_of("")), "boast mirror"), "cut 3",
            "сейчас поднимают часть колоды", "it is time to lift a part of the pack",
        ),
        (
            lambda: do(shuffled(pack_of("7s", "8s")), "boast trousers"), "lift 3",
            "сейчас отдают одну из двух взятых карт", "it is time to give one of the two cards drawn",
        ),
        (
            lambda: dealt({}), "keep",
            "сейчас просят пересдачу, спрашивают о дамах или соглашаются играть",
            "it is time to claim a redeal, to ask for queens or to say OK",
        ),
        (
            lambda: do(dealt({0: POOR, 1: "Qc Qs Qh Qd"}), "ask queens"), "ok",
            "дам у партнёра нет: сейчас решают, пересдать или играть так",
            "the partner has no queen: it is time to choose between redeal and playing on",
        ),
        (lambda: playing({}), "cut 3", "сейчас кладут карту", "it is time to play a card"),
    ],
)  # fmt: skip
def test_a_move_out_of_time_is_told_what_it_is_time_for(
    position: Callable[[], KozelMatch], text: str, russian: str, english: str
) -> None:
    """K-8, K-12, K-13, K-16, K-18, K-27."""
    assert refused_in_words(position(), text) == (russian, english)


def test_every_cut_that_can_be_written_is_legal() -> None:
    """K-8: no cut can be refused while the pack is to be cut."""
    for k in range(1, 32):
        match = do(shuffled(pack_of("")), f"cut {k}")
        assert match.view(0).phase == "claim"


def test_nobody_moves_before_the_lot_or_the_shuffle() -> None:
    """K-7, K-8."""
    match = new_match()
    for phase in ("lot", "shuffle"):
        for seat in range(4):
            with pytest.raises(IllegalMoveError, match=f"seat {seat} cannot cut 5: nobody is to move before the next"):
                match.apply(seat, GAME.parse_move("cut 5"))
        assert match.view(0).phase == "shuffle"
        if phase == "lot":
            match.resolve(3)
    assert match.events() == ()
    assert GAME.twin(match, 0, Stream("none")) is None
    match.resolve(pack_of(""))
    match.apply(0, GAME.parse_move("cut 5"))


def test_nobody_moves_after_the_end() -> None:
    """K-6."""
    match = play_on(new_match(), "to the end")
    result, deals = match.result, tuple(match.deals())
    assert result is not None
    for seat in range(4):
        for text in ("cut 5", "ok", "Qc"):
            with pytest.raises(IllegalMoveError, match=f"seat {seat} cannot {text}: the match is over"):
                match.apply(seat, GAME.parse_move(text))
    assert match.legal() == ()
    assert (match.result, tuple(match.deals())) == (result, deals)


@pytest.mark.parametrize("seat", [-1, 4])
def test_there_are_four_seats(seat: int) -> None:
    with pytest.raises(ValueError, match=str(seat)):
        new_match().view(seat)
