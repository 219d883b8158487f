"""Notation, options and refusals (T-11..T-21)."""

import itertools
from collections.abc import Callable

import pytest

from kozyr.cards import PACK, Card, parse_cards
from kozyr.games.thirty_one import GAME
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one.match import ThirtyOneMatch
from kozyr.games.thirty_one.moves import WORDS, Swap, code_of, move_of
from kozyr.games.thirty_one.options import ThirtyOneOptions
from kozyr.games.thirty_one.tests.tables import dealt, do, new_match
from kozyr.kernel.chance import ChanceError
from kozyr.kernel.move import IllegalMoveError, NotationError
from kozyr.kernel.options import OptionError, Options
from kozyr.kernel.said import Said, say

PAIRS = [(high, low) for low, high in itertools.combinations(PACK, 2) if low.suit == high.suit]


def test_single_swaps_texts_and_integers_are_a_bijection() -> None:
    """T-11."""
    for give, take in itertools.permutations(PACK, 2):
        move = Swap((give,), (take,))
        assert str(move) == f"swap {give} {take}"
        assert move_of(code_of(move)) == move == GAME.parse_move(str(move))


def test_double_swaps_texts_and_integers_are_a_bijection() -> None:
    """T-11: two of one suit for two of one suit, the higher first; the six of clubs is a club."""
    codes = set()
    for given, taken in itertools.product(PAIRS, PAIRS):
        if set(given) & set(taken):
            continue
        move = Swap(given, taken)
        codes.add(code_of(move))
        assert move_of(code_of(move)) == move == GAME.parse_move(str(move))
    assert len(codes) == 4 * 36 * (3 * 36 + 21)
    assert min(codes) > max(WORDS.values())
    assert str(GAME.parse_move("swap Kd,Qd Tc,6c")) == "swap Kd,Qd Tc,6c"


def test_words_are_moves() -> None:
    """T-13..T-16, T-21."""
    for word, code in WORDS.items():
        assert str(move_of(code)) == word
        assert code_of(GAME.parse_move(word)) == code


@pytest.mark.parametrize(
    "text",
    [
        "", "Kd", "swap", "swap Kd", "swap Kd 9c 8c", "swap Kd,Qd 9c", "swap Qd,Kd 9c,8c", "swap Kd,Qd 8c,9c",
        "swap Kd,Qs 9c,8c", "swap Kd Kd", "swap Kd,Qd Qd,Jd", "swap  Kd 9c", "swap Kd\t9c", "swap Kd, 9c", "Swap Kd 9c",
        "swap Kd,Qd,Jd 9c,8c,7c", "swap Xd 9c", "Stay", "raise", "fold", "x" * 100,
    ],
)  # fmt: skip
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError, match="is no move of thirty_one") as raised:
        GAME.parse_move(text)
    assert len(str(raised.value)) < 350


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("Qd Kd", "9c 8c"), ("Kd Qd", "8c 9c"), ("Kd Qs", "9c 8c"), ("Kd Qd", "9c 8s"), ("Kd Qd Jd", "9c 8c 7c"),
        ("Kd Qd", "9c"), ("Kd", "9c 8c"), ("", ""), ("Kd", ""), ("Kd", "Kd"), ("Kd Qd", "Qd Jd"), ("Kd Kd", "9c 8c"),
    ],
)  # fmt: skip
def test_a_swap_of_another_form_is_not_made(given: str, taken: str) -> None:
    """T-11: so there is none for the rules to refuse."""
    with pytest.raises(NotationError, match=r"is no swap: a swap is swap X Y .* the higher of each two first"):
        Swap(parse_cards(given), parse_cards(taken))


def test_options_of_the_rules_page() -> None:
    assert ThirtyOneOptions().to_mapping() == {
        "tri_lba": "aces", "nebitka": "three_sixes", "ante": 10, "stack": 500, "max_swaps": 50,
        "show_wins": "showdown", "max_turns": 40, "rebuy": "none", "deals": 12,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("ante", 1, 1000), ("stack", 10, 1_000_000), ("deals", 1, 1000), ("max_turns", 1, 1000), ("max_swaps", 1, 1000)],
)
def test_bounds_of_numbers(name: str, low: int, high: int) -> None:
    """The least stack is the ante."""
    for bound in (low, high):
        assert ThirtyOneOptions.from_mapping({name: bound, "stack": 10_000} | {name: bound}).to_mapping()[name] == bound
    wrong: list[object] = [low - 1, high + 1, True, 1.5, "many", None]
    for value in wrong:
        with pytest.raises(OptionError, match=f"option {name} .*{high}"):
            ThirtyOneOptions.from_mapping({name: value})


def test_a_stack_must_pay_the_ante() -> None:
    """T-6: the error names both bounds."""
    assert ThirtyOneOptions(ante=700, stack=700).stack == 700
    with pytest.raises(OptionError, match=r"stack cannot be 699: .*the ante, 700, to 1000000"):
        ThirtyOneOptions(ante=700, stack=699)


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("tri_lba", "kings", "aces | any_rank"),
        ("nebitka", "yes", "three_sixes | none"),
        ("show_wins", "all", "showdown | shower"),
        ("rebuy", "always", "none | auto"),
    ],
)
def test_unknown_words_are_refused_with_those_there_are(name: str, value: str, allowed: str) -> None:
    with pytest.raises(OptionError) as raised:
        ThirtyOneOptions.from_mapping({name: value})
    assert str(raised.value) == f"option {name} cannot be {value!r}: it is {allowed}"
    with pytest.raises(OptionError, match="its options are tri_lba, nebitka, ante"):
        ThirtyOneOptions.from_mapping({"jokers": 2})


