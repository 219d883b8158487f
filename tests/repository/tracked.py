"""The files of the repository, as git knows them."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def tracked_files() -> list[Path]:
    """Every file in the working tree that git tracks, or would if it were added."""
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, capture_output=True, check=True, text=True, encoding="utf-8").stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git clone")
    return sorted(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def tracked_texts() -> dict[str, str]:
    """Name in the repository -> text, of every file that is UTF-8 text."""
    texts = {}
    for path in tracked_files():
        try:
            texts[path.relative_to(ROOT).as_posix()] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return texts
