"""The pool that answers for bots: never late by much, never with an illegal move, never not at all.

Each worker process has one question at a time; all others wait here, so that a worker that dies takes nothing with it
but its own. What goes wrong with the bot that was asked is made good by ``careful`` in another process, and if that
fails too, by a random legal move here.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import pickle
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, NoReturn, Self

from kozyr.kernel.view import View
from kozyr.server.workers.answer import FALLBACK, BotAnswer, last_resort
from kozyr.server.workers.backoff import Backoff
from kozyr.server.workers.bot_desk import Ask, BotOrder, Chosen, Raised
from kozyr.server.workers.bot_worker import BotWorker
from kozyr.server.workers.fair_queue import FairQueue
from kozyr.server.workers.lives import lives
from kozyr.server.workers.penalties import Penalties
from kozyr.server.workers.process import OverdueError, WorkerLostError

RESCUER: Final = "careful"
MOST_OF_A_VIEW: Final = 16 << 20
"""Bytes of a pickled view; real ones have some thousand."""
_log: Final = logging.getLogger(__name__)


class PoolClosedError(RuntimeError):
    """The pool is closing or closed, and answers nothing more."""


@dataclass(frozen=True)
class PoolSettings:
    """How a pool behaves; seconds where nothing else is said."""

    bots: str = "kozyr.bots"
    """The module that makes the bots."""
    warm: bool = True
    mode: str | None = None
    """KOZYR_COMPILED of the workers, empty for compiled where it can be; None leaves it as in this process's."""
    nice: int = 5
    warm_seconds: float = 120.0
    patience: float = 10.0
    """How long a question may wait for a worker."""
    rescue_seconds: float = 2.0
    """How long ``careful`` may wait, and then take, to answer for another."""
    most_waiting: int = 1000
    most_waiting_a_table: int = 8
    grace: float = 2.0
    """How long idle workers may take to end when the pool closes."""
    backoff: Backoff = field(default_factory=Backoff)


@dataclass
class Counters:
    """What happened so far, for metrics."""

    asked: int = 0
    answered: Counter[str] = field(default_factory=Counter)
    """By who made the move."""
    faults: Counter[str] = field(default_factory=Counter)
    """By ``FAULTS``, of every attempt."""
    starts: int = 0
    losses: int = 0
    """Workers that died or were killed, idle ones too."""
    seconds: float = 0.0
    """All answers' waiting and computing together."""


@dataclass(frozen=True)
class _Question:
    """What is asked, whoever answers; the view is pickled, the legal moves are texts."""

    game_id: str
    view: bytes
    legal: frozenset[str]
    seed: str
    table_id: str


@dataclass(eq=False)
class _Job:
    """One attempt at an answer; its future gets what came of it: Chosen, or the name of a fault."""

    ask: Ask
    seconds: float
    future: asyncio.Future[Chosen | str]

    def settle(self, outcome: Chosen | str) -> None:
        if not self.future.done():
            self.future.set_result(outcome)


_CLOSED: Final = "closed"


