"""A match in duplicate: in every seating the same lots and packs, deal for deal, and the same luck for every seat.

Whatever the bots do, chance step ``n`` of a kind in deal ``d`` comes from the same stream in every seating, and so does
what the bot of a seat draws in that deal. Two bots that play alike therefore come out even, to the last eye.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kozyr.bots import Bot
from kozyr.games import get_game
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import DealFigures, Match
from kozyr.kernel.streams import Stream, derive_seed
from kozyr.lab.arena.contest import CHALLENGER, OTHER, Contest, Seating


@dataclass(frozen=True)
class Deck:
    """One deal in all seatings that came to it: what the first bot scored more than the second, added up."""

    more: float
    times: int


@dataclass(frozen=True)
class Duplicate:
    """A match in every seating: its decks in order, and how many of the matches each of both bots won."""

    decks: tuple[Deck, ...]
    matches: int
    wins: tuple[int, int]


def play_duplicate(contest: Contest, number: int) -> Duplicate:
    """Match ``number`` of a contest in every seating."""
    seed = derive_seed(contest.seed, "duplicate", number)
    bots, seatings = contest.bots(), contest.seatings()
    matches = [play_match(contest, tuple(bots[role] for role in seating), seed) for seating in seatings]
    more = [
        [_more(figures, seating) for figures in match.figures()]
        for match, seating in zip(matches, seatings, strict=True)
    ]
    longest = max(map(len, more))
    found = [[deals[place] for deals in more if place < len(deals)] for place in range(longest)]
    won = Counter(role for match, seating in zip(matches, seatings, strict=True) for role in _won(match, seating))
    decks = tuple(Deck(sum(values), len(values)) for values in found)
    return Duplicate(decks, len(matches), (won[CHALLENGER], won[OTHER]))


def play_match(contest: Contest, bots: tuple[Bot, ...], seed: str) -> Match:
    """A match to its end, with the lots and packs of a seed."""
    game = get_game(contest.game_id)
    match, source = game.new_match(contest.options, contest.players), game.chance_source(contest.options)
    luck = _Luck(seed)
    while (awaits := match.awaits) is not None:
        deal = len(match.figures())
        if isinstance(awaits, Chance):
            match.resolve(source.outcome(awaits, luck.of_chance(deal, type(awaits).__name__)))
        else:
            match.apply(awaits, bots[awaits].choose(match.view(awaits), luck.of_seat(deal, awaits)).move)
    return match


class _Luck:
    """The streams of one match, by deal."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._deal = -1
        self._chances: Counter[str] = Counter()
        self._seats: dict[int, Stream] = {}

    def of_chance(self, deal: int, kind: str) -> Stream:
        """The stream of the next chance step of a kind."""
        self._come_to(deal)
        self._chances[kind] += 1
        return Stream(self._seed, kind, deal, self._chances[kind])

    def of_seat(self, deal: int, seat: int) -> Stream:
        """The stream of a seat's bot, which goes on through the deal."""
        self._come_to(deal)
        if seat not in self._seats:
            self._seats[seat] = Stream(self._seed, "bot", deal, seat)
        return self._seats[seat]

    def _come_to(self, deal: int) -> None:
        if deal != self._deal:
            self._deal = deal
            self._chances.clear()
            self._seats.clear()


def _more(figures: DealFigures, seating: Seating) -> float:
    """The mean score of the first bot's seats less that of the second's."""
    return _mean(figures.scores, seating, CHALLENGER) - _mean(figures.scores, seating, OTHER)


def _mean(scores: tuple[float, ...], seating: Seating, role: str) -> float:
    own = [score for score, other in zip(scores, seating, strict=True) if other == role]
    return sum(own) / len(own)


def _won(match: Match, seating: Seating) -> frozenset[str]:
    """The roles that have a seat among the winners."""
    return frozenset(seating[seat] for seat in match.winners())
