"""The language is switched at the table, in mid-deal: every text changes, and nothing is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from bench.browsing import make_table
from tests.browser.people import Come, hand_of, open_menu, wait_for_turn
from tests.browser.playing import EDGE

TABLES: dict[str, tuple[int, dict[str, object]]] = {
    "kozel": (4, {"boasts": "none"}),
    "thirty_one": (3, {}),
    "shalashik": (3, {"hut": "risk"}),
}
NO_TEXTS = ("Вера", "Русский", "English", "В Д К Т", "J Q K A")
"""A name, languages by their own names, and the letters of cards."""
TEXTS = """() => {
  const all = [document.body, ...document.querySelectorAll('body *')].filter((each) => !each.closest('script'));
  const named = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'];
  const attributes = all.flatMap((each) => named.map((name) => each.getAttribute(name) ?? ''));
  const texts = all.flatMap((each) => [...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data));
  return [...texts, ...attributes].map((text) => text.trim()).filter(Boolean);
}"""
"""A script: every text of a page, seen or only heard."""
CYRILLIC, LATIN = re.compile("[А-Яа-яЁё]"), re.compile("[A-Za-z]{2}")


@pytest.mark.parametrize("game", list(TABLES))
def test_every_text_changes_in_mid_deal_and_nothing_is_lost(come: Come, url: str, game: str) -> None:
    page = come("ru", "phone")
    players, options = TABLES[game]
    make_table(page, url, game, options, players=players)
    page.locator("[data-no-tour]").click()
    wait_for_turn((page, page))
    cards = page.locator(".own button.can")
    if cards.count():
        cards.first.click(position=EDGE)
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
    """Every text of a page, but for names and for what is one in both languages."""
    return [text for text in page.evaluate(TEXTS) if text not in NO_TEXTS]
