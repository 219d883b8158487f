"""Thirty-one as a registered game."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from kozyr.games.thirty_one.match import ThirtyOneMatch
from kozyr.games.thirty_one.moves import parse_move
from kozyr.games.thirty_one.options import ThirtyOneOptions
from kozyr.games.thirty_one.worlds import twin
from kozyr.kernel.game import Game, Match
from kozyr.kernel.move import Move
from kozyr.kernel.options import Options
from kozyr.kernel.streams import Stream


class ThirtyOneGame(Game):
    """Тридцать одно («Три лба»): two to seven players, each for himself."""

    folder: ClassVar[Path] = Path(__file__).parent
    id: ClassVar[str] = "thirty_one"
    rules_version: ClassVar[int] = 1
    players: ClassVar[range] = range(2, 8)
    options: ClassVar[type[Options]] = ThirtyOneOptions
    deal_fields: ClassVar[frozenset[str]] = frozenset({"rebuys"})
    score_term: ClassVar[str] = "chips"
    measure: ClassVar[str] = "chips"

    def make_match(self, options: Options, players: int, rules_version: int) -> ThirtyOneMatch:  # noqa: ARG002
        assert isinstance(options, ThirtyOneOptions)
        return ThirtyOneMatch(self, options, players)

    def parse_move(self, text: str) -> Move:
        return parse_move(text)

    def twin(self, match: Match, seat: int, stream: Stream) -> Match | None:
        assert isinstance(match, ThirtyOneMatch)
        return twin(match, seat, stream)
