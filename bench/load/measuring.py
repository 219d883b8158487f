"""A server under load: some tables, each with a person at every seat, and what their moves cost."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bench.load import processes
from bench.load.processes import Players, Process, machine_busy_seconds, running, wait_for
from bench.load.shares import table_of

FOLDER: Final = Path(__file__).parent
PORT: Final = 18_700


@dataclass(frozen=True)
class Contender:
    """A server to be measured: what runs it, and what is played."""

    name: str
    server: str
    """``kozyr`` or ``boardgame``."""
    game: str = "turns"
    players: int = 4
    options: Mapping[str, Any] = field(default_factory=dict)
    database: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    database_pid: int | None = None
    """The PostgreSQL that is counted beside."""
    shares: Path | None = None
    """Where to write where the time went (``shares``)."""


@dataclass(frozen=True)
class Measured:
    """One measurement. Times in milliseconds."""

    contender: Contender
    tables: int
    rate: float
    told: Mapping[str, Any]
    cpu: float
    database_cpu: float
    others_cpu: float
    """What everything else on the machine used, the clients not counted, in processors."""
    kilobytes_a_table: float
    load: float

    @property
    def moves(self) -> int:
        """Moves that were acknowledged."""
        return int(self.told["ack"]["count"])

    @property
    def moves_a_second(self) -> float:
        """Of all tables."""
        return self.moves / float(self.told["seconds"])

    @property
    def cpu_a_move(self) -> float:
        """Processor time of the server for a move."""
        return 1000 * self.cpu / max(self.moves, 1)

    @property
    def database_cpu_a_move(self) -> float:
        """Processor time of PostgreSQL for a move."""
        return 1000 * self.database_cpu / max(self.moves, 1)

    @property
    def cpu_share(self) -> float:
        """Of one processor, while it was played."""
        return self.cpu / float(self.told["seconds"])

    @property
    def bytes_a_move(self) -> float:
        """What all players of a table got and sent for a move, headers of the frames with it."""
        return float(self.told["read"] + self.told["written"]) / max(self.moves, 1)

    def ack(self, which: str) -> float:
        """A quantile of the time from sending a move to its acknowledgement."""
        return float(self.told["ack"][which] or 0.0)

    def update(self, which: str) -> float:
        """A quantile of the time from sending a move to another player's hearing of it."""
        return float(self.told["update"][which] or 0.0)

    def check(self) -> None:
        """Raises RuntimeError unless every move was acknowledged and everybody heard of it."""
        told = self.told
        lost = told["lost"] or told["broken"] or told["refused"]
        if lost or told["update"]["count"] != told["expected"] or self.moves != told["sent"]:
            raise RuntimeError(f"{self.contender.name}: something was lost: {told}")


class Run:
    """A server and its players, as long as it is measured."""

    def __init__(self, contender: Contender, server: Process, players: Players) -> None:
        self.contender = contender
        self.server = server
        self.players = players
        self._empty = server.megabytes()
        self._per_table = 0.0

    def bring(self, tables: int) -> None:
        """So many tables at which is played."""
        self.players.order(tables=tables)
        self._per_table = 1000 * (self.server.megabytes() - self._empty) / tables
        self._tables = tables

    def play(self, seconds: float, rate: float = 1.0) -> Measured:
        """Play, with so many moves a second at each table."""
        before = self._counts()
        told = self.players.order(play=seconds, rate=rate)
        after = self._counts()
        cpu, database, players, machine = (now - then for now, then in zip(after, before, strict=True))
        return Measured(
            self.contender,
            self._tables,
            rate,
            told,
            cpu=cpu,
            database_cpu=database,
            others_cpu=max(0.0, machine - cpu - database - players) / told["seconds"],
            kilobytes_a_table=self._per_table,
            load=os.getloadavg()[0],
        )

    def shares(self, seconds: float, rate: float) -> str:
        """Play, and tell where the server's time goes, as a table."""
        file = self.contender.shares
        assert file is not None
        os.kill(self.server.pid, signal.SIGUSR1)
        self.players.order(play=seconds, rate=rate)
        os.kill(self.server.pid, signal.SIGUSR2)
        while not file.is_file() or not file.read_text().endswith("}"):
            time.sleep(0.05)
        return table_of(file)

    def _counts(self) -> tuple[float, float, float, float]:
        database = self.contender.database_pid
        return (
            self.server.cpu_seconds(),
            0.0 if database is None else processes.family_cpu_seconds(database),
            self.players.cpu_seconds(),
            machine_busy_seconds(),
        )


@contextlib.contextmanager
def serving(contender: Contender) -> Iterator[Run]:
    """A contender's server with its players, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="kozyr-load-") as folder:
        command = (_kozyr if contender.server == "kozyr" else _peer)(contender, Path(folder))
        environment = {**os.environ, **contender.environment}
        url = f"http://127.0.0.1:{PORT}"
        server = Process(command, Path(folder) / "server.log", env=environment)
        with running(server):
            wait_for(server, url)
            config = {"server": contender.server, "url": url, "game": contender.game, "players": contender.players}
            players = Players({**config, "options": dict(contender.options)}, Path(folder) / "players.log")
            with running(players):
                yield Run(contender, server, players)


def _kozyr(contender: Contender, folder: Path) -> list[str]:
    database = contender.database or f"sqlite://{(folder / 'kozyr.sqlite').as_posix()}"
    where = ["--port", str(PORT), "--data", str(folder), "--database", database]
    shares = [] if contender.shares is None else ["--shares", str(contender.shares)]
    return [sys.executable, "-m", "bench.load.served", *shares, *where]


def _peer(_contender: Contender, _folder: Path) -> list[str]:
    return ["node", str(FOLDER / "peer.mjs"), str(PORT)]


def ramp(run: Run, rates: list[int], seconds: float, limit: float, say: Callable[[Measured], None]) -> list[Measured]:
    """One more measurement for each number of tables, with a move a second each, until p99 passes the limit."""
    found = []
    for tables in rates:
        run.bring(tables)
        found.append(run.play(seconds))
        say(found[-1])
        if found[-1].ack("p99") > limit:
            break
    return found


def at_p99(found: list[Measured], limit: float) -> float | None:
    """Moves a second at which p99 passes a limit, between two measurements; None where it does not."""
    for before, after in zip([None, *found], found, strict=False):
        if after.ack("p99") <= limit:
            continue
        if before is None:
            return 0.0
        low, high = before.ack("p99"), after.ack("p99")
        part = (limit - low) / (high - low)
        return before.moves_a_second + part * (after.moves_a_second - before.moves_a_second)
    return None
