"""The table seen from above: the seats around it, the trick in the middle, the person's hand below."""

from __future__ import annotations

import math
from typing import Final

from kozyr.cards import Card
from kozyr.kernel.view import View, Zone
from kozyr.terminal.canvas import Canvas
from kozyr.terminal.card_art import CARD_HEIGHT, CARD_WIDTH, draw_card
from kozyr.terminal.desk import Desk
from kozyr.terminal.texts import text_or

HAND_HEIGHT: Final = CARD_HEIGHT + 2
"""A row to raise the chosen card into, and a row of marks below."""
_PLAYABLE: Final = "▲"


def draw_table(desk: Desk, width: int, height: int) -> Canvas:
    """Seats with their cards counted, and the trick, each card before its owner."""
    canvas = Canvas(width, height)
    trick = desk.trick()
    for offset in range(desk.session.players):
        seat = (desk.session.seat + offset) % desk.session.players
        _draw_seat(canvas, desk, seat, offset)
    if trick is not None:
        _draw_trick(canvas, desk, trick)
    if trick is None or not trick.cards:
        _draw_middle(canvas, desk)
    return canvas


def _draw_seat(canvas: Canvas, desk: Desk, seat: int, offset: int) -> None:
    lines = seat_lines(desk, seat)
    to_move = desk.view.to_move == seat and not desk.waiting
    style = "bold reverse" if to_move else "bold"
    x, y = _place(offset, desk.session.players, canvas.width, canvas.height, 1.0)
    if y <= 1 or y >= canvas.height - 2:
        title = f" {' · '.join(lines)} "
        canvas.centred(canvas.width // 2 if desk.session.players == 4 else x, y, title, style)
        return
    for i, line in enumerate(lines):
        start = 1 if x < canvas.width // 2 else canvas.width - len(line) - 1
        canvas.put(start, y - 1 + i, line, style if i == 0 else "")


def seat_lines(desk: Desk, seat: int) -> list[str]:
    """The name of a seat with a mark if it is to move, who it is, how many cards it holds."""
    view = desk.view
    mark = "► " if view.to_move == seat and not desk.waiting else ""
    lines = [mark + desk.names[seat]]
    if seat == desk.session.seat:
        lines.append(desk.own("you"))
    elif any(seat in team and desk.session.seat in team for team in view.teams):
        lines.append(desk.own("partner"))
    if view.dealer == seat:
        lines.append(desk.own("dealer"))
    if seat != desk.session.seat:
        lines += [desk.own("cards_left", count=count) for count in hand_sizes(view, seat)]
    return lines


def hand_sizes(view: View, seat: int) -> list[int]:
    """How many cards each hand of a seat holds; empty hands are left out."""
    sizes = [len(zone.cards) for zone in view.zones if zone.kind == "hand" and zone.seat == seat]
    return [size for size in sizes if size]


def _draw_trick(canvas: Canvas, desk: Desk, trick: Zone) -> None:
    for owner, card in zip(trick.owners, trick.cards, strict=False):
        offset = (owner - desk.session.seat) % desk.session.players
        x, y = card_place(offset, desk.session.players, canvas.width, canvas.height)
        draw_card(canvas, x, y, card, desk.language, marked=card in trick.marked)


def card_place(offset: int, players: int, width: int, height: int) -> tuple[int, int]:
    """Where the card of a seat lies, ``offset`` seats to the left of the person: its left top corner."""
    if players == 4:
        middle, left = (height - CARD_HEIGHT) // 2, (width - CARD_WIDTH) // 2
        dx, dy = ((0, 3), (-CARD_WIDTH - 2, 0), (0, -3), (CARD_WIDTH + 2, 0))[offset]
        return left + dx, max(1, min(middle + dy, height - CARD_HEIGHT - 1))
    x, y = _place(offset, players, width, height, 0.5)
    return x - CARD_WIDTH // 2, max(0, min(y - CARD_HEIGHT // 2, height - CARD_HEIGHT))


def _place(offset: int, players: int, width: int, height: int, reach: float) -> tuple[int, int]:
    """A point on the ellipse around the table, the person at its bottom, the others clockwise."""
    angle = math.pi / 2 + offset * 2 * math.pi / players
    x = (width - 1) / 2 * (1 + reach * round(math.cos(angle), 6))
    y = (height - 1) / 2 * (1 + reach * round(math.sin(angle), 6))
    return int(x + 0.5), int(y + 0.5)


def _draw_middle(canvas: Canvas, desk: Desk) -> None:
    """Cards that lie open for all, then the piles, each with its number of cards below."""
    cards = [card for zone in desk.view.zones if zone.kind == "row" and zone.seat is None for card in zone.cards]
    piles = [zone for zone in desk.view.zones if zone.kind == "pile" and zone.cards]
    labels = [_pile_label(desk, pile, is_only=len(piles) == 1) for pile in piles]
    gaps = [1] * len(cards) + [max(2, len(label) + 1 - CARD_WIDTH) for label in labels]
    x = (canvas.width - CARD_WIDTH * len(gaps) - sum(gaps[:-1])) // 2
    y = (canvas.height - CARD_HEIGHT) // 2
    tops = [*cards, *(pile.cards[-1] for pile in piles)]
    for card, gap, label in zip(tops, gaps, [""] * len(cards) + labels, strict=True):
        draw_card(canvas, x, y, card, desk.language)
        if label:
            canvas.centred(x + CARD_WIDTH // 2, y + CARD_HEIGHT, label)
        x += CARD_WIDTH + gap


def _pile_label(desk: Desk, pile: Zone, *, is_only: bool) -> str:
    count = len(pile.cards)
    if is_only:
        return desk.own("pack_left", count=count)
    return f"{text_or(desk.terms, pile.id, desk.language, pile.id)} {count}"


def draw_hand(desk: Desk, width: int) -> Canvas:
    """The cards to choose from: the chosen one raised in a thick frame, those that may be played marked below."""
    canvas = Canvas(width, HAND_HEIGHT)
    cards, marked, playable = desk.cards, desk.marked, desk.card_moves
    choosing = bool(playable)
    for i, card in enumerate(cards):
        chosen = i == min(desk.cursor, len(cards) - 1) and choosing
        x = hand_place(i, len(cards), width)
        dim = choosing and card not in playable
        draw_card(canvas, x, 0 if chosen else 1, card, desk.language, marked=card in marked, chosen=chosen, dim=dim)
        if card in playable:
            canvas.put(x + CARD_WIDTH // 2, HAND_HEIGHT - 1, _PLAYABLE, "bold green")
    return canvas


def hand_place(index: int, count: int, width: int) -> int:
    """The column of a card of the hand; many cards overlap."""
    step = min(CARD_WIDTH + 1, max(2, (width - CARD_WIDTH) // max(count - 1, 1)))
    start = max(0, (width - step * (count - 1) - CARD_WIDTH) // 2)
    return start + step * index


def card_at(desk: Desk, x: int, width: int) -> Card | None:
    """The card of the hand under a column."""
    found = None
    for i, card in enumerate(desk.cards):
        left = hand_place(i, len(desk.cards), width)
        if left <= x < left + CARD_WIDTH:
            found = card
    return found
