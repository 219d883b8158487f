"""A record as a value: what was dealt, what was played, what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from kozyr.cards import Card
from kozyr.kernel.options import Options

FORMAT: Final = "kozyr-record/1"
"""The name of the format, first in every record."""


@dataclass(frozen=True)
class SeatEntry:
    """Who sat at a seat: a name, and the bot's name or None for a person."""

    name: str
    bot: str | None


class RecordedMove(NamedTuple):
    """A move as it is written; ``legal`` is the list of all legal moves, where the record has it."""

    seat: int
    text: str
    legal: tuple[str, ...] | None = None


@dataclass(frozen=True)
class RecordedDeal:
    """One deal. ``result`` is None where it was stopped; ``extra`` keeps every other field (heap, proof, paths)."""

    dealer: int
    deck: tuple[Card, ...]
    shuffles: tuple[tuple[Card, ...], ...]
    moves: tuple[RecordedMove, ...]
    result: Mapping[str, Any] | None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Record:
    """One match. ``result`` is None where it was stopped; ``number`` is the line it stood on, for errors."""

    game_id: str
    options: Options
    seats: tuple[SeatEntry, ...]
    seed: str | None
    rules_version: int
    deals: tuple[RecordedDeal, ...]
    result: Mapping[str, Any] | None
    number: int = field(default=1, compare=False)

    @property
    def has_legal(self) -> bool:
        """Whether any move comes with the list of the legal ones."""
        return any(move.legal is not None for deal in self.deals for move in deal.moves)
