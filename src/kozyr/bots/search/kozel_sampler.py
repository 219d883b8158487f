"""Hidden cards of Kozel dealt at random, compiled: every deal that a view allows exactly as often as it is likely.

No deal is tried and thrown away. Cards that the same players may hold and that are alike to the knowledge at hand form
a group; how many of a group each bin (four seats and the pack) gets is drawn by the number of deals that go on from
there, which are counted once a view, from the last group to the first.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kozyr.bots.search.draws import fraction
from kozyr.bots.search.kozel_hidden import GOOD, Hidden
from kozyr.kernel.bits import count_bits, lowest_bit
from kozyr.kernel.compact import box_of, new_record
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import below

BINS: Final = 4
"""Three other seats and the pack."""
GROUPS: Final = 32
SIDE: Final = 9
"""A seat holds 0..8 cards."""
SAMPLER: Final = np.dtype(
    [
        ("groups", np.int64),
        ("good_groups", np.int64),  # the first so many are of good cards
        ("seat", np.int64, BINS),  # by bin: its seat; the pack is 4
        ("room", np.int64, BINS),
        ("cards", np.int64, GROUPS),  # masks
        ("may", np.int64, GROUPS),  # by group: bits of bins
        ("some", np.int64, GROUPS),  # by group: bits of bins that it gives what they must have one of
        ("must", np.int64),  # bits of bins that must have one of something
        ("share", np.int64, BINS),
        ("order", np.int64, 32),
        ("hands", np.int64, 5),  # what is dealt, by seat, then the pack; masks
    ],
    align=True,
)
Counts = NDArray[np.float64]
"""Deals that go on by group, cards held by the first three bins and bits of ``must`` met: (GROUPS + 2, 9, 9, 9, 16).

The last row is that of the first group that is not of good cards, each count times the weight of the good cards held.
"""
WEIGHED: Final = GROUPS + 1
_BINOMIALS: Final = np.array(
    [[float(np.prod([(n - i) / (i + 1) for i in range(k)])) if k <= n else 0.0 for k in range(33)] for n in range(33)]
).round()


@compiled
def held_before(sampler: Any, group: int) -> int:
    """How many cards the groups before one have."""
    held = 0
    for earlier in range(group):
        held += count_bits(sampler.cards[earlier])
    return held


@compiled
def bins_that_get(a: int, b: int, c: int, d: int) -> int:
    """The bits of the bins that get any of so many cards."""
    return (1 if a > 0 else 0) | (2 if b > 0 else 0) | (4 if c > 0 else 0) | (8 if d > 0 else 0)


@compiled
def ways_to_share(n: int, a: int, b: int, c: int) -> float:
    """In how many ways ``n`` cards can be dealt a, b, c and the rest."""
    ways: float = _BINOMIALS[n, a] * _BINOMIALS[n - a, b] * _BINOMIALS[n - a - b, c]
    return ways


@compiled
def row_after(sampler: Any, group: int) -> int:
    """The row of ``counts`` that a group's shares lead to: behind the last good one the weights of good cards count."""
    return WEIGHED if group + 1 == sampler.good_groups else group + 1


@compiled(entry=True)
def count_deals(sampler: Any, counts: Any, weights: Any) -> None:
    """Fill ``counts``, all zeros. ``weights``: by good cards of the first three bins, shape (9, 9, 9)."""
    groups = sampler.groups
    counts[groups, sampler.room[0], sampler.room[1], sampler.room[2], sampler.must] = 1.0
    for group in range(groups, -1, -1):
        if group < groups:
            count_group(sampler, counts, group)
        if group == sampler.good_groups:
            counts[WEIGHED] = counts[group] * weights.reshape((SIDE, SIDE, SIDE, 1))


@compiled
def count_group(sampler: Any, counts: Any, group: int) -> None:
    """Count the deals from a group on, for all that the bins can hold by then."""
    held = held_before(sampler, group)
    for x in range(min(held, sampler.room[0]) + 1):
        for y in range(min(held - x, sampler.room[1]) + 1):
            for z in range(min(held - x - y, sampler.room[2]) + 1):
                if held - x - y - z <= sampler.room[3]:
                    count_from(sampler, counts, group, x, y, z)


@compiled
def count_from(sampler: Any, counts: Any, group: int, x: int, y: int, z: int) -> None:
    """Count the deals from one place, for every set of bins that have what they must."""
    n = count_bits(sampler.cards[group])
    row = row_after(sampler, group)
    for a in range(min(n, sampler.room[0] - x) + 1):
        for b in range(min(n - a, sampler.room[1] - y) + 1):
            for c in range(min(n - a - b, sampler.room[2] - z) + 1):
                used = bins_that_get(a, b, c, n - a - b - c)
                if used & ~sampler.may[group] == 0:
                    ways = ways_to_share(n, a, b, c)
                    got = used & sampler.some[group]
                    for met in range(16):
                        more = counts[row, x + a, y + b, z + c, met | got]
                        counts[group, x, y, z, met] += ways * more


