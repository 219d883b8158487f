"""The deal in play: one compact record and the compiled rules over it (T-8..T-20).

Moves are integers here; ``moves.py`` gives them names. A function never draws a random number but the rollouts, which
are handed their streams. Chips, svaras and matches are in ``match.py``.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kozyr.games.thirty_one.hands import SUIT_SIZE, THIRTY_ONE, hand_value
from kozyr.kernel.bits import highest_bit
from kozyr.kernel.compact import new_record
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import below, shuffle_into

SEATS: Final = 7
"""The most that play; arrays over seats have this size."""
PLAY, SHUFFLE, RESHUFFLE, OVER = range(4)
"""A seat is to move; the pack is to be shuffled; the discard is to be shuffled (T-10); hands are open."""
NOT_ENDED, BY_SHOW, BY_PASS, BY_LIMIT = range(4)
"""How a deal ends (T-16, T-18, T-19)."""

STAY, DONE, PASS, SHOW, JOIN, DECLINE = range(6)
"""Words as integers; every swap is larger. JOIN and DECLINE are moves of the match (T-21), not of the deal in play."""
NO_CARD: Final = 63
SEAT_SHIFT: Final = 24
"""A move in a history is ``seat << SEAT_SHIFT | code``."""
MAX_LEGAL: Final = 16
"""More than there can be: nine single swaps, three double ones, a word to end the turn, pass, show."""

DEAL: Final = np.dtype(
    [
        ("phase", np.int64),
        ("turn", np.int64),
        ("dealer", np.int64),
        ("players", np.int64),  # seats at the table
        ("playing", np.int64),  # bit of each seat in this deal
        ("count", np.int64),  # how many they are
        # options
        ("nebitka", np.int64),
        ("any_rank", np.int64),
        ("shower_wins", np.int64),
        ("max_swaps", np.int64),
        ("max_turns", np.int64),
        # the cards; the stock, top first, is stock[stock_top:stock_end]
        ("hands", np.int64, SEATS),
        ("open", np.int64, 3),
        ("stock", np.int64, 36),
        ("stock_top", np.int64),
        ("stock_end", np.int64),
        ("discard", np.int64),  # mask
        ("known", np.int64, SEATS),  # masks: cards seen going into a hand and not out again
        # the turn
        ("swaps", np.int64),  # in this turn
        ("may_swap", np.int64),
        ("turns", np.int64, SEATS),  # begun by each in this deal
        ("stays", np.int64),  # turns in a row that were a stay and nothing else (T-17)
        ("first_pass", np.int64),  # the seat, or -1
        # the end
        ("how", np.int64),
        ("best", np.int64),
        ("winners", np.int64),  # bit of each seat
        # what happened
        ("drains", np.int64),
        ("lap_drains", np.int64),
        ("reshuffles", np.int64),
        ("moves", np.int64),
    ],
    align=True,
)
_FIELDS: Final[Any] = DEAL.fields
PHASE_AT, TURN_AT, DISCARD_AT, HANDS_AT, HOW_AT, BEST_AT, WINNERS_AT, DRAINS_AT, LAP_DRAINS_AT = (
    _FIELDS[name][1] // 8
    for name in ("phase", "turn", "discard", "hands", "how", "best", "winners", "drains", "lap_drains")
)
"""Where ``fields_of`` holds these fields; of the hands, that of seat 0."""


def new_deal() -> Any:
    """An empty deal record; its attributes can be read and written compiled and uncompiled."""
    return new_record(DEAL)


@compiled
def start_deal(deal: Any, dealer: int, playing: int) -> None:
    """A new deal among the seats whose bits are in ``playing``; its pack is to be shuffled. Options stay."""
    deal.phase = SHUFFLE
    deal.dealer = dealer
    deal.turn = dealer
    deal.playing = playing
    deal.count = 0
    for seat in range(SEATS):
        deal.count += (playing >> seat) & 1
        deal.hands[seat] = 0
        deal.known[seat] = 0
        deal.turns[seat] = 0
    deal.stock_top = 0
    deal.stock_end = 0
    deal.discard = 0
    deal.swaps = 0
    deal.may_swap = 0
    deal.stays = 0
    deal.first_pass = -1
    deal.how = NOT_ENDED
    deal.best = 0
    deal.winners = 0
    deal.drains = 0
    deal.lap_drains = 0
    deal.reshuffles = 0
    deal.moves = 0


@compiled
def next_seat(deal: Any, seat: int) -> int:
    """The next seat clockwise among those in the deal."""
    while True:
        seat = seat + 1 if seat + 1 < deal.players else 0
        if (deal.playing >> seat) & 1:
            return seat


@compiled
def shuffled(deal: Any, order: Any) -> None:
    """Take the order of the pack, or of the discard, top first (shape (36,) or that of the discard)."""
    deal.stock_top = 0
    deal.stock_end = len(order)
    for i in range(len(order)):
        deal.stock[i] = order[i]
    if deal.phase == SHUFFLE:
        deal_out(deal)
    else:
        deal.reshuffles += 1
        deal.phase = PLAY
        deal.discard = 0
        turn_up(deal)
        drain_while_alike(deal)


@compiled
def deal_out(deal: Any) -> None:
    """Three rounds of a card to each and one to the table (T-8)."""
    top = 0
    for place in range(3):
        seat = deal.dealer
        for _ in range(deal.count):
            seat = next_seat(deal, seat)
            deal.hands[seat] |= 1 << deal.stock[top]
            top += 1
        deal.open[place] = deal.stock[top]
        top += 1
    deal.stock_top = top
    begin_play(deal)


@compiled
def begin_play(deal: Any) -> None:
    """The cards are dealt: the eldest hand begins, open cards that are alike being drained first (T-9, T-11)."""
    deal.phase = PLAY
    begin_turn(deal, next_seat(deal, deal.dealer))
    drain_while_alike(deal)


@compiled
def are_alike(a: int, b: int, c: int) -> bool:
    """Whether three cards are of one suit or of one rank (T-9); the joker is a six of clubs here (T-2)."""
    if a // SUIT_SIZE == b // SUIT_SIZE and b // SUIT_SIZE == c // SUIT_SIZE:
        return True
    return a % SUIT_SIZE == b % SUIT_SIZE and b % SUIT_SIZE == c % SUIT_SIZE


@compiled
def open_are_alike(deal: Any) -> bool:
    """Whether the open cards are to be drained (T-9)."""
    return are_alike(deal.open[0], deal.open[1], deal.open[2])


@compiled
def drain_while_alike(deal: Any) -> None:
    """Drain as long as the open cards are of one suit or rank, or until the discard has to be shuffled (T-9, T-10)."""
    while deal.phase == PLAY and open_are_alike(deal):
        drain(deal)


@compiled
def drain(deal: Any) -> None:
    """The open cards go away and three others come; with the stock empty they wait for the shuffle (T-9, T-10)."""
    deal.drains += 1
    if deal.stock_top == deal.stock_end:
        deal.phase = RESHUFFLE
    else:
        turn_up(deal)


@compiled
def turn_up(deal: Any) -> None:
    """The open cards join the discard and three are turned up from the stock."""
    for place in range(3):
        deal.discard |= 1 << deal.open[place]
        deal.open[place] = deal.stock[deal.stock_top + place]
    deal.stock_top += 3


@compiled
def begin_turn(deal: Any, seat: int) -> None:
    """A seat's turn begins; whoever has had ``max_turns`` is taken to have passed, and the next begins (T-19)."""
    if deal.first_pass < 0 and deal.turns[seat] >= deal.max_turns:
        deal.first_pass = seat
        deal.how = BY_LIMIT
        deal.stays = 0
        seat = next_seat(deal, seat)
    deal.turns[seat] += 1
    deal.turn = seat
    deal.swaps = 0
    deal.may_swap = 1


