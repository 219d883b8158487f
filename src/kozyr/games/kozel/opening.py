"""From the shuffled pack to the complete hands: cut, boasts, room, levelling, claims (K-8..K-20), compiled.

It is compiled like the play, so that whole matches are simulated and opening decisions searched at full speed with
the one implementation of the rules. ``legal_into`` and ``apply`` here are the deal's one entrance for moves.
"""

from __future__ import annotations

from typing import Any, Final

from kozyr.games.kozel.deal import (
    ANSWERED,
    CLAIM,
    CUT,
    GIVE,
    GOOD,
    LIFT,
    MIRROR,
    NINES,
    NO_BOAST,
    PLAY,
    QUEENS,
    REDEAL_LIMIT,
    SEAT_STEP,
    SHUFFLE,
    TROUSERS,
    begin_play,
    hand_points,
    hand_size,
    legal_cards,
    play_card,
)
from kozyr.kernel.bits import count_bits, lowest_bit, nth_bit
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import below

CODE_CUT: Final = 64
CODE_LIFT: Final = 128
CODE_BOAST: Final = 192  # plus MIRROR or TROUSERS
CODE_GIVE: Final = 256
CODE_OK: Final = 320
CODE_CLAIM_POINTS: Final = 321
CODE_CLAIM_NINES: Final = 322
CODE_ASK: Final = 323
CODE_REDEAL: Final = 324
CODE_KEEP: Final = 325
MAX_LEGAL: Final = 40
"""At least as many as any position has legal moves (31 cuts and two boasts)."""


@compiled
def start_deal(deal: Any, dealer: int, lead_rule: int) -> None:
    """Begin a dealer's turn, no redeal so far; until ``shuffled`` the cards stay as the last deal left them."""
    deal.dealer = dealer
    deal.lead_rule = lead_rule
    deal.redeals = 0
    deal.moves = 0
    deal.phase = SHUFFLE
    deal.turn = dealer


@compiled
def clear_cards(deal: Any) -> None:
    """Take every card back and forget what was taken, given and asked."""
    for seat in range(4):
        deal.hands[seat] = 0
        deal.kept[seat] = 0
        deal.gifts[seat] = 0
    for team in range(2):
        deal.points[team] = 0
        deal.tricks[team] = 0
    deal.boast = NO_BOAST
    deal.boast_turns = 0
    deal.asked = 0
    deal.queens_yes = 0
    deal.claim_turns = 0
    deal.trick_size = 0
    deal.pack_top = 0
    deal.pack_end = 0


@compiled
def shuffled(deal: Any, order: Any) -> None:
    """The dealer has shuffled: ``order`` is the pack, top first, shape (32,); the eldest hand cuts (K-8, K-19)."""
    clear_cards(deal)
    for i in range(32):
        deal.pack[i] = order[i]
    deal.pack_end = 32
    deal.phase = CUT
    deal.turn = (deal.dealer + 1) & 3


@compiled
def cut(deal: Any, k: int) -> None:
    """The top ``k`` cards go under the rest; the dealer deals eight each (K-8, K-9)."""
    seat = (deal.dealer + 1) & 3
    for i in range(32):
        deal.hands[seat] |= 1 << deal.pack[(i + k) & 31]
        seat = (seat + 1) & 3
    deal.pack_top = 0
    deal.pack_end = 0
    deal.phase = CLAIM
    deal.turn = seat


@compiled
def begin_boast(deal: Any, kind: int) -> None:
    """The eldest hand boasts; he is the first to draw (K-8, K-12, K-13)."""
    deal.boast = kind
    seek_drawer(deal)


@compiled
def end_draw(deal: Any) -> None:
    """The player whose turn it is has drawn; the next one comes."""
    deal.boast_turns += 1
    deal.turn = (deal.turn + 1) & 3
    seek_drawer(deal)


@compiled
def seek_drawer(deal: Any) -> None:
    """Find who has to decide next in the boast; with nobody left the dealer levels the hands (K-14, K-15)."""
    while deal.boast_turns < 4:
        if deal.boast == MIRROR:
            if hand_size(deal, deal.turn) < 8:
                deal.phase = LIFT
                return
        elif draw_pairs(deal):
            deal.phase = GIVE
            return
        deal.boast_turns += 1
        deal.turn = (deal.turn + 1) & 3
    level_hands(deal)


