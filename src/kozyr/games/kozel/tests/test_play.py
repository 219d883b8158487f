"""The play of the cards (K-23..K-27)."""

import pytest

from kozyr.cards import cards_of, parse_card, parse_cards
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.match import KozelMatch
from kozyr.games.kozel.tests import oracle
from kozyr.games.kozel.tests.tables import do, hand, legal_texts, mask, play_on, playing, shuffled

FOUR_SUITS = {
    0: "Ad As Ts Ks 9s 8s 7s Qc",
    1: "Td Kd 9d Ah Th Kh 9h 8h",
    2: "Qh Jh Js Jc Ac 7h 8d 7d",
    3: "Qs Qd Jd Tc Kc 9c 8c 7c",
}
LATE = {0: "As Qc 7h", 1: "Ts 8s Kh", 2: "9s Jd Ah", 3: "7d 8d 7c"}
"""Three cards each, seat 0 to lead."""
LATE_LEAVES = 28
FIXED_DEAL = {0: "Qc Jd Tc 9s 7s Ah 9h Td", 1: "Qs Jh Kc As 8s Th 7h 9d"}
FIXED_LEAVES = 192
"""After five tricks of it."""
FIXED_WAYS = [1, 1, 1, 6, 42, 84]
"""To play its first one to six cards."""


def late(hands: dict[int, str], leader: int = 0) -> KozelMatch:
    """A match brought to its last tricks with these hands."""
    match = playing({})
    deal = match.deal
    for seat in range(4):
        deal.hands[seat] = mask(hands[seat])
    deal.must_lead, deal.leader, deal.turn = -1, leader, leader
    deal.tricks[0] = 8 - len(parse_cards(hands[0]))
    return match


def leaves(match: KozelMatch) -> int:
    """How many ways the deal can be played to its end."""
    if match.finished:
        return 1
    total = 0
    for move in match.legal():
        after = match.copy()
        after.play(move)
        total += leaves(after)
    return total


def test_the_ace_of_diamonds_is_led_first() -> None:
    """K-23."""
    match = playing({2: "Ad 7s"})
    assert match.awaits == 2
    assert legal_texts(match) == ["Ad"]


def test_the_holder_of_the_seven_of_clubs_leads_any_card() -> None:
    """K-23."""
    match = playing({2: "7c Qc As"}, first_lead="seven_of_clubs")
    assert match.awaits == 2
    assert len(legal_texts(match)) == 8


@pytest.mark.parametrize("first_lead", ["ace_of_diamonds", "seven_of_clubs"])
@pytest.mark.parametrize("later_lead", ["eldest", "same_card"])
def test_who_leads_in_later_deals(first_lead: str, later_lead: str) -> None:
    """K-23, K-24: a deal lost by redeals is not the first that is played."""
    for number in range(6):
        match = shuffled(kd.PLAYED_CARDS, first_lead=first_lead, later_lead=later_lead, redeal_limit=1)
        play_on(match, f"leads {number}")
        no_deal_played = True
        for log in match.deals():
            plays = [made for made in log.moves if str(made.move) in oracle.TRUMPS or len(str(made.move)) == 2]
            plays = [made for made in plays if str(made.move) != "ok"]
            if not plays:
                continue
            leader, led = plays[0].seat, str(plays[0].move)
            wanted = "Ad" if first_lead == "ace_of_diamonds" else "7c"
            if later_lead == "eldest" and not no_deal_played:
                assert leader == (log.dealer + 1) % 4
            else:
                assert wanted in [str(made.move) for made in plays if made.seat == leader]
                assert led == "Ad" or first_lead == "seven_of_clubs"
            no_deal_played = False


def test_the_suit_led_is_followed() -> None:
    """K-25: trumps are one suit."""
    match = do(playing(FOUR_SUITS), "Ad")
    assert legal_texts(match) == ["9d", "Td", "Kd"]
    do(match, "9d")
    assert legal_texts(match) == ["7d", "8d"]
    do(match, "7d")
    assert set(legal_texts(match)) == set(FOUR_SUITS[3].split())  # nothing but trumps


