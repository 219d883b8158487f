"""Search what the server sends for leaks, over many matches.

``python -m bench.leaks [MATCHES] [STEPS]`` plays so many matches of every game, with options drawn at random, every
seat a person's and somebody watching, and searches each message for what its receiver may not know. Prints a line a
match; ends with code 1 where something leaked.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from kozyr.games import game_ids, get_game
from kozyr.kernel.streams import Stream
from tests.conformance.playing import Case, random_options
from tests.server.leak_play import leaks_of, playing
from tests.server.running import serving, tapped

MATCHES, STEPS = 20, 400


def case_of(game_id: str, number: int) -> Case:
    """A case of random options; the first of each game has the defaults."""
    game, stream = get_game(game_id), Stream("bench leaks", game_id, number)
    options = random_options(game, stream) if number else game.options()
    return Case(game_id, number, options, stream.choice(game.players))


async def search(case: Case, steps: int) -> tuple[int, int]:
    """How many leaks there were, and how many messages."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as running:
            with tapped(running):
                async with playing(running, case, f"leaks {case}") as play:
                    await play.play(steps)
                leaks = await leaks_of(play)
            for leak in leaks[:5]:
                print(f"  {leak.what} at event {leak.seq}: {leak.message[:200]!r}")
            return len(leaks), len(running.sent)


async def main() -> int:
    """Search all matches; the number of leaks."""
    matches, steps = (*map(int, sys.argv[1:]), *(MATCHES, STEPS)[len(sys.argv) - 1 :])
    leaked = searched = 0
    for game_id in game_ids():
        for number in range(matches):
            case = case_of(game_id, number)
            leaks, messages = await search(case, steps)
            leaked, searched = leaked + leaks, searched + messages
            print(f"{case}: {messages} messages, {leaks} leaks", flush=True)
    print(f"{searched} messages, {leaked} leaks")
    return leaked


if __name__ == "__main__":
    sys.exit(1 if asyncio.run(main()) else 0)
