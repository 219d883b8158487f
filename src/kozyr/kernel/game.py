"""The contract of a game: what a Game and its Match give to everything that stands on them.

A match is driven from outside: ``awaits`` says whether it needs chance, a seat's move, or nothing more;
``resolve`` and ``apply`` check and give it that. It draws no random number, reads no clock and makes no text.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self, TypeAlias

from kozyr.cards import Card
from kozyr.kernel.chance import Chance, ChanceError, ChanceSource
from kozyr.kernel.move import IllegalMoveError, Move, NotationError
from kozyr.kernel.options import Options
from kozyr.kernel.physics import Physics
from kozyr.kernel.said import Said
from kozyr.kernel.streams import Stream
from kozyr.kernel.terms import Terms, check_language
from kozyr.kernel.view import View

Awaits: TypeAlias = Chance | int | None
"""A chance step, the seat to move, or None: the match is over."""
Result: TypeAlias = Mapping[str, Any]
"""A result in the JSON shape of the game's rules page."""


@dataclass(frozen=True)
class LoggedMove:
    """A move as it was made; ``mark`` is the outcome mark that the record writes behind it.

    ``legal`` is what was legal, as sorted notations, where that was told from outside and no replay finds it again.
    """

    seat: int
    move: Move
    mark: str = ""
    legal: tuple[str, ...] | None = None


@dataclass(frozen=True)
class DealLog:
    """One deal as the record keeps it. ``deck`` is empty and ``result`` None where it has not come so far."""

    dealer: int
    deck: tuple[Card, ...]
    shuffles: tuple[tuple[Card, ...], ...]
    moves: tuple[LoggedMove, ...]
    result: Result | None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class DealFigures:
    """What statistics take from a finished deal: a score a seat, the ids of what happened in it, its moves."""

    scores: tuple[float, ...]
    tags: tuple[str, ...]
    moves: int


@dataclass(frozen=True)
class PhysicsLog:
    """What the bodies of a running deal are built from again: how exactly they stood, and what was pulled since.

    ``pulls`` are the judged ones, each the card and the path of the hand if there is one; ``card`` is the one that was
    pulled last and waits for its judgement; ``seconds`` is what a hand has for a pull.
    """

    bodies: Any
    pulls: tuple[tuple[int, Mapping[str, Any] | None], ...]
    card: int | None
    seconds: float


