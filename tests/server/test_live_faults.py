"""A live table whose storage or bots fail: nothing is believed that is not stored, and all goes on by itself."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from kozyr.server import outline
from kozyr.server.live import LiveTable
from kozyr.server.storage import StorageError
from kozyr.table import Event, Table, commands, write_event
from tests.server.halls import InProcess, a_hall, until


def kinds(log: list[Event], name: str) -> int:
    return sum(type(event).__name__ == name for event in log)


async def causes(process: InProcess, name: str) -> int:
    return sum(event.cause is not None and event.cause.id == name for event in await process.log())


async def test_what_was_not_stored_is_not_believed_and_the_same_ask_counts_once_later(tmp_path: Path) -> None:
    async with a_hall(tmp_path / "db") as process:
        live = await process.new_table("ann")
        await process.come(live, "ann")
        process.storage.fails_before = True
        for _ in range(2):
            with pytest.raises(StorageError):
                await live.handle("ann", commands.Say(text="one", id="a"))
        assert await causes(process, "a") == 0
        process.storage.mend()
        seq = await live.handle("ann", commands.Say(text="one", id="a"))
        assert await live.handle("ann", commands.Say(text="one", id="a")) == seq
        assert await causes(process, "a") == 1


async def test_what_was_stored_though_nobody_heard_of_it_counts_once(tmp_path: Path) -> None:
    async with a_hall(tmp_path / "db") as process:
        live = await process.new_table("ann")
        await process.come(live, "ann")
        process.storage.fails_behind = True
        with pytest.raises(StorageError):
            await live.handle("ann", commands.Say(text="one", id="a"))
        process.storage.mend()
        seq = await live.handle("ann", commands.Say(text="one", id="a"))
        assert await causes(process, "a") == 1
        assert (await process.log())[seq - 1].cause is not None


async def test_a_table_plays_on_by_itself_once_its_storage_is_back(tmp_path: Path) -> None:
    async with a_hall(tmp_path / "db") as process:
        live = await process.new_table("ann", bots=2, deals=1)
        listener = await process.come(live, "ann")
        process.storage.fails_before = True
        with pytest.raises(StorageError):
            await live.handle("ann", commands.Ready(id="r"))
        process.storage.mend()
        await live.handle("ann", commands.Ready(id="r"))
        process.storage.fails_before = True
        await asyncio.sleep(0.1)
        before = kinds(await process.log(), "Drawn")
        process.storage.mend()
        await until(lambda: _drew(process, before))
        assert not listener.closed_for


async def _drew(process: InProcess, before: int) -> bool:
    return kinds(await process.log(), "Drawn") > before


async def test_who_left_while_nothing_could_be_stored_is_not_here_for_ever(tmp_path: Path) -> None:
    async with a_hall(tmp_path / "db") as process:
        live = await process.new_table("ann")
        listener = await process.come(live, "ann")
        process.storage.fails_before = True
        await live.leave(listener)
        assert (await process.stored()).state.people["ann"].present
        process.storage.mend()
        await until(lambda: _is_away(process, "ann"))


async def _is_away(process: InProcess, who: str) -> bool:
    person = (await process.stored()).state.people.get(who)
    return person is None or not person.present


async def test_who_was_refused_though_his_coming_was_stored_is_not_here_for_ever(tmp_path: Path) -> None:
    async with a_hall(tmp_path / "db") as process:
        live = await process.new_table("ann")
        process.storage.fails_behind = True
        with pytest.raises(StorageError):
            await process.come(live, "ann")
        assert (await process.stored()).state.people["ann"].present
        process.storage.mend()
        await until(lambda: _is_away(process, "ann"))
        await process.come(live, "ann")
        assert (await process.stored()).state.people["ann"].connections == {process.hall.process: 1}


async def test_who_is_taken_for_dead_by_mistake_is_here_again(tmp_path: Path) -> None:
    async with a_hall(tmp_path / "db") as process:
        live = await process.new_table("ann")
        await process.come(live, "ann")
        log, own = await process.log(), process.hall.process
        elsewhere = Table.replay(log)
        lost = elsewhere.process_lost(own, process.hall.now())
        seq = await process.storage.append("t1", len(log), [write_event(event) for event in lost], 0)
        process.hall.bus.publish("t1", seq)
        await until(lambda: _is_here(process, own))


async def _is_here(process: InProcess, own: str) -> bool:
    log = await process.log()
    return kinds(log, "ProcessLost") == 1 and Table.replay(log).state.people["ann"].connections == {own: 1}


async def test_a_restart_clears_the_connections_of_the_dead_at_once_and_the_table_stands(tmp_path: Path) -> None:
    async with a_hall(tmp_path / "db") as process:
        live = await process.new_table("ann", bots=2)
        await process.come(live, "ann")
        await live.handle("ann", commands.Ready())
        await until(lambda: live._table is not None and live._table.state.phase == "playing")
    async with a_hall(tmp_path / "db") as process:
        await until(lambda: _is_away(process, "ann"))
        assert [live.id for live in process.hall.tables()] == ["t1"]
        moves = kinds(await process.log(), "Moved")
        live = await process.hall.table("t1")
        await process.come(live, "ann")
        state = (await process.stored()).state
        assert state.people["ann"].connections == {process.hall.process: 1}
        assert kinds(await process.log(), "Moved") >= moves


async def test_bots_that_fail_are_asked_again(tmp_path: Path) -> None:
    async with a_hall(tmp_path / "db") as process:
        process.pool.raises = 2
        live = await process.new_table("ann", bots=6, deals=1)
        await process.come(live, "ann")
        await live.handle("ann", commands.Ready())
        await until(lambda: _asked(process, live))
        await until(lambda: _moved(process))


async def _asked(process: InProcess, live: LiveTable) -> bool:
    """Whether a bot has been asked in spite of its failures; Ann makes her moves where she is to begin."""
    table = live._table
    if table is not None and table.match is not None and table.state.awaited == 0:
        await live.handle("ann", commands.Move(move=str(table.match.legal()[-1])))
    return process.pool.asked > 2


async def _moved(process: InProcess) -> bool:
    return kinds(await process.log(), "Moved") > 0


async def test_what_another_process_has_stored_is_read_once_it_can_be(tmp_path: Path) -> None:
    async with a_hall(tmp_path / "db") as process:
        live = await process.new_table("ann")
        await process.come(live, "ann")
        log = await process.log()
        said = Table.replay(log).handle("ann", commands.Say(text="from afar"), process.hall.now())
        seq = await process.storage.append("t1", len(log), [write_event(event) for event in said], 0)
        process.storage.reads_fail = True
        process.hall.bus.publish("t1", seq)
        await asyncio.sleep(0.05)
        process.storage.mend()
        await until(lambda: live._table is not None and live._table.seq == seq)


async def test_a_table_that_was_changed_half_is_not_believed(tmp_path: Path) -> None:
    def break_off(table: Table, now: int) -> tuple[Event, ...]:
        table.handle("ann", commands.Say(text="never"), now)
        raise ArithmeticError("a fault")

    async with a_hall(tmp_path / "db") as process:
        live = await process.new_table("ann")
        await process.come(live, "ann")
        with pytest.raises(ArithmeticError):
            await live.do(break_off)
        assert (await live.read()).fingerprint() == (await process.stored()).fingerprint()


async def test_a_table_that_cannot_be_read_keeps_no_other_from_going_on(tmp_path: Path) -> None:
    async with a_hall(tmp_path / "db") as process:
        live = await process.new_table("ann", bots=2)
        await process.come(live, "ann")
        await live.handle("ann", commands.Ready())
        bad = await process.storage.table("t1")
        assert bad is not None
        await process.storage.create_table(replace(bad, id="t0", updated_at=2**45), [b'{"kind":"nonsense"}'])
    async with a_hall(tmp_path / "db") as process:
        await until(lambda: _is_away(process, "ann"))
        assert process.hall._resting == {"t0"}  # it is not tried again and again


async def test_who_comes_while_the_process_ends_is_sent_away(tmp_path: Path) -> None:
    async with a_hall(tmp_path / "db") as process:
        live = await process.new_table("ann")
        listener = await process.come(live, "ann")
        process.hall.say_goodbye()
        assert listener.closed_for == "restart"
        with pytest.raises(StorageError):
            await process.come(live, "ann")
        assert kinds(await process.log(), "Arrived") == 1


async def test_nobody_comes_to_a_table_that_was_forgotten(tmp_path: Path) -> None:
    async with a_hall(tmp_path / "db") as process:
        live = await process.new_table("ann")
        process.hall.forget("t1")
        with pytest.raises(StorageError):
            await process.come(live, "ann")
        again = await process.hall.table("t1")
        assert again is not live
        await process.come(again, "ann")


def test_matches_are_counted_beyond_those_that_are_shown() -> None:
    table, _ = Table.create("t1", "kozel", 4, "ann", "Ann", 0)
    table.state.number, table.state.phase = 60, "over"
    assert outline.finished(table) == 60
    table.state.phase = "playing"
    assert outline.finished(table) == 59
