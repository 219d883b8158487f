"""Matches dealt as a live table deals them: every deal with a pledge, to which some seats add bytes of their own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from kozyr.fairness import Pledge, Proof, add_proofs, contribution_hash
from kozyr.games import get_game
from kozyr.games.shalashik.chance import Throw
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import Match, random_move
from kozyr.kernel.streams import Stream
from kozyr.records import Record, SeatEntry, record_of
from kozyr.records.reading import record_from


def some_bytes(count: int, *labels: object) -> bytes:
    """Bytes that the labels name."""
    return hashlib.sha256(repr(labels).encode()).digest()[:count]


def pledge_of(deal: int, players: int, seed: str) -> Pledge:
    """A closed pledge: seat 0 adds nothing, the last seat of an odd deal withholds its bytes."""
    pledge = Pledge.begin("стол 7", deal, players, some_bytes(32, seed, deal, "secret"))
    given = {seat: some_bytes(16, seed, deal, seat) for seat in range(1, players)}
    for seat, contribution in given.items():
        pledge = pledge.add_hash(seat, contribution_hash(contribution))
    for seat, contribution in given.items():
        if not (deal % 2 and seat == players - 1):
            pledge = pledge.reveal(seat, contribution.hex())
    return pledge.close()


def finished_deals(match: Match) -> int:
    """How many deals have their result."""
    return sum(log.result is not None for log in match.deals())


def deal_match(
    game_id: str, players: int, seed: str, late: str = "", throw: Callable[[str], Any] | None = None, **options: object
) -> dict[str, Any]:
    """The record, as JSON, of a match of random players whose every chance step came from a pledge.

    Moves that begin with one of the words of ``late`` are made only where there is no other. ``throw`` makes a heap of
    bodies from the text of a seed.
    """
    game = get_game(game_id)
    match = game.new_match(game.options.from_mapping(options), players)
    moves = Stream(seed, "moves")
    proofs: list[Proof | None] = []
    pledge, draw = pledge_of(1, players, seed), 0
    while (awaits := match.awaits) is not None:
        if isinstance(awaits, Chance):
            source = pledge.stream(draw)
            if throw is not None and isinstance(awaits, Throw):
                match.resolve(throw(source.seed_text()))
            else:
                match.resolve(awaits.sample(source))
            draw += 1
        else:
            legal = match.legal()
            liked = tuple(move for move in legal if not str(move).startswith(tuple(late.split()) or " "))
            match.apply(awaits, random_move(liked or legal, moves))
        if finished_deals(match) > len(proofs):
            proofs.append(pledge.end().proof())
            pledge, draw = pledge_of(len(proofs) + 1, players, seed), 0
    seats = [SeatEntry(f"P{seat}", "random") for seat in range(players)]
    return add_proofs(record_of(match, seats, None), proofs)


def read(data: dict[str, Any]) -> Record:
    """The record that JSON holds."""
    return record_from(data)
