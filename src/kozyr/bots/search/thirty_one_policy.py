"""How a careful player of Thirty-one moves, compiled for play-outs: as ``careful`` does, by looked-up chances.

It differs from ``careful`` in what unseen cards may bring (all cards, not those unseen) and in a show, which it does
not compare with every hand that a rival may hold.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kozyr.bots.careful.thirty_one_chances import LAPS
from kozyr.bots.search.thirty_one_worth import (
    CLOSING,
    at_least,
    best_of_four,
    drained_of,
    value_of,
    waits_of,
)
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one.hands import THIRTY_ONE
from kozyr.kernel.bits import count_bits
from kozyr.kernel.compiled import compiled


@compiled
def row_of(deal: Any) -> int:
    """The row of the chances: the lap of the turn, or the closing one."""
    return CLOSING if deal.first_pass >= 0 else lap_of(deal)


@compiled
def lap_of(deal: Any) -> int:
    """The row of the lap of the turn."""
    return min(deal.turns[deal.turn], LAPS) - 1


@compiled
def known_best(deal: Any, worth: Any) -> int:
    """The best value that a rival of the seat to move is known to hold at least."""
    best = 0
    for seat in range(deal.players):
        if seat != deal.turn and (deal.playing >> seat) & 1:
            best = max(best, at_least(worth, deal.known[seat]))
    return best


@compiled
def unbeaten(best: int, value: int, chance: float) -> float:
    """A chance of a hand that will be compared as it is, once one looks at what the rivals are known to hold."""
    if best > value:
        return 0.0
    return chance / 2 if best == value else chance


@compiled
def fed(deal: Any, worth: Any, chance: float, a: int, b: int, c: int) -> float:
    """A chance, less what it loses by what three open cards give the next player."""
    rival = td.next_seat(deal, deal.turn)
    if rival == deal.first_pass:
        return chance
    held = deal.known[rival]
    if count_bits(held) == 3:
        reached = max(
            best_of_four(worth, held | (1 << a)),
            best_of_four(worth, held | (1 << b)),
            best_of_four(worth, held | (1 << c)),
        )
    else:
        reached = max(
            at_least(worth, held | (1 << a)), at_least(worth, held | (1 << b)), at_least(worth, held | (1 << c))
        )
    lap = lap_of(deal)
    odds = np.exp(-worth.waiting[lap, 3] * worth.settled[lap, reached])
    return chance * odds / (1.0 - chance + chance * odds)


@compiled
def silent_chance(deal: Any, worth: Any, hand: int, best: int) -> float:
    """The chance of a hand with which the turn ends in silence, before what the next player is given."""
    row = row_of(deal)
    if row == CLOSING:
        value = value_of(worth, hand)
        return unbeaten(best, value, worth.last[value])
    return waits_of(worth, row, hand)


@compiled
def passing_chance(deal: Any, worth: Any, hand: int, best: int) -> float:
    """The same of a pass."""
    row = row_of(deal)
    value = value_of(worth, hand)
    if row == CLOSING:
        return unbeaten(best, value, worth.last[value])
    chance = unbeaten(best, value, worth.passed[row, value])
    return min(chance, showing_chance(deal, worth, value, best)) if value >= THIRTY_ONE else chance


@compiled
def showing_chance(deal: Any, worth: Any, value: int, best: int) -> float:
    """The chance of a combination that is shown (T-16)."""
    if deal.shower_wins != 0:
        return 1.0
    return unbeaten(best, value, worth.settled[row_of(deal), value])


@compiled
def swap_chance(deal: Any, worth: Any, code: int, best: int) -> float:
    """The chance that a swap brings: the best that can be said after it, or what a drain may bring."""
    hand = deal.hands[deal.turn] & ~td.given_by(code) | td.taken_by(code)
    a = td.open_after(deal.open[0], code)
    b = td.open_after(deal.open[1], code)
    c = td.open_after(deal.open[2], code)
    row = row_of(deal)
    if td.are_alike(a, b, c):
        return drained_of(worth, row, hand)
    chance = silent_chance(deal, worth, hand, best)
    if row != CLOSING:
        chance = max(chance, passing_chance(deal, worth, hand, best))
        value = value_of(worth, hand)
        if value >= THIRTY_ONE:
            return max(fed(deal, worth, chance, a, b, c), showing_chance(deal, worth, value, best))
    return fed(deal, worth, chance, a, b, c)


@compiled
def chance_of(deal: Any, worth: Any, code: int, best: int) -> float:
    """The chance of the pot by a legal move, as a careful player judges it; ``best``: see ``known_best``."""
    if code > td.DECLINE:
        return swap_chance(deal, worth, code, best)
    hand = deal.hands[deal.turn]
    if code == td.SHOW:
        return showing_chance(deal, worth, value_of(worth, hand), best)
    if code == td.PASS:
        chance = passing_chance(deal, worth, hand, best)
    else:
        chance = silent_chance(deal, worth, hand, best)
        if code == td.STAY and deal.stays + 1 == deal.count:
            return chance
    return fed(deal, worth, chance, deal.open[0], deal.open[1], deal.open[2])


@compiled
def chances_into(deal: Any, worth: Any, legal: Any, values: Any) -> int:
    """Fill ``legal`` and what each of the moves is worth, both of shape (MAX_LEGAL,); give how many there are."""
    n = td.legal_into(deal, legal)
    best = known_best(deal, worth)
    for i in range(n):
        values[i] = chance_of(deal, worth, legal[i], best)
    return n


@compiled
def careful_code(deal: Any, worth: Any, legal: Any) -> int:
    """The move of a careful player; of equals a show, another word, then the first swap. ``legal`` is scratch."""
    n = td.legal_into(deal, legal)
    if n == 1:
        return legal[0]
    best = known_best(deal, worth)
    chosen = legal[n - 1]
    most = -1.0
    words = n - 1
    while words > 0 and legal[words - 1] <= td.DECLINE:
        words -= 1
    if legal[n - 1] == td.SHOW:
        most = chance_of(deal, worth, td.SHOW, best)
    for i in range(words, n):
        chance = chance_of(deal, worth, legal[i], best)
        if chance > most:
            chosen, most = legal[i], chance
    for i in range(words):
        chance = chance_of(deal, worth, legal[i], best)
        if chance > most:
            chosen, most = legal[i], chance
    return chosen
