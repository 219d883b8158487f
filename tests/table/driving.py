"""A driver for tests: it gives a table all it needs, and follows its log with a second table that must stay equal."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from kozyr.bots import make_bot
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import Match
from kozyr.kernel.streams import Stream
from kozyr.table import Clock, Event, Look, Refused, Settings, Table, read_event, write_event
from kozyr.table import commands as cmd
from kozyr.table.applying import apply

PROCESS = "p1"
SHORT: dict[str, dict[str, Any]] = {
    "kozel": {},
    "thirty_one": {"deals": 2, "max_turns": 6},
    "shalashik": {"deals": 2, "max_turns": 8},
}
"""Options of short matches."""


class Driven:
    """A table, its time, its whole log, and a table that follows the log event by event."""

    def __init__(self, table: Table, events: tuple[Event, ...], now: int = 0, *, follow: bool = True) -> None:
        self.table = table
        self.now = now
        self.log: list[Event] = []
        self.follower = Table.replay(events[:1])
        self.follows = follow
        self.secrets = 0
        self.took(events, first=1)

    def took(self, events: tuple[Event, ...], first: int = 0) -> tuple[Event, ...]:
        """Store events as a server does, and follow them."""
        for event in events:
            again = read_event(write_event(event))
            assert again == event
            self.log.append(again)
        if self.follows:
            for event in events[first:]:
                apply(self.follower.state, read_event(write_event(event)))
            assert self.table.seq == len(self.log)
            assert self.follower.fingerprint() == self.table.fingerprint()
        return events

    def do(self, who: str, command: cmd.Command) -> tuple[Event, ...]:
        """A command that must be carried out."""
        return self.took(self.table.handle(who, command, self.now))

    def refused(self, who: str, command: cmd.Command) -> str:
        """The code of the refusal of a command, which must change nothing."""
        before = self.table.fingerprint()
        with pytest.raises(Refused) as refused:
            self.table.handle(who, command, self.now)
        assert self.table.fingerprint() == before
        assert all(refused.value.text(language, ["a"] * 7) for language in ("ru", "en"))
        return refused.value.code

    def arrive(self, *people: str, process: str = PROCESS) -> None:
        """People connect; their names are their identities with a capital."""
        for who in people:
            self.took(self.table.arrived(who, who.title(), process, self.now))

    def depart(self, who: str, process: str = PROCESS) -> tuple[Event, ...]:
        """One connection less."""
        return self.took(self.table.departed(who, process, self.now))

    def tick(self, later: int = 0) -> tuple[Event, ...]:
        """Time passes."""
        self.now += later
        return self.took(self.table.tick(self.now))

    def give_secret(self) -> tuple[Event, ...]:
        """The secret a deal needs."""
        self.secrets += 1
        return self.took(self.table.give_secret(hashlib.sha256(str(self.secrets).encode()).digest(), self.now))

    def bot_moves(self) -> tuple[Event, ...]:
        """The bot that is needed answers at its time."""
        need = self.table.needs().bot
        assert need is not None
        self.now = max(self.now, need.not_before)
        move = make_bot(self.match.game.id, need.bot).choose(self.match.view(need.seat), Stream(need.seed)).move
        return self.took(self.table.bot_moved(need.seat, need.turn, str(move), need.bot, self.now))

    def judge(self, *, down: bool | None = None) -> tuple[Event, ...]:
        """The bodies that are needed answer, with faked outcomes."""
        need = self.table.needs().physics
        assert need is not None
        outcome, look = self.faked(self.match, need.seed, down=down)
        return self.took(self.table.resolve_physics(need.turn, outcome, look, self.now))

    @staticmethod
    def faked(match: Match, seed: str, *, down: bool | None = None) -> tuple[Any, Look | None]:
        """An outcome of a chance step of bodies, and what shows after it."""
        chance = match.awaits
        assert isinstance(chance, Chance)
        stream = Stream(seed)
        outcome = chance.write(chance.sample(stream))
        if isinstance(outcome, bool):
            path = {"ticks": 60, "xy": [[0.0, 1.0], [1.5, 2.0]]}
            outcome = {"down": stream.below(8) == 0 if down is None else down, "path": path}
        trial = match.copy()
        trial.resolve(chance.read(outcome))
        if trial.hand_seconds is None:
            return outcome, None
        shows = sum(1 << int(str(move).split()[1]) for move in trial.legal() if str(move) != "pull hut")
        return outcome, Look(shows)

    def deal(self) -> None:
        """Give all that is needed until a seat is to move or the match is over."""
        while True:
            need = self.table.needs()
            if need.secret is not None:
                self.give_secret()
            elif need.physics is not None:
                self.judge()
            elif self.table.state.pledge is not None and self.table.state.pledge.stage != "closed":
                assert need.wake_at is not None
                self.tick(max(need.wake_at - self.now, 0))
            else:
                return

    def any_move(self, label: str = "") -> str:
        """A legal move of the seat to move."""
        legal = self.match.legal()
        return str(Stream(f"{label} {self.table.state.turn.number}").choice(legal))

    def play_on(self, people: dict[int, str], moves: int = 10_000) -> None:
        """Play until the match is over or so many moves are made; persons move at once, at random."""
        for _ in range(moves):
            self.deal()
            need = self.table.needs()
            if self.table.state.phase != "playing":
                return
            if need.bot is not None:
                self.bot_moves()
            else:
                self.do(people[need.people[0]], cmd.Move(move=self.any_move()))

    @property
    def match(self) -> Match:
        """The match that was begun."""
        assert self.table.match is not None
        return self.table.match


def new_table(
    game: str = "kozel",
    players: int = 4,
    *,
    follow: bool = True,
    options: dict[str, Any] | None = None,
    **settings: Any,
) -> Driven:
    """A table that Ann has made and come to; its bots do not dawdle unless told to."""
    chosen = {**SHORT[game], **(options or {})}
    wanted = Settings(**{"pace": "none", "stand_in": "random", **settings})
    table, events = Table.create("table", game, players, "ann", "Ann", 0, options=chosen, settings=wanted)
    driven = Driven(table, events, follow=follow)
    driven.arrive("ann")
    return driven


def seated(driven: Driven, *people: str) -> Driven:
    """People at the first seats, Ann the first of them, random bots at the others."""
    driven.arrive(*(who for who in people if who not in driven.table.state.people))
    for seat, who in enumerate(people):
        driven.do(who, cmd.Sit(seat=seat))
    for seat in range(len(people), driven.table.state.players):
        driven.do("ann", cmd.SetBot(seat=seat, bot="random"))
    return driven


def started(*people: str, game: str = "kozel", players: int = 4, **more: Any) -> Driven:
    """A match that has begun and waits for its first move."""
    driven = seated(new_table(game, players, **more), *people)
    for who in people:
        driven.do(who, cmd.Ready())
    driven.deal()
    return driven


def to_person(driven: Driven) -> tuple[int, str]:
    """Let bots move until a person is to: his seat and who he is."""
    for _ in range(2000):
        driven.deal()
        need = driven.table.needs()
        if need.people:
            owner = driven.table.state.seats[need.people[0]].owner
            assert owner is not None
            return need.people[0], owner
        driven.bot_moves()
    raise AssertionError("no person is ever to move")


def clock(kind: str, **numbers: int) -> Clock:
    """A clock."""
    return Clock(kind, **numbers)
