"""One table's hut at the desk: its physics, and the pull under way."""

from __future__ import annotations

from typing import Final

from kozyr.kernel.physics import Physics, Turn, Verdict
from kozyr.kernel.streams import Stream
from kozyr.server.workers.hut_messages import Grab, HutState, Path, PosesMoved, PullEnded, PullOutcome, Script
from kozyr.server.workers.pose_frames import write_poses
from kozyr.server.workers.pulling import LivePulling, Pulling, ScriptedPulling

FRAME: Final = 1 / 30
_EARLY: Final = 0.002
"""So much earlier than due a frame may be sent."""


class HutTable:
    """Does for one hut what it is asked, and ticks while a card is held. Raises ValueError, RuntimeError as physics."""

    def __init__(self, name: str, physics: Physics) -> None:
        self.name, self.physics = name, physics
        self.pulling: Pulling | None = None
        self._moved: dict[int, tuple[float, ...]] = {}
        self._framed = 0.0

    def state(self) -> HutState:
        """How the bodies lie while nobody holds a card."""
        physics = self.physics
        frame = write_poses(0, physics.poses)
        return HutState(physics.heap, physics.bodies, physics.shows, physics.to_json(), frame)

    def grab(self, grab: Grab, now: float) -> None:
        """Take a card, in the running turn or in a new one."""
        self._check_idle()
        turn = self._open_turn()
        turn.grab(grab.card, grab.point)
        self.pulling = LivePulling(turn, grab.card, grab.point, now)

    def run(self, script: Script, now: float) -> None:
        """Let a scripted hand pull a card, in a new turn."""
        self._check_idle()
        if not self.physics.shows >> script.card & 1:
            raise ValueError(f"card {script.card} does not show")
        moves = self.physics.script(script.card, Stream(script.seed), script.seconds)
        self.pulling = ScriptedPulling(moves, script.card, now, paced=script.paced)

    def finish(self, card: int, *, down: bool) -> None:
        """The turn is over by what the match has found."""
        self._check_idle()
        if self.physics.turn is None:
            self.physics.begin()
        self.physics.finish(card, down=down)

    def tick(self, now: float) -> list[PosesMoved | PullEnded]:
        """A tick of the pull under way, and what is to be told of it."""
        pulling = self.pulling
        assert pulling is not None
        try:
            self._moved.update(pulling.tick(now))
            is_broken = False
        except RuntimeError:
            is_broken = True
        is_over = is_broken or pulling.is_over
        told: list[PosesMoved | PullEnded] = []
        if is_over or now >= self._framed + FRAME - _EARLY:
            told.append(self._frame(pulling, now))
        if is_over:
            self.pulling = None
            told.append(PullEnded(self.name, self._outcome(pulling, is_broken=is_broken)))
        return told

    def _check_idle(self) -> None:
        if self.pulling is not None:
            raise ValueError("a card is being pulled")

    def _open_turn(self) -> Turn:
        turn = self.physics.turn
        return turn if turn is not None and turn.state == "open" else self.physics.begin()

    def _frame(self, pulling: Pulling, now: float) -> PosesMoved:
        turn = self.physics.turn
        frame = write_poses(0 if turn is None else turn.ticks, self._moved)
        self._moved, self._framed = {}, now
        return PosesMoved(self.name, frame, pulling.hands)

    def _outcome(self, pulling: Pulling, *, is_broken: bool) -> PullOutcome:
        """What came of the pull; the card is gone already where the verdict is plain."""
        turn = self.physics.turn
        assert turn is not None
        verdict = pulling.verdict if isinstance(pulling, ScriptedPulling) else turn.verdict
        path, ticks, may_grab = _path(verdict, turn), turn.ticks, turn.state == "open" and not turn.is_given_up
        if verdict is not None and verdict.down is not None:
            self.physics.finish(verdict.card, down=verdict.down)
        down = None if verdict is None else verdict.down
        return PullOutcome(pulling.card, down, path, is_broken, may_grab, ticks, self.state())


def _path(verdict: Verdict | None, turn: Turn) -> Path:
    return turn.path if verdict is None else verdict.path