class WorkerPool:
    """So many worker processes for bots. ``await start()``, ``choose`` at once or after ``ready``, ``await close()``.

    ``on_answer`` is called with each answer, for metrics. All methods belong to one event loop.
    """

    def __init__(
        self,
        size: int,
        settings: PoolSettings = PoolSettings(),
        on_answer: Callable[[str, str, BotAnswer], None] = lambda _game, _bot, _answer: None,
    ) -> None:
        if size < 1:
            raise ValueError(f"a pool has at least one worker, not {size}")
        self.size, self.settings = size, settings
        self.counters = Counters()
        self._on_answer = on_answer
        self._queue: FairQueue[_Job] = FairQueue(settings.most_waiting, settings.most_waiting_a_table)
        self._penalties = Penalties(time.monotonic)
        self._numbers = itertools.count()
        self._workers: dict[int, BotWorker] = {}
        self._ready: set[int] = set()
        self._changed = asyncio.Condition()
        self._keepers: list[asyncio.Task[None]] = []
        self._closing = False
        self._keeps_warm = settings.warm

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Begin to start the workers; returns at once."""
        self._keepers = [asyncio.create_task(self._keep(place), name=f"worker {place}") for place in range(self.size)]

    async def ready(self, workers: int | None = None) -> None:
        """Wait until so many workers, by default all, are warm. Raises PoolClosedError."""
        wanted = self.size if workers is None else workers
        async with self._changed:
            await self._changed.wait_for(lambda: self._closing or len(self._ready) >= wanted)
        self._check_open()

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return len(self._queue)

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the worker processes there are now."""
        return tuple(worker.process.pid for worker in self._workers.values())

    async def choose(
        self, game_id: str, bot_name: str, view: View, seed: str, budget_seconds: float, *, table_id: str = ""
    ) -> BotAnswer:
        """A legal move for the seat of the view, by the bot if it can be had. The same seed gives the same move.

        The budget runs from when a worker takes the question. Raises ValueError where the seat is not to move or the
        view is absurdly large, PoolClosedError, and what pickling the view raises; never because of a bot or a worker.
        """
        self._check_open()
        if not view.legal:
            raise ValueError(f"seat {view.seat} is not to move")
        begun = time.monotonic()
        packed = pickle.dumps(view, pickle.HIGHEST_PROTOCOL)
        if len(packed) > MOST_OF_A_VIEW:
            raise ValueError(f"a view of {len(packed)} bytes is too large to be sent to a worker")
        self.counters.asked += 1
        question = _Question(game_id, packed, frozenset(str(entry.move) for entry in view.legal), seed, table_id)
        chosen, made_by, fault = await self._chosen(question, self._attempts(bot_name, budget_seconds))
        chosen = chosen or Chosen(-1, last_resort(view, seed), ())
        seconds = time.monotonic() - begun
        answer = BotAnswer(chosen.move, chosen.reasons, made_by, fault, seconds, chosen.value_term)
        self._count(game_id, bot_name, answer)
        return answer

    async def close(self) -> None:
        """End all workers and refuse what still waits. No process is left."""
        self._closing = True
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        for job in self._queue.drain():
            job.settle(_CLOSED)
        async with self._changed:
            self._changed.notify_all()

    def _attempts(self, bot_name: str, budget: float) -> tuple[tuple[str, float, float], ...]:
        """Who is asked, how long he may take, how long the question may wait."""
        rescue = self.settings.rescue_seconds
        return (bot_name, budget, self.settings.patience), (RESCUER, rescue, rescue)

    async def _chosen(
        self, question: _Question, attempts: tuple[tuple[str, float, float], ...]
    ) -> tuple[Chosen | None, str, str]:
        """A legal answer, whose it is, and what went wrong first; no answer where everything did."""
        fault = ""
        for bot, seconds, patience in attempts:
            ask = Ask(next(self._numbers), question.game_id, bot, question.view, question.seed)
            job = _Job(ask, seconds, asyncio.get_running_loop().create_future())
            outcome = await self._outcome(job, question.table_id, patience, is_rescue=bool(fault))
            if isinstance(outcome, Chosen) and outcome.move in question.legal:
                return outcome, bot, fault
            failed = "illegal" if isinstance(outcome, Chosen) else outcome
            self.counters.faults[failed] += 1
            fault = fault or failed
            if failed == "busy":
                break  # more work for the workers is the last thing that helps
        return None, FALLBACK, fault

    async def _outcome(self, job: _Job, table_id: str, patience: float, *, is_rescue: bool) -> Chosen | str:
        """What came of an attempt. Raises PoolClosedError."""
        if not is_rescue and self._penalties.keeps_out((job.ask.game_id, job.ask.bot)):
            return "benched"
        self._check_open()
        if is_rescue:
            self._queue.put_urgent(job)
        elif not self._queue.put(table_id, job):
            return "busy"
        try:
            outcome = await self._waited(job, patience)
        finally:
            self._queue.discard(job)
        if outcome == _CLOSED:
            raise PoolClosedError("the pool of workers was closed")
        return outcome

    async def _waited(self, job: _Job, patience: float) -> Chosen | str:
        await asyncio.wait({job.future}, timeout=patience)
        if not job.future.done() and self._queue.discard(job):
            return "waited"
        return await job.future

    def _count(self, game_id: str, bot_name: str, answer: BotAnswer) -> None:
        self.counters.answered[answer.made_by] += 1
        self.counters.seconds += answer.seconds
        self._on_answer(game_id, bot_name, answer)

    def _check_open(self) -> None:
        if self._closing:
            raise PoolClosedError("the pool of workers is closed")

    async def _keep(self, place: int) -> None:
        """Keep one worker alive: start it, let it work, and when it is lost start another."""
        async for _ in lives(lambda: self._live(place), self.settings.backoff):
            self.counters.losses += 1

    async def _live(self, place: int) -> NoReturn:
        """One worker's life, which ends with an exception."""
        order = BotOrder(self.settings.bots, warm=self._keeps_warm)
        worker = await BotWorker.start(order, self.settings.nice, self.settings.mode)
        self.counters.starts += 1
        self._workers[place] = worker
        try:
            await self._warm(worker)
            await self._now_ready(place)
            await self._work(worker)
        finally:
            self._ready.discard(place)
            await worker.process.stop(self.settings.grace if self._closing else 0.0)
            del self._workers[place]

    async def _warm(self, worker: BotWorker) -> None:
        try:
            ready = await worker.ready(self.settings.warm_seconds)
        except (OverdueError, WorkerLostError):
            self._keeps_warm = False  # a bot that dies or hangs in warming up must not keep all workers from starting
            raise
        for failed in ready.cold:
            _log.warning("not warmed up: %s", failed)

    async def _now_ready(self, place: int) -> None:
        self._ready.add(place)
        async with self._changed:
            self._changed.notify_all()

    async def _work(self, worker: BotWorker) -> NoReturn:
        while True:
            job = await self._next_job(worker)
            if not job.future.done():
                await self._serve(worker, job)

    async def _next_job(self, worker: BotWorker) -> _Job:
        """The next question for a worker that is alive. Raises WorkerLostError."""
        getting = asyncio.ensure_future(self._queue.get())
        try:
            either: set[asyncio.Future[Any]] = {getting, worker.process.gone}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._give_back(getting)
            raise
        if worker.process.gone.done():
            self._give_back(getting)
            raise WorkerLostError("an idle worker died")
        return getting.result()

    def _give_back(self, getting: asyncio.Future[_Job]) -> None:
        if getting.done() and not getting.cancelled():
            self._queue.put_urgent(getting.result())
        getting.cancel()

    async def _serve(self, worker: BotWorker, job: _Job) -> None:
        bot = job.ask.game_id, job.ask.bot
        try:
            reply = await worker.ask(job.ask, job.seconds)
        except (OverdueError, WorkerLostError) as error:
            self._penalties.ended_a_worker(bot)
            job.settle("deadline" if isinstance(error, OverdueError) else "crash")
            raise
        except BaseException:
            job.settle(_CLOSED if self._closing else "crash")
            raise
        self._penalties.answered(bot)
        if isinstance(reply, Raised):
            _log.warning("the bot %s of %s raised: %s", bot[1], bot[0], reply.text)
        job.settle("raised" if isinstance(reply, Raised) else reply)
