"""``kozyr hut``: the hut is built, looked at and pulled at; what is wrong is one line."""

import io
import json
import struct
import sys
from pathlib import Path

import pytest

from kozyr.cli import main
from kozyr.games.shalashik.chance import check_path
from kozyr.games.shalashik.hut.engine import BlownUpError

Captured = pytest.CaptureFixture[str]


def size_of(path: Path) -> tuple[int, int]:
    """Width and height of a PNG."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_a_pull_is_drawn_written_and_replayed_to_the_same_outcome(tmp_path: Path, capsys: Captured) -> None:
    picture, path = tmp_path / "pull.png", tmp_path / "path.json"
    assert main(["hut", "--seed", "11", "--lang", "en"]) == 0
    stands, shows = capsys.readouterr().out.splitlines()
    assert stands.startswith("The hut stands")
    card = shows.split()[-1]
    call = ["hut", "--seed", "11", "--pull", card, "--speed", "200", "--picture", str(picture), "--path", str(path)]
    assert main([*call, "--lang", "en"]) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    assert told.startswith(f"Card {card} is free")
    width, height = size_of(picture)
    assert width > height > 0
    stored = json.loads(path.read_text(encoding="utf-8"))
    check_path(stored)
    assert [grip["card"] for grip in stored["grips"]] == [int(card)]
    assert main(["hut", "--seed", "11", "--replay", str(path), "--lang", "en"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == told


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("--pull 31", "'31' is no whole number from 0 to 30"),
        ("--pull 3 --replay x", "give one of them"),
        ("--pull 3 --path - --picture -", "--path - and --picture - would both go to standard output"),
        ("--speed 100", "--speed is of a pull: give --pull N too"),
        ("--path x", "--path is of a pull"),
        ("--pull 3 --speed 0", "'0' is no whole number from 1"),
        ("--replay /no/such/file", "/no/such/file cannot be read"),
    ],
)
def test_a_wrong_call_is_one_line_and_code_2(call: str, message: str, capsys: Captured) -> None:
    assert main(["hut", "--lang", "en", *call.split()]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("text", ["", "{}", "[7]", '{"ticks": 60, "xy": []}', '{"ticks": 60, "xy": [[0, 1e9]]}'])
def test_what_is_no_path_is_one_line_and_code_1(text: str, tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "path.json"
    file.write_text(text, encoding="utf-8")
    assert main(["hut", "--replay", str(file)]) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"kozyr: {file} holds no path: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("drawn", [False, True])
def test_a_path_that_no_hand_could_draw_is_one_line_and_code_1(drawn: bool, tmp_path: Path, capsys: Captured) -> None:
    """Pictured or not; nothing is drawn then."""
    file, picture = tmp_path / "path.json", tmp_path / "pull.png"
    grips = [{"at": 0, "card": 7, "grab": [900, 0]}]
    file.write_text(json.dumps({"ticks": 60, "xy": [[900, 0]], "grips": grips}), encoding="utf-8")
    more = ["--picture", str(picture)] if drawn else []
    assert main(["hut", "--seed", "11", "--lang", "en", "--replay", str(file), *more]) == 1
    err = capsys.readouterr().err
    assert err.startswith("kozyr: grip 0: ")
    assert "card 7" in err
    assert err.count("\n") == 1
    assert not picture.exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_picture_that_a_full_disk_cannot_take_is_one_line_and_code_1(capsys: Captured) -> None:
    assert main(["hut", "--seed", "11", "--picture", "/dev/full"]) == 1
    assert capsys.readouterr().err == "kozyr: /dev/full cannot be written to its end: No space left on device\n"


def test_without_the_engine_the_message_says_what_works(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setitem(sys.modules, "mujoco", None)
    assert main(["hut"]) == 1
    assert "hut = risk and everything else work without it" in capsys.readouterr().err


def test_a_simulation_that_breaks_down_is_one_line_and_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Not a hut that fell."""

    def no_hut(seed: str) -> None:
        raise BlownUpError("the simulation of the hut broke down: a card flew away")

    monkeypatch.setattr("kozyr.games.shalashik.hut.building.build_hut", no_hut)
    assert main(["hut"]) == 1
    assert capsys.readouterr().err == "kozyr: the simulation of the hut broke down: a card flew away\n"


def test_a_dash_is_standard_output_and_input(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is told goes beside what is written, to standard error; no file of that name comes to be."""
    monkeypatch.chdir(tmp_path)
    call = ["hut", "--seed", "11", "--lang", "en"]
    assert main([*call, "--pull", "14", "--path", "-"]) == 0
    path, told = capfdbinary.readouterr()
    assert [grip["card"] for grip in json.loads(path)["grips"]] == [14]
    assert told.decode().splitlines()[-1].startswith("Card 14 is free")
    assert main([*call, "--pull", "14", "--picture", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"\x89PNG\r\n\x1a\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path)))
    assert main([*call, "--replay", "-"]) == 0
    assert capfdbinary.readouterr().out.splitlines()[-1] == told.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []
