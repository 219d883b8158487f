"""Cards judged in sampled worlds: each world is solved with open cards, and a card is worth its mean (PIMC)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kozyr.bots.budget import Budget
from kozyr.bots.search.kozel_hidden import hidden_of
from kozyr.bots.search.kozel_payoff import Payoff
from kozyr.bots.search.kozel_position import hands_of_world
from kozyr.bots.search.kozel_sampler import Sampler, sample
from kozyr.bots.search.kozel_solver import SEARCH, load, solve_cards
from kozyr.cards import cards_of
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.moves import Play
from kozyr.games.kozel.scoring import ALL_POINTS
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.compact import box_of, new_record
from kozyr.kernel.compiled import compiled
from kozyr.kernel.move import Move


@compiled(entry=True)
def judge_worlds(
    search_box: Any,
    deal_box: Any,
    sampler_box: Any,
    counts: Any,
    words: Any,
    payoff: Any,
    worlds: int,
    nodes: int,
    out: Any,
) -> int:
    """Add up the payoff of the mover's team by card in ``out``, shape (36,); returns the worlds.

    A world that the nodes cut short is left out.
    """
    search = search_box[0]
    deal = deal_box[0]
    sampler = sampler_box[0]
    values = np.zeros(36, dtype=np.int64)
    total = deal.points[0] + deal.points[1]
    spent = 0
    guess = (ALL_POINTS - total) >> 1
    done = 0
    while done < worlds and (nodes == 0 or spent < nodes):
        sample(sampler, counts, words)
        hands_of_world(deal, deal.turn, sampler.hands)
        load(search, deal)
        search.limit = nodes - spent if nodes > 0 else 0
        guess = solve_cards(search, values, guess)
        spent += search.nodes
        if search.ended != 0:
            break
        done += 1
        add_worths(deal, values, payoff, 1, out)
    return done


@compiled
def add_worths(position: Any, values: Any, payoff: Any, times: int, out: Any) -> None:
    """Add to ``out`` by card, so many ``times``, what the values of ``solve_cards`` are worth to the mover's team."""
    team = position.turn & 1
    for card in range(36):
        if values[card] >= 0:
            points = position.points[0] + values[card]
            out[card] += times * payoff[points if team == 0 else ALL_POINTS - points]


class Worlds:
    """The worlds of one view in the play of the cards."""

    def __init__(self, view: KozelView) -> None:
        assert view.seat is not None
        self.search = new_record(SEARCH)
        self.deal = deal_of(view)
        self.sampler = Sampler(hidden_of(view), view.seat)

    def judge(self, payoff: Payoff, budget: Budget, words: Any) -> dict[Move, float]:
        """By legal card its worth to the reader's team; nothing where the nodes allow no world.

        ``words``: the state of a stream.
        """
        out = np.zeros(36)
        search, deal, sampler = self.search, self.deal, self.sampler
        done = judge_worlds(
            box_of(search, SEARCH),
            box_of(deal, kd.DEAL),
            sampler.box,
            sampler.counts,
            words,
            payoff,
            budget.worlds,
            budget.nodes,
            out,
        )
        legal = cards_of(kd.legal_cards(deal)) if done else ()
        return {Play(card): float(out[card]) / done for card in legal}


def deal_of(view: KozelView) -> Any:
    """The deal in play as the seat to move sees it: its own hand, the others' empty; nothing need be led (K-23)."""
    assert view.seat is not None
    deal = kd.new_deal()
    deal.phase = kd.PLAY
    deal.turn = view.seat
    deal.hands[view.seat] = view.hand
    deal.leader = view.leader
    deal.must_lead = -1
    deal.trick_size = len(view.trick)
    deal.trick[: len(view.trick)] = [int(card) for card in view.trick]
    deal.points[:] = view.points
    return deal
