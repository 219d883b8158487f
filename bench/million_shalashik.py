"""Many random deals of Shalashik with ``hut = risk``, 2 to 6 players, each checked at every step: cards, moves, end.

``python -m bench.million_shalashik [N]`` (a million by default), compiled; a new heap is thrown for every deal.
"""

from __future__ import annotations

import sys
import time
from typing import Final

import numpy as np

from kozyr.cards import PACK
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.heap import CARDS, cover_corners, find_overlaps, scatter_into
from kozyr.games.shalashik.risk import MILLION, load_weights, risk_of
from kozyr.games.shalashik.stand import FEET_COUNT, find_feet
from kozyr.kernel.bits import count_bits
from kozyr.kernel.compiled import choose_mode, compiled
from kozyr.kernel.streams import below, seed_words, shuffle_into

LOST, LEGAL, ENDED, SCORES = (1 << bit for bit in range(4))
NAMES: Final = {LOST: "cards", LEGAL: "legal moves", ENDED: "no end", SCORES: "scores"}
MOST_STEPS: Final = 100_000
PULLS: Final = 0
"""Among the sums: cards drawn before the collapse, moves, deals ended by the limit of turns."""
MOVES: Final = 1
LIMITS: Final = 2


@compiled
def card_faults(deal):  # type: ignore[no-untyped-def]
    """Whether heap, hut, hands and pile hold the 36 cards, each once."""
    seen = 0
    total = 0
    for place in range(CARDS):
        if (deal.left >> place) & 1:
            seen |= 1 << deal.deck[place]
            total += 1
    if deal.phase in (sd.PULL, sd.FALL):
        for place in range(CARDS, 36):
            seen |= 1 << deal.deck[place]
            total += 1
    for seat in range(deal.players):
        seen |= deal.hands[seat]
        total += count_bits(deal.hands[seat])
    for i in range(deal.height):
        seen |= 1 << deal.pile[i]
        total += 1
    return 0 if total == 36 and seen == sd.ALL_CARDS else LOST


@compiled
def end_faults(deal):  # type: ignore[no-untyped-def]
    """Whether the winner has scored what the rules say (S-16, S-17)."""
    if deal.winner < 0:
        return 0 if deal.scored == 0 else SCORES
    expected = 0
    for seat in range(deal.players):
        points = sd.hand_points(deal.hands[seat])
        expected += -points if seat == deal.winner else points
    return 0 if deal.scored == expected else SCORES


@compiled
def checked_deal(deal, words, heap, overlaps, feet, weights, out):  # type: ignore[no-untyped-def]
    """Play one deal at random from its thrown heap, checking every step; returns the faults found, as bits."""
    faults = 0
    for _ in range(MOST_STEPS):
        if deal.phase == sd.OVER:
            return faults | end_faults(deal)
        faults |= card_faults(deal)
        if deal.phase == sd.FALL:
            risk = risk_of(heap, overlaps, feet, deal.left, deal.pulling, weights)
            sd.fell(deal, 1 if below(words[0], MILLION) < risk else 0)
            continue
        n = sd.legal_into(deal, out)
        if n < 1:
            return faults | LEGAL
        sd.apply(deal, out[below(words[deal.turn], n)])
    return faults | ENDED


@compiled
def choose_rules(deal, i):  # type: ignore[no-untyped-def]
    """The options of deal ``i``: every one of both kinds, in turn."""
    deal.players = 2 + i % 5
    deal.any_small = i & 1
    deal.may_rest = (i >> 1) & 1
    deal.same_turn = (i >> 2) & 1
    deal.may_take = (i >> 3) & 1
    deal.only_beating = (i >> 4) & 1
    deal.max_turns = 60 if i & 32 == 0 else 3


@compiled(entry=True)
def checked_deals(deal, words, order, heap, covers, overlaps, feet, weights, out, found, sums):  # type: ignore[no-untyped-def]
    """Play deals under all rules; ``found``: the faults of each, shape (deals,); ``sums``: PULLS, MOVES, LIMITS."""
    for i in range(len(found)):
        choose_rules(deal, i)
        sd.start_deal(deal, i % deal.players)
        shuffle_into(words[0], order)
        sd.shuffled(deal, order)
        scatter_into(words[0], heap)
        cover_corners(heap, covers)
        find_overlaps(heap, overlaps)
        find_feet(heap, feet)
        sd.scattered(deal, covers)
        found[i] = checked_deal(deal, words, heap, overlaps, feet, weights, out)
        sums[PULLS] += deal.pulled
        sums[MOVES] += deal.moves
        sums[LIMITS] += 1 if deal.how == sd.BY_LIMIT else 0


def main(n: int) -> int:
    """Check ``n`` deals; returns how many have a fault."""
    words = np.stack([seed_words("million deals", seat) for seat in range(sd.SEATS)])
    heap, covers = np.zeros((CARDS, 3)), np.zeros((CARDS, 4), dtype=np.int64)
    overlaps, feet = np.zeros(CARDS, dtype=np.int64), np.zeros(FEET_COUNT, dtype=np.int64)
    out, found, sums = (np.zeros(size, dtype=np.int64) for size in (sd.MAX_LEGAL, n, 3))
    order = np.array(PACK, dtype=np.int64)
    start = time.perf_counter()
    checked_deals(sd.new_deal(), words, order, heap, covers, overlaps, feet, load_weights(), out, found, sums)
    seconds = time.perf_counter() - start
    bad = int(np.count_nonzero(found))
    print(f"{n} deals checked in {seconds:.0f} s: {bad} with faults")
    print(f"{sums[PULLS] / n:.2f} cards drawn a deal, {sums[MOVES] / n:.1f} moves, {sums[LIMITS] / n:.1%} by the limit")
    for bit, name in NAMES.items():
        if count := int(np.count_nonzero(found & bit)):
            print(f"  {name}: {count}")
    return bad


if __name__ == "__main__":
    choose_mode(compiled=True)
    sys.exit(1 if main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000) else 0)
