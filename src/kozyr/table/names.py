"""Texts that people give, as others may see them: no sign that hides, moves or turns what stands around it."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

LONGEST_NAME: Final = 24
LONGEST_LINE: Final = 300
LONGEST_MOVE: Final = 64
LONGEST_WORD: Final = 128
NAMELESS: Final = "?"
"""What a person without a name is called."""
_MOST_MARKS: Final = 2
_REMOVED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_INVISIBLE: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and marks by category, but blank
_WORTH_READING: Final = 20
"""A text so many times longer than it may be is not looked at."""


class TextError(ValueError):
    """A text that cannot be used; its text says what is allowed."""


def cleaned(text: str) -> str:
    """A text without what cannot be seen and without towers of marks, in one line; empty where nothing is left."""
    seen = _few_marks(unicodedata.normalize("NFC", _bare(text)))
    line = re.sub(" +", " ", seen).strip(" ")
    return line if any(unicodedata.category(sign)[0] in "LNPS" for sign in line) else ""


def clean_name(text: str) -> str:
    """A name of 1 to 24 characters. Raises TextError."""
    name = cleaned(text) if len(text) <= _WORTH_READING * LONGEST_NAME else text
    if len(name) > LONGEST_NAME:
        raise TextError(f"a name has {LONGEST_NAME} characters at most")
    if not name:
        raise TextError("a name has at least one character that can be seen")
    return name


def shown_name(text: str) -> str:
    """A name as a table shows it, whatever it was given: cut where it is too long, else a question mark."""
    return cleaned(cleaned(text[: _WORTH_READING * LONGEST_NAME])[:LONGEST_NAME]) or NAMELESS


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
