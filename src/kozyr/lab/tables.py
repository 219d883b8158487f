"""Statistics as tables for a terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.table import Table

from kozyr.games import get_game
from kozyr.kernel.terms import Terms
from kozyr.lab.plan import Plan
from kozyr.lab.statistics import Estimate, Tally, ranked_tags


def summary(plan: Plan, tally: Tally) -> Group:
    """The statistics of a plan: scores and wins, then what happened how often."""
    parts: list[Any] = [_scores(plan, tally)]
    if tally.tags:
        parts.append(_tags(plan, tally))
    return Group(*parts)


def _scores(plan: Plan, tally: Tally) -> Table:
    title = f"{plan.game_id}: {tally.matches:,} matches, {tally.deals:,} deals, {tally.moves_a_deal:.1f} moves a deal"
    table = Table(title=title, title_justify="left")
    table.add_column("")
    table.add_column("bot")
    table.add_column(
        f"{_label(get_game(plan.game_id).terms, get_game(plan.game_id).score_term)} a deal", justify="right"
    )
    table.add_column("95% interval", justify="right")
    table.add_column("matches won", justify="right")
    for team, seats in enumerate(tally.teams):
        bots = ", ".join(dict.fromkeys(plan.bots[seat] for seat in seats))
        table.add_row(
            f"seats {' and '.join(map(str, seats))}",
            bots,
            *_row(tally, seats[0]),
            end_section=team == len(tally.teams) - 1,
        )
    for seat in range(plan.players):
        table.add_row(f"seat {seat}", plan.bots[seat], *_row(tally, seat))
    return table


def _row(tally: Tally, seat: int) -> tuple[str, str, str]:
    score, wins = tally.score(seat), tally.wins[seat]
    return f"{score.mean:.3f}", _interval(score), f"{wins:,} ({wins / tally.matches:.1%})"


def _interval(found: Estimate, form: str = ".3f") -> str:
    return "-" if found.low is None else f"{found.low:{form}} .. {found.high:{form}}"


def _tags(plan: Plan, tally: Tally) -> Table:
    terms = get_game(plan.game_id).terms
    table = Table(title="What happened", title_justify="left")
    table.add_column("")
    table.add_column("deals", justify="right")
    table.add_column("share", justify="right")
    table.add_column("95% interval", justify="right")
    for tag, n in ranked_tags(tally):
        share = tally.share(tag)
        table.add_row(_label(terms, tag), f"{n:,}", f"{share.mean:.2%}", _interval(share, ".2%"))
    return table


def _label(terms: Terms, name: str) -> str:
    """A text of the game, where it has one without places to fill."""
    return name if name not in terms.texts or terms.places(name, "en") else terms.text(name, "en")
