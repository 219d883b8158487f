"""The side of the table: the boards, the counters, and what happened in words."""

from __future__ import annotations

import textwrap
from typing import Final

from kozyr.cards import card_name
from kozyr.kernel.view import Counter, Zone
from kozyr.terminal.canvas import Canvas
from kozyr.terminal.card_art import SIXES_HEIGHT, SIXES_WIDTH, draw_sixes
from kozyr.terminal.desk import Desk
from kozyr.terminal.texts import text_or

_LABEL_WIDTH: Final = 9
_COLUMN: Final = SIXES_WIDTH + 1


def draw_score(desk: Desk, width: int) -> Canvas:
    """Boards of sixes and team counters in a column a team, the person's team first; then the other counters."""
    boards = {zone.team: zone for zone in desk.view.zones if zone.kind == "sixes"}
    rows = _team_rows(desk)
    single = [counter_text(desk, counter) for counter in desk.view.counters if counter.team is None]
    single += _open_zones(desk)
    board_height = SIXES_HEIGHT if boards else 0
    space_below = 1 if single else 0
    canvas = Canvas(width, (1 + len(rows) if rows else 0) + board_height + len(single) + space_below)
    y = 0
    if rows:
        _draw_teams(canvas, desk, rows)
        y = 1 + len(rows)
    for column, team in enumerate(_teams(desk)):
        if (board := boards.get(team)) is not None:
            _draw_board(canvas, desk, board, _LABEL_WIDTH + column * _COLUMN, y)
    canvas.put_lines(0, y + board_height, single)
    return canvas


def _teams(desk: Desk) -> list[int]:
    """The numbers of the teams, the person's first."""
    teams = range(len(desk.view.teams))
    return sorted(teams, key=lambda team: desk.driver.seat not in desk.view.teams[team])


def _team_rows(desk: Desk) -> dict[str, dict[int, int]]:
    """Counters of teams: id, then the value of each team."""
    rows: dict[str, dict[int, int]] = {}
    for counter in desk.view.counters:
        if counter.team is not None:
            rows.setdefault(counter.id, {})[counter.team] = counter.value
    return rows


def _draw_teams(canvas: Canvas, desk: Desk, rows: dict[str, dict[int, int]]) -> None:
    for column, team in enumerate(_teams(desk)):
        centre = _LABEL_WIDTH + column * _COLUMN + SIXES_WIDTH // 2
        title = _team_title(desk, team)
        canvas.put(centre - len(title) // 2, 0, title, "bold")
        for y, values in enumerate(rows.values(), 1):
            number = str(values.get(team, 0))
            canvas.put(centre + 1 - len(number), y, number, "bold")
    for y, text_id in enumerate(rows, 1):
        canvas.put(0, y, text_or(desk.terms, text_id, desk.language, text_id)[:_LABEL_WIDTH])


def _team_title(desk: Desk, team: int) -> str:
    """We and they; who watches reads a name of each team."""
    seats = desk.view.teams[team]
    if desk.driver.seat is None:
        return desk.names[seats[0]][:SIXES_WIDTH]
    return desk.own("us" if desk.driver.seat in seats else "them")


def _draw_board(canvas: Canvas, desk: Desk, board: Zone, x: int, y: int) -> None:
    lower, upper = board.cards[0], board.cards[1]
    pairs = next((c.value for c in desk.view.counters if c.id == "pairs" and c.team == board.team), 0)
    if lower is not None and upper is not None:
        draw_sixes(canvas, x, y, (lower, upper), pairs)


def counter_text(desk: Desk, counter: Counter) -> str:
    """A counter of the table or of a seat in words."""
    text = text_or(desk.terms, counter.id, desk.language, counter.id)
    owner = "" if counter.seat is None else f"{desk.names[counter.seat]}, "
    return f"{owner}{text}: {counter.value}"


def _open_zones(desk: Desk) -> list[str]:
    """Rows that lie open before others, in words; the person's own and those in the middle are drawn."""
    lines = []
    for zone in desk.view.zones:
        known = [card for card in zone.cards if card is not None]
        if zone.kind == "row" and zone.seat not in (None, desk.driver.seat) and known:
            cards = " ".join(card_name(card, desk.language) for card in known)
            lines.append(f"{desk.names[zone.seat]}: {cards}")
    return lines


def log_lines(desk: Desk, width: int, height: int) -> list[str]:
    """The last sentences of the log that fit, the newest at the bottom."""
    lines: list[str] = []
    for said in reversed(desk.log[-height:] if height > 0 else []):
        wrapped = textwrap.wrap(desk.told(said), max(width, 10), subsequent_indent="  ")
        if len(lines) + len(wrapped) > height:
            break
        lines = wrapped + lines
    return lines
