"""A player without a screen, for tests, load and durability: it plays any seat by chance, the same by the same seed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kozyr.client.changes import Changed, Ended, Found
from kozyr.client.failure import AskFailed
from kozyr.client.table_connection import TableConnection
from kozyr.client.table_state import TableState
from kozyr.kernel.game import random_move
from kozyr.kernel.streams import Stream
from kozyr.table import Command
from kozyr.table.commands import Again, Move, Ready

AGAIN_SECONDS: Final = 0.2
"""So long it waits before it asks again for what could not be stored."""


@dataclass(frozen=True)
class Acknowledged:
    """Something that the server has said to be stored: the client's name of it, its event, what it was."""

    id: str
    seq: int
    command: Command


class Player:
    """Plays the seat that its connection has: ready at the start, random legal moves, a rematch until enough is played.

    ``on_acknowledged`` hears of every ask that is done as soon as it is; they are kept in ``acknowledged`` too.
    """

    def __init__(
        self,
        connection: TableConnection,
        seed: str,
        *,
        matches: int = 1,
        on_acknowledged: Callable[[Acknowledged], None] | None = None,
    ) -> None:
        self.connection = connection
        self.seed = seed
        self.matches = matches
        self.acknowledged: list[Acknowledged] = []
        self.refused: list[AskFailed] = []
        """Asks that came too late, or were not allowed."""
        self._on_acknowledged = on_acknowledged
        self._refused_at: tuple[int, Command] | None = None

    async def play(self) -> None:
        """Play until enough matches are over. Raises ConnectionEnded where the connection ends before."""
        changes = self.connection.changes()
        if await self._go_on():
            return
        async for change in changes:
            if isinstance(change, Changed | Found | Ended) and await self._go_on():
                return

    async def _go_on(self) -> bool:
        """Do all that is to be done now; whether enough is played."""
        while True:
            state = self.connection.state
            if state.table.phase == "over" and state.table.match_number >= self.matches:
                return True
            command = self.wish(state)
            if command is None or self._refused_at == (state.seq, command):
                return False
            if await self._is_to_be_asked_again(state, command):
                await asyncio.sleep(AGAIN_SECONDS)
            elif self.connection.state is state:
                return False

    def wish(self, state: TableState) -> Command | None:
        """What the player does now; None where he waits."""
        own, view = state.own, state.view
        if own is None:
            return None
        if state.table.phase == "waiting":
            return None if own.ready else Ready()
        if state.table.phase == "over":
            return None if own.wants_again else Again()
        if view is None or not view.legal or state.table.paused_until is not None:
            return None
        stream = Stream(self.seed, "player", state.table.match_number, state.table.turn)
        return Move(move=str(random_move([entry.move for entry in view.legal], stream)), turn=state.table.turn)

    async def _is_to_be_asked_again(self, state: TableState, command: Command) -> bool:
        """Ask; whether the server could not store it just now, of which no change at the table will tell."""
        try:
            done = await self.connection.ask(command)
        except AskFailed as error:
            self.refused.append(error)
            if error.code == "storage":
                return True
            self._refused_at = state.seq, command
            return False
        kept = Acknowledged(done.id, done.seq, command)
        self.acknowledged.append(kept)
        if self._on_acknowledged is not None:
            self._on_acknowledged(kept)
        return False
