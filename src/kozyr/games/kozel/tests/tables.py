"""Matches of Kozel brought to a wanted position, for the tests."""

from __future__ import annotations

from collections.abc import Mapping

from kozyr.cards import Card, mask_of, parse_cards
from kozyr.games.kozel import GAME
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.match import KozelMatch
from kozyr.games.kozel.options import KozelOptions
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import random_move
from kozyr.kernel.streams import Stream

ALL_TRUMPS = "Qc Qs Qh Qd Jc Js Jh Jd Ac Tc Kc 9c 8c 7c"


def mask(text: str) -> int:
    """The mask of the cards in a text."""
    return mask_of(parse_cards(text))


def hand(match: KozelMatch, seat: int) -> int:
    """The mask of a seat's cards."""
    return int(match.deal.hands[seat])


def legal_texts(match: KozelMatch) -> list[str]:
    """The legal moves as they are written."""
    return [str(move) for move in match.legal()]


def do(match: KozelMatch, *texts: str) -> KozelMatch:
    """Make moves, each by whoever is to move."""
    for text in texts:
        seat = match.awaits
        assert isinstance(seat, int), f"nobody is to move, so not {text}"
        match.apply(seat, GAME.parse_move(text))
    return match


def pack_of(top: str, bottom: str = "") -> tuple[Card, ...]:
    """A pack with the given cards on top and at the bottom (the lowest last), the rest in pack order between."""
    first, last = parse_cards(top), parse_cards(bottom)
    return first + tuple(card for card in kd.PLAYED_CARDS if card not in first + last) + last


def full_hands(hands: Mapping[int, str]) -> list[list[Card]]:
    """Four hands of eight: the given cards, and the rest in pack order to whoever lacks some."""
    found = [list(parse_cards(hands.get(seat, ""))) for seat in range(4)]
    rest = [card for card in kd.PLAYED_CARDS if not any(card in each for each in found)]
    for each in found:
        while len(each) < 8:
            each.append(rest.pop(0))
    assert not rest
    return found


def pack_dealing(hands: Mapping[int, str], eldest: int, cut: int = 1) -> tuple[Card, ...]:
    """The pack that deals these hands after ``cut``."""
    found = full_hands(hands)
    dealt = [found[(eldest + i) % 4][i // 4] for i in range(32)]
    return tuple(dealt[(i - cut) % 32] for i in range(32))


def shuffled(pack: tuple[Card, ...], dealer: int = 3, **options: object) -> KozelMatch:
    """A match whose first pack is this; the seat after the dealer is to cut."""
    match = new_match(**options)
    match.resolve(dealer)
    match.resolve(pack)
    return match


def dealt(hands: Mapping[int, str], dealer: int = 3, **options: object) -> KozelMatch:
    """A match in which these hands have been dealt; the eldest hand may claim."""
    return do(shuffled(pack_dealing(hands, (dealer + 1) % 4), dealer, **options), "cut 1")


def playing(hands: Mapping[int, str], dealer: int = 3, **options: object) -> KozelMatch:
    """As ``dealt``, and nobody has claimed."""
    return do(dealt(hands, dealer, **options), "ok", "ok", "ok", "ok")


def play_on(match: KozelMatch, seed: str, deals: int = 1000) -> KozelMatch:
    """Play at random until the match is over or so many deals have ended."""
    stream = Stream(seed)
    while (awaits := match.awaits) is not None and len(match.finished) < deals:
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(stream))
        else:
            match.play(random_move(match.legal(), stream))
    return match


def new_match(**options: object) -> KozelMatch:
    """A match before its lot."""
    return match_by(KozelOptions.from_mapping(options))


def match_by(options: KozelOptions) -> KozelMatch:
    """A match by some options, before its lot."""
    match = GAME.new_match(options, 4)
    assert isinstance(match, KozelMatch)
    return match
