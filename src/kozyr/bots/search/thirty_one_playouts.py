"""Moves of Thirty-one judged by play-outs: a move is made in sampled worlds, then all play on as careful players do.

Every move is tried in the same worlds, and where the discard is shuffled anew, with the same luck. So what tells them
apart is the move (see ``race.py``).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kozyr.bots.budget import Budget
from kozyr.bots.search.race import Brought, Judged, race
from kozyr.bots.search.thirty_one_hidden import Hidden, begin, deal_stock, draw_again
from kozyr.bots.search.thirty_one_past import Past, boxes_of, past_of
from kozyr.bots.search.thirty_one_policy import careful_code
from kozyr.bots.search.thirty_one_worth import PLAYERS, worth_of
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one.hands import THIRTY_ONE
from kozyr.games.thirty_one.moves import code_of
from kozyr.games.thirty_one.view import ThirtyOneView
from kozyr.kernel.compiled import compiled
from kozyr.kernel.move import Move
from kozyr.kernel.streams import next_word

STAKES: Final = 2
"""In an array of stakes, before what the next pot is worth by its dealer: the pot, and the ante of a tie."""


@compiled
def place_in(deal: Any, seat: int, playing: int) -> int:
    """At which place a seat plays a further deal for the pot, among those whose bits are given (T-7)."""
    dealer = deal.dealer
    while True:
        dealer = dealer + 1 if dealer + 1 < deal.players else 0
        if (playing >> dealer) & 1:
            break
    place = 0
    at = dealer
    while True:
        at = at + 1 if at + 1 < deal.players else 0
        if at == seat:
            return place
        place += (playing >> at) & 1


@compiled
def payoff(deal: Any, worth: Any, seat: int, stakes: Any) -> float:
    """The chips that a deal that is over brings a seat, with what it may hope for in the next."""
    pot = stakes[0]
    if deal.winners & (deal.winners - 1) == 0:
        winner = 0
        while deal.winners >> winner != 1:
            winner += 1
        return (pot if winner == seat else 0.0) + stakes[STAKES + winner]
    if deal.best >= THIRTY_ONE:
        if (deal.winners >> seat) & 1 == 0:
            return 0.0
        tied = 0
        for other in range(deal.players):
            tied += (deal.winners >> other) & 1
        return pot * worth.won[tied, place_in(deal, seat, deal.winners)]
    ante = stakes[1]
    return (pot + deal.count * ante) * worth.won[deal.count, place_in(deal, seat, deal.playing)] - ante


@compiled
def play_out(deal: Any, worth: Any, chance: Any, legal: Any) -> int:
    """Play on as careful players do until hands are open; give how many moves it took."""
    moves = 0
    while deal.phase != td.OVER:
        if deal.phase == td.RESHUFFLE:
            td.reshuffle_at_random(deal, chance)
        else:
            td.apply(deal, careful_code(deal, worth, legal))
            moves += 1
    return moves


@compiled(entry=True)
def judge_worlds(
    boxes: Any,
    numbers: Any,
    worth_box: Any,
    seats: Any,
    sizes: Any,
    pools: Any,
    hands: Any,
    weights: Any,
    counts: Any,
    hidden: Any,
    words: Any,
    stakes: Any,
    codes: Any,
    nodes: int,
    out: Any,
    won: Any,
) -> tuple[int, int]:
    """Fill ``out[world, move]`` with what each move brings and ``won`` with where it wins the pot; give how many worlds
    there were, and how many moves.

    ``boxes``: the deal, with known cards in ``known``, and room for another; ``numbers``: the same as whole numbers;
    ``pools``: what rivals may hold, and what the stock is known to be; ``hidden``: the hands the last call came to.
    """
    deal = boxes[0]
    played = boxes[1]
    legal = np.zeros(td.MAX_LEGAL, dtype=np.int64)
    order = np.zeros(36, dtype=np.int64)
    luck = np.zeros(4, dtype=np.int64)
    chance = np.zeros(4, dtype=np.int64)
    spent = 0
    if hidden[0] < 0:
        begin(hidden, sizes, pools[0], hands, weights, counts, words, order)
    for world in range(len(out)):
        draw_again(hidden, hands, weights, counts, words)
        for i in range(len(seats)):
            deal.hands[seats[i]] = deal.known[seats[i]] | hidden[i]
        deal_stock(deal, hidden, pools[0], pools[1], words)
        for i in range(4):
            luck[i] = next_word(words)
        for move in range(len(codes)):
            numbers[1] = numbers[0]
            chance[:] = luck
            td.apply(played, codes[move])
            spent += 1 + play_out(played, worth_box[0], chance, legal)
            if 0 < nodes < spent:
                return world, spent
            out[world, move] = payoff(played, worth_box[0], deal.turn, stakes)
            if played.winners == 1 << deal.turn:
                won[world, move] = 1.0
    return len(out), spent


class Playouts:
    """The worlds of one view in the play of a deal."""

    def __init__(self, view: ThirtyOneView, *, weighs: bool = True) -> None:
        assert view.options is not None
        assert view.seat is not None
        self.worth = worth_of(view.options, len(view.seats_in))
        past = past_of(view)
        self.hidden = Hidden(view, past, self.worth, weighs=weighs)
        self.boxes = _boxes(past, view)
        self.numbers = self.boxes.view(np.ndarray).view(np.int64).reshape(2, -1)
        self.stakes = _stakes(view, self.worth[0]["won"])
        self.moves = [entry.move for entry in view.legal]

    def judge(self, budget: Budget, words: Any) -> dict[Move, Judged]:
        """By legal move the chips that it brings; nothing where the nodes allow no world.

        ``words``: the state of a stream.
        """
        state = np.full(len(self.hidden.rivals), -1, dtype=np.int64)
        codes = np.array([code_of(move) for move in self.moves], dtype=np.int64)

        def play(numbers: list[int], worlds: int, nodes: int) -> tuple[Brought, Brought, int]:
            return self._round(codes[numbers], worlds, nodes, state, words)

        return dict(zip(self.moves, race(len(codes), budget, play), strict=False))

    def _round(self, codes: Any, worlds: int, nodes: int, state: Any, words: Any) -> tuple[Brought, Brought, int]:
        hidden = self.hidden
        out, won = np.zeros((worlds, len(codes))), np.zeros((worlds, len(codes)))
        done, spent = judge_worlds(
            self.boxes,
            self.numbers,
            self.worth,
            hidden.rivals,
            hidden.sizes,
            np.array([hidden.pool, hidden.stock], dtype=np.int64),
            hidden.hands,
            hidden.weights,
            hidden.counts,
            state,
            words,
            self.stakes,
            codes,
            nodes,
            out,
            won,
        )
        return out[:done], won[:done], spent


def _boxes(past: Past, view: ThirtyOneView) -> NDArray[Any]:
    """The deal with the reader's own hand, and room for another."""
    deal = past.deal
    deal.hands[:] = 0
    deal.hands[view.seat] = view.hand
    deal.stock_top = 0
    deal.stock_end = view.stock_size
    return boxes_of(np.concatenate((deal.base, deal.base)))


def _stakes(view: ThirtyOneView, won: Any) -> NDArray[np.float64]:
    """The pot, the ante of a tie, and what the next pot is worth to the reader by who deals it, that is wins this."""
    options, seat = view.options, view.seat
    assert options is not None
    assert seat is not None
    stakes = np.zeros(STAKES + PLAYERS)
    stakes[0] = view.pot
    stakes[1] = min(options.ante, view.stacks[seat])
    if view.pots_won + 1 == options.deals:
        return stakes
    able = [each for each in range(view.players) if options.rebuy == "auto" or view.stacks[each] >= options.ante]
    for dealer in view.seats_in:
        around = [(dealer + step) % view.players for step in range(1, view.players + 1)]
        order = [each for each in around if each in able or each == dealer]
        if seat in order and len(order) > 1:
            share = float(won[len(order), order.index(seat)])
            stakes[STAKES + dealer] = options.ante * (len(order) * share - 1)
    return stakes
