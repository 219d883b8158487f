"""What a person may do at a table of a server beside playing: a list of commands with their texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from kozyr.client import TableState
from kozyr.kernel.terms import Terms
from kozyr.table import Command, phrases
from kozyr.table import commands as asks
from kozyr.table.settings import PACES
from kozyr.table.shown import Shown
from kozyr.terminal.texts import texts

Entry: TypeAlias = tuple[str, Command]
"""A text and what it does."""


def table_entries(state: TableState, names: tuple[str, ...], language: str) -> list[Entry]:
    """All that may be done now."""
    return [
        (_capital(texts().text(text_id, language, **values)), command)
        for text_id, values, command in _possible(state, names)
    ]


def phrase_entries(language: str) -> list[Entry]:
    """The quick phrases."""
    return [(text, asks.Phrase(phrase=name)) for name, text in _texts_of(phrases(), language)]


def proposal_text(what: str, target: str, language: str) -> str:
    """What is proposed, in words."""
    return texts().text(f"vote_{what}", language, name=target)


def _possible(state: TableState, names: tuple[str, ...]) -> Iterator[tuple[str, dict[str, object], Command]]:
    table, own = state.table, state.own
    if own is None:
        yield from _free_seats(table, names)
        return
    if own.stood_in is not None:
        yield "menu_back", {}, asks.Back()
    for what in table.may_propose:
        if what != "remove":
            yield f"vote_{what}", {"name": ""}, asks.Propose(what=what)
            continue
        for seat in table.seats:
            if seat.person is not None and not seat.present:
                yield "vote_remove", {"name": names[seat.seat]}, asks.Propose(what="remove", seat=seat.seat)
    if table.vote is not None and table.vote.seat == own.seat:
        yield "menu_withdraw", {}, asks.Withdraw()
    yield from _paces(table)
    yield "menu_leave", {}, asks.Leave()


def _free_seats(table: Shown, names: tuple[str, ...]) -> Iterator[tuple[str, dict[str, object], Command]]:
    for seat in table.seats:
        if seat.person is None:
            yield "menu_sit", {"name": names[seat.seat]}, asks.Sit(seat=seat.seat)


def _paces(table: Shown) -> Iterator[tuple[str, dict[str, object], Command]]:
    people = sum(seat.person is not None for seat in table.seats)
    if table.me != table.host and people != 1:
        return
    for pace in PACES:
        if pace != table.settings.pace:
            yield f"pace_{pace}", {}, asks.SetPace(pace=pace)


def _texts_of(terms: Terms, language: str) -> Iterator[tuple[str, str]]:
    for name in terms.texts:
        yield name, terms.text(name, language)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
