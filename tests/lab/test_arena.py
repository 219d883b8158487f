"""The arena: the same cards for both, honest intervals, the same figures whatever the jobs."""

import json

import numpy as np
import pytest

from kozyr.bots import Bot, Budget, Choice
from kozyr.bots.random_bot import RandomBot
from kozyr.cli import main
from kozyr.games import game_ids, get_game
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.lab.arena import Contest, Standing, make_contest, play_duplicates, standings
from kozyr.lab.arena.bootstrap import Mean, holm, mean_of
from kozyr.lab.arena.duplicate import Deck, play_duplicate, play_match
from kozyr.lab.arena.report import to_json

Captured = pytest.CaptureFixture[str]


class Last(Bot):
    """Makes the last legal move: it draws nothing, so it plays the same cards alike."""

    name = "last"

    def choose(self, view: View, stream: Stream) -> Choice:
        return Choice(view.legal[-1].move)


def last_or_random(game_id: str, name: str) -> Bot:
    return Last() if name == "last" else RandomBot()


def contest_of(game_id: str, a: str = "random", b: str = "random", deals: int = 6, **more: object) -> Contest:
    return make_contest(game_id, a=a, b=b, deals=deals, seed="arena", maker=last_or_random, **more)  # type: ignore[arg-type]


def standing_of(contest: Contest) -> Standing:
    return standings([(contest, list(play_duplicates(contest)))])[0]


@pytest.mark.parametrize("game_id", game_ids())
def test_bots_that_play_alike_come_out_even(game_id: str) -> None:
    for players in {get_game(game_id).players[0], get_game(game_id).players[-1]}:
        for name in ("last", "random"):
            found = standing_of(contest_of(game_id, name, name, deals=3, players=players))
            assert (found.mean.value, found.mean.low, found.mean.high) == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)
            assert found.stronger is None


@pytest.mark.parametrize("game_id", game_ids())
def test_every_seating_gets_the_same_packs_deal_for_deal(game_id: str) -> None:
    contest = contest_of(game_id, "last", "random")
    bots = contest.bots()
    decks = []
    for seating in contest.seatings():
        match = play_match(contest, tuple(bots[role] for role in seating), "packs")
        decks.append([(log.dealer, log.deck) for log in match.deals()])
    first, second = decks[:2]
    assert first[0] == second[0]
    assert [deck for _, deck in first[:3]] == [deck for _, deck in second[:3]]


def test_teams_are_exchanged_and_a_lone_challenger_sits_everywhere() -> None:
    assert contest_of("kozel").seatings() == (("a", "b", "a", "b"), ("b", "a", "b", "a"))
    assert contest_of("thirty_one", players=3).seatings() == (("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a"))


def test_foreign_partners_sit_opposite_both_in_every_seat() -> None:
    seatings = contest_of("kozel", partners="last").seatings()
    assert len(seatings) == 8
    for seating in seatings:
        assert seating[(seating.index("a") + 2) % 4] == seating[(seating.index("b") + 2) % 4] == "partner"
    assert {seating.index("a") for seating in seatings} == set(range(4))


def test_with_foreign_partners_too_bots_that_play_alike_come_out_even() -> None:
    assert standing_of(contest_of("kozel", "last", "last", partners="random")).mean.value == pytest.approx(
        0.0, abs=1e-9
    )


def test_the_figures_do_not_depend_on_the_jobs() -> None:
    contest = make_contest("kozel", a="random", b="careful", deals=8, seed="jobs")
    one, two = (list(play_duplicates(contest, jobs)) for jobs in (1, 2))
    assert one == two
    assert sum(len(match.decks) for match in one) == 8


def test_as_many_deals_count_as_were_asked_for() -> None:
    found = standing_of(contest_of("kozel", deals=11))
    assert found.deals == 11
    assert 11 <= found.played <= 22
    assert sum(found.wins) == found.matches


def test_the_mean_is_of_scores_at_the_same_table() -> None:
    contest = contest_of("thirty_one", "last", "random", players=2)
    bots = contest.bots()
    match = play_duplicate(contest, 0)
    assert match.matches == 2
    assert set(bots) == {"a", "b"}
    assert all(1 <= deck.times <= 2 for deck in match.decks)


