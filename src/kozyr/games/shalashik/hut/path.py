"""The path of a hand as it is stored: in a record's ``paths``, or in a file (S-6).

A turn is a list of grips, as a card may be let go and another tried (S-7). A grip is ``{"card": 7, "grab": [x, y],
"hand": [[x, y, lift], …]}`` in mm, one place of the hand every sixtieth of a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kozyr.games.shalashik.hut.hands import Drawn
from kozyr.games.shalashik.hut.pull import Hand, Outcome, Standing, replay

_FARTHEST: Final = 1000.0


class PathError(ValueError):
    """What should be a path is none."""


@dataclass(frozen=True)
class Grip:
    """A card taken, moved and let go."""

    card: int
    grab: tuple[float, float]
    hand: tuple[Hand, ...]


def grip_of(drawn: Drawn) -> Grip:
    """The grip of a scripted hand."""
    return Grip(drawn.intent.card, drawn.intent.grab, drawn.path)


def replay_turn(standing: Standing, grips: Sequence[Grip]) -> list[Outcome]:
    """The outcomes of a stored turn, grip by grip; the last one is the turn's."""
    outcomes = []
    for grip in grips:
        outcomes.append(replay(standing, grip.card, grip.grab, grip.hand))
        standing = outcomes[-1].after
    return outcomes


def path_to_json(grips: Iterable[Grip]) -> list[dict[str, Any]]:
    """A turn as plain values."""
    return [
        {"card": grip.card, "grab": list(grip.grab), "hand": [list(place) for place in grip.hand]} for grip in grips
    ]


def path_from_json(value: object) -> tuple[Grip, ...]:
    """A turn from plain values. Raises PathError where they are none."""
    if not isinstance(value, list):
        raise PathError("a path is a list of grips")
    return tuple(_grip(entry) for entry in value)


def _grip(entry: object) -> Grip:
    if not isinstance(entry, dict) or entry.keys() != {"card", "grab", "hand"}:
        raise PathError("a grip has card, grab and hand")
    card, hand = entry["card"], entry["hand"]
    if not isinstance(card, int) or isinstance(card, bool) or not 0 <= card < 31:
        raise PathError(f"the card of a grip is its place in the heap, 0..30, not {card!r}")
    if not isinstance(hand, list):
        raise PathError("the hand of a grip is a list of places")
    x, y = _numbers(entry["grab"], 2)
    return Grip(card, (x, y), tuple((a, b, c) for a, b, c in (_numbers(place, 3) for place in hand)))


def _numbers(value: object, count: int) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != count:
        raise PathError(f"a place has {count} numbers, not {value!r}")
    if not all(isinstance(n, int | float) and not isinstance(n, bool) and abs(n) <= _FARTHEST for n in value):
        raise PathError(f"a place is of numbers within {_FARTHEST:.0f} mm, not {value!r}")
    return tuple(float(n) for n in value)
