"""What many matches say: scores with their intervals, how often things happen, who wins.

Deals of one match are not independent (the board, the dealer), so intervals are clustered by match.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from kozyr.games import get_game
from kozyr.kernel.game import Match
from kozyr.lab.plan import Plan

_NORMAL_95: Final = 1.959964


@dataclass(frozen=True)
class Estimate:
    """A mean a deal and its 95% interval, which fewer than two matches do not give."""

    mean: float
    low: float | None
    high: float | None


@dataclass
class Tally:
    """Sums over matches; tallies of parts add up to the tally of the whole."""

    players: int
    matches: int = 0
    deals: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    """How many deals took how many moves."""
    deals_squared: int = 0
    scores: list[float] = field(default_factory=list)
    scores_squared: list[float] = field(default_factory=list)
    scores_by_deals: list[float] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    tags: Counter[str] = field(default_factory=Counter)
    tags_squared: Counter[str] = field(default_factory=Counter)
    tags_by_deals: Counter[str] = field(default_factory=Counter)
    teams: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        for sums in (self.scores, self.scores_squared, self.scores_by_deals, self.wins):
            sums.extend([0] * (self.players - len(sums)))

    def count(self, match: Match) -> None:
        """Add a finished match."""
        figures = match.figures()
        deals = len(figures)
        if not self.matches:
            self.teams = match.view(None).teams
        self.matches += 1
        self.deals += deals
        self.deals_squared += deals * deals
        self.lengths.update(deal.moves for deal in figures)
        for tag, times in Counter(tag for deal in figures for tag in deal.tags).items():
            self.tags[tag] += times
            self.tags_squared[tag] += times * times
            self.tags_by_deals[tag] += times * deals
        for seat, scores in enumerate(zip(*(deal.scores for deal in figures), strict=True)):
            total = sum(scores)
            self.scores[seat] += total
            self.scores_squared[seat] += total * total
            self.scores_by_deals[seat] += total * deals
        for seat in match.winners():
            self.wins[seat] += 1

    def add(self, other: Tally) -> None:
        """Add a tally of other matches."""
        self.teams = self.teams or other.teams
        self.matches += other.matches
        self.deals += other.deals
        self.deals_squared += other.deals_squared
        for name in ("lengths", "tags", "tags_squared", "tags_by_deals"):
            getattr(self, name).update(getattr(other, name))
        for name in ("scores", "scores_squared", "scores_by_deals", "wins"):
            mine, theirs = getattr(self, name), getattr(other, name)
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]

    def score(self, seat: int) -> Estimate:
        """A seat's mean score a deal."""
        return self._a_deal(self.scores[seat], self.scores_squared[seat], self.scores_by_deals[seat])

    def share(self, tag: str) -> Estimate:
        """In which share of the deals something happened."""
        found = self._a_deal(self.tags[tag], self.tags_squared[tag], self.tags_by_deals[tag])
        if found.low is None or found.high is None:
            return found
        return Estimate(found.mean, max(0.0, found.low), min(1.0, found.high))

    def _a_deal(self, total: float, squared: float, by_deals: float) -> Estimate:
        """A mean a deal from its sums over matches: a ratio of sums, its variance that of the matches' residuals."""
        if not self.deals:
            return Estimate(0.0, None, None)
        mean = total / self.deals
        if self.matches < 2:
            return Estimate(mean, None, None)
        squares = squared - 2 * mean * by_deals + mean * mean * self.deals_squared
        variance = max(0.0, squares) * self.matches / (self.matches - 1) / self.deals**2
        half = _NORMAL_95 * math.sqrt(variance)
        return Estimate(mean, mean - half, mean + half)

    @property
    def moves(self) -> int:
        """How many decisions were taken in all."""
        return sum(length * deals for length, deals in self.lengths.items())

    def length(self, share: float) -> int:
        """The number of moves that this share of the deals (0 < share <= 1) did not exceed; 0 where there was none."""
        below = 0
        for length in sorted(self.lengths):
            below += self.lengths[length]
            if below >= share * self.deals:
                return length
        return 0

    @property
    def moves_a_deal(self) -> float:
        """How many decisions a deal takes."""
        return self.moves / self.deals if self.deals else 0.0


def to_json(plan: Plan, tally: Tally) -> dict[str, Any]:
    """A plan and its statistics as JSON; the reference page of the command line describes it."""
    return {
        "game": plan.game_id,
        "rules": plan.options.to_mapping(),
        "players": plan.players,
        "seed": plan.seed,
        "matches": tally.matches,
        "deals": tally.deals,
        "moves_a_deal": tally.moves_a_deal,
        "moves": {"median": tally.length(0.5), "most_of_90%": tally.length(0.9), "longest": tally.length(1.0)},
        "score": get_game(plan.game_id).score_term,
        "seats": [{"seat": seat, "bot": plan.bots[seat], **_figures(tally, seat)} for seat in range(plan.players)],
        "teams": [
            {"team": team, "seats": list(seats), **_figures(tally, seats[0])} for team, seats in enumerate(tally.teams)
        ],
        "tags": {tag: {"deals": n, **_share(tally, tag)} for tag, n in ranked_tags(tally)},
    }


def ranked_tags(tally: Tally) -> list[tuple[str, int]]:
    """What happened, the most frequent first."""
    return sorted(tally.tags.items(), key=lambda item: (-item[1], item[0]))


def _figures(tally: Tally, seat: int) -> dict[str, Any]:
    score = tally.score(seat)
    return {"mean": score.mean, "low": score.low, "high": score.high, "wins": tally.wins[seat]}


def _share(tally: Tally, tag: str) -> dict[str, Any]:
    share = tally.share(tag)
    return {"share": share.mean, "low": share.low, "high": share.high}
