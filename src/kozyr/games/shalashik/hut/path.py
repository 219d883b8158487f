"""The path of a hand as it is stored: in a record's ``paths``, or in a file (S-6).

It is the object of the rules page, ``{"ticks": 60, "xy": [[x, y], …]}``, one place of the hand a tick, in mm. What else
the physics needs stands beside it, and other readers may pass it over. ``grips`` says which card was held from where in
``xy`` on, as a card may be let go and another tried (S-7): ``{"at": 0, "card": 7, "grab": [x, y]}``. ``lift`` says how
high the hand was by tick, where it was not on the table: ``{"12": 1.5}``; it is left out where it never rose.

A path that is pulled again takes only what a hand could take: a card that shows, by a point of it that nothing covers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kozyr.games.shalashik.chance import check_path, is_number
from kozyr.games.shalashik.heap import CARDS, HALF_LENGTH, HALF_WIDTH, Heap
from kozyr.games.shalashik.hut.hands import Drawn, look
from kozyr.games.shalashik.hut.model import TICKS_A_SECOND, in_mask
from kozyr.games.shalashik.hut.pull import Hand, Outcome, Standing, replay

MAX_SECONDS: Final = 600
"""No table gives more time for a pull (``pull_seconds``)."""
MAX_TICKS: Final = MAX_SECONDS * TICKS_A_SECOND
MAX_GRIPS: Final = 1000
"""So often a card may be taken in one turn."""
_FARTHEST: Final = 1000.0
_TENTH: Final = 0.1
"""mm; places are told in tenths, so a point on an edge may be told so far off it."""


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
    """The outcomes of a stored turn, grip by grip; the last one is the turn's.

    Raises PathError for a grip that no hand could take, BlownUpError.
    """
    outcomes: list[Outcome] = []
    for number, grip in enumerate(grips):
        check_next(standing, number, grip, outcomes[-1] if outcomes else None)
        outcomes.append(replay(standing, grip.card, grip.grab, grip.hand))
        standing = outcomes[-1].after
    return outcomes


def check_next(standing: Standing, number: int, grip: Grip, before: Outcome | None) -> None:
    """Raise PathError, naming the grip by its number, unless the turn goes on and a hand can take the card so."""
    if before is not None and (before.free or before.down):
        raise PathError(f"grip {number} comes after the turn is over")
    try:
        check_grip(standing, grip.card, grip.grab)
    except PathError as error:
        raise PathError(f"grip {number}: {error}") from None


def check_grip(standing: Standing, card: int, grab: tuple[float, float]) -> None:
    """Raise PathError unless a hand can take the card there: it shows, the point is on it and under no other."""
    if not 0 <= card < CARDS or not standing.left >> card & 1:
        raise PathError(f"card {card} is not in the heap")
    for number in grab:
        _number(number)
    sight = look(standing)
    if not sight.shows >> card & 1:
        raise PathError(f"card {card} does not show: all its corners lie under others")
    if _depth(sight.heap, card, grab) < -_TENTH:
        raise PathError(f"the point {list(grab)} is not on card {card}")
    for other in in_mask(sight.left):
        if other > card and _depth(sight.heap, other, grab) > _TENTH:
            raise PathError(f"the point {list(grab)} of card {card} lies under card {other}")


def check_hand(hand: Sequence[object]) -> Hand:
    """A place of the hand in tenths of a mm: x, y, how high. Raises PathError where it is none."""
    if len(hand) != 3:
        raise PathError(f"a place of the hand is x, y and how high, not {list(hand)!r}")
    x, y, high = map(_number, hand)
    return round(x, 1), round(y, 1), round(high, 1)


def check_point(point: Sequence[object]) -> tuple[float, float]:
    """A point to take a card by, in tenths of a mm. Raises PathError where it is none."""
    x, y = _place(point)
    return round(x, 1), round(y, 1)


def _depth(heap: Heap, card: int, point: tuple[float, float]) -> float:
    """How far within the card's edge a point lies, in mm; below 0 outside."""
    turn = math.radians(heap[card, 2])
    dx, dy = point[0] - float(heap[card, 0]), point[1] - float(heap[card, 1])
    across = abs(dx * math.cos(turn) + dy * math.sin(turn))
    along = abs(dy * math.cos(turn) - dx * math.sin(turn))
    return min(HALF_WIDTH - across, HALF_LENGTH - along)


