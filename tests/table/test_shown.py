"""What leaves a table: nothing that its receiver may not know."""

import re

import msgspec
import pytest

from kozyr.kernel.game import Match
from kozyr.kernel.streams import Stream
from kozyr.table import Table
from kozyr.table import commands as cmd
from tests.table.driving import SHORT, Driven, started

PEOPLE = {0: "ann", 1: "bob"}
CARD = re.compile(r"(?<![0-9a-zA-Z])[6-9TJQKA][cshd](?![0-9a-zA-Z])")
CASES = [("kozel", 4, {}), ("thirty_one", 3, {}), ("shalashik", 3, {}), ("shalashik", 2, {"hut": "physics"})]


def a_match(game: str, players: int, options: dict[str, object]) -> Driven:
    """Two persons, bots at the other seats, somebody watching."""
    driven = started("ann", "bob", game=game, players=players, options=options, follow=False)
    driven.arrive("eve")
    return driven


@pytest.mark.parametrize(("game", "players", "options"), CASES)
def test_no_audience_is_shown_a_card_or_a_secret_beside_its_view(
    game: str, players: int, options: dict[str, object]
) -> None:
    driven = a_match(game, players, options)
    for _ in range(60):
        for who in ("ann", "bob", "eve", None):
            text = msgspec.json.encode(driven.table.shown_to(who)).decode()
            assert not CARD.search(text)
            pledge = driven.table.state.pledge
            assert pledge is None or pledge.pledge.secret.hex() not in text
            assert not any(name in text for name in ('"ann"', '"bob"', '"eve"', "p1"))
        driven.play_on(PEOPLE, moves=1)


@pytest.mark.parametrize(("game", "players", "options"), CASES)
def test_each_sees_the_match_from_his_own_seat_and_no_other(
    game: str, players: int, options: dict[str, object]
) -> None:
    driven = a_match(game, players, options)
    driven.play_on(PEOPLE, moves=5)
    for who, seat in (("ann", 0), ("bob", 1), ("eve", None), (None, None)):
        assert driven.table.audience_of(who) == seat
        assert driven.table.view_for(who) == driven.match.view(seat)
        assert driven.table.shown_to(who).seat == seat


@pytest.mark.parametrize("game", SHORT)
def test_tables_that_a_person_cannot_tell_apart_show_him_the_same(game: str) -> None:
    """Also after his own move, and whether it may be taken back."""
    found = 0
    for number in range(3):
        driven = started(
            "ann", "bob", game=game, players=4, follow=False, options={"deals": 4} if game != "kozel" else {}
        )
        driven.secrets = 100 * number
        driven.play_on(PEOPLE, moves=3 + number)
        stream = Stream("twin", game, number)
        for _ in range(16):
            if driven.table.state.phase != "playing":
                break
            driven.deal()
            found += compare(driven, stream)
            driven.play_on(PEOPLE, moves=1)
    assert found > 5


def compare(driven: Driven, stream: Stream) -> int:
    """Compare a table with a twin of it for each person; how many twins there were."""
    found = 0
    for seat, who in PEOPLE.items():
        twin = driven.match.game.twin(driven.match, seat, stream) if driven.match.deals() else None
        if twin is None:
            continue
        found += 1
        assert told(driven.table, driven.match, who) == told(driven.table, twin, who)
        if driven.match.awaits == seat and stream.below(3) == 0:
            compare_after_move(driven, twin, who)
    return found


def compare_after_move(driven: Driven, twin: Match, who: str) -> None:
    """The same move in both worlds: where what comes of it differs, it cannot be taken back."""
    one, other = Table.replay(driven.log), Table.replay(driven.log)
    other.state.match, other.state.views = twin, {}
    move = cmd.Move(move=driven.any_move("twin"))
    one.handle(who, move, driven.now)
    other.handle(who, move, driven.now)
    if one.view_for(who) == other.view_for(who):
        assert one.shown_to(who) == other.shown_to(who)
    else:
        assert not one.shown_to(who).can_take_back
        assert not other.shown_to(who).can_take_back


def told(table: Table, match: Match, who: str) -> list[object]:
    """What a person, and who watches, is told where the table has a certain match before its next move."""
    state = table.state
    kept = state.match, state.last_move, state.views
    state.match, state.last_move, state.views = match, None, {}
    found: list[object] = [
        each for audience in (who, None) for each in (table.shown_to(audience), table.view_for(audience))
    ]
    state.match, state.last_move, state.views = kept
    return found


def test_a_stranger_is_shown_the_table_and_may_take_a_seat() -> None:
    driven = started("ann", spectators=False)
    shown = driven.table.shown_to(None)
    assert (shown.me, shown.seat, shown.lines) == (None, None, ())
    assert [seat.bot for seat in shown.seats] == [None, "random", "random", "random"]
