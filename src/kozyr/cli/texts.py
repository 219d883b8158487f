"""The texts of the command line that come in both languages."""

from __future__ import annotations

import functools
from pathlib import Path

from kozyr.kernel.terms import Terms


@functools.cache
def _table() -> Terms:
    return Terms.load(Path(__file__).parent / "texts.toml")


def cli_text(name: str, language: str, **values: object) -> str:
    """A text in a language with its places filled."""
    return _table().text(name, language, **values)
