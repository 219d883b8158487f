"""Positions of Thirty-one for the tests of its bots, reached through chance outcomes and moves."""

from __future__ import annotations

from collections.abc import Mapping

from kozyr.bots import Choice, make_bot
from kozyr.cards import PACK, Card, parse_cards
from kozyr.games import get_game
from kozyr.games.thirty_one.match import ThirtyOneMatch
from kozyr.games.thirty_one.view import ThirtyOneView
from kozyr.kernel.streams import Stream

GAME = get_game("thirty_one")
CAREFUL = make_bot("thirty_one", "careful")


def pack_of(hands: list[str], row: str, stock: str) -> tuple[Card, ...]:
    """The pack that deals these hands from the eldest on, these open cards, and this stock next."""
    dealt = [parse_cards(hand) for hand in hands]
    table = parse_cards(row)
    order = [card for place in range(3) for card in (*(hand[place] for hand in dealt), table[place])]
    order += parse_cards(stock)
    assert len(order) == len(set(order)), "a card is dealt twice"
    return (*order, *(card for card in PACK if card not in order))


def dealt(
    hands: list[str], row: str, stock: str = "", *, moves: str = "", options: Mapping[str, object] | None = None
) -> ThirtyOneMatch:
    """A match in which the seats hold these cards, seat 0 is the eldest hand, and some moves have been made."""
    match = GAME.new_match(GAME.options.from_mapping(options or {}), len(hands))
    assert isinstance(match, ThirtyOneMatch)
    match.resolve(len(hands) - 1)
    match.resolve(pack_of(hands, row, stock))
    for text in filter(None, moves.split("; ")):
        match.apply(to_move(match), GAME.parse_move(text))
    return match


def to_move(match: ThirtyOneMatch) -> int:
    """The seat that is to move."""
    assert isinstance(match.awaits, int)
    return match.awaits


def seen(match: ThirtyOneMatch) -> ThirtyOneView:
    """What the seat that is to move knows."""
    return match.view(to_move(match))


def choice(match: ThirtyOneMatch) -> Choice:
    """What the careful bot does there, and why."""
    return CAREFUL.choose(seen(match), Stream("position"))


def chosen(match: ThirtyOneMatch) -> str:
    """The move of the careful bot."""
    return str(choice(match).move)


def values(match: ThirtyOneMatch) -> dict[str, float]:
    """What each move is worth to it."""
    return {str(reason.move): reason.value for reason in choice(match).reasons}
