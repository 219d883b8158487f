"""Texts of a game in both languages, read from its ``terms.toml``.

Each entry is ``[id]`` with ``ru`` and ``en`` (and, for a native term, ``definition_ru`` and ``definition_en``).
An entry ``[id_folk]`` is a colourful wording of ``[id]`` for those who ask for it.
A text may hold named places, ``{seat}``, and plural forms, ``{n|карта|карты|карт}`` or ``{n|card|cards}``. A place of
cards may name the case in which they are said in words: ``{card:accusative}``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from kozyr.cards import CASES, SaidCards

LANGUAGES: Final = ("ru", "en")
_FOLK: Final = "_folk"
_PLACE: Final = re.compile(r"\{(\w+)(?::(\w+)|((?:\|[^{}|]*)+))?\}")


class TermError(LookupError):
    """A text that is not in the table, lacks a language, or has a place that got no value."""


def check_language(language: str) -> str:
    """The language, if there are texts in it. Raises ValueError naming the languages."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}: choose one of {', '.join(LANGUAGES)}")
    return language


def plural_index(language: str, n: int) -> int:
    """Which plural form a number takes: 0..2 in Russian (one, few, many), 0..1 in English."""
    if language == "ru":
        last, last_two = abs(n) % 10, abs(n) % 100
        if last == 1 and last_two != 11:
            return 0
        return 1 if 2 <= last <= 4 and not 12 <= last_two <= 14 else 2
    return 0 if abs(n) == 1 else 1


def _in_all_languages(path: Path, name: str, entry: Mapping[str, str], what: str, prefix: str = "") -> dict[str, str]:
    missing = [language for language in LANGUAGES if not entry.get(prefix + language)]
    if missing:
        raise TermError(f"{path.name}: {name} has no {what} in {', '.join(missing)}")
    return {language: entry[prefix + language] for language in LANGUAGES}


def _check_cases(path: Path, name: str, patterns: Iterable[str]) -> None:
    for pattern in patterns:
        for _, case, _ in _PLACE.findall(pattern):
            if case and case not in CASES:
                raise TermError(f"{path.name}: {name} has no case {case!r} to choose: write one of {', '.join(CASES)}")


@dataclass(frozen=True)
class Terms:
    """All texts of a game: id -> language -> text."""

    texts: Mapping[str, Mapping[str, str]]
    definitions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> Terms:
        """Read a term table. Raises TermError where an entry lacks a language."""
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        texts: dict[str, dict[str, str]] = {}
        definitions: dict[str, dict[str, str]] = {}
        for name, entry in raw.items():
            texts[name] = _in_all_languages(path, name, entry, "text")
            _check_cases(path, name, texts[name].values())
            if any(f"definition_{language}" in entry for language in LANGUAGES):
                definitions[name] = _in_all_languages(path, name, entry, "definition", "definition_")
        return cls(texts, definitions)

    def text(self, name: str, language: str, /, **values: object) -> str:
        """The text ``name`` in a language with its places filled. Raises TermError, ValueError."""
        check_language(language)
        try:
            pattern = self.texts[name][language]
        except KeyError:
            raise TermError(f"no text {name!r} in the term table") from None

        def fill(found: re.Match[str]) -> str:
            place, case, forms = found.groups()
            if place not in values:
                raise TermError(f"text {name!r} has a place {place!r} that got no value")
            value = values[place]
            if case and isinstance(value, SaidCards):
                return value.in_case(case)
            if not forms:
                return str(value)
            options = forms[1:].split("|")
            return options[min(plural_index(language, int(str(value))), len(options) - 1)]

        return _PLACE.sub(fill, pattern)

    def in_folk_words(self) -> Terms:
        """The same texts, with the folk wording of those that have one."""
        folk = {name.removesuffix(_FOLK): texts for name, texts in self.texts.items() if name.endswith(_FOLK)}
        return Terms({**self.texts, **folk}, self.definitions)

    def places(self, name: str, language: str) -> frozenset[str]:
        """The names of the places in a text."""
        return frozenset(found.group(1) for found in _PLACE.finditer(self.texts[name][language]))
