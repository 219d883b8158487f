"""Table options: a frozen dataclass a game, whose fields carry their choices or bounds.

One place parses, checks and explains them, whether they come from a flag, JSON or code. The first choice of a
field is its default, as on the rules pages.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, cast

OptionValue = str | int | None


class OptionError(ValueError):
    """An option or a value that the game does not have; the text names it and what is allowed."""


@dataclass(frozen=True)
class OptionSpec:
    """What one option may be: ``choices`` of words, or whole numbers from ``low`` to ``high`` (or null)."""

    name: str
    clause: str
    default: OptionValue
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    nullable: bool = False

    @property
    def allowed(self) -> str:
        """The allowed values in words, for errors and help."""
        if self.choices:
            return " | ".join(self.choices)
        return f"a whole number from {self.low} to {self.high}" + (" or null" if self.nullable else "")

    def check(self, value: object) -> OptionValue:
        """The value, if it is allowed. Raises OptionError naming option, value and what is allowed."""
        if self.choices:
            if isinstance(value, str) and value in self.choices:
                return value
        elif value is None and self.nullable:
            return None
        elif isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return int(value)
        raise OptionError(f"option {self.name} cannot be {_shown(value)}: it is {self.allowed}")

    def parse(self, text: str) -> OptionValue:
        """The value written as text. Raises OptionError as check does."""
        if self.choices:
            return self.check(text)
        if self.nullable and text == "null":
            return None
        return self.check(int(text) if re.fullmatch(r"[+-]?[0-9]{1,12}", text) else text)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"


def choice(clause: str, *choices: str) -> Any:
    """A field of an Options class that holds one of some words, the first by default."""
    spec = {"clause": clause, "choices": choices}
    return dataclasses.field(default=choices[0], metadata=spec)


def number(clause: str, default: int | None, low: int, high: int, *, nullable: bool = False) -> Any:
    """A field of an Options class that holds a whole number within bounds (or null)."""
    spec = {"clause": clause, "low": low, "high": high, "nullable": nullable}
    return dataclasses.field(default=default, metadata=spec)


@dataclass(frozen=True)
class Options:
    """Base of a game's options. Construction checks every field; raises OptionError."""

    game_id: ClassVar[str]

    def __post_init__(self) -> None:
        for spec in self.specs():
            object.__setattr__(self, spec.name, spec.check(getattr(self, spec.name)))
        self.check_together()

    def check_together(self) -> None:
        """Bounds that hang on more than one field; raises OptionError. None by default."""

    def without_bodies(self) -> Self:
        """These options, but that no chance comes from simulated bodies, whose odds nobody can tell."""
        return self

    @classmethod
    @functools.cache
    def specs(cls) -> tuple[OptionSpec, ...]:
        """The specifications of all options, in the order of the record."""
        return tuple(
            OptionSpec(f.name, default=cast(OptionValue, f.default), **f.metadata) for f in dataclasses.fields(cls)
        )

    @classmethod
    def spec(cls, name: str) -> OptionSpec:
        """One specification by name. Raises OptionError naming the valid names."""
        for spec in cls.specs():
            if spec.name == name:
                return spec
        valid = ", ".join(spec.name for spec in cls.specs())
        raise OptionError(f"{cls.game_id} has no option {_shown(name)}: its options are {valid}")

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Self:
        """Options from names and values; what is not named has its default. Raises OptionError."""
        return cls(**{name: cls.spec(name).check(value) for name, value in values.items()})

    @classmethod
    def from_texts(cls, texts: Iterable[str]) -> Self:
        """Options from texts ``name=value``. Raises OptionError, also where a name is given twice."""
        values: dict[str, object] = {}
        for text in texts:
            name, equals, value = text.partition("=")
            if not equals:
                raise OptionError(f"option {_shown(text)} has no value: write name=value")
            spec = cls.spec(name.strip())
            if spec.name in values:
                raise OptionError(f"option {spec.name} is given twice")
            values[spec.name] = spec.parse(value.strip())
        return cls.from_mapping(values)

    def to_mapping(self) -> dict[str, OptionValue]:
        """Every option with its value, defaults included, in the order of the record."""
        return {spec.name: getattr(self, spec.name) for spec in self.specs()}

    def changed(self, of: Self | None = None) -> dict[str, OptionValue]:
        """The options that differ from others, else from their defaults."""
        usual = {spec.name: spec.default if of is None else getattr(of, spec.name) for spec in self.specs()}
        return {name: value for name, value in self.to_mapping().items() if value != usual[name]}
