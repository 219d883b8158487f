"""Ctrl-C at any moment ends a command quietly with exit code 130, and nothing of it goes on."""

import io
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kozyr.cli import INTERRUPTED, main

ENDLESS = ["simulate", "kozel", "--matches", "1000000", "--records", "-"]
on_linux = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="it watches processes as Linux shows them")


@contextmanager
def simulating(jobs: str) -> Iterator[subprocess.Popen[bytes]]:
    """An endless simulation that has begun to write records."""
    command = [sys.executable, "-m", "kozyr", *ENDLESS, "--jobs", jobs]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b'{"format"')
        yield process


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def watch(pids: list[int]) -> list[int]:
    """Descriptors that become readable when the processes end."""
    return [os.pidfd_open(pid) for pid in pids]


def all_end(watched: list[int]) -> bool:
    """Whether all watched processes end within two minutes."""
    ended = [bool(select.select([descriptor], [], [], 120)[0]) for descriptor in watched]
    for descriptor in watched:
        os.close(descriptor)
    return all(ended)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_simulation_is_quiet(jobs: str) -> None:
    with simulating(jobs) as process:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (INTERRUPTED, b"")


@on_linux
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_simulation(how: signal.Signals) -> None:
    with simulating("2") as process:
        watched = watch(children(process.pid))
        assert len(watched) >= 2
        process.send_signal(how)
        process.communicate(timeout=120)
    assert all_end(watched)


def test_an_interrupted_replay_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Interrupted(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Interrupted()))
    assert main(["replay", "-"]) == INTERRUPTED
    assert capsys.readouterr() == ("", "")


def test_an_interrupt_while_modules_are_loaded_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupting:
        @staticmethod
        def find_spec(name: str, *_: object) -> None:
            if name == "kozyr.cli.program":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "kozyr.cli.program", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupting, *sys.meta_path])
    assert main(["--version"]) == INTERRUPTED
    assert capsys.readouterr() == ("", "")
