"""Views of Kozel with few hidden cards, and every way in which these can lie; shares no code with the sampler."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from kozyr.cards import cards_of, mask_of
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.streams import Stream
from tests.bots.kozel_tables import new_match

Hands = tuple[int, ...]


def played_views(seed: int, hidden_most: int, **options: object) -> Iterator[KozelView]:
    """Views of the seats to move in the first played deal of a random match, with few hidden cards."""
    match, stream = new_match(**options), Stream("views", seed)
    while not match.finished and (awaits := match.awaits) is not None:
        if not isinstance(awaits, int):
            match.resolve(awaits.sample(stream))
            continue
        view = match.view(awaits)
        others = sum(view.hand_sizes) - view.hand.bit_count() + view.pack_size
        if view.phase == "play" and others <= hidden_most:
            yield view
        match.play(stream.choice(match.legal()))


def voids(view: KozelView) -> list[int]:
    """By seat, what the plays and answers of a view rule out, read straight from K-18 and K-25."""
    out = [0, 0, 0, 0]
    for start in range(0, len(view.plays), 4):
        trick = view.plays[start : start + 4]
        led = kd.SUIT_OF[trick[0][1]]
        for seat, card in trick[1:]:
            if kd.SUIT_OF[card] != led:
                out[seat] |= int(kd.SUIT_MASKS[led])
                if kd.SUIT_OF[card] != kd.TRUMP:
                    out[seat] |= kd.TRUMPS
    for asker, yes in view.queens_answers:
        out[asker] |= kd.QUEENS
        if not yes:
            out[(asker + 2) % 4] |= kd.QUEENS
    return out


def allowed_deals(view: KozelView) -> set[Hands]:
    """Every way the hidden cards of a view can lie, by enumeration; the reader's own hand is 0."""
    assert view.seat is not None
    others = [(view.seat + step) % 4 for step in (1, 2, 3)]
    played = mask_of(card for _, card in view.plays)
    cards = cards_of(kd.ALL_CARDS & ~played & ~view.hand)
    never = voids(view)
    found = set()
    for first in combinations(cards, view.hand_sizes[others[0]]):
        rest = [card for card in cards if card not in first]
        for second in combinations(rest, view.hand_sizes[others[1]]):
            hands = [0, 0, 0, 0]
            hands[others[0]], hands[others[1]] = mask_of(first), mask_of(second)
            hands[others[2]] = mask_of(rest) & ~mask_of(second)
            if not any(hands[seat] & never[seat] for seat in others) and _answers_hold(view, hands):
                found.add(tuple(hands))
    return found


def _answers_hold(view: KozelView, hands: list[int]) -> bool:
    """Whoever was said to have a queen has played one or has one (K-18)."""
    for asker, yes in view.queens_answers:
        partner = (asker + 2) % 4
        shown = any(seat == partner and (kd.QUEENS >> card) & 1 for seat, card in view.plays)
        if yes and not shown and partner != view.seat and not hands[partner] & kd.QUEENS:
            return False
    return True


def surprise(counts: Counter[Hands], chances: dict[Hands, float]) -> float:
    """How many standard deviations chi-squared is above its mean."""
    total = sum(counts.values())
    squares = sum((counts[deal] - total * p) ** 2 / (total * p) for deal, p in chances.items())
    freedom = len(chances) - 1
    return (squares - freedom) / math.sqrt(2 * freedom) if freedom else squares
