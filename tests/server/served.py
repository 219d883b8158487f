"""Servers as processes of their own, for tests; none is left running."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from bench.durable.people import QUICK
from bench.durable.served import Served
from kozyr.client import Address, KozyrClient, TableConnection
from kozyr.client.table_connection import Opener, open_socket
from kozyr.server.storage import open_storage
from kozyr.table import Event, Settings, read_event

AT_ONCE = Settings(pace="none", stand_in="random")


@contextlib.asynccontextmanager
async def a_server(folder: Path, database: str, **settings: Any) -> AsyncIterator[Served]:
    """A server that answers."""
    served = Served(folder, database, **settings)
    served.start()
    try:
        await served.ready()
        yield served
    finally:
        served.end()


@contextlib.asynccontextmanager
async def at_table(
    server: str, game: str, players: int, *, open_: Opener = open_socket, **more: Any
) -> AsyncIterator[tuple[TableConnection, Address]]:
    """Ann, at a new table with bots, where she has seat 0."""
    async with KozyrClient(server) as ann:
        await ann.call_me("Ann")
        seats = ["me", *["random"] * (players - 1)]
        address = await ann.new_table(game, players, settings=AT_ONCE, seats=seats, **more)
        async with ann.connect(address.table, backoff=QUICK, patient=True, open_=open_) as connection:
            yield connection, address


async def log_of(database: str, table: str) -> list[Event]:
    """What is stored of a table."""
    storage = await open_storage(database)
    try:
        return [read_event(event.body) for event in await storage.events(table)]
    finally:
        await storage.close()


def named(log: list[Event], name: str) -> int:
    """How many events come from the ask of this name."""
    return sum(event.cause is not None and event.cause.id == name for event in log)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)
