"""Windows of browsers: one's own, and those of others at the same table."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, Page

from tests.browser.playing import HURRIED

Opened = Callable[[Page, str], None]


def language_of(page: Page) -> str:
    """The language of the browser."""
    return "ru" if str(page.evaluate("navigator.language")).startswith("ru") else "en"


def friend_of(page: Page) -> Page:
    """Another window, of somebody else; it is closed with all others."""
    browser = page.context.browser
    assert browser is not None
    context = browser.new_context(viewport=page.viewport_size, locale=language_of(page), reduced_motion="reduce")
    context.add_init_script(HURRIED)
    return context.new_page()


def close_all(browser: Browser) -> None:
    """Close the windows of everybody."""
    for context in browser.contexts:
        context.close()
