"""Claims, asking for queens and redeals (K-16..K-22)."""

import pytest

from kozyr.games.kozel.tests.tables import dealt, do, hand, legal_texts, mask, pack_dealing, shuffled
from kozyr.kernel.chance import Shuffle

POOR = "7s 8s 9s 7h 8h 9h Jh Js"  # four points, no queen
NINES = "9c 9s 9h 9d Qc Ac Tc Kc"
ELEVEN = "7s 8s 9s 7h 8h 9h 7d As"
TWELVE = "7s 8s 9s 7h 8h Jh Ts 7d"
BOTH = "9c 9s 9h 9d 7s 8s 7h 8h"  # no points, four nines, no queen
QUEENS = "Qc Qs Qh Qd Ac Tc Kc As"


def test_each_may_claim_once_from_the_eldest_hand_on() -> None:
    """K-16."""
    match = dealt({}, dealer=0)
    for seat in (1, 2, 3, 0):
        assert match.awaits == seat
        assert legal_texts(match)[0] == "ok"
        do(match, "ok")
    assert match.view(None).phase == "play"


@pytest.mark.parametrize(("cards", "may"), [(POOR, True), (ELEVEN, True), (TWELVE, False)])
def test_points_are_claimed_below_twelve(cards: str, may: bool) -> None:
    """K-17."""
    assert ("claim points" in legal_texts(dealt({0: cards}))) is may


def test_the_limit_of_points_is_an_option() -> None:
    """K-17."""
    assert "claim points" in legal_texts(dealt({0: TWELVE}, redeal_points=13))
    assert "claim points" not in legal_texts(dealt({0: POOR}, redeal_points=0))


def test_nines_are_claimed_with_all_four() -> None:
    """K-17."""
    assert legal_texts(dealt({0: NINES})) == ["ok", "claim nines"]
    assert "claim nines" not in legal_texts(dealt({0: NINES.replace("9d", "7d")}))


def test_a_claim_shows_the_hand_and_ends_the_round() -> None:
    """K-16, K-17."""
    match = do(dealt({0: POOR}), "claim points")
    assert isinstance(match.awaits, Shuffle)
    shown = match.events()[-1].public
    assert shown.id == "claims_points"
    assert {str(card) for card in shown.get("cards")} == set(POOR.split())  # type: ignore[union-attr]
    assert do(dealt({0: NINES}), "claim nines").events()[-1].public.id == "claims_nines"


@pytest.mark.parametrize(("claim", "event"), [("claim points", "claims_points"), ("claim nines", "claims_nines")])
def test_a_hand_with_both_claims_names_one_of_them(claim: str, event: str) -> None:
    """K-17, KD-6: either leads to a redeal and is told as what it was."""
    match = dealt({0: BOTH})
    assert legal_texts(match) == ["ok", "claim points", "claim nines", "ask queens"]
    do(match, claim)
    assert isinstance(match.awaits, Shuffle)
    assert match.view(1).redeals == 1
    shown = match.events()[-1].public
    assert shown.id == event
    assert {str(card) for card in shown.get("cards")} == set(BOTH.split())  # type: ignore[union-attr]


def test_only_a_player_without_queens_may_ask() -> None:
    """K-18."""
    assert "ask queens" in legal_texts(dealt({0: POOR}))
    assert "ask queens" not in legal_texts(dealt({0: QUEENS}))


def test_after_a_yes_the_next_player_has_his_turn() -> None:
    """K-18: the team does not ask again."""
    match = do(dealt({0: POOR, 2: QUEENS}), "ask queens")
    assert match.awaits == 1
    assert match.view(3).queens_answers == ((0, True),)
    do(match, "ok")
    assert "ask queens" not in legal_texts(match)


def test_a_team_that_has_asked_does_not_ask_again() -> None:
    """K-18: the other team may."""
    match = do(dealt({0: POOR, 2: "Ts Th Ks Kh As Ah Ad Kd"}), "ask queens")
    assert legal_texts(match) == ["redeal", "keep"]
    assert match.awaits == 0
    assert match.view(1).queens_answers == ((0, False),)
    do(match, "keep")
    assert match.awaits == 1
    do(match, "ok")
    assert legal_texts(match) == ["ok"]


