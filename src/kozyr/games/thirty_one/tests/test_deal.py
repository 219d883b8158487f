"""The deal in play (T-8..T-20): dealing, drains, turns, the right to speak, the closing lap."""

import numpy as np
import pytest

from kozyr.cards import PACK, Card, cards_of, parse_cards
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one import entries
from kozyr.games.thirty_one.match import ThirtyOneMatch
from kozyr.games.thirty_one.tests import oracle
from kozyr.games.thirty_one.tests.tables import (
    dealt,
    do,
    hand,
    ids,
    legal_texts,
    mask,
    new_match,
    next_pack,
    open_texts,
    words,
)
from kozyr.kernel.chance import Shuffle
from kozyr.kernel.compact import box_of, copy_record
from kozyr.kernel.game import random_move
from kozyr.kernel.streams import Stream, seed_words

PLAIN = {0: "Ks Qs 7d", 1: "9h 8d 7c", 2: "9s Jd 8c"}
SHOWN = "Kd 7h Ts"


def start(**options: object) -> ThirtyOneMatch:
    """Nobody has a combination, and no single swap brings one."""
    return dealt(PLAIN, SHOWN, "8s 9c Tc Qh 7s Jh", **options)


@pytest.mark.parametrize("players", range(2, 8))
def test_cards_are_dealt_one_by_one_from_the_eldest_and_one_to_the_table(players: int) -> None:
    """T-8."""
    match = new_match(players)
    match.resolve(0)
    match.resolve(PACK[::5] + tuple(card for card in PACK if card not in PACK[::5]))
    assert match.running is not None
    deck = match.running.orders[0]
    for order, seat in enumerate([*range(1, players), 0]):
        assert cards_of(hand(match, seat)) == tuple(sorted(deck[order : 3 * players + 3 : players + 1]))
    assert match.awaits == 1
    if not match.deal.drains:
        assert open_texts(match) == [str(card) for card in deck[players : 3 * players + 3 : players + 1]]
    assert match.view(0).stock_size == 36 - 3 * players - 3 - 3 * int(match.deal.drains)


@pytest.mark.parametrize(
    ("cards", "drains"),
    [("7s 9s Ks", True), ("9s 9c 9h", True), ("6c Tc Kc", True), ("6c 6h 6s", True), ("6c Kh Ah", False)],
)
def test_open_cards_of_one_suit_or_rank_are_drained_at_the_deal(cards: str, drains: bool) -> None:
    """T-9, T-2: the six of clubs counts as a club and a six, nothing else."""
    match = dealt({0: "8d 8h 7d", 1: "Jd Jc 7h"}, cards, "Qd Td 8c")
    assert open_texts(match) == ("Qd Td 8c" if drains else cards).split()
    assert int(match.deal.discard) == (mask(cards) if drains else 0)
    assert match.awaits == 0


def test_drains_are_repeated_as_long_as_it_holds() -> None:
    """T-9."""
    match = dealt({0: "8d 8h 7d", 1: "Jd Jc 7h"}, "7s 9s Ks", "Qd Qc Qh 6h 9h Kh Ac 9c Td")
    assert open_texts(match) == ["Ac", "9c", "Td"]
    assert int(match.deal.drains) == 3
    assert ids(match).count("drains") == 3


def test_a_swap_puts_the_given_card_where_the_taken_one_lay() -> None:
    """T-11, T-14."""
    match = do(start(), "swap Qs 7h")
    assert hand(match, 0) == mask("Ks 7h 7d")
    assert open_texts(match) == ["Kd", "Qs", "Ts"]
    assert legal_texts(match) == ["done", "pass"]
    assert do(match, "done").awaits == 1


def test_two_of_one_suit_go_for_two_of_one_suit() -> None:
    """T-11: another suit or the same; here the six of clubs is a club."""
    match = dealt({0: "Ks Qs 7d", 1: "9h 8d 7c"}, "Tc 6c 7h", "8s 9c Jh")
    assert [text for text in legal_texts(match) if "," in text] == ["swap Ks,Qs Tc,6c"]
    do(match, "swap Ks,Qs Tc,6c")
    assert hand(match, 0) == mask("Tc 6c 7d")
    assert open_texts(match) == ["Ks", "Qs", "7h"]
    same = dealt({0: "Ks Qs 7s", 1: "9h 8d 7c"}, "Ts 8s 7h")
    doubles = [text for text in legal_texts(same) if "," in text]
    assert sorted(doubles) == ["swap Ks,7s Ts,8s", "swap Ks,Qs Ts,8s", "swap Qs,7s Ts,8s"]


