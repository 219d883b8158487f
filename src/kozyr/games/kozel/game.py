"""Kozel as a registered game."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from kozyr.cards import Card
from kozyr.games.kozel.match import KozelMatch
from kozyr.games.kozel.moves import Give, Play, parse_move
from kozyr.games.kozel.options import KozelOptions
from kozyr.games.kozel.worlds import twin
from kozyr.kernel.game import Game, Match
from kozyr.kernel.move import Move
from kozyr.kernel.options import Options
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View


class KozelGame(Game):
    """Козёл с хвалёнкой: four players, two partnerships."""

    folder: ClassVar[Path] = Path(__file__).parent
    id: ClassVar[str] = "kozel"
    rules_version: ClassVar[int] = 1
    players: ClassVar[range] = range(4, 5)
    options: ClassVar[type[Options]] = KozelOptions
    score_term: ClassVar[str] = "points"
    measure: ClassVar[str] = "eyes"

    def make_match(self, options: Options, players: int, rules_version: int) -> KozelMatch:  # noqa: ARG002 - one of each
        assert isinstance(options, KozelOptions)
        return KozelMatch(self, options)

    def parse_move(self, text: str) -> Move:
        return parse_move(text)

    def move_with(self, view: View, card: Card) -> Move | None:
        return {"play": Play(card), "give": Give(card)}.get(view.phase)

    def twin(self, match: Match, seat: int, stream: Stream) -> Match | None:
        assert isinstance(match, KozelMatch)
        return twin(match, seat, stream)
