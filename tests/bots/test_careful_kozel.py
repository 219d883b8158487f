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


def test_overtakes_the_partners_sure_trump_with_no_high_one() -> None:
    """K-25 lets nobody choose to trump; what can be chosen is not to spend a queen on the partner's queen."""
    hands = ["7c Qc 7h 8h 7d 8d 9h 9d", "8s 9s Ks 7s Kh Kd 8c 9c", "Tc Qs Qh Qd Jc Js Jh Jd"]
    assert played(dealt(hands), "Qc 8c") == "Tc"


def test_takes_points_from_the_opponents_when_last() -> None:
    """Seat 3 is the last to play on an ace of diamonds it can beat with its own suit or trumps."""
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
