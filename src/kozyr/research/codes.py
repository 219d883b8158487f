"""Moves as a fixed range of integers, and which parts of its views a game has: what learning machines ask for."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from kozyr.games import get_game
from kozyr.kernel.game import Match
from kozyr.kernel.move import Move
from kozyr.kernel.options import Options


@dataclass(frozen=True)
class Part:
    """A zone or a counter of a game's views: its id, and how many there are of it a view.

    ``each`` is ``table`` (one), ``team`` (one a team) or ``seat`` (one a seat).
    """

    id: str
    each: str = "table"


class Codes(ABC):
    """The integers of one game's moves, and the fixed parts of its views."""

    game_id: ClassVar[str]
    size: ClassVar[int]
    """Moves have the integers 0..size - 1, the same ones in every position."""
    phases: ClassVar[tuple[str, ...]]
    zones: ClassVar[tuple[Part, ...]]
    """Zones of cards beside the hands, in the order of their kinds."""
    counters: ClassVar[tuple[Part, ...]]
    most_moves: ClassVar[int]
    """No deal has more decisions for one player."""
    has_teams: ClassVar[bool] = False

    @abstractmethod
    def legal(self, match: Match) -> dict[int, Move]:
        """The legal moves of the seat to move by their integers, ascending; none where no seat is to move."""

    @abstractmethod
    def name(self, code: int) -> str:
        """What an integer stands for, in every position. Raises IndexError for one out of range."""

    @abstractmethod
    def most_points(self, options: Options, players: int) -> float:
        """No seat's score of one deal is further from 0."""


def codes_of(game_id: str) -> Codes:
    """The codes of a game. Raises ValueError naming the games where it has none."""
    game = get_game(game_id)
    found = importlib.import_module(f"kozyr.research.{game.id}").CODES
    assert isinstance(found, Codes)
    return found


def by_code(codes: Mapping[Move, int], match: Match) -> dict[int, Move]:
    """The legal moves by integers that are theirs in every position, ascending."""
    return dict(sorted((codes[move], move) for move in match.legal()))
