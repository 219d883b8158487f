"""How late the server's event loop wakes while workers are busy: bots that choose or search, huts built and pulled at.

``python -m bench.lateness [SECONDS]`` serves WebSocket clients on loopback, first alone, then beside busy workers, and
prints how late the loop woke and how long an echo took.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator

import numpy as np
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from kozyr.games import game_ids, get_game
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.server.lateness import watch_lateness
from kozyr.server.workers.huts import HutPool, HutSettings
from kozyr.server.workers.pool import PoolSettings, WorkerPool

CLIENTS = 50
PAUSE = 0.1
EVERY = 0.005


async def echo(socket: ServerConnection) -> None:
    """A message in, a message out."""
    with contextlib.suppress(ConnectionClosed):
        async for message in socket:
            await socket.send(message)


async def client(port: int, echoes: list[float]) -> None:
    """Sends a message of a move's size ten times a second."""
    async with connect(f"ws://127.0.0.1:{port}") as socket:
        while True:
            begun = time.perf_counter()
            await socket.send("x" * 2000)
            await socket.recv()
            echoes.append(time.perf_counter() - begun)
            await asyncio.sleep(PAUSE)


async def measured(name: str, seconds: float) -> None:
    """Serve for so long, and print a line."""
    late: list[float] = []
    echoes: list[float] = []
    async with serve(echo, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        tasks = [asyncio.create_task(client(port, echoes)) for _ in range(CLIENTS)]
        tasks.append(asyncio.create_task(watch_lateness(late.append, EVERY)))
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    cells = []
    for figures in (late, echoes):
        ms = 1000 * np.array(figures)
        cells += [f"{np.quantile(ms, q):.1f}" for q in (0.5, 0.99, 1.0)]
    print(f"| {name} | {len(late)} | {' | '.join(cells)} |", flush=True)


def views() -> list[View]:
    """A view of every game."""
    found = []
    for game_id in game_ids():
        game = get_game(game_id)
        match, stream = game.new_match(game.options(), game.players[0]), Stream("lateness")
        while not isinstance(match.awaits, int):
            assert match.awaits is not None
            match.resolve(match.awaits.sample(stream))
        found.append(match.view(match.awaits))
    return found


async def choosing(pool: WorkerPool, number: int, bot: str) -> None:
    """One question after another."""
    asked = 0
    kinds = views()
    while True:
        view = kinds[asked % len(kinds)]
        await pool.choose(view.game, bot, view, str(asked), 10.0, table_id=str(number))
        asked += 1


async def building(pool: HutPool, number: int) -> None:
    """Hut after hut, each with a few scripted pulls."""
    for hut in range(1_000_000):
        session = await pool.open_hut("shalashik", str(number), seed=f"{number} {hut}")
        for _ in range(3):
            assert session.state is not None
            shows = session.state.shows
            pull = await session.pull_scripted((shows & -shows).bit_length() - 1, "lateness", 10.0)
            if (await pull.outcome()).down is not False:
                break
        await session.close()


@contextlib.asynccontextmanager
async def busy(bots: int, huts: int, nice: int, bot: str = "careful") -> AsyncIterator[None]:
    """Workers that are never idle; bots that search are compiled."""
    mode = "0" if bot == "careful" else "1"
    async with (
        WorkerPool(2, PoolSettings(nice=nice, mode=mode)) as pool,
        HutPool(2, HutSettings(nice=nice)) as hut_pool,
    ):
        await pool.ready()
        await hut_pool.ready()
        tasks = [asyncio.create_task(choosing(pool, number, bot)) for number in range(bots)]
        tasks += [asyncio.create_task(building(hut_pool, number)) for number in range(huts)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def main(seconds: float = 10.0) -> None:
    """Print the table."""
    print(f"{CLIENTS} clients, {CLIENTS / PAUSE:.0f} messages a second; milliseconds\n")
    print("| beside | wakes | late: median | 99% | most | echo: median | 99% | most |")
    print("|---|---|---|---|---|---|---|---|")
    await measured("nothing", seconds)
    for nice in (5, 0):
        for name, bots, huts in (("2 bots choosing", 2, 0), ("2 huts built and pulled at", 0, 2), ("both", 2, 2)):
            async with busy(bots, huts, nice):
                await measured(f"{name}, niceness {nice}", seconds)
        for bot in ("strong", "master"):
            async with busy(2, 0, nice, bot):
                await measured(f"2 bots {bot} searching, niceness {nice}", seconds)


if __name__ == "__main__":
    asyncio.run(main(*map(float, sys.argv[1:2])))
