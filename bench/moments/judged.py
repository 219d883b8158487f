"""A match from a file that is judged: its analysis, its luck, the moments under the table shown again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from bench.moments.windows import Opened
from kozyr.games import game_ids

JUDGED_MS: Final = 300_000
"""So long a match may be judged."""
MOST_STEPS: Final = 400
RECORDS: Final = Path(__file__).resolve().parents[2] / "web" / "tests" / "records"
BEST: Final = re.compile("Это был лучший ход|That was the best move")


def open_analysis(game: str, *, begun: bool = True) -> Opened:
    """The analysis of a match from a file: before it is begun, or with all of its figures."""

    def opened(page: Page, url: str) -> None:
        record = json.loads((RECORDS / f"{game}.json").read_text(encoding="utf-8"))["record"]
        page.goto(f"{url}/records")
        line = json.dumps(record).encode()
        page.set_input_files("input[type=file]", {"name": "x.jsonl", "mimeType": "text/plain", "buffer": line})
        page.wait_for_selector("[data-step=forward]")
        page.click("[data-analysis]")
        page.wait_for_selector("dialog[open]")
        if begun:
            page.click("[data-analyse]")
            page.wait_for_selector("dialog progress", state="detached", timeout=JUDGED_MS)

    return opened


def open_luck(page: Page, url: str) -> None:
    """What was luck in a match."""
    open_analysis("kozel")(page, url)
    page.locator("dialog summary").click()
    page.locator("dialog details").evaluate("each => each.scrollIntoView()")


def open_judged(game: str, *, best: bool = False, choices: bool = False) -> Opened:
    """The moment that cost most, or a best move, under the table shown again, and what there was to choose from."""

    def opened(page: Page, url: str) -> None:
        open_analysis(game)(page, url)
        if best:
            page.keyboard.press("Escape")
        else:
            page.locator("[data-moment]").first.click()
        said = page.locator("[data-judged]").get_by_text(BEST)
        for _ in range(MOST_STEPS if best else 0):
            page.click("[data-step=forward]")
            page.wait_for_selector(".controls[aria-busy=false]")
            if said.count():
                break
        if choices:
            page.click("[data-choices]")
            page.wait_for_selector("dialog[open]")

    return opened


MOMENTS: Final[dict[str, Opened]] = {
    "analysis-before": open_analysis("kozel", begun=False),
    **{f"analysis-{game}": open_analysis(game) for game in game_ids()},
    "analysis-luck": open_luck,
    "judged-best": open_judged("kozel", best=True),
    **{f"judged-{game}": open_judged(game) for game in game_ids()},
    **{f"choices-{game}": open_judged(game, choices=True) for game in game_ids()},
}
