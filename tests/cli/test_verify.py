"""``kozyr verify``: what it prints, where, and its exit codes."""

import copy
import functools
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from kozyr.cli import main
from kozyr.games.shalashik.hut import building, dealer, model
from kozyr.kernel.physics import MissingEngineError
from tests.fairness.dealing import deal_match

Captured = pytest.CaptureFixture[str]


@functools.cache
def _match(game_id: str, players: int, **options: Any) -> dict[str, Any]:
    return deal_match(game_id, players, "6", **options)


def match() -> dict[str, Any]:
    """A record of two short deals with proofs, fresh to be changed."""
    return copy.deepcopy(_match("shalashik", 3, deals=2))


def physical() -> dict[str, Any]:
    return copy.deepcopy(_match("shalashik", 2, deals=1, hut="physics"))


def unproved() -> dict[str, Any]:
    record = match()
    for deal in record["deals"]:
        del deal["proof"]
    return record


def written(folder: Path, *records: dict[str, Any], name: str = "records") -> str:
    file = folder / name
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return str(file)


def exchanged(record: dict[str, Any]) -> str:
    """Exchange two cards of the second deck; gives what is to be said of it in English."""
    deck = record["deals"][1]["deck"]
    deck[16], deck[20] = deck[20], deck[16]
    return f"deal 2: draw 0 (shuffle): card 17 should be {deck[20]}, is {deck[16]}"


def test_help(capsys: Captured) -> None:
    assert main(["verify", "--help"]) == 0
    assert "usage: kozyr verify" in capsys.readouterr().out


def test_a_verified_record(tmp_path: Path, capsys: Captured) -> None:
    assert main(["verify", written(tmp_path, match()), "--lang", "en"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0].startswith("record 1: shalashik; 2 deals verified, ")
    assert lines[1] == "record 1, deal 1: seat 2 did not reveal its bytes"
    assert lines[-1] == "1 record verified, 0 without proof, 0 with a fault"
    assert err == ""


def test_it_is_told_in_russian(tmp_path: Path, capsys: Captured) -> None:
    wrong = match()
    exchanged(wrong)
    assert main(["verify", written(tmp_path, match(), wrong, unproved()), "--lang", "ru"]) == 1
    out, err = capsys.readouterr()
    assert "запись 1: shalashik; проверено сдач: 2" in out
    assert "запись 1, сдача 1: место 2 не раскрыло свои байты" in out
    assert out.endswith("проверено записей: 1, без доказательства: 1, с ошибкой: 1\n")
    assert "kozyr: запись 2, сдача 2: выбор 0 (тасовка): карта 17: должно быть" in err
    assert "kozyr: запись 3: ни у одной сдачи нет доказательства" in err


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    line = json.dumps(match()).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line), encoding="utf-8"))
    assert main(["verify", "-", "--lang", "en"]) == 0
    assert "1 record verified" in capsys.readouterr().out


def test_a_changed_card_is_named_with_its_place_and_the_others_go_on(tmp_path: Path, capsys: Captured) -> None:
    wrong = match()
    told = exchanged(wrong)
    file = Path(written(tmp_path, match(), wrong, match()))
    file.write_bytes(file.read_bytes() + b"[]\n")
    assert main(["verify", str(file), "--lang", "en"]) == 1
    out, err = capsys.readouterr()
    assert err.splitlines()[0] == f"kozyr: record 2, {told}"
    assert err.splitlines()[-1].startswith("kozyr: record 4: the record should be an object")
    assert out.splitlines()[-1] == "2 records verified, 0 without proof, 2 with a fault"