@compiled
def draw_shares(sampler: Any, counts: Any, words: Any, group: int, met: int) -> None:
    """Draw how many cards of a group each bin gets; ``share`` holds before it what the first three hold, after it the
    numbers."""
    x, y, z = sampler.share[0], sampler.share[1], sampler.share[2]
    n = count_bits(sampler.cards[group])
    row = row_after(sampler, group)
    left = fraction(words) * counts[group, x, y, z, met]
    for a in range(min(n, sampler.room[0] - x) + 1):
        for b in range(min(n - a, sampler.room[1] - y) + 1):
            for c in range(min(n - a - b, sampler.room[2] - z) + 1):
                d = n - a - b - c
                used = bins_that_get(a, b, c, d)
                if used & ~sampler.may[group] == 0:
                    more = counts[row, x + a, y + b, z + c, met | used & sampler.some[group]]
                    if more > 0.0:
                        sampler.share[0], sampler.share[1], sampler.share[2], sampler.share[3] = a, b, c, d
                        left -= ways_to_share(n, a, b, c) * more
                        if left < 0.0:
                            return


@compiled
def deal_group(sampler: Any, words: Any, group: int) -> None:
    """Deal the cards of a group by ``share``, at random."""
    rest = sampler.cards[group]
    n = 0
    while rest != 0:
        sampler.order[n] = lowest_bit(rest)
        rest &= rest - 1
        n += 1
    for i in range(BINS):
        for _ in range(sampler.share[i]):
            j = below(words, n)
            n -= 1
            card = sampler.order[j]
            sampler.order[j] = sampler.order[n]
            sampler.hands[sampler.seat[i]] |= 1 << card


@compiled
def sample(sampler: Any, counts: Any, words: Any) -> None:
    """Deal the hidden cards: ``hands`` of the others and of the pack; the reader's own is 0."""
    for seat in range(5):
        sampler.hands[seat] = 0
    x = y = z = 0
    met = 0
    for group in range(sampler.groups):
        sampler.share[0], sampler.share[1], sampler.share[2] = x, y, z
        draw_shares(sampler, counts, words, group, met)
        a, b, c, d = sampler.share[0], sampler.share[1], sampler.share[2], sampler.share[3]
        met |= bins_that_get(a, b, c, d) & sampler.some[group]
        x += a
        y += b
        z += c
        deal_group(sampler, words, group)


@compiled(entry=True)
def sample_into(sampler_box: Any, counts: Any, words: Any, out: Any) -> None:
    """``sample`` as often as ``out``, shape (n, 5), has rows, each the masks of the seats and of the pack."""
    sampler = sampler_box[0]
    for i in range(len(out)):
        sample(sampler, counts, words)
        for seat in range(5):
            out[i, seat] = sampler.hands[seat]


class Sampler:
    """The hidden cards of one view, ready to be dealt."""

    def __init__(self, hidden: Hidden, reader: int) -> None:
        self.record = new_record(SAMPLER)
        self.box = box_of(self.record, SAMPLER)
        self.bins = [*((reader + step) % 4 for step in (1, 2, 3)), 4]
        self.counts: Counts = np.zeros((GROUPS + 2, SIDE, SIDE, SIDE, 16))
        self._group(hidden)
        count_deals(self.record, self.counts, self._weights(hidden))

    def sample(self, words: Any, n: int) -> NDArray[np.int64]:
        """``n`` deals, shape (n, 5): masks by seat, then the pack. ``words``: the state of a stream."""
        out = np.zeros((n, 5), dtype=np.int64)
        sample_into(self.box, self.counts, words, out)
        return out

    def _group(self, hidden: Hidden) -> None:
        record, some = self.record, (*hidden.some, 0)
        groups: dict[tuple[bool, int, int], int] = {}
        for card in range(36):
            if (hidden.cards >> card) & 1:
                may = sum(1 << i for i, seat in enumerate(self.bins) if (hidden.may[seat] >> card) & 1)
                gives = sum(1 << i for i, seat in enumerate(self.bins) if (some[seat] >> card) & 1)
                kind = (not (GOOD >> card) & 1, may, gives)
                groups[kind] = groups.get(kind, 0) | 1 << card
        record.seat[:] = self.bins
        record.room[:] = [hidden.room[seat] for seat in self.bins]
        record.must = sum(1 << i for i, seat in enumerate(self.bins) if some[seat])
        record.groups = len(groups)
        record.good_groups = sum(not kind[0] for kind in groups)
        for group, (kind, cards) in enumerate(sorted(groups.items())):
            record.cards[group], (_, record.may[group], record.some[group]) = cards, kind

    def _weights(self, hidden: Hidden) -> NDArray[np.float64]:
        """By good cards of the three others, how likely the boast has dealt them."""
        weights = np.ones((SIDE, SIDE, SIDE))
        if not any(hidden.cases):
            return weights
        weights[:] = 0.0
        for case, times in Counter(tuple(sorted(case)) for case in hidden.cases).items():
            first, second, third = (
                np.array([hidden.ways(case, seat, good) if good <= hidden.room[seat] else 0.0 for good in range(SIDE)])
                for seat in self.bins[:3]
            )
            weights += times * first[:, None, None] * second[None, :, None] * third[None, None, :]
        return weights
