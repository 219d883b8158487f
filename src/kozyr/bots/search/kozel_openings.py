"""Cut or boast, what to lift and what to give: the rest of the drawing and the play in sampled worlds (K-8..K-15).

All cuts are alike, and whether to boast is decided by what was measured once for all packs, by the eyes an opening
gives the eldest hand's team: no card is known yet. In the drawing worlds are dealt with their packs; others draw at
random, and each world is played out by the policy.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kozyr.bots.budget import Budget
from kozyr.bots.careful.kozel_opening import opening_values as careful_values
from kozyr.bots.search.kozel_courses import Courses
from kozyr.bots.search.kozel_payoff import EYES, Payoff
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.moves import CODES, Lift
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.move import Move
from kozyr.kernel.streams import shuffle_into

_LIFTS: Final = (1, 2, 8)
"""The lifts that are tried: who may draw eight cards lacks none. One between is worth what the next lower one is."""
_NODES_A_DEAL: Final = 100
"""About how many cards are weighed in a whole deal, to share out the nodes."""


def opening_values(view: KozelView, payoff: Payoff, budget: Budget, words: Any) -> dict[Move, float]:
    """By legal move its worth, in pairs as the payoff counts them; nothing where the nodes allow no world."""
    if view.phase == "cut":
        eyes = careful_values(view)
        return {move: float(np.interp(value, EYES, payoff)) for move, value in eyes.items()}
    moves = [entry.move for entry in view.legal]
    tried = [move for move in moves if not isinstance(move, Lift) or move.count in _LIFTS]
    if 0 < budget.nodes < _NODES_A_DEAL * len(tried):
        return {}
    worths = _drawn_worths(view, tried, payoff, budget, words)
    return {move: worths[_stand_in(move, tried)] for move in moves}


def _stand_in(move: Move, tried: list[Move]) -> Move:
    """The move that is tried for a move."""
    if not isinstance(move, Lift):
        return move
    return max((other for other in tried if isinstance(other, Lift) and other.count <= move.count), key=_count)


def _count(lift: Lift) -> int:
    return lift.count


def _drawn_worths(view: KozelView, moves: list[Move], payoff: Payoff, budget: Budget, words: Any) -> dict[Move, float]:
    """The mean worth of each move over the same worlds."""
    courses = Courses(view, payoff)
    most = budget.nodes // (_NODES_A_DEAL * len(moves)) if budget.nodes else budget.worlds
    worlds = courses.worlds(words, min(budget.worlds, most))
    totals = dict.fromkeys(moves, 0.0)
    for row in worlds:
        deal_drawing(courses.deal, view, row, words)
        for move in moves:
            totals[move] += courses.judge_drawing(CODES[move], words)
    return {move: total / len(worlds) for move, total in totals.items()}


def deal_drawing(deal: Any, view: KozelView, row: NDArray[np.int64], words: Any) -> None:
    """Set the deal of ``Courses`` in the middle of a boast as the view has it, a world's pack in some order."""
    assert view.seat is not None
    assert view.dealer is not None
    assert view.options is not None
    deal.phase = kd.LIFT if view.phase == "lift" else kd.GIVE
    deal.turn = view.seat
    deal.again = view.options.trousers_mixed == "again"
    deal.boast = kd.MIRROR if view.boast == "mirror" else kd.TROUSERS
    deal.boast_turns = (view.seat - view.dealer - 1) % 4
    deal.moves = 0
    deal.hands[:] = row[:4]
    shuffled_pack(deal, int(row[4]), words)
    deal.offer[: len(view.offer)] = [int(card) for card in view.offer]


def shuffled_pack(deal: Any, cards: int, words: Any) -> None:
    """Lay cards as the pack, in random order."""
    pack = np.array([card for card in range(36) if (cards >> card) & 1], dtype=np.int64)
    shuffle_into(words, pack)
    deal.pack[: len(pack)] = pack
    deal.pack_top, deal.pack_end = 0, len(pack)
