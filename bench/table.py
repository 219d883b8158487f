"""What a live table costs: microseconds of processor a move, bytes of its log and of its state; run plain."""

from __future__ import annotations

import os

os.environ.setdefault("KOZYR_COMPILED", "0")

import hashlib
import time
import tracemalloc
from dataclasses import dataclass, field
from typing import Any

import msgspec

from kozyr.bots import make_bot
from kozyr.games import get_game
from kozyr.kernel.streams import Stream
from kozyr.table import Settings, Table, write_event
from kozyr.table import commands as cmd

MATCHES = 5
MOVES = 400
GAMES: dict[str, tuple[int, dict[str, Any]]] = {"kozel": (4, {}), "thirty_one": (4, {}), "shalashik": (4, {})}


@dataclass
class Times:
    """Microseconds of each call, by what was called."""

    of: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, start: float) -> None:
        """What has passed since a start."""
        self.of.setdefault(name, []).append(1e6 * (time.process_time() - start))

    def line(self, name: str) -> str:
        """The mean, the median and the longest."""
        found = sorted(self.of.get(name, [0.0]))
        return f"{sum(found) / len(found):6.0f} {found[len(found) // 2]:6.0f} {found[-1]:7.0f}"


def new_table(game: str, number: int) -> tuple[Table, list[bytes]]:
    """A table of people at every seat, one of whom watches as well as he plays."""
    players, options = GAMES[game]
    table, events = Table.create(
        f"t{number}", game, players, "p0", "P0", 0, options=options, settings=Settings(pace="normal")
    )
    log = [write_event(event) for event in events]
    for seat in range(players):
        log += map(write_event, table.arrived(f"p{seat}", f"P{seat}", "bench", 0))
        log += map(write_event, table.handle(f"p{seat}", cmd.Sit(seat=seat), 0))
    for seat in range(players):
        log += map(write_event, table.handle(f"p{seat}", cmd.Ready(), 0))
    return table, log


def play(game: str, number: int, times: Times) -> tuple[Table, list[bytes]]:
    """Moves of people, random ones, with everything that each of them is shown after it."""
    table, log = new_table(game, number)
    bot, now, moves = make_bot(game, "random"), 0, 0
    while table.state.phase == "playing" and moves < MOVES:
        need = table.needs()
        if need.secret is not None:
            log += map(write_event, table.give_secret(hashlib.sha256(b"%d %d" % (number, moves)).digest(), now))
        elif need.people:
            seat = need.people[0]
            view = table.view_for(f"p{seat}")
            assert view is not None
            command = cmd.Move(move=str(bot.choose(view, Stream(f"{number} {moves}")).move), id=str(moves))
            start = time.process_time()
            events = table.handle(f"p{seat}", command, now)
            times.add("handle", start)
            if any(type(event).__name__ == "Drawn" for event in events):
                times.add("with a draw", start)
            else:
                times.add("plain", start)
            log += map(write_event, events)
            look(table, times)
            moves += 1
        else:
            now += 2000
            log += map(write_event, table.tick(now))
    return table, log


def look(table: Table, times: Times) -> None:
    """Everything every audience is shown."""
    start = time.process_time()
    shown = [table.shown_to(who) for who in (*(f"p{seat}" for seat in range(table.state.players)), None)]
    times.add("shown", start)
    start = time.process_time()
    for each in shown:
        msgspec.json.encode(each)
    times.add("as JSON", start)
    start = time.process_time()
    for who in (*(f"p{seat}" for seat in range(table.state.players)), None):
        table.view_for(who)
    times.add("views", start)
    start = time.process_time()
    table.needs()
    times.add("needs", start)


def kilobytes(game: str) -> float:
    """What a table in play holds in memory."""
    get_game(game)
    new_table(game, 0)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [play(game, number, Times())[0] for number in range(3)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(kept) / 1024


def main() -> None:
    """Print a table for each game."""
    for game, (players, _) in GAMES.items():
        times, bytes_a_move, replayed = Times(), [], []
        for number in range(MATCHES):
            _, log = play(game, number, times)
            moves = sum(b'"moved"' in line for line in log)
            bytes_a_move.append(sum(map(len, log)) / max(moves, 1))
            start = time.process_time()
            replay(log)
            replayed.append(1e6 * (time.process_time() - start) / len(log))
        print(f"{game}, {players} people: microseconds     mean median longest")
        for name in ("handle", "plain", "with a draw", "shown", "as JSON", "views", "needs"):
            print(f"  {name:30} {times.line(name)}")
        print(f"  replay of an event             {sum(replayed) / len(replayed):6.0f}")
        print(f"  bytes of log a move            {sum(bytes_a_move) / len(bytes_a_move):6.0f}")
        print(f"  kB of memory a table           {kilobytes(game):6.0f}")


def replay(log: list[bytes]) -> Table:
    """The table again."""
    from kozyr.table import read_event

    return Table.replay(map(read_event, log))


if __name__ == "__main__":
    main()
