"""A browser at a server of one's own: for the pictures of the page and for the tests in a browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
GPU_OFF: Final = "--disable-gpu"
IN_SOFTWARE: Final = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")
ARGUMENTS: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    GPU_OFF,
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
_MAKE: Final = """async (body) => {
  const ask = (path, body) => fetch(path, {
    method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body),
  }).then((answer) => answer.json());
  if (!(await fetch('/api/me')).ok) await ask('/api/me', {name: body.name});
  return (await ask('/api/tables', body.table)).id;
}"""


def chromium() -> str | None:
    """The program of a Chromium on this machine, ``KOZYR_CHROMIUM`` before any other; None where there is none."""
    named = os.environ.get("KOZYR_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def arguments(*, webgl: bool = False) -> list[str]:
    """How a browser is started that asks nobody for anything; ``webgl``: it draws in three dimensions, in software."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    plain = [argument for argument in ARGUMENTS if not (webgl and argument == GPU_OFF)]
    return [*plain, *(IN_SOFTWARE if webgl else ()), *(("--no-sandbox",) if is_root else ())]


def launch(playwright: Playwright, program: str, *, webgl: bool = False) -> Browser:
    """Start a browser."""
    return playwright.chromium.launch(executable_path=program, args=arguments(webgl=webgl))


@contextmanager
def open_browser(*, webgl: bool = False) -> Iterator[Browser]:
    """A browser; without one the program ends, saying so."""
    program = chromium()
    if program is None:
        sys.exit("no Chromium is found on PATH (KOZYR_CHROMIUM names one)")
    with sync_playwright() as playwright:
        browser = launch(playwright, program, webgl=webgl)
        yield browser
        browser.close()


@contextmanager
def playing(folder: Path) -> Iterator[str]:
    """``kozyr play`` with its data in a folder; gives the address of its page."""
    command = [sys.executable, "-m", "kozyr", "play", "--no-browser", "--port", "0", "--lang", "en"]
    environment = {
        **os.environ,
        "KOZYR_DATA": str(folder),
        "KOZYR_COMPILED_WORKERS": "0",
        "KOZYR_BOT_WORLDS": "1",
        "PYTHONUNBUFFERED": "1",
    }
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            yield next(word for word in line.split() if word.startswith("http"))
        finally:
            process.terminate()


def make_table(
    page: Page,
    url: str,
    game: str,
    options: dict[str, object],
    *,
    players: int,
    bot: str = "careful",
    friends: int = 0,
    name: str | None = None,
    settings: Mapping[str, object] | None = None,
) -> None:
    """Open a new table with bots that move at once. The seats after one's own are for friends, who are waited for.

    ``settings``: those of the table that are not as usual.
    """
    page.goto(url)
    page.wait_for_selector("[data-play]")
    table = {
        "game": game,
        "players": players,
        "options": options,
        "settings": {"pace": "none", **(settings or {})},
        "listed": False,
        "seats": ["me", *["open"] * friends, *[bot] * (players - 1 - friends)],
        "ready": not friends,
    }
    usual = "Вера" if page.evaluate("navigator.language").startswith("ru") else "Vera"
    table_id = page.evaluate(_MAKE, {"name": name or usual, "table": table})
    page.goto(f"{url}/t/{table_id}")
