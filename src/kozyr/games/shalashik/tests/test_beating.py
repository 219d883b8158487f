"""The beating game: leads, beats, takes, turns, its end; against an oracle of lists and texts (S-8..S-17)."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.cards import PACK
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.tests import oracle
from kozyr.games.shalashik.tests.tables import (
    beating,
    do,
    hand,
    ids,
    legal_texts,
    oracle_of,
    pile_text,
    play_on,
    thrown,
)
from kozyr.kernel.compact import copy_record
from kozyr.kernel.compiled import plain_twin
from kozyr.kernel.game import random_move
from kozyr.kernel.streams import Stream

FORMS = {"this mode": sd, "plain": plain_twin(sd)}
table_options = st.fixed_dictionaries(
    {
        "small": st.sampled_from(["pips", "any"]),
        "lead": st.sampled_from(["must", "may"]),
        "after_take": st.sampled_from(["next", "same"]),
        "must_beat": st.sampled_from(["yes", "no"]),
        "finish": st.sampled_from(["empty", "beat"]),
        "max_turns": st.integers(1, 40),
    }
)


@settings(max_examples=120, deadline=None)
@given(
    players=st.integers(2, 6),
    pulled=st.integers(0, 31),
    seed=st.integers(0, 2**32).map(str),
    options=table_options,
)
def test_the_beating_game_is_the_oracles(players: int, pulled: int, seed: str, options: Mapping[str, Any]) -> None:
    """S-8..S-17: turn by turn, with every option."""
    stream = Stream(seed)
    match = thrown(players, " ".join(map(str, stream.shuffled(PACK))), deals=1, **options)
    do(match, *(f"pull {place}" for place in range(pulled)), "pull hut" if pulled == 31 else f"pull {pulled} x")
    table = oracle_of(match)
    while isinstance(seat := match.awaits, int):
        assert seat == table.seat
        assert sorted(legal_texts(match)) == table.legal()
        assert pile_text(match).split() == table.pile
        move = random_move(match.legal(), stream)
        match.apply(seat, move)
        table.play(str(move))
    assert table.over
    result = match.deals()[0].result
    assert result is not None
    kind, winner, left, scored = table.outcome()
    assert (result["kind"], result["winner"], result["left"], result["scored"]) == (kind, winner, left, scored)
    assert ids(match).count("turn_passes") == table.passed


def count_leaves(table: oracle.Table, depth: int) -> int:
    """How many ways of so many moves there are from a position of the oracle; a game that is over has one."""
    legal = table.legal()
    if depth == 0 or not legal:
        return 1
    total = 0
    for move in legal:
        after = deepcopy(table)
        after.play(move)
        total += count_leaves(after, depth - 1)
    return total


def leaves(rules: object, deal: object, depth: int) -> int:
    """The same of a deal record, by the functions of ``deal.py`` in either form."""
    out = np.zeros(sd.MAX_LEGAL, dtype=np.int64)
    n = rules.legal_into(deal, out)  # type: ignore[attr-defined]
    if depth == 0 or n == 0:
        return 1
    total = 0
    for code in out[:n].tolist():
        after = copy_record(deal)
        rules.apply(after, code)  # type: ignore[attr-defined]
        total += leaves(rules, after, depth - 1)
    return total


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize(
    ("options", "depth", "expected"),
    [
        ({}, 14, 1504),
        ({"after_take": "same"}, 14, 1478),
        ({"lead": "may", "must_beat": "no"}, 10, 1280),
        ({"after_take": "same", "must_beat": "no", "finish": "beat"}, 10, 962),
        ({"small": "any", "max_turns": 2}, 20, 83),
    ],
)
def test_leaf_counts_of_a_small_game(form: object, options: Mapping[str, Any], depth: int, expected: int) -> None:
    """S-8..S-17: pinned, and the oracle counts the same."""
    match = beating(["6c 9c Jd Ah", "7c Qd 8h", "8c Td 6h"], 0, **options)
    match.deal.step = sd.FIRST
    table = oracle_of(match)
    assert leaves(form, match.deal, depth) == count_leaves(table, depth) == expected


def test_the_first_lead_is_a_small_card() -> None:
    """S-8: six to ten, any card if there is none."""
    match = beating(["Tc Jc Ad", "6c", "7c"], 0)
    match.deal.step = sd.FIRST
    assert legal_texts(match) == ["lead Tc"]
    match = beating(["Jc Ad", "6c", "7c"], 0)
    match.deal.step = sd.FIRST
    assert legal_texts(match) == ["lead Jc", "lead Ad"]
    match = beating(["Tc Jc Ad", "6c", "7c"], 0, small="any")
    match.deal.step = sd.FIRST
    assert legal_texts(match) == ["lead Tc", "lead Jc", "lead Ad"]


def test_higher_cards_of_the_suit_beat() -> None:
    """S-9: 6 7 8 9 T J Q K A, and no trumps."""
    for card in PACK:
        others = " ".join(str(other) for other in PACK if other != card)
        match = beating([others, "", ""], 0, str(card))
        higher = [other for other in PACK if other.suit == card.suit and other.rank > card.rank]
        assert legal_texts(match) == ([f"beat {other}" for other in higher] or ["take"])


def test_who_has_beaten_leads_and_the_next_beats_that() -> None:
    """S-9."""
    match = beating(["9c 7d", "8d Kh", "6c"], 0, "8c")
    do(match, "beat 9c")
    assert legal_texts(match) == ["lead 7d"]
    match = beating(["9c 7d Ah", "8d Kh", "6c"], 0, "8c")
    do(match, "beat 9c", "lead 7d")
    assert (match.awaits, legal_texts(match), pile_text(match)) == (1, ["beat 8d"], "8c 9c 7d")


def test_leading_is_a_duty_or_a_right() -> None:
    """S-10: with ``lead = may`` the card that beat is to be beaten next."""
    assert legal_texts(do(beating(["9c 7d", "8d", "6c"], 0, "8c"), "beat 9c")) == ["lead 7d"]
    match = do(beating(["9c 7d", "Tc 8d", "6c"], 0, "8c", lead="may"), "beat 9c")
    assert legal_texts(match) == ["lead 7d", "rest"]
    assert legal_texts(do(match, "rest")) == ["beat Tc"]


def test_an_empty_pile_is_led_to_even_where_leading_is_a_right() -> None:
    """S-10, S-13: any card."""
    for lead in ("must", "may"):
        assert legal_texts(beating(["6c Ad", "7c", ""], 0, lead=lead)) == ["lead 6c", "lead Ad"]


@pytest.mark.parametrize(
    ("pile", "taken", "left"),
    [
        ("6c", "6c", ""),
        ("6c 7d", "6c 7d", ""),
        ("6c 7d 8h", "6c 8h 7d", ""),
        ("6c 7d 8h 9s", "9s 8h 7d", "6c"),
        ("6c 7d 8h 9s Tc", "Tc 9s 8h", "6c 7d"),
    ],
)
def test_who_cannot_beat_takes_the_three_top_cards_or_all_of_fewer(pile: str, taken: str, left: str) -> None:
    """S-11: and all know who has them."""
    match = do(beating(["", "As", "Ad"], 0, pile), "take")
    assert (hand(match, 0), pile_text(match), match.awaits) == (taken, left, 1)
    assert match.deal.known[0] == match.deal.hands[0]


def test_the_uncovered_card_is_for_the_next() -> None:
    """S-11."""
    match = do(beating(["9c Ah", "8d", "Tc"], 0, "8c Kd Qd 7s"), "take")
    assert (match.awaits, legal_texts(match)) == (1, ["take"])


def test_the_uncovered_card_is_for_who_took_where_the_table_plays_so() -> None:
    """S-11: ``after_take = same``; with the cards just taken too, and once a turn."""
    match = do(beating(["9c Ah", "8d", "Tc"], 0, "8c Kd Qd 7s", after_take="same"), "take")
    assert (match.awaits, legal_texts(match)) == (0, ["beat 9c"])
    do(match, "beat 9c")
    assert "lead Ah" in legal_texts(match)
    match = do(beating(["6h", "8d", "Tc"], 0, "8c Kd Qd Jc", after_take="same"), "take")
    assert legal_texts(match) == ["beat Jc"]
    match = do(beating(["6h", "8d", "Tc"], 0, "8c Kd Qd 7s", after_take="same"), "take")
    assert match.awaits == 1
    match = do(beating(["6h", "8d", "Tc"], 0, "Kd Qd 7s", after_take="same"), "take")
    assert (match.awaits, pile_text(match)) == (1, "")


def test_the_uncovered_card_may_be_left_where_beating_is_no_duty() -> None:
    """S-11: ``must_beat = no``; who leaves it does not lead."""
    options = {"after_take": "same", "must_beat": "no"}
    match = do(beating(["9c Ah", "8d Jc", "Tc"], 0, "8c Kd Qd 7s", **options), "take")
    assert legal_texts(match) == ["beat 9c", "rest"]
    assert (do(match, "rest").awaits, pile_text(match)) == (1, "8c")
    assert legal_texts(match) == ["beat Jc", "take"]


def test_who_can_beat_must_or_may_take_instead() -> None:
    """S-12."""
    assert legal_texts(beating(["9c Tc", "8d", "6c"], 0, "8c")) == ["beat 9c", "beat Tc"]
    assert legal_texts(beating(["9c Tc", "8d", "6c"], 0, "8c", must_beat="no")) == ["beat 9c", "beat Tc", "take"]


@pytest.mark.parametrize("finish", ["empty", "beat"])
def test_beating_with_the_last_card_wins(finish: str) -> None:
    """S-14, S-16: what the others hold is scored."""
    match = do(beating(["9c", "8d As", "6h Kd"], 0, "8c", finish=finish, deals=1), "beat 9c")
    result = match.deals()[0].result
    assert result is not None
    assert (result["kind"], result["winner"], result["left"]) == ("played", 0, [0, 19, 16])
    assert result["scored"] == 35
    assert "ended_by_beat" in match.figures()[0].tags


def test_leading_the_last_card_wins() -> None:
    """S-14."""
    match = do(beating(["9c 7d", "8d As", "6h Kd"], 0, "8c", deals=1), "beat 9c", "lead 7d")
    result = match.deals()[0].result
    assert result is not None
    assert (result["kind"], result["winner"], result["scored"]) == ("played", 0, 35)
    assert "ended_by_lead" in match.figures()[0].tags


def test_leading_the_last_card_wins_nothing_where_only_beating_does() -> None:
    """S-14: ``finish = beat``; in his turn he takes as one who cannot beat."""
    match = do(beating(["9c 7d", "8d As", "6h Kd"], 0, "8c", finish="beat"), "beat 9c", "lead 7d")
    assert (match.awaits, legal_texts(match)) == (1, ["beat 8d"])
    do(match, "beat 8d", "lead As", "take")
    assert (match.awaits, legal_texts(match)) == (0, ["take"])
    do(match, "take")
    assert hand(match, 0) == "8c 9c"


def test_who_was_left_without_cards_has_not_won_and_takes() -> None:
    """S-15: a collapse in the first lap."""
    match = do(thrown(4, "6c 7c"), "pull 0 x")
    do(match, "lead 6d", "take")
    assert hand(match, 1) == "6d"
    assert (match.awaits, ids(match).count("turn_passes")) == (0, 2)


def test_with_nothing_in_hand_and_nothing_on_the_table_the_turn_passes() -> None:
    """S-15: which is no move, and counts as a turn (S-17)."""
    match = do(thrown(4, "6c 7c"), "pull 0 x")
    do(match, "lead 6d", "take")
    assert match.deal.turns == 4
    assert [str(logged.move) for logged in match.deals()[0].moves][-1] == "take"


@pytest.mark.parametrize(
    ("hands", "winner", "scored"),
    [
        (["6c 7d", "As", "Kd 6h"], 1, 13 + 16 - 11),
        (["6c 7d", "9s 6s", "Kd"], 2, 13 + 15 - 10),
        (["6c 7d", "7s 6s", "Kd Ah"], None, 0),
        (["", "7s 6s", "Kd Ah"], 0, 34),
        (["", "", "Kd Ah"], None, 0),
    ],
)
def test_at_the_limit_the_fewest_points_win_the_others_less_their_own(
    hands: Sequence[str], winner: int | None, scored: int
) -> None:
    """S-17: an empty hand counts nothing; equal ones score nothing."""
    match = beating([*hands, "6d 9d Ad Td Jd Qd"], 3, "Kc 8c 7c", max_turns=1, deals=1)
    match.deal.turns = 3
    do(match, "take")
    result = match.deals()[0].result
    assert result is not None
    extra = 6 + 9 + 11 + 10 + 10 + 10 + 10 + 8 + 7
    assert (result["kind"], result["winner"], result["scored"]) == (
        "limit",
        winner,
        scored + extra * (winner is not None),
    )


def test_a_finish_in_the_last_turn_is_a_finish() -> None:
    """S-17."""
    match = beating(["9c", "8d As", "6h Kd"], 0, "8c", max_turns=2, deals=1)
    match.deal.turns = 5
    do(match, "beat 9c")
    result = match.deals()[0].result
    assert result is not None
    assert result["kind"] == "played"


@pytest.mark.parametrize("max_turns", [1, 2, 5])
def test_each_has_so_many_turns(max_turns: int) -> None:
    """S-17: the first lead is one of them."""
    match = play_on(thrown(3, max_turns=max_turns, deals=1, finish="beat", must_beat="no"), "limit")
    turns = [event.public for event in match.events() if event.public.id in ("beats", "leads", "takes", "turn_passes")]
    result = match.deals()[0].result
    assert result is not None
    if result["kind"] == "limit":
        assert match.deal.turns == 3 * max_turns
        assert len(turns) >= 3 * max_turns


def test_points_of_cards() -> None:
    """S-16."""
    counts = {rank: int(sd.hand_points(1 << "6789TJQKA".index(rank))) for rank in "6789TJQKA"}
    assert counts == {"6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}
    assert sd.hand_points(sd.ALL_CARDS) == 324
