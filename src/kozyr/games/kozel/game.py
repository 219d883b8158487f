"""Kozel as a registered game."""

from __future__ import annotations

import functools
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
from kozyr.kernel.terms import Terms, check_language
from kozyr.kernel.view import View

_FOLDER = Path(__file__).parent


class KozelGame(Game):
    """Козёл с хвалёнкой: four players, two partnerships."""

    id: ClassVar[str] = "kozel"
    rules_version: ClassVar[int] = 1
    players: ClassVar[range] = range(4, 5)
    options: ClassVar[type[Options]] = KozelOptions
    score_term: ClassVar[str] = "points"

    @functools.cached_property
    def terms(self) -> Terms:
        return Terms.load(_FOLDER / "terms.toml")

    def make_match(self, options: Options, players: int, rules_version: int) -> KozelMatch:  # noqa: ARG002 - one of each
        assert isinstance(options, KozelOptions)
        return KozelMatch(self, options)

    def parse_move(self, text: str) -> Move:
        return parse_move(text)

    def move_with(self, view: View, card: Card) -> Move | None:
        return {"play": Play(card), "give": Give(card)}.get(view.phase)

    def rules_page(self, language: str) -> str:
        return (_FOLDER / f"rules.{check_language(language)}.md").read_text(encoding="utf-8")

    def twin(self, match: Match, seat: int, stream: Stream) -> Match | None:
        assert isinstance(match, KozelMatch)
        return twin(match, seat, stream)
