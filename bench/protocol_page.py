"""Writes the tables of docs/reference/protocol.md anew from the code: ``python -m bench.protocol_page``.

The page's prose is written by hand; between ``<!-- made: NAME -->`` and ``<!-- end -->`` stands what this makes.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from kozyr.protocol import frames, messages, views
from kozyr.server import (
    analysing,
    app,
    asking,
    connections,
    exporting,
    faults,
    hints,
    identity,
    listener,
    pages,
    people,
    replayer,
    rerunning,
    retelling,
    routes,
    socket,
    upkeep,
)
from kozyr.table import commands, names, presence, refusals, settings, settling, shown, state, voting

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "reference" / "protocol.md"
_PART: Final = re.compile(r"(<!-- made: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
_PLAIN: Final = {int: "whole number", float: "number", str: "text", bool: "true or false", type(None): "null"}
_TAGS: Final = {
    each.__name__: str(each.__struct_config__.tag)
    for union in (messages.FromClient, messages.FromServer)
    for each in typing.get_args(union)
}
Struct = type[msgspec.Struct]


def rendered(page: str) -> str:
    """A page with all that is made in it as the code is now. Raises KeyError for a part of a name that is not known."""
    return _PART.sub(lambda found: f"{found[1]}\n{PARTS[found[2]]()}\n\n{found[3]}", page)


def plain(doc: str | None) -> str:
    """A docstring as a paragraph of Markdown."""
    paragraphs = textwrap.dedent(doc or "").strip().split("\n\n")
    text = "\n\n".join(" ".join(part.split()) for part in paragraphs).replace("``", "`")
    text = re.sub(r"`(\w+)`", lambda found: f"`{_TAGS.get(found[1], found[1])}`", text)
    return re.sub(r"\bNone\b", "null", text)


def cell(text: str) -> str:
    """A text within a table."""
    return text.replace("|", "\\|").replace("\n", " ")


# Structures


def structs_of(union: Any) -> list[Struct]:
    """The members of a union, in their order."""
    return list(typing.get_args(union))


def tag_of(struct: Struct) -> str:
    """What the tag of a message says."""
    return str(struct.__struct_config__.tag)


def kind_of(kind: Any) -> str:
    """A type in words that belong to no language of programming."""
    if kind is Any:
        return "anything"
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if arguments and set(arguments) == set(structs_of(commands.Command)):
        return "a command"
    if origin in (typing.Union, types.UnionType):
        return " or ".join(kind_of(each) for each in arguments)
    if origin in (list, tuple):
        return f"list of {kind_of(arguments[0])}"
    if origin is dict:
        return f"object of {kind_of(arguments[1])}" + (" by number" if arguments[0] is int else "")
    return f"`{kind.__name__}`"


def default_of(field: msgspec.structs.FieldInfo, needed: str = "needed") -> str:
    """What stands for a field that is left out."""
    if field.required:
        return needed
    value = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    if isinstance(value, msgspec.Struct):
        return "its defaults"
    return f"`{msgspec.json.encode(value).decode()}`"


def notes_of(struct: Struct) -> dict[str, str]:
    """Field -> the docstring below it."""
    body = ast.parse(textwrap.dedent(inspect.getsource(struct))).body[0]
    assert isinstance(body, ast.ClassDef)
    notes: dict[str, str] = {}
    for field, after in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(after, ast.Expr):
            notes[field.target.id] = plain(ast.literal_eval(after.value))
    return notes


def table_of(struct: Struct, *, shows_defaults: bool = True, needed: str = "needed") -> str:
    """The fields of a structure."""
    fields = msgspec.structs.fields(struct)
    if not fields:
        return ""
    notes = notes_of(struct)
    rows = (
        ["| field | is | where it is left out |", "|---|---|---|"]
        if shows_defaults
        else ["| field | is |", "|---|---|"]
    )
    for field in fields:
        note = f"; {notes[field.name]}" if field.name in notes else ""
        cells = [f"`{field.encode_name}`", cell(kind_of(field.type) + note)]
        rows.append("| " + " | ".join(cells + ([cell(default_of(field, needed))] if shows_defaults else [])) + " |")
    return "\n".join(rows)


def described(struct: Struct, title: str, *, shows_defaults: bool = True, needed: str = "needed") -> str:
    """A structure with its text and its fields."""
    parts = [f"### {title}", plain(struct.__doc__)]
    if struct.__struct_config__.array_like:
        order = ", ".join(f"`{field.name}`" for field in msgspec.structs.fields(struct))
        parts.append(f"Written as a list of {order}.")
    return "\n\n".join(
        part for part in [*parts, table_of(struct, shows_defaults=shows_defaults, needed=needed)] if part
    )


def messages_part(union: Any, needed: str) -> str:
    """All messages of one direction."""
    return "\n\n".join(described(each, f"`{tag_of(each)}`", needed=needed) for each in structs_of(union))


def from_server() -> str:
    """The server's messages and what they are made of."""
    parts = [messages_part(messages.FromServer, "always there")]
    parts += [
        described(each, f"`{each.__name__}`", shows_defaults=False) for each in (messages.StoryLine, messages.Weighed)
    ]
    return "\n\n".join(parts)


