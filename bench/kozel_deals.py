"""Single deals of Kozel at 0:0, as those that are not the first of a match, from before the shuffle to the end."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from kozyr.bots import Bot
from kozyr.games import get_game
from kozyr.games.kozel.match import KozelMatch
from kozyr.kernel.streams import Stream

HALF = 60.0
"""What a deal ended by its last redeal (K-20) counts for both teams: no card of it is played."""


@dataclass(frozen=True)
class Played:
    """One deal: by team the points and the pairs gained; whether its cards were played."""

    points: tuple[float, float]
    pairs: tuple[int, int]
    played: bool


@functools.cache
def later_deal(dealer: int) -> KozelMatch:
    """A match at 0:0 in which this dealer is to shuffle for a deal that is not the first (K-24).

    Only a tie leaves the boards untouched, so first deals are played at random until one is tied (K-30).
    """
    game = get_game("kozel")
    for number in range(100_000):
        match = game.new_match(game.options(), 4)
        assert isinstance(match, KozelMatch)
        match.resolve((dealer - 1) % 4)
        stream = Stream("a tied first deal", dealer, number)
        while not match.finished:
            if isinstance(match.awaits, int):
                match.rollout([stream] * 4)
            else:
                match.resolve(match.awaits.sample(stream))  # type: ignore[union-attr]
        result = match.last_result()
        if result is not None and result.kind == "played" and result.winner is None:
            return match
    raise RuntimeError("no first deal was tied")


def play_deal(match: KozelMatch, bots: tuple[Bot, ...], seed: str) -> Played:
    """Play one deal from before its shuffle to its end. The seed gives the packs and a stream for every seat's bot."""
    before = len(match.finished)
    packs, streams = Stream(seed, "packs"), [Stream(seed, "bot", seat) for seat in range(4)]
    while len(match.finished) == before:
        awaits = match.awaits
        if isinstance(awaits, int):
            match.play(bots[awaits].choose(match.view(awaits), streams[awaits]).move)
        else:
            assert awaits is not None
            match.resolve(awaits.sample(packs))
    result = match.last_result()
    assert result is not None
    played = result.kind == "played"
    return Played(result.points if played else (HALF, HALF), result.pairs, played)
