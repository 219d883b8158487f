"""What a person may ask of a table. ``id`` is optional, his client's own: the same id again does nothing twice."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from kozyr.table.settings import Settings

LONGEST_ID: Final = 64


class CommandError(ValueError):
    """Bytes that are no command; the text says why."""


class _Base(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    id: str = ""


class Sit(_Base, frozen=True, tag="sit"):
    """Take a seat that nobody owns, a bot's too; in a running match with its cards."""

    seat: int


class StandUp(_Base, frozen=True, tag="stand_up"):
    """Leave the seat, before the start only."""


class Leave(_Base, frozen=True, tag="leave"):
    """Leave the table for good: in a match a bot takes the seat."""


class Back(_Base, frozen=True, tag="back"):
    """Play the seat oneself again, where the stand-in does."""


class SetBot(_Base, frozen=True, tag="set_bot"):
    """Let a bot play a seat nobody owns, or (None) open it; the host, before the start."""

    seat: int
    bot: str | None = None


class SetOptions(_Base, frozen=True, tag="set_options"):
    """Choose the game's options (what is not named has its default) and the number of players; the host."""

    options: dict[str, Any]
    players: int


class SetSettings(_Base, frozen=True, tag="set_settings"):
    """Choose clock, pace, spectators, chat, stand-in; the host, before the start."""

    settings: Settings


class SetPace(_Base, frozen=True, tag="set_pace"):
    """Choose the pace of the bots, at any time; the host, or a person who is the only one at the seats."""

    pace: str


class Ready(_Base, frozen=True, tag="ready"):
    """Be ready for the first deal, or no longer. A host with no person at the seats starts the bots by it."""

    ready: bool = True


class Again(_Base, frozen=True, tag="again"):
    """Want a rematch when the match is over or stopped, or no longer."""

    wanted: bool = True


class Move(_Base, frozen=True, tag="move"):
    """Make a move, in the game's notation. With ``turn`` (as shown) it is refused where that turn is past."""

    move: str
    turn: int | None = None


class Grab(_Base, frozen=True, tag="grab"):
    """Lay hand on the physical heap: the game's own clock of a pull starts."""


class Contribute(_Base, frozen=True, tag="contribute"):
    """Commit to 16 random bytes for the coming deal: their SHA-256, 64 hex digits."""

    hash: str


class Reveal(_Base, frozen=True, tag="reveal"):
    """Reveal the 16 bytes, 32 hex digits."""

    value: str


class Propose(_Base, frozen=True, tag="propose"):
    """Propose ``take_back | pause | resume | stop | remove`` (of the absent person at ``seat``)."""

    what: str
    seat: int | None = None


class Vote(_Base, frozen=True, tag="vote"):
    """Agree with what is proposed, or not."""

    agrees: bool


class Withdraw(_Base, frozen=True, tag="withdraw"):
    """Withdraw one's own proposal."""


class Say(_Base, frozen=True, tag="say"):
    """Write a line to everybody."""

    text: str


class Phrase(_Base, frozen=True, tag="phrase"):
    """Say a quick phrase, by its id."""

    phrase: str


class Mute(_Base, frozen=True, tag="mute"):
    """Mute a person, by the number the table shows, or let him speak again; the host."""

    person: int
    muted: bool = True


class Remove(_Base, frozen=True, tag="remove"):
    """Remove a person, by the number the table shows; the host. In a match a bot takes his seat."""

    person: int


Command: TypeAlias = (
    Sit
    | StandUp
    | Leave
    | Back
    | SetBot
    | SetOptions
    | SetSettings
    | SetPace
    | Ready
    | Again
    | Move
    | Grab
    | Contribute
    | Reveal
    | Propose
    | Vote
    | Withdraw
    | Say
    | Phrase
    | Mute
    | Remove
)

_DECODER: Final = msgspec.json.Decoder(Command)


def read_command(data: bytes | str) -> Command:
    """The command that JSON holds. Raises CommandError."""
    try:
        command: Command = _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise CommandError(f"no command of a table: {error}") from None
    return command
