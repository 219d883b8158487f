"""Many random deals, each checked: cards, hands, points, tricks and boards.

``python -m bench.million_kozel [N]`` (a million by default), compiled; prints deals checked and faults.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import opening
from kozyr.games.kozel.options import KozelOptions
from kozyr.games.kozel.scoring import PAIRS_TO_WIN, score_played, score_redeal_limit
from kozyr.kernel.bits import count_bits
from kozyr.kernel.compiled import choose_mode, compiled
from kozyr.kernel.streams import below, seed_words, shuffle_into

ALL_CARDS = sum(1 << card for card in kd.PLAYED_CARDS)
CARDS, HANDS, LEGAL, POINTS, TRICKS, BOARDS = (1 << bit for bit in range(6))
NAMES = {CARDS: "cards", HANDS: "hands", LEGAL: "legal moves", POINTS: "points", TRICKS: "tricks", BOARDS: "boards"}


@compiled
def held_cards(deal, played):  # type: ignore[no-untyped-def]
    """Whether hands, pack and played cards are the 32, each once."""
    seen = played
    total = count_bits(played)
    for seat in range(4):
        seen |= deal.hands[seat]
        total += count_bits(deal.hands[seat])
    for i in range(deal.pack_top, deal.pack_end):
        seen |= 1 << deal.pack[i]
        total += 1
    return total == 32 and seen == ALL_CARDS


@compiled
def step_faults(deal, played):  # type: ignore[no-untyped-def]
    """The faults of a position, as bits."""
    faults = 0 if held_cards(deal, played) else CARDS
    starts_play = deal.phase == kd.PLAY and played == 0
    for seat in range(4):
        size = kd.hand_size(deal, seat)
        if size > 8 or (starts_play and size != 8):
            faults |= HANDS
    return faults


@compiled
def end_faults(deal):  # type: ignore[no-untyped-def]
    """The faults of a deal that has ended, as bits."""
    faults = 0
    if deal.phase == kd.PLAYED:
        if deal.points[0] + deal.points[1] != 120:
            faults |= POINTS
        if deal.tricks[0] + deal.tricks[1] != 8:
            faults |= TRICKS
    return faults


@compiled
def checked_deal(deal, words, order, out):  # type: ignore[no-untyped-def]
    """Play one deal at random, checking every step; returns the faults found, as bits."""
    faults = 0
    played = 0
    while deal.phase <= kd.SHUFFLE:
        if deal.phase == kd.SHUFFLE:
            shuffle_into(words[0], order)
            opening.shuffled(deal, order)
            continue
        n = opening.legal_into(deal, out)
        if n < 1:
            return faults | LEGAL
        code = out[below(words[deal.turn], n)]
        if deal.phase == kd.PLAY:
            if (deal.hands[deal.turn] >> code) & 1 == 0:
                faults |= LEGAL
            played |= 1 << code
        opening.apply(deal, code)
        faults |= step_faults(deal, played)
    return faults | end_faults(deal)


@compiled(entry=True)
def checked_deals(deal, words, order, out, found):  # type: ignore[no-untyped-def]
    """Play deals under all rules of lead, trousers and redeal; ``found``: faults and points, shape (2, deals)."""
    for i in range(found.shape[1]):
        deal.again = i & 1
        deal.redeal_points = 12 if i & 2 == 0 else 40
        opening.start_deal(deal, i & 3, (i >> 2) % 3)
        found[0, i] = checked_deal(deal, words, order, out)
        found[1, i] = deal.points[0] if deal.phase == kd.PLAYED else -1


def board_faults(points: int, dealer: int, board: tuple[int, int], options: KozelOptions) -> int:
    """Whether the boards move as K-20 and K-28..K-31 say, stated independently."""
    if points < 0:
        winner, gain, lost = 1 - dealer % 2, 1, False
        result = score_redeal_limit(dealer, board)
    else:
        winner, worse = (0 if points > 60 else 1), min(points, 120 - points)
        gain, lost = (0 if worse == 60 else 1 if worse >= 31 else 2), worse == 0
        result = score_played((points, 120 - points), board, options)
    expected = [0, 0]
    expected[winner] = min(PAIRS_TO_WIN, board[winner] + gain)
    expected[1 - winner] = 0 if lost else board[1 - winner]
    return 0 if tuple(expected) == result.board else BOARDS


def main(n: int) -> int:
    """Check ``n`` deals; returns how many have a fault."""
    deal = kd.new_deal()
    deal.boasts, deal.redeal_limit = 1 << kd.MIRROR | 1 << kd.TROUSERS, 3
    words = np.stack([seed_words("million deals", seat) for seat in range(4)])
    order = np.array(kd.PLAYED_CARDS, dtype=np.int64)
    out = np.zeros(opening.MAX_LEGAL, dtype=np.int64)
    found = np.zeros((2, n), dtype=np.int64)
    faults, points = found
    start = time.perf_counter()
    checked_deals(deal, words, order, out, found)
    options = KozelOptions()
    for i, first in enumerate(points.tolist()):
        faults[i] |= board_faults(first, i & 3, (i % 6, i // 6 % 6), options)
    seconds = time.perf_counter() - start
    bad = int(np.count_nonzero(faults))
    print(f"{n} deals checked in {seconds:.1f} s ({int((points < 0).sum())} ended by redeals): {bad} with faults")
    for bit, name in NAMES.items():
        if count := int(np.count_nonzero(faults & bit)):
            print(f"  {name}: {count}")
    return bad


if __name__ == "__main__":
    choose_mode(compiled=True)
    sys.exit(1 if main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000) else 0)
