"""A match on a server as a Driver: what has come is shown step by step; a move is asked for, and comes back as one."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final

from kozyr.cards import Card
from kozyr.client import ClientError, TableConnection, TableState
from kozyr.kernel.game import Game
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said
from kozyr.kernel.view import View
from kozyr.table import Command
from kozyr.table import commands as asks
from kozyr.table.shown import ShownSeat
from kozyr.terminal.driver import NO_MATCH, Step
from kozyr.terminal.texts import texts

MOST_COMING: Final = 12
"""Of more steps that wait to be shown all but the last are passed over."""


class RemoteMatch:
    """The match of a table that is connected. ``on_refused`` hears what the server refuses."""

    keys = "bcfhlnpqrtuy"
    """Letters that no move may have."""
    chance_takes_time = False
    """The server takes it."""
    not_kept = ""
    """The server keeps the match."""

    def __init__(self, connection: TableConnection, on_refused: Callable[[ClientError], None]) -> None:
        self.connection = connection
        self._on_refused = on_refused
        self._coming: deque[View] = deque()
        self._view = connection.state.view or blank_view(connection.state)
        self._moving = False
        self._asks: set[asyncio.Task[None]] = set()

    @property
    def state(self) -> TableState:
        """The table as it is known now, which may be further than what is shown of its match."""
        return self.connection.state

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.state.game

    @property
    def players(self) -> int:
        """How many play."""
        return self.state.table.players

    @property
    def seat(self) -> int | None:
        """The person's seat."""
        return self.state.seat

    @property
    def over(self) -> bool:
        """Whether the match is over or was stopped, and all of it is shown."""
        return not self._coming and self.state.table.phase == "over"

    @property
    def person_to_move(self) -> bool:
        """Whether the match waits for the person, and no move of his is on its way."""
        table = self.state.table
        free = not self._coming and not self._moving and table.phase == "playing" and table.paused_until is None
        return free and bool(self._view.legal)

    @property
    def deals_played(self) -> int:
        """How many deals are finished."""
        return self.state.table.deal_number

    def names(self, language: str) -> tuple[str, ...]:
        """People by their names, bots and empty seats by the number of the seat: everybody calls them the same."""
        return tuple(_name(seat, language) for seat in self.state.table.seats)

    def remarks(self, seat: int, language: str) -> list[str]:
        """Who plays the seat where its owner does not, and how long its time runs."""
        shown = self.state.table.seats[seat]
        told = []
        if shown.person is None:
            told.append(texts().text("seat_bot", language, bot=shown.bot) if shown.bot else "")
        elif shown.stood_in is not None:
            told.append(texts().text("seat_stood_in", language))
        elif not shown.present:
            told.append(texts().text("seat_absent", language))
        if shown.deadline is not None:
            told.append(time_left(shown.deadline - self.connection.server_now()))
        return [text for text in told if text]

    def view(self) -> View:
        """What is shown of the match."""
        return self._view

    def hear(self, before: TableState, now: TableState) -> None:
        """The table has changed: its match is shown later, step by step."""
        if now.view is not None and (now.view_parts != before.view_parts or now.story != before.story):
            self._coming.append(now.view)
        if len(self._coming) > MOST_COMING:
            self._coming = deque([self._coming[-1]])

    def begin(self) -> None:
        """Another match, or another seat: what is shown begins with what is known now."""
        self._coming.clear()
        self._view = self.state.view or blank_view(self.state)

    def step(self) -> Step | None:
        """The next thing that has come."""
        if not self._coming:
            return None
        self._view = self._coming.popleft()
        return Step()

    def play(self, move: Move) -> Step | None:
        """Ask for the move."""
        self._moving = True
        self._start(self._move(move))
        return None

    def refusal(self, move: Move) -> Said | None:
        """Not known here: the server is asked, and what it says is heard later."""
        self._start(self._move(move))
        return None

    def ask(self, command: Command) -> None:
        """Ask the table for anything."""
        self._start(self.connection.ask(command))

    def closing_cards(self, step: Step) -> tuple[Card, ...]:  # noqa: ARG002 - a Driver's
        """Not known here: views of games of tricks hold the last one."""
        return ()

    def winners(self) -> tuple[int, ...]:
        """The seats that have won the last match."""
        matches = self.state.table.matches
        return matches[-1].winners if matches else ()

    async def _move(self, move: Move) -> None:
        try:
            await self.connection.ask(asks.Move(move=str(move), turn=self.state.table.turn))
        finally:
            self._moving = False

    def _start(self, asked: Coroutine[Any, Any, object]) -> None:
        async def answered() -> None:
            try:
                await asked
            except ClientError as error:
                self._on_refused(error)

        task = asyncio.create_task(answered())
        self._asks.add(task)
        task.add_done_callback(self._asks.discard)


def _name(seat: ShownSeat, language: str) -> str:
    if seat.person is not None:
        return seat.name
    return texts().text("bot_at" if seat.bot else "seat_at", language, number=seat.seat + 1)


def blank_view(state: TableState) -> View:
    """What there is to see before the first match: nothing."""
    table = state.table
    return View(table.game, table.players, table.seat, NO_MATCH, None, None, (), (), (), ())


def time_left(milliseconds: float) -> str:
    """Minutes and seconds, or days and hours where it is long."""
    seconds = max(0, int(milliseconds / 1000))
    if seconds >= 86_400:
        return f"{seconds // 86_400}d {seconds % 86_400 // 3600}h"
    return f"{seconds // 60}:{seconds % 60:02}"
