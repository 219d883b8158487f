"""Cards judged by playing the deal out: in worlds as likely as the others' plays make them, everybody by the policy.

Nobody in a play-out sees more than his own hand, so no card is praised for what only open cards would show. When few
cards are left, each world is solved instead.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kozyr.bots.budget import Budget
from kozyr.bots.search.kozel_hidden import hidden_of
from kozyr.bots.search.kozel_likelihood import PAST, Trust, choose_worlds, past_of, weigh_worlds
from kozyr.bots.search.kozel_payoff import Payoff
from kozyr.bots.search.kozel_policy import COUNT, MOST_CARDS, best_card, load_policy, scores_into
from kozyr.bots.search.kozel_position import POSITION, copy_position, lay_card, position_before
from kozyr.bots.search.kozel_reading import READING
from kozyr.bots.search.kozel_sampler import SAMPLER, Sampler, fraction
from kozyr.bots.search.kozel_solver import SEARCH, load, solve_cards
from kozyr.cards import cards_of
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.moves import Play
from kozyr.games.kozel.scoring import ALL_POINTS
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.bits import lowest_bit
from kozyr.kernel.compact import box_of, copy_record, new_record
from kozyr.kernel.compiled import compiled
from kozyr.kernel.move import Move

SAMPLED: Final = 6
"""So many worlds are dealt and weighed for each that is judged."""
FEWEST: Final = 12
"""With fewer worlds than this the nodes have not allowed a judgement."""
TRUST: Final = Trust(stray=0.02, opponents=0.8, partner=0.8)
HABIT = 3.0
AHEAD = 0
_SEEN: Final = (1 << 50) - 1
SOLVED: Final = 0
"""With so many cards in a hand, or fewer, worlds are solved."""


@compiled
def play_out(position: Any, reading: Any, weights: Any) -> None:
    """Play a deal to its end, everybody what the policy holds likeliest."""
    features = np.zeros(COUNT)
    cards = np.zeros(MOST_CARDS, dtype=np.int64)
    scores = np.zeros(MOST_CARDS)
    while position.phase == kd.PLAY:
        legal = kd.legal_cards(position)
        card = lowest_bit(legal)
        if legal & (legal - 1) != 0:
            n = scores_into(position, reading, weights, features, cards, scores)
            card = best_card(n, cards, scores)
        else:
            reading.nodes += 1
        lay_card(position, card)


@compiled
def points_by_card(root: Any, position: Any, reading: Any, weights: Any, points: Any) -> None:
    """Write to ``points``, shape (36,), what seats 0 and 2 have at the end after each legal card, -1 for others."""
    for card in range(36):
        points[card] = -1
    rest = kd.legal_cards(root)
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        copy_position(root, position)
        lay_card(position, card)
        play_out(position, reading, weights)
        points[card] = position.points[0]


@compiled(entry=True)
def judge_played(
    root_box: Any,
    position_box: Any,
    reading_box: Any,
    search_box: Any,
    hands: Any,
    times: Any,
    weights: Any,
    payoff: Any,
    solved: int,
    nodes: int,
    out: Any,
) -> int:
    """Add up the payoff of the mover's team by card in ``out``, each row of ``hands`` so many ``times``.

    Returns how many worlds there were; one that the nodes cut short is left out.
    """
    root, position, reading, search = root_box[0], position_box[0], reading_box[0], search_box[0]
    points = np.zeros(36, dtype=np.int64)
    done = 0
    guess = 0
    reader = root.turn
    for world in range(len(times)):
        if times[world] == 0:
            continue
        for seat in range(4):
            if seat != reader:
                root.hands[seat] = hands[world, seat]
        if solved != 0:
            load(search, root)
            search.limit = max(1, nodes - reading.nodes) if nodes > 0 else 0
            guess = solve_cards(search, points, guess)
            reading.nodes += search.nodes
            for card in range(36):
                if points[card] >= 0:
                    points[card] += root.points[0]
        else:
            points_by_card(root, position, reading, weights, points)
        if nodes > 0 and reading.nodes > nodes:
            break
        done += times[world]
        for card in range(36):
            if points[card] >= 0:
                own = points[card] if reader & 1 == 0 else ALL_POINTS - points[card]
                out[card] += times[world] * payoff[own]
    return done


@compiled
def play_to_choice(position: Any, reading: Any, weights: Any, reader: int) -> int:
    """Play on until the reader has a choice or the deal is over; returns a number for what has been seen till then."""
    features = np.zeros(COUNT)
    cards = np.zeros(MOST_CARDS, dtype=np.int64)
    scores = np.zeros(MOST_CARDS)
    seen = 0
    while position.phase == kd.PLAY:
        legal = kd.legal_cards(position)
        card = lowest_bit(legal)
        if legal & (legal - 1) != 0:
            if position.turn == reader:
                return seen
            n = scores_into(position, reading, weights, features, cards, scores)
            card = best_card(n, cards, scores)
        else:
            reading.nodes += 1
        seen = (seen * 37 + card + 1) & _SEEN
        lay_card(position, card)
    return seen


@compiled
def look_ahead(root: Any, position: Any, branch: Any, reading: Any, weights: Any, payoff: Any, seen: Any, owns: Any, values: Any) -> None:
    """Of one world, by legal card: what is seen till the reader's next choice, his card there by the policy, and the
    worth of each card there."""
    features = np.zeros(COUNT)
    cards = np.zeros(MOST_CARDS, dtype=np.int64)
    scores = np.zeros(MOST_CARDS)
    reader = root.turn
    rest = kd.legal_cards(root)
    i = 0
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        copy_position(root, position)
        lay_card(position, card)
        seen[i] = play_to_choice(position, reading, weights, reader)
        if position.phase != kd.PLAY:
            owns[i] = 0
            values[i, 0] = payoff[position.points[0] if reader & 1 == 0 else ALL_POINTS - position.points[0]]
            for k in range(1, MOST_CARDS):
                values[i, k] = -1e9
        else:
            n = scores_into(position, reading, weights, features, cards, scores)
            own = best_card(n, cards, scores)
            for k in range(MOST_CARDS):
                values[i, k] = -1e9
                if k < n:
                    if cards[k] == own:
                        owns[i] = k
                    copy_position(position, branch)
                    lay_card(branch, cards[k])
                    play_out(branch, reading, weights)
                    values[i, k] = payoff[branch.points[0] if reader & 1 == 0 else ALL_POINTS - branch.points[0]]
        i += 1


@compiled
def worth_of_choices(seen: Any, owns: Any, values: Any, times: Any, habit: float) -> float:
    """The mean worth of a card, the reader choosing anew by what he has then seen; arrays by world.

    In each world he chooses by the others in which he has seen the same, and by the policy as much as by ``habit`` worlds.
    """
    order = np.argsort(seen, kind="mergesort")
    total = 0.0
    sums = np.zeros(MOST_CARDS)
    start = 0
    count = len(order)
    while start < count:
        end = start
        weight = 0
        sums[:] = 0.0
        while end < count and seen[order[end]] == seen[order[start]]:
            world = order[end]
            weight += times[world]
            for k in range(MOST_CARDS):
                sums[k] += times[world] * (values[world, k] - values[world, owns[world]])
            end += 1
        for place in range(start, end):
            world = order[place]
            own = owns[world]
            best = own
            most = habit
            for k in range(MOST_CARDS):
                gain = sums[k] - times[world] * (values[world, k] - values[world, own])
                if k != own and gain > most and values[world, k] > -1e8:
                    best = k
                    most = gain
            total += times[world] * values[world, best]
        start = end
    return total


@compiled(entry=True)
def judge_ahead(
    root_box: Any,
    position_box: Any,
    branch_box: Any,
    reading_box: Any,
    hands: Any,
    times: Any,
    weights: Any,
    payoff: Any,
    habit: float,
    out: Any,
) -> int:
    """As ``judge_played``, one choice further."""
    root, position, branch, reading = root_box[0], position_box[0], branch_box[0], reading_box[0]
    count = 0
    for world in range(len(times)):
        if times[world] > 0:
            count += 1
    seen = np.zeros((MOST_CARDS, count), dtype=np.int64)
    owns = np.zeros((MOST_CARDS, count), dtype=np.int64)
    values = np.zeros((MOST_CARDS, count, MOST_CARDS))
    taken = np.zeros(count, dtype=np.int64)
    reader = root.turn
    n = 0
    done = 0
    for world in range(len(times)):
        if times[world] == 0:
            continue
        for seat in range(4):
            if seat != reader:
                root.hands[seat] = hands[world, seat]
        look_ahead(root, position, branch, reading, weights, payoff, seen[:, n], owns[:, n], values[:, n, :])
        taken[n] = times[world]
        done += times[world]
        n += 1
    rest = kd.legal_cards(root)
    i = 0
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        out[card] = worth_of_choices(seen[i], owns[i], values[i], taken, habit)
        i += 1
    return done


class PlayedWorlds:
    """The worlds of one view in the play of the cards, weighed by what the others have done."""

    def __init__(self, view: KozelView) -> None:
        assert view.seat is not None
        self.view = view
        self.policy = load_policy()
        self.past, self.start = past_of(view), position_before(view)
        self.start.hands[view.seat] = view.hand | int(self.past.played[view.seat])
        if view.lead_rule == kd.LEAD_ACE_OF_DIAMONDS:
            self.start.must_lead = kd.ACE_OF_DIAMONDS
        self.root = self._root()
        self.position, self.reading = new_record(POSITION), new_record(READING)
        self.sampler = Sampler(hidden_of(view), view.seat)
        self.effective = 0.0

    def _root(self) -> Any:
        """The position of the view; the others' hands are empty."""
        root = copy_record(self.start)
        root.hands[:] = self.past.played
        root.hands[self.view.seat] = self.start.hands[self.view.seat]
        for _, card in self.view.plays:
            lay_card(root, int(card))
        return root

    def judge(self, payoff: Payoff, budget: Budget, words: Any) -> dict[Move, float]:
        """By legal card its worth to the reader's team; nothing where the nodes allow too few worlds."""
        hands, logs = np.zeros((SAMPLED * budget.worlds, 4), dtype=np.int64), np.zeros(SAMPLED * budget.worlds)
        position, reading = box_of(self.position, POSITION), box_of(self.reading, READING)
        dealt = weigh_worlds(
            box_of(self.past, PAST),
            box_of(self.start, POSITION),
            position,
            reading,
            self.sampler.box,
            self.sampler.counts,
            words,
            self.policy.weights,
            self.policy.silent,
            tuple(TRUST),
            budget.nodes // 2,
            hands,
            logs,
        )
        if not dealt:
            return {}
        times = np.zeros(dealt, dtype=np.int64)
        self.effective = choose_worlds(logs[:dealt], fraction(words), times, budget.worlds)
        out = np.zeros(36)
        if AHEAD and not self.view.hand.bit_count() <= SOLVED:
            done = judge_ahead(box_of(self.root, POSITION), position, box_of(new_record(POSITION), POSITION), reading, hands, times, self.policy.weights, payoff, HABIT, out)
        else: done = judge_played(
            box_of(self.root, POSITION),
            position,
            reading,
            box_of(new_record(SEARCH), SEARCH),
            hands,
            times,
            self.policy.weights,
            payoff,
            int(self.view.hand.bit_count() <= SOLVED),
            budget.nodes,
            out,
        )
        if done < min(FEWEST, budget.worlds):
            return {}
        return {Play(card): float(out[card]) / done for card in cards_of(kd.legal_cards(self.root))}
