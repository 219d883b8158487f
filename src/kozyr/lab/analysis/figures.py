"""What a match's decisions add up to: accuracy, losses, luck, the worst moments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kozyr.lab.analysis.deciding import Course, Judged, JudgedDeal
from kozyr.records import Record

WORST: Final = 3


@dataclass(frozen=True)
class Player:
    """A seat's decisions: how many mattered, how near to the best they were (1: always the best), what they lost."""

    seat: int
    name: str
    decisions: int
    accuracy: float | None
    lost: float
    open_lost: float


@dataclass(frozen=True)
class Analysis:
    """A match."""

    record: Record
    decisions: tuple[Judged, ...]
    courses: tuple[Course, ...]
    players: tuple[Player, ...]
    worst: tuple[Judged, ...]
    """The moments that lost most, as the players could judge it."""


def analysis_of(record: Record, deals: Sequence[JudgedDeal]) -> Analysis:
    """Add the deals of a match up."""
    decisions = tuple(each for deal in deals for each in deal.decisions)
    courses = tuple(deal.course for deal in deals if deal.course is not None)
    players = tuple(_player(record, seat, decisions) for seat in range(len(record.seats)))
    worst = sorted((each for each in decisions if not each.is_best), key=lambda each: -each.lost)[:WORST]
    return Analysis(record, decisions, courses, players, tuple(worst))


def _player(record: Record, seat: int, decisions: Sequence[Judged]) -> Player:
    own = [each for each in decisions if each.seat == seat]
    hits = [each.accuracy for each in own if each.accuracy is not None]
    accuracy = sum(hits) / len(hits) if hits else None
    lost = sum(each.lost for each in own)
    open_lost = sum(each.open_lost or 0.0 for each in own)
    return Player(seat, record.seats[seat].name, len(hits), accuracy, lost, open_lost)