def test_without_the_suit_a_trump_is_played() -> None:
    """K-25: a queen of hearts does not follow hearts."""
    match = late({0: "Ah 7s", 1: "Qh 7d", 2: "8s 8d", 3: "Kh 9s"})
    do(match, "Ah")
    assert legal_texts(match) == ["Qh"]
    do(match, "Qh")
    assert legal_texts(match) == ["8s", "8d"]  # neither suit nor trump: any card


def test_trumps_led_are_followed_by_any_trump_and_need_not_be_beaten() -> None:
    """K-25."""
    match = do(late({0: "Jd 7s", 1: "7c Qc", 2: "8s 8d", 3: "Qh Kh"}), "Jd")
    assert set(legal_texts(match)) == {"7c", "Qc"}


@pytest.mark.parametrize(
    ("trick", "place"),
    [
        ("As Ts Ks 9s", 0),
        ("7s 8s 9s Ts", 3),
        ("Ks Ah Ad 7s", 0),
        ("As 7c 8c Ts", 2),
        ("7c Qd Qc Qs", 2),
        ("7d Ad Th Jd", 3),
        ("8h 9h 7h Tc", 3),
    ],
)
def test_the_highest_trump_or_card_of_the_suit_led_takes_the_trick(trick: str, place: int) -> None:
    """K-26."""
    cards = trick.split()
    assert oracle.winner(cards) == place
    match = late(dict(enumerate(cards)), leader=0)
    match.deal.tricks[0] = 6  # so that the deal goes on
    do(match, *cards)
    assert match.awaits == place
    assert int(match.deal.points[place % 2]) == oracle.points(cards)
    assert int(match.deal.tricks[place % 2]) == (7 if place % 2 == 0 else 1)


def test_every_pair_of_cards_agrees_with_the_oracle() -> None:
    """K-26."""
    for first in kd.PLAYED_CARDS:
        for second in kd.PLAYED_CARDS:
            if first != second:
                assert bool(kd.beats(second, first)) == (oracle.winner([str(first), str(second)]) == 1)


def test_play_is_written_as_the_card() -> None:
    """K-27."""
    assert legal_texts(playing({0: "Ad"})) == ["Ad"]


def test_leaves_of_a_late_position() -> None:
    """K-25, K-26: a count that any change of the rules of play moves."""
    hands = [LATE[seat].split() for seat in range(4)]
    assert leaves(late(LATE)) == oracle.leaves(hands, 0, []) == LATE_LEAVES


def test_leaves_of_a_fixed_deal_after_five_tricks() -> None:
    """K-23, K-25, K-26."""
    match = playing(FIXED_DEAL)
    hands = [[str(card) for card in cards_of(hand(match, seat))] for seat in range(4)]
    for _ in range(20):  # five tricks of the highest card in pack order
        assert isinstance(match.awaits, int)
        move = match.legal()[-1]
        hands[match.awaits].remove(str(move))
        match.play(move)
    assert isinstance(match.awaits, int)
    assert leaves(match) == oracle.leaves(hands, match.awaits, []) == FIXED_LEAVES


def test_the_first_cards_of_a_fixed_deal_have_a_fixed_number_of_ways() -> None:
    """K-23, K-25, K-26."""

    def ways(match: KozelMatch, plays: int) -> int:
        if plays == 0:
            return 1
        found = 0
        for move in match.legal():
            after = match.copy()
            after.play(move)
            found += ways(after, plays - 1)
        return found

    assert [ways(playing(FIXED_DEAL), plays) for plays in range(1, 7)] == FIXED_WAYS


def test_the_first_card_of_the_match_is_the_ace_of_diamonds_after_a_boast_too() -> None:
    """K-23."""
    match = do(shuffled(kd.PLAYED_CARDS), "boast mirror", "lift 1", "lift 1", "lift 1", "lift 1")
    assert legal_texts(match) == ["Ad"]
    assert isinstance(match.awaits, int)
    assert hand(match, match.awaits) >> parse_card("Ad") & 1
