"""Processes of the benchmark: started, measured and ended; what they cost as the system counts it, not as clocks tell.

Figures come from Linux's ``/proc``.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

_TICK: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_START_SECONDS: Final = 90.0


class Process:
    """A running program, and what it costs."""

    def __init__(self, command: Sequence[str], log: Path, **given: Any) -> None:
        self._log = log.open("wb")
        self._running = subprocess.Popen(list(command), stderr=self._log, **given)

    @property
    def pid(self) -> int:
        """Its number."""
        return self._running.pid

    def cpu_seconds(self) -> float:
        """Processor time of all its threads so far."""
        return cpu_seconds(self.pid)

    def megabytes(self) -> float:
        """Memory that it holds."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * _PAGE / 1e6

    def check(self) -> None:
        """Raises RuntimeError where it has ended."""
        if self._running.poll() is not None:
            raise RuntimeError(f"a program has ended: {Path(self._log.name).read_text()[-2000:]}")

    def stop(self) -> None:
        """End it."""
        self._running.terminate()
        try:
            self._running.wait(20)
        except subprocess.TimeoutExpired:
            self._running.kill()
            self._running.wait()
        self._log.close()


class Players(Process):
    """The clients of all tables, which take orders (``players.mjs``)."""

    def __init__(self, config: Mapping[str, Any], log: Path) -> None:
        script = Path(__file__).parent / "players.mjs"
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
        super().__init__(["node", str(script), json.dumps(config)], log, **pipes)

    def order(self, **order: Any) -> dict[str, Any]:
        """Have something done; what is told of it."""
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        self._running.stdin.write(json.dumps(order) + "\n")
        told = self._running.stdout.readline()
        if not told:
            self._running.wait(5)
            self.check()
        answer: dict[str, Any] = json.loads(told)
        return answer


@contextlib.contextmanager
def running(process: Process) -> Iterator[Any]:
    """A process that is stopped in the end."""
    try:
        yield process
    finally:
        process.stop()


def wait_for(process: Process, url: str) -> None:
    """Until a server answers, whatever it says."""
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end:
        process.check()
        with contextlib.suppress(OSError):
            with contextlib.suppress(urllib.error.HTTPError):
                urllib.request.urlopen(url, timeout=1).close()
            return
        time.sleep(0.1)
    raise RuntimeError(f"no server answers at {url}")


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far."""
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / _TICK


def family_cpu_seconds(pid: int) -> float:
    """Processor time of a process and of all that it has started, those that have ended among them."""
    total, family = 0.0, {pid}
    parents = {int(path.name): _parent(int(path.name)) for path in Path("/proc").iterdir() if path.name.isdigit()}
    while True:
        grown = family | {each for each, parent in parents.items() if parent in family}
        if grown == family:
            break
        family = grown
    for each in family:
        with contextlib.suppress(OSError):
            total += sum(int(field) for field in _stat(each)[11:15]) / _TICK
    return total


def machine_busy_seconds() -> float:
    """Processor time of everything on the machine so far."""
    first = Path("/proc/stat").read_text().partition("\n")[0]
    user, nice, system, _idle, _wait, irq, soft, *_ = map(int, first.split()[1:])
    return (user + nice + system + irq + soft) / _TICK


def _stat(pid: int) -> list[str]:
    """What stands behind the program's name, which may hold spaces."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()


def _parent(pid: int) -> int:
    try:
        return int(_stat(pid)[1])
    except OSError:
        return 0
