"""The pages beside the table in a real browser: they speak both languages and keep nobody out."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.watching import faults_of

TITLES = {"ru": "Козырь", "en": "Kozyr"}
PLAY = {"ru": "Играть", "en": "Play"}


def test_the_start_page_speaks_the_browsers_language_and_the_other_at_a_tap(
    page: Page, url: str, language: str
) -> None:
    page.goto(url)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[language])
    expect(page.locator("[data-play]")).to_have_text([PLAY[language]] * 3)
    other = "en" if language == "ru" else "ru"
    page.get_by_role("button", name="English" if language == "ru" else "Русский").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[other])
    expect(page.locator("html")).to_have_attribute("lang", other)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[other])


@pytest.mark.parametrize(("language", "theme"), [("ru", "light"), ("en", "light"), ("ru", "dark")])
@pytest.mark.parametrize("path", ["/", "/new/kozel", "/new/thirty_one", "/tables", "/settings", "/rules/kozel"])
def test_axe_finds_nothing_on_the_pages(
    page: Page, browser: Browser, url: str, axe: str, path: str, theme: str
) -> None:
    if theme == "dark" and browser.browser_type.name == "firefox":
        pytest.skip("a Firefox cannot be told from outside that its person likes it dark")
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    response = page.goto(url + path)
    assert response is not None
    page.wait_for_selector("h1, h2")
    assert faults_of(page, axe) == []
