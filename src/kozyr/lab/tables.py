"""Statistics as tables for a terminal."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from kozyr.games import get_game
from kozyr.kernel.terms import Terms
from kozyr.lab.plan import Plan
from kozyr.lab.statistics import Estimate, Tally, ranked_tags


@functools.cache
def texts() -> Terms:
    """The term table of the statistics."""
    return Terms.load(Path(__file__).parent / "texts.toml")


def summary(plan: Plan, tally: Tally, language: str) -> Group:
    """The statistics of a plan: scores and wins, then what happened how often. Raises ValueError for the language."""
    parts: list[Any] = [Text(_title(plan, tally, language)), _scores(plan, tally, language)]
    if tally.tags:
        parts.append(_tags(plan, tally, language))
    return Group(*parts)


def _texts_in(language: str) -> Callable[..., str]:
    return lambda name, **values: texts().text(name, language, **values)


def _title(plan: Plan, tally: Tally, language: str) -> str:
    return texts().text(
        "title",
        language,
        game=plan.game_id,
        matches=f"{tally.matches:,}",
        n_matches=tally.matches,
        deals=f"{tally.deals:,}",
        n_deals=tally.deals,
        moves=f"{tally.moves_a_deal:.1f}",
        median=tally.length(0.5),
        most=tally.length(0.9),
        longest=tally.length(1.0),
    )


def _scores(plan: Plan, tally: Tally, language: str) -> Table:
    own = _texts_in(language)
    game = get_game(plan.game_id)
    table = Table()
    table.add_column("")
    table.add_column(own("bot"))
    score = _label(game.terms, game.score_term, language)
    for heading in (own("score_a_deal", score=score), own("interval"), own("matches_won")):
        table.add_column(heading, justify="right")
    for team, seats in enumerate(tally.teams):
        bots = ", ".join(dict.fromkeys(plan.bots[seat] for seat in seats))
        label = own("team", seats=own("and").join(map(str, seats)))
        table.add_row(label, bots, *_row(tally, seats[0]), end_section=team == len(tally.teams) - 1)
    for seat in range(plan.players):
        table.add_row(own("seat", seat=seat), plan.bots[seat], *_row(tally, seat))
    return table


def _row(tally: Tally, seat: int) -> tuple[str, str, str]:
    score, wins = tally.score(seat), tally.wins[seat]
    return f"{score.mean:.3f}", _interval(score), f"{wins:,} ({wins / tally.matches:.1%})"


def _interval(found: Estimate, form: str = ".3f") -> str:
    return "-" if found.low is None else f"{found.low:{form}} .. {found.high:{form}}"


def _tags(plan: Plan, tally: Tally, language: str) -> Table:
    own = _texts_in(language)
    terms = get_game(plan.game_id).terms
    table = Table(title=own("what_happened"), title_justify="left")
    table.add_column("")
    table.add_column(own("deals"), justify="right")
    table.add_column(own("share"), justify="right")
    table.add_column(own("interval"), justify="right")
    for tag, n in ranked_tags(tally):
        share = tally.share(tag)
        table.add_row(_label(terms, tag, language), f"{n:,}", f"{share.mean:.2%}", _interval(share, ".2%"))
    return table


def _label(terms: Terms, name: str, language: str) -> str:
    """A text of the game, where it has one without places to fill."""
    return name if name not in terms.texts or terms.places(name, language) else terms.text(name, language)
