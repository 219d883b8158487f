"""The decisions of a finished match judged for those who look at it again, a deal at a time.

It takes seconds of a processor, so it is done in one process of its own, behind everything else, which is started when
somebody asks and ends when nobody does any more. What was found is remembered for a while.
"""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any, Final

import msgspec

from kozyr.bots import analyst_of, open_cards_of
from kozyr.lab import processes
from kozyr.lab.analysis.deciding import Alternative, Course, Judged
from kozyr.lab.analysis.judging import judge_deal
from kozyr.protocol.views import write_said
from kozyr.records import check, parse_record
from kozyr.server.faults import Fault
from kozyr.server.replayer import GoOn
from kozyr.server.rerunning import finished

JUDGING_SECONDS: Final = 90.0
"""No deal that was played here takes so long to be judged."""
COMPILING_SECONDS: Final = 210.0
"""So much longer the first deal of a game may take: after an installation what judges it is still to be compiled."""
LONGEST_SECONDS: Final = JUDGING_SECONDS + COMPILING_SECONDS
IDLE_SECONDS: Final = 300.0
"""Nobody goes on looking at a match who asks for nothing for so long."""
_LOOK_SECONDS: Final = 0.2
_KEPT: Final = 256
_NICE: Final = 10
_COMPILES_IF_IT_CAN: Final = ""
"""Whatever the mode of the server is: in plain Python a deal takes minutes."""


class Option(msgspec.Struct, frozen=True):
    """A legal move of a decision: what it is called, what it was worth as its player could judge it, and why.

    Of a run of numbered moves ``label`` is what the run is called, and ``number`` the move's own. ``open`` is its worth
    with open cards, null where that cannot be said.
    """

    move: str
    label: Any
    number: int | None
    value: float
    open: float | None
    why: Any


class Decision(msgspec.Struct, frozen=True):
    """A decision between two moves or more: the ``place``-th move of the deal, counted from 1; ``moves`` best first.

    ``is_best``: the choice was as good as the best, but for a difference that does not count.
    ``accuracy`` lies between the worst move (0) and the best (1), and is null where nothing hung on it.
    """

    place: int
    seat: int
    played: str
    is_best: bool
    lost: float
    open_lost: float | None
    accuracy: float | None
    moves: list[Option]


class Luck(msgspec.Struct, frozen=True):
    """How a deal's value with open cards moved from ``even`` to ``end``, for the side of seat 0."""

    even: float
    end: float
    by_chance: float
    by_choice: list[float]


class Judgement(msgspec.Struct, frozen=True):
    """A deal. ``value_term`` and ``open_term``: the game's terms in which its values are; "" where there are none."""

    deal: int
    value_term: str
    open_term: str
    luck: Luck | None
    decisions: list[Decision]


class Analyst:
    """Judges deals, one at a time; ``judge`` is for threads. After ``idle`` seconds of rest its process ends."""

    def __init__(self, idle: float = IDLE_SECONDS) -> None:
        self._idle = idle
        self._rest: threading.Timer | None = None
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._started: list[BaseProcess] = []
        self._compiled: set[str] = set()
        """The games of which the process has judged something."""
        self._kept: OrderedDict[tuple[bytes, int], msgspec.Raw] = OrderedDict()

    def judge(self, go_on: GoOn, line: bytes, deal: int) -> msgspec.Raw:
        """A ``Judgement`` of a deal (counted from 1) of a record's line, as JSON.

        Raises RecordError, Fault where the match is not over, has no such deal or no bot can judge it, and what
        ``go_on`` raises, with which the work is given up.
        """
        key = hashlib.sha256(line).digest(), deal
        with self._lock, self._awake():
            if key not in self._kept:
                game_id = _checked(go_on, line, deal)
                seconds = JUDGING_SECONDS if game_id in self._compiled else LONGEST_SECONDS
                self._kept[key] = msgspec.Raw(self._work(_in_time(go_on, seconds), line, deal))
                self._compiled.add(game_id)
            self._kept.move_to_end(key)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]

    @property
    def processes(self) -> tuple[BaseProcess, ...]:
        """The one that judges; none where nothing has been asked for."""
        return () if self._pool is None else tuple(self._started)

    def close(self) -> None:
        """End the process, and wait for its end; one that works does not go on."""
        if self._rest is not None:
            self._rest.cancel()
        self._compiled.clear()
        pool, self._pool = self._pool, None
        if pool is not None:
            processes.end(self._started)
            pool.shutdown(cancel_futures=True)

    @contextlib.contextmanager
    def _awake(self) -> Iterator[None]:
        """Its process does not end within; afterwards it does where nothing more is asked."""
        if self._rest is not None:
            self._rest.cancel()
        try:
            yield
        finally:
            if self._pool is not None:
                self._rest = threading.Timer(self._idle, self._end_of_rest)
                self._rest.daemon = True
                self._rest.start()

    def _end_of_rest(self) -> None:
        with self._lock:
            self.close()

    def _work(self, go_on: GoOn, line: bytes, deal: int) -> bytes:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=_begin)
        try:
            with processes.starting(_COMPILES_IF_IT_CAN) as self._started:
                found = self._pool.submit(_judged, line, deal)
            while True:
                try:
                    return found.result(_LOOK_SECONDS)
                except TimeoutError:
                    go_on()
        except BrokenProcessPool:
            self.close()
            raise Fault("no_analysis", 503) from None
        except Fault:
            self.close()
            raise


def _in_time(go_on: GoOn, seconds: float) -> GoOn:
    """The same, which ends after so many seconds, too."""
    until = time.monotonic() + seconds

    def go_on_in_time() -> None:
        if time.monotonic() > until:
            raise Fault("too_long", 413)
        go_on()

    return go_on_in_time


def _checked(go_on: GoOn, line: bytes, deal: int) -> str:
    """The game of a record whose deal can be judged. Raises RecordError, Fault, and what ``go_on`` raises."""
    record = finished(parse_record(line.decode("utf-8", "replace")))
    if analyst_of(record.game_id) is None:
        raise Fault("no_analysis", 404)
    if deal > len(record.deals):
        raise Fault("bad_field", field="deal", reason=f"1..{len(record.deals)}")
    check(record, lambda _: go_on())
    return record.game_id


def _begin() -> None:
    """Behind the tables, and never outliving the server."""
    processes.begin()
    if hasattr(os, "nice"):
        os.nice(_NICE)


def _judged(line: bytes, deal: int) -> bytes:
    record = parse_record(line.decode())
    found = judge_deal(record, deal - 1)
    analyst, open_cards = analyst_of(record.game_id), open_cards_of(record.game_id)
    return msgspec.json.encode(
        Judgement(
            deal,
            analyst.value_term if analyst else "",
            open_cards.value_term if open_cards else "",
            None if found.course is None else _luck(found.course),
            [_decision(judged) for judged in found.decisions],
        )
    )


def _luck(course: Course) -> Luck:
    return Luck(course.even, course.end, course.by_chance, list(course.by_choice))


def _decision(judged: Judged) -> Decision:
    options = [_option(each) for each in judged.alternatives]
    return Decision(
        place=judged.place,
        seat=judged.seat,
        played=judged.played,
        is_best=judged.is_best,
        lost=judged.lost,
        open_lost=judged.open_lost,
        accuracy=judged.accuracy,
        moves=options,
    )


def _option(each: Alternative) -> Option:
    why = None if each.why is None else write_said(each.why)
    return Option(each.move, write_said(each.label), each.number, each.value, each.open_value, why)
