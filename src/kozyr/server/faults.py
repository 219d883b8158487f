"""Errors as clients get them: one shape, a code for programs and the texts in every language."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from kozyr.kernel.terms import LANGUAGES, Terms
from kozyr.protocol.messages import Failed
from kozyr.protocol.views import write_said
from kozyr.records import RecordError
from kozyr.table import Refused

_LONGEST_REASON: Final = 200
_FOLDER: Final = Path(__file__).parent


@functools.cache
def texts() -> Terms:
    """The server's texts, by code."""
    return Terms.load(_FOLDER / "texts.toml")


def reason_of(error: Exception) -> str:
    """What an error says, as much as clients are told of it."""
    return str(error)[:_LONGEST_REASON]


class Fault(Exception):  # noqa: N818 - it is told to the client, nothing is wrong with the server
    """What a client asked is not done: a code of ``texts.toml``, values of its places, and the status of HTTP."""

    def __init__(self, code: str, status: int = 400, /, **values: Any) -> None:
        self.code = code
        self.status = status
        self.values = values
        super().__init__(texts().text(code, "en", **values))

    def failed(self, ask_id: str = "") -> Failed:
        """It as a message."""
        said = {language: self.text(language) for language in LANGUAGES}
        return Failed(code=self.code, texts=said, id=ask_id, values=self.values)

    def text(self, language: str) -> str:
        """What is told of it in a language."""
        return texts().text(self.code, language, **self.values)


class BadRecord(Fault):
    """What is sent is no record of a match, or the rules do not allow what it tells; said with its place in it."""

    def __init__(self, error: RecordError) -> None:
        super().__init__("bad_request", reason=reason_of(error))
        place = {"deal": error.deal, "move": error.move}
        self.values |= {name: number for name, number in place.items() if number is not None}
        self._reasons = error.reasons

    def text(self, language: str) -> str:
        """What is told of it in a language."""
        kind = "bad_record" + "".join(f"_{name}" for name in ("deal", "move") if name in self.values)
        return texts().text(kind, language, **{**self.values, "reason": self._reasons[language]})


def refused(refusal: Refused, names: Sequence[str], ask_id: str = "") -> Failed:
    """A table's refusal as a message; ``names`` are those of its seats."""
    said = {language: refusal.text(language, names) for language in LANGUAGES}
    why = None if refusal.why is None else write_said(refusal.why)
    return Failed(code=refusal.code, texts=said, id=ask_id, values=dict(refusal.values), why=why)