@compiled
def end_turn(deal: Any) -> None:
    """The turn passes on; where it would come back to the first who passed, hands are opened (T-18)."""
    seat = next_seat(deal, deal.turn)
    if seat == deal.first_pass:
        open_hands(deal)
    else:
        begin_turn(deal, seat)


@compiled
def value_of(deal: Any, seat: int) -> int:
    """The value of a seat's hand by the table's options (T-3)."""
    return hand_value(deal.hands[seat], deal.nebitka, deal.any_rank)


@compiled
def open_hands(deal: Any) -> None:
    """The deal is over: find the best hands (T-20), or with ``shower_wins`` the shower's (T-16)."""
    deal.phase = OVER
    if deal.how == BY_SHOW and deal.shower_wins != 0:
        deal.best = value_of(deal, deal.turn)
        deal.winners = 1 << deal.turn
        return
    for seat in range(deal.players):
        if (deal.playing >> seat) & 1:
            value = value_of(deal, seat)
            if value > deal.best:
                deal.best = value
                deal.winners = 0
            if value == deal.best:
                deal.winners |= 1 << seat


@compiled
def may_pass(deal: Any) -> bool:
    """The right to speak, and in the closing lap to pass (T-15)."""
    return deal.swaps > 0 or deal.turns[deal.turn] == 1 or deal.first_pass >= 0


