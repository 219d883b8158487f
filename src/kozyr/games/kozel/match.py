"""A match of Kozel: lots, shuffles, deals and boards around the compiled deal (K-1, K-6, K-7, K-19, K-23, K-24)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kozyr.cards import Card
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import entries
from kozyr.games.kozel.moves import CODES, MOVES
from kozyr.games.kozel.opening import MAX_LEGAL
from kozyr.games.kozel.options import KozelOptions
from kozyr.games.kozel.refusal import refusal
from kozyr.games.kozel.scoring import PAIRS_TO_WIN, DealResult, deal_tags, score_played, score_redeal_limit
from kozyr.games.kozel.story import Story
from kozyr.games.kozel.view import TEAMS, KozelView, make_view
from kozyr.kernel.chance import Lot, Shuffle
from kozyr.kernel.compact import box_of, copy_record, fields_of
from kozyr.kernel.game import Awaits, DealFigures, DealLog, LoggedMove, Match, Result
from kozyr.kernel.move import Move
from kozyr.kernel.said import Event, Said
from kozyr.kernel.streams import Stream

if TYPE_CHECKING:
    from kozyr.games.kozel.game import KozelGame

_LOT: Final = Lot(4)
_SHUFFLE: Final = Shuffle(kd.PLAYED_CARDS)
_LEAD_RULES: Final = {"ace_of_diamonds": kd.LEAD_ACE_OF_DIAMONDS, "seven_of_clubs": kd.LEAD_SEVEN_OF_CLUBS}
_BOASTS: Final = {
    "both": 1 << kd.MIRROR | 1 << kd.TROUSERS,
    "mirror": 1 << kd.MIRROR,
    "trousers": 1 << kd.TROUSERS,
    "none": 0,
}


class DealPapers:
    """What is kept of a deal: its packs, its moves as integers, its result (None while it runs)."""

    __slots__ = ("_log", "history", "orders", "result", "start")

    def __init__(
        self, start: tuple[int, int], orders: list[tuple[Card, ...]], history: Any, result: DealResult | None
    ) -> None:
        self.start = start
        self.orders = orders
        self.history = history
        self.result = result
        self._log: DealLog | None = None

    def log(self) -> DealLog:
        """The deal as the record keeps it; made once."""
        if self._log is None:
            self._log = self._make_log()
        return self._log

    def _make_log(self) -> DealLog:
        moves = tuple(LoggedMove(entry // kd.SEAT_STEP, MOVES[entry % kd.SEAT_STEP]) for entry in self.history.tolist())
        deck = self.orders[0] if self.orders else ()
        result = self.result.to_json() if self.result else None
        dealer, _ = self.start
        return DealLog(dealer, deck, tuple(self.orders[1:]), moves, result)

    def figures(self, options: KozelOptions) -> DealFigures:
        """The deal in figures: each seat scores its team's points; tags as ``deal_tags`` gives them."""
        assert self.result is not None
        first, second = self.result.points
        tags = deal_tags(self.result, options) + ("redealt",) * (len(self.orders) > 1)
        return DealFigures((first, second, first, second), tags, len(self.history))