@compiled
def draw_pairs(deal: Any) -> bool:
    """Draw top and bottom cards while both are good and there is room; whether there is one to give (K-13, K-14)."""
    seat = deal.turn
    while hand_size(deal, seat) <= 6:
        top = deal.pack[deal.pack_top]
        bottom = deal.pack[deal.pack_end - 1]
        deal.pack_top += 1
        deal.pack_end -= 1
        pair = (1 << top) | (1 << bottom)
        deal.hands[seat] |= pair
        if pair & GOOD == pair:
            deal.kept[seat] |= pair
        elif hand_size(deal, (seat + 1) & 3) == 8:
            deal.kept[seat] |= pair
            return False
        else:
            deal.offer[0] = top
            deal.offer[1] = bottom
            return True
    return False


@compiled
def give(deal: Any, card: int) -> None:
    """Give one of the two drawn cards to the left neighbour (K-13)."""
    seat = deal.turn
    pair = (1 << deal.offer[0]) | (1 << deal.offer[1])
    gift = 1 << card
    deal.hands[seat] ^= gift
    deal.hands[(seat + 1) & 3] |= gift
    deal.gifts[seat] |= gift
    deal.kept[seat] |= pair ^ gift
    if deal.again != 0 and pair & GOOD != 0 and draw_pairs(deal):
        return
    end_draw(deal)


@compiled
def lift(deal: Any, k: int) -> None:
    """Lift the top ``k`` cards and draw from below them: good ones stay, the first other goes left (K-12, K-14)."""
    seat = deal.turn
    left = (seat + 1) & 3
    drawn = 0
    while drawn < k and hand_size(deal, seat) < 8:
        card = 1 << deal.pack[deal.pack_top + k - 1 - drawn]
        drawn += 1
        if card & GOOD == 0 and hand_size(deal, left) < 8:
            deal.hands[left] |= card
            deal.gifts[seat] |= card
            break
        deal.hands[seat] |= card
        deal.kept[seat] |= card
        if card & GOOD == 0:
            break
    for i in range(k - 1, drawn - 1, -1):
        deal.pack[deal.pack_top + i] = deal.pack[deal.pack_top + i - drawn]
    deal.pack_top += drawn
    end_draw(deal)


@compiled
def level_hands(deal: Any) -> None:
    """Deal the rest one at a time to whoever has the fewest, ties clockwise from the eldest hand (K-15)."""
    eldest = (deal.dealer + 1) & 3
    while deal.pack_top < deal.pack_end:
        fewest = eldest
        for step in range(1, 4):
            seat = (eldest + step) & 3
            if hand_size(deal, seat) < hand_size(deal, fewest):
                fewest = seat
        deal.hands[fewest] |= 1 << deal.pack[deal.pack_top]
        deal.pack_top += 1
    begin_play(deal)


@compiled
def is_poor(hand: int, redeal_points: int) -> bool:
    """K-17: a hand is worth less than ``redeal_points``."""
    return hand_points(hand) < redeal_points


@compiled
def has_all_nines(hand: int) -> bool:
    """K-17: a hand has all four nines."""
    return hand & NINES == NINES


@compiled
def has_queen(hand: int) -> bool:
    """K-18: a hand has a queen."""
    return hand & QUEENS != 0


@compiled
def may_ask(deal: Any) -> bool:
    """K-18: no queen in hand, and nobody of the team has asked since the cards were dealt."""
    seat = deal.turn
    team = (1 << seat) | (1 << ((seat + 2) & 3))
    return not has_queen(deal.hands[seat]) and deal.asked & team == 0


@compiled
def partner_has_queen(deal: Any) -> bool:
    """The truthful answer of the partner of the seat to move (K-18)."""
    return has_queen(deal.hands[(deal.turn + 2) & 3])


@compiled
def end_claim_turn(deal: Any) -> None:
    """The next player may claim; after the fourth the play begins (K-16)."""
    deal.claim_turns += 1
    deal.turn = (deal.turn + 1) & 3
    if deal.claim_turns == 4:
        begin_play(deal)
    else:
        deal.phase = CLAIM


@compiled
def is_last_redeal(redeals: int, limit: int) -> bool:
    """Whether after so many redeals one more ends the deal (K-20)."""
    return redeals + 1 >= limit


@compiled
def redeal(deal: Any) -> None:
    """A claim has succeeded: shuffle anew, or the deal is lost by K-20."""
    deal.phase = REDEAL_LIMIT if is_last_redeal(deal.redeals, deal.redeal_limit) else SHUFFLE
    deal.redeals += 1


