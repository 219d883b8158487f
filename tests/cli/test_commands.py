"""What the commands print when all is well."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kozyr
from kozyr.bots import Budget, bot_names, make_bot
from kozyr.cli import main
from kozyr.cli.play import SEARCHERS
from kozyr.games import game_ids, get_game
from kozyr.lab.plan import make_plan
from kozyr.lab.simulation import simulate
from kozyr.lab.statistics import to_json

Captured = pytest.CaptureFixture[str]
LIGHT = ["play --help", "rules kozel", "replay -", "verify -", "--version"]


def test_the_version(capsys: Captured) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"kozyr {kozyr.__version__}\n"


@pytest.mark.parametrize("command", ["play", "simulate", "arena", "analyze", "replay", "verify", "rules", "bench"])
def test_every_command_has_help(command: str, capsys: Captured) -> None:
    assert main([command, "--help"]) == 0
    assert f"usage: kozyr {command}" in capsys.readouterr().out


def test_the_help_of_play_names_games_bots_and_options(capsys: Captured) -> None:
    assert main(["play", "--help"]) == 0
    out = capsys.readouterr().out
    for game_id in game_ids():
        assert f"{game_id}: " in out
        for spec in get_game(game_id).options.specs():
            assert f"{spec.name} = {spec.allowed}" in out


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("language", ["ru", "en"])
def test_rules_are_printed_whole(game_id: str, language: str, capsys: Captured) -> None:
    assert main(["rules", game_id, "--lang", language]) == 0
    assert capsys.readouterr().out.strip() == get_game(game_id).rules_page(language).strip()


@pytest.mark.parametrize(("name", "language"), [("ru_RU.UTF-8", "ru"), ("en_US.UTF-8", "en"), ("C", "en")])
def test_the_language_is_that_of_the_system(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("LC_ALL", name)
    assert main(["rules", "kozel"]) == 0
    assert capsys.readouterr().out.strip() == get_game("kozel").rules_page(language).strip()


def test_json_on_standard_output_is_the_statistics(capsys: Captured) -> None:
    call = "simulate kozel --matches 30 --seed s --json --option spas=20 --option boasts=none --jobs 2"
    assert main(call.split()) == 0
    out, err = capsys.readouterr()
    options = get_game("kozel").options.from_texts(["spas=20", "boasts=none"])
    plan = make_plan("kozel", matches=30, seed="s", options=options)
    assert json.loads(out) == to_json(plan, simulate(plan))
    assert err == ""


def test_the_table_names_what_was_played(capsys: Captured) -> None:
    assert main("simulate kozel --matches 20 --bots random,random,random,random".split()) == 0
    out = capsys.readouterr().out
    assert "kozel: 20 matches" in out
    assert "seats 0 and 2" in out
    assert "seat 3" in out


def test_the_table_is_printed_in_russian(capsys: Captured) -> None:
    assert main("simulate kozel --matches 21 --lang ru".split()) == 0
    out = capsys.readouterr().out
    assert "kozel: 21 матч, " in out
    assert "места 0 и 2" in out
    assert not re.search("seat|deal|match|interval|share", out)


def test_records_on_standard_output_send_the_summary_to_standard_error(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert main("simulate kozel --matches 3 --records - --json".split()) == 0
    out, err = capfdbinary.readouterr()
    assert [json.loads(line)["game"] for line in out.splitlines()] == ["kozel"] * 3
    assert json.loads(err)["matches"] == 3


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_records_with_legal_moves_pass_the_check(jobs: str, tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "records"
    call = ["simulate", "kozel", "--matches", "20", "--legal", "--records", str(file), "--jobs", jobs]
    assert main(call) == 0
    capsys.readouterr()
    assert main(["replay", str(file), "--check", "--lang", "en"]) == 0
    assert capsys.readouterr() == ("20 records replayed, 0 with a fault\n", "")


@pytest.fixture
def record(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A record, also on standard input."""
    assert main("simulate kozel --matches 1 --records -".split()) == 0
    line, _ = capfdbinary.readouterr()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line), encoding="utf-8"))
    return line


def test_replay_sums_a_match_up(record: bytes, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["replay", "-", "--lang", "en"]) == 0
    out = capfdbinary.readouterr().out.decode()
    deals = len(json.loads(record)["deals"])
    assert out.startswith(f"record 1: kozel; random, random, random, random; {deals} deals, ")
    assert "; won by random (" in out


def test_replay_sums_a_stopped_match_up(
    record: bytes, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    data = json.loads(record)
    data["result"] = data["deals"][0]["result"] = None
    data["deals"] = data["deals"][:1]
    data["deals"][0]["moves"] = data["deals"][0]["moves"][:5]
    file = tmp_path / "records"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert main(["replay", str(file), "--lang", "ru"]) == 0
    assert "1 сдача, 5 ходов; прервана" in capfdbinary.readouterr().out.decode()


@pytest.mark.parametrize(("language", "word"), [("ru", "сдача"), ("en", "deal")])
def test_steps_tell_every_move(
    language: str, word: str, record: bytes, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["replay", "-", "--step", "--lang", language]) == 0
    lines = capfdbinary.readouterr().out.decode().splitlines()
    moves = [move for deal in json.loads(record)["deals"] for move in deal["moves"]]
    told = [line.split(": ", 1)[1] for line in lines if line[:4].strip().isdigit() and line[4:6] == ". "]
    assert told == [text for _, text in moves]
    assert word in lines[0]


@pytest.mark.usefixtures("record")
@pytest.mark.parametrize(("language", "queen"), [("ru", ": кладёт даму "), ("en", " plays queen of ")])
def test_steps_are_told_with_cards_in_words(
    language: str, queen: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["replay", "-", "--step", "--aloud", "--lang", language]) == 0
    out = capfdbinary.readouterr().out.decode()
    assert queen in out
    assert not set("♣♠♥♦") & set(out)


def test_bench_measures_random_deals(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    from kozyr.lab import speed

    monkeypatch.setattr(speed, "measure", lambda game_id: speed.Speed(game_id, 1234.0, 5678.0))
    assert main(["bench", "--quick"]) == 0
    out = capsys.readouterr().out
    assert "kozel" in out
    assert "1,234" in out


@pytest.mark.parametrize("call", LIGHT)
def test_light_commands_start_without_numba(call: str) -> None:
    code = f"import sys; from kozyr.cli import main; main({call.split()!r}); sys.exit('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_whoever_plays_with_a_bot_that_searches_has_it_compiled() -> None:
    bots = [make_bot(game_id, name) for game_id in game_ids() for name in bot_names(game_id)]
    assert {bot.name for bot in bots if bot.within(Budget(1, 1)) is not bot} == SEARCHERS
