"""What one audience may know of a table beside the view of its match; the one exit of everything else."""

from __future__ import annotations

from typing import Any

import msgspec

from kozyr.table.settings import Settings


class ShownSeat(msgspec.Struct, frozen=True):
    """A seat. ``person`` is the number of its owner, ``bot`` the bot that plays it where nobody owns it.

    ``stood_in`` names the bot that moves for an absent owner, else None. Of a clock: ``deadline`` (ms) where its time
    runs, ``move_ms`` what he has for a move (shortened after time-outs by ``shortened`` halvings), ``bank_ms`` what is
    left beside it.
    """

    seat: int
    person: int | None
    name: str
    bot: str | None
    present: bool
    stood_in: str | None
    ready: bool
    wants_again: bool
    deadline: int | None
    move_ms: int | None
    bank_ms: int
    shortened: int


class ShownPerson(msgspec.Struct, frozen=True):
    """A person who is here or owns a seat; ``number`` is how commands name him.

    ``held`` is the seat he has had in this match: he may take no other in it.
    """

    number: int
    name: str
    seat: int | None
    present: bool
    muted: bool
    host: bool
    held: int | None = None


class ShownVote(msgspec.Struct, frozen=True):
    """The running vote. ``voters`` and ``agreed`` are seats."""

    what: str
    seat: int
    target: int | None
    voters: tuple[int, ...]
    agreed: tuple[int, ...]
    needed: int
    until: int


class ShownPledge(msgspec.Struct, frozen=True):
    """How far the coming or running deal is committed to. ``stage``: ``hashes`` | ``reveals`` | ``closed``."""

    deal: int
    commitment: str
    stage: str
    asks: tuple[int, ...]
    hashes: dict[int, str]
    revealed: dict[int, str]
    until: int | None


class ShownLine(msgspec.Struct, frozen=True):
    """A line of the talk. ``kind``: ``said`` (``text``), ``phrase`` (``id``), ``notice`` (``id`` and ``args``).

    ``number`` counts all lines of the table; names stand as they were when it was said.
    """

    number: int
    at: int
    kind: str
    name: str = ""
    person: int | None = None
    seat: int | None = None
    text: str = ""
    id: str = ""
    args: dict[str, Any] = {}


class ShownMatch(msgspec.Struct, frozen=True):
    """A match that is over, or was stopped (``result`` None)."""

    number: int
    result: dict[str, Any] | None
    winners: tuple[int, ...]
    names: tuple[str, ...]


class Shown(msgspec.Struct, frozen=True):
    """The table for one audience: a seat, or a spectator (``seat`` None).

    ``phase``: ``waiting`` (before the first deal) | ``playing`` | ``over``. ``turn`` numbers the present turn (give it
    back with a move). ``to_move`` is the seat waited for. ``pull_until``: when the game's own clock of a pull runs out.
    ``may_hint``: the reader may be shown the best moves of his turns.
    ``proofs`` are those of the last finished deals of this match, by deal number; ``Table.proof`` has all.
    """

    table: str
    seat: int | None
    me: int | None
    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    settings: Settings
    phase: str
    match_number: int
    deal_number: int
    duplicate_deals: int
    turn: int
    to_move: int | None
    paused_until: int | None
    pull_until: int | None
    seats: tuple[ShownSeat, ...]
    people: tuple[ShownPerson, ...]
    host: int | None
    vote: ShownVote | None
    can_take_back: bool
    may_propose: tuple[str, ...]
    may_hint: bool
    pledge: ShownPledge | None
    proofs: dict[int, dict[str, Any]]
    matches: tuple[ShownMatch, ...]
    lines: tuple[ShownLine, ...]
