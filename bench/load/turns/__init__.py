"""The simplest game there can be, for the load benchmark alone: some cards each, and then everybody passes in turn.

It is no game of Kozyr's: only ``bench.load.served`` registers it. The twin for boardgame.io is ``peer.mjs``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Final, Self

from kozyr.cards import PACK, Card
from kozyr.kernel.chance import Shuffle
from kozyr.kernel.game import Awaits, DealFigures, DealLog, Game, LoggedMove, Match, Result
from kozyr.kernel.move import Move, NotationError
from kozyr.kernel.options import Options, number
from kozyr.kernel.said import Said, SeatRef, say
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import Counter, LegalMove, View, Zone

HAND: Final = 5
_SHUFFLE: Final = Shuffle(PACK)


@dataclass(frozen=True)
class Pass(Move):
    """The only move."""

    def __str__(self) -> str:
        return "pass"


_PASS: Final = Pass()
_LEGAL: Final = LegalMove(_PASS, say("pass"))


@dataclass(frozen=True)
class TurnsOptions(Options):
    """How many times is passed until the match is over."""

    game_id: ClassVar[str] = "turns"

    turns: int = number("1", 1_000_000, 1, 1_000_000)


@dataclass(frozen=True)
class Position:
    """All of a match: the pack as it was shuffled, and how many have passed."""

    deck: tuple[Card, ...] = ()
    passed: int = 0

    def hand(self, seat: int) -> tuple[Card, ...]:
        """What a seat holds."""
        return self.deck[seat * HAND : (seat + 1) * HAND]


class TurnsMatch(Match):
    """A match: a shuffle, then passes."""

    def __init__(self, game: Game, options: TurnsOptions, players: int, position: Position) -> None:
        self.game, self.options, self.players = game, options, players
        self.position = position
        self.last = options.turns

    @property
    def over(self) -> bool:
        """Whether all passes are made."""
        return self.position.passed >= self.last

    @property
    def awaits(self) -> Awaits:
        if not self.position.deck:
            return _SHUFFLE
        return None if self.over else self.position.passed % self.players

    @property
    def result(self) -> Result | None:
        return {"passed": self.position.passed} if self.over else None

    def take_outcome(self, outcome: Any) -> None:
        self.position = Position(tuple(outcome))

    def legal(self) -> tuple[Move, ...]:
        return (_PASS,) if isinstance(self.awaits, int) else ()

    def play(self, _move: Move) -> None:
        self.position = replace(self.position, passed=self.position.passed + 1)

    def refusal(self, _seat: int, _move: Move) -> Said:
        raise AssertionError("passing is always legal")

    def view(self, seat: int | None) -> View:
        self.check_seat(seat)
        awaits, passed = self.awaits, self.position.passed
        to_move = awaits if isinstance(awaits, int) else None
        return View(
            game=self.game.id,
            players=self.players,
            seat=seat,
            phase="play",
            to_move=to_move,
            dealer=0,
            zones=tuple(self._hand(owner, seat) for owner in range(self.players)),
            counters=(Counter("passed", passed),),
            legal=(_LEGAL,) if seat is not None and seat == to_move else (),
            events=(say("has_passed", seat=SeatRef((passed - 1) % self.players)),) if passed else (),
            deal_number=1,
            over=self.over,
        )

    def _hand(self, owner: int, reader: int | None) -> Zone:
        cards = self.position.hand(owner)
        return Zone("hand", "hand", cards if owner == reader else (None,) * len(cards), owner)

    def copy(self) -> Self:
        options, position = self.options, self.position
        assert isinstance(options, TurnsOptions)
        match = type(self)(self.game, options, self.players, position)
        match.rules_version = self.rules_version
        return match

    def deals(self) -> Sequence[DealLog]:
        if not self.position.deck:
            return ()
        moves = tuple(LoggedMove(turn % self.players, _PASS) for turn in range(self.position.passed))
        return (DealLog(0, self.position.deck, (), moves, self.result),)

    def figures(self) -> Sequence[DealFigures]:
        return ()

    def winners(self) -> tuple[int, ...]:
        return ()


class TurnsGame(Game):
    """The game."""

    id = "turns"
    rules_version = 1
    players = range(2, 7)
    options = TurnsOptions
    score_term = "passed"
    measure = "passed"
    folder = Path(__file__).parent

    def make_match(self, options: Options, players: int, _rules_version: int) -> Match:
        assert isinstance(options, TurnsOptions)
        return TurnsMatch(self, options, players, Position())

    def parse_move(self, text: str) -> Move:
        if text != "pass":
            raise NotationError(f"{text!r} is no move: a move is pass")
        return _PASS

    def twin(self, match: Match, seat: int, stream: Stream) -> Match | None:
        assert isinstance(match, TurnsMatch)
        own = set(match.position.hand(seat))
        others = iter(stream.shuffled([card for card in match.position.deck if card not in own]))
        copy = match.copy()
        copy.position = replace(
            match.position, deck=tuple(card if card in own else next(others) for card in match.position.deck)
        )
        return copy


GAME = TurnsGame()
