"""Worlds of one view, dealt as it allows and taken as likely as the others' plays and words make them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kozyr.bots.budget import Budget
from kozyr.bots.search.draws import fraction
from kozyr.bots.search.kozel_hidden import hidden_of
from kozyr.bots.search.kozel_likelihood import PAST, Trust, choose_worlds, past_of, weigh_worlds
from kozyr.bots.search.kozel_policy import load_kinds, load_policy
from kozyr.bots.search.kozel_position import POSITION, position_before
from kozyr.bots.search.kozel_reading import READING
from kozyr.bots.search.kozel_sampler import Sampler
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.compact import box_of, new_record

SAMPLED: Final = 6
"""So many worlds are dealt and weighed for each that is taken."""
TRUST: Final = Trust(stray=0.02, opponents=0.8, partner=0.8)


class Drawn(NamedTuple):
    """Worlds, a row each."""

    hands: NDArray[np.int64]
    """Masks by seat, the reader's own 0."""
    players: NDArray[np.int64]
    """By seat of which kind a player is taken to be."""
    times: NDArray[np.int64]
    """How often the world is taken."""


class WeighedWorlds:
    """What a view says of the past and of the hidden cards; ``reading`` counts the cards weighed."""

    def __init__(self, view: KozelView, trust: Trust = TRUST) -> None:
        assert view.seat is not None
        self.trust = trust
        self.policy, self.kinds = load_policy(), load_kinds()
        self.past, self.start = past_of(view), position_before(view)
        self.start.hands[view.seat] = view.hand | int(self.past.played[view.seat])
        self.reading, self.position = new_record(READING), new_record(POSITION)
        self.sampler = Sampler(hidden_of(view), view.seat)
        self.hands = self.players = np.zeros((0, 4), dtype=np.int64)
        self.logs = np.zeros(0)
        self.effective = 0.0

    def draw(self, budget: Budget, words: Any) -> Drawn:
        """Worlds taken, ``budget.worlds`` in all; the dealing ends with half the nodes.

        ``words``: the state of a stream. ``effective`` tells afterwards how many equal worlds the dealt ones are as
        good as.
        """
        most = SAMPLED * budget.worlds
        hands, players = np.zeros((2, most, 4), dtype=np.int64)
        logs = np.zeros(most)
        dealt = weigh_worlds(
            box_of(self.past, PAST),
            box_of(self.start, POSITION),
            box_of(self.position, POSITION),
            box_of(self.reading, READING),
            self.sampler.box,
            self.sampler.counts,
            words,
            self.kinds,
            self.policy.silent,
            tuple(self.trust),
            max(1, budget.nodes // 2) if budget.nodes else 0,
            hands,
            players,
            logs,
        )
        self.hands, self.players, self.logs = hands[:dealt], players[:dealt], logs[:dealt]
        return self.take(budget.worlds, words)

    def take(self, n: int, words: Any) -> Drawn:
        """Of the worlds dealt last, ``n`` in all, in proportion to their weights."""
        times = np.zeros(len(self.logs), dtype=np.int64)
        if len(times):
            self.effective = choose_worlds(self.logs, fraction(words), times, n)
        taken = times > 0
        return Drawn(self.hands[taken], self.players[taken], times[taken])
