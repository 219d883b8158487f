"""A table under anything that people, networks and bots may do to it, in any order."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kozyr.cards import Card
from kozyr.fairness import Kind, contribution_hash, verify
from kozyr.kernel.chance import Chance
from kozyr.records import check, parse_record, to_line
from kozyr.table import BotNeed, Clock, Refused, Settings, Table
from kozyr.table import commands as cmd
from kozyr.table.voting import PROPOSALS
from tests.table.driving import SHORT, Driven

PEOPLE = ("ann", "bob", "cat", "dan")
people = st.sampled_from(PEOPLE)
processes = st.sampled_from(["p1", "p2"])
seats = st.integers(-1, 5)
times = st.sampled_from([0, 1, 500, 2000, 5000, 15_000, 40_000, 2_000_000, 100_000_000])
clocks = st.sampled_from([Clock(), Clock("move", 10), Clock("bank", 5, 20), Clock("days", days=1)])
HOSTILE: tuple[cmd.Command, ...] = (
    cmd.Move(move="Qc"),
    cmd.Move(move="pull 3"),
    cmd.Move(move="\u202e"),
    cmd.Move(move="x" * 10_000),
    cmd.Move(move="cut 99"),
    cmd.Move(move="Qc", turn=-1),
    cmd.Grab(),
    cmd.Contribute(hash="0"),
    cmd.Contribute(hash="f" * 64),
    cmd.Reveal(value="0" * 32),
    cmd.SetBot(seat=0, bot="nobody"),
    cmd.SetOptions(options={"x": 1}, players=3),
    cmd.SetOptions(options={}, players=10**9),
    cmd.SetSettings(settings=Settings(pace="?")),
    cmd.SetPace(pace="?"),
    cmd.Say(text="\u200b"),
    cmd.Phrase(phrase="?"),
    cmd.Mute(person=99),
    cmd.Remove(person=99),
    cmd.Propose(what="?"),
    cmd.Say(text="x", id="y" * 65),
)


class Machine(RuleBasedStateMachine):
    """The rules are what may happen; the invariants, what must hold after each of them."""

    game = "kozel"
    players = 4
    options: dict[str, Any] = {}  # noqa: RUF012 - set by the games below

    @initialize(
        clock=clocks,
        spectators=st.booleans(),
        pace=st.sampled_from(["none", "normal"]),
        seated=st.integers(0, 3),
        moves=st.sampled_from([0, 0, 1, 10, 100]),
    )
    def make(self, clock: Clock, spectators: bool, pace: str, seated: int, moves: int) -> None:
        chosen = Settings(clock=clock, spectators=spectators, pace=pace, stand_in="random")
        options = {**SHORT[self.game], **self.options}
        table, events = Table.create("t", self.game, self.players, "ann", "Ann", 0, options=options, settings=chosen)
        self.driven = Driven(table, events)
        self.driven.arrive("ann")
        self.stale: BotNeed | None = None
        self.last: tuple[str, cmd.Command] | None = None
        self.ids = 0
        self.checked = 0
        self.sit_down(seated)
        if moves:
            self.begin()
            self.play(moves)

    def sit_down(self, seated: int) -> None:
        """Some people come and take the first seats."""
        for seat, who in enumerate(PEOPLE[: min(seated, self.players)]):
            if who != "ann":
                self.connect(who, "p1")
            self.attempt(who, cmd.Sit(seat=seat))

    @property
    def table(self) -> Table:
        return self.driven.table

    def attempt(self, who: str, command: cmd.Command) -> bool:
        """Try a command; where it is refused nothing has changed."""
        before = self.table.fingerprint()
        try:
            self.driven.do(who, command)
        except Refused:
            assert self.table.fingerprint() == before
            return False
        return True

    @rule(who=people, process=processes)
    def connect(self, who: str, process: str) -> None:
        if who in self.table.state.banned:
            with pytest.raises(Refused):
                self.driven.arrive(who, process=process)
        else:
            self.driven.arrive(who, process=process)

    @rule(who=people, process=processes)
    def disconnect(self, who: str, process: str) -> None:
        self.driven.depart(who, process)

    @rule(process=processes)
    def lose(self, process: str) -> None:
        self.driven.took(self.table.process_lost(process, self.driven.now))

    @rule(who=people, seat=seats)
    def sit(self, who: str, seat: int) -> None:
        self.attempt(who, cmd.Sit(seat=seat))

    @rule(who=people, command=st.sampled_from([cmd.StandUp(), cmd.Leave(), cmd.Back(), cmd.Back()]))
    def leave(self, who: str, command: cmd.Command) -> None:
        self.attempt(who, command)

    @rule(who=people, seat=seats, bot=st.sampled_from(["random", "random", None]))
    def set_bot(self, who: str, seat: int, bot: str | None) -> None:
        self.attempt(who, cmd.SetBot(seat=seat, bot=bot))

    @precondition(lambda self: self.table.state.phase == "waiting")
    @rule()
    def begin(self) -> None:
        """What people commonly do: fill the seats and be ready."""
        host = self.table.state.host
        for seat in range(self.players):
            if host is not None and self.table.state.seats[seat].owner is None:
                self.attempt(host, cmd.SetBot(seat=seat, bot="random"))
        for who in [owner for _, owner in self.table.state.owners()] or [host or "ann"]:
            self.attempt(who, cmd.Ready())

    @rule(who=people, wanted=st.booleans())
    def wish(self, who: str, wanted: bool) -> None:
        over = self.table.state.phase == "over"
        self.attempt(who, cmd.Again(wanted=wanted) if over else cmd.Ready(ready=wanted))

    @rule(moves=st.sampled_from([1, 2, 5, 20]))
    def play(self, moves: int) -> None:
        """Everything goes its common way for a while."""
        for _ in range(moves):
            need = self.table.needs()
            if need.secret is not None:
                self.driven.give_secret()
            elif need.physics is not None:
                self.driven.judge()
            elif need.bot is not None:
                self.stale = need.bot
                self.driven.bot_moves()
            elif need.people:
                self.move(self.table.state.seats[need.people[0]].owner or "ann")

    @rule()
    def move_in_turn(self) -> None:
        """Whoever is to move does."""
        need = self.table.needs()
        if need.people:
            self.move(self.table.state.seats[need.people[0]].owner or "ann")

    @rule(agrees=st.sampled_from([True, True, True, False]))
    def everybody_votes(self, agrees: bool) -> None:
        """All who have not yet voted do the same."""
        vote = self.table.state.vote
        for seat in () if vote is None else vote.voters:
            owner = self.table.state.seats[seat].owner
            if self.table.state.vote is vote and owner is not None:
                self.attempt(owner, cmd.Vote(agrees=agrees))

    @rule(what=st.sampled_from(PROPOSALS[:3]))
    def propose_what_is_offered(self, what: str) -> None:
        """What the page offers is not refused."""
        self.driven.tick()
        for who in PEOPLE:
            if what in self.table.shown_to(who).may_propose:
                assert self.attempt(who, cmd.Propose(what=what))
                return

    @rule()
    def everybody_wants_a_rematch(self) -> None:
        if self.table.state.phase == "over":
            for who in [owner for _, owner in self.table.state.owners()]:
                if self.table.state.phase == "over":
                    self.attempt(who, cmd.Again())

    @rule(who=people)
    def move(self, who: str) -> None:
        state = self.table.state
        seat, awaits = state.seat_of(who), state.awaited
        command = cmd.Move(move=self.driven.any_move() if awaits is not None else "Qc", id=self.new_id())
        paused = state.paused_until is not None or (state.vote is not None and state.vote.what == "take_back")
        may = awaits is not None and awaits == seat and not paused
        assert self.attempt(who, command) == may
        if may:
            self.last = who, command

    @rule(who=people)
    def pull(self, who: str) -> None:
        """A live pull, where the table has bodies."""
        state = self.table.state
        if state.awaited is None or state.awaited != state.seat_of(who) or self.driven.match.hand_seconds is None:
            return
        move = self.driven.any_move()
        trial = self.driven.match.copy()
        trial.apply(state.awaited, trial.game.parse_move(move))
        if not isinstance(trial.awaits, Chance):
            return
        outcome, look = Driven.faked(trial, move)
        if state.paused_until is None and (state.vote is None or state.vote.what != "take_back"):
            self.driven.took(self.table.pulled_live(who, move, outcome, look, self.driven.now))

    @rule(who=people)
    def grab(self, who: str) -> None:
        self.attempt(who, cmd.Grab())

    @rule(who=people, command=st.sampled_from(HOSTILE))
    def hostile(self, who: str, command: cmd.Command) -> None:
        self.attempt(who, command)

    @rule(who=people, what=st.sampled_from(PROPOSALS), seat=seats)
    def propose(self, who: str, what: str, seat: int) -> None:
        own = self.table.state.seat_of(who)
        self.driven.tick()
        offered = own is not None and what in self.table.shown_to(who).may_propose
        if self.attempt(who, cmd.Propose(what=what, seat=seat)):
            assert offered

    @rule(who=people, agrees=st.booleans())
    def vote(self, who: str, agrees: bool) -> None:
        self.attempt(who, cmd.Vote(agrees=agrees))

    @rule(who=people)
    def withdraw(self, who: str) -> None:
        self.attempt(who, cmd.Withdraw())

    @rule(who=people, reveals=st.booleans())
    def contribute(self, who: str, reveals: bool) -> None:
        given = hashlib.sha256(who.encode()).digest()[:16]
        self.attempt(who, cmd.Reveal(value=given.hex()) if reveals else cmd.Contribute(hash=contribution_hash(given)))

    @rule(who=people, other=st.integers(1, 5), muted=st.booleans())
    def mute(self, who: str, other: int, muted: bool) -> None:
        self.attempt(who, cmd.Mute(person=other, muted=muted))

    @rule(who=people, other=st.integers(2, 8))
    def remove(self, who: str, other: int) -> None:
        if self.driven.now % 3 == 1:
            self.attempt(who, cmd.Remove(person=other))

    @rule(who=people)
    def say(self, who: str) -> None:
        self.attempt(who, cmd.Say(text="hello"))

    @rule(later=times)
    def time(self, later: int) -> None:
        self.driven.tick(later)

    @rule()
    def wake(self) -> None:
        """Whatever runs out next does."""
        due = self.table.needs().wake_at
        if due is not None:
            self.driven.tick(max(due - self.driven.now, 0))
            left = self.table.needs().wake_at
            assert left is None or left > self.driven.now

    @rule()
    def answer_late(self) -> None:
        """A bot's answer to a turn that is past."""
        stale = self.stale
        if stale is not None and stale.turn != self.table.state.turn.number:
            answer = self.table.bot_moved(stale.seat, stale.turn, "?", "random", self.driven.now)
            assert not any(type(event).__name__ == "Moved" for event in answer)
            self.driven.took(answer)

    @rule()
    def repeat(self) -> None:
        """A command whose answer was lost comes again."""
        if self.last is not None:
            assert self.driven.do(*self.last) == ()

    def new_id(self) -> str:
        self.ids += 1
        return str(self.ids)

    @invariant()
    def seats_have_one_owner_each(self) -> None:
        owners = [owner for _, owner in self.table.state.owners()]
        assert len(owners) == len(set(owners))
        assert all(owner in self.table.state.people for owner in owners)

    @invariant()
    def something_can_always_happen(self) -> None:
        state, need = self.table.state, self.table.needs()
        if state.phase != "playing":
            return
        waits = (need.secret, need.bot, need.physics, need.wake_at)
        assert any(each is not None for each in waits) or need.people or need.idle

    @invariant()
    def everybody_is_shown_his_own(self) -> None:
        state = self.table.state
        for who in (*PEOPLE, None):
            shown = self.table.shown_to(who)
            assert shown.seat == state.seat_of(who)
            try:
                view = self.table.view_for(who)
            except Refused:
                continue
            assert view is None or view.seat == state.seat_of(who)

    @invariant()
    def no_card_is_in_two_hands(self) -> None:
        match = self.table.match
        if match is None:
            return
        seen: list[Card] = []
        for seat in range(match.players):
            for zone in match.view(seat).zones:
                if zone.kind == "hand" and zone.seat == seat:
                    seen += [card for card in zone.cards if card is not None]
        assert len(seen) == len(set(seen))

    @invariant()
    def records_hold(self) -> None:
        made = self.table.record()
        if made is None or self.checked == self.table.state.number:
            return
        self.checked = self.table.state.number
        record = parse_record(to_line(made))
        check(record)
        assert not verify(record).of(Kind.FAULT)
        assert record.result is None or verify(record).is_verified

    def teardown(self) -> None:
        if hasattr(self, "driven"):
            assert Table.replay(self.driven.log).fingerprint() == self.table.fingerprint()


class ThirtyOne(Machine):
    """Thirty-one by three."""

    game, players = "thirty_one", 3


class Shalashik(Machine):
    """Shalashik by three, judged by the risk model."""

    game, players = "shalashik", 3


class ShalashikBodies(Machine):
    """Shalashik by two with bodies, whose outcomes are faked."""

    game, players = "shalashik", 2
    options = {"hut": "physics", "pull_seconds": 10}  # noqa: RUF012 - read only


@pytest.mark.parametrize("machine", [Machine, ThirtyOne, Shalashik, ShalashikBodies])
def test_a_table_survives_whatever_happens(machine: type[Machine]) -> None:
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    machine.TestCase.settings = settings(
        max_examples=20, stateful_step_count=40, deadline=None, suppress_health_check=checks
    )
    machine.TestCase().runTest()
