"""What happens in a deal, as events: what a player sees of the card he pulls is his alone, all else is public.

A story follows a deal on a record of its own, some moves behind, and catches up when somebody wants to read it. So
simulation and search, which read nothing, pay nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kozyr.cards import PACK, Card
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.moves import Beat, Lead, move_of
from kozyr.games.shalashik.options import ShalashikOptions
from kozyr.games.shalashik.papers import DealPapers, DealResult, hand_order, moves_of, result_of
from kozyr.kernel.compact import copy_record
from kozyr.kernel.game import Result
from kozyr.kernel.said import Event, SeatRef, say


class Story:
    """The events of one deal, told as far as it has been followed."""

    def __init__(self, index: int, options_from: Any, papers: DealPapers, options: ShalashikOptions) -> None:
        self.index = index
        self._deal = copy_record(options_from)
        sd.start_deal(self._deal, papers.dealer)
        self._options = options
        self._moves_told = 0
        self._match_over = False
        dealer = SeatRef(papers.dealer)
        self._events = [_public(f"lot_{options.lot}", seat=dealer)] if index == 0 else []
        self._events.append(_public("deal_begins", number=index + 1, seat=dealer))

    def told(self, papers: DealPapers, match_result: Result | None) -> Sequence[Event]:
        """Catch up with the deal's heap and moves and the end of the match, and give all events so far."""
        if papers.poses and self._deal.phase == sd.SHUFFLE:
            self._follow_throw(papers)
        judged = moves_of(papers)[: papers.pulling]
        for seat, code in judged[self._moves_told :]:
            self._follow_move(seat, code, papers)
        self._moves_told = len(judged)
        if match_result is not None and not self._match_over:
            self._match_over = True
            winner = match_result["winner"]
            ended = _public("match_shared") if winner is None else _public("match_won", seat=SeatRef(winner))
            self._events.append(ended)
        return self._events

    def _follow_throw(self, papers: DealPapers) -> None:
        sd.shuffled(self._deal, np.array(papers.deck, dtype=np.int64))
        sd.scattered(self._deal, self._deal.covers)
        self._events.append(_public("builds_hut", seat=SeatRef(papers.dealer)))

    def _follow_move(self, seat: int, code: int, papers: DealPapers) -> None:
        before = copy_record(self._deal)
        after = self._deal
        sd.apply(after, code & ~sd.DOWN)
        if after.phase == sd.FALL:
            sd.fell(after, 1 if code & sd.DOWN else 0)
        if before.phase == sd.PULL:
            self._events.append(_pulled(seat, code & ~sd.DOWN, before, after))
        else:
            self._events.append(_played(seat, code, before))
            self._events += _passed(before, after)
        if after.phase == sd.OVER:
            result = result_of(after, len(papers.before), papers.before)
            self._events += _ended(result, after, self._options)


def _public(text_id: str, /, **args: Any) -> Event:
    return Event(say(text_id, **args))


def _pulled(seat: int, place: int, before: Any, after: Any) -> Event:
    """A pull; its card is seen by him alone who pulls (S-3), and so is what the hut's fall brings him (S-4)."""
    who = SeatRef(seat)
    if after.phase != sd.PLAY:
        card = PACK[int(after.deck[place])]
        return Event(say("pulls", seat=who, number=place), {seat: say("pulls_card", seat=who, number=place, card=card)})
    cards = hand_order(int(after.hands[seat] & ~before.hands[seat]))
    if place == sd.PULL_HUT:
        return Event(say("takes_hut", seat=who), {seat: say("takes_hut_cards", seat=who, cards=cards)})
    card = PACK[int(after.deck[place])]
    public = say("collapses", seat=who, number=place, count=len(cards))
    return Event(public, {seat: say("collapses_cards", seat=who, number=place, card=card, cards=cards)})


def _played(seat: int, code: int, before: Any) -> Event:
    """A move of the beating game; all of it is open."""
    who = SeatRef(seat)
    move = move_of(code)
    if isinstance(move, Beat | Lead):
        return _public("beats" if isinstance(move, Beat) else "leads", seat=who, card=move.card)
    if code == sd.TAKE:
        return _public("takes", seat=who, cards=_taken(before))
    return _public("leaves_it" if before.step == sd.AGAIN else "rests", seat=who)


def _taken(before: Any) -> tuple[Card, ...]:
    """The cards that a take lifts, the top one first (S-11)."""
    height = int(before.height)
    return tuple(PACK[card] for card in reversed(before.pile[max(0, height - 3) : height].tolist()))


def _passed(before: Any, after: Any) -> Iterator[Event]:
    """Turns that pass as no move (S-15): those of the seats next to him who moved."""
    for step in range(1, int(after.passed - before.passed) + 1):
        yield _public("turn_passes", seat=SeatRef((int(before.turn) + step) % int(after.players)))


def _ended(result: DealResult, deal: Any, options: ShalashikOptions) -> Iterator[Event]:
    """How the deal ended, what each holds, who scores (S-14, S-16, S-17)."""
    if deal.how == sd.BY_LIMIT:
        yield _public("limit_reached", count=options.max_turns)
    else:
        assert result.winner is not None
        yield _public("ends_by_beating" if deal.how == sd.BY_BEAT else "ends_by_leading", seat=SeatRef(result.winner))
    for seat, (hand, points) in enumerate(zip(result.hands, result.left, strict=True)):
        if hand:
            yield _public("counts", seat=SeatRef(seat), cards=hand_order(hand), points=points)
    if result.winner is None:
        yield _public("nobody_scores")
    else:
        yield _public("scores", seat=SeatRef(result.winner), points=result.scored)
