"""Long random walks over the state machine's rules, common things often and rare ones seldom, from fixed seeds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kozyr.kernel.streams import Stream
from kozyr.table import Clock
from kozyr.table import commands as cmd
from kozyr.table.voting import PROPOSALS
from tests.table.test_machine import HOSTILE, PEOPLE, Machine, Shalashik, ShalashikBodies, ThirtyOne

CLOCKS = (Clock(), Clock("move", 10), Clock("bank", 5, 20), Clock("days", days=1))
LEAVING = (cmd.StandUp(), cmd.Leave(), cmd.Back(), cmd.Back())
TIMES = (0, 1, 500, 2000, 5000, 15_000, 40_000, 2_000_000, 100_000_000)
WALKS = 2
STEPS = 80


class Walk:
    """A machine and the stream that decides what happens to it."""

    def __init__(self, machine: Machine, stream: Stream) -> None:
        self.on = machine
        self.stream = stream
        machine.make(
            clock=stream.choice(CLOCKS),
            spectators=stream.chance(0.5),
            pace=stream.choice(("none", "normal")),
            seated=stream.below(4),
            moves=stream.choice((0, 1, 10, 100)),
        )
        self.steps = [step for step, weight in self.weights() for _ in range(weight)]

    def weights(self) -> list[tuple[Callable[[], object], int]]:
        """What may happen, and how often."""
        on, pick, yes = self.on, self.stream.choice, self.stream.chance

        def who() -> str:
            return pick(PEOPLE)

        def seat() -> int:
            return self.stream.below(7) - 1

        def process() -> str:
            return pick(("p1", "p2"))

        return [
            (lambda: on.connect(who=who(), process=process()), 12),
            (lambda: on.disconnect(who=who(), process=process()), 4),
            (lambda: on.lose(process=process()), 1),
            (lambda: on.sit(who=who(), seat=seat()), 8),
            (lambda: on.leave(who=who(), command=pick(LEAVING)), 2),
            (lambda: on.set_bot(who=who(), seat=seat(), bot=pick(("random", None))), 3),
            (lambda: on.table.state.phase == "waiting" and on.begin(), 4),
            (lambda: on.wish(who=who(), wanted=yes(0.7)), 4),
            (lambda: on.play(moves=pick((1, 2, 5, 20))), 16),
            (on.move_in_turn, 16),
            (lambda: on.everybody_votes(agrees=yes(0.7)), 8),
            (lambda: on.propose_what_is_offered(what=pick(PROPOSALS[:3])), 4),
            (on.everybody_wants_a_rematch, 4),
            (lambda: on.move(who=who()), 4),
            (lambda: on.pull(who=who()), 8),
            (lambda: on.grab(who=who()), 4),
            (lambda: on.hostile(who=who(), command=pick(HOSTILE)), 6),
            (lambda: on.propose(who=who(), what=pick(PROPOSALS), seat=seat()), 8),
            (lambda: on.vote(who=who(), agrees=yes(0.7)), 8),
            (lambda: on.withdraw(who=who()), 1),
            (lambda: on.contribute(who=who(), reveals=yes(0.5)), 12),
            (lambda: on.mute(who=who(), other=1 + self.stream.below(5), muted=yes(0.5)), 2),
            (lambda: on.remove(who=who(), other=2 + self.stream.below(7)), 1),
            (lambda: on.say(who=who()), 4),
            (lambda: on.time(later=pick(TIMES)), 4),
            (on.wake, 4),
            (on.answer_late, 4),
            (on.repeat, 4),
        ]

    def step(self) -> None:
        """Something happens, and everything still holds."""
        self.stream.choice(self.steps)()
        self.on.seats_have_one_owner_each()
        self.on.something_can_always_happen()
        self.on.everybody_is_shown_his_own()
        self.on.no_card_is_in_two_hands()
        self.on.records_hold()


@pytest.mark.parametrize("number", range(WALKS))
@pytest.mark.parametrize("machine", [Machine, ThirtyOne, Shalashik, ShalashikBodies])
def test_a_table_survives_a_long_walk(machine: type[Machine], number: int) -> None:
    walk = Walk(machine(), Stream("walk", machine.__name__, number))
    for _ in range(STEPS):
        walk.step()
    walk.on.teardown()
