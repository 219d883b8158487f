"""Matches of bots, on one core or more; the results do not depend on how many.

Match ``i`` of a seed has a seed of its own, which stands in its record; from that come the stream of its chance steps
and a stream for the bot of every seat. Matches are played and added up in chunks whose size the plan alone decides.
"""

from __future__ import annotations

import functools
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final

from kozyr.bots import Bot, make_bots
from kozyr.games import get_game
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import Match
from kozyr.kernel.streams import Stream, derive_seed
from kozyr.lab import processes
from kozyr.lab.plan import Plan
from kozyr.lab.statistics import Tally
from kozyr.records import SeatEntry, record_of, to_line

_LARGE_CHUNK: Final = 256
_SMALL_CHUNK: Final = 16


@dataclass(frozen=True)
class Chunk:
    """Some matches of a plan, in order: their figures and, if wanted, their records as lines."""

    matches: int
    tally: Tally
    lines: tuple[str, ...]


def simulate(plan: Plan, jobs: int = 1) -> Tally:
    """Play a whole plan and add it up."""
    tally = Tally(plan.players)
    for chunk in play_chunks(plan, jobs):
        tally.add(chunk.tally)
    return tally


def play_chunks(plan: Plan, jobs: int = 1) -> Generator[Chunk, None, None]:
    """Play a plan chunk by chunk, in order. ``jobs`` processes are started where there is more than one."""
    spans = _spans(plan)
    yield from processes.shared_out(functools.partial(_play_span, plan), spans, min(jobs, len(spans)))


def match_seed(seed: str, index: int) -> str:
    """The seed of match ``index`` of a run."""
    return derive_seed(seed, "match", index)


def play_match(plan: Plan, index: int, *, fast: bool | None = None) -> Match:
    """One match of a plan, played to its end.

    ``fast`` rolls deals out at once instead of asking the bots, with the same moves; where all are random by default.
    """
    bots = make_bots(plan.game_id, plan.bots, plan.players)
    return _play(plan, bots, index, fast=plan.all_random if fast is None else fast)


def record_line(plan: Plan, index: int, match: Match) -> str:
    """The record of a match of a plan."""
    seats = [SeatEntry(name, name) for name in plan.bots]
    return to_line(record_of(match, seats, match_seed(plan.seed, index), legal=plan.legal))


def _play(plan: Plan, bots: Sequence[Bot], index: int, *, fast: bool) -> Match:
    seed = match_seed(plan.seed, index)
    chance = Stream(seed, "chance")
    streams = [Stream(seed, "bot", seat) for seat in range(plan.players)]
    game = get_game(plan.game_id)
    match, source = game.new_match(plan.options, plan.players), game.chance_source(plan.options)
    while (awaits := match.awaits) is not None:
        if isinstance(awaits, Chance):
            match.resolve(source.outcome(awaits, chance))
        elif fast:
            match.rollout(streams)
        else:
            match.apply(awaits, bots[awaits].choose(match.view(awaits), streams[awaits]).move)
    return match


def _spans(plan: Plan) -> list[range]:
    size = _LARGE_CHUNK if plan.all_random and not plan.records else _SMALL_CHUNK
    if get_game(plan.game_id).chance_source(plan.options).is_slow:
        size = 1
    return [range(start, min(start + size, plan.matches)) for start in range(0, plan.matches, size)]


def _play_span(plan: Plan, span: range) -> Chunk:
    bots = make_bots(plan.game_id, plan.bots, plan.players)
    tally = Tally(plan.players)
    lines = []
    for index in span:
        match = _play(plan, bots, index, fast=plan.all_random)
        tally.count(match)
        if plan.records:
            lines.append(record_line(plan, index, match))
    return Chunk(len(span), tally, tuple(lines))
