"""Deals of Kozel in play for tests of search: at random, some cards laid, by every rule of the first lead."""

from __future__ import annotations

from typing import Any

import numpy as np

from kozyr.cards import cards_of
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import opening
from kozyr.kernel.streams import Stream


def deal_in_play(seed: int, laid: int, lead_rule: int = kd.LEAD_ELDEST) -> Any:
    """A random deal after so many cards laid at random."""
    stream = Stream("open cards", seed)
    deal = kd.new_deal()
    opening.start_deal(deal, seed % 4, lead_rule)
    opening.shuffled(deal, np.array(stream.shuffled(kd.PLAYED_CARDS), dtype=np.int64))
    opening.cut(deal, 16)
    while deal.phase == kd.CLAIM:
        opening.apply(deal, opening.CODE_OK)
    for _ in range(laid):
        kd.play_card(deal, int(stream.choice(cards_of(kd.legal_cards(deal)))))
    return deal
