"""Who one is on which server is kept, for oneself alone."""

import os
import stat
from pathlib import Path

import pytest

from kozyr.client import FileTokens, MemoryTokens, TokenError, Tokens


@pytest.fixture(params=["file", "memory"])
def tokens(request: pytest.FixtureRequest, tmp_path: Path) -> Tokens:
    return FileTokens(tmp_path / "new" / "identities.json") if request.param == "file" else MemoryTokens()


def test_each_server_has_its_own_cookie(tokens: Tokens) -> None:
    tokens.put("https://a.example", "kozyr=1")
    tokens.put("https://b.example", "__Host-kozyr=2")
    tokens.put("https://a.example", "kozyr=3")
    assert tokens.get("https://a.example") == "kozyr=3"
    tokens.forget("https://a.example")
    assert tokens.get("https://a.example") is None
    assert tokens.get("https://b.example") == "__Host-kozyr=2"


def test_the_next_run_is_the_same_person(tmp_path: Path) -> None:
    FileTokens(tmp_path / "ids.json").put("https://a.example", "kozyr=1")
    assert FileTokens(tmp_path / "ids.json").get("https://a.example") == "kozyr=1"


@pytest.mark.skipif(os.name == "nt", reason="no such modes")
def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "kozyr" / "ids.json"
    old = os.umask(0)
    try:
        FileTokens(path).put("https://a.example", "kozyr=1")
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("content", ["", "[]", '{"a": 1}', "\ud800".encode("utf-8", "surrogatepass")])
def test_a_damaged_file_is_named_and_kept(content: str | bytes, tmp_path: Path) -> None:
    path = tmp_path / "ids.json"
    data = content.encode() if isinstance(content, str) else content
    path.write_bytes(data)
    with pytest.raises(TokenError, match=r"ids\.json is damaged"):
        FileTokens(path).get("x")
    with pytest.raises(TokenError, match=r"ids\.json is damaged"):
        FileTokens(path).put("x", "y")
    assert path.read_bytes() == data


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TokenError, match=r"ids\.json"):
        FileTokens(tmp_path / "file" / "ids.json").put("x", "y")


def test_the_file_lies_in_the_users_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOZYR_CONFIG", str(tmp_path))
    assert FileTokens().path == tmp_path / "identities.json"
    monkeypatch.delenv("KOZYR_CONFIG")
    assert "kozyr" in str(FileTokens().path)
