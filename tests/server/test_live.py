"""What may happen at once around a live table: comings, goings, removals, broken commits, changes of seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kozyr.kernel.streams import Stream
from kozyr.protocol.messages import Failed
from kozyr.server.listener import MOST_BYTES, Listener
from kozyr.server.retelling import KEPT_MEMBERS, Audience
from kozyr.server.storage import StorageError
from kozyr.table import Settings, Table, read_event
from kozyr.table import commands as cmd
from tests.server.leaks import Knowledge
from tests.server.running import Person, Place, Time, serving, tapped

CLOSED = {"pace": "none", "stand_in": "random", "spectators": False}


@pytest.fixture
async def eve(ann: Person) -> AsyncIterator[Person]:
    """Somebody who comes to a table where Ann and Bob sit."""
    person = await ann.running.person("Ева")
    yield person
    await person.http.aclose()


async def test_who_may_neither_watch_nor_sit_is_refused_and_the_table_goes_on(
    ann: Person, bob: Person, eve: Person
) -> None:
    table = await ann.new_table(players=2, seats=["me", "open"], settings=CLOSED)
    async with ann.at(table) as place, bob.at(table) as other:
        await begin(place, other)
        before = len(await ann.running.hall.storage.events(table))
        async with eve.at(table) as stranger:
            await stranger.until(lambda: stranger.closed)
            assert [fault.code for fault in stranger.faults] == ["no_spectators"]
        await place.do(cmd.Say(text="nobody has come"))
        assert all(person.name != "Ева" for person in place.now.table.people)
        assert len((await ann.running.live(table)).listeners) == 2
        assert before > 0


async def test_who_watched_before_a_closed_match_without_a_free_seat_is_counted_out(
    ann: Person, bob: Person, eve: Person
) -> None:
    table = await ann.new_table(players=2, seats=["me", "open"], settings=CLOSED)
    async with ann.at(table) as place, bob.at(table) as other, eve.at(table) as watching:
        await begin(place, other)
        await watching.until(lambda: watching.closed)
        assert watching.bye == "no_spectators"
        await place.until(lambda: all(person.name != "Ева" for person in place.now.table.people))


async def test_who_may_only_sit_down_is_shown_no_match_until_he_does(ann: Person, bob: Person, eve: Person) -> None:
    """L-20: one was there before the match, the other comes in it; what they are told they may be told."""
    with tapped(ann.running) as sent:
        table = await ann.new_table(players=3, seats=["me", "random", "random"], settings=CLOSED)
        async with ann.at(table) as place, bob.at(table) as watching:
            await place.do(cmd.Ready())
            await watching.until(lambda: watching.now.table.phase == "playing")
            async with eve.at(table) as late:
                await place.play_on(Stream("door"), moves=2)
                await place.do(cmd.Say(text="among ourselves"))
                (await ann.running.live(table)).broadcast(b"where bodies lie")
                for listening in (watching, late):
                    await listening.ping()
                    assert (listening.now.table.seat, listening.now.view, listening.now.story) == (None, None, ())
                    assert not any(b"among ourselves" in told or b"bodies" in told for told in listening.received)
                assert await late.refused(cmd.Say(text="let me in")) == "no_spectators"
                await late.do(cmd.Sit(seat=2))
                await late.until(lambda: late.now.view is not None and late.now.table.seat == 2)
                await watching.do(cmd.Sit(seat=1))
                await watching.until(lambda: watching.now.view is not None and watching.now.table.seat == 1)
        log = [read_event(event.body) for event in await ann.running.hall.storage.events(table)]
    known = Knowledge.of(log)
    assert [leak for each in sent for leak in known.search(each.who, each.seq, each.data)] == []


async def test_who_is_voted_out_of_a_closed_table_comes_back_to_his_seat(tmp_path: Path) -> None:
    """L-15, L-17, L-20."""
    time = Time()
    async with serving(tmp_path, now=time) as running:
        ann, bob = await running.person("Ann"), await running.person("Боб")
        table = await ann.new_table(players=2, seats=["me", "open"], settings=CLOSED)
        async with ann.at(table) as place:
            async with bob.at(table) as gone:
                await begin(place, gone)
            await place.until(lambda: not place.now.table.seats[1].present)
            time.ms += 60_000
            await place.do(cmd.Propose(what="remove", seat=1))
            await place.until(lambda: place.now.table.seats[1].bot is not None)
            async with bob.at(table) as again:
                assert (again.now.table.seat, again.now.view) == (None, None)
                await again.do(cmd.Sit(seat=1))
                await again.until(lambda: again.now.view is not None and again.now.table.seat == 1)
        for person in (ann, bob):
            await person.http.aclose()


async def begin(place: Place, other: Place) -> None:
    """The other sits down beside, and a match begins."""
    await other.do(cmd.Sit(seat=1))
    for each in (place, other):
        await each.do(cmd.Ready())
    await place.until(lambda: place.now.table.phase == "playing")


async def test_who_is_removed_hears_nothing_more(ann: Person, bob: Person) -> None:
    table = await ann.new_table(players=2, seats=["me", "random"])
    async with ann.at(table) as place, bob.at(table) as first, bob.at(table) as second:
        number = first.now.table.me
        assert number is not None
        await place.do(cmd.Remove(person=number))
        await first.until(lambda: first.closed)
        await second.until(lambda: second.closed)
        count = len(first.received)
        await place.do(cmd.Say(text="about Bob"))
        assert len(first.received) == count
        async with bob.at(table) as again:
            assert [fault.code for fault in again.faults] == ["removed"]


async def test_two_connections_of_one_person_hear_the_same_and_change_seat_together(ann: Person) -> None:
    table = await ann.new_table(players=3, seats=["me", "open", "open"])
    async with ann.at(table) as one, ann.at(table) as two:
        await one.do(cmd.StandUp())
        await one.do(cmd.Sit(seat=2))
        await two.until(lambda: two.now.table.seat == 2)
        await one.until(lambda: one.now.table.seat == 2)
        await one.ping()
        await two.ping()
        assert one.now.table == two.now.table


async def test_who_joins_those_who_watch_knows_at_once_what_they_know(ann: Person, bob: Person) -> None:
    table = await ann.new_table(players=3, seats=["me", "open", "open"])
    async with ann.at(table) as place, bob.at(table) as watching:
        await place.do(cmd.StandUp())
        await place.until(lambda: place.now.table.seat is None)
        await place.ping()
        await watching.ping()
        assert place.now.seq == watching.now.seq
        assert place.now.table.seats == watching.now.table.seats
        assert place.now.table.seats[0].person is None


async def test_who_was_another_meanwhile_is_told_the_whole_again(ann: Person, bob: Person) -> None:
    """He watched, sat down, stood up again while he was away: his old updates do not fit what he knows."""
    table = await ann.new_table(players=3, seats=["me", "open", "open"])
    async with ann.at(table), bob.at(table) as other:
        async with bob.at(table) as place:
            await place.do(cmd.Sit(seat=1))
            await place.until(lambda: place.now.table.seat == 1)
            seq = place.now.seq
        await other.do(cmd.StandUp())
        async with bob.at(table, since=seq) as again:
            await again.ping()
            assert again.state is not None
            assert again.now.table.seat is None


async def test_who_was_forgotten_meanwhile_is_told_his_new_number(ann: Person, bob: Person) -> None:
    table = await ann.new_table(players=3, seats=["me", "open", "open"])
    async with ann.at(table) as place:
        async with bob.at(table) as first:
            seq, number = first.now.seq, first.now.table.me
        await place.until(lambda: all(person.name != "Боб" for person in place.now.table.people))
        async with bob.at(table, since=seq) as again:
            await again.ping()
            assert again.state is not None
            assert again.now.table.me not in (None, number)


async def test_a_commit_that_is_broken_off_is_stored_or_not_and_told_as_it_is(ann: Person) -> None:
    table = await ann.new_table(players=2, seats=["me", "random"])
    async with ann.at(table) as place:
        live = await ann.running.live(table)
        task = asyncio.create_task(live.handle(ann.id, cmd.Say(text="half said")))
        while not live.lock.locked():
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await place.do(cmd.Say(text="whole"))
        stored = await live.read()
        log = await ann.running.hall.storage.events(table)
        assert stored.seq == len(log)
        said = [line.text for line in place.now.talk]
        assert said[-1] == "whole"
        assert ("half said" in said) == any(b"half said" in event.body for event in log)


async def test_a_command_that_cannot_be_stored_changes_nothing(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await ann.new_table(players=2, seats=["me", "random"])
    async with ann.at(table) as place:
        before = await ann.running.print_of(table)

        async def gone(*_: object, **__: object) -> int:
            raise StorageError("no disk")

        with monkeypatch.context() as patch:
            patch.setattr(ann.running.hall.storage, "append", gone)
            answer = await place.ask(cmd.Say(text="lost"))
            assert isinstance(answer, Failed)
            assert answer.code == "storage"
        assert await ann.running.print_of(table) == before
        await place.do(cmd.Say(text="kept"))
        assert [line.text for line in place.now.talk if line.kind == "said"] == ["kept"]


def test_an_audience_remembers_only_so_many() -> None:
    table, _ = Table.create("t", "kozel", 4, "ann", "Ann", 0, settings=Settings())
    audience = Audience(None, "x")
    audience.update(table, 0, heard=True)
    for number in range(2 * KEPT_MEMBERS):
        audience.whole(table, f"guest {number}")
    assert len(audience._members) == KEPT_MEMBERS
    assert audience.since("guest 0", None, audience.seq) is None


def test_an_update_follows_what_was_told_last() -> None:
    """Also where events between changed nothing for its readers."""
    table, _ = Table.create("t", "kozel", 4, "ann", "Ann", 0, settings=Settings())
    audience = Audience(None, "x")
    audience.update(table, 0, heard=True)
    audience.whole(table, "x")
    first = audience.seq
    table.arrived("ann", "Ann", "p", 1)
    table.arrived("ann", "Ann", "p", 2)
    audience.update(table, 2, heard=True)
    told = audience.seq
    table.arrived("ann", "Ann", "p", 3)
    assert audience.update(table, 3, heard=True) is None
    assert audience.seq == told > first
    assert audience.since("x", None, told) == []


def test_a_slow_listener_keeps_few_bytes() -> None:
    listener = Listener("ann", "Ann")
    for _ in range(20):
        listener.send(b"x" * (MOST_BYTES // 10))
    assert listener.closed_for == "slow"
    assert listener.waiting.qsize() == 1


async def test_a_deal_thrown_without_bodies_is_played_without_them_and_no_fault_is_logged(
    ann: Person, caplog: pytest.LogCaptureFixture
) -> None:
    options = {"hut": "physics", "deals": 1, "max_turns": 2}
    table = await ann.new_table("shalashik", 2, options=options, seats=["me", "random"])
    async with ann.at(table) as place:
        await place.do(cmd.Ready())
        await place.play_on(Stream("no bodies"))
        assert place.is_over
    assert any("goes on without bodies" in record.getMessage() for record in caplog.records)
    assert not [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