@compiled
def may_show(deal: Any) -> bool:
    """Whether the seat to move may show: it has the right to speak, and a combination (T-15, T-16)."""
    return deal.first_pass < 0 and may_pass(deal) and value_of(deal, deal.turn) >= THIRTY_ONE


@compiled
def single_swap(give: int, take: int) -> int:
    """The integer of a swap of one card."""
    return (give << 18) | (NO_CARD << 12) | (take << 6) | NO_CARD


@compiled
def double_swap(give: int, give_low: int, take: int, take_low: int) -> int:
    """The integer of a swap of two cards, the higher of each two first."""
    return (give << 18) | (give_low << 12) | (take << 6) | take_low


@compiled
def legal_into(deal: Any, out: Any) -> int:
    """Write the legal moves to ``out`` (shape (MAX_LEGAL,)) and give how many there are.

    Swaps come first, by own card and then by the place of the open one, then the words.
    """
    if deal.phase != PLAY:
        return 0
    n = 0
    if deal.may_swap != 0:
        n = legal_swaps_into(deal, out)
        out[n] = STAY
    else:
        out[n] = DONE
    n += 1
    if may_pass(deal):
        out[n] = PASS
        n += 1
        if may_show(deal):
            out[n] = SHOW
            n += 1
    return n


@compiled
def legal_swaps_into(deal: Any, out: Any) -> int:
    """The swaps that a seat may make which may swap at all (T-11)."""
    hand = deal.hands[deal.turn]
    high = highest_bit(hand)
    hand ^= 1 << high
    middle = highest_bit(hand)
    low = highest_bit(hand ^ (1 << middle))
    n = 0
    for place in range(3):
        out[place] = single_swap(high, deal.open[place])
        out[place + 3] = single_swap(middle, deal.open[place])
        out[place + 6] = single_swap(low, deal.open[place])
    n = 9
    a, b = open_pair(deal)
    if a >= 0:
        if high // SUIT_SIZE == middle // SUIT_SIZE:
            out[n] = double_swap(high, middle, a, b)
            n += 1
        if high // SUIT_SIZE == low // SUIT_SIZE:
            out[n] = double_swap(high, low, a, b)
            n += 1
        if middle // SUIT_SIZE == low // SUIT_SIZE:
            out[n] = double_swap(middle, low, a, b)
            n += 1
    return n


