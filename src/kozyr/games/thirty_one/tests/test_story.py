"""What is told of a deal (``story.py``), and the tags of its figures, event by event where goldens leave a doubt."""

from collections.abc import Mapping

import pytest

from kozyr.cards import parse_cards
from kozyr.games.thirty_one.match import ThirtyOneMatch
from kozyr.games.thirty_one.tests.tables import deal_next, dealt, do, ids, new_match
from kozyr.kernel.said import Said, SeatRef, say

PLAIN = {0: "Ks Qs 7d", 1: "9h 8d 7c", 2: "9s Jd 8c"}
TIED = {0: "As Ks Qs", 1: "7c 8d 9h", 2: "Ad Kd Td"}
EVEN = {0: "9s 8s 7d", 1: "9d 8d 7s", 2: "7c 8h 6d"}


def told(match: ThirtyOneMatch, *wanted: str) -> list[Said]:
    """The events with these ids, in order."""
    return [event.public for event in match.events() if event.public.id in wanted]


def tie(options: Mapping[str, object]) -> ThirtyOneMatch:
    """Seats 0 and 1 tie on points; the next deal is to be shuffled."""
    match = new_match(3, options)
    match.resolve(2)
    return do(deal_next(match, EVEN, "Qs Th 6h"), "pass", "stay", "stay")


def test_only_the_drain_of_a_lap_is_told_as_one() -> None:
    """T-17, T-9: neither the drain that follows at once nor a later one."""
    match = dealt(PLAIN, "Kd 7h Ts", "8s Js As Tc Jc 7s Kh Td 6h")
    do(match, "stay", "stay", "stay")
    assert ids(match)[-7:] == ["stays", "stays", "stays", "drains_lap", "turns_up", "drains", "turns_up"]
    assert told(match, "drains_lap") == [say("drains_lap", cards=parse_cards("Kd 7h Ts"))]
    do(match, "swap Qs 7s", "done", "swap 7c Qs")
    assert ids(match)[-3:] == ["swaps", "drains", "turns_up"]
    assert ids(match).count("drains_lap") == 1


def test_the_price_of_a_svara_is_told_rounded_up() -> None:
    """T-21: half of 9."""
    match = do(dealt(TIED, "Jh 6s 7h", ante=3), "show")
    assert told(match, "svara_declared", "svara_alone") == [say("svara_declared", amount=5)]
    do(match, "join")
    assert told(match, "joins") == [say("joins", seat=SeatRef(1), amount=5)]


@pytest.mark.parametrize(("stack", "text"), [(24, "svara_alone"), (25, "svara_declared")])
def test_a_price_is_told_only_where_somebody_is_asked(stack: int, text: str) -> None:
    """T-21: 15 of 30, of which 14 are not enough."""
    match = do(dealt(TIED, "Jh 6s 7h", stack=stack), "show")
    assert [said.id for said in told(match, "svara_declared", "svara_alone")] == [text]
    assert (match.joining is None) == (text == "svara_alone")


def test_a_svara_tells_who_plays_it_and_who_sits_out() -> None:
    """T-21, T-22."""
    match = do(dealt({**TIED, 3: "8s 9c 7h"}, "Jh 6s 7d"), "show", "decline", "join")
    deal_next(match, {}, "Qs Td 6d")
    assert ids(match)[1:7] == ["svara_begins", *["plays_svara"] * 3, "sits_out", "pot_is"]
    assert told(match, "plays_svara") == [say("plays_svara", seat=SeatRef(seat)) for seat in (0, 2, 3)]
    assert told(match, "sits_out") == [say("sits_out", seat=SeatRef(1))]
    assert told(match, "pot_is") == [say("pot_is", pot=60)]


def test_who_cannot_pay_in_full_after_a_tie_is_told_with_what_he_pays() -> None:
    """T-24."""
    match = deal_next(tie({"stack": 14}), PLAIN, "Kd 7h Ts")
    assert told(match, "antes_paid", "antes_again") == [say("antes_again", amount=10)]
    assert told(match, "pays_rest") == [say("pays_rest", seat=SeatRef(seat), amount=4) for seat in range(3)]
    match = deal_next(tie({"stack": 20}), PLAIN, "Kd 7h Ts")
    assert told(match, "pays_rest") == []


def test_who_gets_another_stack_pays_a_whole_ante_from_it() -> None:
    """T-24: ``rebuy = auto``; nobody sits out."""
    match = do(dealt(EVEN | {0: "As Ks 6s"}, "Qs Th 6h", stack=12, rebuy="auto"), "pass", "stay", "stay")
    deal_next(match, PLAIN, "Kd 7h Ts")
    assert told(match, "rebuys") == [say("rebuys", seat=SeatRef(seat), amount=12) for seat in (1, 2)]
    assert told(match, "antes_paid", "pays_rest", "sits_out") == [say("antes_paid", amount=10)]
    assert match.chips.stacks == (22, 4, 4)


def test_the_limit_of_turns_is_told_of_who_reached_it() -> None:
    """T-19: not of who moves next, nor of who moved last."""
    match = do(dealt(PLAIN, "Kd 7h Ts", "8s 9c Tc", max_turns=2), "stay", "swap 9h Kd", "done", "stay")
    do(match, "swap Ks Ts", "done", "stay", "stay")
    assert match.awaits == 1
    assert told(match, "limit_reached") == [say("limit_reached", seat=SeatRef(0), count=2)]
    do(match, "stay", "stay")
    assert ids(match).count("limit_reached") == 1


def test_a_deal_whose_discard_was_shuffled_is_tagged_so() -> None:
    """T-10."""
    hands = {0: "As 7h 8c", 1: "Kc Jd 7d", 2: "Qc 9d Td", 3: "Ac 8d 7c", 4: "6h Jc Qd", 5: "6d 9c Kd", 6: "6c Ad Tc"}
    match = do(dealt(hands, "6s 7s 8s", "9s Ts Js Qs Ks 8h 9h Th Jh Qh Kh Ah"), "swap As 8h")
    match.resolve(parse_cards("Js 9h 6s 7s 8s Ts 9s Qs Ks As Th Jh"))
    assert told(match, "reshuffles") == [say("reshuffles", count=12)]
    do(match, "pass", *["stay"] * 6)
    assert match.figures()[0].tags[-3:] == ("drains_many", "drained", "reshuffled")
    plain = do(dealt(PLAIN, "Kd 7h Ts"), "pass", "stay", "stay")
    assert plain.figures()[0].tags == ("ended_by_pass", "best_points", "won_from_place_1", "drains_0")


def test_a_lap_of_stays_is_tagged() -> None:
    """T-17: and no other drain is."""
    match = do(dealt(PLAIN, "Kd 7h Ts", "8s 9c Tc"), "stay", "stay", "stay", "swap Ks 8s", "pass", "stay", "stay")
    assert match.figures()[0].tags[-3:] == ("drains_1", "drained", "lap_drain")
