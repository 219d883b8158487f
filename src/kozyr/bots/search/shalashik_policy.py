"""How a careful player plays the beating game of Shalashik, compiled for play-outs: rule for rule as ``careful``.

What a seat knows is read from the deal (its own hand, the pile, what others took openly) and from ``lacks``, by seat
the cards that are surely not among its hidden ones. What the weights mean says ``careful.shalashik_beating``, which a
test compares move by move.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kozyr.bots.careful.shalashik_beating import BEATS, GIVE, KEEP, LOSS, NEAR, POINT, REACH, TAKES, UNKNOWN, WIN
from kozyr.games.shalashik import deal as sd
from kozyr.kernel.bits import count_bits, highest_bit, lowest_bit
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import below

CARDS: Final = 36
ODDS: Final = 100
"""Of so many moves some stray, in play-outs that have them."""
SIGHT: Final = np.dtype(
    [
        ("hand", np.int64),  # of the seat to move, as it is before its move
        ("abroad", np.int64),  # mask of the cards that others hold
        ("others", np.int64, sd.SEATS),  # the other seats, the next first
        ("counts", np.int64, sd.SEATS),  # by seat, how many cards it holds
        ("hidden", np.int64, sd.SEATS),  # by seat, how many of them were never seen
        ("beats", np.float64, (sd.SEATS, CARDS)),  # the chance that a seat can beat a card
        ("unknown", np.float64, sd.SEATS + 1),  # the threat from a place of the order on before an unknown card
    ],
    align=True,
)
"""What the seat to move sees; filled by ``look``."""


@compiled
def look(deal: Any, lacks: Any, sight: Any) -> None:
    """Fill ``sight`` for the seat to move."""
    me = deal.turn
    sight.hand = deal.hands[me]
    placed = deal.hands[me]
    for i in range(deal.height):
        placed |= 1 << deal.pile[i]
    seat = me
    for place in range(deal.players - 1):
        seat = sd.next_seat(deal, seat)
        sight.others[place] = seat
        sight.counts[seat] = count_bits(deal.hands[seat])
        sight.hidden[seat] = sight.counts[seat] - count_bits(deal.known[seat])
        placed |= deal.known[seat]
    unseen = sd.ALL_CARDS & ~placed
    sight.abroad = unseen
    for place in range(deal.players - 1):
        sight.abroad |= deal.known[sight.others[place]]
    for place in range(deal.players - 1):
        find_beats(deal, lacks, sight, unseen, sight.others[place])
    find_unknown(deal, sight)


@compiled
def find_beats(deal: Any, lacks: Any, sight: Any, unseen: int, seat: int) -> None:
    """The chance of one seat to beat each card, from the aces down."""
    for suit in range(4):
        missing = 1.0
        for rank in range(sd.SUIT_SIZE - 1, -1, -1):
            card = suit * sd.SUIT_SIZE + rank
            sight.beats[seat, card] = 1.0 - missing
            if (deal.known[seat] >> card) & 1:
                missing = 0.0
            elif (unseen >> card) & 1 and sight.hidden[seat] > 0 and (lacks[seat] >> card) & 1 == 0:
                places = 0
                for place in range(deal.players - 1):
                    other = sight.others[place]
                    if (lacks[other] >> card) & 1 == 0:
                        places += sight.hidden[other]
                missing *= 1.0 - sight.hidden[seat] / places


@compiled
def wins_by_beating(deal: Any, count: int) -> bool:
    """Whether a player with so many cards goes out if he beats."""
    return count == 1 or (count == 2 and deal.only_beating == 0)


@compiled
def find_unknown(deal: Any, sight: Any) -> None:
    """The threat before a card that nobody can know yet, by place of the order."""
    sight.unknown[deal.players - 1] = 0.0
    for place in range(deal.players - 2, -1, -1):
        count = sight.counts[sight.others[place]]
        after = sight.unknown[place + 1]
        sight.unknown[place] = after
        if count > 0:
            won = 1.0 if wins_by_beating(deal, count) else after
            sight.unknown[place] = UNKNOWN * won + (1.0 - UNKNOWN) * after


@compiled
def threat(deal: Any, sight: Any, height: int) -> float:
    """The chance that another wins before the turn comes round, if the next faces a pile of this height."""
    total = 0.0
    reached = 1.0
    for place in range(deal.players - 1):
        seat = sight.others[place]
        count = sight.counts[seat]
        if height <= 0:
            if count == 1 and deal.only_beating == 0:
                return total + reached
            if count > 0:
                return total + reached * sight.unknown[place + 1]
            continue
        if count > 0:
            beaten = sight.beats[seat, deal.pile[height - 1]]
            won = 1.0 if wins_by_beating(deal, count) else sight.unknown[place + 1]
            total += reached * beaten * won
            reached *= 1.0 - beaten
        height -= 3
    return total


@compiled
def given_cost(deal: Any, sight: Any, hand: int, height: int) -> float:
    """What it costs that the next player gets the top of the pile: it beats some of the hand that he could not beat."""
    reached = 0
    for i in range(max(0, height - 3), height):
        reached |= sd.LOWER[deal.pile[i]]
    rest = hand & reached
    cost = 0.0
    seat = sight.others[0]
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        cost += 1.0 - sight.beats[seat, card] if (sight.hand >> card) & 1 else 1.0
    return GIVE * cost


@compiled
def facing_value(deal: Any, sight: Any, hand: int, height: int) -> float:
    """What it brings that the next player faces a pile of this height."""
    lost = LOSS * threat(deal, sight, height)
    if height <= 0:
        return -BEATS - lost
    seat = sight.others[0]
    beaten = sight.beats[seat, deal.pile[height - 1]]
    taken = TAKES * min(3, height) - given_cost(deal, sight, hand, height)
    if deal.players == 2 and (height <= 3 or hand & sd.HIGHER[deal.pile[height - 4]] != 0):
        taken += REACH
    return (1.0 - beaten) * taken - beaten * (BEATS + NEAR / max(1, sight.counts[seat])) - lost


@compiled
def keep_value(sight: Any, hand: int, card: int) -> float:
    """What a card of the hand will do in it."""
    victims = sd.LOWER[card] & sight.abroad
    alone = victims
    own = hand & sd.LOWER[card]
    if own != 0:
        alone &= ~sd.LOWER[highest_bit(own)]
    return KEEP * (count_bits(alone) + count_bits(victims)) / 8


@compiled
def points_of(card: int) -> float:
    """What it is worth that the points of a card go out of the hand."""
    points: float = POINT * sd.POINTS[card % sd.SUIT_SIZE]
    return points


@compiled
def lead_value(deal: Any, sight: Any, hand: int, height: int, card: int) -> float:
    """A card goes out, and the next player beats it or takes."""
    after = hand & ~(1 << card)
    if after == 0:
        return WIN if deal.only_beating == 0 else -NEAR
    deal.pile[height] = card
    value = 1.0 + points_of(card) - keep_value(sight, hand, card)
    return value + facing_value(deal, sight, after, height + 1)


@compiled
def beat_value(deal: Any, sight: Any, hand: int, height: int, card: int) -> float:
    """A card goes out, and with the right to lead perhaps another."""
    after = hand & ~(1 << card)
    if after == 0:
        return WIN
    deal.pile[height] = card
    best = -1e9
    rest = after
    while rest != 0:
        best = max(best, lead_value(deal, sight, after, height + 1, lowest_bit(rest)))
        rest &= rest - 1
    if deal.may_rest != 0:
        best = max(best, facing_value(deal, sight, after, height + 1))
    return best + 1.0 + points_of(card) - keep_value(sight, hand, card)


@compiled
def take_value(deal: Any, sight: Any, hand: int, height: int) -> float:
    """Up to three cards come in; what is uncovered is the next player's."""
    after = hand
    least = max(0, height - 3)
    for i in range(least, height):
        after |= 1 << deal.pile[i]
    value = 0.0
    for i in range(least, height):
        value += keep_value(sight, after, deal.pile[i]) - 1.0 - points_of(deal.pile[i])
    return value + facing_value(deal, sight, after, least)


