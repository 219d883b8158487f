"""The mode of a process, and the folder in which machine code is kept."""

import os
import subprocess
import sys
import time
from pathlib import Path

import platformdirs
import pytest

from kozyr.kernel import compiled as module
from kozyr.kernel.compiled import cache_folder, choose_mode, is_compiled, source_key

SOURCES = Path(module.__file__).parents[2]

LONG_AGO = time.time() - 40 * 24 * 3600


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A process that has not found its folder yet; the user's own cache is below ``home``."""
    monkeypatch.setattr(module, "_cache_folder", None)
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda _name: str(tmp_path / "home"))
    monkeypatch.delenv("KOZYR_CACHE", raising=False)
    return tmp_path


def test_the_folder_is_named_by_the_sources(fresh: Path) -> None:
    assert cache_folder() == fresh / "home" / "compiled" / source_key()
    assert cache_folder().is_dir()


def test_an_override_is_used(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOZYR_CACHE", str(fresh / "mine"))
    assert cache_folder().parent == fresh / "mine"


def test_an_unwritable_override_falls_back(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (fresh / "file").write_text("a file is no folder", encoding="utf-8")
    monkeypatch.setenv("KOZYR_CACHE", str(fresh / "file"))
    assert cache_folder().parent == fresh / "home" / "compiled"


def test_where_nothing_is_writable_a_temporary_folder_serves(fresh: Path) -> None:
    (fresh / "home").write_text("a file is no folder", encoding="utf-8")
    folder = cache_folder()
    assert folder.is_dir()
    folder.rmdir()


@pytest.mark.parametrize(("name", "file"), [("photos", "a.nbi"), ("0" * 16, "a.txt"), ("0" * 15 + "x", "a.nbi")])
def test_what_is_not_our_machine_code_is_never_removed(name: str, file: str, fresh: Path) -> None:
    folder = fresh / "home" / "compiled" / name
    folder.mkdir(parents=True)
    (folder / file).touch()
    os.utime(folder, (LONG_AGO,) * 2)
    cache_folder()
    assert (folder / file).exists()


def test_folders_long_unused_are_removed(fresh: Path) -> None:
    old, recent = (fresh / "home" / "compiled" / (digit * 16) for digit in "0f")
    for folder in (old, recent):
        folder.mkdir(parents=True)
        (folder / "deal.apply.nbi").touch()
    os.utime(old, (LONG_AGO,) * 2)
    cache_folder()
    assert not old.exists()
    assert recent.exists()


def test_an_edit_changes_the_key(tmp_path: Path) -> None:
    (tmp_path / "kernel").mkdir()
    rules, kernel, other = tmp_path / "rules.py", tmp_path / "kernel" / "bits.py", tmp_path / "other.py"
    for path, text in ((rules, "@compiled"), (kernel, "x = 1"), (other, "y = 1")):
        path.write_text(text, encoding="utf-8")
    keys = [source_key(tmp_path)]
    for path in (rules, kernel):
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        keys.append(source_key(tmp_path))
    rules.rename(tmp_path / "renamed.py")
    keys.append(source_key(tmp_path))
    assert len(set(keys)) == 4
    other.write_text("y = 2", encoding="utf-8")
    assert source_key(tmp_path) == keys[-1]


def test_the_mode_is_fixed_once_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KOZYR_COMPILED", raising=False)
    mode = is_compiled()
    choose_mode(compiled=mode)
    with pytest.raises(RuntimeError, match="fixed"):
        choose_mode(compiled=not mode)


def run(code: str, mode: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"KOZYR_COMPILED": mode, "PYTHONPATH": str(SOURCES)}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)


def test_a_wrong_setting_is_an_error() -> None:
    assert "it may be 0, 1 or unset" in run("import kozyr.kernel.bits", "yes").stderr


def test_the_plain_mode_does_not_import_numba() -> None:
    code = "import sys, kozyr.games; kozyr.games.get_game('kozel'); print('numba' in sys.modules)"
    assert run(code, "0").stdout.strip() == "False"


def test_the_environment_decides_over_the_program() -> None:
    code = "from kozyr.kernel.compiled import *; choose_mode(compiled=True); print(is_compiled())"
    assert run(code, "0").stdout.strip() == "False"