def test_after_a_no_the_asker_may_redeal() -> None:
    """K-18, K-19."""
    match = do(dealt({0: POOR, 1: QUEENS}), "ask queens", "redeal")
    assert isinstance(match.awaits, Shuffle)
    assert [event.public.id for event in match.events()][-3:] == ["asks_queens", "answers_no", "wants_redeal"]


def test_after_a_redeal_the_same_hand_cuts_and_nobody_boasts() -> None:
    """K-19: what was asked is forgotten."""
    match = do(dealt({0: POOR, 1: QUEENS}), "ask queens", "redeal")
    match.resolve(pack_dealing({2: POOR}, 0))
    assert match.awaits == 0
    assert legal_texts(match) == [f"cut {k}" for k in range(1, 32)]
    do(match, "cut 1", "ok", "ok")
    assert hand(match, 2) == mask(POOR)
    assert "ask queens" in legal_texts(match)
    assert match.view(0).dealer == 3


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
def test_the_last_redeal_costs_the_dealers_team_the_deal(limit: int) -> None:
    """K-20, K-22, K-7: it is not dealt; the other team's board moves one pair; the deal passes left."""
    match = shuffled(pack_dealing({0: POOR}, 0), redeal_limit=limit)
    for number in range(limit):
        if number:
            match.resolve(pack_dealing({0: POOR}, 0))
        do(match, "cut 1", "claim points")
    log = match.deals()[-1]
    assert log.result == {
        "kind": "redeal_limit", "points": [0, 0], "winner": 0, "pairs": [1, 0], "lyusya": False, "board": [1, 0],
    }  # fmt: skip
    assert len(log.shuffles) == limit - 1
    assert [event.public.id for event in match.events()][-2:] == ["redeal_limit_reached", "deal_given"]
    assert match.deal.dealer == 0
    assert match.figures()[0].tags[0] == "redeal_limit"
    match.resolve(pack_dealing({}, 1))
    assert "boast mirror" in legal_texts(match)


CLAIMS = {
    "points": ({0: POOR}, ("claim points",)),
    "nines": ({0: NINES}, ("claim nines",)),
    "queens": ({0: POOR, 1: QUEENS}, ("ask queens", "redeal")),
    "partner": ({1: QUEENS, 2: POOR}, ("ok", "ok", "ask queens", "redeal")),
}
"""Ways to a redeal: the hands dealt, and the words from the eldest hand on."""


@pytest.mark.parametrize(
    "ways",
    [
        ("queens", "queens", "queens"),
        ("points", "nines", "queens"),
        ("queens", "partner", "points"),
        ("nines", "queens", "nines"),
        ("queens", "partner"),
    ],
)
def test_redeals_of_every_kind_count_towards_the_limit(ways: tuple[str, ...]) -> None:
    """K-18, K-20: asking for queens as much as a claim."""
    match = shuffled(pack_dealing(CLAIMS[ways[0]][0], 0), redeal_limit=len(ways))
    for number, way in enumerate(ways):
        hands, words = CLAIMS[way]
        if number:
            assert match.view(0).redeals == number
            match.resolve(pack_dealing(hands, 0))
        do(match, "cut 1", *words)
        assert len(match.finished) == (number == len(ways) - 1)
    result = match.deals()[0].result
    assert result is not None
    assert (result["kind"], result["winner"], result["board"]) == ("redeal_limit", 0, [1, 0])
    said = match.events()[-2].public
    assert (said.id, said.get("count"), said.get("seat")) == ("redeal_limit_reached", len(ways), 3)


def test_redeals_that_are_kept_do_not_count() -> None:
    """K-18, K-20: only successful claims are counted."""
    match = do(dealt({0: POOR, 1: QUEENS}, redeal_limit=1), "ask queens", "keep")
    assert match.view(0).redeals == 0
    assert match.awaits == 1
