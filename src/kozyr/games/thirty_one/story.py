"""What happens in a deal, as events; all of it is public, for the cards that move lie open.

A story follows a deal on a record of its own, some moves behind, and catches up when somebody wants to read it. So
simulation and search, which read nothing, pay nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kozyr.cards import PACK, Card
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one.chips import Chips
from kozyr.games.thirty_one.hands import HAND_TERMS, THIRTY_ONE, value_name
from kozyr.games.thirty_one.moves import Swap, move_of
from kozyr.games.thirty_one.options import ThirtyOneOptions
from kozyr.games.thirty_one.papers import (
    SVARA,
    TIE,
    WON,
    DealPapers,
    DealResult,
    Start,
    asked_to_join,
    hand_order,
    paid_for,
    showdown,
)
from kozyr.kernel.compact import copy_record, fields_of
from kozyr.kernel.game import Result
from kozyr.kernel.said import Event, SeatRef, TermRef, say


class Story:
    """The events of one deal, told as far as it has been followed."""

    def __init__(self, index: int, options_from: Any, start: Start, options: ThirtyOneOptions) -> None:
        self.index = index
        self._deal = copy_record(options_from)
        td.start_deal(self._deal, start.dealer, start.playing)
        self._start = start
        self._chips = paid_for(start, options)
        self._orders_told = 0
        self._moves_told = 0
        self._match_over = False
        self._events = [_public("deal_begins", number=index + 1, seat=SeatRef(start.dealer))]
        self._events += _players(start, options)
        self._events += _antes(start, options)
        self._events.append(_public("pot_is", pot=self._chips.pot))

    def told(self, papers: DealPapers, match_result: Result | None) -> Sequence[Event]:
        """Catch up with the deal's packs and moves and the end of the match, and give all events so far."""
        while self._catch_up(papers):
            pass
        if match_result is not None and not self._match_over:
            self._match_over = True
            winner = match_result["winner"]
            ended = _public("match_shared") if winner is None else _public("match_won", seat=SeatRef(winner))
            self._events.append(ended)
        return self._events

    def _catch_up(self, papers: DealPapers) -> bool:
        """One step nearer; whether there was one to make."""
        phase = self._deal.phase
        if phase in (td.SHUFFLE, td.RESHUFFLE):
            if self._orders_told == len(papers.orders):
                return False
            self._follow_shuffle(papers.orders[self._orders_told])
            return True
        if self._moves_told == len(papers.history):
            return False
        seat, code = divmod(papers.history[self._moves_told], 1 << td.SEAT_SHIFT)
        self._moves_told += 1
        if code in (td.JOIN, td.DECLINE):
            self._events.append(_answered(seat, self._chips.half_pot, joins=code == td.JOIN))
        else:
            self._follow_move(seat, code)
        return True

    def _follow_shuffle(self, order: tuple[Card, ...]) -> None:
        deal, drains = self._deal, int(self._deal.drains)
        is_new = deal.phase == td.SHUFFLE
        td.shuffled(deal, np.array(order, dtype=np.int64))
        self._orders_told += 1
        if is_new:
            self._events.append(_public("deals_out", seat=SeatRef(deal.dealer)))
            places = [place * (int(deal.count) + 1) + int(deal.count) for place in range(3)]
            first, top = tuple(order[place] for place in places), places[-1] + 1
        else:
            self._events.append(_public("reshuffles", count=len(order)))
            first, top = order[:3], 3
        self._events.append(_public("turns_up", cards=first))
        self._events += _drained(first, order[top:], int(deal.drains) - drains)

    def _follow_move(self, seat: int, code: int) -> None:
        before = copy_record(self._deal)
        td.apply(self._deal, code)
        after = self._deal
        self._events += _moved(seat, code, before, after)
        stock = tuple(PACK[card] for card in before.stock[int(before.stock_top) : int(before.stock_end)].tolist())
        count = int(after.drains - before.drains)
        self._events += _drained(_open_after(before, code), stock, count, is_lap=after.lap_drains > before.lap_drains)
        if after.phase == td.OVER:
            result = showdown(fields_of(after), self._start, self._chips)
            self._events += _shown_down(after, result, self._chips)