def test_several_files_are_named(tmp_path: Path, capsys: Captured) -> None:
    wrong = match()
    told = exchanged(wrong)
    first, second = written(tmp_path, match(), name="a"), written(tmp_path, wrong, name="b")
    assert main(["verify", first, second, "--lang", "en"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith(f"{first}: record 1: shalashik; 2 deals verified")
    assert err.startswith(f"kozyr: {second}: record 1, {told}\n")


def test_where_nothing_has_a_proof_that_is_said(tmp_path: Path, capsys: Captured) -> None:
    assert main(["verify", written(tmp_path, unproved(), unproved()), "--lang", "en"]) == 1
    out, err = capsys.readouterr()
    assert out == "0 records verified, 2 without proof, 0 with a fault\n"
    assert err.splitlines() == [
        "kozyr: record 1: no deal has a proof",
        "kozyr: record 2: no deal has a proof",
        "kozyr: nothing could be verified: no record has a proof",
    ]


def test_an_empty_file_verifies_nothing(tmp_path: Path, capsys: Captured) -> None:
    assert main(["verify", written(tmp_path), "--lang", "en"]) == 1
    assert capsys.readouterr().err == "kozyr: nothing could be verified: no record has a proof\n"


def test_a_record_without_proof_among_others_is_no_success(tmp_path: Path, capsys: Captured) -> None:
    assert main(["verify", written(tmp_path, match(), unproved()), "--lang", "en"]) == 1
    out, err = capsys.readouterr()
    assert err == "kozyr: record 2: no deal has a proof\n"
    assert out.splitlines()[-1] == "1 record verified, 1 without proof, 0 with a fault"


def test_a_deal_without_proof_among_others_is_no_success(tmp_path: Path, capsys: Captured) -> None:
    record = match()
    del record["deals"][0]["proof"]
    assert main(["verify", written(tmp_path, record), "--lang", "en"]) == 1
    out, err = capsys.readouterr()
    assert err == "kozyr: record 1, deal 1: without proof: not verified\n"
    assert out.startswith("record 1: shalashik; 1 deal verified")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("verify", "arguments are required: RECORD"),
        ("verify /no/such/file", "/no/such/file cannot be read: No such file"),
        ("verify - --lang de", "invalid choice: 'de'"),
    ],
)
def test_a_wrong_call_is_one_line_and_code_2(call: str, message: str, capsys: Captured) -> None:
    assert main(call.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err


def test_texts_of_a_record_are_printed_without_control_characters(tmp_path: Path, capsys: Captured) -> None:
    record = match()
    record["deals"][1]["proof"]["table"] = "\x1b[31m\nkozyr: x"
    assert main(["verify", written(tmp_path, record)]) == 1
    out, err = capsys.readouterr()
    assert "\x1b" not in out + err
    assert "\nkozyr: x" not in err


def test_a_hut_of_bodies_is_told_as_not_checked(tmp_path: Path, capsys: Captured) -> None:
    assert main(["verify", written(tmp_path, physical()), "--lang", "en"]) == 0
    assert "record 1, deal 1: heap: 1 outcome not drawn but decided by bodies; not checked" in capsys.readouterr().out


def test_a_hut_of_bodies_is_built_again_as_it_was(tmp_path: Path, capsys: Captured) -> None:
    """With the engine itself."""
    pytest.importorskip("mujoco")
    record = deal_match(
        "shalashik",
        2,
        "10",
        throw=lambda seed: model.heap_of(building.build_hut(seed).poses).tolist(),
        deals=1,
        hut="physics",
    )
    assert main(["verify", written(tmp_path, record), "--physics", "--lang", "en"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("record 1: shalashik; 1 deal verified, 3 draws\n")
    assert "heap:" not in out
    assert err == ""
    record["deals"][0]["heap"][30][2] += 0.1
    assert main(["verify", written(tmp_path, record), "--physics", "--lang", "en"]) == 1
    assert "draw 2 (heap): card 31 should be [" in capsys.readouterr().err


def test_a_seed_that_bears_no_hut_is_not_the_seed_of_a_heap(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(seed: str) -> None:
        raise building.NoHutError(seed)

    monkeypatch.setattr(dealer, "build_hut", fail)
    assert main(["verify", written(tmp_path, physical()), "--physics", "--lang", "en"]) == 1
    assert "draw 2 (heap): there should be 0 cards, there are 31" in capsys.readouterr().err


def test_without_an_engine_physics_says_so(tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(seed: str) -> None:
        raise MissingEngineError("no package mujoco here")

    monkeypatch.setattr(dealer, "build_hut", fail)
    assert main(["verify", written(tmp_path, physical()), "--physics"]) == 1
    assert capsys.readouterr().err == "kozyr: no package mujoco here\n"
