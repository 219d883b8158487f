"""How cards are said: ``queen of clubs``, ``дама треф``, in Russian in the case that a sentence asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kozyr.cards.card import Card

CASES: Final = ("nominative", "genitive", "accusative", "instrumental")
"""The cases that a sentence may ask for."""


@dataclass(frozen=True)
class Wording:
    """The words of one language: nine ranks (6..A) in its cases, four suits (c s h d), and how to join them."""

    ranks: Mapping[str, tuple[str, ...]]
    suits: tuple[str, ...]
    card: str
    last: str
    """What stands before the last card of several."""

    def say(self, card: Card, case: str = "nominative") -> str:
        """The card as people say it; in a case that the language has not, as ever."""
        ranks = self.ranks.get(case, self.ranks["nominative"])
        return self.card.format(rank=ranks[card.rank], suit=self.suits[card.suit])

    def say_all(self, cards: tuple[Card, ...], case: str = "nominative") -> str:
        """Several cards, the last one after an "and"."""
        said = [self.say(card, case) for card in cards]
        return self.last.join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


_PIPS: Final = ("шестёрк", "семёрк", "восьмёрк", "девятк", "десятк")


def _russian(pips: str, *courts: str) -> tuple[str, ...]:
    return (*(stem + pips for stem in _PIPS), *courts)


_WORDINGS: Final = {
    "en": Wording(
        {"nominative": ("six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")},
        ("clubs", "spades", "hearts", "diamonds"),
        "{rank} of {suit}",
        " and ",
    ),
    "ru": Wording(
        {
            "nominative": _russian("а", "валет", "дама", "король", "туз"),
            "genitive": _russian("и", "валета", "дамы", "короля", "туза"),
            "accusative": _russian("у", "валета", "даму", "короля", "туза"),
            "instrumental": _russian("ой", "валетом", "дамой", "королём", "тузом"),
        },
        ("треф", "пик", "червей", "бубён"),
        "{rank} {suit}",
        " и ",
    ),
}


def wording(language: str) -> Wording:
    """The words of a language, ``en`` or ``ru``. Raises ValueError for any other."""
    try:
        return _WORDINGS[language]
    except KeyError:
        raise ValueError(f"no language {language!r}: choose one of {', '.join(_WORDINGS)}") from None


@dataclass(frozen=True)
class SaidCards:
    """Cards in the place of a text that says in which case it wants them."""

    cards: tuple[Card, ...]
    language: str

    def in_case(self, case: str) -> str:
        """The cards in words."""
        return wording(self.language).say_all(self.cards, case)

    def __str__(self) -> str:
        return self.in_case("nominative")
