"""A table of Shalashik in a browser, for its pictures and its tests: made, and pulled at by the mouse."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from bench import browsing

PATIENCE_MS: Final = 60_000
MOST_TABLES: Final = 5


def make_table(page: Page, url: str, options: dict[str, object], *, players: int = 2, bot: str = "careful") -> None:
    """A new table of Shalashik with bots that move at once; the page shows it at the first turn of one's own.

    Where a bot has brought the hut down before that turn, another table is made.
    """
    for _ in range(MOST_TABLES):
        browsing.make_table(page, url, "shalashik", options, players=players, bot=bot)
        page.wait_for_selector(".hint.mine, [data-go-on]", timeout=PATIENCE_MS)
        if page.locator("[data-list]").count():
            return
    raise AssertionError("the hut falls before one's own turn, however often")


def find_card(page: Page) -> tuple[float, float]:
    """A place of the canvas, in parts of its width and height, where a card lies that may be pulled."""
    box = page.locator("canvas").bounding_box()
    assert box is not None
    chosen = page.locator("[data-move^='pull ']")
    for down in (0.9, 0.84, 0.78, 0.72, 0.66):
        for right in (0.5, 0.4, 0.6, 0.3, 0.7):
            page.mouse.click(box["x"] + right * box["width"], box["y"] + down * box["height"])
            if chosen.count():
                return right, down
    raise AssertionError("no card is found that may be pulled")


def drag(page: Page, spot: tuple[float, float], by: tuple[float, float], *, steps: int = 24) -> None:
    """Take what lies at a place of the canvas (parts of its width and height) and draw it, px; it is not let go yet."""
    box = page.locator("canvas").bounding_box()
    assert box is not None
    x, y = box["x"] + spot[0] * box["width"], box["y"] + spot[1] * box["height"]
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, steps + 1):
        page.mouse.move(x + by[0] * step / steps, y + by[1] * step / steps)
        page.wait_for_timeout(25)
