"""Everything that can happen at a table, as frozen values; the list of them is the table's log and its truth.

The log holds secrets (packs, the servers' secrets, hidden moves) and never goes to a client. ``at`` is the time in
milliseconds, never before that of the event before. ``cause`` stands on the first event of a command that came with
an id of its client: ``(who, id)``.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from kozyr.table.settings import Settings

VERSION: Final = 1
"""The version of the log's format, in ``Created``."""


class EventError(ValueError):
    """Bytes that are no event of this version; the text says why."""


class Cause(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The command that an event comes from: whose, and the id his client gave it."""

    who: str
    id: str


class _Base(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True, forbid_unknown_fields=True
):
    at: int
    cause: Cause | None = None


# The table and its people.


class Created(_Base, frozen=True, tag="created"):
    """The table was made. ``recalled`` are the deals of a record that are dealt again (duplicate)."""

    version: int
    table: str
    game: str
    players: int
    options: dict[str, Any]
    settings: Settings
    host: str
    name: str
    recalled: list[dict[str, Any]] = []


class Arrived(_Base, frozen=True, tag="arrived"):
    """A person has one connection more, through a server process; from now on he has this name."""

    who: str
    name: str
    process: str


class Departed(_Base, frozen=True, tag="departed"):
    """A person has one connection less."""

    who: str
    process: str


class ProcessLost(_Base, frozen=True, tag="process_lost"):
    """Every connection through a server process is gone."""

    process: str


class HostChanged(_Base, frozen=True, tag="host_changed"):
    """The table has another host, or none."""

    who: str | None


class Muted(_Base, frozen=True, tag="muted"):
    """The host has muted a person or let him speak again."""

    who: str
    muted: bool


class Removed(_Base, frozen=True, tag="removed"):
    """The host has removed a person; he may not come back to this table."""

    who: str


class Spoke(_Base, frozen=True, tag="spoke"):
    """Somebody wrote a line."""

    who: str
    text: str


class PhraseSaid(_Base, frozen=True, tag="phrase_said"):
    """Somebody said a quick phrase."""

    who: str
    phrase: str


# Seats and what is agreed.


class Sat(_Base, frozen=True, tag="sat"):
    """A person has taken a seat; in a running match with its cards."""

    who: str
    seat: int


class StoodUp(_Base, frozen=True, tag="stood_up"):
    """A person has left his seat before the start; it is open."""

    who: str
    seat: int


class Left(_Base, frozen=True, tag="left"):
    """A person has left his seat for good; a bot plays it. ``why``: ``left`` | ``voted`` | ``removed``."""

    who: str
    seat: int
    bot: str
    why: str


class BotSet(_Base, frozen=True, tag="bot_set"):
    """A bot plays a seat, or (None) the seat is open."""

    seat: int
    bot: str | None


class OptionsSet(_Base, frozen=True, tag="options_set"):
    """The game's options and the number of players were changed."""

    players: int
    options: dict[str, Any]


class SettingsSet(_Base, frozen=True, tag="settings_set"):
    """The table's settings were changed."""

    settings: Settings


class PaceSet(_Base, frozen=True, tag="pace_set"):
    """The pace of the bots was changed."""

    pace: str


class Readied(_Base, frozen=True, tag="readied"):
    """A person is ready for the first deal, or no longer."""

    who: str
    ready: bool


class Again(_Base, frozen=True, tag="again"):
    """A person wants a rematch, or no longer."""

    who: str
    wanted: bool


# The match.


class Started(_Base, frozen=True, tag="started"):
    """A match has begun, by this version of the rules; ``number`` counts the table's matches from 1."""

    number: int
    rules_version: int


class Pledged(_Base, frozen=True, tag="pledged"):
    """The secret of the coming deal, in hex. ``deal`` counts the match's deals from 1; ``asks`` are the seats whose
    people may add bytes of their own until ``until``."""

    deal: int
    secret: str
    asks: list[int]
    until: int


class Hashed(_Base, frozen=True, tag="hashed"):
    """A person has committed to bytes of his own: their SHA-256 in hex."""

    seat: int
    hash: str


class RevealsAsked(_Base, frozen=True, tag="reveals_asked"):
    """No more hashes are taken; who sent one is to reveal until ``until``."""

    until: int


class Revealed(_Base, frozen=True, tag="revealed"):
    """A person has revealed the bytes he had committed to, in hex."""

    seat: int
    value: str


class PledgeClosed(_Base, frozen=True, tag="pledge_closed"):
    """The deal may be drawn. ``withheld`` are the seats that sent a hash and did not reveal in time."""

    withheld: list[int] = []


class Look(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What shows of a physical heap (a mask of places), and the poses ``[x, y, angle]`` of its 31 cards."""

    shows: int
    poses: list[list[float]] | None = None


class Drawn(_Base, frozen=True, tag="drawn"):
    """A chance step has its outcome, as ``Chance.write`` writes it.

    ``source``: ``pledge`` (the committed stream), ``record`` (a duplicate), ``physics`` (bodies). ``look`` is what
    shows of a physical heap after it.
    """

    outcome: Any
    source: str
    look: Look | None = None


class Grabbed(_Base, frozen=True, tag="grabbed"):
    """A person has laid hand on the physical heap: the game's own clock of a pull runs until ``until``."""

    seat: int
    until: int


class Moved(_Base, frozen=True, tag="moved"):
    """A seat has moved. ``by``: ``person`` | ``bot`` | ``stand_in`` | ``clock`` (given by the rules); ``made_by`` is
    the name of a bot, empty for a person."""

    seat: int
    move: str
    by: str
    made_by: str = ""


class TimedOut(_Base, frozen=True, tag="timed_out"):
    """A person is out of time: the stand-in moves for him until he returns."""

    seat: int


class Returned(_Base, frozen=True, tag="returned"):
    """A person plays his seat himself again."""

    seat: int


class VoteOpened(_Base, frozen=True, tag="vote_opened"):
    """A seat's person proposes something: ``what`` is ``take_back | pause | resume | stop | remove``; ``target`` is
    the seat to be removed; ``voters`` are the seats asked, the proposer's among them."""

    what: str
    seat: int
    voters: list[int]
    until: int
    target: int | None = None


class Voted(_Base, frozen=True, tag="voted"):
    """A person has voted."""

    seat: int
    agrees: bool


class VoteClosed(_Base, frozen=True, tag="vote_closed"):
    """The vote is over: ``outcome`` is ``passed | failed | expired | withdrawn``."""

    outcome: str


class TakenBack(_Base, frozen=True, tag="taken_back"):
    """The last move, which this seat had made, is undone."""

    seat: int


class Paused(_Base, frozen=True, tag="paused"):
    """Clocks and bots stand, until ``until`` at the latest."""

    until: int


class Resumed(_Base, frozen=True, tag="resumed"):
    """The table goes on. ``why``: ``voted`` | ``time``."""

    why: str


class Stopped(_Base, frozen=True, tag="stopped"):
    """The match was stopped by its players; it has no result."""


Event: TypeAlias = (
    Created
    | Arrived
    | Departed
    | ProcessLost
    | HostChanged
    | Muted
    | Removed
    | Spoke
    | PhraseSaid
    | Sat
    | StoodUp
    | Left
    | BotSet
    | OptionsSet
    | SettingsSet
    | PaceSet
    | Readied
    | Again
    | Started
    | Pledged
    | Hashed
    | RevealsAsked
    | Revealed
    | PledgeClosed
    | Drawn
    | Grabbed
    | Moved
    | TimedOut
    | Returned
    | VoteOpened
    | Voted
    | VoteClosed
    | TakenBack
    | Paused
    | Resumed
    | Stopped
)

_DECODER: Final = msgspec.json.Decoder(Event)
_ENCODER: Final = msgspec.json.Encoder()


def write_event(event: Event) -> bytes:
    """An event as JSON, one object without a line's end."""
    return _ENCODER.encode(event)


def read_event(data: bytes | str) -> Event:
    """The event that JSON holds. Raises EventError, also for fields and kinds that this version does not know."""
    try:
        event: Event = _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise EventError(f"no event of a table: {error}") from None
    if isinstance(event, Created) and event.version != VERSION:
        raise EventError(f"the log is of version {event.version}, this program reads {VERSION}")
    return event
