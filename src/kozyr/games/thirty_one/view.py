"""What a seat may know of a match of Thirty-one; the one exit of its secrets (the last section of the rules page)."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kozyr.cards import PACK, Card, mask_of
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one.hands import HAND_TERMS, JOKER, THIRTY_ONE, hand_value, value_name
from kozyr.games.thirty_one.moves import Swap, Word
from kozyr.games.thirty_one.options import ThirtyOneOptions
from kozyr.games.thirty_one.papers import WON, hand_order
from kozyr.kernel.chance import Chance
from kozyr.kernel.compact import reading_of
from kozyr.kernel.move import Move
from kozyr.kernel.said import TermRef, say
from kozyr.kernel.view import Counter, LegalMove, View, Zone

if TYPE_CHECKING:
    from kozyr.games.thirty_one.match import ThirtyOneMatch

PHASES: Final = ("play", "join", "reshuffle", "shuffle", "over")
_ALL: Final = mask_of(PACK)


@dataclass(frozen=True)
class ThirtyOneView(View):
    """The generic view, and for bots and analysis the same knowledge in terms of the game.

    Masks are sets of cards (bit = card); tuples over seats have an entry for every seat at the table. Until the next
    deal is shuffled, the cards are those of the last one.
    """

    options: ThirtyOneOptions | None = None
    seats_in: tuple[int, ...] = ()
    """The seats that are in the deal."""
    hand: int = 0
    """Mask of the seat's own cards; 0 for a spectator and for who is not in the deal."""
    known: tuple[int, ...] = ()
    """Masks: the cards of each hand that all have seen going in and not out; after a showdown the whole hands."""
    open_cards: tuple[Card, ...] = ()
    discard: int = 0
    """Mask of the cards drained since the stock was last shuffled; all have seen them."""
    stock_size: int = 0
    stock_set: int = 0
    """Mask of the stock once the discard has been shuffled into it: which cards, not in what order; 0 before."""
    turns: tuple[int, ...] = ()
    """How many turns of the deal each has begun."""
    swaps: int = 0
    """Swaps made in the running turn."""
    may_swap: bool = False
    stays: int = 0
    """Turns in a row that were a stay and nothing else; as many as there are seats in the deal drain (T-17)."""
    first_pass: int | None = None
    """Who passed first, or was taken to; the closing lap ends before him (T-18, T-19)."""
    pot: int = 0
    stacks: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()
    """What each has paid into the pot."""
    deal_after: str = WON
    """What the deal comes after: a pot ``won``, a ``svara`` or a ``tie``."""
    pots_won: int = 0
    tied: tuple[int, ...] = ()
    """In a svara that is being joined: the seats that are in it for nothing (T-21)."""
    asked: tuple[int, ...] = ()
    """Who is asked to join and has not answered, in order; the first is to move."""
    joined: tuple[int, ...] = ()
    price: int = 0
    """What joining costs."""

    @property
    def unseen(self) -> int:
        """Mask of the cards whose place the seat does not know: the stock and what it never saw of other hands."""
        placed = self.hand | self.discard | mask_of(self.open_cards)
        for mask in self.known:
            placed |= mask
        return _ALL & ~placed


def make_view(match: ThirtyOneMatch, seat: int | None) -> ThirtyOneView:
    """The view of a seat, or of a spectator (None)."""
    deal = reading_of(match.deal)
    known = known_cards(match)
    return ThirtyOneView(
        game="thirty_one",
        players=match.players,
        seat=seat,
        options=match.options,
        zones=_zones(match, deal, seat, known),
        known=known,
        **_course(match, seat),
        **_cards(match, deal, seat),
        **_turn(deal, match.players),
        **_stakes(match),
    )


def _course(match: ThirtyOneMatch, seat: int | None) -> dict[str, Any]:
    """What is going on, what the seat may do, what has happened."""
    awaits = match.awaits
    return {
        "phase": _phase(match),
        "to_move": awaits if isinstance(awaits, int) else None,
        "dealer": _dealer(match),
        "counters": _counters(match),
        "legal": tuple(_labelled(move, match) for move in match.legal()) if seat is not None and awaits == seat else (),
        "events": tuple(event.seen_by(seat) for event in match.events()),
        "deal_number": len(match.finished) + (1 if awaits is not None else 0),
        "told_deal": match.told_deal,
        "over": match.over,
    }


