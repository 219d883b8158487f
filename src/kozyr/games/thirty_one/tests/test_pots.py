"""Chips, pots, svaras, ties, dealers and the match (T-6, T-7, T-20..T-26), and the figures of deals."""

import itertools
from collections.abc import Mapping

import pytest

from kozyr.games.thirty_one.chips import Chips
from kozyr.games.thirty_one.match import ThirtyOneMatch
from kozyr.games.thirty_one.tests.tables import deal_next, dealt, do, ids, legal_texts, new_match, play_on
from kozyr.kernel.chance import Lot

TIED = {0: "As Ks Qs", 1: "7c 8d 9h", 2: "Ad Kd Td", 3: "8s 9c 7h"}
SHOWN = "Jh 6s 7d"
EVEN = {0: "9s 8s 7d", 1: "9d 8d 7s", 2: "7c 8h 6d"}
EVEN_SHOWN = "Qs Th 6h"


def end(match: ThirtyOneMatch) -> ThirtyOneMatch:
    """The eldest hand passes, the others stay."""
    do(match, "pass")
    while isinstance(match.awaits, int) and match.joining is None:
        do(match, "stay")
    return match


def won_by(match: ThirtyOneMatch, winner: int) -> ThirtyOneMatch:
    """The next deal, won by a seat on points: an ace and a king against hands without two cards of a suit."""
    coming = match.coming
    assert coming is not None
    low = iter(["9h 8d 7c", "9d 8c 7h", "9c 8h 7d", "Th 8s 6d", "Td Jc 6h", "Tc 7s Jd"])
    hands = {seat: "As Ks 6s" if seat == winner else next(low) for seat in coming.seats}
    return end(deal_next(match, hands, "Qh Qd Ac", "Ad Ah Kc"))


def svara(options: Mapping[str, object] | None = None) -> ThirtyOneMatch:
    """Seats 0 and 2 hold 31; 3, the dealer, and 1 are asked."""
    match = new_match(4, options)
    match.resolve(3)
    return do(deal_next(match, TIED, SHOWN), "show")


def result(match: ThirtyOneMatch) -> dict[str, object]:
    """The result of the last finished deal."""
    log = match.deals()[-1]
    assert log.result is not None
    return dict(log.result)


def test_chips_move_and_are_never_made() -> None:
    """T-6, T-21: half a pot is rounded up; nobody pays more than he has."""
    chips = Chips.at_start(3, 20).pay(0, 15).pay(1, 15).pay(0, 15)
    assert (chips.stacks, chips.paid, chips.pot, chips.half_pot) == ((0, 5, 20), (20, 15, 0), 35, 18)
    assert chips.award(1) == Chips((0, 40, 20), (0, 0, 0))
    assert chips.able(5) == (1, 2)
    assert chips.rebuy(0, 20).stacks == (20, 5, 20)


@pytest.mark.parametrize("ante", [1, 10, 300])
def test_everybody_pays_an_ante_before_a_deal(ante: int) -> None:
    """T-6: ``ante`` and ``stack``."""
    match = new_match(3, {"ante": ante, "stack": 400})
    match.resolve(0)
    assert match.view(0).stacks == (400, 400, 400)
    deal_next(match, EVEN, EVEN_SHOWN)
    assert match.view(0).stacks == (400 - ante,) * 3
    assert match.view(None).pot == 3 * ante


def test_the_best_hand_takes_the_pot_and_deals_next() -> None:
    """T-20, T-7, T-26."""
    match = new_match(3)
    assert match.awaits == Lot(3)
    match.resolve(1)
    won_by(match, 0)
    assert result(match) == {
        "kind": "won", "how": "pass", "hands": [["As", "Ks", "6s"], ["7c", "9h", "8d"], ["8c", "7h", "9d"]],
        "best": {"name": "points", "points": 27}, "winners": [0], "pot": 30, "stacks": [520, 490, 490],
    }  # fmt: skip
    assert match.view(0).dealer == 0
    assert match.figures()[-1].scores == (20, -10, -10)


def test_the_first_dealer_is_drawn_by_lot() -> None:
    """T-7."""
    for dealer in range(5):
        match = new_match(5)
        match.resolve(dealer)
        assert match.view(None).dealer == dealer


def test_equal_combinations_are_a_svara_which_others_may_join_for_half_the_pot() -> None:
    """T-21: asked clockwise from the dealer's left, the dealer last; the tied are not asked."""
    match = svara()
    assert match.view(None).phase == "join"
    assert (match.awaits, legal_texts(match)) == (1, ["join", "decline"])
    view = match.view(1)
    assert (view.tied, view.asked, view.price) == ((0, 2), (1, 3), 20)
    do(match, "join")
    assert match.view(1).stacks == (490, 470, 490, 490)
    assert match.view(3).price == 20
    do(match, "decline")
    assert result(match)["kind"] == "svara"
    assert (result(match)["pot"], result(match)["stacks"]) == (60, [490, 470, 490, 490])
    assert [str(logged.move) for logged in match.deals()[0].moves] == ["show", "join", "decline"]


