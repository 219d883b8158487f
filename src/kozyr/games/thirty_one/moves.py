"""Typed moves of Thirty-one: a bijection between moves, their notation and the integers of the deal (T-11..T-21)."""

from __future__ import annotations

import contextlib
import functools
from dataclasses import dataclass
from typing import Final

from kozyr.cards import PACK, Card, parse_card
from kozyr.games.thirty_one import deal as td
from kozyr.kernel.move import Move, NotationError


@dataclass(frozen=True)
class Swap(Move):
    """Give one card and take an open one, or two of one suit for two of one suit (T-11).

    ``swap Kd 9c``, ``swap Kd,Qd 9c,8c``; of two cards the higher comes first. Raises NotationError for other forms.
    """

    given: tuple[Card, ...]
    taken: tuple[Card, ...]

    def __post_init__(self) -> None:
        is_even = len(self.given) == len(self.taken)
        if not (is_even and _is_group(self.given) and _is_group(self.taken) and not set(self.given) & set(self.taken)):
            raise NotationError(f"{str(self)!r} is no swap: a swap is {_SWAPS}")

    def __str__(self) -> str:
        return f"swap {_joined(self.given)} {_joined(self.taken)}"


@dataclass(frozen=True)
class Word(Move):
    """A word: one of WORDS (T-13..T-16, T-21)."""

    word: str

    def __str__(self) -> str:
        return self.word


WORDS: Final = {
    "stay": td.STAY,
    "done": td.DONE,
    "pass": td.PASS,
    "show": td.SHOW,
    "join": td.JOIN,
    "decline": td.DECLINE,
}
_WORD_MOVES: Final = {code: Word(word) for word, code in WORDS.items()}
_LONGEST: Final = len("swap Kd,Qd 9c,8c")
_SWAPS: Final = (
    "swap X Y (own card, open card, as in swap Kd 9c), swap X,Y Z,W (two of one suit for two of one suit, "
    "the higher of each two first, as in swap Kd,Qd 9c,8c)"
)
_FORMS: Final = f"{_SWAPS}, {', '.join(WORDS)}"


def _joined(cards: tuple[Card, ...]) -> str:
    return ",".join(map(str, cards))


@functools.lru_cache(maxsize=1 << 15)
def move_of(code: int) -> Move:
    """The move of an integer; equal integers give the same object."""
    word = _WORD_MOVES.get(code)
    if word is not None:
        return word
    cards = [code >> shift & 63 for shift in (18, 12, 6, 0)]
    if cards[1] == td.NO_CARD:
        return Swap((PACK[cards[0]],), (PACK[cards[2]],))
    return Swap((PACK[cards[0]], PACK[cards[1]]), (PACK[cards[2]], PACK[cards[3]]))


def code_of(move: Move) -> int:
    """The integer of a move."""
    if isinstance(move, Word):
        return WORDS[move.word]
    assert isinstance(move, Swap)
    give, take = move.given[0], move.taken[0]
    if len(move.given) == 1:
        return int(td.single_swap(int(give), int(take)))
    return int(td.double_swap(int(give), int(move.given[1]), int(take), int(move.taken[1])))


def parse_move(text: str) -> Move:
    """The move written ``text``. Raises NotationError naming the forms a move has."""
    if text in WORDS:
        return _WORD_MOVES[WORDS[text]]
    parts = text.split(" ") if len(text) <= _LONGEST else []
    if len(parts) == 3 and parts[0] == "swap":
        with contextlib.suppress(ValueError):
            return Swap(_cards(parts[1]), _cards(parts[2]))
    shown = text if len(text) <= 40 else text[:40] + "…"
    raise NotationError(f"{shown!r} is no move of thirty_one: a move is {_FORMS}")


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split(","))


def _is_group(cards: tuple[Card, ...]) -> bool:
    """Whether these are one card, or two of one suit with the higher first."""
    if len(cards) == 2:
        return cards[0].suit == cards[1].suit and cards[0] > cards[1]
    return len(cards) == 1
