"""A view survives its way over the wire, and changes sent part by part give the same state."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.games import game_ids, get_game
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import Match, random_move
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.protocol.deltas import difference, updated
from kozyr.protocol.views import read_view, write_said, write_view


def views_of_a_match(game_id: str, moves: int) -> list[tuple[Match, list[View]]]:
    """Every seat's view and a spectator's, after each of some random moves."""
    game = get_game(game_id)
    match = game.new_match(game.options(), game.players[-1])
    stream = Stream("wire", game_id)
    views = []
    for _ in range(moves):
        while isinstance(awaits := match.awaits, Chance):
            match.resolve(awaits.sample(stream))
        if awaits is None:
            break
        match.play(random_move(match.legal(), stream))
        views.append((match, [match.view(seat) for seat in (None, *range(match.players))]))
    return views


def as_sent(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("game_id", game_ids())
def test_a_view_is_read_as_it_was_written(game_id: str) -> None:
    for match, views in views_of_a_match(game_id, 60):
        for view in views:
            story = as_sent([write_said(said) for said in view.events])
            read = read_view(as_sent(write_view(view)), story, match.game)
            for field in View.__dataclass_fields__:
                assert getattr(read, field) == getattr(view, field), field


@pytest.mark.parametrize("game_id", game_ids())
def test_changes_bring_a_reader_to_the_same_parts(game_id: str) -> None:
    kept: list[dict[str, Any]] = [{}] * 9
    for _, views in views_of_a_match(game_id, 60):
        for place, view in enumerate(views):
            parts = as_sent(write_view(view))
            delta = as_sent(difference(kept[place], parts))
            kept[place] = updated(kept[place], delta)
            assert kept[place] == parts


@pytest.mark.parametrize("game_id", game_ids())
def test_a_change_is_smaller_than_the_whole(game_id: str) -> None:
    spoken = whole = 0
    before: dict[str, Any] = {}
    for _, views in views_of_a_match(game_id, 60):
        parts = write_view(views[0])
        spoken += len(json.dumps(difference(before, parts)))
        whole += len(json.dumps(parts))
        before = parts
    assert spoken < 0.7 * whole


NAMES = st.text("abc", min_size=1, max_size=2)
VALUES = st.one_of(st.none(), st.integers(0, 3), st.lists(st.integers(0, 2), max_size=2))
STATES = st.dictionaries(NAMES, st.one_of(VALUES, st.dictionaries(NAMES, VALUES, max_size=4)), max_size=4)


@given(STATES, STATES)
def test_any_state_is_reached_from_any_other(old: dict[str, Any], new: dict[str, Any]) -> None:
    kept = json.dumps(old)
    assert updated(old, difference(old, new)) == new
    assert json.dumps(old) == kept


@given(STATES)
def test_no_change_says_nothing(state: dict[str, Any]) -> None:
    assert difference(state, as_sent(state)) == {}
