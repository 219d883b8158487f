"""The contract of a bot."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from kozyr.bots.budget import Budget
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View


@dataclass(frozen=True)
class Reason:
    """A move considered: its value (higher is better, in the bot's own measure) and why, in the game's texts."""

    move: Move
    value: float
    why: Said | None = None


@dataclass(frozen=True)
class Choice:
    """A bot's move and the moves it considered, best first."""

    move: Move
    reasons: tuple[Reason, ...] = ()


class Bot(ABC):
    """A player that sees views only."""

    name: ClassVar[str]
    value_term: ClassVar[str] = ""
    """The term of the game in which its values are (pairs, chips, points); empty where they have no such measure."""

    def within(self, budget: Budget) -> Bot:  # noqa: ARG002 - a bot that does not search has none
        """The same bot with a narrower budget a move; itself where it does not search."""
        return self

    @abstractmethod
    def choose(self, view: View, stream: Stream) -> Choice:
        """A legal move for the seat of the view. Raises ValueError where that seat is not to move."""
