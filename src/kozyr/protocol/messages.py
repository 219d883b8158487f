"""Every message between a client and a server, both ways, as frozen values.

Over the socket of a table all messages are JSON objects in text frames, but for a physical pull, whose hand and poses
go in binary frames (``frames``). The client speaks first, with ``Hello``. ``Ask`` carries any command of the table.
An ``Ask`` is answered by ``Done`` once what it changed is stored, or by ``Failed``; nothing has changed then. HTTP
answers that are no success have the body of a ``Failed`` too: one shape of errors everywhere.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from kozyr.table import Command
from kozyr.table.commands import LONGEST_ID

LARGEST_MESSAGE: Final = 16 * 1024
"""Bytes; a client that sends more is disconnected."""


class _Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    pass


class _FromClient(_Message, frozen=True, forbid_unknown_fields=True):
    pass


# From the client.


class Hello(_FromClient, frozen=True, tag="hello"):
    """The first message of a client. It is answered by ``Welcome`` and then ``Whole``.

    ``since`` is the number of the last update that it has, where it comes again: then what it has missed is sent, or
    where the server has that no longer, ``Whole``.
    """

    protocol: int
    since: int = 0


class Ask(_FromClient, frozen=True, tag="ask"):
    """Do something at the table. ``do.id`` is the client's own name of it: the same name again does nothing twice."""

    do: Command


class BeginPull(_FromClient, frozen=True, tag="begin_pull"):
    """Take hold of a card of the physical heap, at a place in mm; the hand follows in binary frames."""

    id: str
    card: int
    x: float
    y: float


class LetGo(_FromClient, frozen=True, tag="let_go"):
    """Let go of the card."""

    id: str


class WantHint(_FromClient, frozen=True, tag="want_hint"):
    """What would be the best move? For whoever is to move, where the table's ``hints`` allow it.

    Answered by ``Hinted`` or by ``Failed`` with the same ``id``. It changes nothing at the table, and nobody is told.
    """

    id: str


class Ping(_FromClient, frozen=True, tag="ping"):
    """Is anybody there? Answered by ``Pong``."""

    at: int = 0


FromClient: TypeAlias = Hello | Ask | BeginPull | LetGo | WantHint | Ping


# From the server.


class Welcome(_Message, frozen=True, tag="welcome"):
    """The server's first message. ``now`` is its clock in ms: all deadlines are by it."""

    protocol: int
    server: str
    table: str
    now: int


class StoryLine(msgspec.Struct, frozen=True, array_like=True):
    """What happened, as the reader may know it: match and deal it happened in, from 1 on, its place in the deal's
    story, from 0 on, and the sentence (``views.write_said``)."""

    match: int
    deal: int
    place: int
    said: dict[str, Any]


class Whole(_Message, frozen=True, tag="whole"):
    """All that the reader may know: the table, the match (None before the first), the story of the deal so far.

    ``seq`` is the number of the last event of the table; ``table`` is ``kozyr.table.Shown`` without its lines.
    """

    seq: int
    table: dict[str, Any]
    view: dict[str, Any] | None
    story: list[StoryLine]
    lines: list[dict[str, Any]]


class Update(_Message, frozen=True, tag="update"):
    """What has changed since the event ``after`` (``deltas``), and what is new in story and talk.

    A line of the story takes the place of the one that stood there and of all behind it; ``at.told`` of the view
    says which deal they tell of, ``at.story`` how many there are.
    """

    after: int
    seq: int
    table: dict[str, Any] = {}
    view: dict[str, Any] = {}
    story: list[StoryLine] = []
    lines: list[dict[str, Any]] = []


class Done(_Message, frozen=True, tag="done"):
    """What was asked is done and stored; ``seq`` is the event that came of it."""

    id: str
    seq: int


class Failed(_Message, frozen=True, tag="failed"):
    """What was asked is not done. ``code`` is for programs, ``texts`` say it by language; ``id`` names the ask.

    ``why``: the rule of the game that forbids a move, as a sentence; it is in ``texts`` too.
    """

    code: str
    texts: dict[str, str]
    id: str = ""
    values: dict[str, Any] = {}
    why: dict[str, Any] | None = None


class Weighed(msgspec.Struct, frozen=True):
    """A move that a bot has considered: its value, more being better, and why (``views.write_said``), or null."""

    move: str
    value: float
    why: dict[str, Any] | None = None


class Hinted(_Message, frozen=True, tag="hinted"):
    """What a bot would do that sees what the reader sees, after turn ``turn``, and what it has considered, best first.

    ``value_term`` is the term of the game in which values are, or empty where they have no measure.
    """

    id: str
    turn: int
    move: str
    bot: str
    value_term: str
    moves: list[Weighed]


class Pong(_Message, frozen=True, tag="pong"):
    """The answer to ``Ping``, with its ``at``; ``now`` is the server's clock in ms."""

    at: int
    now: int


class Pulling(_Message, frozen=True, tag="pulling"):
    """Somebody has taken hold of a card of the physical heap; poses follow in binary frames."""

    seat: int
    card: int


class Rested(_Message, frozen=True, tag="rested"):
    """The card that was held lies still, and the hut stands; it is not free, so the turn goes on.

    Whoever pulls may take it again, or another. ``broken``: the simulation broke down, and all lies as before.
    """

    seat: int
    card: int
    broken: bool = False


class Bye(_Message, frozen=True, tag="bye"):
    """The server closes the connection: ``restart`` (come again soon), ``removed``, ``no_spectators``,
    ``slow``, ``elsewhere``, ``deleted``."""

    code: str


FromServer: TypeAlias = Welcome | Whole | Update | Done | Failed | Hinted | Pong | Pulling | Rested | Bye


class MessageError(ValueError):
    """A message that is none; the text says why. ``id`` is what the client calls it, where that can be told."""

    def __init__(self, text: str, id: str = "") -> None:  # noqa: A002 - as in every message
        super().__init__(text)
        self.id = id


class _Named(msgspec.Struct):
    id: str = ""


class _Outline(_Named):
    do: _Named | None = None


_FROM_CLIENT: Final = msgspec.json.Decoder(FromClient)
_OUTLINE: Final = msgspec.json.Decoder(_Outline)
_FROM_SERVER: Final = msgspec.json.Decoder(FromServer)
_ENCODER: Final = msgspec.json.Encoder()
_BEGINNING: Final = b'{"type":'


def write(message: FromClient | FromServer) -> bytes:
    """A message as JSON."""
    return _ENCODER.encode(message)


def is_message(data: bytes) -> bool:
    """Whether this is what ``write`` has given, and no binary frame: that begins with a number no match lasts to."""
    return data.startswith(_BEGINNING)


def read_from_client(data: bytes | str) -> FromClient:
    """A client's message. Raises MessageError."""
    message: FromClient = _read(_FROM_CLIENT, data)
    return message


def read_from_server(data: bytes | str) -> FromServer:
    """A server's message. Raises MessageError."""
    message: FromServer = _read(_FROM_SERVER, data)
    return message


def _read(decoder: Any, data: bytes | str) -> Any:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MessageError(f"no message of the protocol: {error}", _id_in(data)) from None


def _id_in(data: bytes | str) -> str:
    """What a message that is none calls itself, or its command; empty where it does not."""
    try:
        outline = _OUTLINE.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
    found = outline.id or (outline.do.id if outline.do else "")
    return found if len(found) <= LONGEST_ID else ""
