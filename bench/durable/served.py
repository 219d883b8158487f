"""``kozyr serve`` as a process of its own, which may be killed and started again at the same port."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

_EVERY = 0.02


@dataclass
class Served:
    """A server. ``log`` gets what it says."""

    folder: Path
    database: str
    port: int = 0
    processes: int = 1
    name: str = "server"
    process: subprocess.Popen[bytes] | None = None
    started: float = field(default=0.0)

    def __post_init__(self) -> None:
        self.port = self.port or free_port()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """What it has written to standard error."""
        return self.folder / f"{self.name}.log"

    def start(self) -> None:
        """Start it; it does not answer yet."""
        arguments = ["--database", self.database, "--port", str(self.port), "--data", str(self.folder)]
        limits = ["--messages-a-second", "1000", "--most-connections-an-address", "1000"]
        several = ["--processes", str(self.processes)] if self.processes > 1 else []
        environment = {**os.environ, "KOZYR_COMPILED": "0", "KOZYR_COMPILED_WORKERS": "0", "KOZYR_BOT_WORLDS": "1"}
        self.started = time.monotonic()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "kozyr", "serve", *arguments, *limits, *several],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    async def ready(self, seconds: float = 60.0) -> float:
        """Wait until it can store; the seconds since its start. Raises TimeoutError, RuntimeError where it ended."""
        async with asyncio.timeout(seconds), httpx.AsyncClient(trust_env=False) as http:
            while True:
                assert self.process is not None
                if self.process.poll() is not None:
                    raise RuntimeError(f"the server ended: {self.log.read_text(encoding='utf-8')[-2000:]}")
                try:
                    if (await http.get(f"{self.url}/health", timeout=5.0)).is_success:
                        return time.monotonic() - self.started
                except httpx.HTTPError:
                    pass
                await asyncio.sleep(_EVERY)

    def kill(self) -> set[int]:
        """Kill -9; the processes it had started."""
        assert self.process is not None
        children = descendants(self.process.pid)
        self.process.kill()
        self.process.wait()
        return children

    async def stop(self, seconds: float = 30.0) -> tuple[int, float]:
        """SIGTERM; its exit code and how long it took."""
        assert self.process is not None
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = await asyncio.to_thread(self.process.wait, seconds)
        return code, time.monotonic() - begun

    def end(self) -> None:
        """Leave nothing running."""
        if self.process is not None and self.process.poll() is None:
            self.kill()


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def descendants(pid: int) -> set[int]:
    """The processes that a process has started, and they, and so on."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text(encoding="utf-8", errors="replace").rpartition(") ")
        except OSError:
            continue
        parents[int(name.split(" ", 1)[0])] = int(rest.split()[1])
    found: set[int] = set()
    ring = {pid}
    while ring:
        ring = {child for child, parent in parents.items() if parent in ring} - found
        found |= ring
    return found


async def gone(pids: set[int], seconds: float = 10.0) -> float:
    """Wait until none of these processes runs; how long that took. Raises TimeoutError."""
    begun = time.monotonic()
    async with asyncio.timeout(seconds):
        while any(_runs(pid) for pid in pids):
            await asyncio.sleep(_EVERY)
    return time.monotonic() - begun


def _runs(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return stat.rpartition(") ")[2][:1] != "Z"
