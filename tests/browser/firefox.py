"""A Firefox as its makers build it, driven by Playwright over WebDriver BiDi.

Playwright asks every new context for ``emulation.setMediaFeaturesOverride``, which such a Firefox may not know. So
Playwright is given this module as the browser: it starts the true one, passes every message both ways and answers that
one itself. That cards lie still is a preference of the browser instead. A file that a page saves by itself is told of
without a name for its download, and Playwright hears only of those that have one.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Playwright
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

ROOT: Final = Path(__file__).resolve().parents[2]
CHANNEL: Final = "moz-firefox"
PREFERENCES: Final[dict[str, str | float | bool]] = {
    "ui.prefersReducedMotion": 1,
    "dom.disable_window_flip": False,  # a page may take the keys back from the browser's own bars
}
TOLD: Final = "WebDriver BiDi listening on "
ANSWERED_HERE: Final = frozenset({"emulation.setMediaFeaturesOverride"})
DOWNLOADS: Final = frozenset({"browsingContext.downloadWillBegin", "browsingContext.downloadEnd"})
_PROGRAM: Final = "KOZYR_FIREFOX_PROGRAM"


def launch_firefox(playwright: Playwright, program: str, folder: Path) -> Browser:
    """Start a Firefox; the folder takes the little program that stands for it."""
    stand_in = folder / "firefox"
    command = f'exec {shlex.quote(sys.executable)} -m {__name__} "$@"'
    stand_in.write_text(f"#!/bin/sh\ncd {shlex.quote(str(ROOT))}\n{command}\n", encoding="utf-8")
    stand_in.chmod(0o755)
    return playwright.firefox.launch(
        channel=CHANNEL,
        executable_path=stand_in,
        firefox_user_prefs=PREFERENCES,
        env={**os.environ, _PROGRAM: program},
    )


async def run(program: str, arguments: list[str]) -> int:
    """Be a Firefox: start it with these arguments, say where one listens for it; its exit code."""
    firefox = await asyncio.create_subprocess_exec(program, *arguments, stderr=asyncio.subprocess.PIPE)
    assert firefox.stderr is not None
    async for raw in firefox.stderr:
        line = raw.decode("utf-8", "replace").rstrip()
        if found := re.search(rf"{TOLD}(ws://\S+)", line):
            return await _relay(firefox, found[1])
        print(line, file=sys.stderr, flush=True)
    return await firefox.wait()


async def _relay(firefox: asyncio.subprocess.Process, address: str) -> int:
    async def answer(asker: ServerConnection) -> None:
        assert asker.request is not None
        async with connect(address + asker.request.path, max_size=None, compression=None) as browser:
            both = (_asked(asker, browser), _told(browser, asker))
            _, rest = await asyncio.wait(map(asyncio.ensure_future, both), return_when=asyncio.FIRST_COMPLETED)
            for each in rest:
                each.cancel()

    async with serve(answer, "127.0.0.1", 0, max_size=None, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        print(f"{TOLD}ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        assert firefox.stderr is not None
        async for raw in firefox.stderr:
            print(raw.decode("utf-8", "replace").rstrip(), file=sys.stderr, flush=True)
        return await firefox.wait()


async def _asked(asker: ServerConnection, browser: ClientConnection) -> None:
    async for message in asker:
        command = json.loads(message)
        if command["method"] in ANSWERED_HERE:
            await asker.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
        else:
            await browser.send(message)


async def _told(browser: ClientConnection, asker: ServerConnection) -> None:
    try:
        async for message in browser:
            await asker.send(_named(message))
    except ConnectionClosed:
        return  # whoever asked is gone


def _named(message: str | bytes) -> str | bytes:
    """A message as it is; one of a download without a navigation gets the name that Playwright knows it by."""
    told = json.loads(message)
    if told.get("method") in DOWNLOADS and not told["params"].get("navigation"):
        return json.dumps({**told, "params": {**told["params"], "download": told["params"]["url"]}})
    return message


if __name__ == "__main__":
    sys.exit(asyncio.run(run(os.environ[_PROGRAM], sys.argv[1:])))
