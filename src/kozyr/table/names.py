"""Texts that people give: cleaned, and bounded."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST_NAME: Final = 40
LONGEST_LINE: Final = 300
LONGEST_MOVE: Final = 64
LONGEST_WORD: Final = 128
_UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})


def cleaned(text: str) -> str:
    """A text without what cannot be seen, in one line, spaces single."""
    seen = "".join(" " if char in "\t\r\n" else char for char in unicodedata.normalize("NFC", text))
    kept = "".join(char for char in seen if unicodedata.category(char) not in _UNSEEN)
    return " ".join(kept.split())


def cleaned_name(text: str) -> str:
    """A name as the table shows it; a person without one is a question mark."""
    return cleaned(text[: 4 * LONGEST_NAME])[:LONGEST_NAME].strip() or "?"
