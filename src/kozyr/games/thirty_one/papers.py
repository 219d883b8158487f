"""What is kept of a deal: who played it for what, its packs and moves, its result, its figures."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from kozyr.cards import Card, cards_of
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one.chips import Chips
from kozyr.games.thirty_one.hands import THIRTY_ONE, value_name
from kozyr.games.thirty_one.moves import move_of
from kozyr.games.thirty_one.options import ThirtyOneOptions
from kozyr.kernel.game import DealFigures, DealLog, LoggedMove

WON, SVARA, TIE = "won", "svara", "tie"
HOW: Final = {td.BY_SHOW: "show", td.BY_PASS: "pass", td.BY_LIMIT: "limit"}
CODE_MASK: Final = (1 << td.SEAT_SHIFT) - 1
_MANY_DRAINS: Final = 3


@dataclass(frozen=True)
class Start:
    """How a deal begins: its dealer, who plays it, what is paid for it.

    ``rebuys`` are the seats that get another stack before; ``before`` are the chips before all payments.
    """

    dealer: int
    seats: tuple[int, ...]
    kind: str
    """What the deal comes after: a pot WON (a new one begins), a SVARA (T-21) or a TIE (T-23)."""
    rebuys: tuple[int, ...]
    before: Chips

    @property
    def playing(self) -> int:
        """A bit a seat."""
        return sum(1 << seat for seat in self.seats)


def paid_for(start: Start, options: ThirtyOneOptions) -> Chips:
    """The chips once rebuys and antes of a deal are paid (T-6, T-21, T-23, T-24)."""
    chips = start.before
    for seat in start.rebuys:
        chips = chips.rebuy(seat, options.stack)
    for seat in start.seats if start.kind != SVARA else ():
        chips = chips.pay(seat, options.ante)
    return chips


@dataclass(frozen=True)
class DealResult:
    """The result of a deal, in the words of T-26; ``hands`` are masks, None for who was not in the deal."""

    kind: str
    how: str
    hands: tuple[int | None, ...]
    best: int
    winners: tuple[int, ...]
    pot: int
    stacks: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """The JSON shape of T-26."""
        return {
            "kind": self.kind,
            "how": self.how,
            "hands": [None if hand is None else [str(card) for card in hand_order(hand)] for hand in self.hands],
            "best": {"name": value_name(self.best), "points": self.best},
            "winners": list(self.winners),
            "pot": self.pot,
            "stacks": list(self.stacks),
        }


def hand_order(hand: int) -> tuple[Card, ...]:
    """Cards suit by suit in pack order, in each from the ace down."""
    return tuple(sorted(cards_of(hand), key=lambda card: (card.suit, -card.rank)))


def showdown(fields: memoryview, start: Start, chips: Chips) -> DealResult:
    """The result of a deal in play that is over, its chips as they lie before anything is paid (T-20..T-23).

    ``fields`` as ``deal.fields_of`` gives them.
    """
    bits, best, how = fields[td.WINNERS_AT], fields[td.BEST_AT], fields[td.HOW_AT]
    winners = tuple(seat for seat in start.seats if bits >> seat & 1)
    kind = WON if len(winners) == 1 else SVARA if best >= THIRTY_ONE else TIE
    hands: list[int | None] = [None] * len(chips.stacks)
    for seat in start.seats:
        hands[seat] = fields[td.HANDS_AT + seat]
    return DealResult(kind, HOW[how], tuple(hands), best, winners, chips.pot, chips.stacks)


def asked_to_join(dealer: int, tied: tuple[int, ...], chips: Chips) -> tuple[int, ...]:
    """Who may join a svara, in the order of asking: clockwise from the dealer's left, who has the price (T-21)."""
    able = chips.able(chips.half_pot)
    players = len(chips.stacks)
    around = ((dealer + step) % players for step in range(1, players + 1))
    return tuple(seat for seat in around if seat not in tied and seat in able)


@dataclass
class DealPapers:
    """A deal as it goes into the record; ``result`` is None while it runs.

    ``history`` holds the moves as ``seat << SEAT_SHIFT | code``, ``score`` the chips that each seat won or lost by it.
    """

    start: Start
    orders: list[tuple[Card, ...]]
    history: list[int] = field(default_factory=list)
    result: DealResult | None = None
    score: tuple[int, ...] = ()
    drains: int = 0
    lap_drains: int = 0
    _log: DealLog | None = None

    def copy(self) -> DealPapers:
        """An independent copy."""
        return replace(self, orders=list(self.orders), history=list(self.history))

    def with_orders(self, orders: list[tuple[Card, ...]]) -> DealPapers:
        """The same deal from other packs."""
        return replace(self, orders=orders, history=list(self.history), _log=None)

    def log(self) -> DealLog:
        """The deal as the record keeps it; made once when it has its result, before that each time."""
        if self.result is None:
            return self._make_log()
        if self._log is None:
            self._log = self._make_log()
        return self._log

    def _make_log(self) -> DealLog:
        moves = tuple(LoggedMove(code >> td.SEAT_SHIFT, move_of(code & CODE_MASK)) for code in self.history)
        deck = self.orders[0] if self.orders else ()
        result = self.result.to_json() if self.result else None
        extra = {"rebuys": list(self.start.rebuys)} if self.start.rebuys else {}
        return DealLog(self.start.dealer, deck, tuple(self.orders[1:]), moves, result, extra)

    def figures(self) -> DealFigures:
        """The deal in figures; a pot's chips count in the deal that wins it."""
        return DealFigures(self.score, self._tags(), len(self.history))

    def _tags(self) -> tuple[str, ...]:
        assert self.result is not None
        tags = [f"ended_by_{self.result.how}", f"best_{value_name(self.result.best)}"]
        tags += [self.result.kind] if self.result.kind != WON else []
        tags += [f"won_from_place_{self._winners_place()}"] if self.result.kind == WON else []
        tags += ["svara_deal"] if self.start.kind == SVARA else []
        tags += [f"drains_{self.drains}" if self.drains < _MANY_DRAINS else "drains_many"]
        tags += ["drained"] if self.drains else []
        tags += ["lap_drain"] if self.lap_drains else []
        tags += ["reshuffled"] if len(self.orders) > 1 else []
        return tuple(tags)

    def _winners_place(self) -> int:
        """Where the winner sits in the order of play, the eldest hand being 1."""
        assert self.result is not None
        seats, dealer = self.start.seats, self.start.dealer
        return (seats.index(self.result.winners[0]) - seats.index(dealer) - 1) % len(seats) + 1
