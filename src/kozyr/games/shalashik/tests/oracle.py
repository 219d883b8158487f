"""The beating game once more, on lists and texts, as the clauses read (S-8..S-17); knows nothing of the package."""

from __future__ import annotations

from collections.abc import Mapping

RANKS = "6789TJQKA"
POINTS = dict(zip(RANKS, (6, 7, 8, 9, 10, 10, 10, 10, 11), strict=True))


def beats(card: str, other: str) -> bool:
    """Whether a card is higher than another one of its suit (S-9)."""
    return card[1] == other[1] and RANKS.index(card[0]) > RANKS.index(other[0])


def points(hand: list[str]) -> int:
    """What a hand counts (S-16)."""
    return sum(POINTS[card[0]] for card in hand)


class Table:
    """A beating game under way; ``rules`` are the options by name, missing ones are the defaults."""

    def __init__(self, hands: list[list[str]], leader: int, rules: Mapping[str, object]) -> None:
        self.hands = [list(hand) for hand in hands]
        self.rules = {
            "small": "pips",
            "lead": "must",
            "after_take": "next",
            "must_beat": "yes",
            "finish": "empty",
            "max_turns": 60,
            **rules,
        }
        self.pile: list[str] = []
        self.seat = leader
        self.step = "first"
        self.turns = 0
        self.winner: int | None = None
        self.limit = False
        self.passed = 0

    @property
    def over(self) -> bool:
        return self.winner is not None or self.limit

    def legal(self) -> list[str]:
        """The legal moves, sorted."""
        if self.over:
            return []
        hand = self.hands[self.seat]
        leads = [f"lead {card}" for card in hand]
        if self.step == "first":
            pips = [f"lead {card}" for card in hand if card[0] in "6789T"]
            return sorted(pips if pips and self.rules["small"] == "pips" else leads)
        if self.step == "lead":
            may_rest = self.rules["lead"] == "may" and self.pile
            return sorted(leads + (["rest"] if may_rest else []))
        ways = [f"beat {card}" for card in hand if beats(card, self.pile[-1])]
        if self.step == "again":
            return sorted(ways + (["rest"] if self.rules["must_beat"] == "no" else []))
        return sorted(ways + (["take"] if not ways or self.rules["must_beat"] == "no" else []))

    def play(self, move: str) -> None:
        """Make a legal move, and let turns pass that have none."""
        hand = self.hands[self.seat]
        word, _, card = move.partition(" ")
        if card:
            hand.remove(card)
            self.pile.append(card)
        if word == "take":
            self.take(hand)
        elif word == "beat":
            self.step = "lead"
            if not hand:
                self.winner = self.seat
        elif word == "lead" and not hand and self.rules["finish"] == "empty":
            self.winner = self.seat
        else:
            self.next_turn()

    def take(self, hand: list[str]) -> None:
        """S-11."""
        hand += self.pile[-3:]
        del self.pile[-3:]
        can = self.pile and any(beats(card, self.pile[-1]) for card in hand)
        if self.rules["after_take"] == "same" and can:
            self.step = "again"
        else:
            self.next_turn()

    def next_turn(self) -> None:
        """The turn passes on, over those who have nothing and find nothing (S-15), until the limit (S-17)."""
        while True:
            self.turns += 1
            if self.turns == int(str(self.rules["max_turns"])) * len(self.hands):
                self.limit = True
                return
            self.seat = (self.seat + 1) % len(self.hands)
            if self.pile or self.hands[self.seat]:
                self.step = "answer" if self.pile else "lead"
                return
            self.passed += 1

    def outcome(self) -> tuple[str, int | None, list[int], int]:
        """Kind, winner, points left in the hands and points scored (S-16, S-17, S-19)."""
        left = [points(hand) for hand in self.hands]
        if self.winner is not None:
            return "played", self.winner, left, sum(left)
        lowest = [seat for seat, count in enumerate(left) if count == min(left)]
        if len(lowest) > 1:
            return "limit", None, left, 0
        return "limit", lowest[0], left, sum(left) - 2 * min(left)
