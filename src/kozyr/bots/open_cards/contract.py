"""The contract of a judge that sees all cards; no bot, and no seat of a table, is ever shown what it says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from kozyr.kernel.game import DealFigures, Match
from kozyr.kernel.move import Move
from kozyr.kernel.streams import Stream


class OpenCards(ABC):
    """Values are scores of the running deal at its end, of the side of a seat, if all play their best."""

    value_term: ClassVar[str]
    """The term of the game in which they are."""

    @abstractmethod
    def value(self, match: Match, seat: int) -> float | None:
        """What the position is worth; None where the cards that will be played with are not dealt yet."""

    @abstractmethod
    def even(self, match: Match, seat: int) -> float:
        """What the deal promises before any card is dealt."""

    @abstractmethod
    def end(self, figures: DealFigures, seat: int) -> float:
        """What a finished deal came to."""

    @abstractmethod
    def move_values(self, match: Match, stream: Stream) -> Mapping[Move, float]:
        """What each legal move of the seat to move is worth to its side; none of a move that cannot be judged."""
