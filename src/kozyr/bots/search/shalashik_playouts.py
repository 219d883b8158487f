"""Moves of the beating game judged by play-outs: made in sampled worlds, after which all play on as careful players do.

Now and then the others stray from it, for all moves with the same luck; so what tells two moves apart in a world is the
move (see ``race.py``).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kozyr.bots.budget import Budget
from kozyr.bots.careful.shalashik_knowledge import lacks_by_takes
from kozyr.bots.search.race import Brought, Judged, race
from kozyr.bots.search.shalashik_hidden import Hidden, sample
from kozyr.bots.search.shalashik_policy import SIGHT, make, play_out
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.moves import code_of
from kozyr.games.shalashik.view import STEPS, ShalashikView
from kozyr.kernel.compact import box_of, new_record
from kozyr.kernel.compiled import compiled, is_compiled
from kozyr.kernel.move import Move
from kozyr.kernel.streams import next_word

STRAYS: Final = 10
"""In so many of a hundred moves the others stray from a careful player's: no plan may hang on their every move."""


@compiled
def lead_of(deal: Any, seat: int) -> float:
    """The points by which a seat leads the mean of the others in a deal that is over."""
    if deal.winner < 0:
        return 0.0
    return deal.scored if deal.winner == seat else -deal.scored / (deal.players - 1)


@compiled(entry=True)
def judge_worlds(
    boxes: Any,
    numbers: Any,
    sight_box: Any,
    lacks: Any,
    seats: Any,
    cards: Any,
    may: Any,
    rooms: Any,
    steps: Any,
    ways: Any,
    words: Any,
    codes: Any,
    strays: int,
    nodes: int,
    out: Any,
    won: Any,
) -> tuple[int, int]:
    """Fill ``out[world, move]`` with the lead that each move brings and ``won`` with where it wins; give how many
    worlds there were, and how many moves.

    ``boxes``: the deal as far as it is known, and room for another; ``numbers``: the same as whole numbers.
    """
    deal = boxes[0]
    played = boxes[1]
    legal = np.zeros(sd.MAX_LEGAL, dtype=np.int64)
    hidden = np.zeros(len(rooms), dtype=np.int64)
    known = np.zeros(sd.SEATS, dtype=np.int64)
    luck = np.zeros(4, dtype=np.int64)
    chance = np.zeros(4, dtype=np.int64)
    spent = 0
    for world in range(len(out)):
        sample(cards, may, rooms, steps, ways, words, hidden)
        for i in range(len(seats)):
            deal.hands[seats[i]] = deal.known[seats[i]] | hidden[i]
        for i in range(4):
            luck[i] = next_word(words)
        for move in range(len(codes)):
            chance[:] = luck
            numbers[1] = numbers[0]
            known[:] = lacks
            make(played, known, codes[move])
            spent += 1 + play_out(played, known, sight_box[0], legal, deal.turn, strays, chance)
            if 0 < nodes < spent:
                return world, spent
            out[world, move] = lead_of(played, deal.turn)
            if played.winner == deal.turn:
                won[world, move] = 1.0
    return len(out), spent


class Playouts:
    """The worlds of one view of the beating game."""

    def __init__(self, view: ShalashikView, strays: int = STRAYS) -> None:
        self.strays = strays
        self.hidden = Hidden(view)
        deal = deal_of(view)
        two = np.concatenate((deal.base, deal.base)).view(np.ndarray).view(sd.DEAL)
        self.boxes = two if is_compiled() else two.view(np.recarray)
        self.numbers = two.view(np.int64).reshape(2, -1)
        self.sight = box_of(new_record(SIGHT), SIGHT)
        self.lacks = np.array(lacks_by_takes(view) + [0] * (sd.SEATS - view.players), dtype=np.int64)
        self.moves = [entry.move for entry in view.legal]

    def judge(self, budget: Budget, words: Any) -> dict[Move, Judged]:
        """By legal move the points by which it leads the mean of the others; nothing where the nodes allow no world.

        ``words``: the state of a stream.
        """
        codes = np.array([code_of(move) for move in self.moves], dtype=np.int64)
        hidden = self.hidden

        def play(numbers: list[int], worlds: int, nodes: int) -> tuple[Brought, Brought, int]:
            out, won = np.zeros((worlds, len(numbers))), np.zeros((worlds, len(numbers)))
            done, spent = judge_worlds(
                self.boxes,
                self.numbers,
                self.sight,
                self.lacks,
                hidden.seats,
                hidden.cards,
                hidden.may,
                hidden.rooms,
                hidden.steps,
                hidden.ways,
                words,
                codes[numbers],
                self.strays,
                nodes,
                out,
                won,
            )
            return out[:done], won[:done], spent

        return dict(zip(self.moves, race(len(codes), budget, play), strict=False))


def deal_of(view: ShalashikView) -> Any:
    """The beating game as the seat to move sees it: its own hand, of the others what is known."""
    assert view.options is not None
    assert view.seat is not None
    deal = sd.new_deal()
    deal.players = view.players
    view.options.write_into(deal)
    sd.start_deal(deal, 0)
    deal.phase = sd.PLAY
    deal.turn = view.seat
    deal.hands[view.seat] = view.hand
    deal.known[: view.players] = view.known
    deal.height = len(view.pile)
    deal.pile[: deal.height] = [int(card) for card in view.pile]
    deal.step = STEPS.index(view.step)
    deal.turns = view.turns
    return deal
