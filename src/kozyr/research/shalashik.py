"""Shalashik in integers: a number for every move."""

from __future__ import annotations

from typing import ClassVar, Final

from kozyr.cards import PACK
from kozyr.games.shalashik.heap import CARDS
from kozyr.games.shalashik.moves import WORDS, Beat, Lead, Pull, Word
from kozyr.games.shalashik.options import ShalashikOptions
from kozyr.kernel.game import Match
from kozyr.kernel.move import Move
from kozyr.kernel.options import Options
from kozyr.research.codes import Codes, Part, by_code

_MOVES: Final[tuple[Move, ...]] = (
    *map(Pull, (*range(CARDS), None)),
    *map(Beat, PACK),
    *map(Lead, PACK),
    *map(Word, WORDS),
)
_CODES: Final = {move: code for code, move in enumerate(_MOVES)}
_PACK_POINTS: Final = 324


class ShalashikCodes(Codes):
    """Pulls by the place in the heap, then beats and leads by card, then words."""

    game_id: ClassVar[str] = "shalashik"
    size: ClassVar[int] = len(_MOVES)
    phases: ClassVar[tuple[str, ...]] = ("shuffle", "scatter", "pull", "fall", "play", "over")
    zones: ClassVar[tuple[Part, ...]] = (Part("pile"), Part("hut"), Part("heap"))
    counters: ClassVar[tuple[Part, ...]] = (Part("points", "seat"), Part("turns_left"))
    most_moves: ClassVar[int] = 40_000

    def legal(self, match: Match) -> dict[int, Move]:
        return by_code(_CODES, match)

    def name(self, code: int) -> str:
        return str(_MOVES[code])

    def most_points(self, options: Options, players: int) -> float:  # noqa: ARG002 - the pack's sum bounds it
        assert isinstance(options, ShalashikOptions)
        return _PACK_POINTS


CODES: Final = ShalashikCodes()
