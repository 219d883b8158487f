"""The fields of a JSON object, taken by name and type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from kozyr.cards import Card, parse_card
from kozyr.records.errors import RecordError, Told, shown, told


@dataclass(frozen=True)
class Fields:
    """An object of a record and where it stands; every getter raises RecordError naming field and place."""

    values: Mapping[str, Any]
    what: Told
    number: int
    deal: int | None = None

    @classmethod
    def of(cls, data: object, what: Told, number: int, deal: int | None = None) -> Fields:
        """The fields of decoded JSON, which must be an object."""
        if not isinstance(data, dict):
            raise RecordError(told("no_object", what=what, value=shown(data)), number, deal)
        return cls(data, what, number, deal)

    def fail(self, reasons: Told) -> NoReturn:
        """Raise a RecordError at this place."""
        raise RecordError(reasons, self.number, self.deal)

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self.values

    def text(self, name: str) -> str:
        """A text."""
        value = self._get(name)
        return value if isinstance(value, str) else self._wrong(name, "a_text")

    def text_or_null(self, name: str) -> str | None:
        """A text or null."""
        value = self._get(name)
        return value if value is None or isinstance(value, str) else self._wrong(name, "a_text_or_null")

    def whole(self, name: str) -> int:
        """A whole number; true and false are none."""
        value = self._get(name)
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        return int(value) if is_whole else self._wrong(name, "a_whole_number")

    def items(self, name: str) -> list[Any]:
        """A list."""
        value = self._get(name)
        return value if isinstance(value, list) else self._wrong(name, "a_list")

    def mapping(self, name: str) -> dict[str, Any]:
        """An object."""
        value = self._get(name)
        return value if isinstance(value, dict) else self._wrong(name, "an_object")

    def mapping_or_null(self, name: str) -> dict[str, Any] | None:
        """An object or null."""
        value = self._get(name)
        return value if value is None or isinstance(value, dict) else self._wrong(name, "an_object_or_null")

    def cards(self, name: Told | str, words: object) -> tuple[Card, ...]:
        """Cards from a list of their texts."""
        if not isinstance(words, list):
            self.fail(told("no_cards", name=name, value=shown(words)))
        return tuple(self._card(name, word) for word in words)

    def _card(self, name: Told | str, word: object) -> Card:
        if not isinstance(word, str):
            self.fail(told("no_card_text", name=name, value=shown(word)))
        try:
            return parse_card(word)
        except ValueError as error:
            self.fail(told("no_card", name=name, value=shown(word), reason=str(error)))

    def _get(self, name: str) -> Any:
        if name not in self.values:
            self.fail(told("no_field", what=self.what, name=name))
        return self.values[name]

    def _wrong(self, name: str, kind: str) -> NoReturn:
        self.fail(told("other_kind", what=self.what, name=name, kind=told(kind), value=shown(self.values[name])))
