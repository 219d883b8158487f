"""What a move costs a whole server: processor time of its process a move, with so many tables of people on SQLite.

``python -m bench.served_move [TABLES] [SECONDS]`` starts a server on loopback and plays at it by chance; Linux only,
for the time of the process is read from ``/proc``. People here think no time, and give their bytes to every shuffle.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx

from kozyr.client import KozyrClient, Player, TableConnection
from kozyr.table import Settings
from kozyr.table.commands import Sit

GAMES = {"kozel": 4, "thirty_one": 4, "shalashik": 4}
QUICK = Settings(pace="none")
LIMITS = ["--messages-a-second=1000", "--most-connections-an-address=10000"]


@contextlib.contextmanager
def a_server(folder: Path) -> Iterator[tuple[int, str]]:
    """Its process and its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "kozyr", "serve", "--port", str(port), "--data", str(folder), *LIMITS]
    database = f"sqlite://{(folder / 'bench.sqlite').as_posix()}"
    with subprocess.Popen([*command, "--database", database], stderr=subprocess.DEVNULL) as process:
        try:
            yield process.pid, f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def seconds_of(pid: int) -> float:
    """The processor time of a process so far, without its workers."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes_of(pid: int) -> float:
    """Its memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def metrics_of(url: str) -> dict[str, float]:
    """The server's metrics, once it answers."""
    async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=30) as client:
        while True:
            with contextlib.suppress(httpx.TransportError):
                text = (await client.get("/metrics")).text
                rows = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
                return {name: float(value) for name, _, value in rows}
            await asyncio.sleep(0.1)


@contextlib.asynccontextmanager
async def a_table(clients: list[KozyrClient], game: str) -> AsyncIterator[list[TableConnection]]:
    """A table whose seats are all persons'."""
    host, *others = clients
    seats = ["me", *["open"] * len(others)]
    address = await host.new_table(game, len(clients), settings=QUICK, seats=seats)
    async with contextlib.AsyncExitStack() as stack:
        connections = [await stack.enter_async_context(client.connect(address.table)) for client in clients]
        for seat, connection in enumerate(connections[1:], 1):
            await connection.ask(Sit(seat=seat))
        yield connections


async def measure(url: str, pid: int, game: str, tables: int, seconds: float) -> str:
    """Play, and tell."""
    await metrics_of(url)
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(KozyrClient(url)) for _ in range(GAMES[game])]
        for number, client in enumerate(clients):
            await client.call_me(f"P{number}")
        empty = megabytes_of(pid)
        players = []
        for number in range(tables):
            connections = await stack.enter_async_context(a_table(clients, game))
            players += [Player(each, f"{number} {at}", matches=1000) for at, each in enumerate(connections)]
        tasks = [asyncio.create_task(player.play()) for player in players]
        await asyncio.sleep(3)
        before, used, start = await metrics_of(url), seconds_of(pid), time.monotonic()
        await asyncio.sleep(seconds)
        after, used_then, passed = await metrics_of(url), seconds_of(pid), time.monotonic() - start
        held = (megabytes_of(pid) - empty) / tables
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    name = f'kozyr_moves_total{{game="{game}"}}'
    moves, acks = (after.get(key, 0) - before.get(key, 0) for key in (name, "kozyr_ack_seconds_count"))
    waited = after["kozyr_ack_seconds_sum"] - before["kozyr_ack_seconds_sum"]
    cost = 1000 * (used_then - used) / max(moves, 1)
    return (
        f"| {game} | {tables} | {moves / passed:,.0f} | {cost:.1f} | {1000 * waited / max(acks, 1):.0f} | {held:.2f} |"
    )


def main() -> None:
    """Print the table."""
    tables, seconds = (int(sys.argv[1:][0]) if sys.argv[1:] else 10), float(sys.argv[2] if sys.argv[2:] else 15)
    print("| game | tables | moves a second | ms of processor a move | ms until it is stored, mean | MB a table |")
    print("|---|---|---|---|---|---|")
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder, a_server(Path(folder)) as (pid, url):
            print(asyncio.run(measure(url, pid, game, tables, seconds)), flush=True)


if __name__ == "__main__":
    main()
