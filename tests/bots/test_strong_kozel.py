"""How the searching bots of Kozel judge, and what their budgets promise."""

from __future__ import annotations

import numpy as np
import pytest

from kozyr.bots import Budget, bot_names, make_bot
from kozyr.bots.pimc.kozel import PimcKozel
from kozyr.bots.search.kozel_courses import Courses
from kozyr.bots.search.kozel_hidden import hidden_of
from kozyr.bots.search.kozel_openings import deal_drawing
from kozyr.bots.search.kozel_payoff import Payoff, chances, pair_worth, pairs_for, payoff
from kozyr.bots.search.kozel_solver import SEARCH, solve_deal_cards
from kozyr.bots.strong.kozel import StrongKozel
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import opening
from kozyr.games.kozel.options import KozelOptions
from kozyr.kernel.compact import box_of, new_record
from kozyr.kernel.streams import Stream
from tests.bots.kozel_tables import dealt, moves, new_match, plays

OPTIONS = KozelOptions()
BUDGET = Budget(worlds=12, nodes=0)
KNOWN = ("7c Qc Qs Qh Qd Jc Ah Kh", "As Ts Ks 9s 8s Js Td 7d", "8c 9c Kc Tc Ac Th Jh Jd")


def steps_of(table: Payoff) -> list[int]:
    """The points at which a payoff rises."""
    return [points for points in range(1, 121) if table[points] > table[points - 1]]


def test_the_payoff_never_falls_and_steps_at_thirty_one_and_sixty_one() -> None:
    """K-28..K-30, by pairs alone at the beginning of a match."""
    table = payoff((0, 0), OPTIONS, 0.0)
    assert (np.diff(table) >= 0).all()
    assert steps_of(table) == [31, 60, 61, 90]
    assert table[60] == pytest.approx(0.0)
    assert table[61] == pytest.approx(1.0, abs=0.25)


def test_all_points_are_worth_more_where_the_others_have_pairs_to_lose() -> None:
    """K-31."""
    assert steps_of(payoff((0, 3), OPTIONS, 0.0)) == [31, 60, 61, 90, 120]


def test_a_second_pair_is_worth_nothing_at_five() -> None:
    """K-6: a gain past six counts as six."""
    table = payoff((5, 3), OPTIONS, 0.0)
    assert table[61] == table[119]
    assert table[61] > table[60] > table[31] > table[30]


def test_chances_of_a_match_are_shared_out_and_rise_with_the_board() -> None:
    found = chances(OPTIONS)
    for (ours, theirs), chance in found.items():
        assert chance + found[(theirs, ours)] == pytest.approx(1.0)
        if ours < 5:
            assert found[(ours + 1, theirs)] > chance
    assert pair_worth(OPTIONS) > 0.05
    assert pairs_for((0, 0), (1, 0), OPTIONS) == pytest.approx(-pairs_for((0, 0), (0, 1), OPTIONS))


def test_where_one_card_is_hidden_a_seat_a_void_leaves_one_world_and_its_exact_values() -> None:
    """Two cards each: the mover's values in any sampled world are those that open cards give in one of them."""
    for seed in range(30):
        match, stream = dealt(*KNOWN), Stream("late", seed)
        while isinstance(match.awaits, int) and sum(map(int.bit_count, map(int, match.deal.hands))) > 5:
            match.play(stream.choice(match.legal()))
        assert isinstance(match.awaits, int)
        view = match.view(match.awaits)
        judged = {str(reason.move): reason.value for reason in PimcKozel(BUDGET).choose(view, stream).reasons}
        hidden = hidden_of(view)
        if len(judged) < 2 or any(hidden.may[seat].bit_count() != hidden.room[seat] for seat in range(4)):
            continue
        out = np.zeros(36, dtype=np.int64)
        solve_deal_cards(box_of(new_record(SEARCH), SEARCH), box_of(match.deal, kd.DEAL), out)
        for entry in view.legal:
            eyes = int(match.deal.points[0]) + int(out[int(entry.cards[0])])
            assert judged[str(entry.move)] == (eyes if match.awaits % 2 == 0 else 120 - eyes)


def test_the_same_seed_and_budget_give_the_same_move_and_values() -> None:
    match = dealt(*KNOWN)
    view = match.view(0)
    first, second = (StrongKozel(BUDGET).choose(view, Stream("same")) for _ in range(2))
    assert first == second
    assert len(first.reasons) == 8
    assert [reason.value for reason in first.reasons] == sorted((r.value for r in first.reasons), reverse=True)


def test_a_budget_narrows_and_never_widens() -> None:
    assert Budget(40, 1000).at_most(Budget(60, 0)) == Budget(40, 1000)
    assert Budget(40, 0).at_most(Budget(3, 50)) == Budget(3, 50)
    assert StrongKozel(Budget(40, 0)).within(Budget(3, 50)).budget == Budget(3, 50)


def test_without_nodes_for_one_world_it_plays_as_careful() -> None:
    view = dealt(*KNOWN).view(0)
    poor = StrongKozel(Budget(worlds=1, nodes=1))
    played, careful = (bot.choose(view, Stream("poor")) for bot in (poor, make_bot("kozel", "careful")))
    assert played.move == careful.move
    assert [(each.move, each.value) for each in played.reasons] == [(each.move, each.value) for each in careful.reasons]