@compiled
def value_of(deal: Any, sight: Any, code: int) -> float:
    """The value of a legal move of the beating game; ``pile`` above its height is scratch."""
    if code == sd.TAKE:
        return take_value(deal, sight, sight.hand, deal.height)
    if code == sd.REST:
        return facing_value(deal, sight, sight.hand, deal.height)
    if code >= sd.LEAD_CARD:
        return lead_value(deal, sight, sight.hand, deal.height, code - sd.LEAD_CARD)
    return beat_value(deal, sight, sight.hand, deal.height, code - sd.BEAT_CARD)


@compiled
def careful_code(deal: Any, lacks: Any, sight: Any, legal: Any) -> int:
    """The move of a careful player, of equals the first; ``sight`` and ``legal`` are scratch."""
    n = sd.legal_into(deal, legal)
    if n == 1:
        return legal[0]
    look(deal, lacks, sight)
    chosen = legal[0]
    best = value_of(deal, sight, chosen)
    for i in range(1, n):
        value = value_of(deal, sight, legal[i])
        if value > best:
            chosen, best = legal[i], value
    return chosen


@compiled
def make(deal: Any, lacks: Any, code: int) -> None:
    """Make a move, and note what a take tells of who takes (S-11, S-12)."""
    if code == sd.TAKE and deal.may_take == 0:
        lacks[deal.turn] |= sd.HIGHER[deal.pile[deal.height - 1]]
    sd.apply(deal, code)


@compiled
def play_out(deal: Any, lacks: Any, sight: Any, legal: Any, me: int, strays: int, luck: Any) -> int:
    """Play the beating game to its end as careful players do; give how many moves it took.

    The others of seat ``me`` stray from it, making any legal move, in ``strays`` of ODDS moves; ``luck``: the state of
    a stream.
    """
    moves = 0
    while deal.phase != sd.OVER:
        if strays > 0 and deal.turn != me and below(luck, ODDS) < strays:
            code = sd.random_code(deal, luck, legal)
        else:
            code = careful_code(deal, lacks, sight, legal)
        make(deal, lacks, code)
        moves += 1
    return moves