def test_the_interval_takes_whole_decks() -> None:
    """Two plays of a deck that always come out alike tell no more than one."""
    values = np.random.default_rng(1).normal(1.0, 5.0, 400)
    once = mean_of([Deck(float(value), 1) for value in values], "s")
    twice = mean_of([Deck(2 * float(value), 2) for value in values], "s")
    assert (once.low, once.high) == pytest.approx((twice.low, twice.high))
    assert once.high - once.low == pytest.approx(2 * 1.96 * values.std() / 20, rel=0.1)


def test_intervals_hold_the_truth_as_often_as_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kozyr.lab.arena.bootstrap.RESAMPLES", 400)
    generator = np.random.default_rng(2)
    hits = 0
    for number in range(300):
        mean = mean_of([Deck(float(value), 1) for value in generator.normal(0.5, 3.0, 80)], f"s{number}")
        hits += mean.low <= 0.5 <= mean.high
    assert 0.90 <= hits / 300 <= 0.985


def test_holm_multiplies_the_least_by_all_and_never_falls() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx((0.03, 0.06, 0.06))
    assert holm([0.6, 0.9]) == (1.0, 1.0)
    assert holm([0.02]) == (0.02,)


@pytest.mark.parametrize(
    ("low", "high", "p_holm", "deals", "stronger"),
    [
        (0.1, 2.0, 0.03, 100, "a"),
        (-2.0, -0.1, 0.03, 100, "b"),
        (-0.1, 2.0, 0.03, 100, None),
        (0.1, 2.0, 0.06, 100, None),
        (0.1, 2.0, 0.001, 5, None),
    ],
)
def test_stronger_is_said_only_where_it_is_shown(
    low: float, high: float, p_holm: float, deals: int, stronger: str | None
) -> None:
    mean = Mean((low + high) / 2, low, high, 0.01)
    assert Standing(contest_of("kozel"), mean, p_holm, deals, 2 * deals, 9, (5, 4)).stronger == stronger


def test_json_of_one_pair_is_flat_and_of_several_a_list() -> None:
    one = standing_of(contest_of("shalashik", "last", "random", deals=2))
    flat, both = to_json([one]), to_json([one, one])
    assert {"mean_points", "ci95", "deals", "match_wins"} <= set(flat)
    assert [pair["mean_points"] for pair in both["pairs"]] == [flat["mean_points"]] * 2
    assert flat["better"] == "more"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("kozel --a nobody --b random", "no bot 'nobody' plays kozel"),
        ("thirty_one --a careful --b random --partners random", "there are no partners to name"),
        ("kozel --a careful --b random --worlds 3", "none of these bots searches"),
        ("kozel --a careful --b random,random", "names a bot twice"),
        ("thirty_one --a careful --b random --players 9", "2 to 7 players"),
        ("kozel --a careful --b random --deals 0", "no whole number from 1"),
        ("kozel --a careful", "--b"),
    ],
)
def test_a_bad_call_is_told_on_one_line(arguments: str, told: str, capsys: Captured) -> None:
    assert main(["arena", *arguments.split()]) == 2
    out, err = capsys.readouterr()
    assert told in err
    assert (out, err.count("\n")) == ("", 1)


def test_a_budget_reaches_the_bots() -> None:
    bots = make_contest("kozel", a="strong", b="pimc", deals=1, seed="s", budget=Budget(3, 1000)).bots()
    assert [bot.budget for bot in bots.values()] == [Budget(3, 1000)] * 2  # type: ignore[attr-defined]


def test_the_command_prints_json(capsys: Captured) -> None:
    assert main("arena kozel --a careful --b random --deals 24 --seed s --json".split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["deals"] == 24
    assert found["ci95"][0] <= found["mean_eyes"] <= found["ci95"][1]
    assert found["match_wins"]["a"] + found["match_wins"]["b"] == found["matches"]


@pytest.mark.parametrize(("language", "word"), [("ru", "против"), ("en", "careful v random")])
def test_the_table_is_in_the_readers_language(language: str, word: str, capsys: Captured) -> None:
    assert main(f"arena kozel --a careful --b random --deals 4 --lang {language}".split()) == 0
    out = capsys.readouterr().out
    assert word in out
    assert "mean_eyes" in out