class KozelMatch(Match):
    """A match from the lot for the first dealer to six pairs (K-6)."""

    game: KozelGame
    options: KozelOptions

    def __init__(self, game: KozelGame, options: KozelOptions) -> None:
        self.game = game
        self.options = options
        self.players = 4
        self.take_deal(kd.new_deal())
        self.deal.boasts = _BOASTS[options.boasts]
        self.deal.again = options.trousers_mixed == "again"
        self.deal.redeal_points = options.redeal_points
        self.deal.redeal_limit = options.redeal_limit
        self.board = (0, 0)
        self.finished: list[DealPapers] = []
        self.orders: list[tuple[Card, ...]] = []
        self._story: Story | None = None
        self._drawn_lot = False
        self._some_deal_played = False
        self._scratch = np.zeros(MAX_LEGAL, dtype=np.int64)

    def take_deal(self, deal: Any) -> None:
        """Go on with another deal record."""
        self.deal = deal
        self._box = box_of(deal, kd.DEAL)
        self._fields = fields_of(deal)
        self._history = deal.history

    @property
    def has_dealer(self) -> bool:
        """Whether the lot for the first dealer has been drawn."""
        return self._drawn_lot

    @property
    def awaits(self) -> Awaits:
        if not self._drawn_lot:
            return _LOT
        phase = self._fields[kd.PHASE]
        if phase < kd.SHUFFLE:
            return self._fields[kd.TURN]
        return _SHUFFLE if phase == kd.SHUFFLE else None

    @property
    def result(self) -> Result | None:
        if max(self.board) < PAIRS_TO_WIN:
            return None
        return {"winner": self.board.index(PAIRS_TO_WIN), "board": list(self.board)}

    def take_outcome(self, outcome: Any) -> None:
        if not self._drawn_lot:
            self._drawn_lot = True
            self._begin_deal(outcome)
            return
        entries.shuffled(self._box, np.array(outcome, dtype=np.int64))
        self.orders.append(outcome)

    def legal_codes(self) -> list[int]:
        """The legal moves of the seat to move as integers of the deal, ascending."""
        if not self._drawn_lot:
            return []
        n = entries.legal_into(self._box, self._scratch)
        codes: list[int] = self._scratch[:n].tolist()
        return codes

    def legal(self) -> tuple[Move, ...]:
        return tuple(MOVES[code] for code in self.legal_codes())

    def play(self, move: Move) -> None:
        entries.apply(self._box, CODES[move])
        self._after_moves()

    def rollout(self, streams: Sequence[Stream]) -> None:
        if not isinstance(self.awaits, int):
            return
        first, second, third, fourth = streams
        words = (first.words, second.words, third.words, fourth.words)
        entries.rollout(self._box, words, self._scratch)
        self._after_moves()

    def refusal(self, seat: int, move: Move) -> Said:
        return refusal(self.deal, seat, move)

    def view(self, seat: int | None) -> KozelView:
        self.check_seat(seat)
        return make_view(self, seat)

    def copy(self) -> KozelMatch:
        other = KozelMatch.__new__(KozelMatch)
        other.__dict__.update(self.__dict__)
        other.take_deal(copy_record(self.deal))
        other.finished = list(self.finished)
        other.orders = list(self.orders)
        other._story = None
        other._scratch = self._scratch.copy()
        return other

    def deals(self) -> Sequence[DealLog]:
        logs = [deal.log() for deal in self.finished]
        if self.orders:
            logs.append(self._running(None).log())
        return logs

    def figures(self) -> Sequence[DealFigures]:
        return [deal.figures(self.options) for deal in self.finished]

    def winners(self) -> tuple[int, ...]:
        return () if self.result is None else TEAMS[self.board.index(PAIRS_TO_WIN)]

    @property
    def told_deal(self) -> int:
        """The number of the deal that readers are told of: the running one, or until it is shuffled the one before."""
        return len(self.finished) + bool(self.orders)

    def events(self) -> Sequence[Event]:
        """What happened in the deal that readers are told of."""
        index = self.told_deal - 1
        if index < 0:
            return ()
        papers = self._running(None) if self.orders else self.finished[index]
        if self._story is None or self._story.index != index:
            self._story = Story(index, self.deal, *papers.start)
        return self._story.told(papers.orders, papers.history, papers.result)

    def last_result(self) -> DealResult | None:
        """The result of the deal that ended last, or None."""
        return self.finished[-1].result if self.finished else None

    def _begin_deal(self, dealer: int) -> None:
        if not self._some_deal_played or self.options.later_lead == "same_card":
            lead_rule = _LEAD_RULES[self.options.first_lead]
        else:
            lead_rule = kd.LEAD_ELDEST
        entries.start_deal(self._box, dealer, lead_rule)

    def _running(self, result: DealResult | None) -> DealPapers:
        fields = self._fields
        history = self._history[: fields[kd.MOVE_COUNT]].copy()
        start = (fields[kd.DEALER], fields[kd.LEAD_RULE])
        return DealPapers(start, self.orders, history, result)

    def _after_moves(self) -> None:
        fields = self._fields
        phase = fields[kd.PHASE]
        if phase <= kd.SHUFFLE:
            return
        if phase == kd.PLAYED:
            points = (fields[kd.SCORED], fields[kd.SCORED + 1])
            result = score_played(points, self.board, self.options)
            self._some_deal_played = True
        else:
            result = score_redeal_limit(fields[kd.DEALER], self.board)
        self.finished.append(self._running(result))
        self.orders = []
        self.board = result.board
        if self.result is None:
            self._begin_deal(self._next_dealer(result))

    def _next_dealer(self, result: DealResult) -> int:
        """K-7: to the left, or to the losers' first player clockwise after the old dealer."""
        left = (self._fields[kd.DEALER] + 1) % 4
        if self.options.next_dealer == "left" or result.winner is None:
            return left
        return left if left % 2 != result.winner else (left + 1) % 4
