"""Names and chat as others may see them: no sign that hides, moves or turns what stands around it."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MOST_IN_NAME: Final = 24
MOST_IN_CHAT: Final = 300
_MOST_MARKS: Final = 2
_REMOVED: Final = {"Cc", "Cf", "Cs", "Co", "Cn"}
_INVISIBLE: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and marks by category, but blank


class TextError(ValueError):
    """A text that cannot be used; its text says what is allowed."""


def clean_name(text: str) -> str:
    """A name of 1 to 24 characters. Raises TextError."""
    return _clean(text, MOST_IN_NAME, "a name")


def clean_chat(text: str) -> str:
    """What somebody says, 1 to 300 characters on one line. Raises TextError."""
    return _clean(text, MOST_IN_CHAT, "what is said")


def _clean(text: str, most: int, what: str) -> str:
    if len(text) > 20 * most:  # not worth looking at
        raise TextError(f"{what} has {most} characters at most")
    seen = _few_marks(unicodedata.normalize("NFC", _bare(text)))
    cleaned = re.sub(" +", " ", seen).strip(" ")
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in cleaned):
        raise TextError(f"{what} has at least one character that can be seen")
    if len(cleaned) > most:
        raise TextError(f"{what} has {most} characters at most, not {len(cleaned)}")
    return cleaned


def _bare(text: str) -> str:
    """Without what cannot be seen; any white space is a space."""
    spaced = (" " if sign.isspace() else sign for sign in text)
    return "".join(s for s in spaced if s not in _INVISIBLE and unicodedata.category(s) not in _REMOVED)


def _few_marks(text: str) -> str:
    """Without the towers of marks that run into other lines, and without marks that stand on nothing."""
    kept: list[str] = []
    marks = _MOST_MARKS
    for sign in text:
        if unicodedata.category(sign)[0] == "M":
            marks += 1
        else:
            marks = _MOST_MARKS if sign == " " else 0
        if sign == " " or marks <= _MOST_MARKS:
            kept.append(sign)
    return "".join(kept)
