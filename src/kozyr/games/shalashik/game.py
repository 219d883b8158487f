"""Shalashik as a registered game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from kozyr.cards import Card
from kozyr.games.shalashik.match import ShalashikMatch
from kozyr.games.shalashik.moves import Beat, Lead, parse_move, parse_recorded
from kozyr.games.shalashik.options import ShalashikOptions
from kozyr.games.shalashik.view import ShalashikView
from kozyr.games.shalashik.worlds import twin
from kozyr.kernel.chance import ChanceSource
from kozyr.kernel.game import Game, Match
from kozyr.kernel.move import Move
from kozyr.kernel.options import Options
from kozyr.kernel.physics import MissingEngineError, Physics
from kozyr.kernel.said import Said, say
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View


class ShalashikGame(Game):
    """Шалашик: two to six players, each for himself."""

    folder: ClassVar[Path] = Path(__file__).parent
    id: ClassVar[str] = "shalashik"
    rules_version: ClassVar[int] = 1
    players: ClassVar[range] = range(2, 7)
    options: ClassVar[type[Options]] = ShalashikOptions
    deal_fields: ClassVar[frozenset[str]] = frozenset({"heap", "bodies", "paths", "pulling"})
    deal_objects: ClassVar[frozenset[str]] = frozenset({"paths"})
    score_term: ClassVar[str] = "points"
    measure: ClassVar[str] = "points"

    def make_match(self, options: Options, players: int, rules_version: int) -> ShalashikMatch:  # noqa: ARG002
        assert isinstance(options, ShalashikOptions)
        return ShalashikMatch(self, options, players)

    def parse_move(self, text: str) -> Move:
        return parse_move(text)

    def parse_recorded(self, text: str) -> tuple[Move, str]:
        return parse_recorded(text)

    def missing_for(self, options: Options) -> Said | None:
        assert isinstance(options, ShalashikOptions)
        if options.hut != "physics":
            return None
        from kozyr.games.shalashik.hut.engine import load_engine  # noqa: PLC0415

        try:
            load_engine()
        except MissingEngineError:
            return say("missing_bodies")
        return None

    def chance_source(self, options: Options, kept: Any = None) -> ChanceSource:
        assert isinstance(options, ShalashikOptions)
        if options.hut != "physics":
            return super().chance_source(options, kept)
        from kozyr.games.shalashik.hut.source import HutSource  # noqa: PLC0415 - only those who need bodies pay for them

        return HutSource(options.pull_seconds, kept)

    def physics(self) -> type[Physics]:
        from kozyr.games.shalashik.hut.dealer import Dealer  # noqa: PLC0415 - as in chance_source

        return Dealer

    def move_with(self, view: View, card: Card) -> Move | None:
        assert isinstance(view, ShalashikView)
        if view.phase != "play":
            return None
        return Lead(card) if view.step in ("first", "lead") else Beat(card)

    def twin(self, match: Match, seat: int, stream: Stream) -> Match | None:
        assert isinstance(match, ShalashikMatch)
        return twin(match, seat, stream)