def test_options_of_another_game_are_refused() -> None:
    class Other(Options):
        pass

    with pytest.raises(TypeError, match="ThirtyOneOptions"):
        GAME.new_match(Other(), 3)


HANDS = {0: "Ks Qs 7d", 1: "As Ah Ad", 2: "9s Jd 8c"}


def start(**options: object) -> ThirtyOneMatch:
    return dealt(HANDS, "Kd 7h Ts", "8s 9h Tc", **options)


def drained() -> ThirtyOneMatch:
    """The last swap that a turn may have has brought a drain."""
    return do(dealt(HANDS, "Kd Qd Ts", "8s 9h Tc", max_swaps=1), "swap 7d Ts")


def svara() -> ThirtyOneMatch:
    return do(dealt({0: "As Ks Qs", 1: "Ad Kd Td", 2: "7c 8d 9h"}, "Jh 6s 7d"), "show")


Position = Callable[[], ThirtyOneMatch]


def card(text: str) -> Card:
    return parse_cards(text)[0]


@pytest.mark.parametrize(
    ("position", "text", "refusal"),
    [
        (start, "swap As Kd", say("refuse_not_held", card=card("As"))),
        (start, "swap Qs,Js 9c,8c", say("refuse_not_held", card=card("Js"))),
        (start, "swap Ks,Qs Kd,Qd", say("refuse_not_open", card=card("Qd"))),
        (start, "swap Ks,Qs Js,Ts", say("refuse_not_open", card=card("Js"))),
        (start, "swap Ks 6c", say("refuse_not_open", card=card("6c"))),
        (start, "done", say("refuse_done")),
        (start, "show", say("refuse_show_hand", points=20)),
        (lambda: do(start(), "swap Qs Ts"), "show", say("refuse_show_hand", points=20)),
        (lambda: do(start(), "swap Qs 7h"), "show", say("refuse_show_hand", points=10)),
        (start, "join", say("refuse_no_svara")),
        (start, "decline", say("refuse_no_svara")),
        (lambda: do(start(), "swap Ks Kd"), "swap Qs 7h", say("refuse_swapped")),
        (lambda: do(start(), "swap Ks Kd"), "stay", say("refuse_stay")),
        (drained, "swap Ks 8s", say("refuse_max_swaps", count=1)),
        (drained, "stay", say("refuse_stay")),
        (lambda: do(start(), "stay", "stay", "stay"), "pass", say("refuse_no_right")),
        (lambda: do(start(), "stay", "stay", "stay", "stay"), "show", say("refuse_no_right")),
        (lambda: do(start(), "pass"), "show", say("refuse_show_closing")),
        (svara, "stay", say("refuse_phase_join")),
        (svara, "swap Ks Kd", say("refuse_phase_join")),
    ],
)
def test_refusals_name_the_rule(position: Position, text: str, refusal: Said) -> None:
    match = position()
    seat = match.awaits
    assert isinstance(seat, int)
    with pytest.raises(IllegalMoveError) as raised:
        match.apply(seat, GAME.parse_move(text))
    assert raised.value.why == refusal
    assert str(raised.value) == f"seat {seat} cannot {text}: {refusal.render(GAME.terms, 'en', ())}"


@pytest.mark.parametrize(
    ("refusal", "russian", "english"),
    [
        (
            say("refuse_max_swaps", count=1),
            "за ход бывает не больше 1 замены",
            "a turn may have at most 1 swap",
        ),
        (
            say("refuse_max_swaps", count=50),
            "за ход бывает не больше 50 замен",
            "a turn may have at most 50 swaps",
        ),
        (say("refuse_not_open", card=card("Td")), "10♦ нет среди открытых карт", "10♦ is not among the open cards"),
        (
            say("refuse_show_hand", points=21),
            "показать можно только комбинацию, а в руке 21 очко",
            "only a combination can be shown, and the hand has 21 points",
        ),
    ],
)
def test_refusals_are_said_with_their_numbers_and_cards(refusal: Said, russian: str, english: str) -> None:
    assert [refusal.render(GAME.terms, language, ()) for language in ("ru", "en")] == [russian, english]


def test_nobody_moves_before_the_shuffle() -> None:
    match = new_match(3)
    assert match.legal() == ()
    assert match.events() == ()
    assert match.view(0).phase == "shuffle"
    with pytest.raises(IllegalMoveError, match="chance step"):
        match.apply(0, GAME.parse_move("stay"))


def test_chance_is_refused_where_a_seat_is_to_move() -> None:
    with pytest.raises(ChanceError, match="no chance step"):
        start().resolve(PACK)


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_are_as_many_seats_as_players(seat: int) -> None:
    with pytest.raises(ValueError, match=str(seat)):
        new_match(3).view(seat)


def test_no_position_has_more_legal_moves_than_there_is_room_for() -> None:
    """A hand and an open pair of one suit each, the right to speak and a combination."""
    match = dealt({0: "As Ks Qs", 1: "7c 8d 9h"}, "Jh 8h 7d")
    assert len(match.legal()) == 9 + 3 + 3 < td.MAX_LEGAL
