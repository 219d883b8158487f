"""The state of a table: what its events have made of it. Changed by ``applying`` only."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from kozyr.cards import Card
from kozyr.fairness import Pledge
from kozyr.games import get_game
from kozyr.kernel.game import Game, Match
from kozyr.kernel.options import Options
from kozyr.kernel.view import View
from kozyr.records import SeatEntry
from kozyr.table.events import Cause, Created
from kozyr.table.settings import Settings
from kozyr.table.shown import Shown, ShownLine, ShownMatch

WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"
MOST_LINES: Final = 200
MOST_ACKS: Final = 1024
MOST_MATCHES: Final = 50
MOST_BANNED: Final = 200
MOST_EVENTS: Final = 100_000
"""From so long a log on a table takes only what brings its match to an end (L-22)."""
LINES_A_WHILE: Final = 5
WHILE_MS: Final = 10_000


@dataclass
class Person:
    """Somebody who is here or owns a seat; ``connections`` counts by server process.

    ``gone_at`` is since when he is not here, where he is not.
    """

    number: int
    name: str
    connections: dict[str, int] = field(default_factory=dict)
    gone_at: int | None = None

    @property
    def present(self) -> bool:
        """Whether he is connected."""
        return bool(self.connections)


@dataclass
class Seat:
    """A seat: its owner or the bot that plays it (neither: it is open), and what his clock has seen."""

    owner: str | None = None
    bot: str | None = None
    ready: bool = False
    wants_again: bool = False
    stood_in: bool = False
    bank_used: int = 0
    timeouts: int = 0
    """Time-outs that are not made good by timely moves (L-5)."""
    timely: int = 0
    """Timely moves since the last change of that."""
    names: list[str] = field(default_factory=list)
    """The persons who have played it in this match, in order."""


@dataclass
class Turn:
    """The present step of the match. ``used`` was thought before ``since``; since ``held_at`` the table stands."""

    number: int = 0
    since: int = 0
    used: int = 0
    held_at: int | None = None
    grabbed_until: int | None = None
    after_trick: bool = False
    """Whether the last move finished a trick."""


@dataclass
class DealPledge:
    """The pledge of a deal and how far its contributions are; ``asks`` are the seats that may contribute."""

    pledge: Pledge
    asks: tuple[int, ...]
    until: int | None
    stage: str = "hashes"
    draws: int = 0
    """Chance steps of the deal so far."""
    recalled: bool = False
    """Whether a record is dealt again in it; then there is no proof."""


@dataclass
class VoteState:
    """The running vote."""

    what: str
    seat: int
    voters: tuple[int, ...]
    until: int
    target: int | None
    agreed: set[int]
    refused: set[int] = field(default_factory=set)

    def forget(self, seat: int) -> None:
        """Whoever had this seat has no vote any more."""
        self.voters = tuple(voter for voter in self.voters if voter != seat)
        self.agreed.discard(seat)
        self.refused.discard(seat)


@dataclass
class LastMove:
    """The last move, as long as nothing has come after it: who made it and the match before it."""

    seat: int
    move: str
    before: Match
    views: dict[int | None, View]
    """Views of ``before`` that were asked for at the time."""
    turn: int

    def view(self, reader: int | None) -> View:
        """What a reader saw before the move."""
        if reader not in self.views:
            self.views[reader] = self.before.view(reader)
        return self.views[reader]


@dataclass
class State:
    """All there is to know of a table."""

    table: str
    game: Game
    players: int
    options: Options
    settings: Settings
    host: str | None
    """Who decides on options, bots and guests; None where nobody is here who could."""
    recalled_deals: list[dict[str, Any]]
    at: int
    seq: int = 0
    seats: list[Seat] = field(default_factory=list)
    people: dict[str, Person] = field(default_factory=dict)
    people_seen: int = 0
    host_gone_at: int | None = None
    """Since when the host is not here."""
    bots_ready: bool = False
    """Whether the host has started a table of bots alone."""
    muted: dict[str, None] = field(default_factory=dict)
    banned: dict[str, None] = field(default_factory=dict)
    phase: str = WAITING
    number: int = 0
    """Of the match."""
    match: Match | None = None
    rules_version: int = 0
    entries: tuple[SeatEntry, ...] = ()
    """Who played the match that is over, as its record says."""
    held: dict[str, set[int]] = field(default_factory=dict)
    """The seats an identity has had in this match."""
    turn: Turn = field(default_factory=Turn)
    trick: dict[str, tuple[Card | None, ...]] = field(default_factory=dict)
    """The tricks on the table, to see when one is finished."""
    pledge: DealPledge | None = None
    shuffles_recalled: int = 0
    """Of the running deal of a duplicate."""
    deals_done: int = 0
    pledges: dict[int, DealPledge] = field(default_factory=dict)
    """Of this match's finished deals, by deal from 1."""
    vote: VoteState | None = None
    failed_votes: dict[tuple[int, str], int] = field(default_factory=dict)
    """When a seat's proposal was last refused."""
    paused_until: int | None = None
    last_move: LastMove | None = None
    lines: deque[ShownLine] = field(default_factory=lambda: deque(maxlen=MOST_LINES))
    lines_said: int = 0
    spoke: dict[str, deque[int]] = field(default_factory=dict)
    """When identities said their last lines; coming again makes nobody forget."""
    matches: deque[ShownMatch] = field(default_factory=lambda: deque(maxlen=MOST_MATCHES))
    acks: dict[tuple[str, str], int] = field(default_factory=dict)
    views: dict[int | None, View] = field(default_factory=dict)
    """Views of this turn that were asked for; kept, no part of the state."""
    take_back: tuple[int, bool] | None = None
    """A finding kept, no part of the state: at a turn, whether its last move can be taken back."""
    shown: tuple[int, Match | None, Shown] | None = None
    """What everybody is shown after an event (its number) of a match; kept, no part of the state."""

    @classmethod
    def of(cls, created: Created) -> State:
        """The state after a table's first event."""
        game = get_game(created.game)
        state = cls(
            table=created.table,
            game=game,
            players=created.players,
            options=game.options.from_mapping(created.options),
            settings=created.settings,
            host=created.host,
            recalled_deals=created.recalled,
            at=created.at,
            seq=1,
            seats=[Seat() for _ in range(created.players)],
        )
        state.know(created.host, created.name).gone_at = created.at
        return state

    @property
    def match_id(self) -> str:
        """What names the present match in its draws and proofs."""
        return f"{self.table}/{self.number}"

    @property
    def awaited(self) -> int | None:
        """The seat to move in a running match, else None."""
        if self.phase != PLAYING or self.match is None:
            return None
        awaits = self.match.awaits
        return awaits if isinstance(awaits, int) else None

    def view(self, reader: int | None) -> View:
        """What a seat or a spectator (None) sees of the match; made once a turn."""
        if reader not in self.views:
            assert self.match is not None
            self.views[reader] = self.match.view(reader)
        return self.views[reader]

    def know(self, who: str, name: str) -> Person:
        """The person of an identity, from now on under this name."""
        person = self.people.get(who)
        if person is None:
            self.people_seen += 1
            person = self.people[who] = Person(self.people_seen, name)
        person.name = name
        return person

    def seat_of(self, who: str | None) -> int | None:
        """The seat that an identity owns."""
        for number, seat in enumerate(self.seats):
            if who is not None and seat.owner == who:
                return number
        return None

    def owners(self) -> Iterator[tuple[int, str]]:
        """The seats that persons own, and whose they are."""
        for number, seat in enumerate(self.seats):
            if seat.owner is not None:
                yield number, seat.owner

    def is_present(self, seat: int) -> bool:
        """Whether the seat's owner is connected."""
        owner = self.seats[seat].owner
        return owner is not None and owner in self.people and self.people[owner].present

    def gone_since(self, seat: int) -> int | None:
        """Since when the seat's owner is not connected; None where he is, or nobody owns it."""
        owner = self.seats[seat].owner
        return None if owner is None or self.is_present(seat) else self.people[owner].gone_at

    def player_of(self, seat: int) -> str | None:
        """The bot that moves for a seat now; None where a person does."""
        its = self.seats[seat]
        if its.owner is None:
            return its.bot
        return self.settings.stand_in if its.stood_in else None

    def name_of(self, seat: int) -> str:
        """The name of who owns a seat, or of its bot."""
        its = self.seats[seat]
        if its.owner is None:
            return its.bot or ""
        return self.people[its.owner].name

    def acknowledge(self, cause: Cause) -> None:
        """Keep that a command is carried out; the oldest are forgotten."""
        self.acks[cause.who, cause.id] = self.seq
        if len(self.acks) > MOST_ACKS:
            del self.acks[next(iter(self.acks))]
