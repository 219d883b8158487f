"""Hints at a server: from the asker's own view, by the workers, not too often, and never against the table's will."""

from __future__ import annotations

from typing import NoReturn

import pytest

from kozyr.bots import make_bot
from kozyr.kernel.view import View
from kozyr.protocol.messages import Failed, Hinted
from kozyr.server.workers.answer import BotAnswer
from kozyr.server.workers.pool import PoolClosedError
from kozyr.table import commands as cmd
from tests.server.running import Person, Place, Running

QUICK = {"pace": "none", "stand_in": "random"}


async def until_turn(place: Place, seq: int = 0) -> list[str]:
    """Wait, from an event on, until one is to move; the legal moves."""
    await place.until(lambda: place.now.seq >= seq and bool(place.now.view and place.now.view.legal))
    assert place.now.view is not None
    return [str(entry.move) for entry in place.now.view.legal]


async def until_choice(place: Place) -> list[str]:
    """Play on until there is more than one legal move: the first turn may be forced."""
    legal = await until_turn(place)
    while len(legal) == 1:
        legal = await until_turn(place, await place.do(cmd.Move(move=legal[0])))
    return legal


async def test_a_person_among_bots_is_shown_a_legal_move(ann: Person) -> None:
    table = await ann.new_table(players=2, seats=["me", "random"], settings=QUICK)
    async with ann.at(table) as place:
        await place.do(cmd.Ready())
        legal = await until_turn(place)
        seq = place.now.seq
        hinted = await place.hint()
        assert isinstance(hinted, Hinted)
        assert hinted.move in legal
        assert hinted.bot == "master"
        assert hinted.moves[0].move == hinted.move
        assert hinted.turn == place.now.table.turn
        assert place.now.seq == seq
        again = await place.hint("again")
        assert isinstance(again, Hinted)
        assert (again.move, again.moves) == (hinted.move, hinted.moves)


async def test_a_hint_tells_what_moves_are_worth_and_why(ann: Person) -> None:
    table = await ann.new_table("kozel", seats=["me", "random", "random", "random"], settings=QUICK)
    async with ann.at(table) as place:
        await place.do(cmd.Ready())
        legal = await until_choice(place)
        hinted = await place.hint()
        assert isinstance(hinted, Hinted)
        assert hinted.value_term == make_bot("kozel", hinted.bot).value_term != ""
        assert {weighed.move for weighed in hinted.moves} <= set(legal)
        assert [weighed.value for weighed in hinted.moves] == sorted((w.value for w in hinted.moves), reverse=True)
        assert any(weighed.why for weighed in hinted.moves)


@pytest.mark.parametrize(
    ("fault", "code"), [(PoolClosedError("closed"), "no_hint"), (ValueError("nobody is to move"), "internal")]
)
async def test_a_hint_that_cannot_be_found_is_told_so(
    ann: Person, running: Running, monkeypatch: pytest.MonkeyPatch, fault: Exception, code: str
) -> None:
    """Whatever goes wrong: who has asked would else wait for ever."""

    async def fail(*_: object, **__: object) -> NoReturn:
        raise fault

    table = await ann.new_table(players=2, seats=["me", "random"], settings=QUICK)
    async with ann.at(table) as place:
        await place.do(cmd.Ready())
        await until_turn(place)
        monkeypatch.setattr(running.hall.pool, "choose", fail)
        refused = await place.hint()
        assert isinstance(refused, Failed)
        assert refused.code == code


async def test_a_hint_needs_no_bot_in_the_servers_own_process(
    ann: Person, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There they are imported for nothing else, and that takes as long as a hundred moves."""

    async def choose(_game: str, bot: str, view: View, *_: object, **__: object) -> BotAnswer:
        return BotAnswer(str(view.legal[0].move), (), bot, value_term="points")

    def forbidden(*_: object) -> NoReturn:
        raise AssertionError("a bot was made")

    table = await ann.new_table(players=2, seats=["me", "random"], settings=QUICK)
    async with ann.at(table) as place:
        await place.do(cmd.Ready())
        await until_turn(place)
        monkeypatch.setattr(running.hall.pool, "choose", choose)
        monkeypatch.setattr("kozyr.bots.registry.make_bot", forbidden)
        monkeypatch.setattr("kozyr.server.hints.make_bot", forbidden, raising=False)
        hinted = await place.hint()
        assert isinstance(hinted, Hinted)
        assert hinted.value_term == "points"


async def test_hints_are_rationed(ann: Person) -> None:
    table = await ann.new_table(players=2, seats=["me", "random"], settings=QUICK)
    async with ann.at(table) as place:
        await place.do(cmd.Ready())
        await until_turn(place)
        answers = [await place.hint(str(number)) for number in range(5)]
        codes = [answer.code for answer in answers if isinstance(answer, Failed)]
        assert set(codes) == {"too_often"}
        assert len(codes) < 5


async def test_against_people_and_where_it_is_forbidden_there_are_none(ann: Person, bob: Person) -> None:
    table = await ann.new_table(players=2, seats=["me", "open"], settings=QUICK)
    async with ann.at(table) as first, bob.at(table) as second:
        await second.do(cmd.Sit(seat=1))
        await first.do(cmd.Ready())
        await second.do(cmd.Ready())
        await first.until(lambda: any(place.now.view and place.now.view.legal for place in (first, second)))
        mover = first if first.now.view and first.now.view.legal else second
        refused = await mover.hint()
        assert isinstance(refused, Failed)
        assert refused.code == "hints_alone"
        assert set(refused.texts) == {"ru", "en"}
    table = await ann.new_table(players=2, seats=["me", "random"], settings={**QUICK, "hints": "never"})
    async with ann.at(table) as place:
        await place.do(cmd.Ready())
        await until_turn(place)
        refused = await place.hint()
        assert isinstance(refused, Failed)
        assert refused.code == "hints_off"


async def test_who_only_watches_gets_none(ann: Person, bob: Person) -> None:
    table = await ann.new_table(players=2, seats=["me", "random"], settings=QUICK)
    async with ann.at(table) as place, bob.at(table) as watching:
        await place.do(cmd.Ready())
        await until_turn(place)
        refused = await watching.hint()
        assert isinstance(refused, Failed)
        assert refused.code == "not_seated"
