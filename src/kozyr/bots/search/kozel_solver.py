"""An exact solver of Kozel with open cards: the eyes both teams get, and the value of every legal card.

Alpha-beta with windows of one point, driven to the exact value (MTD), over a table of positions between tricks. Values
are eyes of seats 0 and 2 from the position to the end of the deal; those of seats 1 and 3 are the rest. The points of
the trick that lies on the table belong to what is still to be won.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kozyr.bots.search.kozel_bounds import sure_eyes
from kozyr.bots.search.kozel_numbers import (
    CARD_OF,
    CLASS,
    EYES,
    NUMBER_OF,
    SUIT,
    eyes_of,
    legal_numbers,
    numbers_of,
    power,
)
from kozyr.bots.search.kozel_order import ROOM, is_twin, list_cards, next_card, note_cut, others_cards
from kozyr.bots.search.kozel_table import (
    CHUNK_ROOM,
    LOADS,
    NO_CLASS,
    TABLE_SIZE,
    class_of,
    entry_of,
    fill_chunks,
    keep,
    key_of,
    least_of,
    most_of,
)
from kozyr.kernel.bits import lowest_bit
from kozyr.kernel.compiled import compiled

DEPTHS: Final = 37
SEARCH: Final = np.dtype(
    [
        ("nodes", np.int64),  # cards tried since the last load
        ("limit", np.int64),  # at so many nodes the search ends; 0: never
        ("stop", np.int64),  # set from outside: end soon
        ("ended", np.int64),  # the search was cut short, its values are worth nothing
        ("load", np.int64),  # which load the table's entries must belong to
        ("root_size", np.int64),  # cards in the trick at the load
        ("turn", np.int64),  # who is to play at the load
        ("must_lead", np.int64),  # the number that has to be led, or -1 (K-23)
        ("hands", np.int64, 4),  # masks of numbers
        # by depth: cards played since the root's trick began
        ("played", np.int64, DEPTHS),
        ("led", np.int64, DEPTHS),  # the suit led
        ("best", np.int64, DEPTHS),  # the card that holds the trick
        ("holder", np.int64, DEPTHS),  # who played it
        ("eyes", np.int64, DEPTHS),  # points in the trick
        ("key", np.int64, DEPTHS),
        ("least", np.int64, DEPTHS),  # bounds of the value
        ("most", np.int64, DEPTHS),
        ("best_class", np.int64, DEPTHS),  # the class of the card that was best
        ("cards", np.int64, DEPTHS * ROOM),
        ("scores", np.int64, DEPTHS * ROOM),
        ("history", np.int64, 4 * 32),
        ("owner", np.int64, 32),
        ("packed", np.int64, 5 * CHUNK_ROOM),
        ("table", np.int64, TABLE_SIZE),
    ],
    align=True,
)


@compiled
def load(search: Any, deal: Any) -> None:
    """Take over a deal in play: hands, the trick that lies, whose turn it is."""
    search.nodes = 0
    search.ended = 0
    search.load += 1
    if search.load >= LOADS:
        search.load = 1
        for i in range(TABLE_SIZE):
            search.table[i] = 0
    for i in range(128):
        search.history[i] = 0
    for seat in range(4):
        search.hands[seat] = numbers_of(deal.hands[seat])
    search.root_size = deal.trick_size
    search.turn = deal.turn
    search.must_lead = NUMBER_OF[deal.must_lead] if deal.must_lead >= 0 else -1
    for depth in range(deal.trick_size):
        lay(search, depth, (deal.leader + depth) & 3, NUMBER_OF[deal.trick[depth]])
    fill_chunks(search)


@compiled
def lay(search: Any, depth: int, seat: int, card: int) -> None:
    """Note a card of a seat in the trick; the hands are the caller's."""
    after = depth + 1
    search.played[depth] = card
    if depth & 3 == 0:
        search.led[after] = SUIT[card]
        search.best[after] = card
        search.holder[after] = seat
        search.eyes[after] = EYES[card]
        return
    led = search.led[depth]
    takes = power(card, led) > power(search.best[depth], led)
    search.led[after] = led
    search.best[after] = card if takes else search.best[depth]
    search.holder[after] = seat if takes else search.holder[depth]
    search.eyes[after] = search.eyes[depth] + EYES[card]


@compiled
def rest_of(search: Any) -> int:
    """The eyes still to be won at the load, with those in the trick."""
    hands = search.hands
    lying = search.eyes[search.root_size] if search.root_size > 0 else 0
    return eyes_of(hands[0] | hands[1] | hands[2] | hands[3]) + lying


@compiled
def is_over_budget(search: Any) -> bool:
    """Whether the search has to end; it notes that."""
    if search.stop != 0 or (search.limit > 0 and search.nodes >= search.limit):
        search.ended = 1
    return search.ended != 0


@compiled
def look_up(search: Any, depth: int, leader: int, rest: int) -> None:
    """Note what is known before a trick: its key, the bounds of its value, the class of the card that was best."""
    key = key_of(search, leader)
    entry = entry_of(search, key)
    search.key[depth] = key
    if entry >= 0:
        search.least[depth] = least_of(entry)
        search.most[depth] = most_of(entry)
        search.best_class[depth] = class_of(entry)
    else:
        search.least[depth] = sure_eyes(search, 0, leader)
        search.most[depth] = rest - sure_eyes(search, 1, leader)
        search.best_class[depth] = NO_CLASS


