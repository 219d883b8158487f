"""The decisions of one deal: what each alternative was worth, and how the deal's value moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kozyr.bots import Bot, OpenCards
from kozyr.kernel.game import Match
from kozyr.kernel.said import Said
from kozyr.kernel.streams import Stream
from kozyr.records import RecordedMove

NO_DIFFERENCE: Final = 0.02
"""Where best and worst lie no further apart there was nothing to decide."""


@dataclass(frozen=True)
class Alternative:
    """A legal move: its value as the player could judge it, with open cards where it can be said, and why.

    ``label`` is what it is called; of one of a run of numbered moves, what the run is called, and ``number`` its own.
    """

    move: str
    label: Said
    number: int | None
    value: float
    open_value: float | None
    why: Said | None


@dataclass(frozen=True)
class Judged:
    """A decision between two moves or more; deals and places in them count from 1. Alternatives: best first."""

    deal: int
    place: int
    seat: int
    phase: str
    played: str
    alternatives: tuple[Alternative, ...]

    @property
    def chosen(self) -> Alternative:
        """What was played."""
        return next(each for each in self.alternatives if each.move == self.played)

    @property
    def best(self) -> Alternative:
        """What was best, as the player could judge it."""
        return self.alternatives[0]

    @property
    def lost(self) -> float:
        """What the choice lost, as the player could judge it."""
        return self.best.value - self.chosen.value

    @property
    def is_best(self) -> bool:
        """Whether the choice was as good as the best."""
        return self.lost <= NO_DIFFERENCE

    @property
    def accuracy(self) -> float | None:
        """Where the choice lies between the worst (0) and the best (1); None where nothing hung on it."""
        values = [each.value for each in self.alternatives]
        spread = max(values) - min(values)
        return None if spread <= NO_DIFFERENCE else (self.chosen.value - min(values)) / spread

    @property
    def open_lost(self) -> float | None:
        """What it lost with open cards."""
        if self.chosen.open_value is None:
            return None
        return (
            max(each.open_value for each in self.alternatives if each.open_value is not None) - self.chosen.open_value
        )


@dataclass(frozen=True)
class Course:
    """How a deal's value with open cards moved, for the side of seat 0: from ``even`` to ``end``."""

    deal: int
    even: float
    end: float
    by_chance: float
    by_choice: tuple[float, ...]
    """By seat, what its choices changed."""


@dataclass(frozen=True)
class JudgedDeal:
    """All of a deal."""

    decisions: tuple[Judged, ...]
    course: Course | None


class DealJudge:
    """Judges the decisions of one deal as they are replayed."""

    def __init__(self, deal: int, analyst: Bot, open_cards: OpenCards | None, seed: str) -> None:
        self._deal = deal
        self._analyst = analyst
        self._open = open_cards
        self._seed = seed
        self._decisions: list[Judged] = []
        self._values: list[tuple[int | None, float]] = []
        """By decision: who moves it on from here (None: chance), and the value for the side of seat 0."""

    def judge(self, match: Match, place: int, made: RecordedMove) -> None:
        """Judge a decision of the deal, which the match still waits for."""
        self._note_value(match, made.seat)
        judged = self._judged(match, place, made)
        if judged is not None:
            self._decisions.append(judged)

    def result(self, match: Match) -> JudgedDeal:
        """What was found; the match has played the deal."""
        return JudgedDeal(tuple(self._decisions), self._course(match))

    def _judged(self, match: Match, place: int, made: RecordedMove) -> Judged | None:
        move, _ = match.game.parse_recorded(made.text)
        played, view = str(move), match.view(made.seat)
        if len(view.legal) < 2:
            return None
        stream = Stream(self._seed, self._deal, place)
        choice = self._analyst.choose(view, stream)
        opened = {} if self._open is None else self._open.move_values(match, stream)
        named = {entry.move: entry for entry in view.legal}
        found = tuple(
            Alternative(
                str(each.move),
                named[each.move].label,
                named[each.move].number,
                each.value,
                opened.get(each.move),
                each.why,
            )
            for each in choice.reasons
        )
        if played not in {each.move for each in found}:
            return None
        return Judged(self._deal, place + 1, made.seat, view.phase, played, found)

    def _note_value(self, match: Match, seat: int) -> None:
        if self._open is None:
            return
        value = self._open.value(match, 0)
        even = self._open.even(match, 0)
        self._values.append((None, even) if value is None else (seat, value))

    def _course(self, match: Match) -> Course | None:
        """Between two decisions the value moves by the choice of who decided, or by chance where no card was known."""
        if self._open is None or not self._values:
            return None
        end = self._open.end(match.figures()[self._deal - 1], 0)
        by_chance, by_choice = 0.0, [0.0] * match.players
        after = [value for _, value in self._values[1:]] + [end]
        for (seat, value), then in zip(self._values, after, strict=True):
            if seat is None:
                by_chance += then - value
            else:
                by_choice[seat] += then - value
        return Course(self._deal, self._values[0][1], end, by_chance, tuple(by_choice))
