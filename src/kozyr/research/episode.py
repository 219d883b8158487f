"""One episode: a deal, some deals or a whole match, its moves and chance outcomes numbered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kozyr.cards import PACK, Card, parse_card
from kozyr.games import get_game
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import Match
from kozyr.kernel.move import Move
from kozyr.kernel.options import Options
from kozyr.kernel.streams import Source, Stream
from kozyr.research.codes import Codes, codes_of

SEEDS: Final = 1024
"""An outcome that is neither a seat nor a card nor a fall is one of so many, drawn beforehand from seeds."""
_MILLION: Final = 1_000_000


class Table:
    """What episodes have in common: game, options, players, and how many deals they last; 0 is a whole match.

    Options are those of the game, but for simulated bodies, which have no chances to be told. Raises ValueError for
    what the game does not take, TypeError for the options of another game.
    """

    def __init__(
        self,
        game_id: str,
        players: int | None = None,
        options: Mapping[str, object] | Options | None = None,
        deals: int = 1,
    ) -> None:
        self.codes: Codes = codes_of(game_id)
        self.game = get_game(game_id)
        self.players = self.game.check_players(self.game.players[0] if players is None else players)
        self.options = self._options(options)
        if deals < 0:
            raise ValueError(f"an episode lasts some deals, or 0 for a whole match, not {deals}")
        self.deals = deals

    def __reduce__(self) -> Any:
        return Table, (self.game.id, self.players, self.options, self.deals)

    def _options(self, options: Mapping[str, object] | Options | None) -> Options:
        given = options if isinstance(options, Options) else self.game.options.from_mapping(options or {})
        chosen = self.game.check_options(given)
        if instead := chosen.without_bodies().changed(chosen):
            allowed = ", ".join(f"{name} is {value}" for name, value in instead.items())
            raise ValueError(f"simulated bodies have no chances to be told: {allowed} here")
        return chosen

    @property
    def most_utility(self) -> float:
        """No seat gains or loses more in an episode."""
        if self.deals == 0:
            return float(self.players - 1)
        return self.codes.most_points(self.options, self.players) * self.deals


class Episode:
    """A running episode. It changes by ``take_chance`` and ``play`` alone."""

    def __init__(self, table: Table, match: Match | None = None) -> None:
        self.table = table
        self.match = table.game.new_match(table.options, table.players) if match is None else match
        self._order: list[Card] = []
        self._legal: dict[int, Move] | None = None
        self._steps: list[Any] = []

    def copy(self) -> Episode:
        """An independent copy."""
        other = Episode(self.table, self.match.copy())
        other._order = list(self._order)
        other._steps = list(self._steps)
        return other

    def __deepcopy__(self, memo: Any) -> Episode:
        return self.copy()

    def __reduce__(self) -> Any:
        """An episode is kept as the way to it."""
        return _walked, (self.table, self._steps)

    def walk(self, steps: Sequence[Any]) -> None:
        """Take steps that another episode has taken."""
        for step in steps:
            if not isinstance(step, int):
                self._resolve_drawn(self._awaited().read(step[0]))
            elif self.awaited is None:
                self.play(step)
            else:
                self.take_chance(step)

    @property
    def is_over(self) -> bool:
        """Whether its deals, or its match, have been played to their end."""
        if self.match.awaits is None:
            return True
        return 0 < self.table.deals <= len(self.match.figures())

    @property
    def awaited(self) -> Chance | None:
        """The chance step it waits for; None where a seat is to move or it is over."""
        awaits = self.match.awaits
        return awaits if isinstance(awaits, Chance) and not self.is_over else None

    @property
    def to_move(self) -> int | None:
        """The seat to move."""
        awaits = self.match.awaits
        return awaits if isinstance(awaits, int) and not self.is_over else None

    def legal(self) -> Mapping[int, Move]:
        """The legal moves of the seat to move by their codes, ascending; none where no seat is to move."""
        if self.to_move is None:
            return {}
        if self._legal is None:
            self._legal = self.table.codes.legal(self.match)
        return self._legal

    def play(self, code: int) -> None:
        """Make the move of a code. Raises ValueError naming the legal ones; nothing has changed then."""
        legal = self.legal()
        if code not in legal:
            told = ", ".join(f"{number} ({move})" for number, move in legal.items()) or "none"
            raise ValueError(f"{code} is no legal action now: legal are {told}")
        self._legal = None
        self._steps.append(code)
        self.match.play(legal[code])

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the awaited chance step with their probabilities, ascending; of a shuffle its next card.

        Raises ValueError where none is awaited.
        """
        chance = self._awaited()
        kind, data = chance.drawing
        if kind == "fall":
            risk = data["risk"] / _MILLION
            return [(down, share) for down, share in enumerate((1 - risk, risk)) if share > 0]
        if kind == "shuffle":
            numbers: Sequence[int] = [int(card) for card in self._left(data)]
        else:
            numbers = range(data if kind == "lot" else SEEDS)
        return [(number, 1 / len(numbers)) for number in numbers]

    def take_chance(self, outcome: int) -> None:
        """Go on with an outcome. Raises ValueError for one that is not among ``outcomes``; nothing has changed then."""
        if outcome not in dict(self.outcomes()):
            raise ValueError(f"{outcome} is no outcome of this chance step")
        chance = self._awaited()
        kind, data = chance.drawing
        self._steps.append(outcome)
        if kind == "shuffle":
            self._order.append(PACK[outcome])
            left = self._left(data)
            if len(left) > 1:
                return
            order, self._order = (*self._order, *left), []
            self.match.resolve(order)
        elif kind == "lot":
            self.match.resolve(outcome)
        elif kind == "fall":
            self.match.resolve(bool(outcome))
        else:
            self.match.resolve(chance.sample(Stream("outcome", kind, outcome)))

    def draw(self, source: Source) -> None:
        """Let chance decide until a seat is to move or the episode is over; each shuffle at once."""
        while (chance := self.awaited) is not None:
            self._resolve_drawn(chance.sample(source))

    def outcome_name(self, outcome: int) -> str:
        """What an outcome of the awaited chance step is called."""
        kind, _ = self._awaited().drawing
        if kind == "shuffle":
            return str(PACK[outcome])
        if kind == "fall":
            return "falls" if outcome else "stands"
        return f"{kind} {outcome}"

    def returns(self) -> list[float]:
        """What each seat has gained: of deals its score less the mean of all, of a match 1 for the others' each loss.

        Zero-sum. Zeros before an episode is over.
        """
        players = self.table.players
        if not self.is_over:
            return [0.0] * players
        if self.table.deals == 0:
            winners = self.match.winners()
            share = players / len(winners) if winners else 0.0
            return [share - 1 if seat in winners else -1.0 for seat in range(players)] if winners else [0.0] * players
        played = self.match.figures()[: self.table.deals]
        scores = [sum(deal.scores[seat] for deal in played) for seat in range(players)]
        mean = sum(scores) / players
        sign = 1 if self.table.game.more_is_better else -1
        return [sign * (score - mean) for score in scores]

    def _resolve_drawn(self, outcome: Any) -> None:
        self._order = []
        self._steps.append([self._awaited().write(outcome)])
        self.match.resolve(outcome)

    def _awaited(self) -> Chance:
        chance = self.awaited
        if chance is None:
            raise ValueError("no chance step is awaited")
        return chance

    def _left(self, cards: Sequence[str]) -> list[Card]:
        drawn = set(self._order)
        return sorted(card for card in map(parse_card, cards) if card not in drawn)


def _walked(table: Table, steps: Sequence[Any]) -> Episode:
    episode = Episode(table)
    episode.walk(steps)
    return episode