def commands_part() -> str:
    """All commands, one a row."""
    rows = ["| `kind` | fields beside `id` | does |", "|---|---|---|"]
    for struct in structs_of(commands.Command):
        fields = [_short_field(field) for field in msgspec.structs.fields(struct) if field.name != "id"]
        rows.append(f"| `{tag_of(struct)}` | {cell(', '.join(fields))} | {cell(plain(struct.__doc__))} |")
    return "\n".join(rows)


def _short_field(field: msgspec.structs.FieldInfo) -> str:
    default = "" if field.required else f" ({default_of(field)})"
    return f"`{field.encode_name}`: {kind_of(field.type)}{default}"


def settings_part() -> str:
    """The settings of a table."""
    bounds = "; ".join(f"`{name}` {low} to {high}" for name, (low, high) in settings.BOUNDS.items())
    words = f"Clocks: {', '.join(settings.CLOCKS)}. Paces: {', '.join(settings.PACES)}. Bounds: {bounds}."
    return "\n\n".join([described(settings.Settings, "`Settings`"), described(settings.Clock, "`Clock`"), words])


def shown_part() -> str:
    """What is shown of a table."""
    kinds: list[Struct] = [
        shown.Shown,
        shown.ShownSeat,
        shown.ShownPerson,
        shown.ShownVote,
        shown.ShownPledge,
        shown.ShownLine,
        shown.ShownMatch,
    ]
    return "\n\n".join(described(each, f"`{each.__name__}`", shows_defaults=False) for each in kinds)


# HTTP


def routes_part() -> str:
    """Every route, its text and the fields of its body."""
    bodies = _bodies()
    parts = []
    for method, path, handler in routes.ROUTES:
        name = f"{method} {path}"
        doc = plain(handler.__doc__)
        known, _, text = doc.partition("`: ") if "`: " in doc else (doc, "", "")
        query = known.strip("`.").partition("?")[2].rstrip("`.")
        title = f"### `{name}`" + (f" `?{query}`" if query else "")
        told = [title, text[:1].upper() + text[1:]]
        if name in bodies:
            body = bodies[name]
            told += [f"Body: {plain(body.__doc__).partition(': ')[2]}", table_of(body)]
        parts.append("\n\n".join(part for part in told if part))
    return "\n\n".join(parts)


def _bodies() -> dict[str, Struct]:
    """Route -> the structure of its body, which names the route first."""
    found: dict[str, Struct] = {}
    homes = {inspect.getmodule(handler) for _, _, handler in routes.ROUTES}
    for value in (value for home in homes for value in vars(home).values()):
        route = re.match(r"``([A-Z]+ /\S*?)``: ", inspect.getdoc(value) or "") if inspect.isclass(value) else None
        if route is not None and issubclass(value, msgspec.Struct):
            found[route[1]] = value
    return found


def pages_part() -> str:
    """The addresses of the pages."""
    rows = ["| address | shows |", "|---|---|"]
    rows += [f"| `{address}` | {cell(shows)} |" for address, shows in pages.ADDRESSES]
    return "\n".join(rows)


# Texts and numbers


def texts_part(texts: Mapping[str, Mapping[str, str]]) -> str:
    """Codes with their texts."""
    rows = ["| code | English | Russian |", "|---|---|---|"]
    rows += [f"| `{code}` | {cell(text['en'])} | {cell(text['ru'])} |" for code, text in texts.items()]
    return "\n".join(rows)


def limits_part() -> str:
    """The numbers that a client meets."""
    rows = ["| what | at most |", "|---|---|", *(f"| {what} | {value} |" for what, value in LIMITS)]
    return "\n".join(rows)