def _public(text_id: str, /, **args: Any) -> Event:
    return Event(say(text_id, **args))


def _players(start: Start, options: ThirtyOneOptions) -> Iterator[Event]:
    """Who gets another stack, who plays a svara, who sits out (T-21, T-22, T-24)."""
    for seat in start.rebuys:
        yield _public("rebuys", seat=SeatRef(seat), amount=options.stack)
    if start.kind == SVARA:
        yield _public("svara_begins")
        yield from (_public("plays_svara", seat=SeatRef(seat)) for seat in start.seats)
    for seat in range(len(start.before.stacks)):
        if seat not in start.seats:
            yield _public("sits_out", seat=SeatRef(seat))


def _antes(start: Start, options: ThirtyOneOptions) -> Iterator[Event]:
    """What is paid before the deal (T-6, T-23, T-24)."""
    if start.kind == WON:
        yield _public("antes_paid", amount=options.ante)
    elif start.kind == TIE:
        yield _public("antes_again", amount=options.ante)
        for seat in start.seats:
            if (chips := start.before.stacks[seat]) < options.ante:
                yield _public("pays_rest", seat=SeatRef(seat), amount=chips)


def _moved(seat: int, code: int, before: Any, after: Any) -> Iterator[Event]:
    who = SeatRef(seat)
    move = move_of(code)
    if isinstance(move, Swap):
        yield _public("swaps", seat=who, given=move.given, taken=move.taken)
    elif code == td.PASS:
        yield _public("passes" if before.first_pass >= 0 else "passes_first", seat=who)
    else:
        yield _public({td.STAY: "stays", td.DONE: "ends_turn", td.SHOW: "shows"}[code], seat=who)
    if after.how == td.BY_LIMIT and before.how != td.BY_LIMIT:
        yield _public("limit_reached", seat=SeatRef(after.first_pass), count=int(after.max_turns))


def _open_after(before: Any, code: int) -> tuple[Card, ...]:
    """The open cards after a move, before they are drained."""
    shown = tuple(PACK[card] for card in before.open.tolist())
    move = move_of(code)
    trade = dict(zip(move.taken, move.given, strict=True)) if isinstance(move, Swap) else {}
    return tuple(trade.get(card, card) for card in shown)


def _drained(shown: tuple[Card, ...], stock: tuple[Card, ...], count: int, *, is_lap: bool = False) -> Iterator[Event]:
    """So many drains in a row, from the open cards and the stock as they lay before the first (T-9, T-10, T-17)."""
    for number in range(count):
        yield _public("drains_lap" if is_lap and number == 0 else "drains", cards=shown)
        if not stock:
            yield _public("stock_is_empty")
            return
        shown, stock = stock[:3], stock[3:]
        yield _public("turns_up", cards=shown)


def _shown_down(deal: Any, result: DealResult, chips: Chips) -> Iterator[Event]:
    """All hands are opened and compared (T-16, T-18, T-20..T-23)."""
    for seat, hand in enumerate(result.hands):
        if hand is not None:
            yield _hand_opened(seat, hand, int(td.value_of(deal, seat)))
    if result.kind == SVARA:
        is_open = bool(asked_to_join(int(deal.dealer), result.winners, chips))
        yield _public("svara_declared", amount=chips.half_pot) if is_open else _public("svara_alone")
    elif result.kind == TIE:
        yield _public("tie_declared")
    else:
        yield _public("wins_pot", seat=SeatRef(result.winners[0]), pot=result.pot)
        return
    for seat in result.winners:
        yield _public("is_tied", seat=SeatRef(seat))


def _hand_opened(seat: int, hand: int, value: int) -> Event:
    cards = hand_order(hand)
    if value < THIRTY_ONE:
        return _public("opens_hand", seat=SeatRef(seat), cards=cards, points=value)
    return _public("opens_combination", seat=SeatRef(seat), cards=cards, hand=TermRef(HAND_TERMS[value_name(value)]))


def _answered(seat: int, price: int, *, joins: bool) -> Event:
    if joins:
        return _public("joins", seat=SeatRef(seat), amount=price)
    return _public("declines", seat=SeatRef(seat))
