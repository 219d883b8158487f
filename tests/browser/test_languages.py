"""The language is switched at the table, in mid-deal: every text changes, and nothing is lost."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from bench.browsing import make_table
from tests.browser.people import Come, open_menu, wait_for_turn
from tests.browser.playing import EDGE, hand_of, move_once

TABLES: dict[str, tuple[int, dict[str, object]]] = {
    "kozel": (4, {"boasts": "none"}),
    "thirty_one": (3, {}),
    "shalashik": (3, {"hut": "risk"}),
}
CARD = ".own button.can"
NO_TEXTS = re.compile("Вера|^Русский$|^English$|Enter|QR")
"""A name, languages by their own names, a key, and what is so called in both."""
TEXTS = """() => {
  const all = [document.body, ...document.querySelectorAll('body *')].filter((each) => !each.closest('script'));
  const named = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'];
  const attributes = all.flatMap((each) => named.map((name) => each.getAttribute(name) ?? ''));
  const nodes = all.flatMap((each) => [...each.childNodes]).filter((node) => node.nodeType === Node.TEXT_NODE);
  return [...nodes.map((node) => node.data), ...attributes].map((text) => text.trim()).filter(Boolean);
}"""
"""A script: every text of a page, seen or only heard."""
CYRILLIC, LATIN = re.compile("[А-Яа-яЁё]{2}"), re.compile("[A-Za-z]{2}")
"""Words: one letter alone stands on a card."""


@pytest.mark.parametrize("game", list(TABLES))
def test_every_text_changes_in_mid_deal_and_nothing_is_lost(come: Come, url: str, game: str) -> None:
    page = come("ru", "phone")
    players, options = TABLES[game]
    make_table(page, url, game, options, players=players)
    page.locator("[data-no-tour]").click()
    wait_for_turn((page, page))
    if game != "shalashik":  # there no card of the hand is played before the hut falls
        choose_a_card(page)
    expect(page.locator("[data-bubble]")).to_have_count(0)  # what was said of late goes by itself
    hand, before = hand_of(page), texts_of(page)
    picked = page.locator("[aria-pressed=true]").count()
    assert [text for text in before if LATIN.search(text)] == []
    switch(page, "English")
    after = texts_of(page)
    assert [text for text in after if CYRILLIC.search(text)] == []
    assert len(after) == len(before)
    assert hand_of(page) == hand
    assert page.locator("[aria-pressed=true]").count() == picked
    switch(page, "Русский")
    assert texts_of(page) == before


def choose_a_card(page: Page) -> None:
    """Go on until a card may be chosen, and choose it."""
    while not page.locator(CARD).count():
        move_once(page, random.Random(3))
        wait_for_turn((page, page))
    page.locator(CARD).first.click(position=EDGE)
    expect(page.locator("[aria-pressed=true]")).to_have_count(1)


def switch(page: Page, language: str) -> None:
    """Choose a language in the menu of the table."""
    open_menu(page)
    page.locator("summary").filter(has_text=re.compile("^(Настройки|Settings)$")).click()
    page.get_by_role("radio", name=language).check()
    other = LATIN if language == "Русский" else CYRILLIC
    assert [text for text in texts_of(page) if other.search(text)] == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def texts_of(page: Page) -> list[str]:
    """Every text of a page, without what is one in both languages."""
    return [NO_TEXTS.sub("", text) for text in page.evaluate(TEXTS)]
