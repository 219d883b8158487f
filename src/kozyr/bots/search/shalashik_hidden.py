"""The hidden cards of Shalashik's beating game dealt at random: every deal that a view allows, each as likely.

All hidden cards were drawn, so who could not beat a card, at any time of the deal, holds none hidden that beats it.
No deal is tried and thrown away: it is counted once a view how many deals go on from each number of places left.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kozyr.bots.careful.shalashik_knowledge import HIGHER, lacks_by_takes
from kozyr.bots.search.draws import fraction
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.view import ShalashikView
from kozyr.kernel.compiled import compiled


def lacks_of(view: ShalashikView) -> list[int]:
    """As ``lacks_by_takes``, with what a first lead and a card left uncovered tell (S-8, S-11)."""
    assert view.options is not None
    lacks = lacks_by_takes(view)
    pile: list[int] = []
    uncovered: tuple[int, int] | None = None
    first = view.options.small == "pips"
    for event in view.events:
        told: Any = dict(event.args)
        if event.id in ("leads", "beats"):
            card, seat = int(told["card"]), told["seat"]
            if first and not sd.PIPS >> card & 1:
                lacks[seat] |= sd.PIPS
            first = False
            pile.append(card)
        elif event.id == "takes":
            del pile[-len(told["cards"]) :]
        if uncovered is not None and event.id in ("leads", "beats", "takes", "rests", "leaves_it"):
            seat, top = uncovered
            if told["seat"] != seat:
                lacks[seat] |= HIGHER[top]
            uncovered = None
        if event.id == "takes" and view.options.after_take == "same" and pile:
            uncovered = told["seat"], pile[-1]
    if uncovered is not None and view.to_move != uncovered[0]:
        lacks[uncovered[0]] |= HIGHER[uncovered[1]]
    return lacks


@compiled
def rooms_left(state: int, rooms: Any, left: Any) -> int:
    """Fill by seat how many cards it is still to get, the last left out; give how many these are together."""
    total = 0
    for i in range(len(rooms) - 1):
        left[i] = state % (rooms[i] + 1)
        state //= rooms[i] + 1
        total += left[i]
    return total


@compiled(entry=True)
def count_deals(may: Any, rooms: Any, steps: Any, ways: Any) -> None:
    """Fill ``ways[card, state]``: how many deals of the cards from this one on there are; all zeros before.

    ``may``: by card, the bits of the seats that may have it. A state has ``steps[i]`` for each card that seat ``i`` is
    still to get; the last seat gets the rest.
    """
    n = len(may)
    last = len(rooms) - 1
    left = np.zeros(len(rooms), dtype=np.int64)
    ways[n, 0] = 1.0
    for card in range(n - 1, -1, -1):
        for state in range(ways.shape[1]):
            rest = n - card - rooms_left(state, rooms, left)
            if rest < 0 or rest > rooms[last]:
                continue
            total = 0.0
            for i in range(last):
                if left[i] > 0 and (may[card] >> i) & 1:
                    total += ways[card + 1, state - steps[i]]
            if rest > 0 and (may[card] >> last) & 1:
                total += ways[card + 1, state]
            ways[card, state] = total


@compiled
def sample(cards: Any, may: Any, rooms: Any, steps: Any, ways: Any, words: Any, hidden: Any) -> None:
    """Deal the hidden cards: ``hidden`` by place among ``rooms``, masks."""
    n = len(cards)
    last = len(rooms) - 1
    state = ways.shape[1] - 1
    hidden[:] = 0
    for i in range(n):
        mark = fraction(words) * ways[i, state]
        chosen = last
        for seat in range(last):
            if (may[i] >> seat) & 1 and state // steps[seat] % (rooms[seat] + 1) > 0:
                mark -= ways[i + 1, state - steps[seat]]
                if mark < 0.0:
                    chosen = seat
                    break
        hidden[chosen] |= 1 << cards[i]
        if chosen < last:
            state -= steps[chosen]


@compiled(entry=True)
def sample_into(cards: Any, may: Any, rooms: Any, steps: Any, ways: Any, words: Any, out: Any) -> None:
    """``sample`` as often as ``out`` has rows."""
    for i in range(len(out)):
        sample(cards, may, rooms, steps, ways, words, out[i])


class Hidden:
    """The hidden cards of one view of the beating game, ready to be dealt."""

    def __init__(self, view: ShalashikView) -> None:
        lacks = lacks_of(view)
        others = [seat for seat in range(view.players) if seat != view.seat]
        sizes = {seat: view.counts[seat] - view.known[seat].bit_count() for seat in others}
        order = sorted(others, key=lambda seat: sizes[seat])
        self.seats = np.array(order, dtype=np.int64)
        self.rooms = np.array([sizes[seat] for seat in order], dtype=np.int64)
        self.cards = np.array([card for card in range(36) if view.unseen >> card & 1], dtype=np.int64)
        self.may = np.array(
            [
                sum(1 << i for i, seat in enumerate(order) if not lacks[seat] >> card & 1)
                for card in self.cards.tolist()
            ],
            dtype=np.int64,
        )
        radix = self.rooms[:-1] + 1
        self.steps = np.array([int(np.prod(radix[:i])) for i in range(len(order))], dtype=np.int64)
        self.ways: NDArray[np.float64] = np.zeros((len(self.cards) + 1, int(np.prod(radix))))
        count_deals(self.may, self.rooms, self.steps, self.ways)
        assert self.ways[0, -1] > 0.0, "the view allows no deal of the hidden cards"

    def sample(self, words: Any, n: int) -> NDArray[np.int64]:
        """``n`` deals, shape (n, others): masks by the order of ``seats``. ``words``: the state of a stream."""
        out = np.zeros((n, len(self.rooms)), dtype=np.int64)
        sample_into(self.cards, self.may, self.rooms, self.steps, self.ways, words, out)
        return out
