"""A whole match judged, deal by deal, on one core or more; the same whatever the jobs."""

from __future__ import annotations

import functools
from collections.abc import Generator
from typing import Final

from kozyr.bots import analyst_of, open_cards_of
from kozyr.lab import processes
from kozyr.lab.analysis.deciding import DealJudge, JudgedDeal
from kozyr.records import Record, replay, replay_states

_SEED: Final = "analysis"


class AnalysisError(ValueError):
    """A match that cannot be analysed; the text says why."""


def judge_match(record: Record, jobs: int = 1) -> Generator[JudgedDeal, None, None]:
    """The deals of a record in order. Raises AnalysisError, RecordError before the first."""
    if analyst_of(record.game_id) is None:
        raise AnalysisError(f"no bot that searches plays {record.game_id} yet, so nothing can judge its moves")
    if record.result is None:
        raise AnalysisError(f"record {record.number}: the match was stopped; only one that is over is analysed")
    replay(record)
    work = functools.partial(judge_deal, record)
    yield from processes.shared_out(work, range(len(record.deals)), min(jobs, len(record.deals)))


def judge_deal(record: Record, index: int) -> JudgedDeal:
    """One deal of a record that can be replayed and judged."""
    analyst = analyst_of(record.game_id)
    assert analyst is not None
    judge = DealJudge(index + 1, analyst, open_cards_of(record.game_id), _SEED)
    states = (state for state in replay_states(record) if state.deal == index)
    for state in states:
        if state.next is None:
            return judge.result(state.match)
        judge.judge(state.match, state.moves, state.next)
    raise AssertionError("a deal ends by a state without a next move")
