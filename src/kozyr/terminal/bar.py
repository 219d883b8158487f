"""The lines below the hand: what is asked of the person, the moves that have keys, the note."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, replace

from kozyr.cards import card_name
from kozyr.terminal.canvas import Canvas
from kozyr.terminal.desk import Desk
from kozyr.terminal.driver import NO_MATCH
from kozyr.terminal.texts import text_or

BAR_HEIGHT = 5


@dataclass(frozen=True)
class Button:
    """A piece of the bar that can be clicked; it does what its key does."""

    x: int
    y: int
    width: int
    key: str

    def covers(self, x: int, y: int) -> bool:
        """Whether a place is on it."""
        return y == self.y and self.x <= x < self.x + self.width


def draw_bar(desk: Desk, width: int) -> tuple[Canvas, list[Button]]:
    """The bar and its buttons."""
    canvas = Canvas(width, BAR_HEIGHT)
    buttons: list[Button] = []
    canvas.put(1, 0, prompt(desk), "bold")
    y = 1
    if desk.waiting:
        said = [line for said in desk.fresh for line in textwrap.wrap(desk.rendered(said), max(width - 2, 10))]
        canvas.put_lines(1, 1, said[-(BAR_HEIGHT - 1) :])
    elif desk.driver.person_to_move:
        if desk.run:
            _draw_number(canvas, desk, buttons)
            y = 2
        elif entry := desk.picked_move:
            _draw_button(canvas, Button(1, y, 0, "enter"), f"[ {desk.rendered(entry.label)} ]", buttons)
            y = 2
        _draw_choices(canvas, desk, buttons, y)
    if note := desk.note_text():
        lines = textwrap.wrap(f"! {note}", max(width - 2, 10))[:2]
        canvas.put_lines(1, BAR_HEIGHT - len(lines), lines, "bold yellow")
    elif desk.eligible and not desk.waiting:
        canvas.put(1, BAR_HEIGHT - 1, legend(desk)[: width - 2], "dim")
    return canvas, buttons


def legend(desk: Desk) -> str:
    """What the marks at the cards mean."""
    parts = [desk.own("legend_pick" if desk.picks else "legend_play")]
    if desk.marked:
        parts.append("* " + text_or(desk.terms, "marked", desk.language, ""))
    return "   ".join(parts)


def prompt(desk: Desk) -> str:
    """What the person is asked for, or what is waited for."""
    if desk.waiting:
        return desk.own("any_key")
    if desk.driver.person_to_move:
        kind = "number" if desk.run else "pick" if desk.picks else "card" if desk.card_moves else "move"
        chosen = f": {card_name(desk.chosen, desk.language)}" if desk.eligible and desk.chosen is not None else ""
        return desk.own(f"your_turn_{kind}") + chosen
    if desk.driver.over:
        return desk.own("match_over")
    if desk.view.phase == NO_MATCH:
        return ""
    if desk.view.to_move is None:
        text = text_or(desk.terms, f"phase_{desk.view.phase}", desk.language, desk.own("shuffling"))
        return text[:1].upper() + text[1:] + ("…" if desk.driver.chance_takes_time and text[-1:] != "…" else "")
    return desk.own("waiting", name=desk.names[desk.view.to_move])


def _draw_number(canvas: Canvas, desk: Desk, buttons: list[Button]) -> None:
    entry = desk.run.get(desk.number)
    text = desk.rendered(entry.label) if entry else ""
    x = 1
    for key, piece in (("left", " ◄ "), ("enter", f"[ {text} ]"), ("right", " ► ")):
        _draw_button(canvas, Button(x, 1, 0, key), piece, buttons)
        x += len(piece) + 1
    numbers = sorted(desk.run)
    canvas.put(x + 1, 1, f"{numbers[0]}..{numbers[-1]}", "dim")


def _draw_button(canvas: Canvas, place: Button, piece: str, buttons: list[Button]) -> None:
    canvas.put(place.x, place.y, piece, "bold reverse" if place.key == "enter" else "bold")
    buttons.append(replace(place, width=len(piece)))


def _draw_choices(canvas: Canvas, desk: Desk, buttons: list[Button], y: int) -> None:
    x = 1
    for key, entry in desk.choices.items():
        piece = f" {key} {desk.rendered(entry.label)} "
        if x > 1 and x + len(piece) > canvas.width:
            x, y = 1, y + 1
        canvas.put(x, y, piece, "reverse")
        buttons.append(Button(x, y, len(piece), key))
        x += len(piece) + 1
