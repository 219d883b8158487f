"""Whatever is wrong is one clear line on standard error and a code: 2 for the call, 1 for the data."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kozyr.cli import main

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("", "arguments are required: COMMAND"),
        ("dance", "invalid choice: 'dance'"),
        ("--colour", "arguments are required"),
        ("simulate", "arguments are required: GAME"),
        ("simulate chess", "there is no game 'chess': the games are kozel"),
        ("simulate kozel --matches 0", "'0' is no whole number from 1 to"),
        ("simulate kozel --matches many", "'many' is no whole number from 1 to"),
        ("simulate kozel --matches 1_0", "'1_0' is no whole number from 1 to"),
        ("simulate kozel --matches ٣", "'٣' is no whole number from 1 to"),
        ("simulate kozel --matches 1.0", "'1.0' is no whole number from 1 to"),
        ("simulate kozel --seed \udcff", "argument --seed: it is not text"),
        ("play kozel --seed \udcff", "argument --seed: it is not text"),
        ("simulate kozel --matches 99999999999999999999999", "is no whole number from 1 to"),
        ("simulate kozel --jobs 0", "'0' is no whole number from 1 to 256"),
        ("simulate kozel --players 5", "kozel is played by 4 players, not by 5"),
        ("simulate kozel --bots random,random", "kozel is played by 4 players, not by 2"),
        ("simulate kozel --players 4 --bots random,random", "2 bots are named for 4 seats"),
        ("simulate kozel --bots nobody", "no bot 'nobody' plays kozel: its bots are random"),
        ("simulate kozel --bots ,", "kozel is played by 4 players, not by 2"),
        ("simulate kozel --option speed=3", "kozel has no option 'speed': its options are next_dealer"),
        ("simulate kozel --option spas=61", "whole number from 1 to 60"),
        ("simulate kozel --option boasts=loud", "both | mirror | trousers | none"),
        ("simulate kozel --option spas", "option 'spas' has no value: write name=value"),
        ("simulate kozel --option spas=3 --option spas=4", "option spas is given twice"),
        ("simulate kozel --legal", "give --records FILE too"),
        ("simulate kozel --records /no/such/folder/file", "/no/such/folder/file cannot be written: No such file"),
        ("simulate kozel --records /", "/ cannot be written: "),
        ("simulate kozel --verbose", "unrecognized arguments: --verbose"),
        ("replay", "arguments are required: FILE"),
        ("replay /no/such/file", "/no/such/file cannot be read: No such file"),
        ("replay - --lang de", "invalid choice: 'de'"),
        ("rules", "arguments are required: GAME"),
        ("rules chess", "there is no game 'chess'"),
        ("rules kozel --lang de", "invalid choice: 'de'"),
        ("play chess", "there is no game 'chess'"),
        ("play kozel --seat 4", "there is no seat 4: seats are 0..3"),
        ("play kozel --seat -1", "'-1' is no whole number from 0"),
        ("play kozel --players 3", "kozel is played by 4 players, not by 3"),
        ("play kozel --bots nobody", "no bot 'nobody' plays kozel"),
        ("play kozel --bots random,random", "2 bots are named for 4 seats"),
        ("play kozel --option spas=0", "whole number from 1 to 60"),
        ("play kozel", "play needs a terminal"),
        ("play kozel --bots random,random,random", "play needs a terminal"),
    ],
)
def test_a_wrong_call_is_one_line_and_code_2(call: str, message: str, capsys: Captured) -> None:
    assert main(call.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("kozyr: ")
    assert err.count("\n") == 1
    assert message in err


def test_a_wrong_mode_of_the_environment_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setenv("KOZYR_COMPILED", "yes")
    assert main(["rules", "kozel"]) == 2
    assert "KOZYR_COMPILED is 'yes'" in capsys.readouterr().err


SERVING = ["serve --port 0", "play --no-browser --port 0"]


@pytest.mark.parametrize("call", SERVING)
@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("KOZYR_COMPILED", "yes", "KOZYR_COMPILED is 'yes': it may be 0, 1 or unset"),
        ("KOZYR_COMPILED_WORKERS", "yes", "KOZYR_COMPILED_WORKERS is 'yes': it may be 0, 1 or unset"),
        ("KOZYR_BOT_WORLDS", "0", "KOZYR_BOT_WORLDS is '0': it may be a whole number from 1"),
    ],
)
def test_a_server_whose_environment_cannot_be_does_not_start(
    call: str, variable: str, value: str, message: str, tmp_path: Path
) -> None:
    assert ended(call, {"KOZYR_DATA": str(tmp_path), variable: value}) == (2, "", f"kozyr: {message}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("call", SERVING)
def test_a_server_whose_file_is_no_database_does_not_start(call: str, tmp_path: Path) -> None:
    file = tmp_path / "server.sqlite"
    file.write_bytes(b"no database" * 1000)
    code, out, err = ended(call, {"KOZYR_DATA": str(tmp_path)})
    assert (code, out) == (1, "")
    assert re.fullmatch(r"kozyr: .*server\.sqlite.*not a database.*\n", err)
    assert file.read_bytes() == b"no database" * 1000


@pytest.mark.parametrize("processes", [1, 2])
def test_a_server_whose_postgresql_is_away_does_not_start(processes: int, tmp_path: Path) -> None:
    url = "postgresql://nobody:secret@127.0.0.1:1/none"
    call = f"serve --port 0 --database {url} --processes {processes}"
    code, out, err = ended(call, {"KOZYR_DATA": str(tmp_path)})
    assert (code, out) == (1, "")
    assert re.fullmatch("kozyr: PostgreSQL cannot do it now: .*\n", err)
    assert "secret" not in err


def ended(call: str, environment: dict[str, str]) -> tuple[int, str, str]:
    """What a command ends with that does not start: its code, its output and its errors."""
    done = subprocess.run(
        kozyr(*call.split()), capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    return done.returncode, done.stdout, done.stderr


def test_a_broken_record_is_named_and_the_others_go_on(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "records"
    assert main(["simulate", "kozel", "--matches", "3", "--records", str(file)]) == 0
    first, second, third = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(first + second[:100] + b"\n" + third + b"\xff\n[]\n")
    capsys.readouterr()
    assert main(["replay", str(file), "--check", "--lang", "en"]) == 1
    out, err = capsys.readouterr()
    assert out == "2 records replayed, 3 with a fault\n"
    assert [line[:16] for line in err.splitlines()] == [f"kozyr: record {number}: "[:16] for number in (2, 4, 5)]


@pytest.mark.parametrize(
    "call", [["replay", ""], ["simulate", "kozel", "--matches", "1", "--records", ""]], ids=["read", "written"]
)
def test_a_file_without_a_name_is_no_file(call: list[str], capsys: Captured) -> None:
    assert main(call) == 2
    assert "a file without a name cannot be" in capsys.readouterr().err


def test_a_false_result_is_found_by_the_check_only(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "records"
    main(["simulate", "kozel", "--matches", "1", "--records", str(file)])
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"lyusya": false', '"lyusya": true', 1), encoding="utf-8")
    capsys.readouterr()
    assert main(["replay", str(file)]) == 0
    assert main(["replay", str(file), "--check"]) == 1
    assert "lyusya" in capsys.readouterr().err


def kozyr(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "kozyr", *arguments]


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = kozyr("simulate", "kozel", "--matches", "600", "--records", "-")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"format"')
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_errors_reach_the_shell() -> None:
    done = subprocess.run(kozyr("simulate", "chess"), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("kozyr: there is no game 'chess': the games are kozel")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_one_line(capsys: Captured) -> None:
    assert main(["simulate", "kozel", "--matches", "2", "--records", "/dev/full"]) == 1
    assert capsys.readouterr().err == "kozyr: /dev/full cannot be written to its end: No space left on device\n"
