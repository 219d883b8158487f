"""The terminal's own texts, and the sentences that are made of them."""

from __future__ import annotations

import functools
from pathlib import Path

from kozyr.kernel.terms import LANGUAGES, Terms

_FOUR_SIDES = ("south", "west", "north", "east")


@functools.cache
def texts() -> Terms:
    """The term table of the terminal."""
    return Terms.load(Path(__file__).parent / "texts.toml")


def other_language(language: str) -> str:
    """The language that a switch leads to."""
    return next(other for other in LANGUAGES if other != language)


def seat_names(players: int, seat: int, language: str) -> tuple[str, ...]:
    """How the seats are called in sentences: by the sides of the table, the person in the south."""
    table = texts()
    names = []
    for place in range(players):
        offset = (place - seat) % players
        if players == 4:
            names.append(table.text(_FOUR_SIDES[offset], language))
        else:
            names.append(table.text("player", language, number=offset + 1))
    return tuple(names)


def text_or(terms: Terms, text_id: str, language: str, otherwise: str) -> str:
    """A text of a term table, or another text where the table has not got it."""
    return terms.text(text_id, language) if text_id in terms.texts else otherwise
