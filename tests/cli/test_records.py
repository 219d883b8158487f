"""``kozyr records``: what a player has of his matches at a server can be verified at home."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from kozyr.cli import main
from kozyr.client import FileTokens, KozyrClient, Player
from kozyr.table import Settings
from tests.client.servers import RunningServer, free_port, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(autouse=True)
def _config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOZYR_CONFIG", str(tmp_path))


async def play(url: str, matches: int) -> None:
    """Play short matches as who one is in the terminal."""
    async with KozyrClient(url, FileTokens()) as client:
        await client.call_me("Аня")
        for _ in range(matches):
            address = await client.new_table(
                "thirty_one", 2, seats=["me", "random"], options={"deals": 1}, settings=Settings(pace="none")
            )
            async with client.connect(address.table) as table:
                await Player(table, seed="records").play()


def test_the_last_matches_are_written_and_can_be_verified(
    server: RunningServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(play(server.url, 2))
    file = tmp_path / "mine.jsonl"
    assert main(["records", server.url, str(file), "--lang", "en"]) == 0
    assert capsys.readouterr().out == "2 records written\n"
    assert main(["verify", str(file), "--lang", "en"]) == 0
    assert "2 records verified" in capsys.readouterr().out
    assert main(["records", server.url, "-", "--last", "1", "--lang", "ru"]) == 0
    told = capsys.readouterr()
    assert told.out.rstrip("\n") == file.read_text(encoding="utf-8").splitlines()[-1]
    assert "Аня" in told.out
    assert told.err == "записано записей: 1\n"


@pytest.mark.parametrize(
    ("url", "code", "told"),
    [("URL", 1, "Say who you are first"), ("cards.example", 2, "begin with https://"), ("NOBODY", 1, "be reached")],
)
def test_what_is_wrong_is_told_on_one_line_and_no_file_is_made(
    url: str, code: int, told: str, server: RunningServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = {"URL": server.url, "NOBODY": f"http://127.0.0.1:{free_port()}"}.get(url, url)
    assert main(["records", url, str(tmp_path / "mine.jsonl"), "--lang", "en"]) == code
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not (tmp_path / "mine.jsonl").exists()
