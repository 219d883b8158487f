"""What a page does beside what it shows: whom it asks, and of what it complains."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, Request

EXPECTED = "401 (Unauthorized)"
"""Somebody new is told so when he asks who he is; the browser notes that as an error."""

_LISTENS_IN = """
  window.toldBySocket = [];
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') window.toldBySocket.push(data);
      });
    }
  };
"""
"""A script: notes what comes over a socket, before the page hears it. Not every driver of a browser tells of that."""


@dataclass
class Watcher:
    """Looks at everything a page asks for and says."""

    url: str
    strangers: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = (EXPECTED,)
    """What may be complained of."""

    def watch(self, page: Page) -> None:
        """From now on."""
        page.on("request", self._asked)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self.url}/", "data:", "blob:")):
            self.strangers.append(request.url)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(text in message.text for text in self.expected):
            self.complaints.append(message.text)


def faults_of(page: Page, axe: str) -> list[str]:
    """What axe finds on a page, a line each."""
    page.evaluate(axe)
    found: dict[str, Any] = page.evaluate(
        "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})"
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


class Wire:
    """What the server tells a page over its socket, since the page was opened; whatever browser it is."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.add_init_script(_LISTENS_IN)

    @property
    def messages(self) -> list[dict[str, Any]]:
        """All messages, in their order."""
        return [json.loads(message) for message in self._page.evaluate("window.toldBySocket")]

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a type, in their order."""
        return [message for message in self.messages if message["type"] == kind]
