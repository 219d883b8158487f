"""``hut = physics`` on the command line: simulated, written, replayed; refused where there is no engine."""

import json
import sys
from pathlib import Path

import pytest

from kozyr.cli import main

Captured = pytest.CaptureFixture[str]
OPTIONS = ["--option", "hut=physics", "--option", "deals=1", "--lang", "en"]


def test_matches_with_bodies_are_simulated_by_jobs_and_replayed(tmp_path: Path, capsys: Captured) -> None:
    """S-6: the records hold what physics needs, and are checked without it; jobs change nothing."""
    pytest.importorskip("mujoco")
    files = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 2)]
    for jobs, file in enumerate(files, 1):
        call = ["simulate", "shalashik", *OPTIONS, "--matches", "2", "--jobs", str(jobs), "--records", str(file)]
        assert main(call) == 0
        assert "shalashik: 2 matches, 2 deals" in capsys.readouterr().err
    texts = [file.read_text(encoding="utf-8") for file in files]
    assert texts[0] == texts[1]
    for line in texts[0].splitlines():
        (deal,) = json.loads(line)["deals"]
        assert len(deal["bodies"]) == 36
        assert deal["paths"]["0"]["ticks"] == 60
    assert main(["replay", "--check", "--lang", "en", str(files[0])]) == 0
    assert capsys.readouterr().out == "2 records replayed, 0 with a fault\n"


@pytest.mark.parametrize("command", ["simulate", "play"])
def test_without_the_engine_bodies_are_refused(command: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setitem(sys.modules, "mujoco", None)
    assert main([command, "shalashik", *OPTIONS]) == 2
    err = capsys.readouterr().err
    assert "a hut of bodies (hut = physics) needs the package mujoco, which cannot be imported here" in err
    assert err.count("\n") == 1
