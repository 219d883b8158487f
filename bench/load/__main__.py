"""The live server under load, beside boardgame.io's: ``python -m bench.load``; see README.md of this folder."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace

from bench.load.measuring import FOLDER, Contender, Measured, at_p99, ramp, serving

KOZYR = Contender("Kozyr, SQLite", "kozyr")
PEER = Contender("boardgame.io, memory", "boardgame")
STEPS = [100, 200, 300, 400, 500, 600, 800, 1000, 1200, 1500, 2000]
GAMES = (
    replace(KOZYR, name="Kozyr, SQLite, Kozel", game="kozel"),
    replace(KOZYR, name="Kozyr, SQLite, Thirty-one", game="thirty_one"),
    replace(KOZYR, name="Kozyr, SQLite, Shalashik (risk)", game="shalashik", options={"hut": "risk"}),
)
HEAD = (
    "| server | tables | moves/s | ack p50 | p99 | update p50 | p99 | CPU ms/move | moves/s a CPU "
    "| bytes/move | kB/table | players late p99 | others' CPU | load |\n|---|" + "---:|" * 13
)


def line(found: Measured) -> str:
    """A line of the table; times in milliseconds."""
    database = f" + {found.database_cpu_a_move:.2f}" if found.database_cpu else ""
    cells = (
        found.contender.name,
        found.tables,
        f"{found.moves_a_second:.0f}",
        f"{found.ack('p50'):.1f}",
        f"{found.ack('p99'):.1f}",
        f"{found.update('p50'):.1f}",
        f"{found.update('p99'):.1f}",
        f"{found.cpu_a_move:.2f}{database}",
        f"{1000 / found.cpu_a_move:.0f}",
        f"{found.bytes_a_move:.0f}",
        f"{found.kilobytes_a_table:.0f}",
        f"{found.told['lateness']:.0f}",
        f"{found.others_cpu:.1f}",
        f"{found.load:.1f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def say(found: Measured) -> None:
    """Print a line, and see that nothing was lost."""
    print(line(found), flush=True)
    found.check()


@contextlib.contextmanager
def on_postgres() -> Iterator[Contender]:
    """Kozyr's server on a PostgreSQL of its own that loses nothing when the machine does."""
    from tests.server.postgres import OwnPostgres, a_postgres, drop_database, make_database

    with a_postgres(syncs=True) as postgres:
        url = asyncio.run(make_database(postgres))
        pid = None
        if isinstance(postgres, OwnPostgres):
            pid = int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
        yield replace(KOZYR, name="Kozyr, PostgreSQL", database=url, database_pid=pid)
        asyncio.run(drop_database(postgres, url))


def install_the_peer() -> None:
    """Fill node_modules as package-lock.json says."""
    if not (FOLDER / "node_modules" / "boardgame.io").is_dir():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=FOLDER, check=True)


def compare(contenders: list[Contender], tables: int, seconds: float, rounds: int) -> None:
    """A move a second at each table: every server in turn, more than once."""
    print(f"\n{tables} tables of 4, a move a second each, {seconds:.0f} s\n\n{HEAD}")
    for _ in range(rounds):
        for contender in contenders:
            with serving(contender) as run:
                run.bring(tables)
                run.play(2)
                say(run.play(seconds))


def climb(contenders: list[Contender], steps: list[int], seconds: float, limits: tuple[float, float]) -> None:
    """More and more tables, until it takes too long."""
    print(f"\nMore and more tables of 4, a move a second each, {seconds:.0f} s\n\n{HEAD}")
    reached: dict[str, list[float | None]] = {}
    for contender in contenders:
        with serving(contender) as run:
            found = ramp(run, steps, seconds, limits[-1], say)
        reached[contender.name] = [at_p99(found, limit) for limit in limits]
    for name, rates in reached.items():
        told = ("not at all" if rate is None else f"at {rate:.0f} moves/s" for rate in rates)
        print(f"{name}: p99 passes {limits} ms {', '.join(told)}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each measurement plays")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, nargs="*", default=STEPS)
    parser.add_argument("--only", choices=("compare", "games", "climb"), action="append")
    args = parser.parse_args()
    wanted = args.only or ["compare", "games", "climb"]
    install_the_peer()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; times in ms")
    with on_postgres() as postgres:
        if "compare" in wanted:
            compare([PEER, KOZYR, postgres], args.tables, args.seconds, args.rounds)
        if "games" in wanted:
            compare(list(GAMES), args.tables, args.seconds, 1)
        if "climb" in wanted:
            climb([PEER, KOZYR, postgres], args.steps, args.seconds, (50.0, 250.0))


if __name__ == "__main__":
    main()