def test_the_joker_lends_no_suit_to_a_swap() -> None:
    """T-2: six of clubs and ace of hearts are no pair of one suit."""
    match = dealt({0: "Ks Qs 7d", 1: "9h 8d 7c"}, "6c Ah 9d")
    assert not any("," in text for text in legal_texts(match))


def test_a_swap_that_brings_a_drain_gives_another() -> None:
    """T-12, T-13: and then staying ends the turn."""
    match = do(dealt(PLAIN, "Qh 7h Td", "8s 9c Tc"), "swap Ks Td")
    assert open_texts(match) == ["Qh", "7h", "Ks"]
    match = do(dealt({0: "Kh Qs 7d", 1: "9h 8d 7c"}, "Qh 7h Td", "8s 9c Tc"), "swap Kh Td")
    assert open_texts(match) == ["8s", "9c", "Tc"]
    assert words(match) == ["stay", "pass"]
    assert "swap Qs 8s" in legal_texts(match)
    assert do(match, "stay").awaits == 1
    assert int(match.deal.stays) == 0


@pytest.mark.parametrize(("max_swaps", "after"), [(1, ["done", "pass"]), (2, ["stay", "pass"])])
def test_the_swap_that_reaches_the_bound_drains_and_is_the_last(max_swaps: int, after: list[str]) -> None:
    """T-12: ``max_swaps``."""
    match = dealt({0: "Kh Qs 7d", 1: "9h 8d 7c"}, "Qh 7h Td", "8s 9c Tc", max_swaps=max_swaps)
    do(match, "swap Kh Td")
    assert int(match.deal.drains) == 1
    assert words(match) == after


def test_speaking_is_free_on_the_first_turn_and_later_takes_a_swap() -> None:
    """T-15."""
    match = start()
    for _ in range(3):
        assert words(match) == ["stay", "pass"]
        do(match, "stay")
    assert words(match) == ["stay"]
    do(match, legal_texts(match)[0])
    assert "pass" in words(match)


def test_show_needs_a_combination_and_the_right_to_speak() -> None:
    """T-15, T-16."""
    match = dealt({0: "As Ks Qs", 1: "9h 8d 7c"}, "Kd 7h 9s", "8s 9c Tc")
    assert words(match) == ["stay", "pass", "show"]
    do(match, "stay", "swap 9h 7h", "done")
    assert words(match) == ["stay"]
    do(match, "swap Qs 9s")
    assert words(match) == ["done", "pass"]
    do(match, "done", "stay", "swap 9s Qs")
    assert words(match) == ["done", "pass", "show"]


def test_a_show_opens_all_hands_at_once_and_the_best_wins() -> None:
    """T-16, T-20: ``show_wins = showdown``."""
    match = do(dealt({0: "As Ks Qs", 1: "Ad Ah Ac"}, "Kd 7h 9s"), "show")
    result = match.finished[0].result
    assert result is not None
    assert (result.how, result.kind, result.winners, result.best) == ("show", "won", (1,), 33)


@pytest.mark.parametrize("other", ["Ad Ah Ac", "Ad Kd Qd"])
def test_whoever_shows_may_win_whatever_others_hold(other: str) -> None:
    """T-16, T-26: ``show_wins = shower``, also where another holds as much; ``best`` is the shower's hand."""
    match = do(dealt({0: "As Ks Qs", 1: other}, "Kh 7h 9s", show_wins="shower"), "show")
    result = match.finished[0].result
    assert result is not None
    assert (result.kind, result.winners, result.best) == ("won", (0,), 31)


def test_the_shower_rule_does_not_touch_a_deal_that_a_pass_ends() -> None:
    """T-16, TD-4: the last to act holds the worse hand."""
    match = do(dealt({0: "Ad Ah Ac", 1: "As Ks Qs"}, "Kh 7h 9s", show_wins="shower"), "pass", "stay")
    assert match.finished[0].result is not None
    assert (match.finished[0].result.winners, match.finished[0].result.best) == ((0,), 33)


def test_after_a_pass_each_other_player_has_one_more_turn() -> None:
    """T-18: pass is always allowed there, show never."""
    match = do(start(), "stay", "stay", "stay")
    do(match, "swap Ks 9c", "pass")
    assert (match.awaits, words(match)) == (1, ["stay", "pass"])
    do(match, "pass")
    assert (match.awaits, words(match)) == (2, ["stay", "pass"])
    do(match, "stay")
    assert match.running is None
    assert ids(match).count("opens_hand") == 3
    assert [log.result["how"] for log in match.deals() if log.result] == ["pass"]


def test_nobody_shows_in_the_closing_lap() -> None:
    """T-18, T-16."""
    match = do(dealt({0: "9h 8d 7c", 1: "As Ks Qs"}, "Kd 7h 9s"), "pass")
    assert words(match) == ["stay", "pass"]


