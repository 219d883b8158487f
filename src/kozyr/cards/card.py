"""The card: one of 36, an int from 0 to 35 with a text form of two characters."""

from __future__ import annotations

from typing import Final

RANKS: Final = "6789TJQKA"
"""Ranks in ascending order, as they are written."""
SUITS: Final = "cshd"
"""Suits in pack order: clubs, spades, hearts, diamonds."""
CLUBS, SPADES, HEARTS, DIAMONDS = range(4)


class Card(int):
    """A card of the 36-card pack, ``suit * 9 + rank``; prints as rank then suit, ``Qc``.

    Being an int it indexes arrays and shifts masks; being a class of its own it prints as a card.
    Raises ValueError for a number outside 0..35.
    """

    __slots__ = ()

    def __new__(cls, index: int) -> Card:
        if not 0 <= index < 36:
            raise ValueError(f"no card has the index {index}: a card is 0..35")
        return super().__new__(cls, index)

    @property
    def suit(self) -> int:
        """0..3 in the order of SUITS."""
        return self // 9

    @property
    def rank(self) -> int:
        """0..8 in the order of RANKS."""
        return self % 9

    def __str__(self) -> str:
        return RANKS[self % 9] + SUITS[self // 9]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


PACK: Final[tuple[Card, ...]] = tuple(Card(index) for index in range(36))
"""All 36 cards in pack order: c s h d, in each 6..A."""
_BY_TEXT: Final = {str(card): card for card in PACK}


def parse_card(text: str) -> Card:
    """The card written ``text``. Raises ValueError naming what is wrong and how cards are written."""
    card = _BY_TEXT.get(text)
    if card is None:
        shown = text if len(text) <= 20 else text[:20] + "…"
        raise ValueError(f"{shown!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, as in Qc")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards written in ``text``, separated by spaces. Raises ValueError as parse_card does."""
    return tuple(parse_card(word) for word in text.split())
