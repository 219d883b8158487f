"""Typed moves of Kozel: a bijection between moves, their notation and the integers of the deal (K-8..K-27)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kozyr.cards import Card
from kozyr.games.kozel.deal import MIRROR, PLAYED_CARDS, TROUSERS
from kozyr.games.kozel.opening import (
    CODE_ASK,
    CODE_BOAST,
    CODE_CLAIM_NINES,
    CODE_CLAIM_POINTS,
    CODE_CUT,
    CODE_GIVE,
    CODE_KEEP,
    CODE_LIFT,
    CODE_OK,
    CODE_REDEAL,
)
from kozyr.kernel.move import Move, NotationError


@dataclass(frozen=True)
class Play(Move):
    """Play a card (K-27): ``Qc``."""

    card: Card

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True)
class Cut(Move):
    """Put the top ``count`` cards under the rest (K-8): ``cut 7``."""

    count: int

    def __str__(self) -> str:
        return f"cut {self.count}"


@dataclass(frozen=True)
class Boast(Move):
    """Boast instead of cutting (K-8): ``boast mirror`` or ``boast trousers``."""

    kind: str

    def __str__(self) -> str:
        return f"boast {self.kind}"


@dataclass(frozen=True)
class Lift(Move):
    """Lift the top ``count`` cards in a mirror (K-12): ``lift 7``."""

    count: int

    def __str__(self) -> str:
        return f"lift {self.count}"


@dataclass(frozen=True)
class Give(Move):
    """Give one of two drawn cards to the left in trousers (K-13): ``give 7d``."""

    card: Card

    def __str__(self) -> str:
        return f"give {self.card}"


@dataclass(frozen=True)
class Word(Move):
    """A word of the round of claims (K-16..K-18): one of WORDS."""

    word: str

    def __str__(self) -> str:
        return self.word


KINDS: Final = {"mirror": MIRROR, "trousers": TROUSERS}
WORDS: Final = {
    "ok": CODE_OK,
    "claim points": CODE_CLAIM_POINTS,
    "claim nines": CODE_CLAIM_NINES,
    "ask queens": CODE_ASK,
    "redeal": CODE_REDEAL,
    "keep": CODE_KEEP,
}


def _all_moves() -> dict[int, Move]:
    moves: dict[int, Move] = {int(card): Play(card) for card in PLAYED_CARDS}
    moves |= {CODE_CUT + k: Cut(k) for k in range(1, 32)}
    moves |= {CODE_LIFT + k: Lift(k) for k in range(1, 32)}
    moves |= {CODE_BOAST + code: Boast(kind) for kind, code in KINDS.items()}
    moves |= {CODE_GIVE + card: Give(card) for card in PLAYED_CARDS}
    return moves | {code: Word(word) for word, code in WORDS.items()}


MOVES: Final = _all_moves()
"""Every move by its integer."""
CODES: Final = {move: code for code, move in MOVES.items()}
_BY_NOTATION: Final = {str(move): move for move in MOVES.values()}
_FORMS: Final = (
    "a card of the 32 (Qc), cut K, lift K (K from 1 to 31), boast mirror, boast trousers, give Xy, "
    "ok, claim points, claim nines, ask queens, redeal, keep"
)


def parse_move(text: str) -> Move:
    """The move written ``text``. Raises NotationError naming the forms a move has."""
    move = _BY_NOTATION.get(text)
    if move is None:
        shown = text if len(text) <= 40 else text[:40] + "…"
        raise NotationError(f"{shown!r} is no move of kozel: a move is {_FORMS}")
    return move
