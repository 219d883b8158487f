"""The rules a second time, written from the clauses over texts and lists: slow, plain, and sharing no code."""

from __future__ import annotations

TRUMPS = "Qc Qs Qh Qd Jc Js Jh Jd Ac Tc Kc 9c 8c 7c".split()
PLAIN = "A T K 9 8 7".split()
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
Hands = list[list[str]]


def suit(card: str) -> str:
    """The suit in play (K-2, K-3)."""
    return "trump" if card in TRUMPS else card[1]


def legal_cards(hand: list[str], trick: list[str]) -> list[str]:
    """What may be played to a trick (K-25)."""
    if not trick:
        return hand
    of_suit = [card for card in hand if suit(card) == suit(trick[0])]
    trumps = [card for card in hand if card in TRUMPS]
    return of_suit or trumps or hand


def winner(trick: list[str]) -> int:
    """The place in the trick of its winning card (K-26)."""
    trumps = [card for card in TRUMPS if card in trick]
    led = [rank + trick[0][1] for rank in PLAIN if rank + trick[0][1] in trick and suit(trick[0]) != "trump"]
    return trick.index((trumps or led)[0])


def points(cards: list[str]) -> int:
    """What cards are worth (K-4)."""
    return sum(POINTS[card[0]] for card in cards)


def good(card: str) -> bool:
    """A good card of a boast (K-11)."""
    return card in TRUMPS or card[0] == "A"


def leaves(hands: Hands, leader: int, trick: list[str], must: str | None = None) -> int:
    """How many ways the cards can be played to the end."""
    seat = (leader + len(trick)) % 4
    if not hands[seat]:
        return 1
    total = 0
    for card in [must] if must else legal_cards(hands[seat], trick):
        rest = [[c for c in hand if c != card] for hand in hands]
        played = [*trick, card]
        if len(played) == 4:
            total += leaves(rest, (leader + winner(played)) % 4, [])
        else:
            total += leaves(rest, leader, played)
    return total


def mirror(pack: list[str], eldest: int, lifts: list[int]) -> Hands:
    """The hands after a mirror and the levelling (K-12, K-14, K-15)."""
    hands: Hands = [[], [], [], []]
    choices = iter(lifts)
    for turn in range(4):
        me, left = (eldest + turn) % 4, (eldest + turn + 1) % 4
        if len(hands[me]) == 8:
            continue
        k = next(choices)
        lifted, pack = pack[:k], pack[k:]
        while lifted and len(hands[me]) < 8:
            card = lifted.pop()
            if good(card):
                hands[me].append(card)
                continue
            hands[left if len(hands[left]) < 8 else me].append(card)
            break
        pack = lifted + pack
    return level(pack, eldest, hands)


def trousers(pack: list[str], eldest: int, gifts: list[str], *, again: bool) -> Hands:
    """The hands after trousers and the levelling (K-13, K-14, K-15)."""
    hands: Hands = [[], [], [], []]
    choices = iter(gifts)
    for turn in range(4):
        me, left = (eldest + turn) % 4, (eldest + turn + 1) % 4
        drawing = True
        while drawing and len(hands[me]) <= 6:
            pair, pack = [pack[0], pack[-1]], pack[1:-1]
            how_many = sum(map(good, pair))
            if how_many == 2:
                hands[me] += pair
            elif len(hands[left]) == 8:
                hands[me] += pair
                drawing = False
            else:
                gift = next(choices)
                pair.remove(gift)
                hands[left].append(gift)
                hands[me] += pair
                drawing = again and how_many == 1
    return level(pack, eldest, hands)


def level(pack: list[str], eldest: int, hands: Hands) -> Hands:
    """The dealer's part after a boast (K-15)."""
    for card in pack:
        order = [hands[(eldest + i) % 4] for i in range(4)]
        min(order, key=len).append(card)
    return hands
