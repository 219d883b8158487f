"""What somebody who does not see the page hears of a match, and what the server has told of it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Final

from playwright.sync_api import Page

from kozyr.cards import SaidCards, parse_card
from kozyr.kernel.terms import Terms
from tests.browser.watching import Wire

LISTENS: Final = """
  window.heard = [];
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Element && node.matches('[role=log] [data-event]')) window.heard.push(node.textContent);
  }).observe(document, { childList: true, subtree: true });
"""
"""A script: keeps what is added to a log that is on the page already; what comes together with its log is not heard."""
_BOTS: Final = {"ru": ("Боря", "Валя", "Гриша", "Даша", "Егор"), "en": ("Borya", "Valya", "Grisha", "Dasha", "Egor")}


def heard(page: Page) -> list[str]:
    """Every sentence that was read out, in order."""
    sentences: list[str] = page.evaluate("window.heard")
    return sentences


def told(wire: Wire, terms: Terms, language: str, name: str) -> list[str]:
    """Every event that the server has told of, each once, in words; the first seat is one's own."""
    events: list[dict[str, Any]] = []
    story: list[dict[str, Any]] = []
    for message in wire.messages:
        if lines := message.get("story"):
            now = story[: lines[0][2]] + [said for *_, said in lines]
            known = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(story, now, strict=False)))
            events += now[known:]
            story = now
    names = (name, *_BOTS[language])
    return [_words(said, terms, language, names) for said in events]


def _words(said: dict[str, Any], terms: Terms, language: str, names: Sequence[str]) -> str:
    values = {name: _shown(value, terms, language, names) for name, value in said["args"].items()}
    return terms.text(said["id"], language, **values)


def _shown(value: Any, terms: Terms, language: str, names: Sequence[str]) -> Any:
    match value:
        case {"card": str(card)}:
            return SaidCards((parse_card(card),), language)
        case {"cards": cards}:
            return SaidCards(tuple(map(parse_card, cards)), language)
        case {"seat": int(seat)}:
            return names[seat]
        case {"term": str(term)}:
            return terms.text(term, language)
        case _:
            return value
