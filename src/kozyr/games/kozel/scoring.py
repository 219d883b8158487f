"""What a deal does to the boards (K-5, K-6, K-20, K-28..K-32)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from kozyr.games.kozel.options import KozelOptions

PAIRS_TO_WIN: Final = 6
ALL_POINTS: Final = 120


@dataclass(frozen=True)
class DealResult:
    """The result of a deal, in the words of K-32."""

    kind: str
    points: tuple[int, int]
    winner: int | None
    pairs: tuple[int, int]
    lyusya: bool
    board: tuple[int, int]

    def to_json(self) -> dict[str, Any]:
        """The JSON shape of K-32."""
        return {
            "kind": self.kind,
            "points": list(self.points),
            "winner": self.winner,
            "pairs": list(self.pairs),
            "lyusya": self.lyusya,
            "board": list(self.board),
        }


def score_played(points: tuple[int, int], board: tuple[int, int], options: KozelOptions) -> DealResult:
    """The result of a deal that was played out (K-28..K-31)."""
    if points[0] == points[1]:
        return DealResult("played", points, None, (0, 0), False, board)
    winner = 0 if points[0] > points[1] else 1
    lyusya = points[winner] == ALL_POINTS
    if lyusya and options.lyusya == "reset_only":
        gain = 0
    else:
        gain = 1 if points[1 - winner] >= options.spas else 2
    loser_board = 0 if lyusya else board[1 - winner]
    return DealResult("played", points, winner, _of(winner, gain, 0), lyusya, _moved(winner, board, gain, loser_board))


def score_redeal_limit(dealer: int, board: tuple[int, int]) -> DealResult:
    """The result of a deal lost by its last allowed redeal: the other team gains one pair (K-20, K-22)."""
    winner = 1 - dealer % 2
    board = _moved(winner, board, 1, board[1 - winner])
    return DealResult("redeal_limit", (0, 0), winner, _of(winner, 1, 0), False, board)


def _moved(winner: int, board: tuple[int, int], gain: int, loser_board: int) -> tuple[int, int]:
    return _of(winner, min(PAIRS_TO_WIN, board[winner] + gain), loser_board)


def _of(winner: int, his: int, theirs: int) -> tuple[int, int]:
    return (his, theirs) if winner == 0 else (theirs, his)


def deal_tags(result: DealResult, options: KozelOptions) -> tuple[str, ...]:
    """What a deal's result is called, as ids of the term table."""
    if result.kind == "redeal_limit":
        return ("redeal_limit",)
    if result.winner is None:
        return ("eggs",)
    if result.lyusya:
        return ("lyusya",)
    return ("spas",) if result.points[1 - result.winner] >= options.spas else ("no_spas",)
