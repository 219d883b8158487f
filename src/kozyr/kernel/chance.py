"""Chance steps: what a match waits for and cannot decide itself.

Rules draw no random numbers. A match that needs a lot, a shuffle or another accident stops and is given the
outcome: by a seeded stream, by a record, by a committed shuffle, by a chance node, by simulated bodies.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kozyr.cards import Card, parse_card
from kozyr.kernel.streams import Source


class ChanceError(ValueError):
    """An outcome that the chance step cannot have; the text says why."""


@dataclass
class Recalled:
    """One deal of a record, from which chance steps read their outcomes in order."""

    dealer: int
    deck: tuple[Card, ...]
    shuffles: Iterator[tuple[Card, ...]]
    extra: dict[str, Any] = field(default_factory=dict)
    mark: str = ""
    """The outcome mark of the move just made (``x`` in ``pull 7 x``)."""
    deck_used: bool = False


class Chance(ABC):
    """A chance step; knows how likely its outcomes are and which are possible."""

    term: ClassVar[str]
    """The id of its name: in the game's term table, or one of the kernel's (``chance_lot``, ``chance_shuffle``)."""

    @property
    def is_simulated(self) -> bool:
        """Whether its outcome comes from simulated bodies, and ``sample`` only stands in where there are none."""
        return False

    @property
    def follows_move(self) -> bool:
        """Whether it judges the move just made, so that its outcome says nothing of the same deal played otherwise."""
        return False

    @property
    def drawing(self) -> tuple[str, Any]:
        """How ``sample`` draws, for who draws anew elsewhere: the id of a way that is told of, and what it draws from.

        ``lot`` (how many seats), ``shuffle`` (the cards), or what a game adds. Plain JSON.
        """
        return "other", None

    @abstractmethod
    def sample(self, source: Source) -> Any:
        """An outcome drawn from a source."""

    @abstractmethod
    def check(self, outcome: Any) -> Any:
        """The outcome in its own type. Raises ChanceError where it is impossible."""

    @abstractmethod
    def recall(self, deal: Recalled) -> Any:
        """The outcome that a record tells. Raises ChanceError where it tells none."""

    @abstractmethod
    def write(self, outcome: Any) -> Any:
        """A possible outcome as plain JSON, from which ``read`` has it again."""

    @abstractmethod
    def read(self, data: Any) -> Any:
        """The outcome that decoded JSON tells. Raises ChanceError unless it is what ``write`` gives."""


class ChanceSource:
    """Where the chance steps of one match get their outcomes when it is played; of this class, by sampling.

    A game whose outcomes come from elsewhere has a source of its own (``Game.chance_source``). A source belongs to one
    match and is asked for every outcome of it, in order.
    """

    is_slow: ClassVar[bool] = False
    """Whether some outcomes take seconds."""

    def outcome(self, chance: Chance, stream: Source) -> Any:
        """The outcome of the awaited step, for ``match.resolve``. It may run in a thread of its own."""
        return chance.sample(stream)

    def takes_time(self, chance: Chance) -> bool:  # noqa: ARG002 - a sample takes none
        """Whether the outcome of this step, which is asked for next, takes so long that a table would stand still."""
        return False

    def kept(self) -> Any:
        """What a source of the same match needs to go on, as JSON: it gives the outcomes so far again, at once.

        None where the streams are enough.
        """
        return None


@dataclass(frozen=True)
class Lot(Chance):
    """Who deals first: one of ``players`` seats, each as likely."""

    term: ClassVar[str] = "chance_lot"

    players: int

    @property
    def drawing(self) -> tuple[str, Any]:
        return "lot", self.players

    def sample(self, source: Source) -> int:
        return source.below(self.players)

    def check(self, outcome: Any) -> int:
        if isinstance(outcome, bool) or not isinstance(outcome, int) or not 0 <= outcome < self.players:
            raise ChanceError(f"the lot cannot fall on {outcome!r}: seats are 0..{self.players - 1}")
        return int(outcome)

    def recall(self, deal: Recalled) -> int:
        return deal.dealer

    def write(self, outcome: Any) -> int:
        return self.check(outcome)

    def read(self, data: Any) -> int:
        return self.check(data)


@dataclass(frozen=True)
class Shuffle(Chance):
    """The order of some cards, top first, every order as likely."""

    term: ClassVar[str] = "chance_shuffle"

    cards: tuple[Card, ...]

    @functools.cached_property
    def _as_set(self) -> frozenset[Card]:
        return frozenset(self.cards)

    @property
    def drawing(self) -> tuple[str, Any]:
        return "shuffle", [str(card) for card in self.cards]

    def sample(self, source: Source) -> tuple[Card, ...]:
        return source.shuffled(self.cards)

    def check(self, outcome: Any) -> tuple[Card, ...]:
        if not isinstance(outcome, Sequence) or set(map(type, outcome)) - {Card}:
            raise ChanceError("a shuffle is a sequence of cards")
        order = tuple(outcome)
        if len(order) == len(self.cards) and self._as_set == set(order):
            return order
        if len(order) != len(self.cards):
            raise ChanceError(f"the shuffled cards are {len(order)}, there should be {len(self.cards)}")
        for card in order:
            if card not in self.cards:
                raise ChanceError(f"{card} is not among the shuffled cards")
        twice = next(card for card in order if order.count(card) > 1)
        raise ChanceError(f"{twice} stands twice among the shuffled cards")

    def recall(self, deal: Recalled) -> tuple[Card, ...]:
        if not deal.deck_used:
            deal.deck_used = True
            return deal.deck
        order = next(deal.shuffles, None)
        if order is None:
            raise ChanceError("a further shuffle is needed here, and the deal lists no more in shuffles")
        return order

    def write(self, outcome: Any) -> list[str]:
        return [str(card) for card in self.check(outcome)]

    def read(self, data: Any) -> tuple[Card, ...]:
        if not isinstance(data, list) or not all(isinstance(text, str) for text in data):
            raise ChanceError('a shuffle is a list of cards, ["7c", "Qh", ...]')
        try:
            order = tuple(map(parse_card, data))
        except ValueError as error:
            raise ChanceError(str(error)) from None
        return self.check(order)
