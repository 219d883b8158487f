"""Hidden cards are dealt as a view allows, every deal as often as it is likely."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from kozyr.bots.search import kozel_sampler
from kozyr.bots.search.kozel_hidden import GOOD, Hidden, hidden_of
from kozyr.bots.search.kozel_sampler import Sampler
from kozyr.cards import cards_of, mask_of
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.match import KozelMatch
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.compiled import plain_twin
from kozyr.kernel.streams import Stream
from tests.bots.kozel_tables import new_match
from tests.bots.kozel_worlds import Hands, allowed_deals, played_views, surprise

DRAWS = 20_000


def counted(view: KozelView, seed: str) -> Counter[Hands]:
    """How often each deal comes in DRAWS."""
    assert view.seat is not None
    rows = Sampler(hidden_of(view), view.seat).sample(Stream(seed).words, DRAWS)
    return Counter(tuple(row[:4]) for row in rows.tolist())


def test_every_deal_that_plays_and_answers_allow_is_as_frequent() -> None:
    """K-18, K-25: against enumeration in positions of at most nine hidden cards, after cuts only."""
    told = 0
    for seed in range(24):
        for number, view in enumerate(played_views(seed, 9, boasts="none", redeal_limit=9)):
            deals = allowed_deals(view)
            counts = counted(view, f"uniform {seed} {number}")
            assert set(counts) <= deals
            if len(deals) <= DRAWS // 10:
                assert surprise(counts, dict.fromkeys(deals, 1 / len(deals))) < 5
                told += bool(view.queens_answers)
    assert told > 10


def test_a_partner_who_has_told_of_a_queen_has_one_until_he_plays_one() -> None:
    """K-18: with the answer alone to go by, the shares are those of all deals that hold a queen there."""
    cards = mask_of(kd.PLAYED_CARDS[:9]) | kd.QUEENS
    hidden = Hidden(
        cards,
        (0, cards, cards, cards, 0),
        (0, 0, kd.QUEENS, 0),
        (0, 4, 1, cards.bit_count() - 5, 0),
        ((),),
        (0, 0, 0, 0),
        (0, 0, 0, 0),
    )
    rows = Sampler(hidden, 0).sample(Stream("one queen").words, 4000)
    shares = Counter(row[2] for row in rows.tolist())
    assert set(shares) == {1 << card for card in cards_of(kd.QUEENS)}
    assert all(abs(count - 1000) < 140 for count in shares.values())


def boasted(seed: int, **options: object) -> Iterator[tuple[KozelMatch, KozelView]]:
    """Matches whose eldest hand boasts, with the views of the seats to move in drawing and play."""
    match, stream = new_match(**options), Stream("boasted", seed)
    match.resolve(seed % 4)
    while not match.finished and (awaits := match.awaits) is not None:
        if not isinstance(awaits, int):
            match.resolve(awaits.sample(stream))
            continue
        view = match.view(awaits)
        if view.phase != "cut":
            yield match, view
        legal = match.legal()
        match.play(legal[-1] if view.phase == "cut" else stream.choice(legal))


@pytest.mark.parametrize("kind", ["mirror", "trousers"])
@pytest.mark.parametrize("mixed", ["stop", "again"])
def test_after_a_boast_the_true_hands_are_as_the_sampler_expects_them(kind: str, mixed: str) -> None:
    """K-12, K-13: before a card is laid, hands have on average as many good cards as the sampled ones."""
    excess: dict[tuple[str, int], list[float]] = {}
    for seed in range(150):
        for number, (match, view) in enumerate(boasted(seed, boasts=kind, trousers_mixed=mixed)):
            if view.plays:
                break  # what players choose to lay tells of their hands too
            assert view.seat is not None
            rows = Sampler(hidden_of(view), view.seat).sample(Stream("boast", seed, number).words, 8)
            for step in (1, 2, 3):
                seat = (view.seat + step) % 4
                true = int(match.deal.hands[seat])
                drawn = [(int(row[seat]) & GOOD).bit_count() for row in rows]
                assert all(int(row[seat]).bit_count() == true.bit_count() for row in rows)
                error = (true & GOOD).bit_count() - float(np.mean(drawn))
                excess.setdefault((view.phase, step), []).append(error)
    for errors in excess.values():
        mean, deviation = float(np.mean(errors)), float(np.std(errors)) / math.sqrt(len(errors))
        assert abs(mean) < 4.5 * deviation + 1e-9


def test_what_was_given_away_lies_with_the_left_neighbour_until_it_is_played() -> None:
    """K-11: giver and receiver know the card."""
    seen = 0
    for seed in range(60):
        for _, view in boasted(seed, boasts="trousers"):
            if view.own_gifts and view.phase == "play":
                assert view.seat is not None
                gift = view.own_gifts & ~mask_of(card for _, card in view.plays)
                rows = Sampler(hidden_of(view), view.seat).sample(Stream("gift", seed).words, 5)
                assert all(int(row[(view.seat + 1) % 4]) & gift == gift for row in rows)
                seen += gift != 0
    assert seen > 20


def test_plain_code_deals_the_same_cards() -> None:
    twin = plain_twin(kozel_sampler)
    for seed in range(3):
        for number, view in enumerate(played_views(seed, 9)):
            assert view.seat is not None
            ours = Sampler(hidden_of(view), view.seat)
            twins = twin.Sampler(hidden_of(view), view.seat)
            twins.box = [twins.record]
            words = Stream("parity", seed, number).words
            assert (ours.sample(words.copy(), 20) == twins.sample(words.copy(), 20)).all()
