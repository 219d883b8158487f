"""The solver's table of positions between tricks: one int64 an entry, exact.

A position is who leads and which of the cards in hand at the load are left, the cards of a class moved to the lowest
places that have the same owners in the same order: 34 bits, so no two positions share a key. Beside it an entry holds
the load it belongs to (10 bits), two bounds of the eyes still to be won by seats 0 and 2 (7 bits each), and the class
of the card that was best (5 bits).
"""

from __future__ import annotations

from typing import Any, Final

from kozyr.bots.search.kozel_numbers import CLASS
from kozyr.kernel.compiled import compiled

TABLE_BITS: Final = 17
TABLE_SIZE: Final = 1 << TABLE_BITS
LOADS: Final = 1 << 10
"""Loads are numbered modulo this; the table is emptied when they begin anew."""
NO_CLASS: Final = 31
_CLASS_BITS, _EYES_BITS, _LOAD_BITS = 5, 7, 10
_EYES_MASK: Final = (1 << _EYES_BITS) - 1
_TAIL_BITS: Final = _CLASS_BITS + 2 * _EYES_BITS
_SPREAD: Final = 0x1E3779B1
_SPREAD_SHIFT: Final = 28
CHUNK_STARTS: Final = (0, 6, 14, 20, 26)
"""The numbers are looked up in five chunks, none of which parts a class; ``CHUNK_WIDTHS`` bits each."""
CHUNK_WIDTHS: Final = (6, 8, 6, 6, 6)
CHUNK_ROOM: Final = 256


@compiled
def fill_chunks(search: Any) -> None:
    """Prepare ``packed``: for every set of cards of a chunk, the same with its classes moved down."""
    for number in range(32):
        search.owner[number] = -1
        for seat in range(4):
            if (search.hands[seat] >> number) & 1:
                search.owner[number] = seat
    for chunk in range(5):
        for cards in range(1 << CHUNK_WIDTHS[chunk]):
            search.packed[chunk * CHUNK_ROOM + cards] = moved_down(search, cards << CHUNK_STARTS[chunk])


@compiled
def moved_down(search: Any, cards: int) -> int:
    """A set of cards with each class in the lowest places of the same owners in the same order."""
    moved = 0
    place = 0
    for number in range(32):
        if (cards >> number) & 1:
            while CLASS[place] != CLASS[number] or search.owner[place] != search.owner[number]:
                place += 1
            moved |= 1 << place
            place += 1
    return moved


@compiled
def key_of(search: Any, leader: int) -> int:
    """The key of a position between tricks, 34 bits."""
    left = search.hands[0] | search.hands[1] | search.hands[2] | search.hands[3]
    packed = search.packed[left & 63] | search.packed[CHUNK_ROOM + ((left >> 6) & 255)]
    for chunk in range(2, 5):
        packed |= search.packed[chunk * CHUNK_ROOM + ((left >> CHUNK_STARTS[chunk]) & 63)]
    return (packed << 2) | leader


@compiled
def place_of(key: int) -> int:
    """Where a key has its entry."""
    return ((key * _SPREAD) >> _SPREAD_SHIFT) & (TABLE_SIZE - 1)


@compiled
def mark_of(search: Any, key: int) -> int:
    """The upper bits of an entry: the key and the load."""
    return (key << _LOAD_BITS) | search.load


@compiled
def entry_of(search: Any, key: int) -> int:
    """The lower bits of the entry of a key, or -1 where there is none."""
    entry = search.table[place_of(key)]
    return entry & ((1 << _TAIL_BITS) - 1) if entry >> _TAIL_BITS == mark_of(search, key) else -1


@compiled
def least_of(entry: int) -> int:
    """The lower bound of an entry."""
    return (entry >> (_CLASS_BITS + _EYES_BITS)) & _EYES_MASK


@compiled
def most_of(entry: int) -> int:
    """The upper bound of an entry."""
    return (entry >> _CLASS_BITS) & _EYES_MASK


@compiled
def class_of(entry: int) -> int:
    """The class of the best card, NO_CLASS where none is known."""
    return entry & ((1 << _CLASS_BITS) - 1)


@compiled
def keep(search: Any, key: int, least: int, most: int, best: int) -> None:
    """Write an entry over whatever is in its place."""
    bounds = (least << _EYES_BITS) | most
    search.table[place_of(key)] = (mark_of(search, key) << _TAIL_BITS) | (bounds << _CLASS_BITS) | best
