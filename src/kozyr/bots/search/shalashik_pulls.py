"""Which card to pull from under the hut of Shalashik: its risk, what is left to pull, what a fall is worth.

After a pull all go on as careful players do, each with the card of least risk. So a pull leads to one course of the
drawing, of which it is known how likely it ends with whom; no card of the heap is known, so none has to be sampled.
What a fall is worth by who brings it on and after how many cards was measured (``shalashik_falls.py``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kozyr.bots.careful.shalashik_pull import ground_of_view
from kozyr.bots.search.race import Judged
from kozyr.bots.search.shalashik_falls import FALLS
from kozyr.games.shalashik import risk
from kozyr.games.shalashik.heap import showing
from kozyr.games.shalashik.moves import Pull
from kozyr.games.shalashik.view import ShalashikView
from kozyr.kernel.bits import lowest_bit
from kozyr.kernel.compiled import compiled
from kozyr.kernel.move import Move


@compiled
def least_risk(heap: Any, covers: Any, overlaps: Any, feet: Any, left: int, weights: Any) -> tuple[int, float]:
    """The card that shows whose pull is the safest, the lowest of equals, and the chance that the hut falls."""
    least = risk.MILLION + 1
    chosen = -1
    rest = showing(covers, left)
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        found = risk.risk_of(heap, overlaps, feet, left, card, weights)
        if found < least:
            chosen, least = card, found
    return chosen, least / risk.MILLION


@compiled(entry=True)
def standing_value(
    heap: Any, covers: Any, overlaps: Any, feet: Any, left: int, weights: Any, falls: Any, pulled: int
) -> float:
    """The lead of the seat that has just pulled, if the hut stands, all going on by least risk.

    ``left``: the places left; ``pulled``: how many cards are drawn. ``falls``: the lead of a seat by how many places it
    sits behind the one who brings the hut down, and by how many cards are drawn then; shape (players, 32).
    """
    players = len(falls)
    value = 0.0
    standing = 1.0
    behind = players - 1
    while left != 0:
        card, chance = least_risk(heap, covers, overlaps, feet, left, weights)
        value += standing * chance * falls[behind, pulled]
        standing *= 1.0 - chance
        left &= ~(1 << card)
        pulled += 1
        behind = behind - 1 if behind > 0 else players - 1
    return value + standing * falls[behind, pulled]


def judge_pulls(view: ShalashikView, risks: dict[Move, float]) -> dict[Move, Judged]:
    """By pull the points by which it leads the mean of the others, and how likely the hut stands.

    Who brings the hut down with the very first pull wins everything for sure (see the explanation of ``careful``), and
    the drawing is over before it began. It is not done on purpose: that fall counts like one at the second pull.
    """
    ground = ground_of_view(view)
    falls = np.array(FALLS[view.players], dtype=np.float64)
    fall = float(falls[0, max(1, view.pulled)])
    judged: dict[Move, Judged] = {}
    for move, chance in risks.items():
        assert isinstance(move, Pull)
        if move.place is None:
            judged[move] = Judged(fall, 0.0)
            continue
        left = view.left & ~(1 << move.place)
        stands = standing_value(
            *(ground.heap, ground.covers, ground.overlaps, ground.feet),
            *(left, risk.load_weights(), falls, view.pulled + 1),
        )
        judged[move] = Judged(chance * fall + (1.0 - chance) * stands, 1.0 - chance)
    return judged