def test_a_full_lap_of_stays_drains_whatever_lies_there() -> None:
    """T-17, T-9: and the new cards are drained too where they are alike."""
    match = dealt(PLAIN, SHOWN, "8s Js As Tc Qh 7s")
    do(match, "stay", "stay")
    assert open_texts(match) == SHOWN.split()
    do(match, "stay")
    assert open_texts(match) == ["Tc", "Qh", "7s"]
    assert (match.awaits, int(match.deal.drains), int(match.deal.lap_drains)) == (0, 2, 1)
    assert "drains_lap" in ids(match)


def test_a_lap_begins_with_the_first_stay_after_a_swap() -> None:
    """T-17: the lap goes from any player around to him."""
    match = do(start(), "stay", "swap 9h Kd", "done", "stay", "stay")
    assert (match.awaits, int(match.deal.lap_drains)) == (1, 0)
    do(match, "stay")
    assert (match.awaits, int(match.deal.lap_drains)) == (2, 1)


def test_a_stay_after_a_swap_belongs_to_no_lap() -> None:
    """T-17: here a drain came between."""
    match = dealt({0: "Kh Qs 7d", 1: "9h 8d 7c"}, "Qh 7h Td", "8s 9c Tc Jc Jd 7s")
    do(match, "swap Kh Td", "stay", "stay")
    assert int(match.deal.lap_drains) == 0
    do(match, "stay")
    assert int(match.deal.lap_drains) == 1
    assert match.awaits == 1


def test_no_lap_of_stays_counts_in_the_closing_lap() -> None:
    """T-17, T-18: a pass breaks the row of stays."""
    match = do(start(), "stay", "stay")
    assert match.view(0).stays == 2
    do(match, "pass")
    assert match.view(0).stays == 0
    do(match, "stay")
    assert match.view(0).stays == 0
    do(match, "stay")
    assert match.running is None
    assert int(match.deal.drains) == 0


def test_a_show_and_the_limit_of_turns_break_a_row_of_stays_too() -> None:
    """T-16, T-17, T-19."""
    match = do(dealt({0: "9h 8d 7c", 1: "As Ks Qs"}, "Kd 7h 9s"), "stay", "show")
    assert match.view(0).stays == 0
    match = do(start(max_turns=1), "stay", "swap 9h Kd", "done")
    assert do(match, "stay").view(0).stays == 0
    assert "limit_reached" in ids(match)


def test_a_lap_of_stays_that_the_limit_ends_drains_all_the_same() -> None:
    """T-17, T-19, TD-3: it is the turn of the next after who is taken to have passed."""
    match = do(start(max_turns=1), "stay", "stay", "stay")
    assert (match.awaits, int(match.deal.first_pass), int(match.deal.lap_drains)) == (1, 0, 1)
    assert (open_texts(match), match.view(0).stays) == (["8s", "9c", "Tc"], 0)


@pytest.mark.parametrize("max_turns", [1, 2, 3])
def test_a_player_out_of_turns_is_taken_to_have_passed(max_turns: int) -> None:
    """T-19: ``max_turns``; each other has one more turn, and no move is recorded for the pass."""
    match = start(max_turns=max_turns)
    for _ in range(max_turns):
        do(match, legal_texts(match)[0], "done", "stay", "stay")
    assert "limit_reached" in ids(match)
    assert words(match) == ["stay", "pass"]
    do(match, "stay", "stay")
    log = match.deals()[0]
    assert log.result is not None
    assert log.result["how"] == "limit"
    assert len(log.moves) == 4 * max_turns + 2


def reshuffling() -> ThirtyOneMatch:
    """Seven players, and a swap that drains with an empty stock."""
    hands = {0: "As 7h 8c", 1: "Kc Jd 7d", 2: "Qc 9d Td", 3: "Ac 8d 7c", 4: "6h Jc Qd", 5: "6d 9c Kd", 6: "6c Ad Tc"}
    match = dealt(hands, "6s 7s 8s", "9s Ts Js Qs Ks 8h 9h Th Jh Qh Kh Ah")
    return do(match, "swap As 8h")


def test_an_empty_stock_is_filled_from_the_discard_without_the_cards_just_drained() -> None:
    """T-10."""
    match = reshuffling()
    out = "6s 7s 8s 9s Ts Js Qs Ks As 9h Th Jh"
    assert isinstance(match.awaits, Shuffle)
    assert match.awaits.cards == tuple(sorted(parse_cards(out)))
    assert match.view(3).phase == "reshuffle"
    match.resolve(parse_cards("Js 9h 6s 7s 8s Ts 9s Qs Ks As Th Jh"))
    assert open_texts(match) == ["Js", "9h", "6s"]
    assert int(match.deal.discard) == mask("Qh Kh Ah")
    view = match.view(0)
    assert (view.stock_size, view.stock_set) == (9, mask("7s 8s Ts 9s Qs Ks As Th Jh"))
    assert words(match) == ["stay", "pass"]


