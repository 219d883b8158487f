"""Hints at a server: from the asker's own view, by the workers, not too often, and never against the table's will."""

from __future__ import annotations

from kozyr.protocol.messages import Failed, Hinted
from kozyr.table import commands as cmd
from tests.server.running import Person

QUICK = {"pace": "none", "stand_in": "random"}


async def test_a_person_among_bots_is_shown_a_legal_move(ann: Person) -> None:
    table = await ann.new_table(players=2, seats=["me", "random"], settings=QUICK)
    async with ann.at(table) as place:
        await place.do(cmd.Ready())
        await place.until(lambda: bool(place.now.view and place.now.view.legal))
        seq = place.now.seq
        hinted = await place.hint()
        assert isinstance(hinted, Hinted)
        assert place.now.view is not None
        assert hinted.move in [str(entry.move) for entry in place.now.view.legal]
        assert hinted.bot == "careful"
        assert hinted.turn == place.now.table.turn
        assert place.now.seq == seq
        again = await place.hint("again")
        assert isinstance(again, Hinted)
        assert again.move == hinted.move


async def test_hints_are_rationed(ann: Person) -> None:
    table = await ann.new_table(players=2, seats=["me", "random"], settings=QUICK)
    async with ann.at(table) as place:
        await place.do(cmd.Ready())
        await place.until(lambda: bool(place.now.view and place.now.view.legal))
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
        await place.until(lambda: bool(place.now.view and place.now.view.legal))
        refused = await place.hint()
        assert isinstance(refused, Failed)
        assert refused.code == "hints_off"


async def test_who_only_watches_gets_none(ann: Person, bob: Person) -> None:
    table = await ann.new_table(players=2, seats=["me", "random"], settings=QUICK)
    async with ann.at(table) as place, bob.at(table) as watching:
        await place.do(cmd.Ready())
        await place.until(lambda: bool(place.now.view and place.now.view.legal))
        refused = await watching.hint()
        assert isinstance(refused, Failed)
        assert refused.code == "not_seated"
