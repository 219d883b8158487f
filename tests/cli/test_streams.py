"""Standard streams that the caller has closed, and names that would play with the terminal."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kozyr.cli import main


def kozyr(arguments: str, closed: int) -> subprocess.CompletedProcess[bytes]:
    """Run a command with one of its standard streams closed."""
    command = f"exec '{sys.executable}' -m kozyr {arguments} {closed}{'<' if closed == 0 else '>'}&-"
    return subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False)


@pytest.mark.skipif(os.name == "nt", reason="closes streams as a shell does")
@pytest.mark.parametrize("closed", [0, 1, 2])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("--help", 0),
        ("rules kozel", 0),
        ("simulate kozel --matches 2", 0),
        ("replay -", 0),
        ("verify -", 1),
        ("play kozel", 2),
        ("dance", 2),
    ],
)
def test_a_closed_stream_is_as_one_that_nobody_reads(arguments: str, code: int, closed: int) -> None:
    done = kozyr(arguments if closed == 0 else f"{arguments} </dev/null", closed)
    assert done.returncode == code
    assert b"Traceback" not in done.stdout + done.stderr


def test_names_in_a_record_are_printed_without_control_characters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "records"
    assert main(["simulate", "kozel", "--matches", "1", "--records", str(file)]) == 0
    record = json.loads(file.read_text(encoding="utf-8"))
    for seat in record["seats"]:
        seat["name"] = "\x1b[31mEve\nkozyr: x"
    file.write_text(json.dumps(record), encoding="utf-8")
    capsys.readouterr()
    for call in ([], ["--step"]):
        assert main(["replay", str(file), *call]) == 0
        out = capsys.readouterr().out
        assert "Eve" in out
        assert "\x1b" not in out
        assert "\nkozyr" not in out
