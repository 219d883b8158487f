"""What a table on the terminal is played on: a match in this process, or one on a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from kozyr.cards import Card
from kozyr.kernel.game import Game
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said
from kozyr.kernel.view import View

NO_MATCH: Final = "waiting"
"""The phase of a view of nothing, before the first match."""


@dataclass(frozen=True)
class Step:
    """What went on: a move of a seat, or (seat and move None) a chance step, or whatever it was elsewhere."""

    seat: int | None = None
    move: Move | None = None


class Driver(Protocol):
    """A match as one person drives it. ``seat`` is his, None where he watches.

    ``keys`` are the letters that the commands of the table need; ``not_kept`` says why the match could not be kept.
    """

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def seat(self) -> int | None:
        """The person's seat."""

    @property
    def keys(self) -> str:
        """Letters that no move may have."""

    @property
    def not_kept(self) -> str:
        """Why the match could not be kept after the last move; empty where it was."""

    @property
    def over(self) -> bool:
        """Whether the match is over."""

    @property
    def person_to_move(self) -> bool:
        """Whether the match waits for the person."""

    @property
    def chance_takes_time(self) -> bool:
        """Whether the match waits for a chance step whose outcome takes seconds."""

    @property
    def deals_played(self) -> int:
        """How many deals are finished."""

    def names(self, language: str) -> Sequence[str]:
        """How the seats are called."""

    def remarks(self, seat: int, language: str) -> list[str]:
        """What is to be told of a seat beside its name, its cards and the deal."""

    def view(self) -> View:
        """What the person may know after the steps so far."""

    def step(self) -> Step | None:
        """Go on by one step; None where there is nothing before the person has moved."""

    def play(self, move: Move) -> Step | None:
        """The person's move; None where what comes of it is a later step. Raises IllegalMoveError."""

    def refusal(self, move: Move) -> Said | None:
        """Why the person may not make a move; None where he may, or where it is not known here."""

    def closing_cards(self, step: Step) -> tuple[Card, ...]:
        """The card of a step that has closed a trick; none where it is not known."""

    def winners(self) -> tuple[int, ...]:
        """The seats that have won."""
