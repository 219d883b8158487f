"""What has been decided in a deal of Thirty-one, as the events of a view tell it: the deal before each decision.

The deal is played again by the rules with the cards that were turned up; hands are left empty, for whoever reads it to
fill.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kozyr.cards import Card
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one.moves import Swap, code_of
from kozyr.games.thirty_one.view import ThirtyOneView
from kozyr.kernel.compiled import is_compiled

_WORDS: Final = {"stays": td.STAY, "ends_turn": td.DONE, "passes_first": td.PASS, "passes": td.PASS, "shows": td.SHOW}


@dataclass(frozen=True)
class Past:
    """A deal as it stands, and the decisions that led to it."""

    deal: Any
    """The deal in play as everybody sees it: no hands, no stock."""
    before: NDArray[Any]
    """The deal before each decision, the same way."""
    codes: NDArray[np.int64]


def past_of(view: ThirtyOneView) -> Past:
    """Read the events of a deal in play."""
    deal = _at_start(view)
    packs = iter(_packs(view))
    first = next(packs)
    deal.open[:] = [int(card) for card in first[:3]]
    _stock_up(deal, first[3:], 36 - 3 * (len(view.seats_in) + 1))
    td.begin_play(deal)
    before, codes = [], []
    for code in (*_codes(view), None):
        while deal.phase == td.RESHUFFLE:
            _reshuffle(deal, next(packs))
        if code is not None:
            before.append(deal.base.copy())
            codes.append(code)
            td.apply(deal, code)
    snapshots = np.concatenate(before) if before else np.zeros(0, dtype=td.DEAL)
    return Past(deal, boxes_of(snapshots), np.array(codes, dtype=np.int64))


def boxes_of(records: NDArray[Any]) -> NDArray[Any]:
    """Several deals as compiled and plain functions take them; ``compact.box_of`` for more than one."""
    plain = records.view(np.ndarray).view(td.DEAL)
    return plain if is_compiled() else plain.view(np.recarray)


def _at_start(view: ThirtyOneView) -> Any:
    assert view.options is not None
    assert view.dealer is not None
    deal = td.new_deal()
    deal.players = view.players
    view.options.write_into(deal)
    td.start_deal(deal, view.dealer, sum(1 << seat for seat in view.seats_in))
    return deal


def _packs(view: ThirtyOneView) -> list[list[Card]]:
    """The cards that were turned up, by shuffle, in order."""
    packs: list[list[Card]] = []
    for event in view.events:
        if event.id in ("deals_out", "reshuffles"):
            packs.append([])
        elif event.id == "turns_up":
            packs[-1] += _cards(event.args, "cards")
    return packs


def _stock_up(deal: Any, cards: Sequence[Card], size: int) -> None:
    """A stock of so many cards of which the first are known; the others are never looked at."""
    deal.stock_top = 0
    deal.stock_end = size
    deal.stock[: len(cards)] = [int(card) for card in cards]


def _reshuffle(deal: Any, cards: Sequence[Card]) -> None:
    """The discard becomes the stock (T-10); of its order only the cards that came up are known."""
    rest = [card for card in range(36) if deal.discard >> card & 1 and card not in cards]
    td.shuffled(deal, np.array([*cards, *rest], dtype=np.int64))


def _codes(view: ThirtyOneView) -> Iterator[int]:
    for event in view.events:
        if event.id == "swaps":
            yield code_of(Swap(tuple(_cards(event.args, "given")), tuple(_cards(event.args, "taken"))))
        elif event.id in _WORDS:
            yield _WORDS[event.id]


def _cards(args: Sequence[tuple[str, Any]], name: str) -> list[Card]:
    return list(dict(args)[name])
