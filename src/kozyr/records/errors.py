"""The one error of records."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

from kozyr.kernel.terms import LANGUAGES, Terms

Told: TypeAlias = Mapping[str, str]
"""A text in every language."""
_LONGEST: Final = 400


@functools.cache
def texts() -> Terms:
    """What may be wrong with a record, by code."""
    return Terms.load(Path(__file__).parent / "texts.toml")


def told(code: str, /, **values: Told | str | int) -> Told:
    """A text of the table with its places filled; a value may be a text in every language itself."""
    return {language: texts().text(code, language, **_in(language, values)) for language in LANGUAGES}


def _in(language: str, values: Mapping[str, Told | str | int]) -> dict[str, str | int]:
    return {name: value[language] if isinstance(value, Mapping) else value for name, value in values.items()}


class RecordError(ValueError):
    """A fault in a record; its text is one line that names the record (line), deal and move, counted from 1.

    ``reasons`` say why in every language, ``reason`` in English.
    """

    def __init__(self, reasons: Told, number: int = 1, deal: int | None = None, move: int | None = None) -> None:
        self.number = number
        self.deal = deal
        self.move = move
        self.reasons = {language: _one_line(text) for language, text in reasons.items()}
        self.reason = self.reasons["en"]
        place = f"record {number}"
        if deal is not None:
            place += f", deal {deal}"
        if move is not None:
            place += f", move {move}"
        super().__init__(f"{place}: {self.reason}")

    def __reduce__(self) -> tuple[type[RecordError], tuple[Told, int, int | None, int | None]]:
        return RecordError, (self.reasons, self.number, self.deal, self.move)


def shown(value: object) -> str:
    """A value of a record as JSON, cut short, for the text of an error."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (RecursionError, TypeError, ValueError):
        return f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:60] + "…"


def _one_line(text: str) -> str:
    cut = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in cut)
