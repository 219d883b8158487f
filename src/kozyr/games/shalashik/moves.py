"""Typed moves of Shalashik: a bijection between moves, their notation and the integers of the deal (S-5..S-12)."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Final

from kozyr.cards import PACK, Card, parse_card
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.heap import CARDS
from kozyr.kernel.move import Move, NotationError

MARK: Final = "x"
"""Behind a pull of a record: it brought the hut down (S-6)."""


@dataclass(frozen=True)
class Pull(Move):
    """Pull a card from under the hut by its place in the heap, ``pull 7``; with None take the hut, ``pull hut``."""

    place: int | None

    def __str__(self) -> str:
        return f"pull {'hut' if self.place is None else self.place}"


@dataclass(frozen=True)
class Beat(Move):
    """Beat the top card of the pile (S-9): ``beat Qc``."""

    card: Card

    def __str__(self) -> str:
        return f"beat {self.card}"


@dataclass(frozen=True)
class Lead(Move):
    """Lay a card that the next has to beat (S-9): ``lead 7d``."""

    card: Card

    def __str__(self) -> str:
        return f"lead {self.card}"


@dataclass(frozen=True)
class Word(Move):
    """Take cards (S-11), or rest: lead nothing (S-10), leave the uncovered card (S-11): one of WORDS."""

    word: str

    def __str__(self) -> str:
        return self.word


WORDS: Final = {"take": sd.TAKE, "rest": sd.REST}
_MOVES: Final[dict[int, Move]] = {
    **{place: Pull(place) for place in range(CARDS)},
    sd.PULL_HUT: Pull(None),
    **{sd.BEAT_CARD + card: Beat(card) for card in PACK},
    **{sd.LEAD_CARD + card: Lead(card) for card in PACK},
    **{code: Word(word) for word, code in WORDS.items()},
}
_CODES: Final = {move: code for code, move in _MOVES.items()}
_FORMS: Final = f"pull N (N from 0 to {CARDS - 1}), pull hut, beat X (X a card, as in beat Qc), lead X, take, rest"


def move_of(code: int) -> Move:
    """The move of an integer; equal integers give the same object."""
    return _MOVES[code]


def code_of(move: Move) -> int:
    """The integer of a move."""
    return _CODES[move]


@functools.lru_cache(maxsize=1 << 10)
def parse_move(text: str) -> Move:
    """The move written ``text``. Raises NotationError naming the forms a move has."""
    if text in WORDS:
        return Word(text)
    if text == "pull hut":
        return Pull(None)
    if re.fullmatch("pull (0|[1-9][0-9]?)", text, re.ASCII) and int(text[5:]) < CARDS:
        return Pull(int(text[5:]))
    word, _, card = text.partition(" ")
    try:
        if word == "beat":
            return Beat(parse_card(card))
        if word == "lead":
            return Lead(parse_card(card))
    except ValueError:
        pass
    shown = text if len(text) <= 40 else text[:40] + "…"
    raise NotationError(f"{shown!r} is no move of shalashik: a move is {_FORMS}")


def parse_recorded(text: str) -> tuple[Move, str]:
    """A move of a record and its mark: ``pull 7 x``. Raises NotationError."""
    bare = text.removesuffix(f" {MARK}")
    if bare != text:
        move = parse_move(bare)
        if isinstance(move, Pull) and move.place is not None:
            return move, MARK
    return parse_move(text), ""
