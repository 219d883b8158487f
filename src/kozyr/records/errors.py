"""The one error of records."""

from __future__ import annotations

import json
from typing import Final

_LONGEST: Final = 400


class RecordError(ValueError):
    """A fault in a record; its text is one line that names the record (line), deal and move, counted from 1."""

    def __init__(self, reason: str, number: int = 1, deal: int | None = None, move: int | None = None) -> None:
        self.number = number
        self.deal = deal
        self.move = move
        self.reason = _one_line(reason)
        place = f"record {number}"
        if deal is not None:
            place += f", deal {deal}"
        if move is not None:
            place += f", move {move}"
        super().__init__(f"{place}: {self.reason}")

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int, int | None, int | None]]:
        return RecordError, (self.reason, self.number, self.deal, self.move)


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
