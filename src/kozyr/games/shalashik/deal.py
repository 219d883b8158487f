"""The deal in play: one compact record and the compiled rules over it: the drawing and the beating game (S-3..S-17).

Moves are integers here; ``moves.py`` gives them names. A function never draws a random number but the rollouts, which
are handed their streams. Whether a pull brings the hut down is told from outside (``fell``).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kozyr.games.shalashik.heap import WHOLE, showing
from kozyr.games.shalashik.risk import MILLION, risk_of
from kozyr.kernel.bits import lowest_bit
from kozyr.kernel.compact import new_record
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import below

SEATS: Final = 6
"""The most that play; arrays over seats have this size."""
SHUFFLE, SCATTER, PULL, FALL, PLAY, OVER = range(6)
"""The pack is to be shuffled, the heap thrown, a card pulled, the pull judged, a card beaten or led; all is over."""
FIRST, ANSWER, LEAD, AGAIN = range(4)
"""What the turn has come to: the first lead of all (S-8), a card to beat, a card to lead, a card uncovered (S-11)."""
NOT_ENDED, BY_BEAT, BY_LEAD, BY_LIMIT = range(4)
"""How a deal ends (S-14, S-17)."""

PULL_HUT: Final = 31
"""Taking the hut, as a move (S-5); the moves below it pull a card of the heap by its place."""
BEAT_CARD: Final = 64
LEAD_CARD: Final = 128
"""With a card added: to beat with it, to lead it."""
TAKE: Final = 192
REST: Final = 193
DOWN: Final = 256
"""In a history: the pull brought the hut down."""
SEAT_SHIFT: Final = 12
"""A move in a history is ``seat << SEAT_SHIFT | code``."""
MAX_LEGAL: Final = 40
"""More than there can be: 36 cards and a word."""
HUT_AT: Final = 31
"""The hut's five cards are the pack's from here on."""
SUIT_SIZE: Final = 9
PIPS: Final = sum(0b11111 << 9 * suit for suit in range(4))
"""The mask of the small cards, six to ten (S-8)."""
ALL_CARDS: Final = (1 << 36) - 1
POINTS: Final = np.array([6, 7, 8, 9, 10, 10, 10, 10, 11], dtype=np.int64)
"""By rank (S-16)."""
HIGHER: Final = np.array(
    [sum(1 << card for card in range(low + 1, (low // SUIT_SIZE + 1) * SUIT_SIZE)) for low in range(36)], dtype=np.int64
)
"""By card: the mask of the cards that beat it, the higher ones of its suit (S-9)."""
LOWER: Final = np.array(
    [sum(1 << card for card in range(36) if HIGHER[card] >> high & 1) for high in range(36)], dtype=np.int64
)
"""By card: the mask of the cards that it beats."""

DEAL: Final = np.dtype(
    [
        ("phase", np.int64),
        ("turn", np.int64),
        ("dealer", np.int64),
        ("players", np.int64),
        # options
        ("any_small", np.int64),
        ("may_rest", np.int64),
        ("same_turn", np.int64),
        ("may_take", np.int64),
        ("only_beating", np.int64),
        ("max_turns", np.int64),
        # the drawing
        ("deck", np.int64, 36),
        ("covers", np.int64, (31, 4)),  # as heap.cover_corners fills it
        ("left", np.int64),  # mask of places in the heap
        ("shows", np.int64),  # mask of places
        ("pulling", np.int64),  # the place whose pull is to be judged, or -1
        ("pulled", np.int64),  # cards drawn before the collapse
        ("collapsed_by", np.int64),  # the seat, or -1
        # the beating game; the top of the pile is pile[height - 1]
        ("hands", np.int64, SEATS),  # masks
        ("known", np.int64, SEATS),  # masks: cards all have seen going from the pile into a hand and not out again
        ("seen", np.int64),  # mask: cards that have been led or have beaten
        ("pile", np.int64, 36),
        ("height", np.int64),
        ("step", np.int64),
        ("turns", np.int64),  # of all seats together, ended
        ("passed", np.int64),  # of these, with an empty hand before an empty pile
        # the end
        ("how", np.int64),
        ("winner", np.int64),  # the seat, or -1
        ("scored", np.int64),
        ("moves", np.int64),
    ],
    align=True,
)
_FIELDS: Final[Any] = DEAL.fields
PHASE_AT, TURN_AT, HANDS_AT, SHOWS_AT, LEFT_AT = (
    _FIELDS[name][1] // 8 for name in ("phase", "turn", "hands", "shows", "left")
)
"""Where ``fields_of`` holds these fields; of the hands, that of seat 0."""


def new_deal() -> Any:
    """An empty deal record; its attributes can be read and written compiled and uncompiled."""
    return new_record(DEAL)


@compiled
def start_deal(deal: Any, dealer: int) -> None:
    """A new deal; its pack is to be shuffled. Options stay."""
    deal.phase = SHUFFLE
    deal.dealer = dealer
    deal.turn = dealer
    deal.left = 0
    deal.shows = 0
    deal.pulling = -1
    deal.pulled = 0
    deal.collapsed_by = -1
    for seat in range(SEATS):
        deal.hands[seat] = 0
        deal.known[seat] = 0
    deal.seen = 0
    deal.height = 0
    deal.step = FIRST
    deal.turns = 0
    deal.passed = 0
    deal.how = NOT_ENDED
    deal.winner = -1
    deal.scored = 0
    deal.moves = 0


@compiled
def shuffled(deal: Any, order: Any) -> None:
    """Take the order of the pack (shape (36,)): the heap from its bottom up, then the hut (S-2, S-3)."""
    for i in range(36):
        deal.deck[i] = order[i]
    deal.phase = SCATTER


@compiled
def scattered(deal: Any, covers: Any) -> None:
    """Take the masks of the heap's corners, as ``heap.cover_corners`` fills them; the dealer's left begins (S-3)."""
    for card in range(31):
        for k in range(4):
            deal.covers[card, k] = covers[card, k]
    deal.left = WHOLE
    deal.shows = showing(deal.covers, WHOLE)
    deal.phase = PULL
    deal.turn = next_seat(deal, deal.dealer)


@compiled
def next_seat(deal: Any, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < deal.players else 0


@compiled
def legal_into(deal: Any, out: Any) -> int:
    """Write the legal moves to ``out`` (shape (MAX_LEGAL,)), cards by number, then a word; give how many there are."""
    if deal.phase == PULL:
        return legal_pulls_into(deal, out)
    if deal.phase != PLAY:
        return 0
    hand = deal.hands[deal.turn]
    if deal.step == FIRST:
        return cards_into(LEAD_CARD, small_cards(deal, hand), out)
    if deal.step == LEAD:
        n = cards_into(LEAD_CARD, hand, out)
        if deal.may_rest != 0 and deal.height > 0:
            out[n] = REST
            n += 1
        return n
    n = cards_into(BEAT_CARD, beating_cards(deal, hand), out)
    if deal.step == AGAIN:
        if deal.may_take != 0:
            out[n] = REST
            n += 1
    elif n == 0 or deal.may_take != 0:
        out[n] = TAKE
        n += 1
    return n


@compiled
def legal_pulls_into(deal: Any, out: Any) -> int:
    """The cards that show; with none left beneath, the hut (S-3, S-5)."""
    if deal.left == 0:
        out[0] = PULL_HUT
        return 1
    return cards_into(0, deal.shows, out)


@compiled
def cards_into(base: int, mask: int, out: Any) -> int:
    """Write ``base`` plus each index of a mask, ascending, and give how many there are."""
    n = 0
    while mask != 0:
        out[n] = base + lowest_bit(mask)
        n += 1
        mask &= mask - 1
    return n


@compiled
def small_cards(deal: Any, hand: int) -> int:
    """The cards that may be led first of all (S-8)."""
    small = hand & PIPS
    return hand if deal.any_small != 0 or small == 0 else small


@compiled
def beating_cards(deal: Any, hand: int) -> int:
    """The cards of a hand that beat the top of the pile (S-9), which must not be empty."""
    higher: int = HIGHER[deal.pile[deal.height - 1]]
    return hand & higher


@compiled
def apply(deal: Any, code: int) -> None:
    """Make a legal move, with all that follows by force."""
    deal.moves += 1
    if code < PULL_HUT:
        deal.pulling = code
        deal.phase = FALL
    elif code == PULL_HUT:
        take_rest(deal)
    elif code == TAKE:
        take(deal)
    elif code == REST:
        end_turn(deal)
    elif code >= LEAD_CARD:
        lead(deal, code - LEAD_CARD)
    else:
        beat(deal, code - BEAT_CARD)


@compiled
def fell(deal: Any, down: int) -> None:
    """Judge the pull that was made: the hut is down (1) or stands (0) (S-4, S-6)."""
    place = deal.pulling
    deal.pulling = -1
    if down != 0:
        take_rest(deal)
        return
    deal.hands[deal.turn] |= 1 << deal.deck[place]
    deal.pulled += 1
    deal.left &= ~(1 << place)
    deal.shows = showing(deal.covers, deal.left)
    deal.phase = PULL
    deal.turn = next_seat(deal, deal.turn)


@compiled
def take_rest(deal: Any) -> None:
    """Take what is left of the heap, and the hut; then the same seat leads first (S-4, S-5, S-8)."""
    mask = 0
    for place in range(36):
        if place >= HUT_AT or (deal.left >> place) & 1:
            mask |= 1 << deal.deck[place]
    deal.hands[deal.turn] |= mask
    deal.collapsed_by = deal.turn
    deal.left = 0
    deal.shows = 0
    deal.phase = PLAY
    deal.step = FIRST


@compiled
def put(deal: Any, card: int) -> None:
    """Lay a card of the seat to move on the pile."""
    seat = deal.turn
    deal.hands[seat] &= ~(1 << card)
    deal.known[seat] &= ~(1 << card)
    deal.seen |= 1 << card
    deal.pile[deal.height] = card
    deal.height += 1


@compiled
def lead(deal: Any, card: int) -> None:
    """Lead a card (S-9); the last one may win (S-14)."""
    put(deal, card)
    if deal.hands[deal.turn] == 0 and deal.only_beating == 0:
        win(deal, BY_LEAD)
    else:
        end_turn(deal)


@compiled
def beat(deal: Any, card: int) -> None:
    """Beat the top of the pile (S-9); the last card wins (S-14), else a card is to be led."""
    put(deal, card)
    deal.step = LEAD
    if deal.hands[deal.turn] == 0:
        win(deal, BY_BEAT)


@compiled
def take(deal: Any) -> None:
    """Take the three top cards, or all of fewer (S-11)."""
    seat = deal.turn
    for _ in range(min(3, deal.height)):
        deal.height -= 1
        deal.hands[seat] |= 1 << deal.pile[deal.height]
        deal.known[seat] |= 1 << deal.pile[deal.height]
    if deal.same_turn != 0 and deal.height > 0 and beating_cards(deal, deal.hands[seat]) != 0:
        deal.step = AGAIN
    else:
        end_turn(deal)


@compiled
def end_turn(deal: Any) -> None:
    """The turn passes on, over those who hold nothing before an empty pile (S-15), until the limit (S-17)."""
    while True:
        deal.turns += 1
        if deal.turns >= deal.max_turns * deal.players:
            end_by_limit(deal)
            return
        deal.turn = next_seat(deal, deal.turn)
        if deal.height > 0 or deal.hands[deal.turn] != 0:
            deal.step = ANSWER if deal.height > 0 else LEAD
            return
        deal.passed += 1


@compiled
def hand_points(hand: int) -> int:
    """What the cards of a hand count (S-16)."""
    total = 0
    while hand != 0:
        total += POINTS[lowest_bit(hand) % SUIT_SIZE]
        hand &= hand - 1
    return total


@compiled
def win(deal: Any, how: int) -> None:
    """The seat to move has played its last card: it scores what the others hold (S-14, S-16)."""
    deal.phase = OVER
    deal.how = how
    deal.winner = deal.turn
    for seat in range(deal.players):
        deal.scored += hand_points(deal.hands[seat])


@compiled
def end_by_limit(deal: Any) -> None:
    """Too many turns: the fewest points in hand win the others' sum less themselves, equal ones nothing (S-17)."""
    deal.phase = OVER
    deal.how = BY_LIMIT
    total = 0
    fewest = 1 << 30
    for seat in range(deal.players):
        points = hand_points(deal.hands[seat])
        total += points
        if points == fewest:
            deal.winner = -1
        elif points < fewest:
            fewest = points
            deal.winner = seat
    if deal.winner >= 0:
        deal.scored = total - 2 * fewest