@compiled
def learn(search: Any, depth: int, need: int, value: int) -> int:
    """Write what has been found before a trick to the table; returns it, no wider than it was known."""
    least = search.least[depth]
    most = search.most[depth]
    found = min(max(value, least), most)
    if found >= need:
        least = found
    else:
        most = found
    keep(search, search.key[depth], least, most, search.best_class[depth])
    return found


@compiled
def explore(search: Any, depth: int, seat: int, need: int, rest: int) -> int:
    """A bound of what seats 0 and 2 still win: at least ``need`` if they can win so much, else below it.

    ``rest``: the eyes not yet taken. Worth nothing once ``ended``. It calls itself with integers in variables only.
    """
    if need <= 0:
        return 0
    if need > rest:
        return rest
    leads = depth & 3 == 0
    if leads:
        if is_over_budget(search):
            return 0
        look_up(search, depth, seat, rest)
        if search.least[depth] >= need:
            return search.least[depth]
        if search.most[depth] < need:
            return search.most[depth]
    best_class = search.best_class[depth] if leads else NO_CLASS
    maximises = seat & 1 == 0
    value = -1 if maximises else rest + 1
    n = list_cards(search, depth, seat, best_class)
    for i in range(n):
        card = next_card(search, depth, i, n)
        search.nodes += 1
        search.hands[seat] ^= 1 << card
        lay(search, depth, seat, card)
        after = depth + 1
        following = (seat + 1) & 3
        missing = need
        left = rest
        if after & 3 == 0:
            following = search.holder[after]
            left = rest - search.eyes[after]
            missing = need - search.eyes[after] if following & 1 == 0 else need
        found = need - missing + explore(search, after, following, missing, left)
        search.hands[seat] ^= 1 << card
        if search.ended != 0:
            return 0
        if (found > value) == maximises and found != value:
            value = found
            best_class = CLASS[card]
        if (value >= need) == maximises:
            note_cut(search, seat, card)
            break
    if not leads:
        return value
    search.best_class[depth] = best_class
    return learn(search, depth, need, value)


@compiled
def settle(search: Any, depth: int, seat: int, rest: int, guess: int) -> int:
    """The exact value of a position, by windows of one point from a guess; worth nothing once ``ended``."""
    least = 0
    most = rest
    value = min(max(guess, 0), rest)
    while least < most and search.ended == 0:
        need = max(value, least + 1)
        value = explore(search, depth, seat, need, rest)
        if value < need:
            most = value
        else:
            least = value
    return least


@compiled
def settle_card(search: Any, card: int, guess: int) -> int:
    """The exact value of the root after a card; worth nothing once ``ended``."""
    depth = search.root_size
    seat = search.turn
    rest = rest_of(search)
    search.nodes += 1
    search.hands[seat] ^= 1 << card
    lay(search, depth, seat, card)
    after = depth + 1
    if after & 3 != 0:
        value = settle(search, after, (seat + 1) & 3, rest, guess)
    else:
        winner = search.holder[after]
        eyes = search.eyes[after]
        taken = eyes if winner & 1 == 0 else 0
        value = taken + settle(search, after, winner, rest - eyes, guess - taken)
    search.hands[seat] ^= 1 << card
    return value


@compiled
def root_cards(search: Any) -> int:
    """The mask of the numbers that may be played at the load (K-23, K-25)."""
    hand = search.hands[search.turn]
    if search.root_size > 0:
        return legal_numbers(hand, search.led[search.root_size])
    return 1 << search.must_lead if search.must_lead >= 0 else hand


@compiled
def solve_root(search: Any) -> int:
    """The value of the loaded position for seats 0 and 2; worth nothing once ``ended``."""
    rest = rest_of(search)
    if search.must_lead >= 0:
        return settle_card(search, search.must_lead, rest >> 1)
    return settle(search, search.root_size, search.turn, rest, rest >> 1)


@compiled
def solve_cards(search: Any, out: Any, guess: int) -> int:
    """Write the value of every legal card to ``out`` by its card of the pack, shape (36,), -1 for others.

    Returns the value of the position for seats 0 and 2. Both are worth nothing once ``ended``.
    """
    for card in range(36):
        out[card] = -1
    seat = search.turn
    rest = root_cards(search)
    others = others_cards(search, search.root_size, seat)
    best = -1
    before = -1
    value = guess
    while rest != 0 and search.ended == 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        if before < 0 or not is_twin(card, before, others):
            value = settle_card(search, card, value)
        out[CARD_OF[card]] = value
        if best < 0 or (value > best) == (seat & 1 == 0):
            best = value
        before = card
    return best


@compiled(entry=True)
def solve_deal(search_box: Any, deal_box: Any) -> int:
    """Load a deal in play and solve it."""
    search = search_box[0]
    load(search, deal_box[0])
    return solve_root(search)


@compiled(entry=True)
def solve_deal_cards(search_box: Any, deal_box: Any, out: Any) -> int:
    """Load a deal in play and solve every legal card of it, ``out`` as in ``solve_cards``."""
    search = search_box[0]
    load(search, deal_box[0])
    return solve_cards(search, out, solve_root(search))