def _cards(match: ThirtyOneMatch, deal: Any, seat: int | None) -> dict[str, Any]:
    told = match.told()
    if told is None:
        return {}
    stock = _stock(deal)
    return {
        "seats_in": told.start.seats,
        "hand": 0 if seat is None else deal.hands[seat],
        "open_cards": _open_cards(deal),
        "discard": deal.discard,
        "stock_size": len(stock),
        "stock_set": mask_of(stock) if deal.reshuffles else 0,
        "deal_after": told.start.kind,
    }


def _turn(deal: Any, players: int) -> dict[str, Any]:
    return {
        "turns": tuple(deal.turns[:players]),
        "swaps": deal.swaps,
        "may_swap": bool(deal.may_swap),
        "stays": deal.stays,
        "first_pass": deal.first_pass if deal.first_pass >= 0 else None,
    }


def _stakes(match: ThirtyOneMatch) -> dict[str, Any]:
    chips, joining = match.chips, match.joining
    paid = {"pot": chips.pot, "stacks": chips.stacks, "paid": chips.paid, "pots_won": match.pots_won}
    if joining is None:
        return paid
    return paid | {
        "tied": joining.result.winners,
        "asked": joining.asked,
        "joined": joining.joined,
        "price": joining.price,
    }


def _phase(match: ThirtyOneMatch) -> str:
    if match.running is None:
        return "over" if match.over else "shuffle"
    if match.joining is not None:
        return "join"
    return "reshuffle" if isinstance(match.awaits, Chance) else "play"


def _dealer(match: ThirtyOneMatch) -> int | None:
    if match.coming is not None:
        return match.coming.dealer
    told = match.told()
    return None if told is None else told.start.dealer


def known_cards(match: ThirtyOneMatch) -> tuple[int, ...]:
    """By seat, the mask of the cards in its hand that everybody knows."""
    deal = match.deal
    masks = deal.hands if deal.phase == td.OVER else deal.known
    return tuple(masks[: match.players].tolist())


def _open_cards(deal: Any) -> tuple[Card, ...]:
    return tuple(PACK[card] for card in deal.open)


def _stock(deal: Any) -> list[int]:
    cards: list[int] = deal.stock[deal.stock_top : deal.stock_end]
    return cards


def _zones(match: ThirtyOneMatch, deal: Any, seat: int | None, known: tuple[int, ...]) -> tuple[Zone, ...]:
    zones = [_hand_zone(deal, owner, known[owner], is_own=owner == seat) for owner in range(match.players)]
    if match.told() is None:
        return tuple(zones)
    zones.append(Zone("open", "row", _open_cards(deal)))
    zones.append(Zone("stock", "pile", (None,) * len(_stock(deal))))
    if deal.discard:
        zones.append(Zone("discard", "pile", (None,) * deal.discard.bit_count()))
    return tuple(zones)


def _hand_zone(deal: Any, owner: int, known: int, *, is_own: bool) -> Zone:
    hand: int = deal.hands[owner]
    if is_own:
        cards = hand_order(hand)
        return Zone("hand", "hand", cards, seat=owner, marked=tuple(card for card in cards if card == JOKER))
    hidden = (None,) * (hand & ~known).bit_count()
    return Zone("hand", "hand", (*hand_order(known), *hidden), seat=owner)


def _counters(match: ThirtyOneMatch) -> tuple[Counter, ...]:
    counters = [Counter("pot", match.chips.pot)]
    counters += [Counter("chips", chips, seat=seat) for seat, chips in enumerate(match.chips.stacks)]
    counters.append(Counter("pots_won", match.pots_won))
    return tuple(counters)


def _labelled(move: Move, match: ThirtyOneMatch) -> LegalMove:
    if move == Word("join"):
        assert match.joining is not None
        return LegalMove(move, say("move_join", amount=match.joining.price))
    if isinstance(move, Swap):
        return _swap_label(move, _value_after(move, match.deal))
    return _label(move)


def _value_after(swap: Swap, deal: Any) -> int:
    """What the hand of who is to move is worth once he has swapped."""
    hand = int(deal.hands[deal.turn]) & ~mask_of(swap.given) | mask_of(swap.taken)
    return int(hand_value(hand, deal.nebitka, deal.any_rank))


@functools.lru_cache(maxsize=1 << 12)
def _swap_label(swap: Swap, value: int) -> LegalMove:
    cards = {"given": swap.given, "taken": swap.taken}
    if value < THIRTY_ONE:
        said = say("move_swap", **cards, points=value)
    else:
        said = say("move_swap_combination", **cards, hand=TermRef(HAND_TERMS[value_name(value)]))
    return LegalMove(swap, said, (*swap.given, *swap.taken))


@functools.lru_cache
def _label(word: Move) -> LegalMove:
    return LegalMove(word, say(f"move_{word}"))
