"""How the careful bot cuts, boasts, gives and claims; its values are eyes expected by its team."""

from __future__ import annotations

import pytest

from kozyr.cards import parse_cards
from kozyr.games.kozel.deal import PLAYED_CARDS
from kozyr.games.kozel.match import KozelMatch
from kozyr.kernel.streams import Stream
from tests.bots.kozel_tables import CAREFUL, chosen, cut_of, dealt, moves, new_match, values

WEAK = "7c 8s 9s 7h 8h 7d 8d Jd"
STRONG = "Qc Qs Qh Qd 7s 8s 7h 7d"
NO_QUEENS = ("Jd 7h 9h Kh 8s Ad 8c 7d", "Jh 7s Td 8h As Qd Kc Qs", "Jc Ts Tc Th Js Ah Kd Ks")


def claiming(hand: str, *, dealer: int, limit: int = 3, points: int = 12) -> KozelMatch:
    """A match in its round of claims; the eldest hand holds these cards."""
    match = new_match(redeal_limit=limit, redeal_points=points)
    first = list(parse_cards(hand))
    rest = [card for card in PLAYED_CARDS if card not in first]
    cut_of(match, dealer, [first[i // 4] if i % 4 == 0 else rest.pop() for i in range(32)])
    return match


def cutting(**options: object) -> KozelMatch:
    """A match in which seat 0 cuts."""
    match = new_match(**options)
    match.resolve(3)
    match.resolve(PLAYED_CARDS)
    return match


def test_claims_a_redeal_with_a_hand_worth_little() -> None:
    """K-17: two points and no high trump are dealt anew, as a new deal promises half the eyes."""
    match = claiming(WEAK, dealer=3)
    assert chosen(match) == "claim points"
    assert values(match)["claim points"] == pytest.approx(60)
    assert values(match)["ok"] < 45


def test_plays_a_strong_hand_that_it_might_have_dealt_anew() -> None:
    """K-17 is a right, not a duty: four queens are kept where less than twenty points may be claimed."""
    match = claiming(STRONG, dealer=3, points=20)
    assert "claim points" in values(match)
    assert chosen(match) == "ok"


def test_asks_for_queens_because_a_no_can_be_dealt_anew() -> None:
    """K-18: the question promises more than silence, by the share of hands that a redeal saves."""
    match = dealt(*NO_QUEENS, claims="")
    assert chosen(match) == "ask queens"
    assert values(match)["ask queens"] > values(match)["ok"]


def test_deals_anew_when_the_team_has_no_queen() -> None:
    """K-18: after a no the hand is worth far less than a new one."""
    match = moves(dealt(*NO_QUEENS, claims=""), "ask queens")
    assert values(match)["redeal"] - values(match)["keep"] > 20
    assert chosen(match) == "redeal"


def test_claims_the_last_redeal_when_the_other_team_deals() -> None:
    """K-20: it gains a pair, so even a hand a little above the average is thrown in."""
    fair = "7c 8s 9s 7h 8h Jd Qd Qh"
    assert chosen(claiming(fair, dealer=3)) == "ok"
    assert chosen(claiming(fair, dealer=3, limit=1)) == "claim points"


def test_claims_no_last_redeal_against_its_own_team_with_a_playable_hand() -> None:
    """K-20: it would cost a pair; seat 1 is the dealer's partner and plays what it would else throw in."""
    hands = ("Qc Jc Js Ac Tc 7s 7h 7d", "Qd 8c 9c 8s 9s 8h 8d 9h", "Qs Jh Kc As Ks Th Kh Td")
    assert chosen(_second_claimer(hands, limit=3)) == "claim points"
    assert chosen(_second_claimer(hands, limit=1)) == "ok"


def _second_claimer(hands: tuple[str, ...], *, limit: int) -> KozelMatch:
    match = new_match(redeal_limit=limit)
    cards = [list(parse_cards(hand)) for hand in hands]
    cards.append([card for card in PLAYED_CARDS if all(card not in hand for hand in cards)])
    cut_of(match, 3, [cards[i % 4][i // 4] for i in range(32)])
    return moves(match, "ok")


def test_gives_the_card_of_less_use_and_fewer_points() -> None:
    """K-13: of a seven and a king of one suit the opponent gets the seven."""
    match = new_match()
    seven, king = parse_cards("7s Ks")
    middle = [card for card in PLAYED_CARDS if card not in (seven, king)]
    match.resolve(3)
    match.resolve((king, *middle, seven))
    moves(match, "boast trousers")
    assert chosen(match) == "give 7s"


def test_gives_no_queen_away() -> None:
    """K-13: with one good card in the offer, the other goes to the opponent."""
    match = new_match()
    queen, ten = parse_cards("Qd Ts")
    middle = [card for card in PLAYED_CARDS if card not in (queen, ten)]
    match.resolve(3)
    match.resolve((queen, *middle, ten))
    moves(match, "boast trousers")
    assert chosen(match) == "give Ts"
    assert values(match)["give Ts"] - values(match)["give Qd"] > 10


def test_lifts_enough_to_draw_from() -> None:
    """K-12: a small lift may run out of cards while they are good."""
    match = moves(cutting(), "boast mirror")
    value = values(match)
    assert value["lift 1"] < value["lift 3"] < value["lift 12"]
    assert int(chosen(match).split()[1]) > 8


def test_cuts_rather_than_boasts_and_not_at_the_edge() -> None:
    """K-8: measured, a boast gives no more than the cut, and a cut is as good as another."""
    seen = {str(CAREFUL.choose(cutting().view(0), Stream("cuts", number)).move) for number in range(60)}
    assert all(move.startswith("cut") for move in seen)
    cuts = [int(move.split()[1]) for move in seen]
    assert len(cuts) > 5
    assert 8 < min(cuts) <= max(cuts) < 24


def test_values_of_the_opening_are_eyes() -> None:
    """Cut and boasts are worth what bench/boasts.py measured: near half of 120, and not all the same."""
    value = values(cutting())
    assert all(55 < eyes < 65 for eyes in value.values())
    assert value["cut 16"] > value["boast mirror"] > value["boast trousers"]
