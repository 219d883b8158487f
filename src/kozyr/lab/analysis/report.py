"""An analysis as JSON and as tables for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from kozyr.bots import analyst_of, open_cards_of
from kozyr.games import get_game
from kozyr.kernel.said import Said
from kozyr.kernel.terms import LANGUAGES, Terms
from kozyr.lab.analysis.deciding import Alternative, Course, Judged
from kozyr.lab.analysis.figures import Analysis, Player
from kozyr.lab.tables import texts


def to_json(analysis: Analysis) -> dict[str, Any]:
    """An analysis as JSON; the reference page of the command line describes it."""
    terms, names = _terms(analysis), _names(analysis)
    return {
        "game": analysis.record.game_id,
        "record": analysis.record.number,
        "values": _value_term(analysis),
        "open_values": _open_term(analysis),
        "players": [_player(player) for player in analysis.players],
        "deals": [_course(course) for course in analysis.courses],
        "worst": [_moment(judged, terms, names) for judged in analysis.worst],
        "decisions": [_moment(judged, terms, names) for judged in analysis.decisions],
    }


def _player(player: Player) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "name": player.name,
        "decisions": player.decisions,
        "accuracy": player.accuracy,
        "lost": player.lost,
        "open_lost": player.open_lost,
    }


def _course(course: Course) -> dict[str, Any]:
    return {
        "deal": course.deal,
        "even": course.even,
        "by_chance": course.by_chance,
        "by_choice": list(course.by_choice),
        "end": course.end,
    }


def _moment(judged: Judged, terms: Terms, names: Sequence[str]) -> dict[str, Any]:
    return {
        "deal": judged.deal,
        "move": judged.place,
        "seat": judged.seat,
        "phase": judged.phase,
        "played": judged.played,
        "best": judged.best.move,
        "lost": judged.lost,
        "open_lost": judged.open_lost,
        "moves": [_alternative(each, terms, names) for each in judged.alternatives],
    }


def _alternative(each: Alternative, terms: Terms, names: Sequence[str]) -> dict[str, Any]:
    why = None
    if each.why is not None:
        why = {language: each.why.render(terms, language, names) for language in LANGUAGES}
    return {"move": each.move, "value": each.value, "open": each.open_value, "why": why}


def summary(analysis: Analysis, language: str) -> Group:
    """The players, the deals and the worst moments. Raises ValueError for the language."""
    parts: list[Any] = [_players(analysis, language)]
    if analysis.courses:
        parts += [_courses(analysis, language), Text(texts().text("analysis_courses_note", language))]
    parts += [Text(texts().text("analysis_worst", language))] if analysis.worst else []
    parts += [Text(_told(judged, analysis, language)) for judged in analysis.worst]
    return Group(*parts)


def _players(analysis: Analysis, language: str) -> Table:
    own = _texts_in(language)
    terms = _terms(analysis)
    units = [terms.text(term, language) for term in (_value_term(analysis), _open_term(analysis)) if term]
    table = Table(title=own("analysis_title", game=analysis.record.game_id, record=analysis.record.number))
    table.add_column(own("analysis_player"))
    for heading in (
        own("analysis_decisions"),
        own("analysis_accuracy"),
        *(own("analysis_lost", unit=u) for u in units),
    ):
        table.add_column(heading, justify="right")
    for player, name in zip(analysis.players, _names(analysis), strict=True):
        accuracy = "-" if player.accuracy is None else f"{player.accuracy:.0%}"
        losses = (f"{player.lost:.2f}", f"{player.open_lost:.0f}")[: len(units)]
        table.add_row(name, str(player.decisions), accuracy, *losses)
    return table


def _courses(analysis: Analysis, language: str) -> Table:
    own = _texts_in(language)
    table = Table(title=own("analysis_courses"))
    headings = (own("analysis_deal"), own("analysis_even"), own("analysis_chance"))
    for heading in (*headings, *_names(analysis), own("analysis_end")):
        table.add_column(heading, justify="right")
    for course in analysis.courses:
        choices = (f"{change:+.0f}" for change in course.by_choice)
        table.add_row(str(course.deal), f"{course.even:.0f}", f"{course.by_chance:+.0f}", *choices, f"{course.end:.0f}")
    return table


def _told(judged: Judged, analysis: Analysis, language: str) -> str:
    own, terms, names = _texts_in(language), _terms(analysis), _names(analysis)
    told = own(
        "analysis_moment",
        deal=judged.deal,
        move=judged.place,
        name=names[judged.seat],
        played=judged.played,
        best=judged.best.move,
        lost=f"{judged.lost:.2f}",
        unit=terms.text(_value_term(analysis), language),
    )
    why = [_why(each.why, terms, language, names) for each in (judged.best, judged.chosen)]
    if all(why):
        told += own("analysis_why", best=why[0], played=why[1])
    if judged.open_lost is not None:
        told += own("analysis_open", lost=f"{judged.open_lost:.0f}", unit=terms.text(_open_term(analysis), language))
    return told


def _why(said: Said | None, terms: Terms, language: str, names: Sequence[str]) -> str:
    return "" if said is None else said.render(terms, language, names)


def _texts_in(language: str) -> Callable[..., str]:
    return lambda text_id, /, **values: texts().text(text_id, language, **values)


def _terms(analysis: Analysis) -> Terms:
    return get_game(analysis.record.game_id).terms


def _names(analysis: Analysis) -> list[str]:
    return [f"{seat.name} ({number})" for number, seat in enumerate(analysis.record.seats)]


def _value_term(analysis: Analysis) -> str:
    analyst = analyst_of(analysis.record.game_id)
    return analyst.value_term if analyst else ""


def _open_term(analysis: Analysis) -> str:
    judge = open_cards_of(analysis.record.game_id)
    return judge.value_term if judge else ""
