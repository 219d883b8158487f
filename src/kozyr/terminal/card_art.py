"""Cards and the two sixes of a board, drawn with characters."""

from __future__ import annotations

from typing import Final

from kozyr.cards import Card
from kozyr.cards.card import DIAMONDS, HEARTS
from kozyr.cards.lettering import lettering
from kozyr.terminal.canvas import Canvas

CARD_WIDTH: Final = 5
CARD_HEIGHT: Final = 4
SIXES_WIDTH: Final = 7
SIXES_HEIGHT: Final = 9
_RED: Final = "bright_red"
_BACK: Final = "▒"
_THIN: Final = tuple("╭─╮│╰╯")
_THICK: Final = tuple("┏━┓┃┗┛")


def suit_style(card: Card) -> str:
    """The colour of a suit; the sign tells it without colour."""
    return _RED if card.suit in (HEARTS, DIAMONDS) else ""


def draw_card(
    canvas: Canvas,
    x: int,
    y: int,
    card: Card | None,
    language: str,
    *,
    marked: bool = False,
    chosen: bool = False,
    dim: bool = False,
) -> None:
    """A card of 5 by 4: a marked one (a trump) with a star, a chosen one in a thick frame."""
    left_top, line, right_top, side, left_bottom, right_bottom = _THICK if chosen else _THIN
    frame = "bold" if chosen else "dim" if dim else ""
    canvas.put(x, y, left_top + line * 3 + right_top, frame)
    canvas.put_lines(x, y + 1, [side + "   " + side] * 2, frame)
    canvas.put(x, y + 3, left_bottom + line * 3 + right_bottom, frame)
    if card is None:
        canvas.put_lines(x + 1, y + 1, [_BACK * 3] * 2, "dim")
        return
    letters = lettering(language)
    style = " ".join(word for word in (suit_style(card), "dim" if dim else "bold") if word)
    canvas.put(x + 1, y + 1, letters.ranks[card.rank], style)
    canvas.put(x + 2, y + 2, letters.signs[card.suit], style)
    if marked:
        canvas.put(x + 3, y + 1, "*", "dim" if dim else "bold yellow")


def open_rows(pairs: int) -> tuple[int, bool]:
    """How the sixes lie for a number of pairs (K-5): rows of the lower six in sight, whether the upper is face up.

    Each row is two eyes; a six has three rows, and an upper six that lies face up shows all of its own.
    """
    if not 0 <= pairs <= 6:
        raise ValueError(f"a board of two sixes shows 0..6 pairs, not {pairs}")
    return (pairs, False) if pairs < 3 else (pairs - 3, True)


def draw_sixes(canvas: Canvas, x: int, y: int, sixes: tuple[Card, Card], pairs: int) -> None:
    """The lower six and, slid down from it, the upper one; 7 wide, up to 9 high."""
    lower, upper = sixes
    rows, face_up = open_rows(pairs)
    canvas.put(x, y, "╭─────╮")
    for row in range(rows):
        _pips(canvas, x, y + 1 + row, lower)
    top = y + rows + (1 if rows else 0)
    if rows:
        canvas.put(x, top, "├─────┤")
    for row in range(3):
        if face_up:
            _pips(canvas, x, top + 1 + row, upper)
        else:
            canvas.put(x, top + 1 + row, f"│{_BACK * 5}│")
    canvas.put(x, top + 4, "╰─────╯")


def _pips(canvas: Canvas, x: int, y: int, card: Card) -> None:
    sign = lettering("en").signs[card.suit]
    canvas.put(x, y, "│     │")
    canvas.put(x + 1, y, f" {sign} {sign} ", suit_style(card))
