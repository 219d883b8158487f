"""Matches of any game, driven at random or from a log, for the suite that every game passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kozyr.games import game_ids, get_game
from kozyr.kernel.chance import Chance, ChanceError, Recalled
from kozyr.kernel.game import DealLog, Game, Match, random_move
from kozyr.kernel.options import OptionError, Options, OptionSpec
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View

RANDOM_SETS = 4
"""How many random option sets each game is tried with, beside its defaults."""


@dataclass(frozen=True)
class Case:
    """A game, its options and how many play."""

    game_id: str
    number: int
    options: Options
    players: int

    def __str__(self) -> str:
        return f"{self.game_id}-{self.number}-{self.players}"

    @property
    def game(self) -> Game:
        return get_game(self.game_id)

    def new_match(self) -> Match:
        return self.game.new_match(self.options, self.players)

    def seed(self, *labels: object) -> str:
        return " ".join(["conformance", str(self), *(str(label) for label in labels)])


def random_options(game: Game, stream: Stream) -> Options:
    """Options drawn at random from what each field allows."""
    while True:
        values: dict[str, object] = {}
        for spec in game.options.specs():
            null = spec.nullable and stream.below(4) == 0
            values[spec.name] = stream.choice(spec.choices) if spec.choices else None if null else number(spec, stream)
        try:
            return game.options.from_mapping(values)
        except OptionError:
            continue


def number(spec: OptionSpec, stream: Stream) -> int:
    """A number of an option: first its magnitude, so that of a wide range not nearly all are large."""
    width = spec.high - spec.low
    largest = min(width, (1 << stream.below(width.bit_length() + 1)) - 1)
    return spec.low + stream.below(largest + 1)


def cases() -> list[Case]:
    """Every game with its defaults for each number of players, and with some random options."""
    found = []
    for game_id in game_ids():
        game = get_game(game_id)
        found += [Case(game_id, 0, game.options(), players) for players in game.players]
        for number in range(1, RANDOM_SETS + 1):
            stream = Stream("options", game_id, number)
            players = stream.choice(game.players)
            found.append(Case(game_id, number, random_options(game, stream), players))
    return found


def seat_streams(seed: str, players: int) -> list[Stream]:
    """A stream a seat."""
    return [Stream(seed, "seat", seat) for seat in range(players)]


def positions(match: Match, seed: str) -> Iterator[Match]:
    """Play a match at random to its end; yields it before every move, every chance step, and at the end."""
    streams = seat_streams(seed, match.players)
    chance = Stream(seed, "chance")
    while (awaits := match.awaits) is not None:
        yield match
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(chance))
        else:
            match.apply(awaits, random_move(match.legal(), streams[awaits]))
    yield match


def play_out(match: Match, seed: str) -> Match:
    """Play a match at random to its end."""
    for _ in positions(match, seed):
        pass
    return match


def roll_out(match: Match, seed: str) -> Match:
    """As ``play_out``, by the game's fast rollout."""
    streams = seat_streams(seed, match.players)
    chance = Stream(seed, "chance")
    while (awaits := match.awaits) is not None:
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(chance))
        else:
            match.rollout(streams)
    return match


def replay(match: Match, logs: tuple[DealLog, ...]) -> Match:
    """Drive a fresh match by the logs of another."""
    for log in logs:
        recalled = Recalled(log.dealer, log.deck, iter(log.shuffles), dict(log.extra))
        _recall_chance(match, recalled)
        for logged in log.moves:
            recalled.mark = logged.mark
            match.apply(logged.seat, logged.move)
            _recall_chance(match, recalled)
    return match


def _recall_chance(match: Match, recalled: Recalled) -> None:
    while isinstance(awaits := match.awaits, Chance):
        try:
            outcome = awaits.recall(recalled)
        except ChanceError:
            return
        match.resolve(outcome)


def all_views(match: Match) -> list[View]:
    """The views of every seat, and a spectator's."""
    return [match.view(seat) for seat in [*range(match.players), None]]


def state_of(match: Match) -> tuple[object, ...]:
    """All that a match shows of itself: to compare two."""
    return match.awaits, match.result, match.legal(), tuple(match.deals()), all_views(match)
