"""Who may be shown the best move."""

import pytest

from kozyr.bots import make_bot
from kozyr.kernel.streams import Stream
from kozyr.table import Refused, Settings, Table
from kozyr.table import commands as cmd
from tests.table.driving import Driven


def playing(hints: str, *people: str) -> Driven:
    """A match of Thirty-one in which a person is to move; bots have the other seats."""
    table, events = Table.create(
        "t", "thirty_one", 3, people[0], people[0], 0, settings=Settings(pace="none", stand_in="random", hints=hints)
    )
    driven = Driven(table, events, follow=False)
    driven.arrive(*people)
    for seat in range(3):
        if seat < len(people):
            driven.do(people[seat], cmd.Sit(seat=seat))
        else:
            driven.do(people[0], cmd.SetBot(seat=seat, bot="random"))
    for who in people:
        driven.do(who, cmd.Ready())
    while driven.table.match is None or not isinstance(driven.table.match.awaits, int) or driven.table.needs().bot:
        needs = driven.table.needs()
        if needs.secret is not None:
            driven.give_secret()
        elif needs.bot is not None:
            driven.bot_moves()
        else:
            driven.tick(5_000)
    return driven


def mover(driven: Driven) -> str:
    owner = driven.table.state.seats[int(driven.table.match.awaits)].owner  # type: ignore[union-attr,arg-type]
    assert owner is not None
    return owner


def code_of(driven: Driven, who: str) -> str:
    with pytest.raises(Refused) as refused:
        driven.table.hint_view(who)
    return refused.value.code


def test_who_plays_bots_only_is_shown_from_what_he_sees() -> None:
    driven = playing("alone", "ann")
    view = driven.table.hint_view("ann")
    assert view == driven.table.view_for("ann")
    assert make_bot("thirty_one", "careful").choose(view, Stream("hint")).move in [each.move for each in view.legal]


def test_against_people_there_are_no_hints_unless_the_table_allows_them() -> None:
    driven = playing("alone", "ann", "bob")
    assert code_of(driven, mover(driven)) == "hints_alone"
    driven = playing("always", "ann", "bob")
    assert driven.table.hint_view(mover(driven)).legal


@pytest.mark.parametrize(
    ("hints", "people", "may"),
    [
        ("alone", ("ann",), True),
        ("alone", ("ann", "bob"), False),
        ("always", ("ann", "bob"), True),
        ("never", ("ann",), False),
    ],
)
def test_a_person_at_a_seat_is_told_whether_there_are_hints(hints: str, people: tuple[str, ...], may: bool) -> None:
    driven = playing(hints, *people)
    driven.arrive("eve")
    assert [driven.table.shown_to(who).may_hint for who in (*people, "eve")] == [*(may for _ in people), False]


def test_a_table_can_forbid_hints() -> None:
    assert code_of(playing("never", "ann"), "ann") == "hints_off"


def test_who_is_not_to_move_or_has_no_seat_gets_none() -> None:
    driven = playing("always", "ann", "bob")
    waiting = {"ann": "bob", "bob": "ann"}[mover(driven)]
    assert code_of(driven, waiting) == "not_your_turn"
    assert code_of(driven, "eve") == "not_seated"


def test_an_unknown_word_is_no_setting() -> None:
    with pytest.raises(Refused) as refused:
        Table.create("t", "kozel", 4, "ann", "ann", 0, settings=Settings(hints="sometimes"))
    assert refused.value.code == "bad_setting"
