"""The analysis of a match: values of every alternative, what choices lost, luck apart from skill."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest

from kozyr.bots import Budget, analyst_of, bot_names, open_cards_of
from kozyr.bots.master import kozel, shalashik, thirty_one
from kozyr.bots.master.kozel import MasterKozel
from kozyr.cli import main
from kozyr.games import game_ids, get_game
from kozyr.kernel.streams import Stream
from kozyr.lab.analysis import Analysis, analysis_of, judge_match
from kozyr.lab.analysis.deciding import JudgedDeal
from kozyr.lab.analysis.judging import judge_deal
from kozyr.lab.analysis.report import to_json
from kozyr.lab.plan import make_plan
from kozyr.lab.simulation import play_match, record_line
from kozyr.records import Record, parse_record, replay_states, replay_steps
from tests.bots.kozel_tables import dealt, plays

Captured = pytest.CaptureFixture[str]
QUICK = Budget(worlds=3, nodes=2_000_000)


def line_of(game_id: str, bot: str = "random", **options: object) -> str:
    """The record of a match."""
    chosen = get_game(game_id).options.from_mapping(options)
    plan = make_plan(game_id, matches=1, seed="analysis", bots=[bot], options=chosen)
    return record_line(plan, 0, play_match(plan, 0))


@pytest.fixture(scope="module")
def record() -> Record:
    return parse_record(line_of("kozel"))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kozel, "BOT", MasterKozel(QUICK))


@pytest.fixture(scope="module")
def analysis(record: Record) -> Analysis:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kozel, "BOT", MasterKozel(QUICK))
        return analysis_of(record, list(judge_match(record)))


def test_every_decision_between_two_moves_or_more_is_judged(record: Record, analysis: Analysis) -> None:
    wanted = {
        (each.deal + 1, each.moves + 1): (each.next.seat, each.next.text, sorted(map(str, each.match.legal())))
        for each in replay_states(record)
        if each.next is not None and len(each.match.legal()) > 1
    }
    found = {
        (each.deal, each.place): (each.seat, each.played, sorted(move.move for move in each.alternatives))
        for each in analysis.decisions
    }
    assert found == wanted
    assert {each.phase for each in analysis.decisions} >= {"cut", "claim", "play"}


def test_a_choice_loses_nothing_or_something_and_the_best_stands_first(analysis: Analysis) -> None:
    for each in analysis.decisions:
        assert each.lost >= 0
        assert each.open_lost is None or each.open_lost >= 0
        values = [move.value for move in each.alternatives]
        assert values == sorted(values, reverse=True)
        assert all(move.why is not None for move in each.alternatives)


def test_luck_and_choices_add_up_to_the_end_of_every_deal(record: Record, analysis: Analysis) -> None:
    assert len(analysis.courses) == len(record.deals)
    for course, deal in zip(analysis.courses, record.deals, strict=True):
        assert course.even + course.by_chance + sum(course.by_choice) == pytest.approx(course.end)
        assert deal.result is not None
        if deal.result["kind"] == "played":
            assert course.end == deal.result["points"][0]


def test_choices_in_the_play_never_help_their_own_side(analysis: Analysis) -> None:
    """The open-card value is that of the best play: a card can only lose of it; and what it lost is counted so."""
    for number, course in enumerate(analysis.courses, 1):
        played = [each for each in analysis.decisions if each.deal == number]
        if {each.phase for each in played} <= {"cut", "claim", "play"} and len(course.by_choice) == 4:
            for seat, change in enumerate(course.by_choice):
                lost = sum(each.open_lost or 0.0 for each in played if each.seat == seat and each.phase == "play")
                redealt = any(
                    each.seat == seat and each.played.startswith(("claim", "ask", "redeal")) for each in played
                )
                if not redealt:
                    assert (change if seat % 2 == 0 else -change) == pytest.approx(-lost)


def test_the_worst_moments_lost_most(analysis: Analysis) -> None:
    losses = [each.lost for each in analysis.worst]
    assert len(losses) == 3
    assert losses == sorted((each.lost for each in analysis.decisions), reverse=True)[:3]


def test_accuracy_lies_between_the_worst_and_the_best(analysis: Analysis) -> None:
    for player in analysis.players:
        assert player.accuracy is not None
        assert 0.0 <= player.accuracy <= 1.0
        assert player.decisions > 10


def narrow_judge(record: Record, index: int) -> JudgedDeal:
    """``judge_deal`` within the narrow budget, in another process too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kozel, "BOT", MasterKozel(QUICK))
        return judge_deal(record, index)


