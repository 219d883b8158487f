"""What came out of contests, as JSON and as a table for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from kozyr.games import get_game
from kozyr.lab.arena.contest import CHALLENGER, UNBOUNDED, Contest
from kozyr.lab.arena.standing import LEAST_DEALS, Standing
from kozyr.lab.tables import texts


def to_json(found: Sequence[Standing]) -> dict[str, Any]:
    """One contest as one object; several as what they share and ``pairs``. The command line's page describes it."""
    shared = _shared(found[0].contest)
    if len(found) == 1:
        return {**shared, **_figures(found[0])}
    return {**shared, "pairs": [_figures(standing) for standing in found]}


def _shared(contest: Contest) -> dict[str, Any]:
    budget = None
    if contest.budget != UNBOUNDED:
        worlds = contest.budget.worlds if contest.budget.worlds < UNBOUNDED.worlds else None
        budget = {"worlds": worlds, "nodes": contest.budget.nodes or None}
    return {
        "game": contest.game_id,
        "rules": contest.options.to_mapping(),
        "players": contest.players,
        "seed": contest.seed,
        "a": contest.a,
        "partners": contest.partners,
        "budget": budget,
        "better": "more" if get_game(contest.game_id).more_is_better else "less",
    }


def _figures(standing: Standing) -> dict[str, Any]:
    contest, mean = standing.contest, standing.mean
    return {
        "b": contest.b,
        f"mean_{get_game(contest.game_id).measure}": mean.value,
        "ci95": [mean.low, mean.high],
        "p": mean.p,
        "p_holm": standing.p_holm,
        "stronger": {CHALLENGER: contest.a, None: None}.get(standing.stronger, contest.b),
        "deals": standing.deals,
        "played": standing.played,
        "matches": standing.matches,
        "match_wins": {"a": standing.wins[0], "b": standing.wins[1]},
        "fair_share": contest.fair_share,
    }


def summary(found: Sequence[Standing], language: str) -> Group:
    """The contests as a table, and below it which bot is stronger. Raises ValueError for the language."""
    contest = found[0].contest
    game = get_game(contest.game_id)
    title = texts().text("arena_title", language, game=contest.game_id, players=contest.players, seed=contest.seed)
    table = Table(title=title, title_justify="left")
    table.add_column(texts().text("bots", language))
    headings = (f"mean_{game.measure}", "ci95", "deals", "match_wins")
    for heading in headings:
        table.add_column(heading, justify="right")
    for standing in found:
        table.add_row(*_row(standing, language))
    sign = texts().text("arena_more" if game.more_is_better else "arena_less", language, bot=contest.a)
    return Group(table, Text(sign), *(Text(_verdict(standing, language)) for standing in found))


def _row(standing: Standing, language: str) -> tuple[str, ...]:
    contest, mean = standing.contest, standing.mean
    pair = texts().text("arena_pair", language, a=contest.a, b=contest.b)
    if contest.partners is not None:
        pair = texts().text("arena_with", language, pair=pair, partners=contest.partners)
    wins = standing.wins[0]
    return (
        pair,
        f"{mean.value:+.2f}",
        f"{mean.low:+.2f} .. {mean.high:+.2f}",
        f"{standing.deals:,} x {standing.played / standing.deals:.1f}",
        f"{wins:,} / {standing.matches:,} ({wins / standing.matches:.1%})",
    )


def _verdict(standing: Standing, language: str) -> str:
    a, b = standing.contest.a, standing.contest.b
    if standing.deals < LEAST_DEALS:
        return texts().text("arena_too_few", language, a=a, b=b, deals=LEAST_DEALS)
    if standing.stronger is None:
        return texts().text("arena_undecided", language, a=a, b=b, p=f"{standing.p_holm:.3f}")
    better, worse = (a, b) if standing.stronger == CHALLENGER else (b, a)
    return texts().text("arena_stronger", language, a=better, b=worse, p=f"{standing.p_holm:.4f}")
