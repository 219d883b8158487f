"""As many duplicate matches as the deals of a contest need, on one core or more; the same whatever the jobs."""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Generator

from kozyr.lab import processes
from kozyr.lab.arena.contest import Contest
from kozyr.lab.arena.duplicate import Duplicate, play_duplicate


def play_duplicates(contest: Contest, jobs: int = 1) -> Generator[Duplicate, None, None]:
    """Matches in order, until their decks are as many as the deals asked for; of the last one the first decks count."""
    missing = contest.deals
    work = functools.partial(play_duplicate, contest)
    with contextlib.closing(processes.shared_out(work, itertools.count(), jobs)) as played:
        while missing > 0:
            match = next(played)
            yield Duplicate(match.decks[:missing], match.matches, match.wins)
            missing -= len(match.decks)