def test_the_analysis_does_not_depend_on_the_jobs(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes judge the deals in any order and give what one gives."""
    monkeypatch.setattr("kozyr.lab.analysis.judging.judge_deal", narrow_judge)
    one, two = (list(judge_match(record, jobs)) for jobs in (1, 2))
    assert one == two
    assert len(one) == len(record.deals) > 2


def test_open_cards_know_the_exact_end() -> None:
    hands = ("7c Qc Qs Qh Qd Jc Ah Kh", "As Ts Ks 9s 8s Js Td 7d", "8c 9c Kc Tc Ac Th Jh Jd")
    match = plays(dealt(*hands), "Qc")
    judge = open_cards_of("kozel")
    assert judge is not None
    first, second = judge.value(match, 0), judge.value(match, 1)
    assert first is not None
    assert second == 120 - first
    seat = match.awaits
    assert isinstance(seat, int)
    values = judge.move_values(match, Stream("none"))
    assert max(values.values()) == judge.value(match, seat)


def test_states_stand_between_the_moves_that_steps_stand_behind(record: Record) -> None:
    nexts = [(each.deal, each.moves, each.next.seat, each.next.text) for each in replay_states(record) if each.next]
    steps = [(each.deal, each.index, each.seat, str(each.move)) for each in replay_steps(record)]
    assert nexts == steps
    lasts = [(each.deal, each.moves, each.last.seat, each.last.text) for each in replay_states(record) if each.last]
    assert lasts == [(deal, index + 1, seat, move) for deal, index, seat, move in steps]


def test_the_command_prints_json_a_record(record: Record, tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "records"
    file.write_text(line_of("kozel") + "\n", encoding="utf-8")
    assert main(["analyze", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["values"], found["open_values"]) == ("kozel", "pairs", "points")
    assert len(found["worst"]) == 3
    assert {"move", "value", "open", "why"} == set(found["decisions"][0]["moves"][0])
    assert set(found["decisions"][0]["moves"][0]["why"]) == {"ru", "en"}


@pytest.mark.parametrize(("language", "word"), [("ru", "Дороже всего"), ("en", "What cost most")])
def test_the_table_is_in_the_readers_language(language: str, word: str, tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "records"
    file.write_text(line_of("kozel") + "\n", encoding="utf-8")
    assert main(["analyze", str(file), "--lang", language]) == 0
    assert word in capsys.readouterr().out


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_without_a_bot_that_searches_is_refused(
    game_id: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kozyr.lab.analysis.judging.analyst_of", lambda _: None)
    file = tmp_path / "records"
    file.write_text(line_of(game_id), encoding="utf-8")
    assert main(["analyze", str(file)]) == 1
    assert f"no bot that searches plays {game_id}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game_id", "bots", "unit"),
    [("thirty_one", thirty_one, "chips"), ("shalashik", shalashik, "points")],
)
def test_a_game_that_nothing_judges_with_open_cards_is_judged_as_the_player_could(
    game_id: str, bots: ModuleType, unit: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every choice has its value and words; with open cards there is none, so luck is not told apart from skill."""
    monkeypatch.setattr(bots, "BOT", bots.BOT.within(Budget(worlds=2, nodes=4_000)))
    file = tmp_path / "records"
    file.write_text(line_of(game_id, deals=2) + "\n", encoding="utf-8")
    assert main(["analyze", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["values"], found["open_values"], found["deals"]) == (unit, "", [])
    assert len(found["decisions"]) > 3
    for decision in found["decisions"]:
        assert decision["open_lost"] is None
        assert decision["lost"] >= 0
        assert all(set(move["why"]) == {"ru", "en"} for move in decision["moves"])
    assert main(["analyze", str(file), "--lang", "en"]) == 0
    assert "What cost most" in capsys.readouterr().out


def test_a_stopped_match_a_faulty_one_and_none_are_refused(tmp_path: Path, capsys: Captured) -> None:
    data = json.loads(line_of("kozel"))
    data["result"] = data["deals"][-1]["result"] = None
    data["deals"][-1]["moves"] = data["deals"][-1]["moves"][:9]
    file = tmp_path / "records"
    for text, told in ((json.dumps(data), "the match was stopped"), ("{}", "record 1"), ("", "there is no record")):
        file.write_text(text, encoding="utf-8")
        assert main(["analyze", str(file)]) == 1
        out, err = capsys.readouterr()
        assert told in err
        assert out == ""


def test_json_has_what_the_page_says(analysis: Analysis) -> None:
    page = (Path(__file__).parents[2] / "docs/reference/command-line.md").read_text(encoding="utf-8")
    found = to_json(analysis)
    for name in [*found, *found["players"][0], *found["deals"][0], *found["decisions"][0]]:
        assert f"`{name}`" in page, name


def test_the_analyst_is_the_bot_with_most_time() -> None:
    for game_id in game_ids():
        bot = analyst_of(game_id)
        assert bot is not None
        assert bot.name == "master" == bot_names(game_id)[-1]
