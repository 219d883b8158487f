"""Compiled and plain code play the same."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def digest_in_mode(mode: str) -> str:
    environment = os.environ | {"KOZYR_COMPILED": mode, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    command = [sys.executable, "-m", "tests.conformance.digest"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    told, digest = done.stdout.split()
    assert told == mode
    return digest


def test_compiled_and_plain_processes_play_the_same_matches() -> None:
    assert digest_in_mode("1") == digest_in_mode("0")
