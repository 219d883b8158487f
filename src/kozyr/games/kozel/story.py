"""What happens in a deal, as events: public in one wording, better known to some seats in another (K-11).

A story follows a deal on a record of its own, some moves behind, and catches up when somebody wants to read it. So
simulation and search, which read nothing, pay nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kozyr.cards import Card, cards_of
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import opening
from kozyr.games.kozel.moves import MOVES, Boast, Cut, Give, Lift, Play, Word
from kozyr.games.kozel.scoring import PAIRS_TO_WIN, DealResult
from kozyr.kernel.compact import copy_record
from kozyr.kernel.move import Move
from kozyr.kernel.said import Event, Said, SeatRef, TermRef, say


class Story:
    """The events of one deal, told as far as it has been followed."""

    def __init__(self, index: int, options_from: Any, dealer: int, lead_rule: int) -> None:
        self.index = index
        self._deal = copy_record(options_from)
        opening.start_deal(self._deal, dealer, lead_rule)
        self._orders_told = 0
        self._ended = False
        self._events = [_public("deal_begins", number=index + 1, seat=SeatRef(dealer))]

    def told(self, orders: Sequence[tuple[Card, ...]], history: Any, result: DealResult | None) -> Sequence[Event]:
        """Catch up with the deal's packs, moves and result, and give all events so far."""
        while True:
            if self._deal.phase == kd.SHUFFLE and self._orders_told < len(orders):
                opening.shuffled(self._deal, np.array(orders[self._orders_told], dtype=np.int64))
                self._orders_told += 1
                self._events.append(_public("shuffles", seat=SeatRef(self._deal.dealer)))
            elif self._deal.moves < len(history):
                self._follow(int(history[self._deal.moves]))
            else:
                break
        if result is not None and not self._ended:
            self._ended = True
            self._events += _deal_ended(result)
        return self._events

    def _follow(self, entry: int) -> None:
        seat, move = entry // kd.SEAT_STEP, MOVES[entry % kd.SEAT_STEP]
        before = copy_record(self._deal)
        opening.apply(self._deal, entry % kd.SEAT_STEP)
        self._events += _moved(seat, move, before, self._deal)


def _public(text_id: str, /, **args: Any) -> Event:
    return Event(say(text_id, **args))


def _moved(seat: int, move: Move, before: Any, after: Any) -> Iterator[Event]:
    who = SeatRef(seat)
    match move:
        case Play(card):
            yield _public("plays", seat=who, card=card)
            if after.trick_size == 0:
                yield _trick_taken(after)
        case Cut(count):
            yield _public("cuts", seat=who, count=count)
            yield _public("deals_out", seat=SeatRef(after.dealer))
        case Boast(kind):
            yield _public("boasts", seat=who, kind=TermRef(kind))
            yield from _drawn(before, after)
        case Lift(count):
            yield _public("lifts", seat=who, count=count)
            yield from _drawn(before, after)
        case Give():
            yield from _drawn(before, after)
        case Word():
            yield from _word_said(who, str(move), before, after)


def _trick_taken(after: Any) -> Event:
    points = sum(int(kd.POINTS[card]) for card in after.last_trick)
    return _public("takes", seat=SeatRef(after.leader), points=points)


def _drawn(before: Any, after: Any) -> Iterator[Event]:
    """What the boast did since the last decision: kept cards, gifts, players without room, levelling."""
    for step in range(4):
        seat = (int(before.turn) + step) % 4
        kept = int(after.kept[seat] & ~before.kept[seat])
        gift = int(after.gifts[seat] & ~before.gifts[seat])
        if kept:
            yield _kept(seat, cards_of(kept))
        if gift:
            yield _gift(seat, (seat + 1) % 4, cards_of(gift)[0])
        has_come = _has_drawn(seat, after) and not _has_drawn(seat, before)
        if has_come and not after.kept[seat] and not after.gifts[seat]:
            yield _public("no_room", seat=SeatRef(seat))
    if after.boast_turns == 4:
        yield _public("levels", seat=SeatRef(after.dealer))


def _has_drawn(seat: int, deal: Any) -> bool:
    order = (seat - int(deal.dealer) - 1) % 4
    return bool(order < deal.boast_turns)


def _kept(seat: int, cards: tuple[Card, ...]) -> Event:
    who = SeatRef(seat)
    known = say("keeps_cards", seat=who, count=len(cards), cards=cards)
    return Event(say("keeps", seat=who, count=len(cards)), {seat: known})


def _gift(giver: int, receiver: int, card: Card) -> Event:
    to: dict[str, Any] = {"seat": SeatRef(giver), "to": SeatRef(receiver)}
    known = say("gives_card", **to, card=card)
    return Event(say("gives", **to), {giver: known, receiver: known})


def _word_said(who: SeatRef, word: str, before: Any, after: Any) -> Iterator[Event]:
    if word == "ok":
        yield _public("says_ok", seat=who)
    elif word == "ask queens":
        partner = SeatRef((who + 2) % 4)
        yield _public("asks_queens", seat=who, to=partner)
        answer = "answers_no" if after.phase == kd.ANSWERED else "answers_yes"
        yield _public(answer, seat=partner)
    elif word == "keep":
        yield _public("keeps_hand", seat=who)
    else:
        if word == "redeal":
            yield _public("wants_redeal", seat=who)
        else:
            claim = "claims_points" if word == "claim points" else "claims_nines"
            yield _public(claim, seat=who, cards=cards_of(int(before.hands[who])))
        if after.phase == kd.REDEAL_LIMIT:
            yield _public("redeal_limit_reached", seat=SeatRef(after.dealer), count=int(after.redeals))


def _team(team: int) -> dict[str, Any]:
    return {"first": SeatRef(team), "second": SeatRef(team + 2)}


def _deal_ended(result: DealResult) -> Iterator[Event]:
    yield Event(_result_said(result))
    if result.lyusya and result.winner is not None:
        yield _public("lyusya_made", **_team(1 - result.winner))
    if PAIRS_TO_WIN in result.board:
        yield _public("match_won", **_team(result.board.index(PAIRS_TO_WIN)))


def _result_said(result: DealResult) -> Said:
    if result.winner is None:
        return say("eggs_made")
    won = _team(result.winner) | {"pairs": result.pairs[result.winner]}
    if result.kind == "redeal_limit":
        return say("deal_given", **won)
    return say("deal_won", **won, points=result.points[result.winner], others=result.points[1 - result.winner])