@compiled
def random_code(deal: Any, words: Any, out: Any) -> int:
    """A uniformly random legal move; a single one draws nothing. ``out`` is scratch, shape (MAX_LEGAL,)."""
    n = legal_into(deal, out)
    return out[0] if n == 1 else out[below(words, n)]


@compiled
def rollout(deal: Any, words: Any, out: Any, log: Any) -> int:
    """Random moves until no seat is to move or the log is full; gives how many were made.

    ``words``: the state of a stream a seat, shape (SEATS, 4); ``out``: scratch; ``log``: the moves, seat and code.
    """
    n = 0
    while deal.phase in (PULL, PLAY) and n < len(log):
        seat = deal.turn
        code = random_code(deal, words[seat], out)
        log[n] = (seat << SEAT_SHIFT) | code
        n += 1
        apply(deal, code)
    return n


@compiled
def rollout_to_end(
    deal: Any, words: Any, chance: Any, heap: Any, overlaps: Any, feet: Any, weights: Any, out: Any
) -> None:
    """Random moves until the deal is over, the pulls judged by the risk model with ``chance`` (a stream's state).

    ``heap``, ``overlaps`` and ``feet`` are those of ``risk.Ground``, ``weights`` those of ``risk.load_weights``. Moves
    and outcomes are those of ``rollout`` with a driver that samples from such a stream; keeps no log.
    """
    while deal.phase != OVER:
        if deal.phase == FALL:
            risk = risk_of(heap, overlaps, feet, deal.left, deal.pulling, weights)
            fell(deal, 1 if below(chance, MILLION) < risk else 0)
        else:
            apply(deal, random_code(deal, words[deal.turn], out))