def test_a_drain_goes_on_after_the_shuffle() -> None:
    """T-9, T-10."""
    match = reshuffling()
    match.resolve(parse_cards("6s 7s 8s 9s Ts Js Qs Ks 9h As Th Jh"))
    assert open_texts(match) == ["Qs", "Ks", "9h"]
    assert int(match.deal.discard) == mask("Qh Kh Ah 6s 7s 8s 9s Ts Js")
    assert int(match.deal.drains) == 7


@pytest.mark.parametrize(
    ("seed", "players", "depth", "leaves"),
    [("one", 2, 5, 5619), ("two", 3, 5, 8736), ("three", 4, 5, 8194), ("four", 7, 5, 8483), ("five", 2, 5, 3822)],
)
def test_leaf_counts_of_fixed_deals_are_those_of_the_oracle(seed: str, players: int, depth: int, leaves: int) -> None:
    pack = Stream(seed).shuffled(PACK)
    match = new_match(players)
    match.resolve(players - 1)
    match.resolve(pack)
    deal = oracle.Deal([str(card) for card in pack], range(players), lambda cards: cards)
    assert count_leaves(match.deal, depth) == leaves
    assert oracle.leaves(deal, depth) == leaves


def count_leaves(deal, depth: int) -> int:  # type: ignore[no-untyped-def]
    """As the oracle's ``leaves``."""
    if deal.phase != td.PLAY or depth == 0:
        return 1
    legal = np.zeros(td.MAX_LEGAL, dtype=np.int64)
    total = 0
    for code in legal[: td.legal_into(deal, legal)]:
        other = copy_record(deal)
        td.apply(other, int(code))
        total += count_leaves(other, depth - 1)
    return total


@pytest.mark.parametrize("players", [2, 4, 7])
def test_a_rollout_to_the_end_draws_reshuffles_as_a_driver_does(players: int) -> None:
    """T-10: the same moves and shuffles from the same streams."""
    reshuffles = 0
    for number in range(60):
        match = new_match(players)
        match.resolve(0)
        match.resolve(nearly_empty(match) if players == 7 else Stream("rollout", number).shuffled(PACK))
        fast = copy_record(match.deal)
        state = np.zeros((td.SEATS, 4), dtype=np.int64)
        for seat in range(players):
            state[seat] = seed_words("rollout", number, seat)
        chance = seed_words("rollout", number, "chance")
        entries.rollout_to_end(box_of(fast, td.DEAL), state, chance, np.zeros(td.MAX_LEGAL, dtype=np.int64))
        drive(match, number)
        assert fast.tobytes() == match.deal.tobytes()
        reshuffles += int(fast.reshuffles)
    assert reshuffles or players < 7


def nearly_empty(match: ThirtyOneMatch) -> tuple[Card, ...]:
    """A pack that is drained four times at the deal: the next drain finds the stock of seven players empty."""
    return next_pack(match, {}, "6s 7s 8s", "9s Ts Js Qs Ks As 6h 7h 8h 9h Th Kc")


def drive(match: ThirtyOneMatch, number: int) -> None:
    """Play the running deal with streams named as in the test above."""
    streams = [Stream("rollout", number, seat) for seat in range(match.players)]
    chance = Stream("rollout", number, "chance")
    while match.running is not None and match.joining is None:
        awaits = match.awaits
        if isinstance(awaits, int):
            match.play(random_move(match.legal(), streams[awaits]))
        elif awaits is not None:
            match.resolve(awaits.sample(chance))


@pytest.mark.parametrize(
    ("cards", "options", "may_show"),
    [
        ("Kh Ks Kd", {}, False),
        ("Kh Ks Kd", {"tri_lba": "any_rank"}, True),
        ("Kh Ks 6c", {}, False),
        ("Kh Ks 6c", {"tri_lba": "any_rank"}, True),
        ("6h 6s 6d", {}, True),
        ("6h 6s 6c", {}, True),
        ("6h 6s 6d", {"nebitka": "none"}, False),
        ("6h 6s 6c", {"nebitka": "none"}, False),
        ("6h 6s 6c", {"nebitka": "none", "tri_lba": "any_rank"}, True),
    ],
)
def test_options_say_what_a_combination_is(cards: str, options: dict[str, object], may_show: bool) -> None:
    """T-3, T-5, T-16: ``tri_lba`` and ``nebitka``."""
    match = dealt({0: cards, 1: "9h 8d 7c"}, "Jh 7s Td", "", **options)
    assert ("show" in words(match)) == may_show
