"""A table's hut as the server has it: one session while a drawing lasts, whatever becomes of its worker."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, Protocol

from kozyr.kernel.physics import Place
from kozyr.server.workers.hut_messages import (
    Close,
    Finish,
    Forget,
    Grab,
    Hands,
    HutState,
    LetGo,
    Open,
    Path,
    PosesMoved,
    PullEnded,
    PullOutcome,
    Script,
)
from kozyr.server.workers.hut_worker import HutBusyError, HutLostError, HutWorker

OnFrame = Callable[[PosesMoved], None]
_FARTHEST: Final = 1000.0
_MOST_PLACES: Final = 60


class Opener(Protocol):
    """What a session needs of its pool."""

    async def free_worker(self) -> HutWorker:
        """The ready worker with the fewest huts; waits for one. Raises HutLostError."""


def ignored(_frame: PosesMoved) -> None:
    """Show the frames to nobody."""


class Pull:
    """A card that was taken. ``outcome`` may be awaited by any number of tasks."""

    def __init__(self, card: int, worker: HutWorker, hut: str, on_frame: OnFrame) -> None:
        self.card, self.on_frame = card, on_frame
        self._worker, self._hut = worker, hut
        self._outcome: asyncio.Future[PullOutcome] = asyncio.get_running_loop().create_future()
        self._outcome.add_done_callback(_retrieved)

    @property
    def is_over(self) -> bool:
        """Whether its outcome is there, or it was lost."""
        return self._outcome.done()

    def hand(self, places: Sequence[Place]) -> None:
        """The hand has been at these places (x, y, lift, in mm), one a sixtieth of a second. Raises ValueError.

        Not heeded once the card is out, the hut down or the hut lost.
        """
        if len(places) > _MOST_PLACES:
            raise ValueError(f"so many places of the hand at once: {len(places)}, at most {_MOST_PLACES}")
        self._say(Hands(self._hut, tuple(map(_checked, places))))

    def let_go(self) -> None:
        """The hand lets go; the outcome comes when all is at rest."""
        self._say(LetGo(self._hut))

    async def outcome(self) -> PullOutcome:
        """What came of it. Raises HutLostError."""
        return await asyncio.shield(self._outcome)

    def end(self, outcome: PullOutcome) -> None:
        """Give it its outcome."""
        if not self._outcome.done():
            self._outcome.set_result(outcome)

    def lose(self) -> None:
        """Nothing comes of it any more."""
        if not self._outcome.done():
            self._outcome.set_exception(HutLostError("the hut's worker died in the middle of a pull"))

    def _say(self, message: Hands | LetGo) -> None:
        if not (self.is_over or self._worker.is_clogged()):
            self._worker.send(message)


class HutSession:
    """The hut of one table.

    If its worker dies, a pull under way raises HutLostError; the next call takes the hut up again in another worker, as
    it stood before the turn. All methods raise HutLostError where that fails, HutRefusedError for what may not be done;
    those that begin a pull HutBusyError where one is under way.
    """

    def __init__(self, opener: Opener, game_id: str, hut: str) -> None:
        self.game_id, self.hut = game_id, hut
        self.state: HutState | None = None
        """How the bodies lie; ``state.kept`` opens the hut again at once."""
        self._opener = opener
        self._worker: HutWorker | None = None
        self._pull: Pull | None = None
        self._before: HutState | None = None
        """How all lay before the running turn."""
        self._unfinished: Path = None
        """The path of a running turn, as far as it has come to rest."""
        self._lock = asyncio.Lock()

    @property
    def is_waiting(self) -> bool:
        """Whether a pull is under way."""
        return self._pull is not None

    async def open(
        self,
        *,
        seed: str | None = None,
        kept: object = None,
        bodies: object = None,
        pulls: Sequence[tuple[int, Path]] = (),
        on_beginning: Callable[[], None] = lambda: None,
    ) -> HutState:
        """Have a worker build the hut or take it up again; once more where the worker dies over it."""
        try:
            return await self._open(seed, kept, bodies, tuple(pulls), on_beginning)
        except HutLostError:
            return await self._open(seed, kept, bodies, tuple(pulls), on_beginning)

    async def begin_pull(self, card: int, grab: tuple[float, float], on_frame: OnFrame = ignored) -> Pull:
        """A player takes a card by a point (mm). ``on_frame`` gets the poses that change, thirty times a second."""
        return await _begun(
            self._begin(card, on_frame, lambda worker: Grab(worker.next_number(), self.hut, card, grab))
        )

    async def pull_scripted(
        self, card: int, seed: str, seconds: float, on_frame: OnFrame = ignored, *, paced: bool = True
    ) -> Pull:
        """A scripted hand pulls a card, at the speed of a hand or as fast as can be. The same seed, the same pull."""
        return await _begun(
            self._begin(
                card, on_frame, lambda worker: Script(worker.next_number(), self.hut, card, seed, seconds, paced)
            )
        )

    async def finish(self, card: int, *, down: bool) -> HutState:
        """End a turn that has no verdict by what the match has found: the card is gone, or the hut is down."""
        return await asyncio.shield(asyncio.ensure_future(self._finish(card, down=down)))

    async def _finish(self, card: int, *, down: bool) -> HutState:
        async with self._lock:
            if self._is_lost():
                await self._restore(() if down else ((card, self._unfinished),))
                if not down:
                    return self._ended(self._known())
            worker = self._here()
            state = await worker.request(Finish(worker.next_number(), self.hut, card, down))
            assert state is not None
            return self._ended(state)

    async def restore(self) -> HutState:
        """Take the hut up again as it stood before the turn, if its worker is gone; the turn is forgotten then."""
        async with self._lock:
            if self._is_lost():
                await self._restore(())
                self._ended(self._known())
            return self._known()

    async def close(self) -> None:
        """The hut is needed no more. A pull under way is lost."""
        worker, self._worker = self._worker, None
        self.lose()
        if worker is not None and not worker.is_gone:
            worker.sessions.pop(self.hut, None)
            worker.send(Close(self.hut))

    def hear(self, message: PosesMoved | PullEnded) -> None:
        """What the worker tells."""
        pull = self._pull
        if pull is None:
            return
        if isinstance(message, PosesMoved):
            pull.on_frame(message)
            return
        self._pull = None
        outcome = message.outcome
        if outcome.down is None:
            self.state, self._unfinished = outcome.state, outcome.path
        else:
            self._ended(outcome.state)
        pull.end(outcome)

    def lose(self) -> None:
        """The worker is gone."""
        pull, self._pull = self._pull, None
        if pull is not None:
            pull.lose()

    async def _begin(self, card: int, on_frame: OnFrame, request: Callable[[HutWorker], Grab | Script]) -> Pull:
        async with self._lock:
            if self._pull is not None:
                raise HutBusyError("a card is being pulled")
            if self._is_lost():
                was_in_turn = self._before is not None
                await self._restore(())
                self._ended(self._known())
                if was_in_turn:
                    raise HutLostError("the turn begins anew: the hut's worker died in the middle of it")
            worker = self._here()
            self._before = self._before or self.state
            self._pull = pull = Pull(card, worker, self.hut, on_frame)
            try:
                await worker.request(request(worker))
            except BaseException:
                self._pull = None if self._pull is pull else self._pull
                pull.lose()
                raise
            return pull

    async def _open(
        self,
        seed: str | None,
        kept: object,
        bodies: object,
        pulls: tuple[tuple[int, Path], ...],
        on_beginning: Callable[[], None],
    ) -> HutState:
        worker = await self._opener.free_worker()
        worker.sessions[self.hut] = self
        request = Open(worker.next_number(), self.hut, self.game_id, seed, kept, bodies, pulls)
        try:
            state = await worker.request(request, on_beginning)
        except BaseException:
            worker.sessions.pop(self.hut, None)
            if not worker.is_gone:
                worker.send(Forget(request.number))
                worker.send(Close(self.hut))
            raise
        assert state is not None
        self._worker, self.state = worker, state
        return state

    async def _restore(self, pulls: tuple[tuple[int, Path], ...]) -> None:
        kept = (self._before or self._known()).kept
        await self.open(kept=kept, pulls=pulls)

    def _is_lost(self) -> bool:
        return self._worker is not None and self._worker.is_gone

    def _here(self) -> HutWorker:
        if self._worker is None:
            raise HutLostError("the hut is not open")
        return self._worker

    def _known(self) -> HutState:
        if self.state is None:
            raise HutLostError("the hut was never open")
        return self.state

    def _ended(self, state: HutState) -> HutState:
        """The turn is over, and this is how all lies."""
        self.state, self._before, self._unfinished = state, None, None
        return state


async def _begun(beginning: Coroutine[Any, Any, Pull]) -> Pull:
    """A pull that has begun. If nobody waits for it any more, it is let go at once."""
    task = asyncio.ensure_future(beginning)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_let_go)
        raise


def _let_go(task: asyncio.Future[Pull]) -> None:
    if not task.cancelled() and task.exception() is None:
        task.result().let_go()


def _checked(place: Place) -> Place:
    x, y, high = (float(number) for number in place)
    if all(math.isfinite(number) and abs(number) <= _FARTHEST for number in (x, y, high)):
        return x, y, high
    raise ValueError(f"no hand reaches {place}: places are within {_FARTHEST:.0f} mm")


def _retrieved(outcome: asyncio.Future[PullOutcome]) -> None:
    """A pull that was lost and that nobody waits for is no error."""
    if not outcome.cancelled():
        outcome.exception()
