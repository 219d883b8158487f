"""Records to test with: the collected ones, a folder a game, and matches played at random."""

import json
import lzma
from pathlib import Path
from typing import Any

from kozyr.games import get_game
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import Match, random_move
from kozyr.kernel.streams import Stream
from kozyr.records import SeatEntry

DATA = Path(__file__).parent / "data"


def record_files() -> list[Path]:
    """Every file of collected records; the folder is the game's id."""
    return sorted(DATA.glob("*/*.jsonl.xz"))


def lines_of(path: Path) -> list[str]:
    """The lines of a compressed file of records."""
    return lzma.decompress(path.read_bytes()).decode("utf-8").splitlines()


def sample() -> dict[str, Any]:
    """A whole record with legal moves, fresh to be damaged: four deals or more, with at least one reshuffle."""
    for line in lines_of(DATA / "kozel" / "kozel-rare.jsonl.xz"):
        record: dict[str, Any] = json.loads(line)
        if any("shuffles" in deal for deal in record["deals"]) and len(record["deals"]) >= 4:
            return record
    raise AssertionError("no such record")


def seats_of(match: Match) -> list[SeatEntry]:
    """Entries for all seats, one a person."""
    return [SeatEntry(f"Игрок {seat}", "random" if seat else None) for seat in range(match.players)]


def random_match(game_id: str, seed: str, steps: int = 1_000_000, **options: object) -> Match:
    """A match played at random, stopped after some steps."""
    game = get_game(game_id)
    match = game.new_match(game.options.from_mapping(options), game.players[-1])
    stream = Stream(seed)
    for _ in range(steps):
        awaits = match.awaits
        if awaits is None:
            break
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(stream))
        else:
            match.apply(awaits, random_move(match.legal(), stream))
    return match
