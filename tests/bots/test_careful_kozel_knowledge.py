"""What the careful bot concludes about hidden cards, and nothing it may not know."""

from __future__ import annotations

import pytest

from kozyr.bots.careful.kozel_holdings import Holdings, holdings
from kozyr.bots.careful.kozel_knowledge import Knowledge
from kozyr.cards import mask_of, parse_cards
from kozyr.games.kozel.deal import TRUMPS
from kozyr.games.kozel.match import KozelMatch
from kozyr.kernel.streams import Stream
from tests.bots.kozel_tables import CAREFUL, GAME, dealt, moves, new_match, plays

QUEENS = mask_of(parse_cards("Qc Qs Qh Qd"))
YES = ("Jd 7h 9h Kh 8s 8d Jc 7d", "Jh 7s Td 8h As Qd Kc Ah", "8c Ts Tc Th Js Qs Kd Ks")
NO = ("Jd 7h 9h Kh 8s 8d Jc 7d", "Jh 7s Td 8h As Qd Kc Qs", "8c Ts Tc Th Js Ah Kd Ks")


def known(match: KozelMatch, seat: int) -> Holdings:
    return holdings(match.view(seat))


def test_who_asked_for_queens_has_none() -> None:
    """K-18: only a player without queens may ask."""
    asked = known(dealt(*YES, claims="ask queens, ok, ok, ok"), 3)
    assert asked.may[0] & QUEENS == 0
    assert asked.may[1] & QUEENS


def test_a_no_tells_that_the_whole_team_has_none() -> None:
    """K-18: the answer is truthful."""
    match = dealt(*NO, claims="ask queens, keep, ok, ok, ok")
    seen = known(match, 3)
    assert seen.may[0] & QUEENS == seen.may[2] & QUEENS == 0
    assert seen.sure[1] & QUEENS == mask_of(parse_cards("Qd Qs"))


def test_a_yes_tells_of_a_queen_until_one_is_played() -> None:
    """K-18: the partner has one; after he has played a queen he need not have another."""
    match = dealt(*YES, claims="ask queens, ok, ok, ok")
    own = Knowledge.of(match.view(0))
    assert own.chance_of_one(2, QUEENS) == pytest.approx(1.0)
    assert own.chance_of_one(1, QUEENS) < 1.0
    plays(match, "7c Jc Kc Qs")
    assert Knowledge.of(match.view(0)).chance_of_one(2, QUEENS) < 1.0


def test_a_yes_makes_each_queen_likelier() -> None:
    """Without the answer the partner holds the queen of spades as likely as the opponents do."""
    told = Knowledge.of(dealt(*YES, claims="ask queens, ok, ok, ok").view(0))
    untold = Knowledge.of(dealt(*YES).view(0))
    queen = mask_of(parse_cards("Qs"))
    assert untold.chance_of_one(2, queen) == pytest.approx(1 / 3)
    assert told.chance_of_one(2, queen) > 0.4
    assert told.chance_of_one(1, queen) < untold.chance_of_one(1, queen) + 1e-9


def test_who_did_not_follow_is_void_and_elimination_finds_the_holders() -> None:
    """K-25: seats 1 and 3 laid plain cards on a trump, so the partner holds every trump that is out."""
    hands = ("7c Qc Qs Qh Qd Jc Ah 7h", "As Ts Ks 9s 8s 7s Td 7d", "8c 9c Kc Tc Ac Js Jh Jd")
    seen = known(plays(dealt(*hands), "Qc 7s Tc 8d"), 0)
    assert seen.sure[2] == mask_of(parse_cards("8c 9c Kc Ac Js Jh Jd"))
    assert seen.room[2] == 0


def test_who_laid_a_plain_card_on_another_suit_has_no_trump_either() -> None:
    """K-25: seat 3 lays a heart on a spade, so it has no trump; seat 1 follows and may have some."""
    hands = ("7c Qc Qs Qh Ad Jc As 7h", "Jd Ts Ks 9s 8s 7s Td 7d", "8c 9c Kc Tc Ac Js Jh Qd")
    seen = known(plays(dealt(*hands), "As 7s 8c 8h"), 0)
    assert seen.may[3] & TRUMPS == 0
    assert seen.may[1] & TRUMPS


def test_a_hand_of_known_size_is_settled_by_elimination() -> None:
    """After the trick the partner can have no plain card: as many trumps are sure with it as it holds cards."""
    hands = ("7c Qc Qs Qh Qd Jc Ah 7h", "As Ts Ks 9s 8s 7s Td 7d", "8c 9c Kc Tc Ac Js Jh Jd")
    seen = known(plays(dealt(*hands), "Qc 7s Tc 8d"), 0)
    assert seen.may[2] == seen.sure[2]
    assert seen.sure[2].bit_count() == 7


def test_a_gift_is_known_to_lie_with_the_left_neighbour() -> None:
    """K-13: the giver knows what he gave, until it is played."""
    match = new_match(boasts="trousers")
    stream = Stream("gift")
    match.resolve(3)
    assert match.awaits is not None
    match.resolve(match.awaits.sample(stream))  # type: ignore[union-attr]
    moves(match, "boast trousers")
    while match.view(None).phase == "give":
        assert isinstance(match.awaits, int)
        match.play(match.legal()[0])
    gifts = match.view(0).own_gifts
    assert gifts
    assert gifts & ~known(match, 0).sure[1] == 0


def test_every_conclusion_is_true_of_the_real_hands() -> None:
    """Over whole matches: what a seat may hold includes what it holds, and sure cards are there."""
    for number in range(6):
        match, stream = new_match(), Stream("true conclusions", number)
        while (awaits := match.awaits) is not None:
            if not isinstance(awaits, int):
                match.resolve(awaits.sample(stream))
                continue
            view = match.view(awaits)
            if view.phase == "play":
                seen = holdings(view)
                for seat in {0, 1, 2, 3} - {awaits}:
                    hand = match.view(seat).hand
                    assert hand & ~seen.may[seat] == 0
                    assert seen.sure[seat] & ~hand == 0
                    if seen.may[seat].bit_count() == view.hand_sizes[seat]:
                        assert seen.sure[seat] == seen.may[seat]
                    assert not seen.some[seat] or seen.some[seat] & hand
            match.play(CAREFUL.choose(view, stream).move)


def test_sees_no_more_than_its_view() -> None:
    """In another world that the seat cannot tell from this one, the bot makes the same move for the same reasons."""
    compared = 0
    for number in range(3):
        match, stream = new_match(), Stream("other worlds", number)
        while (awaits := match.awaits) is not None:
            if not isinstance(awaits, int):
                match.resolve(awaits.sample(stream))
                continue
            here = CAREFUL.choose(match.view(awaits), Stream("same"))
            other = GAME.twin(match, awaits, stream)
            if other is not None:
                compared += 1
                assert CAREFUL.choose(other.view(awaits), Stream("same")) == here
            match.play(here.move)
    assert compared > 50
