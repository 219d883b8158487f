"""Deals of Kozel played out: each lays what the policy of his kind holds likeliest, in worlds the past makes likely.

Nobody in a play-out sees more than his own hand, so no card is praised for what only open cards would show.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kozyr.bots.budget import Budget
from kozyr.bots.search.kozel_open import judge_open
from kozyr.bots.search.kozel_payoff import Payoff
from kozyr.bots.search.kozel_policy import COUNT, MOST_CARDS, best_card, scores_into
from kozyr.bots.search.kozel_position import POSITION, copy_position, hands_of_world, lay_card
from kozyr.bots.search.kozel_reading import READING
from kozyr.bots.search.kozel_solver import SEARCH
from kozyr.bots.search.kozel_weighed import WeighedWorlds
from kozyr.cards import cards_of
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.moves import Play
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.bits import lowest_bit
from kozyr.kernel.compact import box_of, copy_record, new_record
from kozyr.kernel.compiled import compiled
from kozyr.kernel.move import Move

FEWEST: Final = 12
"""With fewer worlds than this the nodes have not allowed a judgement."""
OPEN_EACH: Final = 10
"""For so many worlds played out one is solved with open cards, too."""
OPEN_SHARE: Final = 0.3
"""How much that counts; see docs/explanation/strong-kozel.md for what was measured."""


@compiled
def play_out(position: Any, reading: Any, kinds: Any, players: Any) -> None:
    """Play a deal to its end, everybody what the policy of his kind holds likeliest; ``players``: the kind by seat."""
    features = np.zeros(COUNT)
    cards = np.zeros(MOST_CARDS, dtype=np.int64)
    scores = np.zeros(MOST_CARDS)
    while position.phase == kd.PLAY:
        legal = kd.legal_cards(position)
        card = lowest_bit(legal)
        if legal & (legal - 1) != 0:
            n = scores_into(position, reading, kinds[players[position.turn]], features, cards, scores)
            card = best_card(n, cards, scores)
        else:
            reading.nodes += 1
        lay_card(position, card)


@compiled
def own_points(position: Any, seat: int) -> int:
    """What the team of a seat has."""
    points: int = position.points[seat & 1]
    return points


@compiled(entry=True)
def judge_cards(
    root_box: Any,
    position_box: Any,
    reading_box: Any,
    worlds: Any,
    players: Any,
    times: Any,
    kinds: Any,
    payoff: Any,
    nodes: int,
    out: Any,
) -> int:
    """Add up the payoff of the mover's team by card in ``out``, shape (36,), each row of ``worlds`` so many ``times``.

    Returns how many worlds there were, their times counted; one that the nodes cut short is left out.
    """
    root, position, reading = root_box[0], position_box[0], reading_box[0]
    worths = np.zeros(36)
    reader = root.turn
    legal = kd.legal_cards(root)
    done = 0
    for world in range(len(times)):
        hands_of_world(root, reader, worlds[world])
        rest = legal
        while rest != 0:
            card = lowest_bit(rest)
            rest &= rest - 1
            copy_position(root, position)
            lay_card(position, card)
            play_out(position, reading, kinds, players[world])
            worths[card] = payoff[own_points(position, reader)]
        if nodes > 0 and reading.nodes > nodes:
            break
        done += times[world]
        for card in range(36):
            out[card] += times[world] * worths[card]
    return done


@compiled(entry=True)
def judge_hands(
    root_box: Any,
    position_box: Any,
    reading_box: Any,
    reader: int,
    worlds: Any,
    players: Any,
    kinds: Any,
    payoff: Any,
    nodes: int,
    out: Any,
) -> int:
    """By row of ``worlds`` the payoff of the reader's team in ``out`` if the deal is played as it lies.

    ``root``: the position before the first card, with the reader's hand. Returns how many worlds the nodes allowed.
    """
    root, position, reading = root_box[0], position_box[0], reading_box[0]
    for world in range(len(worlds)):
        hands_of_world(root, reader, worlds[world])
        kd.begin_play(root)
        copy_position(root, position)
        play_out(position, reading, kinds, players[world])
        if nodes > 0 and reading.nodes > nodes:
            return world
        out[world] = payoff[own_points(position, reader)]
    return len(worlds)


class PlayOuts:
    """The worlds of one view, in the play of the cards or in the round of claims, and what is played out in them."""

    def __init__(self, view: KozelView) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        self.worlds = WeighedWorlds(view)
        self.root = self._root()

    def _root(self) -> Any:
        """The position of the view; the others' hands are empty."""
        past, start = self.worlds.past, self.worlds.start
        root = copy_record(start)
        root.hands[:] = past.played
        root.hands[self.seat] = start.hands[self.seat]
        for card in past.plays[: past.count]:
            lay_card(root, int(card))
        return root

    def card_values(
        self, payoff: Payoff, budget: Budget, words: Any, open_share: float = OPEN_SHARE
    ) -> dict[Move, float]:
        """By legal card its worth to the reader's team; nothing where the nodes allow too few worlds.

        ``open_share``: how much open cards count beside the play-outs.
        """
        worlds, players, times = self.worlds.draw(budget, words)
        out = np.zeros(36)
        done = judge_cards(
            box_of(self.root, POSITION),
            box_of(self.worlds.position, POSITION),
            box_of(self.worlds.reading, READING),
            worlds,
            players,
            times,
            self.worlds.kinds,
            payoff,
            budget.nodes,
            out,
        )
        if done < min(FEWEST, budget.worlds):
            return {}
        worths = out / done
        if open_share > 0.0:
            share, opened = self._with_open_cards(payoff, budget, words)
            worths = (1.0 - open_share * share) * worths + open_share * share * opened
        return {Play(card): float(worths[card]) for card in cards_of(kd.legal_cards(self.root))}

    def _with_open_cards(self, payoff: Payoff, budget: Budget, words: Any) -> tuple[float, NDArray[np.float64]]:
        """Which share of the worlds to be solved the nodes allowed, and the mean worth of each card in those."""
        wanted, out = budget.worlds // OPEN_EACH, np.zeros(36)
        worlds, _, times = self.worlds.take(wanted, words)
        done = judge_open(
            box_of(new_record(SEARCH), SEARCH),
            box_of(self.root, POSITION),
            box_of(self.worlds.reading, READING),
            worlds,
            times,
            payoff,
            budget.nodes,
            out,
        )
        return (done / wanted, out / done) if done else (0.0, out)

    def hand_worths(
        self, payoff: Payoff, budget: Budget, words: Any
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
        """Of the hands as they are dealt, to be played: worlds, the worth of each and how often each is taken.

        Nothing where the nodes allow too few worlds.
        """
        worlds, players, times = self.worlds.draw(budget, words)
        out = np.zeros(len(worlds))
        done = judge_hands(
            box_of(self.root, POSITION),
            box_of(self.worlds.position, POSITION),
            box_of(self.worlds.reading, READING),
            self.seat,
            worlds,
            players,
            self.worlds.kinds,
            payoff,
            budget.nodes,
            out,
        )
        if times[:done].sum() < min(FEWEST, budget.worlds):
            done = 0
        return worlds[:done], out[:done], times[:done]
