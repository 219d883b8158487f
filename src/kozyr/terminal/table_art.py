"""The table seen from above: the seats around it, the trick in the middle, the person's hand below."""

from __future__ import annotations

import math
from typing import Final

from kozyr.cards import Card, card_name
from kozyr.kernel.view import View, Zone
from kozyr.terminal.canvas import Canvas
from kozyr.terminal.card_art import CARD_HEIGHT, CARD_WIDTH, draw_card
from kozyr.terminal.desk import Desk
from kozyr.terminal.heap_art import draw_heap
from kozyr.terminal.texts import text_or

HAND_HEIGHT: Final = CARD_HEIGHT + 2
"""A row to raise the chosen card into, and a row of marks below."""
_MIDDLE: Final = 20
"""The width of the middle of the table that the hands of the seats at the sides leave free."""
_SIDE: Final = 12
"""The width that the seats at either side need."""
_PLAYABLE: Final = "▲"
_LEAST_STEP: Final = 3
"""Columns of a card of the hand that the next one may not cover."""
_FAN: Final = 3
"""So many cards of an open pile are in sight, the top one last."""
_PICKED: Final = "●"
_HINTED: Final = "★"


def draw_table(desk: Desk, width: int, height: int) -> Canvas:
    """Seats with their cards counted, and the trick, each card before its owner."""
    canvas = Canvas(width, height)
    trick = desk.trick()
    heap = next((zone for zone in desk.view.zones if zone.kind == "heap"), None)
    if heap is not None:
        _draw_heap_in_the_middle(canvas, desk, heap)
    for offset in range(desk.driver.players):
        seat = (desk.side + offset) % desk.driver.players
        _draw_seat(canvas, desk, seat, offset)
    if trick is not None:
        _draw_trick(canvas, desk, trick)
    if heap is None and (trick is None or not trick.cards):
        _draw_middle(canvas, desk)
    return canvas


