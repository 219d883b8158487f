"""The secret: made once, whoever else starts, readable by its owner only, never shown."""

import os
import pickle
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kozyr.server.keys import KeyFileError, Keys, load_keys

POSIX = pytest.mark.skipif(os.name == "nt", reason="modes of files are POSIX's")


def test_a_secret_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret"
    first, second = load_keys(path), load_keys(path)
    assert first.key("a") == second.key("a")
    assert first.key("a") != first.key("b")
    assert len(first.key("a")) == 32
    assert load_keys(tmp_path / "other").key("a") != first.key("a")
    assert [file.name for file in path.parent.iterdir()] == ["secret"]


@POSIX
def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        load_keys(tmp_path / "secret")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


@POSIX
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o666])
def test_a_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "secret"
    load_keys(path)
    path.chmod(mode)
    with pytest.raises(KeyFileError, match="may be read by others"):
        load_keys(path)


@POSIX
@pytest.mark.skipif(os.name != "nt" and os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    load_keys(path)
    os.chown(path, 65534, 65534)
    with pytest.raises(KeyFileError, match="belongs to another user"):
        load_keys(path)


def test_all_that_start_at_once_get_the_same(tmp_path: Path) -> None:
    for attempt in range(20):
        path = tmp_path / f"secret-{attempt}"
        with ThreadPoolExecutor(8) as pool:
            keys = list(pool.map(lambda _, path=path: load_keys(path).key("a"), range(8)))
        assert len(set(keys)) == 1


@pytest.mark.parametrize(
    "text", ["", "x", "kozyr-secret-1", "kozyr-secret-1 YWJj\n", "kozyr-secret-9 " + "A" * 43 + "=", "é"]
)
def test_a_damaged_file_is_told_and_not_replaced(tmp_path: Path, text: str) -> None:
    path = tmp_path / "secret"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(KeyFileError, match="holds no secret of Kozyr") as caught:
        load_keys(path)
    assert "YWJj" not in str(caught.value)
    assert path.read_text(encoding="utf-8") == text


def test_a_folder_is_no_secret(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError):
        load_keys(tmp_path)


def test_a_secret_is_not_shown(tmp_path: Path) -> None:
    secret = bytes(range(32))
    keys = Keys(secret)
    assert repr(keys) == str(keys) == f"{keys}" == "Keys(…)"
    assert not hasattr(keys, "__dict__")
    with pytest.raises(TypeError):
        pickle.dumps(keys)
