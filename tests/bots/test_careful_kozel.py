"""How the careful bot plays with its partner."""

from __future__ import annotations

from kozyr.bots import make_bot
from kozyr.cards import PACK, parse_card, parse_cards
from kozyr.games import get_game
from kozyr.games.kozel.deal import PLAYED_CARDS
from kozyr.games.kozel.match import KozelMatch
from kozyr.kernel.streams import Stream

GAME = get_game("kozel")
CAREFUL = make_bot("kozel", "careful")


def dealt(hands: list[str], *, dealer: int = 3) -> KozelMatch:
    """A match in which the seats hold these cards (the last seat the rest), claims passed, seat 0 eldest."""
    match = GAME.new_match(GAME.options.from_mapping({"first_lead": "seven_of_clubs"}), 4)
    assert isinstance(match, KozelMatch)
    cards = [list(parse_cards(hand)) for hand in hands]
    named = {card for hand in cards for card in hand}
    cards.append([card for card in PLAYED_CARDS if card not in named])
    assert all(len(hand) == 8 for hand in cards)
    order = [cards[i % 4][i // 4] for i in range(32)]
    match.resolve(dealer)
    match.resolve((order[-1], *order[:-1]))
    match.apply(0, GAME.parse_move("cut 1"))
    while match.view(None).phase == "claim":
        match.apply(int(match.awaits), GAME.parse_move("ok"))  # type: ignore[arg-type]
    return match


def played(match: KozelMatch, moves: str) -> str:
    """What the careful bot lays after some moves."""
    for word in moves.split():
        assert isinstance(match.awaits, int)
        match.apply(match.awaits, GAME.parse_move(word))
    assert isinstance(match.awaits, int)
    return str(CAREFUL.choose(match.view(match.awaits), Stream("test")).move)


HANDS = [
    "7c Qc Qs 8s 7h 8h 7d 8d",
    "9c 8c Ks 9s 9h Kh Kd 9d",
    "Tc Kc Js As Ts Th Ah 7s",
]
"""Seat 3 holds Qh Qd Jc Jh Jd Ac Td Ad."""


def test_covers_the_partners_sure_trick_with_points() -> None:
    """Seat 0 leads the highest trump; its partner gives the ten of clubs, not the king."""
    assert played(dealt(HANDS), "Qc 8c") == "Tc"


def test_throws_no_points_under_an_opponents_sure_trick() -> None:
    """Seat 1 has taken the trick for certain; seat 2 must follow and keeps ten and king."""
    hands = ["7c 8s 7h 8h 7d 8d 9h 9d", "Qc Qs 8c 9c Ks 9s Kh Kd", "Tc Kc Js As Ts Th Ah 7s"]
    assert played(dealt(hands), "7c Qc") in {"Js", "Kc"}


def test_spends_no_high_trump_on_the_partners_sure_trick() -> None:
    """K-25 lets nobody choose to trump; what can be chosen is not to spend a queen on the partner's queen."""
    hands = ["7c Qc 7h 8h 7d 8d 9h 9d", "8s 9s Ks 7s Kh Kd 8c 9c", "Tc Qs Qh Qd Jc Js Jh Jd"]
    assert played(dealt(hands), "Qc 8c") == "Tc"


def test_takes_points_from_the_opponents_when_last() -> None:
    """Seat 3 plays last to a trick of trumps that the opponents hold: it takes it, and without a queen."""
    hands = ["7c Qc Qs 8s 7h 8h 7d 8d", "9c 8c Ks 9s 9h Kh Ad Td", "Tc Kc Js As Ts Th Ah 7s"]
    match = dealt(hands)
    laid = played(match, "7c 9c Kc")
    trick = [parse_card(word) for word in ("7c", "9c", "Kc")]
    assert laid in {str(card) for card in PACK} - {str(card) for card in trick}
    assert laid in {"Ac", "Jd", "Jh"}


def test_leads_no_trump_when_the_opponents_have_none() -> None:
    """All trumps are with seats 0 and 2: after a round of them seat 0 knows it and leads a plain ace."""
    hands = [
        "7c Qc Qs Qh Qd Jc Ah 7h",
        "As Ts Ks 9s 8s 7s Td 7d",
        "8c 9c Kc Tc Ac Js Jh Jd",
    ]
    match = dealt(hands)
    assert played(match, "Qc 7s Tc 8d") == "Ah"


def _choice(match: KozelMatch) -> str:
    assert isinstance(match.awaits, int)
    return str(CAREFUL.choose(match.view(match.awaits), Stream("test")).move)


def _claiming(weak: str, *, dealer: int, limit: int = 3) -> KozelMatch:
    """A match in its round of claims; the eldest hand (seat 0 or 1) holds the weak cards."""
    match = GAME.new_match(GAME.options.from_mapping({"redeal_limit": limit}), 4)
    assert isinstance(match, KozelMatch)
    hand = list(parse_cards(weak))
    rest = [card for card in PLAYED_CARDS if card not in hand]
    order = [hand[i // 4] if i % 4 == 0 else rest.pop() for i in range(32)]
    match.resolve(dealer)
    match.resolve((order[-1], *order[:-1]))
    match.apply((dealer + 1) % 4, GAME.parse_move("cut 1"))
    return match


def test_claims_a_redeal_with_a_hand_worth_little() -> None:
    """K-17: two points and no high trump are dealt anew."""
    assert _choice(_claiming("7c 8s 9s 7h 8h 7d 8d Jd", dealer=3)) == "claim points"


def test_plays_a_strong_hand_that_it_might_have_dealt_anew() -> None:
    """K-17 is a right, not a duty: four queens are worth twelve points, and are kept."""
    match = _claiming("Qc Qs Qh Qd 7s 8s 7h 7d", dealer=3)
    assert _choice(match) == "ok"


def test_claims_at_the_limit_only_when_the_other_team_deals() -> None:
    """K-20: the last redeal loses the deal for the dealer's team, so it is claimed whatever the hand, or never."""
    weak = "7c 8s 9s 7h 8h 7d 8d Jd"
    match = _claiming(weak, dealer=3, limit=1)
    assert _choice(match) == "claim points"
    partner_of_dealer = _claiming("Qc Jc Js Ac Tc 7s 7h 7d", dealer=3, limit=1)
    partner_of_dealer.apply(0, GAME.parse_move("ok"))
    assert partner_of_dealer.awaits == 1
    assert _choice(partner_of_dealer) == "ok"


def test_gives_the_card_of_less_use_and_fewer_points() -> None:
    """K-13: of a seven and a king of one suit the opponent gets the seven."""
    match = GAME.new_match(GAME.options(), 4)
    seven, king = parse_cards("7s Ks")
    middle = [card for card in PLAYED_CARDS if card not in (seven, king)]
    match.resolve(3)
    match.resolve((king, *middle, seven))
    match.apply(0, GAME.parse_move("boast trousers"))
    assert isinstance(match, KozelMatch)
    assert _choice(match) == "give 7s"


def test_boasts_now_and_then_and_else_cuts_in_the_middle() -> None:
    """K-8: both are seen over many deals, and a cut is never at the edge of the pack."""
    seen = set()
    for number in range(60):
        match = GAME.new_match(GAME.options(), 4)
        match.resolve(3)
        match.resolve(PLAYED_CARDS)
        seen.add(str(CAREFUL.choose(match.view(0), Stream("cuts", number)).move))
    cuts = {int(move.split()[1]) for move in seen if move.startswith("cut")}
    assert {"boast mirror", "boast trousers"} <= seen
    assert cuts
    assert min(cuts) > 8
    assert max(cuts) < 24


def test_beats_random_by_a_wide_margin() -> None:
    """Twelve matches from both sides: more than 64 of 120 points a deal."""
    rand = make_bot("kozel", "random")
    total, deals = 0.0, 0
    for number in range(12):
        team = number % 2
        match = GAME.new_match(GAME.options(), 4)
        stream = Stream("margin", number // 2)
        while (awaits := match.awaits) is not None:
            if isinstance(awaits, int):
                bot = CAREFUL if awaits % 2 == team else rand
                match.play(bot.choose(match.view(awaits), stream).move)
            else:
                match.resolve(awaits.sample(stream))
        total += sum(deal.scores[team] for deal in match.figures())
        deals += len(match.figures())
    assert total / deals > 64
