"""Moments of the page and its network: a lost connection, a newer page, another device."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page, WebSocketRoute

from bench.moments.deals import begin
from bench.moments.windows import Opened

NEWER: Final = "navigator.serviceWorker.register('/worker.js?newer').then(() => undefined)"


def open_lost(page: Page, url: str) -> None:
    """The connection is lost in mid-deal."""
    state = {"is_there": True}
    sockets: list[WebSocketRoute] = []

    def passed_on(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if state["is_there"]:
            socket.connect_to_server()
        else:
            socket.close()

    page.route_web_socket(re.compile("/socket$"), passed_on)
    begin(page, url, "thirty_one", players=4)
    state["is_there"] = False
    for socket in sockets:
        socket.close()
    page.wait_for_function("document.querySelector('.connection').textContent.trim() !== ''")


def open_update(page: Page, url: str) -> None:
    """A newer page is offered."""
    page.goto(url)
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.evaluate(NEWER)
    page.get_by_role("button", name=re.compile("^(Обновить|Update)$")).wait_for()


def open_link(page: Page, url: str) -> None:
    """A link that makes another device the same person."""
    page.goto(f"{url}/new/kozel")
    page.click("[data-make]")
    page.wait_for_selector("[data-ready]")
    page.goto(f"{url}/settings")
    page.get_by_role("button", name=re.compile("^(Создать ссылку|Make a link)$")).click()
    page.locator("input[readonly]").wait_for()
    page.locator("input[readonly]").scroll_into_view_if_needed()


MOMENTS: Final[dict[str, Opened]] = {
    "lost": open_lost,
    "update": open_update,
    "link": open_link,
}
