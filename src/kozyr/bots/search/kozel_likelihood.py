"""How likely the others would have spoken and played as they did if the hidden cards lay in a given way.

A world's weight is the chance of every card that the others have laid, each of them of one kind of player or another,
and of their silence in the round of claims. The reader's own plays say nothing: he knew his hand.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np

from kozyr.bots.search.draws import fraction
from kozyr.bots.search.kozel_policy import COUNT, MOST_CARDS, chance_of_card, scores_into
from kozyr.bots.search.kozel_position import copy_position, lay_card
from kozyr.bots.search.kozel_sampler import sample
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.opening import has_all_nines, has_queen, is_poor
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.compact import new_record
from kozyr.kernel.compiled import compiled

PAST: Final = np.dtype(
    [
        ("reader", np.int64),
        ("count", np.int64),
        ("plays", np.int64, 32),  # the cards laid, in order
        ("played", np.int64, 4),  # the same by seat, as masks
        ("silent", np.int64, 4),  # whether a seat has said "ok" when it could have asked
        ("redeal_points", np.int64),
    ],
    align=True,
)


class Trust(NamedTuple):
    """How much the policy is believed."""

    stray: float
    """The share of plays and words that follow no rule."""
    opponents: float
    """How much an opponent's play counts; 1 is as it is, 0 not at all."""
    partner: float
    """The same of a partner's."""


def past_of(view: KozelView) -> Any:
    """What has been laid and said in a view of a seat."""
    assert view.seat is not None
    assert view.options is not None
    past = new_record(PAST)
    past.reader = view.seat
    past.count = len(view.plays)
    past.redeal_points = view.options.redeal_points
    for i, (seat, card) in enumerate(view.plays):
        past.plays[i] = int(card)
        past.played[seat] |= 1 << int(card)
    for seat in _silent_seats(view):
        past.silent[seat] = 1
    return past


def _silent_seats(view: KozelView) -> list[int]:
    """Who has said "ok" though he might have asked, had he no queen (K-16, K-18).

    By the last redeal a pair is won or lost, so nobody's silence tells of his cards then.
    """
    if view.boast is not None or view.is_last_redeal or view.phase not in ("claim", "answered", "play"):
        return []
    assert view.dealer is not None
    asked = {seat for seat, _ in view.queens_answers}
    seats = [(view.dealer + 1 + place) % 4 for place in range(4)]
    if view.phase != "play":
        assert view.to_move is not None
        seats = seats[: seats.index(view.to_move)]
    silent = []
    for place, seat in enumerate(seats):
        partner_before = (seat + 2) % 4 in asked and (seat + 2) % 4 in seats[:place]
        if seat not in asked and not partner_before and seat != view.seat:
            silent.append(seat)
    return silent


@compiled
def plays_chance(past: Any, start: Any, position: Any, reading: Any, kinds: Any, trust: Any, logs: Any) -> float:
    """The logarithm of the chance of the others' plays; ``start``: the position before the first, with all hands.

    ``kinds``: the weights of each kind of player. Any of the others may be of any kind, each as likely before; in
    ``logs``, shape (4, kinds), is left how likely a seat of a kind plays as it did.
    """
    features = np.zeros(COUNT)
    cards = np.zeros(MOST_CARDS, dtype=np.int64)
    scores = np.zeros(MOST_CARDS)
    stray, opponents, partner = trust
    logs[:] = 0.0
    copy_position(start, position)
    for i in range(past.count):
        card = past.plays[i]
        legal = kd.legal_cards(position)
        if position.turn != past.reader and legal & (legal - 1) != 0:
            share = partner if (position.turn ^ past.reader) & 1 == 0 else opponents
            for kind in range(len(kinds)):
                n = scores_into(position, reading, kinds[kind], features, cards, scores)
                logs[position.turn, kind] += share * math.log(chance_of_card(card, n, cards, scores, stray))
        lay_card(position, card)
    total = 0.0
    for seat in range(4):
        total += mean_chance(logs[seat])
    return total


@compiled
def mean_chance(logs: Any) -> float:
    """The logarithm of the mean of chances of which these are the logarithms."""
    highest = logs[0]
    for log in logs:
        highest = max(highest, log)
    total = 0.0
    for log in logs:
        total += math.exp(log - highest)
    return highest + math.log(total / len(logs))


@compiled
def draw_kind(logs: Any, share: float) -> int:
    """A kind of player by how likely each plays as one did; ``share`` is uniform in 0..1."""
    rest = share * len(logs) * math.exp(mean_chance(logs))
    for kind in range(len(logs) - 1):
        rest -= math.exp(logs[kind])
        if rest < 0.0:
            return kind
    return len(logs) - 1


@compiled
def silence_chance(past: Any, start: Any, silence: Any, stray: float) -> float:
    """The logarithm of the chance of "ok" by those who might have asked; ``start`` as in ``plays_chance``."""
    total = 0.0
    for seat in range(4):
        if past.silent[seat] != 0:
            hand = start.hands[seat]
            asks = 0 if has_queen(hand) else 1
            claims = 1 if is_poor(hand, past.redeal_points) or has_all_nines(hand) else 0
            total += math.log((1.0 - stray) * silence[asks, claims] + stray / 2)
    return total


@compiled(entry=True)
def weigh_worlds(
    past_box: Any,
    start_box: Any,
    position_box: Any,
    reading_box: Any,
    sampler_box: Any,
    counts: Any,
    words: Any,
    kinds: Any,
    silence: Any,
    trust: Any,
    nodes: int,
    hands: Any,
    players: Any,
    logs: Any,
) -> int:
    """Deal a world to each row of ``hands``, shape (n, 4), and write the logarithm of its weight to ``logs``.

    To ``players``, shape (n, 4), goes of which kind each seat is taken to be in that world.

    Returns how many the nodes allowed. The reader's own hand is 0 in a row; before the first card he holds what
    ``start`` gives him.
    """
    past, start, position = past_box[0], start_box[0], position_box[0]
    reading, sampler = reading_box[0], sampler_box[0]
    by_kind = np.zeros((4, len(kinds)))
    for world in range(len(hands)):
        if nodes > 0 and reading.nodes >= nodes:
            return world
        sample(sampler, counts, words)
        reading.nodes += 1
        for seat in range(4):
            hands[world, seat] = sampler.hands[seat]
            if seat != past.reader:
                start.hands[seat] = sampler.hands[seat] | past.played[seat]
        logs[world] = plays_chance(past, start, position, reading, kinds, trust, by_kind)
        logs[world] += silence_chance(past, start, silence, trust[0])
        for seat in range(4):
            players[world, seat] = draw_kind(by_kind[seat], fraction(words))
    return len(hands)


@compiled(entry=True)
def choose_worlds(logs: Any, share: float, times: Any, n: int) -> float:
    """Write to ``times`` how often each world is taken, ``n`` in all, in proportion to the weights.

    One draw moves a comb of ``n`` even teeth over the worlds laid side by side, so that each is taken as often as its
    weight says, rounded up or down, and on average exactly so. Returns the effective number of worlds.
    """
    highest = logs[0]
    for log in logs:
        highest = max(highest, log)
    total = 0.0
    squares = 0.0
    for log in logs:
        weight = math.exp(log - highest)
        total += weight
        squares += weight * weight
    reached = 0.0
    taken = 0
    for world in range(len(logs)):
        reached += math.exp(logs[world] - highest)
        upto = min(n, math.ceil(n * reached / total - share)) if world + 1 < len(logs) else n
        times[world] = max(0, upto - taken)
        taken = max(taken, upto)
    return total * total / squares
