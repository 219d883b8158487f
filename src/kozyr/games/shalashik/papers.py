"""What is kept of a deal: its pack, its heap, its moves and how pulls came out, its result, its figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from kozyr.cards import Card, cards_of
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.chance import Bodies, Poses
from kozyr.games.shalashik.moves import MARK, Pull, move_of
from kozyr.kernel.game import DealFigures, DealLog, LoggedMove

PLAYED, LIMIT = "played", "limit"
HOW: Final = {sd.BY_BEAT: "beat", sd.BY_LEAD: "lead", sd.BY_LIMIT: "limit"}
CODE_MASK: Final = sd.DOWN - 1
_ENTRY_MASK: Final = (1 << sd.SEAT_SHIFT) - 1
_LATE_LAP: Final = 4


@dataclass(frozen=True)
class DealResult:
    """The result of a deal, in the words of S-19; ``hands`` are masks of what was left."""

    how: str
    collapsed_by: int
    pulled: int
    winner: int | None
    hands: tuple[int, ...]
    scored: int
    scores: tuple[int, ...]

    @property
    def left(self) -> tuple[int, ...]:
        """Points in hand by seat (S-16)."""
        return tuple(int(sd.hand_points(hand)) for hand in self.hands)

    def to_json(self) -> dict[str, Any]:
        """The JSON shape of S-19."""
        return {
            "kind": LIMIT if self.how == HOW[sd.BY_LIMIT] else PLAYED,
            "collapsed_by": self.collapsed_by,
            "pulled": self.pulled,
            "winner": self.winner,
            "left": list(self.left),
            "scored": self.scored,
            "scores": list(self.scores),
        }


def result_of(deal: Any, players: int, before: tuple[int, ...]) -> DealResult:
    """The result of a deal record that is over; ``before`` are the scores before it."""
    winner = int(deal.winner) if deal.winner >= 0 else None
    scored = int(deal.scored)
    return DealResult(
        HOW[int(deal.how)],
        int(deal.collapsed_by),
        int(deal.pulled),
        winner,
        tuple(deal.hands[:players].tolist()),
        scored,
        tuple(score + scored * (seat == winner) for seat, score in enumerate(before)),
    )


def hand_order(hand: int) -> tuple[Card, ...]:
    """Cards suit by suit in pack order, in each from the six up."""
    return cards_of(hand)


@dataclass
class DealPapers:
    """A deal as it goes into the record; ``result`` is None while it runs, ``poses`` until the heap is thrown.

    ``history`` holds the moves as ``seat << SEAT_SHIFT | code``, with DOWN for a pull that brought the hut down;
    ``paths`` the paths of physical pulls and ``shown`` what showed before each physical pull, both by move.
    """

    dealer: int
    before: tuple[int, ...]
    """The scores before it."""
    deck: tuple[Card, ...] = ()
    poses: Poses = ()
    bodies: Bodies | None = None
    """Of a physical hut whose bodies were told: how exactly they stood at first."""
    history: list[int] = field(default_factory=list)
    paths: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    shown: dict[int, int] = field(default_factory=dict)
    pulling: int | None = None
    """The move whose pull is not yet judged."""
    result: DealResult | None = None
    passed: int = 0
    """Turns that were no move (S-15)."""
    _log: DealLog | None = None

    def copy(self) -> DealPapers:
        """An independent copy."""
        return replace(self, history=list(self.history), paths=dict(self.paths), shown=dict(self.shown))

    def log(self) -> DealLog:
        """The deal as the record keeps it; made once when it has its result, before that each time."""
        if self.result is None:
            return self._make_log()
        if self._log is None:
            self._log = self._make_log()
        return self._log

    def _make_log(self) -> DealLog:
        extra: dict[str, Any] = {}
        if self.poses:
            extra["heap"] = [list(pose) for pose in self.poses]
        if self.bodies is not None:
            extra["bodies"] = [list(body) for body in self.bodies]
        if self.paths:
            extra["paths"] = dict(self.paths)
        if self.pulling is not None:
            extra["pulling"] = self.pulling
        moves = tuple(self._logged(index, entry) for index, entry in enumerate(self.history))
        result = self.result.to_json() if self.result else None
        return DealLog(self.dealer, self.deck, (), moves, result, extra)

    def _logged(self, index: int, entry: int) -> LoggedMove:
        shown = self.shown.get(index)
        legal = None if shown is None else tuple(sorted(str(Pull(place)) for place in range(31) if shown >> place & 1))
        return LoggedMove(
            entry >> sd.SEAT_SHIFT, move_of(entry & CODE_MASK), MARK if entry & sd.DOWN else "", legal=legal
        )

    def figures(self) -> DealFigures:
        """The deal in figures: what was scored by it, what happened."""
        assert self.result is not None
        scores = tuple(after - before for after, before in zip(self.result.scores, self.before, strict=True))
        return DealFigures(scores, self._tags(), len(self.history))

    def _tags(self) -> tuple[str, ...]:
        result = self.result
        assert result is not None
        players = len(result.hands)
        tags = [f"ended_by_{result.how}"]
        lap = result.pulled // players + 1
        if result.pulled == sd.HUT_AT:
            tags.append("hut_taken")
        else:
            tags.append(f"collapse_lap_{lap}" if lap < _LATE_LAP else "collapse_lap_late")
        tags += ["began_without_cards"] if result.pulled < players - 1 else []
        tags += ["turns_passed"] if self.passed else []
        if result.winner is None:
            tags.append("nobody_scored")
        else:
            tags.append(f"won_from_place_{(result.winner - result.collapsed_by) % players}")
        return tuple(tags)


def moves_of(papers: DealPapers) -> list[tuple[int, int]]:
    """The moves of a deal as seat and code, DOWN with it."""
    return [(entry >> sd.SEAT_SHIFT, entry & _ENTRY_MASK) for entry in papers.history]
