"""Keys as they are meant: a Russian layout types other letters with the same keys."""

from __future__ import annotations

from typing import Final

_TO_LATIN: Final = str.maketrans("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,.")


def meant(key: str) -> str:
    """The key on a Latin layout, in lower case."""
    low = key.lower()
    return low.translate(_TO_LATIN) if len(low) == 1 else low
