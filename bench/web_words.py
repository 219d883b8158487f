"""Writes web/src/cards/words.ts anew from the words that cards are said in: ``python -m bench.web_words``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from kozyr.cards import CASES, RANKS, SUITS, wording
from kozyr.kernel.terms import LANGUAGES

FILE: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "cards" / "words.ts"
_LONGEST: Final = 110
_HEAD: Final = """// Made by `python -m bench.web_words` from the words that cards are said in; do not edit.

import type { Language } from '../protocol/http';
"""


def rendered() -> str:
    """The whole file."""
    said = {language: wording(language) for language in LANGUAGES}
    parts = [
        _HEAD,
        f"export const CASES = [{', '.join(map(repr, CASES))}] as const;",
        "export type Case = (typeof CASES)[number];\n",
        "/** Ranks and suits as they are written; their words stand in the same order. */",
        f"export const RANKS = {RANKS!r};",
        f"export const SUITS = {SUITS!r};\n",
        "/** The ranks in the cases that the language has. */",
        "export const RANK_WORDS: Record<Language, { nominative: string } & Partial<Record<Case, string>>> = {",
    ]
    for language, words in said.items():
        cases = (f"    {case}: {' '.join(ranks)!r},\n" for case, ranks in words.ranks.items())
        parts.append(f"  {language}: {{\n{''.join(cases)}  }},")
    parts += ["};", _texts("SUIT_WORDS", {language: " ".join(words.suits) for language, words in said.items()})]
    parts += [
        "",
        "/** A rank and its suit. */",
        _texts("JOINED", {language: each.card for language, each in said.items()}),
    ]
    parts += ["", "/** What stands before the last card of several. */"]
    parts.append(_texts("AND", {language: words.last for language, words in said.items()}))
    return "\n".join(parts) + "\n"


def _texts(name: str, texts: dict[str, str]) -> str:
    pairs = ", ".join(f"{language}: {text!r}" for language, text in texts.items())
    line = f"export const {name}: Record<Language, string> = {{ {pairs} }};"
    return line if len(line) <= _LONGEST else line.replace("{ ", "{\n  ").replace("', ", "',\n  ").replace(" }", ",\n}")


def main() -> None:
    """Write the file."""
    FILE.write_text(rendered(), encoding="utf-8")


if __name__ == "__main__":
    main()