@pytest.mark.parametrize("name", ["strong", "master"])
@pytest.mark.parametrize(
    ("hands", "played", "good"),
    [
        pytest.param(
            ("7c Qc Qs 8s 7h 8h 7d 8d", "9c 8c Ks 9s 9h Kh Kd 9d", "Tc Kc Js As Ts Th Ah 7s"),
            "Qc 8c",
            {"Tc"},
            id="the partner's sure trick gets points",
        ),
        pytest.param(
            ("7c Qc 7h 8h 7d 8d 9h 9d", "8s 9s Ks 7s Kh Kd 8c 9c", "Tc Qs Qh Qd Jc Js Jh Jd"),
            "Qc 8c",
            {"Tc"},
            id="the partner's sure trick gets no high trump",
        ),
        pytest.param(
            ("7c 8s 7h 8h 7d 8d 9h 9d", "Qc Qs 8c 9c Ks 9s Kh Kd", "Tc Kc Js As Ts Th Ah 7s"),
            "7c Qc",
            {"Js", "Kc"},
            id="the opponents' sure trick gets no ten",
        ),
        pytest.param(
            ("7c Qc Qs Qh Qd Jc Ah 7h", "As Ts Ks 9s 8s 7s Td 7d", "8c 9c Kc Tc Ac Js Jh Jd"),
            "Qc 7s Tc 8d",
            {"Ah", "7h"},
            id="no trump is led where the opponents have none",
        ),
    ],
)
def test_it_plays_with_its_partner(name: str, hands: tuple[str, ...], played: str, good: set[str]) -> None:
    match = plays(dealt(*hands), played)
    assert isinstance(match.awaits, int)
    assert str(make_bot("kozel", name).choose(match.view(match.awaits), Stream("partner")).move) in good


def test_it_takes_a_new_deal_with_a_hopeless_hand() -> None:
    """K-17: seven blanks and a king are worth less than an even deal."""
    weak = "7s 8s 9s 7h 8h 9h 7d Kd"
    match = dealt(weak, "Qc Qs Jc 9c 8c As Ts Ks", "Qh Qd Js Tc Ah Th Kh 7c", claims="")
    choice = StrongKozel(BUDGET).choose(match.view(0), Stream("weak"))
    assert {str(reason.move) for reason in choice.reasons} >= {"ok", "claim points", "ask queens"}
    assert str(choice.move) in {"claim points", "ask queens"}


def test_in_trousers_it_gives_the_plain_card_and_keeps_the_queen() -> None:
    """K-13."""
    match = new_match(boasts="trousers")
    match.resolve(3)
    pack = [card for card in kd.PLAYED_CARDS if str(card) not in ("Qc", "7d")]
    queen, seven = (next(card for card in kd.PLAYED_CARDS if str(card) == name) for name in ("Qc", "7d"))
    match.resolve((queen, *pack, seven))
    moves(match, "boast trousers")
    choice = StrongKozel(BUDGET).choose(match.view(0), Stream("give"))
    assert str(choice.move) == "give 7d"
    assert [str(reason.move) for reason in choice.reasons] == ["give 7d", "give Qc"]


def test_in_a_mirror_it_lifts_more_than_one_card() -> None:
    """K-12: with one card lifted at most one can be drawn."""
    match = new_match(boasts="mirror")
    match.resolve(3)
    match.resolve(Stream("mirror").shuffled(kd.PLAYED_CARDS))
    moves(match, "boast mirror")
    choice = StrongKozel(Budget(worlds=40, nodes=0)).choose(match.view(0), Stream("lift"))
    assert str(choice.move) != "lift 1"


@pytest.mark.parametrize("later_lead", ["eldest", "same_card"])
def test_before_the_play_worlds_are_led_as_the_deal_will_be(later_lead: str) -> None:
    """K-23, K-24: a deal lost by redeals does not count as the first."""
    for seed in range(8):
        match, stream = new_match(redeal_limit=1, later_lead=later_lead), Stream("led", seed)
        while len(match.finished) < 3 and (awaits := match.awaits) is not None:
            if not isinstance(awaits, int):
                match.resolve(awaits.sample(stream))
                continue
            view = match.view(awaits)
            if view.phase not in ("cut", "play"):
                courses = Courses(view, payoff((0, 0), OPTIONS, 0.0))
                assert (courses.deal.dealer, courses.deal.lead_rule) == (match.deal.dealer, match.deal.lead_rule)
            match.play(stream.choice(match.legal()))


@pytest.mark.parametrize("kind", ["mirror", "trousers"])
@pytest.mark.parametrize("mixed", ["stop", "again"])
def test_the_rest_of_a_drawing_leads_straight_to_the_first_card(kind: str, mixed: str) -> None:
    """K-15, K-16: nobody claims, asks or deals anew after a boast, so what is solved is a deal that is played."""
    seen = set()
    for seed in range(20):
        match, stream = new_match(boasts=kind, trousers_mixed=mixed), Stream("drawing", seed)
        match.resolve(seed % 4)
        match.resolve(stream.shuffled(kd.PLAYED_CARDS))
        moves(match, f"boast {kind}")
        while int(match.deal.phase) != kd.PLAY:
            assert isinstance(match.awaits, int)
            view = match.view(match.awaits)
            courses = Courses(view, payoff((0, 0), OPTIONS, 0.0))
            deal_drawing(courses.deal, view, courses.worlds(stream.words, 1)[0], stream.words)
            while int(courses.deal.phase) != kd.PLAY:
                assert int(courses.deal.phase) in (kd.LIFT, kd.GIVE)
                opening.apply(courses.deal, opening.random_code(courses.deal, stream.words, courses.legal))
            assert [int(hand).bit_count() for hand in courses.deal.hands] == [8] * 4
            seen.add(view.phase)
            match.play(stream.choice(match.legal()))
    assert seen == {"lift" if kind == "mirror" else "give"}


def test_the_yardstick_is_to_be_had_and_offered_to_nobody() -> None:
    assert make_bot("kozel", "pimc").name == "pimc"
    assert "pimc" not in bot_names("kozel")
    assert bot_names("kozel") == ("random", "easy", "careful", "strong", "master")
