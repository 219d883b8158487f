"""Sets of cards as integers of 36 bits: bit ``card`` is set where the card is in the set.

A mask always fits a signed 64-bit integer, so that the same arithmetic holds compiled and uncompiled.
"""

from __future__ import annotations

from collections.abc import Iterable

from kozyr.cards.card import PACK, Card


def mask_of(cards: Iterable[int]) -> int:
    """The mask of some cards; a card named twice counts once."""
    mask = 0
    for card in cards:
        mask |= 1 << int(card)
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask in pack order."""
    rest = int(mask)
    cards = []
    while rest:
        low = rest & -rest
        cards.append(PACK[low.bit_length() - 1])
        rest ^= low
    return tuple(cards)
