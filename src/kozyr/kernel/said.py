"""Sentences as data: an id of the game's term table and the values of its places.

Rules code never makes text. It makes a Said; whoever shows it renders it in the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kozyr.cards import Card, SaidCards, lettering
from kozyr.kernel.terms import Terms


class SeatRef(int):
    """A seat in a sentence; shown as the name of who sits there."""

    __slots__ = ()


class TermRef(str):
    """A term of the table in a sentence; shown as its text in the reader's language."""

    __slots__ = ()


Arg: TypeAlias = int | str | Card | tuple[Card, ...] | SeatRef | TermRef


@dataclass(frozen=True)
class Said:
    """A sentence: the id of its text and the values of the text's places, in a fixed order."""

    id: str
    args: tuple[tuple[str, Arg], ...] = ()

    def get(self, name: str) -> Arg | None:
        """The value of a place, or None."""
        return dict(self.args).get(name)

    def render(self, terms: Terms, language: str, names: Sequence[str], *, aloud: bool = False) -> str:
        """The sentence in a language, seats by names; cards as signs, or in words. Raises TermError, ValueError."""
        values = {name: _shown(value, terms, language, names, aloud=aloud) for name, value in self.args}
        return terms.text(self.id, language, **values)


def say(text_id: str, /, **args: Arg) -> Said:
    """A sentence from a text's id and its places."""
    return Said(text_id, tuple(args.items()))


def _shown(value: Arg, terms: Terms, language: str, names: Sequence[str], *, aloud: bool) -> str | SaidCards:
    if isinstance(value, tuple | Card):
        cards = value if isinstance(value, tuple) else (value,)
        if aloud:
            return SaidCards(cards, language)
        return " ".join(lettering(language).show(card) for card in cards)
    if isinstance(value, SeatRef):
        return names[value]
    if isinstance(value, TermRef):
        return terms.text(value, language)
    return str(value)


@dataclass(frozen=True)
class Event:
    """Something that happened in a match, as everybody may know it and as some seats know it better."""

    public: Said
    private: Mapping[int, Said] | None = None

    def seen_by(self, seat: int | None) -> Said:
        """What a seat, or a spectator (None), may know of it."""
        if self.private is None or seat is None:
            return self.public
        return self.private.get(seat, self.public)