@compiled
def apply_claim(deal: Any, code: int) -> None:
    """A word of the round of claims: ok, claim, ask (K-16..K-18)."""
    if code == CODE_ASK:
        deal.asked |= 1 << deal.turn
        if partner_has_queen(deal):
            deal.queens_yes |= 1 << deal.turn
            end_claim_turn(deal)
        else:
            deal.phase = ANSWERED
    elif code == CODE_OK:
        end_claim_turn(deal)
    else:
        redeal(deal)


@compiled
def note_move(deal: Any, code: int) -> None:
    """Write a move of the seat to move into the history."""
    deal.history[deal.moves] = deal.turn * SEAT_STEP + code
    deal.moves += 1


@compiled
def apply(deal: Any, code: int) -> None:
    """Make a legal move of the seat to move, with every forced step that follows from it."""
    note_move(deal, code)
    if deal.phase == PLAY:
        play_card(deal, code)
    elif deal.phase == CUT:
        if code >= CODE_BOAST:
            begin_boast(deal, code - CODE_BOAST)
        else:
            cut(deal, code - CODE_CUT)
    elif deal.phase == CLAIM:
        apply_claim(deal, code)
    elif deal.phase == LIFT:
        lift(deal, code - CODE_LIFT)
    elif deal.phase == GIVE:
        give(deal, code - CODE_GIVE)
    elif code == CODE_REDEAL:
        redeal(deal)
    else:
        end_claim_turn(deal)


@compiled
def legal_claims_into(deal: Any, out: Any) -> int:
    """The words of the round of claims that the seat to move may say (K-16..K-18)."""
    out[0] = CODE_OK
    n = 1
    if is_poor(deal.hands[deal.turn], deal.redeal_points):
        out[n] = CODE_CLAIM_POINTS
        n += 1
    if has_all_nines(deal.hands[deal.turn]):
        out[n] = CODE_CLAIM_NINES
        n += 1
    if may_ask(deal):
        out[n] = CODE_ASK
        n += 1
    return n


@compiled
def legal_cuts_into(deal: Any, out: Any) -> int:
    """The cuts, and the boasts the table plays where there was no redeal (K-8, K-10, K-19)."""
    n = 0
    for k in range(1, 32):
        out[n] = CODE_CUT + k
        n += 1
    if deal.redeals == 0:
        for kind in range(MIRROR, TROUSERS + 1):
            if (deal.boasts >> kind) & 1:
                out[n] = CODE_BOAST + kind
                n += 1
    return n


@compiled
def legal_into(deal: Any, out: Any) -> int:
    """Write the legal moves in ascending order to ``out`` (shape (MAX_LEGAL,)); returns how many there are."""
    n = 0
    if deal.phase == PLAY:
        rest = legal_cards(deal)
        while rest != 0:
            out[n] = lowest_bit(rest)
            n += 1
            rest &= rest - 1
    elif deal.phase == CUT:
        n = legal_cuts_into(deal, out)
    elif deal.phase == CLAIM:
        n = legal_claims_into(deal, out)
    elif deal.phase == LIFT:
        for k in range(1, deal.pack_end - deal.pack_top):
            out[n] = CODE_LIFT + k
            n += 1
    elif deal.phase == GIVE:
        out[0] = CODE_GIVE + min(deal.offer[0], deal.offer[1])
        out[1] = CODE_GIVE + max(deal.offer[0], deal.offer[1])
        n = 2
    elif deal.phase == ANSWERED:
        out[0] = CODE_REDEAL
        out[1] = CODE_KEEP
        n = 2
    return n


@compiled
def random_code(deal: Any, words: Any, out: Any) -> int:
    """A uniformly random legal move; a single one draws nothing. ``out`` is scratch, shape (MAX_LEGAL,)."""
    n = legal_into(deal, out)
    return out[0] if n == 1 else out[below(words, n)]


@compiled
def play_randomly(deal: Any, words: Any) -> None:
    """Play the cards to the end of the deal, each uniformly over the legal ones, as ``random_code`` would."""
    while deal.phase == PLAY:
        cards = legal_cards(deal)
        n = count_bits(cards)
        card = lowest_bit(cards) if n == 1 else nth_bit(cards, below(words[deal.turn], n))
        note_move(deal, card)
        play_card(deal, card)


@compiled(entry=True)
def rollout(deal: Any, words: Any, out: Any) -> None:
    """Random moves until no seat is to move. ``words``: a stream's state a seat; ``out``: scratch."""
    while deal.phase < PLAY:
        apply(deal, random_code(deal, words[deal.turn], out))
    play_randomly(deal, words)
