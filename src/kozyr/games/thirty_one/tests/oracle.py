"""The rules a second time, written from the clauses over texts and lists: slow, plain, and sharing no code."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterable, Sequence

RANKS = "6789TJQKA"
SUITS = "cshd"
POINTS = dict(zip(RANKS, (6, 7, 8, 9, 10, 10, 10, 10, 11), strict=True))
PACK = [rank + suit for suit in SUITS for rank in RANKS]
Shuffler = Callable[[list[str]], Sequence[str]]


def plain_value(hand: Sequence[str], *, nebitka: bool, any_rank: bool) -> int:
    """The value of three cards as they stand (T-1, T-3)."""
    ranks = {card[0] for card in hand}
    if nebitka and ranks == {"6"}:
        return 34
    if len(ranks) == 1 and (any_rank or ranks == {"A"}):
        return 33
    return max(sum(POINTS[card[0]] for card in hand if card[1] == suit) for suit in SUITS)


def value(hand: Sequence[str], *, nebitka: bool = True, any_rank: bool = False) -> int:
    """The best value over all that the joker may stand for (T-2, T-5)."""
    others = [card for card in hand if card != "6c"]
    if len(others) == 3:
        return plain_value(others, nebitka=nebitka, any_rank=any_rank)
    wishes = [card for card in PACK if card not in others]
    return max(plain_value([*others, wish], nebitka=nebitka, any_rank=any_rank) for wish in wishes)


def alike(cards: Iterable[str]) -> bool:
    """Whether cards are of one suit or of one rank (T-9)."""
    cards = list(cards)
    return len({card[0] for card in cards}) == 1 or len({card[1] for card in cards}) == 1


def high_first(pair: Iterable[str]) -> list[str]:
    return sorted(pair, key=lambda card: -RANKS.index(card[0]))


class Deal:
    """A deal in play among ``seats``, in the order of turns from the eldest hand."""

    def __init__(
        self, pack: Sequence[str], seats: Sequence[int], shuffle: Shuffler, max_swaps: int = 50, max_turns: int = 40
    ) -> None:
        self.seats, self.shuffle = list(seats), shuffle
        self.max_swaps, self.max_turns = max_swaps, max_turns
        self.stock = list(pack)
        self.hands: dict[int, list[str]] = {seat: [] for seat in seats}
        self.open: list[str] = []
        for _ in range(3):
            for seat in seats:
                self.hands[seat].append(self.stock.pop(0))
            self.open.append(self.stock.pop(0))
        self.discard: list[str] = []
        self.turns = dict.fromkeys(seats, 0)
        self.first_pass: int | None = None
        self.how = ""
        self.lap = 0
        self.over = False
        while alike(self.open):
            self.drain()
        self.begin(self.seats[0])

    def drain(self) -> None:
        drained = self.open
        if not self.stock:
            self.stock, self.discard = list(self.shuffle(self.discard)), []
        self.discard += drained
        self.open, self.stock = self.stock[:3], self.stock[3:]

    def after(self, seat: int) -> int:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def begin(self, seat: int) -> None:
        if self.first_pass is None and self.turns[seat] == self.max_turns:
            self.first_pass, self.how = seat, "limit"
            seat = self.after(seat)
        self.turns[seat] += 1
        self.turn, self.swaps, self.can_swap = seat, 0, True

    def end(self) -> None:
        seat = self.after(self.turn)
        if seat == self.first_pass:
            self.over = True
        else:
            self.begin(seat)

    def legal(self) -> set[str]:
        hand = self.hands[self.turn]
        moves = {"stay" if self.can_swap else "done"}
        if self.can_swap:
            moves |= {f"swap {own} {other}" for own in hand for other in self.open}
            for mine, theirs in itertools.product(
                itertools.combinations(hand, 2), itertools.combinations(self.open, 2)
            ):
                if mine[0][1] == mine[1][1] and theirs[0][1] == theirs[1][1]:
                    moves.add(f"swap {','.join(high_first(mine))} {','.join(high_first(theirs))}")
        may_speak = self.turns[self.turn] == 1 or self.swaps > 0
        if may_speak or self.first_pass is not None:
            moves.add("pass")
        if may_speak and self.first_pass is None and value(hand) >= 31:
            moves.add("show")
        return moves

    def play(self, move: str) -> None:
        clean_stay = move == "stay" and self.swaps == 0 and self.first_pass is None
        self.lap = self.lap + 1 if clean_stay else 0
        if move.startswith("swap"):
            self.swap(*(part.split(",") for part in move.split()[1:]))
        elif move == "show":
            self.over, self.how = True, "show"
        else:
            if move == "pass" and self.first_pass is None:
                self.first_pass, self.how = self.turn, "pass"
            self.end()
        if self.lap == len(self.seats):
            self.lap = 0
            self.drain()
            while alike(self.open):
                self.drain()

    def swap(self, given: list[str], taken: list[str]) -> None:
        hand = self.hands[self.turn]
        for mine, theirs in zip(given, taken, strict=True):
            hand.remove(mine)
            hand.append(theirs)
            self.open[self.open.index(theirs)] = mine
        self.swaps += 1
        self.can_swap = alike(self.open) and self.swaps < self.max_swaps
        while alike(self.open):
            self.drain()

    def winners(self) -> list[int]:
        """Who holds the best hand (T-20)."""
        best = max(map(value, self.hands.values()))
        return sorted(seat for seat, hand in self.hands.items() if value(hand) == best)


def leaves(deal: Deal, depth: int) -> int:
    """How many ways there are to make so many moves, or fewer where the deal ends before."""
    if deal.over or depth == 0:
        return 1
    total = 0
    for move in deal.legal():
        other = copy.deepcopy(deal)
        other.play(move)
        total += leaves(other, depth - 1)
    return total
