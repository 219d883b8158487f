"""The simulator: the same matches whichever way they are played, on however many cores."""

import dataclasses

import pytest

from kozyr.games import game_ids, get_game
from kozyr.kernel.streams import derive_seed
from kozyr.lab.plan import Plan, make_plan
from kozyr.lab.simulation import match_seed, play_chunks, play_match, record_line, simulate
from kozyr.records import check, parse_record


def plans() -> list[Plan]:
    """Every game with the fewest and the most players."""
    found = []
    for game_id in game_ids():
        players = get_game(game_id).players
        found += [
            make_plan(game_id, matches=20, seed="lab", players=n, records=True) for n in {players[0], players[-1]}
        ]
    return found


@pytest.mark.parametrize("plan", plans(), ids=lambda plan: f"{plan.game_id}-{plan.players}")
def test_rolled_out_deals_give_the_records_of_bots_that_are_asked(plan: Plan) -> None:
    for index in range(3):
        fast, asked = (record_line(plan, index, play_match(plan, index, fast=fast)) for fast in (True, False))
        assert fast == asked


@pytest.mark.parametrize("plan", plans(), ids=lambda plan: f"{plan.game_id}-{plan.players}")
def test_results_and_records_do_not_depend_on_the_jobs(plan: Plan) -> None:
    one, two = (list(play_chunks(plan, jobs)) for jobs in (1, 2))
    assert one == two
    assert sum(chunk.matches for chunk in one) == 20
    assert sum(len(chunk.lines) for chunk in one) == 20


def test_figures_do_not_depend_on_whether_records_are_kept() -> None:
    plan = make_plan("kozel", matches=40, seed="lab")
    assert simulate(plan) == simulate(dataclasses.replace(plan, records=True))


def test_the_seed_of_a_match_stands_in_its_record() -> None:
    plan = make_plan("kozel", matches=2, seed="lab", records=True)
    (chunk,) = play_chunks(plan)
    records = [parse_record(line) for line in chunk.lines]
    assert [record.seed for record in records] == [derive_seed("lab", "match", i) for i in range(2)]
    assert match_seed("lab", 1) == derive_seed("lab", "match", 1)


def test_a_match_does_not_depend_on_how_many_are_played() -> None:
    few, more = (next(play_chunks(make_plan("kozel", matches=n, seed="lab", records=True))).lines for n in (2, 5))
    assert more[:2] == few


@pytest.mark.parametrize("game_id", game_ids())
def test_records_with_legal_moves_pass_the_check(game_id: str) -> None:
    plan = make_plan(game_id, matches=3, seed="lab", legal=True)
    for chunk in play_chunks(plan):
        for line in chunk.lines:
            record = parse_record(line)
            assert record.has_legal
            assert check(record).result == record.result


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"matches": 0}, "at least 1"),
        ({"players": 5}, "played by 4 players"),
        ({"bots": ["random", "random"]}, "played by 4 players, not by 2"),
        ({"players": 4, "bots": ["random", "random"]}, "2 bots are named for 4 seats"),
        ({"bots": ["nobody"]}, "no bot 'nobody' plays kozel"),
    ],
)
def test_a_plan_says_what_does_not_fit(wrong: dict[str, object], message: str) -> None:
    arguments: dict[str, object] = {"matches": 1, "seed": "lab", **wrong}
    with pytest.raises(ValueError, match=message):
        make_plan("kozel", **arguments)  # type: ignore[arg-type]
