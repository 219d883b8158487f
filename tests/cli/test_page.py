"""``kozyr play`` without a game: the page, and the browser that shows it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kozyr.cli import INTERRUPTED

BROWSER = """
import os, pathlib, signal, sys, urllib.request
try:
    told = str(urllib.request.urlopen(sys.argv[1] + "/health", timeout=60).status)
except OSError as error:
    told = repr(error)
pathlib.Path(sys.argv[0]).with_name("told").write_text(told)
os.kill(os.getppid(), signal.SIGINT)
"""


def play(folder: Path, browser: str) -> subprocess.Popen[str]:
    """The command, with its data in a folder."""
    more = {"BROWSER": browser, "KOZYR_DATA": str(folder), "KOZYR_COMPILED_WORKERS": "0", "KOZYR_BOT_WORLDS": "1"}
    command = [sys.executable, "-m", "kozyr", "play", "--port", "0", "--lang", "en"]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **more}
    )


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal")
def test_a_browser_that_is_waited_for_gets_its_page(tmp_path: Path) -> None:
    """As those on a terminal are: nothing else is done until they end."""
    script = tmp_path / "browser.py"
    script.write_text(BROWSER, encoding="utf-8")
    with play(tmp_path, f"{sys.executable} {script} %s") as process:
        out, err = process.communicate()
    assert (tmp_path / "told").read_text(encoding="utf-8") == "200"
    assert (process.returncode, err) == (INTERRUPTED, "")
    assert out.startswith("Kozyr is open at http://127.0.0.1:")
