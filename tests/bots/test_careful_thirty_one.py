"""How the careful bot of Thirty-one swaps, feeds and drains."""

from __future__ import annotations

import pytest

from kozyr.games.thirty_one.match import ThirtyOneMatch
from tests.bots.thirty_one_tables import choice, chosen, dealt, values


def test_takes_the_card_that_makes_thirty_one_and_shows_it() -> None:
    match = dealt(["Ah Kh 7s", "9c 8d 7d"], "Qh 8c 9d")
    assert chosen(match) == "swap 7s Qh"
    match.apply(0, choice(match).move)
    assert chosen(match) == "show"


def test_counts_the_joker_in_its_hand_for_the_best_card() -> None:
    """T-2: the six of clubs makes 31 of an ace and a king, and is kept."""
    assert chosen(dealt(["6c Ah 7s", "9c 8d 7d"], "Kh 8c 9d")) == "swap 7s Kh"


def test_takes_the_joker_from_the_table() -> None:
    """T-2: on the table it is a six, in the hand an ace."""
    assert chosen(dealt(["Kh Qh 7s", "9c 8d 7d"], "6c 8s 9d")) == "swap 7s 6c"


@pytest.mark.parametrize(("drained", "other"), [("As Ts Js", "h"), ("Ah Th Jh", "s")])
def test_counts_the_cards_that_were_drained(drained: str, other: str) -> None:
    """Twenty points can be had in two suits; what one of them needs lies in the discard, so the other is kept."""
    match = dealt(["Ks Kh Qs", "9c 8d 7d"], drained, "Qh 7c 8c")
    worth = values(match)
    in_hearts = max(worth["swap Ks Qh"], worth["swap Qs Qh"])
    in_spades = max(worth["stay"], worth["swap Kh Qh"], worth["swap Kh 7c"])
    assert (in_hearts > in_spades) == (other == "h")


def after_taking(first: str, taken: str, last: str = "done") -> ThirtyOneMatch:
    """The first player stays, the second takes two cards that lie open with a queen of diamonds."""
    row = f"{taken.replace(',', ' ')} Qd"
    return dealt([first, "8c 7c 9d"], row, moves=f"stay; swap 8c,7c {taken}; {last}")


@pytest.mark.parametrize(("taken", "dear", "cheap"), [("Jh,Th", "Ah", "As"), ("Js,Ts", "As", "Ah")])
def test_does_not_feed_the_next_player_his_third_card(taken: str, dear: str, cheap: str) -> None:
    """The next player was seen taking two tens of a suit: of two aces he is given the other."""
    match = after_taking("Ah As Kd", taken)
    worth = values(match)
    assert worth[f"swap {cheap} Qd"] > worth[f"swap {dear} Qd"]
    assert not chosen(match).startswith(f"swap {dear}")


def test_gives_freely_where_nobody_is_left_to_take() -> None:
    """T-18: the last player of a closing lap has no next player; the two aces are then the same to him."""
    worth = values(after_taking("Ah As Kd", "Jh,Th", "pass"))
    assert worth["swap Ah Qd"] == worth["swap As Qd"]


def test_takes_away_what_the_next_player_waits_for() -> None:
    """Neither card helps the hand; the ace is taken if the next player holds two tens of its suit."""

    def preference(taken: str) -> float:
        hands = ["Ks Qs 7d", "8c 7c 9d", "Ah 9c 6s"]
        match = dealt(hands, "Jh Th Qd", moves=f"stay; {taken}; done; swap Ah Qd; done")
        worth = values(match)
        return worth["swap 7d Ah"] - worth["swap 7d 8c"]

    assert preference("swap 8c,7c Jh,Th") > preference("swap 8c Jh") + 0.01


def test_drains_to_swap_again() -> None:
    """T-12: the nine is worth nothing to the hand, but makes three hearts of the open cards."""
    best = choice(dealt(["As Ks 9h", "9c 8d 7d"], "7h 8h 6d"))
    assert str(best.move) == "swap 9h 6d"
    why = best.reasons[0].why
    assert why is not None
    assert why.id == "drain"


def test_a_drain_is_worth_less_where_no_further_swap_follows() -> None:
    """T-12: with ``max_swaps = 1`` the drain brings nothing to take."""
    hands, row = ["As Ks 9h", "9c 8d 7d"], "7h 8h 6d"
    assert values(dealt(hands, row))["swap 9h 6d"] > values(dealt(hands, row, options={"max_swaps": 1}))["swap 9h 6d"]


def test_takes_the_best_hand_in_the_closing_lap() -> None:
    """T-18: nothing comes after it."""
    match = dealt(["9c 8d 7d", "Ah Th 8s"], "7h 6h Kc", moves="pass")
    assert chosen(match) == "swap 8s 7h"


def test_hopes_for_nothing_after_the_last_turn_before_the_limit() -> None:
    """T-19: the eldest hand is taken to have passed; 20 points that may become 31 are no better than others then."""

    def stay(hand: str, **options: object) -> float:
        return values(dealt([hand, "9c 8d 7d"], "9h 6d 8c", options=options))["stay"]

    assert stay("Ks Qs 7h") != stay("As 9s 7h")
    assert stay("Ks Qs 7h", max_turns=1) == stay("As 9s 7h", max_turns=1)


def test_gives_a_value_for_every_legal_move_best_first() -> None:
    match = dealt(["As Ks 9h", "9c 8d 7d"], "7h 8h 6d")
    reasons = choice(match).reasons
    assert {reason.move for reason in reasons} == set(match.legal())
    assert [reason.value for reason in reasons] == sorted((reason.value for reason in reasons), reverse=True)
    for reason in reasons:
        for language in ("ru", "en"):
            assert reason.why is None or reason.why.render(match.game.terms, language, ["a", "b"])