def path_to_json(grips: Sequence[Grip]) -> dict[str, Any]:
    """A turn as plain values, as a record keeps it."""
    hand = [place for grip in grips for place in grip.hand]
    starts = [sum(len(grip.hand) for grip in grips[:i]) for i in range(len(grips))]
    path: dict[str, Any] = {
        "ticks": TICKS_A_SECOND,
        "xy": [[x, y] for x, y, _ in hand],
        "grips": [
            {"at": at, "card": grip.card, "grab": list(grip.grab)} for at, grip in zip(starts, grips, strict=True)
        ],
    }
    lift = {str(tick): high for tick, (_, _, high) in enumerate(hand) if high}
    return {**path, "lift": lift} if lift else path


def path_from_json(value: object) -> tuple[Grip, ...]:
    """A turn from plain values. Raises PathError where they are none, or none that the physics can replay."""
    try:
        check_path(value)
    except ValueError as error:
        raise PathError(str(error)) from None
    assert isinstance(value, Mapping)
    if value["ticks"] != TICKS_A_SECOND:
        raise PathError(f"only a path of {TICKS_A_SECOND} ticks a second can be pulled again, not of {value['ticks']}")
    if len(value["xy"]) > MAX_TICKS:
        raise PathError(f"a path lasts at most {MAX_SECONDS} s, {MAX_TICKS} ticks, not {len(value['xy'])}")
    places = [_place(point) for point in value["xy"]]
    lift = _lift(value.get("lift", {}), len(places))
    return _grips(value.get("grips"), [(x, y, high) for (x, y), high in zip(places, lift, strict=True)])


def _grips(entries: object, hand: list[Hand]) -> tuple[Grip, ...]:
    """The hand's places parted among the grips."""
    if not isinstance(entries, list | tuple):
        raise PathError("only a path that says which cards were held, in grips, can be pulled again")
    if len(entries) > MAX_GRIPS:
        raise PathError(f"in one turn a card is taken at most {MAX_GRIPS} times, not {len(entries)}")
    heads = [_head(entry) for entry in entries]
    ends = [*(at for at, _, _ in heads), len(hand)]
    if ends != sorted(ends) or ends[0] != 0:
        raise PathError("grips begin where xy does and follow each other in it")
    return tuple(Grip(card, grab, tuple(hand[at:end])) for (at, card, grab), end in zip(heads, ends[1:], strict=True))


def _head(entry: object) -> tuple[int, int, tuple[float, float]]:
    """Where a grip begins, its card, its grab point."""
    if not isinstance(entry, Mapping) or not {"at", "card", "grab"} <= entry.keys():
        raise PathError("a grip has at, card and grab")
    at, card = entry["at"], entry["card"]
    if not isinstance(at, int) or isinstance(at, bool):
        raise PathError(f"at of a grip is a place in xy, not {at!r}")
    if not isinstance(card, int) or isinstance(card, bool) or not 0 <= card < CARDS:
        raise PathError(f"the card of a grip is its place in the heap, 0..{CARDS - 1}, not {card!r}")
    return at, card, _place(entry["grab"])


def _lift(value: object, ticks: int) -> list[float]:
    """How high the hand was, tick by tick."""
    if not isinstance(value, Mapping):
        raise PathError("lift is an object from ticks to mm")
    known = {str(tick): tick for tick in range(ticks)}
    lift = [0.0] * ticks
    for tick, high in value.items():
        if tick not in known:
            raise PathError(f"lift is of ticks of the path, not of {tick!r}")
        lift[known[tick]] = _number(high)
    return lift


def _place(value: object) -> tuple[float, float]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise PathError(f"a place is [x, y], not {value!r}")
    return _number(value[0]), _number(value[1])


def _number(value: object) -> float:
    if isinstance(value, int | float) and is_number(value) and abs(value) <= _FARTHEST:
        return float(value)
    raise PathError(f"a place is of numbers within {_FARTHEST:.0f} mm, not {value!r}")
