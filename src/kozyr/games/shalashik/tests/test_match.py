"""Matches: who deals, scores, their end, results, figures (S-1, S-16..S-19)."""

from typing import Any

import pytest

from kozyr.games.shalashik.match import ShalashikMatch
from kozyr.games.shalashik.tests.tables import APART, beating, do, falls_at, new_match, pack, play_on, thrown


def ended(winner: int | None = 0, scored: int = 35, **options: Any) -> ShalashikMatch:
    """A first deal that has just ended, with so many points for seat 0 or for nobody; seat 2 dealt it."""
    if winner is None:
        match = beating(["7h", "7s", "Kd 9d"], 2, "Kc 8c 7c", max_turns=1, **options)
        match.deal.turns = 2
        return do(match, "take")
    assert scored == 35
    return do(beating(["9c", "8d As", "6h Kd"], 0, "8c", **options), "beat 9c")


def test_the_deal_passes_to_the_left() -> None:
    """S-1."""
    match = play_on(thrown(4, deals=6), "dealers")
    assert [log.dealer for log in match.deals()] == [3, 0, 1, 2, 3, 0]


def test_the_first_to_reach_the_target_wins() -> None:
    """S-18."""
    match = ended(target=35)
    assert match.result == {"winner": 0, "scores": [35, 0, 0]}
    assert (match.awaits, match.winners()) == (None, (0,))
    match = ended(target=36)
    assert (match.result, match.winners()) == (None, ())
    assert match.scores == (35, 0, 0)


def test_so_many_deals_replace_the_target() -> None:
    """S-18."""
    assert ended(target=1, deals=2).result is None
    assert ended(target=100_000, deals=1).result == {"winner": 0, "scores": [35, 0, 0]}


def test_equal_scores_share_the_match() -> None:
    """S-18."""
    match = ended(None, deals=1)
    assert match.result == {"winner": None, "scores": [0, 0, 0]}
    assert match.winners() == (0, 1, 2)


def test_scores_add_up_from_deal_to_deal() -> None:
    """S-16."""
    match = play_on(thrown(3, deals=7), "adding")
    total = [0, 0, 0]
    for log, figures in zip(match.deals(), match.figures(), strict=True):
        assert log.result is not None
        for seat, gain in enumerate(figures.scores):
            total[seat] += int(gain)
        assert log.result["scores"] == total
        if log.result["winner"] is not None:
            assert figures.scores[log.result["winner"]] == log.result["scored"]
    assert match.result is not None
    assert match.result["scores"] == total


def test_a_result_has_the_fields_of_the_page_in_their_order() -> None:
    """S-19."""
    result = ended().deals()[0].result
    assert result == {
        "kind": "played",
        "collapsed_by": 0,
        "pulled": 0,
        "winner": 0,
        "left": [0, 19, 16],
        "scored": 35,
        "scores": [35, 0, 0],
    }
    assert list(result) == ["kind", "collapsed_by", "pulled", "winner", "left", "scored", "scores"]


@pytest.mark.parametrize(
    ("pulls", "tag"),
    [
        (0, "collapse_lap_1"),
        (2, "collapse_lap_1"),
        (3, "collapse_lap_2"),
        (8, "collapse_lap_3"),
        (9, "collapse_lap_late"),
        (30, "collapse_lap_late"),
        (31, "hut_taken"),
    ],
)
def test_figures_tell_in_which_lap_the_hut_fell(pulls: int, tag: str) -> None:
    match = play_on(thrown(3, deals=1), "laps", down=falls_at(pulls))
    (figures,) = match.figures()
    assert [each for each in figures.tags if each.startswith(("collapse", "hut"))] == [tag]
    assert ("began_without_cards" in figures.tags) == (pulls < 2)
    assert figures.moves == len(match.deals()[0].moves)


def test_figures_tell_who_won_how_counted_from_who_took_the_hut() -> None:
    """Place 0 is his who brought it down."""
    assert {"ended_by_beat", "won_from_place_0"} <= set(ended(deals=1).figures()[0].tags)
    assert {"ended_by_limit", "nobody_scored"} <= set(ended(None, deals=1).figures()[0].tags)
    match = do(thrown(3, "6c", deals=1), "pull 0", "pull 1 x", "lead 6d", "take", "lead 6c")
    tags = match.figures()[0].tags
    assert {"ended_by_lead", "won_from_place_2", "began_without_cards"} <= set(tags)


def test_a_finished_deal_stays_in_sight_until_the_next_is_shuffled() -> None:
    match = do(thrown(3, "6c"), "pull 0", "pull 1 x", "lead 6d", "take", "lead 6c")
    view = match.view(None)
    assert (view.phase, view.dealer, view.deal_number) == ("shuffle", 0, 2)
    assert [event.id for event in view.events][-1] == "scores"
    assert view.known == tuple(match.deal.hands[:3].tolist())
    match.resolve(pack())
    view = match.view(None)
    assert (view.phase, view.dealer, view.counts, view.pile, view.heap) == ("scatter", 0, (0, 0, 0), (), ())
    match.resolve(APART)
    assert match.awaits == 1


def test_a_match_that_is_over_shows_who_dealt_last() -> None:
    match = play_on(new_match(4, deals=3), "over")
    assert match.view(0).dealer == match.deals()[-1].dealer
    assert match.view(0).deal_number == 3