def test_a_svara_is_dealt_without_antes_to_the_tied_and_who_joined() -> None:
    """T-21, T-22, T-7: the deal passes to the next clockwise of those who play."""
    match = do(svara(), "decline", "join")
    assert match.coming is not None
    assert (match.coming.dealer, match.coming.seats) == (0, (0, 2, 3))
    won_by(match, 3)
    assert result(match)["pot"] == 60
    assert result(match)["stacks"] == [490, 490, 490, 530]
    assert result(match)["hands"][1] is None  # type: ignore[index]
    assert match.view(1).dealer == 3
    assert match.coming.seats == (0, 1, 2, 3)
    assert match.figures()[0].scores == (0, 0, 0, 0)
    assert match.figures()[1].scores == (-10, -10, -10, 30)


def test_the_price_of_a_svara_is_rounded_up_and_the_same_for_each() -> None:
    """T-21."""
    match = svara({"ante": 3, "stack": 100})
    deal_next(do(match, "join", "join"), {0: "9s 8h 7d", 1: "As Ks Js", 2: "Ac Kc Jc"}, "Qs Td 6d")
    assert match.view(0).pot == 24
    do(match, "show")
    assert match.view(0).price == 12
    odd = new_match(3, {"ante": 3, "stack": 100})
    odd.resolve(2)
    do(deal_next(odd, {0: "As Ks Qs", 1: "7c 8d 9h", 2: "Ad Kd Td"}, SHOWN), "show")
    assert (odd.view(1).pot, odd.view(1).price) == (9, 5)


def test_who_has_too_few_chips_is_not_asked() -> None:
    """T-21: with nobody to ask, the svara is dealt at once."""
    match = svara({"stack": 29})
    assert match.joining is None
    assert match.coming is not None
    assert match.coming.seats == (0, 2)
    assert result(match)["kind"] == "svara"
    assert svara({"stack": 30}).awaits == 1


def test_at_a_further_svara_everybody_not_tied_may_join() -> None:
    """T-22: who lost in the svara and who stood outside."""
    match = do(svara(), "join", "decline")
    assert match.coming is not None
    deal_next(match, {0: "As Ks Js", 1: "9s 8h 7d", 2: "Ac Kc Jc"}, "Qs Td 6d")
    assert match.awaits == 1
    do(match, "pass", "stay", "stay")
    assert match.view(0).asked == (1, 3)
    assert match.view(0).price == 30
    do(match, "decline", "join")
    assert match.coming.seats == (0, 2, 3)


def test_a_tie_without_a_combination_in_a_svara_is_played_again_by_those_in_it() -> None:
    """T-22, T-23."""
    match = do(svara(), "decline", "decline")
    end(deal_next(match, {0: "9s 8s 7d", 2: "9d 8d 7s"}, "Qs Th 6h"))
    assert result(match)["kind"] == "tie"
    assert match.coming is not None
    assert (match.coming.seats, match.coming.dealer) == ((0, 2), 2)
    deal_next(match, {0: "9s 8h 7d", 2: "As Kc Jc"}, "Qs Td 6d")
    assert match.view(0).stacks == (480, 490, 480, 490)


def test_a_tie_costs_all_of_the_deal_another_ante_each_time() -> None:
    """T-23, T-7, T-26: for two antes, then three; the deal passes on clockwise."""
    match = new_match(3)
    match.resolve(2)
    for times, next_dealer in ((1, 0), (2, 1)):
        end(deal_next(match, EVEN, EVEN_SHOWN))
        assert (result(match)["kind"], result(match)["winners"]) == ("tie", [0, 1])
        assert (result(match)["pot"], result(match)["stacks"]) == (30 * times, [500 - 10 * times] * 3)
        assert match.view(0).dealer == next_dealer
        assert "tie_declared" in ids(match)
    won_by(match, 2)
    assert result(match)["pot"] == 90
    assert [figures.scores for figures in match.figures()] == [(0, 0, 0), (0, 0, 0), (-30, -30, 60)]


def test_a_player_of_a_tie_who_cannot_pay_pays_what_he_has_and_may_win_it_all() -> None:
    """T-24."""
    match = new_match(3, {"stack": 15})
    match.resolve(2)
    end(deal_next(match, EVEN, EVEN_SHOWN))
    won_by(match, 1)
    assert "pays_rest" in ids(match)
    assert result(match)["pot"] == 45
    assert match.result == {"stacks": [0, 45, 0], "winner": 1}


def test_who_cannot_pay_an_ante_sits_out() -> None:
    """T-24: ``rebuy = none``."""
    match = new_match(3, {"stack": 50, "ante": 20})
    match.resolve(2)
    won_by(match, 0)
    won_by(match, 1)
    assert match.coming is not None
    assert (match.chips.stacks, match.coming.seats) == ((70, 70, 10), (0, 1))
    won_by(match, 0)
    assert result(match)["hands"][2] is None  # type: ignore[index]
    assert match.view(2).hand == 0


