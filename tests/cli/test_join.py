"""``kozyr join`` from its arguments to the table."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kozyr.cli import main
from kozyr.client import parse_table
from tests.client.servers import RunningServer, free_port, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KOZYR_CONFIG", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["x"], "needs a terminal"),
        (["https://cards.example/t/x", "--players", "3"], "--players is for a new table"),
        (["https://cards.example/t/x", "--new", "kozel"], "link to a table, not the address"),
        (["cards.example", "--new", "kozel"], "begin with https://"),
        (["https://cards.example", "--new", "kozel", "--server", "https://cards.example"], "said once"),
        (["https://cards.example", "--new", "kozel", "--seat", "0", "--watch"], "not allowed with"),
        (["URL", "--new", "chess"], "there is no game"),
        (["URL", "--new", "kozel", "--seat", "4"], "seats are 0..3"),
        (["URL", "--new", "kozel", "--players", "5"], "5"),
        (["URL", "--new", "kozel", "--bots", "random,random,random,random"], "too many"),
        (["URL", "--new", "kozel", "--option", "spas=x"], "spas"),
    ],
)
def test_a_wrong_call_is_told_on_one_line(
    arguments: list[str], told: str, server: RunningServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["join", *(server.url if word == "URL" else word for word in arguments)]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_without_a_terminal_a_new_table_is_made_and_its_link_printed(
    server: RunningServer, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["join", server.url, "--new", "thirty_one", "--players", "3", "--bots", "random", "--name", "Ann"]
    assert main(call) == 0
    first = capsys.readouterr().out.strip()
    kept = (config / "identities.json").read_bytes()
    assert main([*call, "--watch", "--listed"]) == 0
    second = capsys.readouterr().out.strip()
    assert parse_table(first).server == parse_table(second).server == server.url
    assert first != second
    assert (config / "identities.json").read_bytes() == kept


def test_what_the_server_refuses_is_told_in_the_language_asked_for(
    server: RunningServer, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["join", server.url, "--new", "kozel", "--bots", "genius"]
    assert main([*call, "--lang", "ru"]) == 1
    assert re.search(r"^kozyr: .*[а-я]", capsys.readouterr().err)


def test_a_server_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", f"http://127.0.0.1:{free_port()}", "--new", "kozel"]) == 1
    assert "cannot be reached" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_a_link_opens_the_table_until_q(server: RunningServer, config: Path) -> None:
    import pty

    call = [sys.executable, "-m", "kozyr", "join"]
    made = subprocess.run(
        [*call, server.url, "--new", "kozel"], stdin=subprocess.DEVNULL, capture_output=True, check=True, text=True
    )
    ours, theirs = pty.openpty()
    os.set_inheritable(theirs, True)
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "34"}
    command = [*call, made.stdout.strip(), "--lang", "en"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        seen = b""
        while b"waiting for players" not in seen:
            seen += os.read(ours, 65536)
        os.write(ours, b"q")
        try:
            while os.read(ours, 65536):
                pass
        except OSError:
            pass
        assert process.wait() == 0
    os.close(ours)
