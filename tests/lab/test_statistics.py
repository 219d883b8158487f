"""Statistics: exact sums, intervals clustered by match."""

import itertools
import json
import math

import pytest

from kozyr.lab.plan import make_plan
from kozyr.lab.simulation import play_match, simulate
from kozyr.lab.speed import measure
from kozyr.lab.statistics import Tally, to_json

PLAN = make_plan("kozel", matches=60, seed="statistics")


@pytest.fixture(scope="module")
def tally() -> Tally:
    return simulate(PLAN)


def test_scores_and_their_intervals_are_those_of_the_ratio_estimator(tally: Tally) -> None:
    figures = [play_match(PLAN, index).figures() for index in range(PLAN.matches)]
    deals = [len(match) for match in figures]
    for seat in range(4):
        sums = [sum(deal.scores[seat] for deal in match) for match in figures]
        mean = sum(sums) / sum(deals)
        residuals = [s - mean * n for s, n in zip(sums, deals, strict=True)]
        error = math.sqrt(sum(r * r for r in residuals) * 60 / 59) / sum(deals)
        score = tally.score(seat)
        assert score.low is not None
        assert score.high is not None
        assert score.mean == pytest.approx(mean)
        assert score.high - score.mean == pytest.approx(1.959964 * error)
        assert score.mean - score.low == pytest.approx(1.959964 * error)


def test_counts_are_those_of_the_matches(tally: Tally) -> None:
    matches = [play_match(PLAN, index) for index in range(PLAN.matches)]
    deals = list(itertools.chain.from_iterable(match.figures() for match in matches))
    assert (tally.matches, tally.deals) == (60, len(deals))
    assert tally.moves == sum(deal.moves for deal in deals)
    lengths = sorted(deal.moves for deal in deals)
    assert [tally.length(share) for share in (0.5, 0.9, 1.0)] == [
        lengths[math.ceil(share * len(deals)) - 1] for share in (0.5, 0.9, 1.0)
    ]
    assert tally.tags.total() == sum(len(deal.tags) for deal in deals)
    assert tally.wins == [sum(seat in match.winners() for match in matches) for seat in range(4)]
    assert tally.teams == ((0, 2), (1, 3))


def test_shares_and_their_intervals_are_those_of_the_ratio_estimator(tally: Tally) -> None:
    figures = [play_match(PLAN, index).figures() for index in range(PLAN.matches)]
    deals = [len(match) for match in figures]
    for tag in tally.tags:
        times = [sum(deal.tags.count(tag) for deal in match) for match in figures]
        mean = sum(times) / sum(deals)
        residuals = [k - mean * n for k, n in zip(times, deals, strict=True)]
        error = math.sqrt(sum(r * r for r in residuals) * 60 / 59) / sum(deals)
        share = tally.share(tag)
        assert share.low is not None
        assert share.high is not None
        assert share.mean == pytest.approx(mean)
        assert share.high == pytest.approx(min(1.0, mean + 1.959964 * error))
        assert share.low == pytest.approx(max(0.0, mean - 1.959964 * error))


def test_one_match_gives_no_interval() -> None:
    tally = simulate(make_plan("kozel", matches=1, seed="statistics"))
    for found in (tally.score(0), *map(tally.share, tally.tags)):
        assert (found.low, found.high) == (None, None)


def test_tallies_of_parts_add_up_to_that_of_the_whole(tally: Tally) -> None:
    whole = Tally(PLAN.players)
    for indices in (range(20), range(20, PLAN.matches)):
        part = Tally(PLAN.players)
        for index in indices:
            part.count(play_match(PLAN, index))
        whole.add(part)
    assert whole == tally


@pytest.mark.parametrize("players", [2, 7])
def test_statistics_of_thirty_one_tell_how_deals_end_and_from_which_place_they_are_won(players: int) -> None:
    tally = simulate(make_plan("thirty_one", matches=60, seed="statistics", players=players))
    ends = sum(tally.tags[f"ended_by_{how}"] for how in ("show", "pass", "limit"))
    assert ends == tally.deals
    won = sum(tally.tags[f"won_from_place_{place}"] for place in range(1, players + 1))
    assert won == tally.deals - tally.tags["tie"] - tally.tags["svara"] == 60 * 12
    assert sum(tally.scores) == 0


def test_no_match_gives_no_score() -> None:
    empty = Tally(4)
    assert (empty.score(0).mean, empty.score(0).low, empty.moves_a_deal, empty.length(0.5)) == (0.0, None, 0.0, 0)


def test_json_has_its_documented_shape(tally: Tally) -> None:
    data = json.loads(json.dumps(to_json(PLAN, tally)))
    assert list(data) == "game rules players seed matches deals moves_a_deal moves score seats teams tags".split()
    assert [list(seat) for seat in data["seats"]] == [["seat", "bot", "mean", "low", "high", "wins"]] * 4
    assert [team["seats"] for team in data["teams"]] == [[0, 2], [1, 3]]
    assert data["rules"]["spas"] == 31
    shares = [tag["share"] for tag in data["tags"].values()]
    assert shares == sorted(shares, reverse=True)
    assert all(tag["share"] == tag["deals"] / data["deals"] for tag in data["tags"].values())
    assert all(list(tag) == ["deals", "share", "low", "high"] for tag in data["tags"].values())


def test_speed_is_measured() -> None:
    speed = measure("kozel", runs=1, seconds=0.001)
    assert speed.moves > speed.deals > 0