def test_who_cannot_pay_an_ante_gets_another_stack() -> None:
    """T-24: ``rebuy = auto``; the deal carries the seats, and the new chips are part of what is conserved."""
    match = new_match(3, {"stack": 10, "rebuy": "auto", "deals": 3})
    match.resolve(2)
    won_by(match, 1)
    won_by(match, 2)
    assert match.deals()[1].extra == {"rebuys": [0, 2]}
    assert "rebuys" not in match.deals()[0].extra
    assert match.chips.stacks == (0, 20, 30)
    won_by(match, 1)
    assert match.over
    assert sum(match.chips.stacks) == 30 + 20 + 10


@pytest.mark.parametrize("deals", [1, 2, 5])
def test_the_match_is_so_many_pots(deals: int) -> None:
    """T-25: ``deals`` counts pots won, not ties and svaras."""
    match = play_on(new_match(3, {"deals": deals}), f"deals {deals}")
    kinds = [log.result["kind"] for log in match.deals() if log.result]
    assert kinds.count("won") == deals
    assert kinds[-1] == "won"


def test_the_match_ends_when_only_one_can_pay_an_ante() -> None:
    """T-25."""
    match = new_match(2, {"stack": 10})
    match.resolve(0)
    won_by(match, 1)
    assert match.result == {"stacks": [0, 20], "winner": 1}
    assert match.winners() == (1,)
    assert match.view(0).phase == "over"
    assert ids(match)[-1] == "match_won"


def test_a_shared_best_stack_has_no_single_winner() -> None:
    """T-26."""
    match = new_match(2, {"deals": 2})
    match.resolve(0)
    won_by(match, 1)
    won_by(match, 0)
    assert match.result == {"stacks": [500, 500], "winner": None}
    assert match.winners() == (0, 1)
    assert ids(match)[-1] == "match_shared"


def test_results_name_hands_in_pack_order_from_the_ace_down() -> None:
    """T-26."""
    match = do(dealt({0: "Kd 9c 6c", 1: "7h As Ah"}, "Td 8s 7c"), "pass", "stay")
    assert result(match)["hands"] == [["9c", "6c", "Kd"], ["As", "Ah", "7h"]]
    assert result(match)["best"] == {"name": "points", "points": 21}


@pytest.mark.parametrize("players", range(2, 8))
def test_scores_of_a_match_are_what_the_stacks_gained(players: int) -> None:
    """Sum zero in each deal; a pot's chips count in the deal that wins it."""
    match = play_on(new_match(players, {"stack": 60}), f"scores {players}")
    figures = match.figures()
    assert all(sum(each.scores) == 0 for each in figures)
    totals = [sum(scores) for scores in zip(*(each.scores for each in figures), strict=True)]
    assert totals == [stack - 60 for stack in match.chips.stacks]
    assert [each.moves for each in figures] == [len(log.moves) for log in match.deals()]


def test_tags_tell_how_a_deal_went() -> None:
    match = do(svara(), "decline", "decline")
    assert match.figures()[0].tags == ("ended_by_show", "best_31", "svara", "drains_0")
    won_by(match, 2)
    assert match.figures()[1].tags == (
        "ended_by_pass", "best_points", "won_from_place_1", "svara_deal", "drains_0",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("shown", "stock", "tags"),
    [
        ("Kc 9s 8s", "", ("drains_0",)),
        ("7s 9s Ks", "Ac 9c Td", ("drains_1", "drained")),
        ("7s 9s Ks", "Qd Qc Qh Ac 9c Td", ("drains_2", "drained")),
        ("7s 9s Ks", "Qd Qc Qh 6h 9h Kh Ac 9c Td", ("drains_many", "drained")),
        ("7s 9s Ks", "Qd Qc Qh 6h 9h Kh 8c Tc Jc Ac 9d Td", ("drains_many", "drained")),
    ],
)
def test_drains_are_counted_in_tags(shown: str, stock: str, tags: tuple[str, ...]) -> None:
    match = do(dealt({0: "8d 8h 7d", 1: "Jd As 7h"}, shown, stock), "pass", "stay")
    assert match.figures()[0].tags == ("ended_by_pass", "best_points", "won_from_place_1", *tags)


def test_random_matches_have_every_common_tag() -> None:
    matches = [play_on(new_match(2 + number % 6), f"tags {number}") for number in range(30)]
    seen = {tag for match in matches for figures in match.figures() for tag in figures.tags}
    assert {"drains_0", "drains_1", "drains_2", "lap_drain", "tie", "won_from_place_7"} <= seen


def test_dealers_follow_the_winners() -> None:
    """T-7."""
    for number in range(20):
        match = play_on(new_match(2 + number % 6), f"dealers {number}")
        for papers, after in itertools.pairwise(match.finished):
            assert papers.result is not None
            if papers.result.kind == "won":
                assert after.start.dealer == papers.result.winners[0]
                continue
            around = [(papers.start.dealer + step) % match.players for step in range(1, match.players + 1)]
            assert after.start.dealer == next(seat for seat in around if seat in after.start.seats)
