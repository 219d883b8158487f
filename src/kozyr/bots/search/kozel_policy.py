"""How likely a player of Kozel lays each of his cards: a softmax over features that he can see, by place in the trick.

The weights were fitted to deals of ``careful`` and of ``pimc`` (``python -m bench.fit_kozel_policy``) and lie in
``kozel_policy.json`` and ``kozel_policy_pimc.json``. They are handed to the compiled functions, never read by them:
machine code kept from an older fit must not answer for a newer one.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kozyr.bots.search.kozel_reading import (
    chance_followed,
    chance_held,
    chance_partner_takes,
    read,
)
from kozyr.games.kozel import deal as kd
from kozyr.kernel.bits import count_bits, lowest_bit
from kozyr.kernel.compiled import compiled

Weights: TypeAlias = NDArray[np.float64]
"""By place in the trick and feature, shape (PLACES, COUNT)."""

PLACES: Final = 4
LEAD: Final = (
    *("ours_out", "ours_waits", "theirs_points", "by_partner", "out", "draws_trumps", "late_trump", "queen"),
    *("master_trump", "commands", "strength", "ace", "lone", "ours", "points", "held"),
)
"""Of a card led: the chance of the trick times what may fall into it, and times the own cards left; what is lost; that
the partner takes it; hidden cards of its suit; a trump while opponents may have some, or not; a queen; the highest
trump, and with most trumps; a plain card's strength, an ace, a lone card with trumps behind; the chance; its points;
the chance that no opponent beats it."""
FOLLOW: Final = (
    *("ours_points", "ours", "points", "beaten_trumps", "master_trump", "trump", "strength", "queen"),
    *("lone", "wins", "sure_points", "trump_strength", "length", "ace", "lost_points", "ten"),
)
"""Of a card laid to a trick: the chance of it times its points, the chance, the card's points; the hidden trumps below
a trump, the highest one, any; a plain card's strength; a queen; the last of its suit with trumps behind; whether it is
the best so far; the points of a sure trick; a trump's strength; the own cards of its suit; an ace; its points in a lost
trick; a ten."""
COUNT: Final = len(LEAD)
MOST_CARDS: Final = 8
"""A hand has no more."""
POLICY_FILE: Final = Path(__file__).with_name("kozel_policy.json")
PIMC_FILE: Final = Path(__file__).with_name("kozel_policy_pimc.json")
_SURE: Final = 0.995


@compiled
def features_into(position: Any, reading: Any, card: int, out: Any) -> None:
    """Fill ``out``, shape (COUNT,), for a card of the seat to move, which has been read."""
    if position.trick_size == 0:
        lead_into(position, reading, card, out)
    else:
        follow_into(position, reading, card, out)


@compiled
def lead_into(position: Any, reading: Any, card: int, out: Any) -> None:
    """The features of a lead."""
    hand = position.hands[reading.seat]
    suit = kd.SUIT_OF[card]
    points = kd.POINTS[card]
    hidden = reading.hidden
    falls = kd.SUIT_MASKS[suit] & hidden
    held = chance_held(reading, card)
    by_partner = (1.0 - held) * chance_partner_takes(reading, card)
    ours = held + by_partner
    trump = 1.0 if suit == kd.TRUMP else 0.0
    theirs = reading.may[(reading.seat + 1) & 3] | reading.may[(reading.seat + 3) & 3]
    draws = trump if theirs & kd.TRUMPS != 0 else 0.0
    master = draws if kd.HIGHER[card] & hidden == 0 else 0.0
    most = 2 * count_bits(hand & kd.TRUMPS) >= count_bits(hidden & kd.TRUMPS) + 2
    out[0] = ours * (points + kd.hand_points(falls)) / 10.0
    out[1] = ours * count_bits(hand) / 4.0
    out[2] = (1.0 - ours) * points / 10.0
    out[3] = max(0.0, 2.5 * by_partner - 1.5)
    out[4] = count_bits(falls) / 4.0
    out[5] = draws
    out[6] = trump - draws
    out[7] = 1.0 if (kd.QUEENS >> card) & 1 else 0.0
    out[8] = master
    out[9] = master if most else 0.0
    out[10] = kd.STRENGTH[card] / 5.0 if suit != kd.TRUMP else 0.0
    out[11] = 1.0 if suit != kd.TRUMP and points == 11 else 0.0
    out[12] = 1.0 if suit != kd.TRUMP and is_lone(hand, card) else 0.0
    out[13] = ours
    out[14] = points / 10.0
    out[15] = held


@compiled
def follow_into(position: Any, reading: Any, card: int, out: Any) -> None:
    """The features of a card to a trick that has begun."""
    hand = position.hands[reading.seat]
    suit = kd.SUIT_OF[card]
    points = kd.POINTS[card]
    all_points = points
    for place in range(position.trick_size):
        all_points += kd.POINTS[position.trick[place]]
    ours = chance_followed(position, reading, card)
    trump = 1.0 if suit == kd.TRUMP else 0.0
    out[0] = ours * all_points / 10.0
    out[1] = ours
    out[2] = points / 10.0
    out[3] = trump * count_bits(kd.TRUMPS & reading.hidden & ~kd.HIGHER[card]) / 4.0
    out[4] = trump if kd.HIGHER[card] & reading.hidden == 0 else 0.0
    out[5] = trump
    out[6] = (1.0 - trump) * kd.STRENGTH[card] / 5.0
    out[7] = 1.0 if (kd.QUEENS >> card) & 1 else 0.0
    out[8] = 1.0 if suit != kd.TRUMP and is_lone(hand, card) else 0.0
    out[9] = 1.0 if kd.beats(card, position.trick[position.best]) else 0.0
    out[10] = all_points / 10.0 if ours > _SURE else 0.0
    out[11] = trump * (kd.STRENGTH[card] - 9) / 14.0
    out[12] = count_bits(hand & kd.SUIT_MASKS[suit]) / 4.0
    out[13] = 1.0 if suit != kd.TRUMP and points == 11 else 0.0
    out[14] = points / 10.0 if ours < 1.0 - _SURE else 0.0
    out[15] = 1.0 if points == 10 else 0.0


@compiled
def is_lone(hand: int, card: int) -> bool:
    """Whether a plain card is the only one of its suit in a hand with trumps."""
    return hand & kd.SUIT_MASKS[kd.SUIT_OF[card]] == 1 << card and hand & kd.TRUMPS != 0


@compiled
def scores_by_kind(position: Any, reading: Any, kinds: Any, features: Any, cards: Any, scores: Any) -> int:
    """Write the legal cards of the seat to move and, by kind of player, the weighted sums of their features.

    ``scores``: shape (kinds, MOST_CARDS). Returns how many cards there are.
    """
    read(position, reading)
    place = position.trick_size
    rest = kd.legal_cards(position)
    n = 0
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        features_into(position, reading, card, features)
        for kind in range(len(kinds)):
            score = 0.0
            for i in range(COUNT):
                score += kinds[kind, place, i] * features[i]
            scores[kind, n] = score
        cards[n] = card
        n += 1
    reading.nodes += n
    return n


@compiled
def scores_into(position: Any, reading: Any, weights: Any, features: Any, cards: Any, scores: Any) -> int:
    """As ``scores_by_kind`` for the weights of one kind of player; ``scores``: shape (MOST_CARDS,)."""
    kinds = weights.reshape((1, *weights.shape))
    return scores_by_kind(position, reading, kinds, features, cards, scores.reshape((1, len(scores))))


@compiled
def chance_of_card(card: int, n: int, cards: Any, scores: Any, stray: float) -> float:
    """The chance that of ``n`` cards with their scores this one is laid.

    ``stray``: the share of plays that follow no rule, each legal card as likely. The chances add up to 1.
    """
    highest = scores[0]
    for i in range(1, n):
        highest = max(highest, scores[i])
    total = 0.0
    own = 0.0
    for i in range(n):
        part = math.exp(scores[i] - highest)
        total += part
        if cards[i] == card:
            own = part
    return (1.0 - stray) * own / total + stray / n


@compiled
def best_card(n: int, cards: Any, scores: Any) -> int:
    """The likeliest of ``n`` cards; of equals the first."""
    best = 0
    for i in range(1, n):
        if scores[i] > scores[best]:
            best = i
    card: int = cards[best]
    return card


class Policy(NamedTuple):
    """What was fitted."""

    weights: Weights
    silent: NDArray[np.float64]
    """The chance of "ok" by whether he could have asked for queens and whether he could have claimed, shape (2, 2)."""


@cache
def load_policy() -> Policy:
    """The policy fitted to ``careful``, read once."""
    fitted = json.loads(POLICY_FILE.read_text(encoding="utf-8"))
    return Policy(_weights_of(fitted), np.array(fitted["silent"]))


@cache
def load_kinds() -> NDArray[np.float64]:
    """The weights of each kind of player, ``careful`` and ``pimc``, shape (kinds, PLACES, COUNT)."""
    return np.array([load_policy().weights, _weights_of(json.loads(PIMC_FILE.read_text(encoding="utf-8")))])


def _weights_of(fitted: dict[str, Any]) -> Weights:
    lead, follow = fitted["lead"], fitted["follow"]
    return np.array([[lead[name] for name in LEAD], *([place[name] for name in FOLLOW] for place in follow)])
