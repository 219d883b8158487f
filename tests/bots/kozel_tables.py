"""Positions of Kozel for tests of bots, made of decks and moves."""

from __future__ import annotations

from kozyr.bots import make_bot
from kozyr.bots.bot import Choice
from kozyr.cards import Card, parse_cards
from kozyr.games import get_game
from kozyr.games.kozel.deal import PLAYED_CARDS
from kozyr.games.kozel.match import KozelMatch
from kozyr.kernel.streams import Stream

GAME = get_game("kozel")
CAREFUL = make_bot("kozel", "careful")


def dealt(*hands: str, claims: str = "ok, ok, ok, ok", dealer: int = 3) -> KozelMatch:
    """A match in which the seats hold these cards (the last seat the rest); seat 0 is eldest.

    The holder of the seven of clubs leads what he likes (K-23).
    """
    match = new_match(first_lead="seven_of_clubs")
    cards = [list(parse_cards(hand)) for hand in hands]
    named = {card for hand in cards for card in hand}
    if len(cards) < 4:
        cards.append([card for card in PLAYED_CARDS if card not in named])
    assert [len(hand) for hand in cards] == [8, 8, 8, 8]
    eldest = (dealer + 1) % 4
    pack = [cards[(eldest + i) % 4][i // 4] for i in range(32)]
    cut_of(match, dealer, pack)
    if claims:
        moves(match, claims)
    return match


def new_match(**options: object) -> KozelMatch:
    """A match before its first lot."""
    match = GAME.new_match(GAME.options.from_mapping(options), 4)
    assert isinstance(match, KozelMatch)
    return match


def cut_of(match: KozelMatch, dealer: int, pack: list[Card]) -> None:
    """Deal this pack, top card first, after a cut."""
    match.resolve(dealer)
    match.resolve((pack[-1], *pack[:-1]))
    moves(match, "cut 1")


def moves(match: KozelMatch, texts: str) -> KozelMatch:
    """Make moves, separated by commas."""
    for text in texts.split(","):
        assert isinstance(match.awaits, int)
        match.apply(match.awaits, GAME.parse_move(text.strip()))
    return match


def plays(match: KozelMatch, cards: str) -> KozelMatch:
    """Lay cards, separated by blanks."""
    for card in cards.split():
        assert isinstance(match.awaits, int)
        match.apply(match.awaits, GAME.parse_move(card))
    return match


def choice(match: KozelMatch) -> Choice:
    """What the careful bot chooses for the seat to move, and why."""
    assert isinstance(match.awaits, int)
    return CAREFUL.choose(match.view(match.awaits), Stream("test"))


def chosen(match: KozelMatch, cards: str = "") -> str:
    """The move the careful bot makes after some cards."""
    return str(choice(plays(match, cards)).move)


def values(match: KozelMatch) -> dict[str, float]:
    """The careful bot's value of each legal move, in eyes."""
    return {str(reason.move): reason.value for reason in choice(match).reasons}
