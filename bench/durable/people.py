"""People who play by chance, vote on take-backs now and then, and whose networks fail."""

from __future__ import annotations

import asyncio
import contextlib
import random
from dataclasses import dataclass, field
from typing import Any, Final

from bench.durable.wire import Notes, Opening
from kozyr.client import Backoff, KozyrClient, Player, TableConnection, TableState
from kozyr.table import Command, Settings
from kozyr.table.commands import Propose, Sit, Vote

QUICK: Final = Backoff(first=0.05, most=0.4)
AT_ONCE: Final = Settings(pace="none", stand_in="random")
PROPOSES: Final = 0.04
SHORT: Final[dict[str, dict[str, Any]]] = {
    "kozel": {},
    "thirty_one": {"deals": 2, "max_turns": 6},
    "shalashik": {"deals": 2, "max_turns": 8, "hut": "risk"},
}
PLAYERS: Final = {"kozel": 4, "thirty_one": 3, "shalashik": 3}
TABLES: Final = (
    ("kozel", 2),
    ("kozel", 1),
    ("thirty_one", 2),
    ("thirty_one", 1),
    ("shalashik", 2),
    ("shalashik", 3),
)
"""Games, and how many people are at the table; bots have the other seats."""


class Person(Player):
    """A player who also proposes to take moves back, and answers such proposals."""

    def __init__(self, connection: TableConnection, seed: str) -> None:
        super().__init__(connection, seed, matches=1 << 30)
        self._random = random.Random(seed)
        self._proposed: tuple[int, int] | None = None

    def wish(self, state: TableState) -> Command | None:
        """What the person does now."""
        table, own = state.table, state.own
        vote = table.vote
        if vote is not None and own is not None:
            waits = own.seat in vote.voters and own.seat not in vote.agreed
            return Vote(agrees=True) if waits else None
        if table.can_take_back and self._proposed != (table.match_number, table.turn):
            self._proposed = table.match_number, table.turn
            if self._random.random() < PROPOSES:
                return Propose(what="take_back")
        return super().wish(state)


@dataclass
class Place:
    """A person's place at a table of the server, for as long as the run lasts."""

    client: KozyrClient
    who: str
    table: str
    game: str
    seed: str
    notes: Notes
    opening: Opening = field(init=False)
    connection: TableConnection = field(init=False)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.opening = Opening(self.who, self.table, self.notes)
        self.connection = self.client.connect(self.table, patient=True, backoff=QUICK, open_=self.opening)

    async def enter(self) -> None:
        """Come to the table."""
        await self.connection.__aenter__()

    def play(self) -> None:
        """Play from now on."""
        person = Person(self.connection, self.seed)
        self.tasks.append(asyncio.create_task(person.play()))

    async def leave(self) -> None:
        """Stop. Raises what went wrong in playing."""
        for task in self.tasks:
            if not task.done():
                task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self.tasks)
        await self.connection.close()
        await self.client.close()

    @property
    def mark(self) -> tuple[int, int]:
        """How far the table is, as this person knows: match and turn."""
        if self.connection._state is None:
            return 0, 0
        table = self.connection.state.table
        return table.match_number, table.turn

    @property
    def misses_players(self) -> bool:
        """Whether the table shows somebody as absent, or stands."""
        if self.connection._state is None:
            return True
        table = self.connection.state.table
        persons = [seat for seat in table.seats if seat.person is not None]
        return table.paused_until is not None or any(not seat.present or seat.stood_in for seat in persons)


async def make_places(server: str, notes: Notes, seed: str, tables: tuple[tuple[str, int], ...]) -> list[Place]:
    """New people at new tables, each at his seat."""
    places: list[Place] = []
    for number, (game, people) in enumerate(tables):
        clients = [KozyrClient(server) for _ in range(people)]
        known = [await client.call_me(f"P{number}{each}") for each, client in enumerate(clients)]
        seats = ["me", *["open"] * (people - 1), *["random"] * (PLAYERS[game] - people)]
        address = await clients[0].new_table(
            game, PLAYERS[game], options=SHORT[game], settings=AT_ONCE, seats=seats, listed=True
        )
        for seat, (client, me) in enumerate(zip(clients, known, strict=True)):
            place = Place(client, me.id, address.table, game, f"{seed} {number} {seat}", notes)
            await place.enter()
            if seat:
                await place.connection.ask(Sit(seat=seat))
            places.append(place)
    return places