class Match(ABC):
    """A match from the first lot to its result; changed only by ``resolve`` and ``apply``."""

    game: Game
    options: Options
    players: int
    rules_version: int
    """The version of the rules by which it is played to its end."""

    @property
    @abstractmethod
    def awaits(self) -> Awaits:
        """What the match needs to go on."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """The result of the match once it is over."""

    @abstractmethod
    def take_outcome(self, outcome: Any) -> None:
        """Go on from the awaited chance step with a possible outcome of it; ``resolve`` is the checked way in."""

    @abstractmethod
    def legal(self) -> tuple[Move, ...]:
        """The legal moves of the seat to move, in the fixed order of the game; empty where none is to move."""

    @abstractmethod
    def play(self, move: Move) -> None:
        """Make a move that is known to be legal; ``apply`` is the checked way in."""

    @abstractmethod
    def refusal(self, seat: int, move: Move) -> Said:
        """Why the seat to move may not make a move: the rule that forbids it, as a text of the game's terms.

        Only for the seat to move and a move of the game that is not legal now; ``apply`` checks that.
        """

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator (None), may know now. Raises ValueError for a seat the match has not."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy."""

    @abstractmethod
    def deals(self) -> Sequence[DealLog]:
        """The log of every deal so far, the running one last."""

    @abstractmethod
    def figures(self) -> Sequence[DealFigures]:
        """Figures of every finished deal; the scores are in ``game.score_term``, the tags ids of the term table."""

    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match; empty while it runs and where nobody has."""

    def check_seat(self, seat: int | None) -> None:
        """Raises ValueError for a seat the match has not; None is a spectator."""
        if seat is not None and not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}: seats are 0..{self.players - 1}")

    def recall_legal(self, move: Move, legal: Sequence[str] | None) -> None:  # noqa: B027 - most games have no use for it
        """Before a recorded move is made again: what was legal, where the record tells it. Does nothing by default.

        For games in which that is told from outside (what shows of a physical heap). Raises NotationError.
        """

    @property
    def hand_seconds(self) -> int | None:
        """Seconds that the rules give the seat to move for a move by its own hand at bodies; None where it has none."""
        return None

    def hand_move(self, card: int) -> Move:
        """The move of a hand that takes this card of the bodies. Raises ValueError where there are none."""
        raise ValueError(f"{self.game.id} has no bodies to take {card} from")

    def given_move(self) -> Move:
        """The move that the rules give to a seat whose ``hand_seconds`` have passed. Raises ValueError without them."""
        raise ValueError("no move is given now")

    def look(self, shows: int, poses: Any = None) -> None:  # noqa: ARG002 - most games have no bodies
        """Say what shows of bodies, a mask of places, and where they lie. Raises ValueError where there are none."""
        raise ValueError(f"{self.game.id} has no bodies to look at")

    def physics_log(self) -> PhysicsLog:
        """The running deal as its bodies need it. Raises ValueError where there are none."""
        raise ValueError(f"{self.game.id} has no bodies")

    def resolve(self, outcome: Any) -> None:
        """Give the awaited chance step its outcome. Raises ChanceError; nothing has changed then."""
        awaits = self.awaits
        if not isinstance(awaits, Chance):
            state = "the match is over" if awaits is None else f"seat {awaits} is to move"
            raise ChanceError(f"no chance step is awaited: {state}")
        self.take_outcome(awaits.check(outcome))

    def apply(self, seat: int, move: Move) -> None:
        """Make a seat's move. Raises IllegalMoveError saying why; nothing has changed then."""
        awaits = self.awaits
        if isinstance(awaits, int) and awaits == seat and move in self.legal():
            self.play(move)
            return
        names = [f"seat {number}" for number in range(self.players)]
        if awaits is None:
            raise IllegalMoveError(f"seat {seat} cannot {move}: the match is over")
        if isinstance(awaits, Chance):
            raise IllegalMoveError(f"seat {seat} cannot {move}: nobody is to move before the next chance step")
        if awaits != seat:
            raise IllegalMoveError(f"seat {seat} cannot {move}: seat {awaits} is to move")
        if not self.game.has_move(move):
            raise IllegalMoveError(f"seat {seat} cannot {move}: that is no move of {self.game.id}")
        why = self.refusal(seat, move)
        text = why.render(self.game.terms, "en", names)
        raise IllegalMoveError(f"seat {seat} cannot {move}: {text}", why)

    def rollout(self, streams: Sequence[Stream]) -> None:
        """Random moves, uniform over the legal ones, until no seat is to move; ``streams`` is one a seat.

        A single legal move draws nothing. Games may override it with compiled code that plays the same moves.
        """
        while isinstance(seat := self.awaits, int):
            self.play(random_move(self.legal(), streams[seat]))


def random_move(legal: Sequence[Move], stream: Stream) -> Move:
    """One of the legal moves, each as likely; a single one draws nothing from the stream."""
    return legal[0] if len(legal) == 1 else stream.choice(legal)


