"""Pictures of every screen of the page, in both languages and two sizes: ``python -m bench.page_pictures FOLDER``."""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from bench.browsing import chromium, launch, playing
from bench.hut_tables import drag, find_card, make_table

SIZES: Final = {"phone": (360, 640), "desktop": (1440, 900), "landscape": (740, 360)}
GAMES: Final = ("kozel", "thirty_one", "shalashik")
PATIENCE_MS: Final = 60_000
MOST_PULLS: Final = 30


def open_start(page: Page, url: str) -> None:
    """The start page."""
    page.goto(url)
    page.wait_for_selector("[data-play]")


def open_options(game: str) -> Callable[[Page, str], None]:
    """The options of a new table."""

    def opened(page: Page, url: str) -> None:
        page.goto(f"{url}/new/{game}")
        page.wait_for_selector("[data-make]")

    return opened


def open_waiting(page: Page, url: str) -> None:
    """A table that waits for friends."""
    page.goto(f"{url}/new/kozel")
    page.click("[data-make]")
    page.wait_for_selector("[data-ready]")


def open_path(path: str, ready: str) -> Callable[[Page, str], None]:
    """Any page."""

    def opened(page: Page, url: str) -> None:
        page.goto(url + path)
        page.wait_for_selector(ready)

    return opened


def open_table(game: str) -> Callable[[Page, str], None]:
    """A table at one's first turn."""

    def opened(page: Page, url: str) -> None:
        open_start(page, url)
        page.click(f"[data-play={game}]")
        page.wait_for_selector(".hint.mine", timeout=PATIENCE_MS)

    return opened


def open_mid_deal(game: str, moves: int) -> Callable[[Page, str], None]:
    """A table after some moves of one's own, with something chosen."""

    def opened(page: Page, url: str) -> None:
        open_table(game)(page, url)
        for _ in range(moves):
            move_once(page)
            page.wait_for_selector(".hint.mine, [data-go-on], [data-again]", timeout=PATIENCE_MS)
        card = page.locator("button.can").first
        if card.count():
            card.click()

    return opened


def open_menu(page: Page, url: str) -> None:
    """The menu of a table."""
    open_table("thirty_one")(page, url)
    page.click("header button:last-child")
    page.wait_for_selector("dialog[open]")


def open_space(page: Page, url: str) -> None:
    """The hut in three dimensions."""
    make_table(page, url, {"hut": "physics", "deals": 1})
    page.wait_for_selector("canvas[data-ready]")
    page.wait_for_timeout(1500)


def open_pull(page: Page, url: str) -> None:
    """In the midst of a pull."""
    open_space(page, url)
    drag(page, find_card(page), (0, 50))


def open_fallen(page: Page, url: str) -> None:
    """The hut has just fallen."""
    make_table(page, url, {"hut": "physics", "deals": 1}, bot="random")
    page.wait_for_selector("canvas[data-ready]")
    fallen = page.get_by_text(re.compile("Шалашик упал!|hut has fallen!"))
    mine = page.locator("[data-list]")
    for _ in range(MOST_PULLS):
        fallen.or_(mine).first.wait_for(timeout=PATIENCE_MS)
        if fallen.count():
            return
        mine.click()
        page.locator("dialog [data-pull]").last.click()
        page.click("[data-move].primary")
        mine.wait_for(state="detached", timeout=PATIENCE_MS)


def open_still(page: Page, url: str) -> None:
    """The hut as a drawing, a card of it chosen."""
    make_table(page, url, {"hut": "risk", "deals": 1})
    for _ in range(4):
        page.locator(".buttons .icon").last.click()


def open_beating(page: Page, url: str) -> None:
    """In the midst of the beating game."""
    make_table(page, url, {"hut": "risk", "deals": 1}, players=3)
    for _ in range(MOST_PULLS):
        page.wait_for_selector(".hint.mine", timeout=PATIENCE_MS)
        if page.locator(".pile li").count() > 1:
            break
        move_once(page)
        page.wait_for_timeout(400)


def move_once(page: Page) -> None:
    """Make any move, as a person would: a card twice, or a button."""
    page.wait_for_selector(".hint.mine, [data-go-on]", timeout=PATIENCE_MS)
    go_on = page.locator("[data-go-on]")
    if go_on.count():
        go_on.click()
        return
    if page.locator("[data-list]").count():
        page.locator(".buttons .icon").first.click()
        page.click("[data-move].primary")
        return
    spoken = page.locator("[data-move]:not(.primary)")
    card = page.locator(".own button.can")
    if card.count():
        card.first.click()
        primary = page.locator("[data-move].primary")
        if primary.count():
            primary.click()
            return
        page.keyboard.press("Escape")
    moves = spoken if spoken.count() else page.locator("[data-move]")
    if moves.count():
        moves.first.click()


SCREENS: Final[dict[str, Callable[[Page, str], None]]] = {
    "start": open_start,
    **{f"options-{game}": open_options(game) for game in GAMES},
    "waiting": open_waiting,
    "tables": open_path("/tables", "section"),
    "settings": open_path("/settings", ".preferences"),
    "rules": open_path("/rules/kozel", "main p"),
    **{f"table-{game}": open_table(game) for game in GAMES},
    **{f"mid-{game}": open_mid_deal(game, 4) for game in GAMES},
    "menu": open_menu,
    "hut-space": open_space,
    "hut-pull": open_pull,
    "hut-fallen": open_fallen,
    "hut-still": open_still,
    "beating": open_beating,
}


def main() -> None:
    """Take them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--screens", nargs="*", choices=SCREENS, default=list(SCREENS))
    parser.add_argument("--sizes", nargs="*", choices=SIZES, default=["phone", "desktop"])
    parser.add_argument("--languages", nargs="*", choices=("ru", "en"), default=["ru", "en"])
    parser.add_argument("--dark", action="store_true")
    args = parser.parse_args()
    program = chromium()
    if program is None:
        sys.exit("no Chromium is found; KOZYR_CHROMIUM names one")
    args.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, playing(Path(data)) as url, sync_playwright() as playwright:
        browser = launch(playwright, program, webgl=True)
        for size in args.sizes:
            for language in args.languages:
                width, height = SIZES[size]
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    locale=language,
                    color_scheme="dark" if args.dark else "light",
                    device_scale_factor=2 if size == "phone" else 1,
                )
                for name in args.screens:
                    page = context.new_page()
                    try:
                        SCREENS[name](page, url)
                    except Exception as error:  # the picture shows how far it came
                        print(f"{name} {size} {language}: {error}", file=sys.stderr)
                    page.wait_for_timeout(400)
                    page.screenshot(path=args.folder / f"{name}-{size}-{language}.png")
                    page.close()
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
