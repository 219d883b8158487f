"""What hands of Thirty-one are worth to a careful player, as compiled play-outs look it up.

The measured chances are those of ``careful``. What unseen cards may add to a hand is taken over all cards that the hand
does not hold, so that it is found once a hand and not once a position.
"""

from __future__ import annotations

import functools
from typing import Any, Final

import numpy as np

from kozyr.bots.careful import thirty_one_tables as tables
from kozyr.bots.careful.thirty_one_chances import LAPS, chances
from kozyr.bots.careful.thirty_one_scale import HIGHEST
from kozyr.games.thirty_one.hands import THIRTY_ONE, best_suit_points, hand_value
from kozyr.games.thirty_one.options import ThirtyOneOptions
from kozyr.kernel.bits import count_bits, highest_bit, lowest_bit
from kozyr.kernel.compact import box_of, new_record
from kozyr.kernel.compiled import compiled

HANDS: Final = 7140
"""Three of 36 cards."""
VALUES: Final = HIGHEST + 1
CLOSING: Final = LAPS
"""The row of a closing lap, behind those of the laps."""
PLAYERS: Final = 8
"""Rows and columns by number of players and by place."""
WORTH: Final = np.dtype(
    [
        ("nebitka", np.int64),
        ("any_rank", np.int64),
        # the measured chances, by lap and value
        ("settled", np.float64, (LAPS, VALUES)),
        ("passed", np.float64, (LAPS, VALUES)),
        ("last", np.float64, VALUES),
        ("waiting", np.float64, (LAPS, 4)),  # base, held, hope, feed
        # how a deal is won from each place, a tie counted as its parts
        ("won", np.float64, (PLAYERS, PLAYERS)),
        # by hand, filled as they are asked for; 0: not yet
        ("values", np.int64, HANDS),
        ("waits", np.float64, (LAPS, HANDS)),
        ("drained", np.float64, (LAPS + 1, HANDS)),
    ],
    align=True,
)
_ALL: Final = (1 << 36) - 1


@compiled
def place_of(hand: int) -> int:
    """Which of the hands a hand of three cards is, from 0."""
    low = lowest_bit(hand)
    middle = lowest_bit(hand & (hand - 1))
    high = highest_bit(hand)
    return low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6


@compiled
def value_of(worth: Any, hand: int) -> int:
    """The value of a hand of three cards (T-3)."""
    place = place_of(hand)
    value = worth.values[place]
    if value == 0:
        value = hand_value(hand, worth.nebitka, worth.any_rank)
        worth.values[place] = value
    return value


@compiled
def best_of_four(worth: Any, cards: int) -> int:
    """The best value of three of four cards."""
    best = 0
    rest = cards
    while rest != 0:
        best = max(best, value_of(worth, cards ^ (rest & -rest)))
        rest &= rest - 1
    return best


@compiled
def at_least(worth: Any, cards: int) -> int:
    """What a hand is worth at least that holds these cards, three or fewer."""
    return value_of(worth, cards) if count_bits(cards) == 3 else best_suit_points(cards)


@compiled
def later_lap(lap: int) -> int:
    """The row of the next lap; laps after the third are like it."""
    return min(lap + 1, LAPS - 1)


@compiled
def waits_of(worth: Any, lap: int, hand: int) -> float:
    """The chance of a hand with which the turn ends in silence, before what the open cards give the next player."""
    place = place_of(hand)
    chance = worth.waits[lap, place]
    if chance == 0.0:
        chance = find_wait(worth, lap, hand)
        worth.waits[lap, place] = chance
    return chance


@compiled
def find_wait(worth: Any, lap: int, hand: int) -> float:
    """The same, not looked up."""
    later = later_lap(lap)
    value = value_of(worth, hand)
    held = worth.settled[later, value]
    hope = reached_by(worth, later, hand).mean() - held
    base, by_held, by_hope = worth.waiting[lap, 0], worth.waiting[lap, 1], worth.waiting[lap, 2]
    chance = 1.0 / (1.0 + np.exp(-base - by_held * held - by_hope * hope))
    return min(chance, worth.passed[lap, value]) if value >= THIRTY_ONE else chance


@compiled
def settled_of(worth: Any, row: int, value: int) -> float:
    """The chance of a value at the end of the swaps of a turn, in a lap or in the closing one."""
    return worth.last[value] if row == CLOSING else worth.settled[row, value]


@compiled
def reached_by(worth: Any, row: int, hand: int) -> Any:
    """By card that is not in a hand, the chance of the hand made better by it, as of ``settled_of``; shape (33,)."""
    reached = np.zeros(33)
    rest = _ALL & ~hand
    n = 0
    while rest != 0:
        reached[n] = settled_of(worth, row, best_of_four(worth, hand | (rest & -rest)))
        rest &= rest - 1
        n += 1
    return reached


@compiled
def drained_of(worth: Any, row: int, hand: int) -> float:
    """The chance of a hand whose swap drains: the best of three new cards, or of none, may be taken."""
    place = place_of(hand)
    chance = worth.drained[row, place]
    if chance == 0.0:
        chance = find_drained(worth, row, hand)
        worth.drained[row, place] = chance
    return chance


@compiled
def find_drained(worth: Any, row: int, hand: int) -> float:
    """The same, not looked up."""
    value = value_of(worth, hand)
    least = settled_of(worth, row, value)
    if row != CLOSING:
        least = max(waits_of(worth, row, hand), worth.passed[row, value])
    reached = np.maximum(least, reached_by(worth, row, hand))
    reached.sort()
    total = 0.0
    for i in range(33):  # of i lower ones two come with it
        total += reached[i] * (i * (i - 1))
    return total / (33 * 32 * 31 / 3)


@functools.cache
def _worth(players: int, nebitka: str, tri_lba: str) -> Any:
    worth = new_record(WORTH)
    worth.nebitka = nebitka == "three_sixes"
    worth.any_rank = tri_lba == "any_rank"
    for lap in range(LAPS):
        measured = chances(players, lap + 1)
        worth.settled[lap] = measured.settled
        worth.passed[lap] = measured.passed
        weights = measured.waiting
        worth.waiting[lap] = weights.base, weights.held, weights.hope, weights.feed
    worth.last[:] = chances(players, 1).last
    for n, tie in tables.TIES.items():
        worth.won[n, :n] = [(1 - tie / 1000) * won / 1000 + tie / 1000 / n for won in tables.PLACES[n]]
    return worth


def worth_of(options: ThirtyOneOptions, players: int) -> Any:
    """The box of the record by a table's options and the number of players in the deal."""
    return box_of(_worth(players, options.nebitka, options.tri_lba), WORTH)
