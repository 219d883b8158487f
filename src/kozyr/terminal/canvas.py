"""A rectangle of characters with styles, on which cards are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.text import Text


class Canvas:
    """``put`` writes over what is there; what falls outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width = max(width, 0)
        self.height = max(height, 0)
        self._cells = [[(" ", "")] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write one line from a place on."""
        if not 0 <= y < self.height:
            return
        for i, sign in enumerate(text):
            if 0 <= x + i < self.width:
                self._cells[y][x + i] = (sign, style)

    def put_lines(self, x: int, y: int, lines: Sequence[str], style: str = "") -> None:
        """Write lines under one another."""
        for i, line in enumerate(lines):
            self.put(x, y + i, line, style)

    def paste(self, other: Canvas, x: int, y: int) -> None:
        """Put another canvas in at a place."""
        for row, cells in enumerate(other._cells):
            for column, (sign, style) in enumerate(cells):
                self.put(x + column, y + row, sign, style)

    def centred(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write one line around a column, kept inside."""
        start = min(x - len(text) // 2, self.width - len(text))
        self.put(max(start, 0), y, text, style)

    def lines(self) -> list[str]:
        """The characters without styles."""
        return ["".join(sign for sign, _ in row).rstrip() for row in self._cells]

    def text(self) -> Text:
        """The drawing for the screen."""
        drawn = Text(no_wrap=True, end="")
        for i, row in enumerate(self._cells):
            if i:
                drawn.append("\n")
            for style, run in groupby(row, key=lambda cell: cell[1]):
                drawn.append("".join(sign for sign, _ in run), style)
        return drawn
