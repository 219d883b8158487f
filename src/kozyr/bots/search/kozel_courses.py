"""Courses of a deal before its first card in sampled worlds: of a drawing, played out; of hands, with open cards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kozyr.bots.search.kozel_hidden import hidden_of
from kozyr.bots.search.kozel_payoff import Payoff
from kozyr.bots.search.kozel_playouts import play_out
from kozyr.bots.search.kozel_policy import load_kinds
from kozyr.bots.search.kozel_position import POSITION, take_deal
from kozyr.bots.search.kozel_reading import READING
from kozyr.bots.search.kozel_sampler import Sampler
from kozyr.bots.search.kozel_solver import load, solve_root
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.deal import PLAY, begin_play
from kozyr.games.kozel.opening import MAX_LEGAL, apply, random_code
from kozyr.games.kozel.scoring import ALL_POINTS
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.compact import box_of, copy_record, new_record
from kozyr.kernel.compiled import compiled


@compiled(entry=True)
def judge_hands(search_box: Any, deal_box: Any, hands: Any, payoff: Any, team: int, nodes: int, out: Any) -> int:
    """By row of ``hands`` (masks by seat) the payoff of a team in ``out``; returns how many the nodes allowed."""
    search = search_box[0]
    deal = deal_box[0]
    spent = 0
    for world in range(len(hands)):
        if nodes > 0 and spent >= nodes:
            return world
        for seat in range(4):
            deal.hands[seat] = hands[world, seat]
        begin_play(deal)
        load(search, deal)
        search.limit = nodes - spent if nodes > 0 else 0
        points = solve_root(search)
        spent += search.nodes
        if search.ended != 0:
            return world
        out[world] = payoff[points if team == 0 else ALL_POINTS - points]
    return len(hands)


@compiled(entry=True)
def judge_drawing(
    deal_box: Any,
    position_box: Any,
    reading_box: Any,
    code: int,
    words: Any,
    kinds: Any,
    players: Any,
    payoff: Any,
    team: int,
    legal: Any,
) -> float:
    """The payoff of a team after a move of a boast, the rest of the drawing at random, then played out.

    The deal is changed.
    """
    deal, position, reading = deal_box[0], position_box[0], reading_box[0]
    apply(deal, code)
    while deal.phase < PLAY:
        apply(deal, random_code(deal, words, legal))
    take_deal(deal, position)
    play_out(position, reading, kinds, players)
    worth: float = payoff[position.points[team]]
    return worth


class Courses:
    """A view before the play: its deal, worlds of what is hidden."""

    def __init__(self, view: KozelView, payoff: Payoff) -> None:
        assert view.seat is not None
        self.view, self.seat, self.payoff = view, view.seat, payoff
        self.position, self.reading, self.deal = new_record(POSITION), new_record(READING), kd.new_deal()
        self.players = np.zeros(4, dtype=np.int64)
        self.legal = np.zeros(MAX_LEGAL, dtype=np.int64)
        self.deal.dealer, self.deal.lead_rule = view.dealer, view.lead_rule

    def worlds(self, words: Any, n: int) -> NDArray[np.int64]:
        """``n`` deals of all that the view does not know, as ``Sampler.sample``; the reader's own hand is put in."""
        hands = Sampler(hidden_of(self.view), self.seat).sample(words, n)
        hands[:, self.seat] = self.view.hand
        return hands

    def judge_drawing(self, code: int, words: Any) -> float:
        """The worth of a move of a boast in the world that ``deal`` holds, which stays as it is."""
        deal = copy_record(self.deal)
        boxes = box_of(deal, kd.DEAL), box_of(self.position, POSITION), box_of(self.reading, READING)
        return float(
            judge_drawing(*boxes, code, words, load_kinds(), self.players, self.payoff, self.seat % 2, self.legal)
        )