@compiled
def open_pair(deal: Any) -> tuple[int, int]:
    """The two open cards of one suit, the higher first, or (-1, -1); three of one suit would have been drained."""
    for i in range(2):
        for j in range(i + 1, 3):
            a = deal.open[i]
            b = deal.open[j]
            if a // SUIT_SIZE == b // SUIT_SIZE:
                return max(a, b), min(a, b)
    return -1, -1


@compiled
def apply(deal: Any, code: int) -> None:
    """Make a legal move, with all that follows by force."""
    deal.moves += 1
    if code == STAY:
        stay(deal)
    elif code == DONE:
        end_turn(deal)
    elif code == PASS:
        if deal.first_pass < 0:
            deal.first_pass = deal.turn
            deal.how = BY_PASS
            deal.stays = 0
        end_turn(deal)
    elif code == SHOW:
        deal.how = BY_SHOW
        deal.stays = 0
        open_hands(deal)
    else:
        swap(deal, code)


@compiled
def stay(deal: Any) -> None:
    """Say that one does not swap; a full lap of nothing else drains the open cards (T-13, T-17)."""
    if deal.swaps > 0 or deal.first_pass >= 0:
        end_turn(deal)
        return
    deal.stays += 1
    is_lap = deal.stays == deal.count
    end_turn(deal)
    if is_lap:
        deal.stays = 0
        deal.lap_drains += 1
        drain(deal)
        drain_while_alike(deal)


@compiled
def given_by(code: int) -> int:
    """The mask of the cards that a swap gives."""
    low = (code >> 12) & 63
    return 1 << (code >> 18) | (1 << low if low != NO_CARD else 0)


@compiled
def taken_by(code: int) -> int:
    """The mask of the cards that a swap takes."""
    low = code & 63
    return 1 << ((code >> 6) & 63) | (1 << low if low != NO_CARD else 0)


@compiled
def open_after(card: int, code: int) -> int:
    """What lies after a swap, before any drain, where an open card lay."""
    if card == (code >> 6) & 63:
        return code >> 18
    return (code >> 12) & 63 if card == code & 63 else card


@compiled
def swap(deal: Any, code: int) -> None:
    """Swap one or two cards with open ones, which may bring drains and further swaps (T-11, T-12)."""
    given = given_by(code)
    taken = taken_by(code)
    for place in range(3):
        deal.open[place] = open_after(deal.open[place], code)
    seat = deal.turn
    deal.hands[seat] = (deal.hands[seat] ^ given) | taken
    deal.known[seat] = (deal.known[seat] & ~given) | taken
    deal.stays = 0
    deal.swaps += 1
    deal.may_swap = 1 if open_are_alike(deal) and deal.swaps < deal.max_swaps else 0
    drain_while_alike(deal)


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
    while deal.phase == PLAY and n < len(log):
        seat = deal.turn
        code = random_code(deal, words[seat], out)
        log[n] = (seat << SEAT_SHIFT) | code
        n += 1
        apply(deal, code)
    return n


@compiled
def reshuffle_at_random(deal: Any, words: Any) -> None:
    """Shuffle the discard as ``Shuffle.sample`` would with the same stream (T-10)."""
    order = np.zeros(36, dtype=np.int64)
    n = 0
    for card in range(36):
        if (deal.discard >> card) & 1:
            order[n] = card
            n += 1
    shuffle_into(words, order[:n])
    shuffled(deal, order[:n])


@compiled
def rollout_to_end(deal: Any, words: Any, chance: Any, out: Any) -> None:
    """Random moves until hands are open, re-shuffles drawn from ``chance`` (a stream's state, shape (4,)).

    The same moves and shuffles as ``rollout`` with a driver that samples from such a stream; keeps no log.
    """
    while deal.phase != OVER:
        if deal.phase == RESHUFFLE:
            reshuffle_at_random(deal, chance)
        else:
            apply(deal, random_code(deal, words[deal.turn], out))
