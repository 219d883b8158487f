"""Cards, packs and card sets: what a card is, how it is written, and sets of cards as bit masks.

Imports nothing of Kozyr. Everything here is a value; nothing knows of any game.
"""

from kozyr.cards.card import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    PACK,
    RANKS,
    SPADES,
    SUITS,
    Card,
    parse_card,
    parse_cards,
)
from kozyr.cards.lettering import Lettering, card_name, lettering
from kozyr.cards.masks import cards_of, mask_of
from kozyr.cards.wording import CASES, SaidCards, Wording, wording

__all__ = [
    "CASES",
    "CLUBS",
    "DIAMONDS",
    "HEARTS",
    "PACK",
    "RANKS",
    "SPADES",
    "SUITS",
    "Card",
    "Lettering",
    "SaidCards",
    "Wording",
    "card_name",
    "cards_of",
    "lettering",
    "mask_of",
    "parse_card",
    "parse_cards",
    "wording",
]
