"""Cards and boards drawn with characters."""

import pytest

from kozyr.cards import parse_card
from kozyr.terminal.canvas import Canvas
from kozyr.terminal.card_art import SIXES_HEIGHT, SIXES_WIDTH, draw_card, draw_sixes


def sixes(pairs: int) -> list[str]:
    canvas = Canvas(SIXES_WIDTH, SIXES_HEIGHT)
    draw_sixes(canvas, 0, 0, (parse_card("6d"), parse_card("6h")), pairs)
    return canvas.lines()


@pytest.mark.parametrize("pairs", range(7))
def test_two_open_eyes_stand_for_a_pair(pairs: int) -> None:
    """K-5."""
    text = "".join(sixes(pairs))
    assert text.count("♦") + text.count("♥") == 2 * pairs


@pytest.mark.parametrize("pairs", range(7))
def test_the_upper_six_is_turned_up_from_three_pairs_on(pairs: int) -> None:
    """K-5."""
    text = "".join(sixes(pairs))
    assert ("▒" in text) == (pairs < 3)
    assert text.count("♥") == (6 if pairs >= 3 else 0)


def test_the_upper_six_slides_down_from_the_lower() -> None:
    """K-5: no eyes, one row, two rows; then the same face up."""
    drawn = ["╭─────╮", "│▒▒▒▒▒│", "│▒▒▒▒▒│", "│▒▒▒▒▒│", "╰─────╯"]
    row, edge = "│ ♦ ♦ │", "├─────┤"
    assert sixes(0) == [*drawn, "", "", "", ""]
    assert sixes(1) == [drawn[0], row, edge, *drawn[1:], "", ""]
    assert sixes(2) == [drawn[0], row, row, edge, *drawn[1:], ""]
    assert sixes(6) == [drawn[0], row, row, row, edge, *["│ ♥ ♥ │"] * 3, drawn[4]]


def test_a_board_shows_no_other_number() -> None:
    with pytest.raises(ValueError, match="not 7"):
        sixes(7)


def test_a_card_is_lettered_in_the_language_and_a_trump_has_a_star() -> None:
    canvas = Canvas(11, 4)
    draw_card(canvas, 0, 0, parse_card("Qc"), "ru", marked=True)
    draw_card(canvas, 6, 0, parse_card("Td"), "en", chosen=True)
    assert canvas.lines() == ["╭───╮ ┏━━━┓", "│Д *│ ┃10 ┃", "│ ♣ │ ┃ ♦ ┃", "╰───╯ ┗━━━┛"]


def test_what_falls_outside_a_canvas_is_cut_off() -> None:
    canvas = Canvas(3, 1)
    canvas.put(-1, 0, "abcdef")
    canvas.put(0, 5, "no")
    assert canvas.lines() == ["bcd"]
