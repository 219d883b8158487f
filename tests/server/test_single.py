"""One SQLite file takes one server, whatever way the one before it has ended."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from kozyr.server.single import only_server
from kozyr.server.storage import StorageError
from tests.client.servers import free_port

HOLDS = """
import sys
from pathlib import Path
from kozyr.server.single import only_server
with only_server(sys.argv[1], Path()):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite://{(tmp_path / 'kozyr.sqlite').as_posix()}"


def holder(url: str) -> "subprocess.Popen[str]":
    """Another process that holds a file."""
    other = subprocess.Popen([sys.executable, "-c", HOLDS, url], stdin=-1, stdout=-1, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    return other


def ended(other: "subprocess.Popen[str]") -> None:
    """Take leave of a process."""
    other.communicate()


def test_a_second_process_is_refused_and_told_of_the_first(url: str, tmp_path: Path) -> None:
    other = holder(url)
    with pytest.raises(StorageError) as refused, only_server(url, tmp_path):
        pass
    text = str(refused.value)
    assert text.startswith(f"{tmp_path / 'kozyr.sqlite'} is served already by process {other.pid}: one SQLite file")
    ended(other)
    with only_server(url, tmp_path):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_killed_process_leaves_nothing_behind(url: str, tmp_path: Path) -> None:
    other = holder(url)
    os.kill(other.pid, signal.SIGKILL)
    ended(other)
    with only_server(url, tmp_path):
        pass


def test_one_process_does_not_serve_a_file_twice_either(url: str, tmp_path: Path) -> None:
    with only_server(url, tmp_path):
        with pytest.raises(StorageError, match="is served already"), only_server(url, tmp_path):
            pass
        with only_server(url.replace("kozyr", "other"), tmp_path):
            pass


def test_of_postgresql_there_may_be_many(tmp_path: Path) -> None:
    with only_server("postgresql://host/db", tmp_path), only_server("postgresql://host/db", tmp_path):
        assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    where = (tmp_path / "file" / "kozyr.sqlite").as_posix()
    with pytest.raises(StorageError, match=r"kozyr\.sqlite\.lock: "), only_server(f"sqlite://{where}", tmp_path):
        pass


def served(url: str, folder: Path, port: int) -> "subprocess.Popen[str]":
    """The command, running."""
    where = ["--database", url, "--data", str(folder), "--port", str(port)]
    return subprocess.Popen([sys.executable, "-m", "kozyr", "serve", *where], stderr=subprocess.PIPE, text=True)


def wait_for(port: int, server: "subprocess.Popen[str]") -> None:
    """Until a server answers."""
    while True:
        assert server.poll() is None
        with contextlib.suppress(httpx.TransportError):
            assert httpx.get(f"http://127.0.0.1:{port}/health", trust_env=False, timeout=30).status_code == 200
            return


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_of_two_servers_the_second_is_refused_until_the_first_is_killed(url: str, tmp_path: Path) -> None:
    """On ports of their own; the refusal is one line."""
    first_port, second_port = free_port(), free_port()
    with served(url, tmp_path, first_port) as first:
        wait_for(first_port, first)
        with served(url, tmp_path, second_port) as second:
            _, said = second.communicate()
        assert second.returncode == 1
        assert said.count("\n") == 1
        assert f"is served already by process {first.pid}" in said
        first.kill()
        first.communicate()
    with served(url, tmp_path, second_port) as third:
        wait_for(second_port, third)
        third.terminate()
        third.communicate()
