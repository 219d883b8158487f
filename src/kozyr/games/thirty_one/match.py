"""A match of Thirty-one: lots, antes, pots, svaras and ties around the compiled deal (T-6, T-7, T-20..T-25)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kozyr.cards import PACK, Card, cards_of
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one import entries
from kozyr.games.thirty_one.chips import Chips
from kozyr.games.thirty_one.moves import code_of, move_of
from kozyr.games.thirty_one.options import ThirtyOneOptions
from kozyr.games.thirty_one.papers import (
    SVARA,
    TIE,
    WON,
    DealPapers,
    DealResult,
    Start,
    asked_to_join,
    paid_for,
    showdown,
)
from kozyr.games.thirty_one.refusal import refusal
from kozyr.games.thirty_one.story import Story
from kozyr.games.thirty_one.view import ThirtyOneView, make_view
from kozyr.kernel.chance import Lot, Shuffle
from kozyr.kernel.compact import box_of, copy_record, fields_of
from kozyr.kernel.game import Awaits, DealFigures, DealLog, Match, Result, random_move
from kozyr.kernel.move import Move
from kozyr.kernel.said import Event, Said
from kozyr.kernel.streams import Stream

if TYPE_CHECKING:
    from kozyr.games.thirty_one.game import ThirtyOneGame

_PACK_SHUFFLE: Final = Shuffle(PACK)
_LOG_SIZE: Final = 1024


@dataclass(frozen=True)
class Joining:
    """A svara that is being joined (T-21): its result so far, the price, who is still to be asked, who has joined."""

    result: DealResult
    price: int
    asked: tuple[int, ...]
    joined: tuple[int, ...] = ()


class ThirtyOneMatch(Match):
    """A match from the lot for the first dealer to the last pot (T-25)."""

    game: ThirtyOneGame
    options: ThirtyOneOptions

    def __init__(self, game: ThirtyOneGame, options: ThirtyOneOptions, players: int) -> None:
        self.game = game
        self.options = options
        self.players = players
        self._take_deal(_new_deal(options, players))
        self.chips = Chips.at_start(players, options.stack)
        self.finished: list[DealPapers] = []
        self.running: DealPapers | None = None
        """The deal in play, from its shuffle to its result."""
        self.coming: Start | None = None
        """The deal that is to be shuffled; None while one runs, before the lot and when the match is over."""
        self.joining: Joining | None = None
        self.pots_won = 0
        self.over = False
        self._story: Story | None = None
        self._make_scratch()

    def _take_deal(self, deal: Any) -> None:
        self.deal = deal
        self._box = box_of(deal, td.DEAL)
        self._fields = fields_of(deal)

    def _make_scratch(self) -> None:
        self._legal = np.zeros(td.MAX_LEGAL, dtype=np.int64)
        self._words = np.zeros((td.SEATS, 4), dtype=np.int64)
        self._moves_made = np.zeros(_LOG_SIZE, dtype=np.int64)

    @property
    def awaits(self) -> Awaits:
        if self.running is None:
            if self.over:
                return None
            return Lot(self.players) if self.coming is None else _PACK_SHUFFLE
        if self.joining is not None:
            return self.joining.asked[0]
        fields = self._fields
        if fields[td.PHASE_AT] == td.PLAY:
            return fields[td.TURN_AT]
        return Shuffle(cards_of(fields[td.DISCARD_AT]))

    @property
    def result(self) -> Result | None:
        if not self.over:
            return None
        winners = self.winners()
        return {"stacks": list(self.chips.stacks), "winner": winners[0] if len(winners) == 1 else None}

    def winners(self) -> tuple[int, ...]:
        if not self.over:
            return ()
        return self.chips.able(max(self.chips.stacks))

    def take_outcome(self, outcome: Any) -> None:
        if isinstance(self.awaits, Lot):
            self._plan_new_pot(outcome)
            return
        if self.coming is not None:
            self._start_deal(self.coming)
        assert self.running is not None
        self.running.orders.append(outcome)
        entries.shuffled(self._box, np.array(outcome, dtype=np.int64))

    def legal(self) -> tuple[Move, ...]:
        if self.running is None:
            return ()
        if self.joining is not None:
            return move_of(td.JOIN), move_of(td.DECLINE)
        n = entries.legal_into(self._box, self._legal)
        return tuple(map(move_of, self._legal[:n].tolist()))

    def play(self, move: Move) -> None:
        assert self.running is not None
        code = code_of(move)
        if self.joining is not None:
            self._answer(self.joining, joins=code == td.JOIN)
            return
        self.running.history.append(self._fields[td.TURN_AT] << td.SEAT_SHIFT | code)
        entries.apply(self._box, code)
        self._after_moves()

    def rollout(self, streams: Sequence[Stream]) -> None:
        while isinstance(seat := self.awaits, int):
            if self.joining is not None:
                self.play(random_move(self.legal(), streams[seat]))
            else:
                self._roll_deal(streams)

    def _roll_deal(self, streams: Sequence[Stream]) -> None:
        assert self.running is not None
        words = self._words
        for seat, stream in enumerate(streams):
            words[seat] = stream.words
        n = entries.rollout(self._box, words, self._legal, self._moves_made)
        for seat, stream in enumerate(streams):
            stream.words[:] = words[seat]
        self.running.history += self._moves_made[:n].tolist()
        self._after_moves()

    def refusal(self, seat: int, move: Move) -> Said:
        return refusal(self, seat, move)

    def view(self, seat: int | None) -> ThirtyOneView:
        self.check_seat(seat)
        return make_view(self, seat)

    def copy(self) -> ThirtyOneMatch:
        other = ThirtyOneMatch.__new__(ThirtyOneMatch)
        other.__dict__.update(self.__dict__)
        other._take_deal(copy_record(self.deal))
        other.finished = list(self.finished)
        other.running = None if self.running is None else self.running.copy()
        other._story = None
        other._make_scratch()
        return other

    def deals(self) -> Sequence[DealLog]:
        papers = self.finished if self.running is None else [*self.finished, self.running]
        return [deal.log() for deal in papers]

    def figures(self) -> Sequence[DealFigures]:
        return [deal.figures() for deal in self.finished]

    def told(self) -> DealPapers | None:
        """The deal that readers are told of: the running one, or until the next is shuffled the last."""
        if self.running is not None:
            return self.running
        return self.finished[-1] if self.finished else None

    @property
    def told_deal(self) -> int:
        """The number of that deal; 0 before the first."""
        return len(self.finished) + (self.running is not None)

    def events(self) -> Sequence[Event]:
        """What happened in the deal that readers are told of."""
        papers = self.told()
        if papers is None:
            return ()
        index = self.told_deal - 1
        if self._story is None or self._story.index != index:
            self._story = Story(index, self.deal, papers.start, self.options)
        return self._story.told(papers, self.result)

    def take_world(self, deal: Any, orders: list[tuple[Card, ...]]) -> None:
        """Put another deal record, and the packs that lead to it, in place of the deal that readers are told of."""
        papers = self.told()
        assert papers is not None
        changed = papers.with_orders(orders)
        self._take_deal(deal)
        if self.running is None:
            self.finished[-1] = changed
        else:
            self.running = changed

    def _start_deal(self, start: Start) -> None:
        self.coming = None
        self.running = DealPapers(start, [])
        self.chips = paid_for(start, self.options)
        entries.start_deal(self._box, start.dealer, start.playing)

    def _after_moves(self) -> None:
        if self._fields[td.PHASE_AT] != td.OVER:
            return
        assert self.running is not None
        result = showdown(self._fields, self.running.start, self.chips)
        if result.kind == SVARA:
            self._declare_svara(result)
        elif result.kind == TIE:
            self._end_deal(result)
            self._plan_further_deal(TIE, self._seats_in_deal())
        else:
            self._win_pot(result)

    def _seats_in_deal(self) -> tuple[int, ...]:
        return self.finished[-1].start.seats

    def _win_pot(self, result: DealResult) -> None:
        """The pot is won (T-20), and with it perhaps the match (T-25)."""
        winner = result.winners[0]
        before = self.chips
        self.chips = before.award(winner)
        gains = (before.pot * (seat == winner) - paid for seat, paid in enumerate(before.paid))
        self._end_deal(replace(result, stacks=self.chips.stacks), tuple(gains))
        self.pots_won += 1
        able = self.players if self.options.rebuy == "auto" else len(self.chips.able(self.options.ante))
        self.over = self.pots_won == self.options.deals or able < 2
        if not self.over:
            self._plan_new_pot(winner)

    def _declare_svara(self, result: DealResult) -> None:
        """The tied play on for the pot; others are asked, clockwise from the dealer's left (T-21, T-22)."""
        assert self.running is not None
        asked = asked_to_join(self.running.start.dealer, result.winners, self.chips)
        self._go_on_joining(Joining(result, self.chips.half_pot, asked))

    def _answer(self, joining: Joining, *, joins: bool) -> None:
        """The first of those asked joins or declines (T-21)."""
        assert self.running is not None
        seat, *rest = joining.asked
        self.running.history.append(seat << td.SEAT_SHIFT | (td.JOIN if joins else td.DECLINE))
        joined = joining.joined
        if joins:
            self.chips = self.chips.pay(seat, joining.price)
            joined = (*joined, seat)
        self._go_on_joining(replace(joining, asked=tuple(rest), joined=joined))

    def _go_on_joining(self, joining: Joining) -> None:
        if joining.asked:
            self.joining = joining
            return
        self.joining = None
        self._end_deal(replace(joining.result, pot=self.chips.pot, stacks=self.chips.stacks))
        self._plan_further_deal(SVARA, tuple(sorted((*joining.result.winners, *joining.joined))))

    def _end_deal(self, result: DealResult, gains: tuple[int, ...] | None = None) -> None:
        papers = self.running
        assert papers is not None
        papers.result = result
        papers.score = (0,) * self.players if gains is None else gains
        papers.drains, papers.lap_drains = self._fields[td.DRAINS_AT], self._fields[td.LAP_DRAINS_AT]
        self.finished.append(papers)
        self.running = None

    def _plan_new_pot(self, dealer: int) -> None:
        """Everybody who can pay an ante plays, with ``rebuy`` everybody (T-6, T-24)."""
        able = self.chips.able(self.options.ante)
        everybody = tuple(range(self.players))
        seats = everybody if self.options.rebuy == "auto" else able
        rebuys = tuple(seat for seat in seats if seat not in able)
        self.coming = Start(dealer, seats, WON, rebuys, self.chips)

    def _plan_further_deal(self, kind: str, seats: tuple[int, ...]) -> None:
        """The same pot is played for again; the deal passes to the next of its players (T-7)."""
        last = self.finished[-1].start.dealer
        around = ((last + step) % self.players for step in range(1, self.players + 1))
        dealer = next(seat for seat in around if seat in seats)
        self.coming = Start(dealer, seats, kind, (), self.chips)


def _new_deal(options: ThirtyOneOptions, players: int) -> Any:
    deal = td.new_deal()
    deal.phase = td.OVER
    deal.players = players
    deal.first_pass = -1
    options.write_into(deal)
    return deal
