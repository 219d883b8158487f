"""Two server processes at one PostgreSQL, the people of every table split between them; again and again one is killed.

``python -m bench.two_processes [--kills N] [--seed S]`` measures how soon the people of the killed process play on
through the other, and how soon nobody believes any more that its connections are there.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench.durability import _seconds, database
from bench.durable.evidence import Evidence
from bench.durable.people import Place, make_places
from bench.durable.served import Served, gone
from bench.durable.wire import Notes
from kozyr.server.storage import open_storage
from kozyr.table import Table, read_event

TABLES: Final = (("kozel", 2), ("thirty_one", 2), ("shalashik", 2))
PLAY_ON_SECONDS: Final = 2.0
LONGEST: Final = 20.0


@dataclass
class Outcome:
    """What came of a run."""

    kills: int = 0
    playing_on: list[float] = field(default_factory=list)
    """Seconds from a kill until all are back and every table has gone on."""
    cleared: list[float] = field(default_factory=list)
    """Seconds from a kill until the dead process's connections are in no table any more."""
    faults: list[str] = field(default_factory=list)
    summary: str = ""


class Split:
    """Two servers and people between them."""

    def __init__(self, servers: tuple[Served, Served], seed: str, tables: tuple[tuple[str, int], ...] = TABLES) -> None:
        self.servers = servers
        self.seed = seed
        self.tables = tables
        self.notes = Notes()
        self.evidence = Evidence(servers[0].database, self.notes)
        self.places: list[Place] = []
        self.outcome = Outcome()

    async def run(self, kills: int) -> Outcome:
        """Play, and kill one and the other in turn."""
        for server in self.servers:
            server.start()
        for server in self.servers:
            await server.ready()
        self.places = await make_places(self.servers[0].url, self.notes, self.seed, self.tables)
        for place in self.places:
            place.play()
        try:
            for number in range(kills):
                victim, other = self.servers if number % 2 == 0 else self.servers[::-1]
                await self._spread(victim, other)
                await self._kill(victim)
                victim.start()
                await victim.ready()
        finally:
            for place in self.places:
                with contextlib.suppress(Exception):
                    await place.leave()
        tables = {place.table for place in self.places}
        await self.evidence.read(tables)
        await self.evidence.read_again(tables)
        self.outcome.faults += self.evidence.faults + self.notes.faults
        self.outcome.summary = self._summary()
        return self.outcome

    async def _spread(self, victim: Served, other: Served) -> None:
        """Half of the people go to one server, half to the other; all play, and know the same of every table."""
        for number, place in enumerate(self.places):
            servers = [victim.url, other.url] if number % 2 == 0 else [other.url, victim.url]
            place.opening.go(servers)
        before = self._marks()
        await self._until(lambda: self._all_back() and self._are_split() and self._further(before))
        await self._same_knowledge()

    async def _kill(self, victim: Served) -> None:
        dead = await self._processes()
        marks = self._marks()
        workers = victim.kill()
        begun = time.monotonic()
        self.outcome.kills += 1
        await self._until(lambda: self._all_back() and self._further(marks, turns=2))
        self.outcome.playing_on.append(time.monotonic() - begun)
        while any(len(processes) != 1 for processes in (await self._processes()).values()):
            if time.monotonic() - begun > LONGEST:
                raise AssertionError(f"the connections of the dead are still there: {await self._processes()}")
            await asyncio.sleep(0.05)
        self.outcome.cleared.append(time.monotonic() - begun)
        if any(len(processes) != 2 for processes in dead.values()):
            self.outcome.faults.append(f"before a kill people were at {dead}")
        await gone(workers)

    async def _processes(self) -> dict[str, set[str]]:
        """The processes through which people are at each table, as its log says."""
        storage = await open_storage(self.servers[0].database)
        try:
            found: dict[str, set[str]] = {}
            for table_id in {place.table for place in self.places}:
                table = Table.replay([read_event(event.body) for event in await storage.events(table_id)])
                people = table.state.people.values()
                found[table_id] = {process for person in people for process in person.connections}
            return found
        finally:
            await storage.close()

    def _marks(self) -> dict[str, tuple[int, int]]:
        return {place.table: max(p.mark for p in self.places if p.table == place.table) for place in self.places}

    def _further(self, before: dict[str, tuple[int, int]], turns: int = 1) -> bool:
        """Whether all people have seen their table go on by so many turns."""
        return all(place.mark >= (before[place.table][0], before[place.table][1] + turns) for place in self.places)

    def _all_back(self) -> bool:
        return all(place.connection.online and not place.misses_players for place in self.places)

    def _are_split(self) -> bool:
        return all(place.opening.is_where_it_should_be for place in self.places)

    async def _same_knowledge(self) -> None:
        """People of one table who have heard of the same event know the same."""
        seen: dict[tuple[str, int], tuple[object, ...]] = {}
        compared: set[str] = set()

        def look() -> bool:
            for place in self.places:
                state = place.connection.state
                known = (state.table.phase, state.table.turn, state.table.matches, state.table.people, state.talk)
                earlier = seen.setdefault((place.table, state.seq), (place.who, *known))
                if earlier[0] != place.who:
                    compared.add(place.table)
                    if earlier[1:] != known:
                        self.outcome.faults.append(f"{place.table}: at {state.seq} two people know different things")
            return len(compared) == len(self.tables)

        await self._until(look)

    async def _until(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + LONGEST
        while not condition():
            for task in [task for place in self.places for task in place.tasks if task.done()]:
                await task
            if time.monotonic() > deadline:
                online = [(place.game, place.connection.online, place.mark) for place in self.places]
                raise AssertionError(f"after {self.outcome.kills} kills it does not go on: {online}")
            await asyncio.sleep(0.005)

    def _summary(self) -> str:
        outcome, evidence, notes = self.outcome, self.evidence, self.notes
        return (
            f"kills {outcome.kills}, playing on after {_seconds(outcome.playing_on)}, presence cleared after "
            f"{_seconds(outcome.cleared)}, asks acknowledged {len(notes.done)}, resent {notes.resent}, "
            f"lost {evidence.lost}, doubled {evidence.doubled}, matches finished {evidence.matches}, "
            f"faults {len(outcome.faults)}"
        )


async def two_processes(kills: int, seed: str, url: str, folder: Path) -> Outcome:
    """A run at an empty database."""
    servers = Served(folder, url, name="first"), Served(folder, url, name="second")
    try:
        return await Split(servers, seed).run(kills)
    except BaseException:
        for server in servers:
            print(server.name, server.log.read_text(encoding="utf-8")[-3000:], file=sys.stderr)
        raise
    finally:
        for server in servers:
            server.end()


async def _run(kills: int, seed: str) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="kozyr-") as name:
        async with database("postgres", Path(name)) as url:
            return await two_processes(kills, seed, url, Path(name))


def main() -> int:
    """Print a line; the exit code says whether all was well and soon enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    outcome = asyncio.run(_run(args.kills, args.seed))
    for fault in outcome.faults[:50]:
        print(fault)
    print(outcome.summary)
    late = [each for each in outcome.playing_on if each > PLAY_ON_SECONDS]
    if late:
        print(f"{len(late)} times it took longer than {PLAY_ON_SECONDS} s")
    return 1 if outcome.faults or late else 0


if __name__ == "__main__":
    sys.exit(main())