class Game(ABC):
    """A registered game: how to set up a match of it, how its moves are written, its options and texts."""

    id: ClassVar[str]
    rules_version: ClassVar[int]
    players: ClassVar[range]
    """The numbers of players it takes."""
    options: ClassVar[type[Options]]
    deal_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields of its own that the game writes into a deal of a record, and only where they belong."""
    deal_objects: ClassVar[frozenset[str]] = frozenset()
    """Those of them that say nothing as an empty object, and may stand so anywhere."""
    score_term: ClassVar[str]
    """The id of the term in which a deal's scores are counted (points, chips)."""
    measure: ClassVar[str]
    """What a deal's scores are called where programs read them, as in ``mean_chips``."""
    more_is_better: ClassVar[bool] = True
    """Whether a player wants to score much."""

    folder: ClassVar[Path]
    """Where its ``terms.toml`` and its rules pages ``rules.<language>.md`` lie."""

    @functools.cached_property
    def terms(self) -> Terms:
        """All texts of the game."""
        return Terms.load(self.folder / "terms.toml")

    @abstractmethod
    def make_match(self, options: Options, players: int, rules_version: int) -> Match:
        """A match before its first lot, for arguments that ``new_match`` has checked."""

    def new_match(self, options: Options, players: int, rules_version: int | None = None) -> Match:
        """A match before its first lot, by the newest version of the rules or an older one.

        Raises ValueError for a number of players it does not take or a version it does not know, TypeError for the
        options of another game.
        """
        self.check_players(players)
        self.check_options(options)
        version = self.rules_version if rules_version is None else rules_version
        if not 1 <= version <= self.rules_version:
            raise ValueError(f"{self.id} knows versions 1..{self.rules_version} of its rules, not {version}")
        match = self.make_match(options, players, version)
        match.rules_version = version
        return match

    @abstractmethod
    def parse_move(self, text: str) -> Move:
        """The move written ``text``. Raises NotationError."""

    def has_move(self, move: Move) -> bool:
        """Whether a move is one that the game has at all, legal somewhere or nowhere: its text is read as itself."""
        try:
            return self.parse_move(str(move)) == move
        except NotationError:
            return False

    def rules_page(self, language: str) -> str:
        """The rules for players, in Markdown. Raises ValueError for a language there is none in."""
        return (self.folder / f"rules.{check_language(language)}.md").read_text(encoding="utf-8")

    @abstractmethod
    def twin(self, match: Match, seat: int, stream: Stream) -> Match | None:
        """Another match that ``seat`` cannot tell from this one: same views, other hidden cards.

        None where the stream found no other. For leak tests.
        """

    def missing_for(self, options: Options) -> Said | None:  # noqa: ARG002 - most games need nothing
        """What these options need to be played that cannot be had here, as a text; None where nothing is.

        The simulator and the terminal refuse such a table; replays do not ask.
        """
        return None

    def chance_source(self, options: Options, kept: Any = None) -> ChanceSource:  # noqa: ARG002 - most games sample
        """Where one match with these options, for which nothing is missing, gets the outcomes of its chance steps.

        ``kept`` is what the source of the same match gave when it was left. Raises ValueError where it is damaged.
        """
        if kept is not None:
            raise ValueError(f"no chance of {self.id} needs anything kept")
        return ChanceSource()

    def physics(self) -> type[Physics] | None:
        """What keeps the bodies of a table that is played with them; None where the game knows of no bodies.

        Only a worker process makes one.
        """
        return None

    def move_with(self, view: View, card: Card) -> Move | None:  # noqa: ARG002 - by default no card is a move
        """The move by which the seat of a view would play this card now, legal or not: to be told why it is refused.

        None where single cards are not played now.
        """
        return None

    def check_players(self, players: int) -> int:
        """The number of players, if the game takes it. Raises ValueError naming what it takes."""
        if players not in self.players:
            low, high = self.players[0], self.players[-1]
            allowed = f"{low}" if low == high else f"{low} to {high}"
            raise ValueError(f"{self.id} is played by {allowed} players, not by {players}")
        return players

    def check_options(self, options: Options) -> Options:
        """The options, if they are the game's own. Raises TypeError naming what it takes."""
        if not isinstance(options, self.options):
            raise TypeError(f"{self.id} takes {self.options.__name__}, not {type(options).__name__}")
        return options

    def parse_recorded(self, text: str) -> tuple[Move, str]:
        """A move of a record and its outcome mark, which most games do not have. Raises NotationError."""
        return self.parse_move(text), ""
