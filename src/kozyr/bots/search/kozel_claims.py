"""Words of the round of claims, judged by sampled worlds (K-16..K-20)."""

from __future__ import annotations

from typing import Any, Final

from kozyr.bots.budget import Budget
from kozyr.bots.search.kozel_courses import Courses
from kozyr.bots.search.kozel_payoff import Payoff, board_of, new_deal_worth, pairs_for
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
    courses = Courses(view, payoff)
    hands = courses.worlds(words, budget.worlds)
    found = courses.judge_hands(hands, budget.nodes)
    if not len(found):
        return {}
    playing = float(found.mean())
    anew = redeal_worth(view, payoff)
    values: dict[Move, float] = {}
    for entry in view.legal:
        if entry.move in DEALS_ANEW:
            values[entry.move] = anew
        elif entry.move == Word("ask queens"):
            partner = hands[: len(found), (view.seat + 2) % 4]
            values[entry.move] = _asked(found, (partner & _QUEENS) != 0, anew)
        else:
            values[entry.move] = playing
    return values


def _asked(found: Any, has_queen: Any, anew: float) -> float:
    """With a yes the deal is played; after a no, whatever is better."""
    yes, no = found[has_queen], found[~has_queen]
    worth = float(yes.sum())
    if len(no):
        worth += len(no) * max(float(no.mean()), anew)
    return worth / len(found)


def redeal_worth(view: KozelView, payoff: Payoff) -> float:
    """What a new deal is worth, which the eldest hand most often leads; by the limit a pair to the others (K-20)."""
    assert view.options is not None
    assert view.dealer is not None
    assert view.seat is not None
    if not view.is_last_redeal:
        return new_deal_worth(payoff, leads=view.dealer % 2 != view.seat % 2)
    before, after = view.board, score_redeal_limit(view.dealer, view.board).board
    return pairs_for(board_of(before, view.seat), board_of(after, view.seat), view.options)
