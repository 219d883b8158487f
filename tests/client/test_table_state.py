"""The messages of a table put together are the table, whatever was lost on the way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.client import TableState
from kozyr.client.table_state import joined_story, joined_talk, trimmed_story
from kozyr.games import game_ids
from kozyr.kernel.view import View
from kozyr.protocol.messages import StoryLine
from kozyr.table import Settings, Table
from kozyr.table import commands as cmd
from kozyr.table.shown import ShownLine
from tests.client.retold import Retold
from tests.table.driving import SHORT, Driven


def table_of(game_id: str, who: str = "ann") -> Driven:
    players = {"kozel": 4}.get(game_id, 3)
    table, events = Table.create("t", game_id, players, who, "Ann", 0, options=SHORT[game_id], settings=Settings())
    driven = Driven(table, events, follow=False)
    driven.arrive(who)
    driven.do(who, cmd.Sit(seat=0))
    for seat in range(1, players):
        driven.do(who, cmd.SetBot(seat=seat, bot="random"))
    return driven


def assert_same(state: TableState, table: Table, who: str = "ann") -> None:
    shown = table.shown_to(who)
    for name in shown.__struct_fields__:
        if name not in {"lines", "proofs"}:
            assert getattr(state.table, name) == getattr(shown, name), name
    assert state.talk == shown.lines
    view = table.view_for(who)
    if view is None:
        assert state.view is None
        return
    assert state.view is not None
    for name in View.__dataclass_fields__:
        if name in {"zones", "counters"}:  # in whatever order they have come
            assert set(getattr(state.view, name)) == set(getattr(view, name)), name
        else:
            assert getattr(state.view, name) == getattr(view, name), name


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("lossy", [False, True])
def test_a_reader_knows_the_table_as_it_is_after_every_message(game_id: str, lossy: bool) -> None:
    driven = table_of(game_id)
    retold = Retold(driven.table, "ann")
    state = TableState.of(retold.whole())
    assert_same(state, driven.table)
    driven.do("ann", cmd.Ready())
    for step in range(120):
        driven.do("ann", cmd.Say(text=f"line {step}")) if step % 12 == 0 else driven.tick(1000)
        driven.play_on({0: "ann"}, moves=1)
        if lossy and step % 5 == 0:
            retold.update()  # lost on the way
            state = TableState.of(retold.whole(state.seq), state)
        else:
            update = retold.update()
            state = state.after(update)
            assert state.after(update) is state
        assert_same(state, driven.table)
    numbers = [line.number for line in state.talk]
    assert numbers == sorted(set(numbers))


LINES = st.lists(st.integers(0, 8), max_size=10)


@given(LINES, LINES)
def test_every_line_of_talk_is_kept_once_in_order(first: list[int], second: list[int]) -> None:
    def lines(numbers: list[int]) -> list[ShownLine]:
        return [ShownLine(number, 0, "said", text=str(number)) for number in numbers]

    told = joined_talk(joined_talk((), lines(first)), lines(second))
    assert [line.number for line in told] == sorted({*first, *second})


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=8))
def test_pieces_of_a_story_in_any_overlap_give_the_story_so_far(pieces: list[tuple[int, int]]) -> None:
    story = [StoryLine(1, 1, place, {"id": f"s{place}", "args": {}}) for place in range(12)]
    kept: tuple[StoryLine, ...] = ()
    reached = 0
    for start, end in pieces:
        kept = joined_story(kept, story[min(start, reached) : end])
        reached = max(reached, end)
        assert list(kept) == story[:reached]


def test_what_is_taken_back_is_gone_and_told_anew_from_there() -> None:
    old = tuple(StoryLine(1, 2, place, {"id": "old", "args": {"n": place}}) for place in range(5))
    new = StoryLine(1, 2, 3, {"id": "new", "args": {}})
    assert trimmed_story(old, 1, {"told": 2, "story": 3}) == old[:3]
    assert joined_story(old, [new]) == (*old[:3], new)
    assert trimmed_story(old, 2, {}) == ()


def test_a_move_taken_back_leaves_no_trace_in_the_story() -> None:
    driven = table_of("thirty_one")
    retold = Retold(driven.table, "ann")
    driven.do("ann", cmd.Ready())
    state = TableState.of(retold.whole())
    taken = 0
    for _ in range(60):
        driven.play_on({0: "ann"}, moves=1)
        state = state.after(retold.update())
        if driven.table.shown_to("ann").can_take_back:
            driven.do("ann", cmd.Propose(what="take_back"))
            taken += 1
            state = state.after(retold.update())
        assert_same(state, driven.table)
    assert taken
