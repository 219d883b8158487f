"""How cards are shown to people: Latin indices in English, Cyrillic ones in Russian, suits as signs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kozyr.cards.card import Card


@dataclass(frozen=True)
class Lettering:
    """The signs of one language: nine rank texts (6..A), four suit signs and four suit names (c s h d)."""

    ranks: tuple[str, ...]
    signs: tuple[str, ...]
    suit_names: tuple[str, ...]

    def show(self, card: Card) -> str:
        """The card as people read it, ``Q♣`` or ``Д♣``."""
        return self.ranks[card.rank] + self.signs[card.suit]


_SIGNS: Final = ("♣", "♠", "♥", "♦")
_LETTERINGS: Final = {
    "en": Lettering(("6", "7", "8", "9", "10", "J", "Q", "K", "A"), _SIGNS, ("clubs", "spades", "hearts", "diamonds")),
    "ru": Lettering(("6", "7", "8", "9", "10", "В", "Д", "К", "Т"), _SIGNS, ("трефы", "пики", "червы", "бубны")),
}


def lettering(language: str) -> Lettering:
    """The lettering of a language, ``en`` or ``ru``. Raises ValueError for any other."""
    try:
        return _LETTERINGS[language]
    except KeyError:
        raise ValueError(f"no language {language!r}: choose one of {', '.join(_LETTERINGS)}") from None


def card_name(card: Card, language: str) -> str:
    """The card as people read it in a language. Raises ValueError for an unknown language."""
    return lettering(language).show(card)