LIMITS: Final[tuple[tuple[str, object], ...]] = (
    ("a message of a client, bytes", messages.LARGEST_MESSAGE),
    ("the body of a request, bytes", asking.LARGEST_BODY),
    ("the body of `POST /api/check`, `POST /api/steps` and `POST /api/analysis`, bytes", asking.LARGEST_RECORD),
    ("settings of a person, bytes", people.MOST_SETTINGS),
    ("a name, characters", names.LONGEST_NAME),
    ("a line of talk, characters", names.LONGEST_LINE),
    ("a move, characters", names.LONGEST_MOVE),
    ("the `id` of a command, characters", commands.LONGEST_ID),
    ("commands whose `id` a table remembers", state.MOST_ACKS),
    ("events of a table's log, before it takes only what ends its match", state.MOST_EVENTS),
    ("lines of talk that are kept", state.MOST_LINES),
    (f"lines or phrases of one person in {state.WHILE_MS // 1000} seconds", state.LINES_A_WHILE),
    ("people at a table", presence.MOST_PEOPLE),
    ("requests of one address a second, and at once", f"{app.REQUESTS_A_SECOND:g}, {app.REQUESTS_AT_ONCE:g}"),
    (
        "new tables, names, links, deletions of a person and checks of records of one address a minute, and at once",
        f"{60 * app.NEW_A_SECOND:g}, {app.NEW_AT_ONCE:g}",
    ),
    (
        "portions, overviews and judgements of records (`steps`, `analysis`) of one address a minute, and at once",
        f"{60 * app.RERUNS_A_SECOND:g}, {app.RERUNS_AT_ONCE:g}",
    ),
    ("seconds of a replay for a check, a portion or an overview, one at a time", f"{replayer.LONGEST_SECONDS:g}"),
    ("of these, such as wait, and of one address", f"{replayer.MOST_WAITING}, {replayer.MOST_WAITING_OF_ONE}"),
    (
        "connections that one person opens a minute, and at once",
        f"{60 * app.ARRIVALS_A_SECOND:g}, {app.ARRIVALS_AT_ONCE:g}",
    ),
    ("hints of one person a minute, and at once", f"{60 * hints.HINTS_A_SECOND:g}, {hints.HINTS_AT_ONCE:g}"),
    ("connections of one person to one table", presence.MOST_CONNECTIONS),
    ("seconds until `hello`", f"{socket.HELLO_SECONDS:g}"),
    ("messages that are none, before the connection is closed", socket.MOST_FAULTS),
    ("what a binary frame costs of the messages a second", f"{socket.HAND_COST:g}"),
    ("places in a frame of the hand", frames.MOST_PLACES),
    ("messages on their way to a client, before it counts as slow", listener.MOST_WAITING),
    ("updates kept for who comes again", retelling.KEPT_UPDATES),
    ("seconds they are made after the last of a seat has left", retelling.WARM_MS // 1000),
    ("seconds for the hashes of a deal, and again for its bytes", settling.ASK_MS // 1000),
    ("seconds of a vote", voting.VOTE_MS // 1000),
    ("minutes that a link to another device works", people.LINK_MS // 60_000),
    ("days that a cookie is kept", identity.COOKIE_SECONDS // 86_400),
    ("entries of a list", routes.api.ENTRIES_A_PAGE),
    ("steps of a portion of a record", rerunning.STEPS_A_PORTION),
    ("seconds that a deal is judged at most", analysing.LONGEST_SECONDS),
    ("entries of a page of an export", exporting.ENTRIES_A_PAGE),
    ("seconds to wait where there are too many connections", connections.WAIT_SECONDS),
    ("days that a waiting table is left open without anybody", upkeep.UNTOUCHED_DAYS["waiting"]),
)
PARTS: Final[dict[str, Callable[[], str]]] = {
    "from-client": lambda: messages_part(messages.FromClient, "needed"),
    "from-server": from_server,
    "commands": commands_part,
    "settings": settings_part,
    "shown": shown_part,
    "views": lambda: plain(views.__doc__),
    "frames": lambda: plain(frames.__doc__),
    "routes": routes_part,
    "pages": pages_part,
    "server-texts": lambda: texts_part(faults.texts().texts),
    "table-texts": lambda: texts_part(refusals.texts().texts),
    "phrases": lambda: texts_part(refusals.phrases().texts),
    "limits": limits_part,
}


def missing(page: str) -> Iterable[str]:
    """The parts that a page does not have."""
    return set(PARTS) - {found[2] for found in _PART.finditer(page)}


def main() -> None:
    """Write the page."""
    PAGE.write_text(rendered(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
