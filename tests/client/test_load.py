"""The short form of ``bench/load``: tables played at as fast as can be; every move counts, nobody misses one."""

import asyncio
import contextlib
from pathlib import Path

import pytest

from kozyr import games
from kozyr.client import Changed, KozyrClient, TableConnection
from kozyr.table import Settings
from kozyr.table import commands as cmd
from tests.client.servers import running_server

TABLES, PEOPLE, MOVES = 4, 3, 40


def passed(connection: TableConnection) -> int:
    """How many passes a connection has heard of."""
    view = connection.state.view
    return 0 if view is None else next(each.value for each in view.counters if each.id == "passed")


async def play(connection: TableConnection) -> list[int]:
    """Pass whenever it is one's turn, until the match is over; the seq of each acknowledgement."""
    acknowledged = []
    changes = connection.changes()
    await connection.ask(cmd.Ready())
    async for change in changes:
        if not isinstance(change, Changed):
            continue
        if change.now.table.matches:
            break
        if change.now.view is not None and change.now.view.legal and change.now is connection.state:
            acknowledged.append((await connection.ask(cmd.Move(move="pass", turn=change.now.table.turn))).seq)
    return acknowledged


async def one_table(url: str) -> None:
    """A match between people on connections of their own."""
    async with contextlib.AsyncExitStack() as stack:
        people = [await stack.enter_async_context(KozyrClient(url)) for _ in range(PEOPLE)]
        for number, person in enumerate(people):
            await person.call_me(f"P{number}")
        seats = ["me", *["open"] * (PEOPLE - 1)]
        address = await people[0].new_table(
            "turns", PEOPLE, options={"turns": MOVES}, settings=Settings(stand_in="random"), seats=seats
        )
        at_table = [await stack.enter_async_context(person.connect(address.table)) for person in people]
        for seat, connection in enumerate(at_table[1:], 1):
            await connection.ask(cmd.Sit(seat=seat))
        acknowledged = await asyncio.gather(*map(play, at_table))
        numbers = [seq for seqs in acknowledged for seq in seqs]
        assert len(numbers) == len(set(numbers)) == MOVES
        assert all(seqs == sorted(seqs) for seqs in acknowledged)
        for connection in at_table:
            assert passed(connection) == MOVES
            assert connection.state.table.matches[-1].result == {"passed": MOVES}
            assert connection.losses == 0


async def test_under_load_every_move_is_acknowledged_and_everybody_hears_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games._GAMES, "turns", "bench.load.turns")
    with running_server(tmp_path) as server:
        await asyncio.gather(*(one_table(server.url) for _ in range(TABLES)))
