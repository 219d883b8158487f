"""Writes web/src/protocol/types.ts anew from the protocol's own code: ``python -m bench.web_types``."""

from __future__ import annotations

import textwrap
import types
import typing
from pathlib import Path
from typing import Any, Final

import msgspec

from bench.protocol_page import plain, structs_of, tag_of
from kozyr.protocol import PROTOCOL, messages
from kozyr.table import commands, phrases, settings, shown

FILE: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "protocol" / "types.ts"
_PLAIN: Final = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
}
_OTHERWISE: Final = {
    ("Whole", "table"): "TableParts",
    ("Whole", "view"): "ViewParts | null",
    ("Whole", "lines"): "ShownLine[]",
    ("Update", "table"): "Delta",
    ("Update", "view"): "Delta",
    ("Update", "lines"): "ShownLine[]",
    ("StoryLine", "said"): "Said",
    ("Weighed", "why"): "Said | null",
    ("Failed", "why"): "Said | null",
}
"""What the messages' own code leaves open."""
_IMPORTS: Final = "import type { Delta, Said, TableParts, ViewParts } from './view';"
Struct = type[msgspec.Struct]


def rendered() -> str:
    """The whole file."""
    head = "// Made by `python -m bench.web_types` from the protocol's code; do not edit.\n\n" + _IMPORTS
    shown_structs: list[Struct] = [
        settings.Clock,
        settings.Settings,
        shown.ShownSeat,
        shown.ShownPerson,
        shown.ShownVote,
        shown.ShownPledge,
        shown.ShownLine,
        shown.ShownMatch,
        shown.Shown,
    ]
    parts = [head, f"export const PROTOCOL = {PROTOCOL};", _words("CLOCKS", settings.CLOCKS)]
    parts += [_words("PACES", settings.PACES), _words("HINTS", settings.HINTS), _bounds()]
    parts += [_words("PHRASES", tuple(phrases().texts))]
    parts += [_interface(struct) for struct in shown_structs]
    parts += _union("Command", commands.Command, "kind")
    parts += _union("FromClient", messages.FromClient, "type")
    parts += [
        _tuple(messages.StoryLine),
        _interface(messages.Weighed),
        *_union("FromServer", messages.FromServer, "type"),
    ]
    return "\n\n".join(parts) + "\n"


def _words(name: str, words: tuple[str, ...]) -> str:
    return f"export const {name} = [{', '.join(repr(word) for word in words)}] as const;"


def _bounds() -> str:
    fields = ", ".join(f"{name}: [{low}, {high}]" for name, (low, high) in settings.BOUNDS.items())
    return f"export const BOUNDS = {{ {fields} }} as const;"


def _union(name: str, union: Any, tag: str) -> list[str]:
    structs = structs_of(union)
    own = [_interface(struct, tag, _name(name, struct), from_server=name == "FromServer") for struct in structs]
    return [*own, f"export type {name} =\n  | " + "\n  | ".join(_name(name, struct) for struct in structs) + ";"]


def _name(union: str, struct: Struct) -> str:
    """Commands have names of their own, for a message may be called as one of them."""
    return f"{struct.__name__}Command" if union == "Command" else struct.__name__


def _interface(struct: Struct, tag: str = "", name: str = "", *, from_server: bool = False) -> str:
    lines = [f"  {tag}: '{tag_of(struct)}';"] if tag else []
    for field in msgspec.structs.fields(struct):
        may_lack = bool(tag) and not field.required
        lines.append(f"  {field.encode_name}{'?' if may_lack else ''}: {_of(struct, field)};")
    body = "\n".join(lines)
    doc = _comment(struct.__doc__)
    return f"{doc}export interface {name or struct.__name__} {{\n{body}\n}}" if from_server or lines else ""


def _tuple(struct: Struct) -> str:
    fields = ", ".join(f"{field.encode_name}: {_of(struct, field)}" for field in msgspec.structs.fields(struct))
    return f"{_comment(struct.__doc__)}export type {struct.__name__} = [{fields}];"


def _comment(doc: str | None) -> str:
    lines = textwrap.wrap(plain(doc), 106) if doc else []
    return "\n".join(["/**", *(f" * {line}" for line in lines), " */\n"]) if lines else ""


def _of(struct: Struct, field: msgspec.structs.FieldInfo) -> str:
    return _OTHERWISE.get((struct.__name__, field.name)) or _kind(field.type)


def _kind(kind: Any) -> str:
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if arguments and set(arguments) == set(structs_of(commands.Command)):
        return "Command"
    if origin in (typing.Union, types.UnionType):
        return " | ".join(_kind(each) for each in arguments)
    if origin in (list, tuple):
        inner = _kind(arguments[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{'number' if arguments[0] is int else 'string'}, {_kind(arguments[1])}>"
    return str(kind.__name__)


def main() -> None:
    """Write the file."""
    FILE.write_text(rendered(), encoding="utf-8")


if __name__ == "__main__":
    main()