def _draw_heap_in_the_middle(canvas: Canvas, desk: Desk, heap: Zone) -> None:
    """The heap between the seats at the sides, below the far and above the near ones."""
    width, top = max(canvas.width - 2 * _SIDE, 20), 1
    area = Canvas(width, max(canvas.height - 2 * top, 4))
    numbers = desk.run
    built = sum(len(zone.cards) for zone in _piles(desk))
    draw_heap(area, heap, numbers, desk.number if numbers else None, built)
    canvas.paste(area, (canvas.width - width) // 2, top)


def _draw_seat(canvas: Canvas, desk: Desk, seat: int, offset: int) -> None:
    lines = seat_lines(desk, seat, (canvas.width - _MIDDLE) // 2)
    to_move = desk.view.to_move == seat and not desk.waiting
    style = "bold reverse" if to_move else "bold"
    x, y = _place(offset, desk.driver.players, canvas.width, canvas.height, 1.0)
    if y <= 1 or y >= canvas.height - 2:
        middle = canvas.width // 2 if desk.driver.players == 4 else x
        _draw_title(canvas, middle, y, lines, style)
        return
    for i, line in enumerate(lines):
        start = 1 if x < canvas.width // 2 else canvas.width - len(line) - 1
        canvas.put(start, y - 1 + i, line, style if i == 0 else "")


def _draw_title(canvas: Canvas, x: int, y: int, lines: list[str], style: str) -> None:
    """A seat at the far or near side on one row, or at the far side on two where another may sit beside it."""
    title = f" {' · '.join(lines)} "
    if y > 1 or len(title) < canvas.width // 2:
        canvas.centred(x, y, title, style)
        return
    canvas.centred(x, y, f" {' · '.join(lines[:-1])} ", style)
    canvas.centred(x, y + 1, f" {lines[-1]} ")


def seat_lines(desk: Desk, seat: int, room: int) -> list[str]:
    """The name of a seat with a mark if it is to move, who it is, what it holds in so many columns."""
    view = desk.view
    mark = "► " if view.to_move == seat and not desk.waiting else ""
    lines = [mark + desk.names[seat]]
    if seat == desk.driver.seat:
        lines.append(desk.own("you"))
    elif any(seat in team and desk.driver.seat in team for team in view.teams):
        lines.append(desk.own("partner"))
    if view.dealer == seat:
        lines.append(desk.own("dealer"))
    lines += desk.driver.remarks(seat, desk.language)
    if seat != desk.driver.seat:
        lines += [hand_text(desk, zone, room) for zone in hands(view, seat)]
    return lines


def hands(view: View, seat: int) -> list[Zone]:
    """The hands of a seat that hold cards."""
    return [zone for zone in view.zones if zone.kind == "hand" and zone.seat == seat and zone.cards]


def hand_text(desk: Desk, zone: Zone, room: int) -> str:
    """The cards of a hand that are known by name, a question mark for each other; where none is, how many there are.

    Of more than have room the first by name, and how many there are in all.
    """
    count = desk.own("cards_left", count=len(zone.cards))
    if all(card is None for card in zone.cards):
        return count
    names = ["?" if card is None else card_name(card, desk.language) for card in zone.cards]
    if len(" ".join(names)) <= room:
        return " ".join(names)
    short = f"… {len(names)}"
    while names and len(" ".join([*names, short])) > room:
        names.pop()
    return " ".join([*names, short])


def _draw_trick(canvas: Canvas, desk: Desk, trick: Zone) -> None:
    for owner, card in zip(trick.owners, trick.cards, strict=False):
        offset = (owner - desk.side) % desk.driver.players
        x, y = card_place(offset, desk.driver.players, canvas.width, canvas.height)
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
    """The open cards in the middle, and the piles to their right, or in words below where there is no room."""
    row, piles, eligible = desk.row, _piles(desk), desk.eligible
    drawn = _drawn_piles(desk, canvas.width)
    places = middle_places(len(row), drawn, canvas.width, canvas.height)
    for card, (x, y) in zip(row, places, strict=False):
        _draw_choice(canvas, desk, card, (x, y), y + CARD_HEIGHT, eligible)
    names = [f"{text_or(desk.terms, pile.id, desk.language, '')} {len(pile.cards)}".strip() for pile in piles]
    if not drawn:
        canvas.centred(canvas.width // 2, (canvas.height + CARD_HEIGHT) // 2 + 1, " · ".join(names))
        return
    for pile, name, (x, y) in zip(piles, names, places[len(row) :], strict=True):
        fan = pile.cards[-_FAN:] if pile.cards[-1] is not None else pile.cards[-1:]
        for i, top in enumerate(fan):
            draw_card(canvas, x - _LEAST_STEP * (len(fan) - 1 - i), y, top, desk.language)
        canvas.centred(x + CARD_WIDTH // 2, y + CARD_HEIGHT, name)


def _piles(desk: Desk) -> list[Zone]:
    return [zone for zone in desk.view.zones if zone.kind == "pile" and zone.cards]


def _drawn_piles(desk: Desk, width: int) -> int:
    """How many piles are drawn as cards: all that there are, or none where they would reach the seats at the sides."""
    row, piles = len(desk.row), len(_piles(desk))
    return piles if middle_width(row, piles) + 2 * _SIDE <= width or not row else 0


def middle_width(cards: int, piles: int) -> int:
    """How wide open cards and piles lie."""
    return (CARD_WIDTH + 1) * cards + (CARD_WIDTH + 4) * piles


def middle_places(cards: int, piles: int, width: int, height: int) -> list[tuple[int, int]]:
    """Where open cards and then piles lie in the middle of the table: their left top corners."""
    card_step, pile_step = CARD_WIDTH + 1, CARD_WIDTH + 4
    left, y = (width - middle_width(cards, piles)) // 2 + 1, (height - CARD_HEIGHT) // 2
    row = [(left + card_step * i, y) for i in range(cards)]
    return row + [(left + card_step * cards + pile_step * i + 2, y) for i in range(piles)]


def draw_hand(desk: Desk, width: int) -> Canvas:
    """The person's cards: the chosen one raised in a thick frame, those that may be played marked below.

    Of more cards than fit those around the chosen one, and how many there are to the left and to the right.
    """
    canvas = Canvas(width, HAND_HEIGHT)
    shown, hand, eligible = hand_window(desk, width), desk.hand, desk.eligible
    for i, index in enumerate(shown):
        card = hand[index]
        raised = eligible and card == desk.chosen
        place = (hand_place(i, len(shown), width), 0 if raised else 1)
        _draw_choice(canvas, desk, card, place, HAND_HEIGHT - 1, eligible)
    if shown.start > 0:
        canvas.put(0, HAND_HEIGHT - 1, f"◄ {shown.start}", "bold")
    if more := len(desk.hand) - shown.stop:
        canvas.put(width - len(f"{more} ►"), HAND_HEIGHT - 1, f"{more} ►", "bold")
    return canvas


def hand_window(desk: Desk, width: int) -> range:
    """Which cards of the hand are shown: all, or as many as fit around the chosen one."""
    count = len(desk.hand)
    room = max(1, (width - CARD_WIDTH) // _LEAST_STEP + 1)
    if count <= room:
        return range(count)
    middle = min(desk.cursor, count - 1)
    first = min(max(0, middle - room // 2), count - room)
    return range(first, first + room)


def _draw_choice(
    canvas: Canvas, desk: Desk, card: Card, place: tuple[int, int], mark_row: int, eligible: frozenset[Card]
) -> None:
    """A card that may be pointed at, and below it whether it may be played or is picked."""
    chosen = bool(eligible) and card == desk.chosen
    dim = bool(eligible) and card not in eligible
    draw_card(canvas, *place, card, desk.language, marked=card in desk.marked, chosen=chosen, dim=dim)
    if card in eligible:
        mark = _PICKED if card in desk.picked else _PLAYABLE
        if desk.hinted is not None and card in desk.hinted.cards:
            mark = _HINTED
        canvas.put(place[0] + CARD_WIDTH // 2, mark_row, mark, "bold green")


def hand_place(index: int, count: int, width: int) -> int:
    """The column of one of the shown cards of the hand; many cards overlap, but rank and suit are in sight."""
    step = min(CARD_WIDTH + 1, max(_LEAST_STEP, (width - CARD_WIDTH) // max(count - 1, 1)))
    start = max(0, (width - step * (count - 1) - CARD_WIDTH) // 2)
    return start + step * index


def card_at(desk: Desk, x: int, width: int) -> Card | None:
    """The card of the hand under a column."""
    found = None
    shown = hand_window(desk, width)
    for i, index in enumerate(shown):
        left = hand_place(i, len(shown), width)
        if left <= x < left + CARD_WIDTH:
            found = desk.hand[index]
    return found


def middle_card_at(desk: Desk, x: int, y: int, width: int, height: int) -> Card | None:
    """The open card in the middle of the table at a place."""
    places = middle_places(len(desk.row), _drawn_piles(desk, width), width, height)
    for card, (left, top) in zip(desk.row, places, strict=False):
        if left <= x < left + CARD_WIDTH and top <= y < top + CARD_HEIGHT:
            return card
    return None
