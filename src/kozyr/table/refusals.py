"""Why a command is refused: a code, values for its text, and where the game's rules forbid it what they say."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from kozyr.games import get_game
from kozyr.kernel.said import Said
from kozyr.kernel.terms import Terms

_FOLDER: Final = Path(__file__).parent
_NUMBERS: Final = tuple(str(number) for number in range(1, 37))


@functools.cache
def texts() -> Terms:
    """The table's texts: refusals by code, notices, in both languages."""
    return Terms.load(_FOLDER / "texts.toml")


@functools.cache
def phrases() -> Terms:
    """The quick phrases by id, in both languages."""
    return Terms.load(_FOLDER / "phrases.toml")


class Refused(ValueError):  # noqa: N818 - it is no fault
    """A command that is not carried out; nothing has changed.

    ``code`` names the text in ``texts.toml``, ``args`` fill its places. ``why`` (with the id of its game) is the rule
    of the game that forbids a move, else None.
    """

    def __init__(
        self, code: str, args: Mapping[str, object] | None = None, why: Said | None = None, game: str = ""
    ) -> None:
        self.code = code
        self.values = {name: _short(value) for name, value in (args or {}).items()}
        self.why = why
        self.game = game
        super().__init__(texts().text(code, "en", **self.values))

    def text(self, language: str, names: Sequence[str] = ()) -> str:
        """The refusal in a language; ``names`` of the seats (else numbers) serve ``why``.

        Raises ValueError for another language.
        """
        told = texts().text(self.code, language, **self.values)
        if self.why is None:
            return told
        return f"{told} {_sentence(self.why.render(get_game(self.game).terms, language, names or _NUMBERS))}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _short(value: object) -> str | int:
    if isinstance(value, int):
        return value
    text = str(value)
    return text if len(text) <= 80 else text[:80] + "…"
