"""Two matches that a seat cannot tell apart are told to it in the same bytes: wholes, updates, refusals."""

from __future__ import annotations

import msgspec
import pytest

from kozyr.kernel.game import Match
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.protocol import messages
from kozyr.server import faults
from kozyr.server.retelling import Audience
from kozyr.table import Refused, Table
from kozyr.table import commands as cmd
from tests.table.driving import SHORT, Driven, started

PEOPLE = {0: "ann", 1: "bob"}
NOW = 1_000_000


def with_match(driven: Driven, match: Match) -> Table:
    """The table as its log tells it, with another match in it."""
    table = Table.replay(driven.log)
    table.state.match, table.state.last_move, table.state.views = match, None, {}
    return table


def told(before: Table, table: Table, seat: int | None, who: str) -> list[bytes]:
    """What somebody is sent who comes after a move, what one is sent who was there, and who comes again."""
    audience = Audience(seat, who)
    audience.update(before, NOW, heard=True)
    audience.whole(before, who)
    update = audience.update(table, NOW, heard=True)
    since = audience.since(who, before.shown_to(who).me, before.seq)
    return [update or b"", audience.whole(table, who), *(since or ())]


def refusals(table: Table, who: str, moves: list[str]) -> list[bytes]:
    """The refusals of moves that are not legal now."""
    found = []
    legal = set() if table.match is None else {str(move) for move in table.match.legal()}
    mover = table.state.seats[table.state.awaited].owner if table.state.awaited is not None else None
    for move in moves:
        if who == mover and move in legal:
            continue
        with pytest.raises(Refused) as raised:
            table.handle(who, cmd.Move(move=move), NOW)
        names = [table.state.name_of(seat) for seat in range(table.state.players)]
        found.append(messages.write(faults.refused(raised.value, names, "ask")))
    return found


def hint_is_found_from(table: Table, who: str) -> object:
    """All that the bot that gives hints is shown, at a table that allows them."""
    table.state.settings = msgspec.structs.replace(table.state.settings, hints="always")
    try:
        return table.hint_view(who)
    except Refused as refusal:
        return refusal.code


@pytest.mark.parametrize("game", SHORT)
def test_worlds_that_a_seat_cannot_tell_apart_are_told_it_in_the_same_bytes(game: str) -> None:
    found, hints, stream = 0, 0, Stream("twins", game)
    driven = started("ann", "bob", game=game, follow=False)
    moves: dict[str, None] = {}
    for _ in range(25):
        if driven.table.state.phase != "playing":
            break
        moves.update(dict.fromkeys(str(move) for move in driven.match.legal()))
        before = Table.replay(driven.log)
        driven.play_on(PEOPLE, moves=1)
        driven.deal()
        for seat, who in PEOPLE.items():
            twin = driven.match.game.twin(driven.match, seat, stream) if driven.match.deals() else None
            if twin is None or driven.table.state.phase != "playing":
                continue
            found += 1
            one, other = with_match(driven, driven.match.copy()), with_match(driven, twin)
            assert told(before, one, seat, who) == told(before, other, seat, who)
            assert told(before, one, None, "nobody") == told(before, other, None, "nobody")
            tried = list(moves)[-12:]
            assert refusals(one, who, tried) == refusals(other, who, tried)
            shown = hint_is_found_from(one, who)
            assert shown == hint_is_found_from(other, who)
            hints += isinstance(shown, View)
    assert found > 5
    assert hints > 1
