"""Matches of Thirty-one brought to a wanted position, for the tests."""

from __future__ import annotations

from collections.abc import Mapping

from kozyr.cards import PACK, Card, mask_of, parse_cards
from kozyr.games.thirty_one import GAME
from kozyr.games.thirty_one.match import ThirtyOneMatch
from kozyr.games.thirty_one.options import ThirtyOneOptions
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import random_move
from kozyr.kernel.streams import Stream


def mask(text: str) -> int:
    """The mask of the cards in a text."""
    return mask_of(parse_cards(text))


def hand(match: ThirtyOneMatch, seat: int) -> int:
    """The mask of a seat's cards."""
    return int(match.deal.hands[seat])


def open_texts(match: ThirtyOneMatch) -> list[str]:
    """The open cards as they lie."""
    return [str(PACK[card]) for card in match.deal.open.tolist()]


def legal_texts(match: ThirtyOneMatch) -> list[str]:
    """The legal moves as they are written."""
    return [str(move) for move in match.legal()]


def words(match: ThirtyOneMatch) -> list[str]:
    """The legal moves that are no swaps."""
    return [text for text in legal_texts(match) if not text.startswith("swap")]


def ids(match: ThirtyOneMatch) -> list[str]:
    """The ids of the events of the deal that is told."""
    return [event.public.id for event in match.events()]


def do(match: ThirtyOneMatch, *texts: str) -> ThirtyOneMatch:
    """Make moves, each by whoever is to move."""
    for text in texts:
        seat = match.awaits
        assert isinstance(seat, int), f"nobody is to move, so not {text}"
        match.apply(seat, GAME.parse_move(text))
    return match


def pack_dealing(hands: Mapping[int, str], shown: str, stock: str, seats: tuple[int, ...]) -> tuple[Card, ...]:
    """The pack that deals these hands, ``seats`` being in the order of dealing, and these open cards.

    ``stock`` comes next; the cards left over fill the hands that were not given, then the bottom.
    """
    table, top = list(parse_cards(shown)), list(parse_cards(stock))
    given = {seat: list(parse_cards(text)) for seat, text in hands.items()}
    used = {*table, *top, *(card for cards in given.values() for card in cards)}
    rest = [card for card in PACK if card not in used]
    for seat in seats:
        cards = given.setdefault(seat, [])
        while len(cards) < 3:
            cards.append(rest.pop(3 * seat % len(rest)))
    while len(table) < 3:
        table.append(rest.pop())
    order = [card for place in range(3) for card in (*(given[seat][place] for seat in seats), table[place])]
    return (*order, *top, *rest)


def next_pack(match: ThirtyOneMatch, hands: Mapping[int, str], shown: str, stock: str = "") -> tuple[Card, ...]:
    """The pack that deals these hands in the deal that is to be shuffled."""
    coming = match.coming
    assert coming is not None
    around = [(coming.dealer + step) % match.players for step in range(1, match.players + 1)]
    return pack_dealing(hands, shown, stock, tuple(seat for seat in around if seat in coming.seats))


def deal_next(match: ThirtyOneMatch, hands: Mapping[int, str], shown: str, stock: str = "") -> ThirtyOneMatch:
    """Deal these hands in a match that waits for its pack."""
    match.resolve(next_pack(match, hands, shown, stock))
    return match


def new_match(players: int = 3, options: Mapping[str, object] | None = None) -> ThirtyOneMatch:
    """A match before its lot."""
    match = GAME.new_match(ThirtyOneOptions.from_mapping(options or {}), players)
    assert isinstance(match, ThirtyOneMatch)
    return match


def dealt(hands: Mapping[int, str], shown: str, stock: str = "", **options: object) -> ThirtyOneMatch:
    """A match in which these cards have been dealt, a hand a seat (perhaps not named in full); seat 0 begins."""
    match = new_match(len(hands), options)
    match.resolve(match.players - 1)
    return deal_next(match, hands, shown, stock)


def play_on(match: ThirtyOneMatch, seed: str, deals: int = 100_000) -> ThirtyOneMatch:
    """Play at random until the match is over or so many deals have ended."""
    stream = Stream(seed)
    while (awaits := match.awaits) is not None and len(match.finished) < deals:
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(stream))
        else:
            match.play(random_move(match.legal(), stream))
    return match
