"""Words of the round of claims, judged by playing out weighed worlds (K-16..K-20)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kozyr.bots.budget import Budget
from kozyr.bots.search.kozel_payoff import Payoff, board_of, new_deal_worth, pairs_for
from kozyr.bots.search.kozel_playouts import PlayOuts
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.moves import Word
from kozyr.games.kozel.scoring import score_redeal_limit
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.move import Move

_QUEENS: Final = int(kd.QUEENS)
DEALS_ANEW: Final = (Word("claim points"), Word("claim nines"), Word("redeal"))


def claim_values(view: KozelView, payoff: Payoff, budget: Budget, words: Any) -> dict[Move, float]:
    """By legal word its worth, in pairs as the payoff counts them; nothing where the nodes allow no world."""
    assert view.seat is not None
    hands, worths, times = PlayOuts(view).hand_worths(payoff, budget, words)
    if not len(times):
        return {}
    playing = float(np.average(worths, weights=times))
    anew = redeal_worth(view, payoff)
    values: dict[Move, float] = {}
    for entry in view.legal:
        if entry.move in DEALS_ANEW:
            values[entry.move] = anew
        elif entry.move == Word("ask queens"):
            has_queen = (hands[:, (view.seat + 2) % 4] & _QUEENS) != 0
            values[entry.move] = _asked(worths, times, has_queen, anew)
        else:
            values[entry.move] = playing
    return values


def _asked(worths: Any, times: Any, has_queen: Any, anew: float) -> float:
    """With a yes the deal is played; after a no, whatever is better."""
    yes = float(worths[has_queen] @ times[has_queen])
    no = float(worths[~has_queen] @ times[~has_queen])
    return (yes + max(no, anew * int(times[~has_queen].sum()))) / int(times.sum())


def redeal_worth(view: KozelView, payoff: Payoff) -> float:
    """What a new deal is worth, which the eldest hand most often leads; by the limit a pair to the others (K-20)."""
    assert view.options is not None
    assert view.dealer is not None
    assert view.seat is not None
    if not view.is_last_redeal:
        return new_deal_worth(payoff, leads=view.dealer % 2 != view.seat % 2)
    before, after = view.board, score_redeal_limit(view.dealer, view.board).board
    return pairs_for(board_of(before, view.seat), board_of(after, view.seat), view.options)
