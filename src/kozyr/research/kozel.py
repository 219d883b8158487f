"""Kozel in integers: a number for every move."""

from __future__ import annotations

from typing import ClassVar, Final

from kozyr.games.kozel.moves import MOVES
from kozyr.kernel.game import Match
from kozyr.kernel.move import Move
from kozyr.kernel.options import Options
from kozyr.research.codes import Codes, Part, by_code

_MOVES: Final = tuple(MOVES.values())
_CODES: Final = {move: code for code, move in enumerate(_MOVES)}
_POINTS: Final = 120


class KozelCodes(Codes):
    """Cards 0..31, then cuts, lifts, boasts, gifts and words."""

    game_id: ClassVar[str] = "kozel"
    size: ClassVar[int] = len(_MOVES)
    phases: ClassVar[tuple[str, ...]] = (
        *("cut", "lift", "give", "claim", "answered", "play", "shuffle", "redeal_limit", "over"),
    )
    zones: ClassVar[tuple[Part, ...]] = (
        *(Part("trick"), Part("last_trick"), Part("pack"), Part("offer", "seat"), Part("board", "team")),
    )
    counters: ClassVar[tuple[Part, ...]] = (Part("pairs", "team"), Part("points", "team"), Part("tricks", "team"))
    most_moves: ClassVar[int] = 400
    has_teams: ClassVar[bool] = True

    def legal(self, match: Match) -> dict[int, Move]:
        return by_code(_CODES, match)

    def name(self, code: int) -> str:
        return str(_MOVES[code])

    def most_points(self, options: Options, players: int) -> float:  # noqa: ARG002 - the same at every table
        return _POINTS


CODES: Final = KozelCodes()
