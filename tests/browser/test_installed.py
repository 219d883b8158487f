"""The page as it is installed: its manifest and worker, what it says without a network, notices of one's turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from bench.browsing import playing
from kozyr.server.pages import ADDRESSES
from tests.browser.watching import faults_of

WORKER_IS_READY = "navigator.serviceWorker.ready.then(() => undefined)"
IS_GUIDED = "() => navigator.serviceWorker.controller !== null"
NEWER = "navigator.serviceWorker.register('/worker.js?newer').then(() => undefined)"
"""The same worker at another address: for a browser a newer one."""
ABSENT = re.compile("Карты раздаёт сервер")
PLACES = [path.format(game="kozel", id="nothing", token="nothing") for path, _ in ADDRESSES]


@pytest.fixture
def installed(browser: Browser, url: str) -> Iterator[Page]:
    """A page that a worker guides."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="ru", reduced_motion="reduce")
    page = context.new_page()
    page.goto(url)
    page.evaluate(WORKER_IS_READY)
    page.wait_for_function(IS_GUIDED)
    yield page
    context.close()


def test_it_can_be_installed(page: Page, url: str) -> None:
    page.goto(url)
    manifest = httpx.get(f"{url}/page.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    told = manifest.json()
    assert told["display"] == "standalone"
    for icon in told["icons"]:
        assert httpx.get(url + icon["src"]).headers["content-type"].startswith(icon["type"])
    page.evaluate(WORKER_IS_READY)
    policy = httpx.get(url).headers["content-security-policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
    assert "unsafe-inline" not in policy


def test_without_the_server_it_says_so_and_keeps_no_game_data(browser: Browser, axe: str, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="ru")
    page = context.new_page()
    with playing(tmp_path) as url:
        page.goto(url)
        page.evaluate(WORKER_IS_READY)
        page.wait_for_function(IS_GUIDED)
        page.goto(f"{url}/records")
        page.wait_for_selector("input[type=file]", state="attached")
        kept: list[str] = page.evaluate(
            "caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(c => c.keys()))))"
            ".then(all => all.flat().map(request => request.url))"
        )
    paths = {urlsplit(address).path for address in kept}
    assert "/" in paths
    assert any(path.startswith("/assets/") for path in paths)
    assert not any(path.startswith("/api/") for path in paths)
    page.goto(f"{url}/tables")
    expect(page.get_by_role("alert").first).to_have_text(ABSENT)
    assert faults_of(page, axe) == []
    context.close()


def test_without_a_network_every_address_says_so_and_goes_on_when_it_is_back(
    installed: Page, url: str, axe: str
) -> None:
    said = installed.get_by_role("alert").filter(has_text=ABSENT)
    for path in PLACES:
        installed.context.set_offline(True)
        installed.goto(url + path)
        expect(said).to_be_visible()
        assert faults_of(installed, axe) == []
        installed.context.set_offline(False)
        expect(said).to_have_count(0)  # a browser may not say that its network is back: the page asks by itself
        expect(installed.locator("header, main").first).to_be_visible()
        assert urlsplit(installed.url).path == path or path == "/claim"


def test_what_was_opened_without_a_network_comes_when_it_is_back(installed: Page) -> None:
    """Not the whole page, but a screen of one that is open: nobody has to tap "again"."""
    for link, there in (
        ("/rules/kozel", "main h2"),
        ("/records", "input[type=file]"),
        ("/fairness", "h1"),
    ):
        installed.wait_for_selector("[data-play]")
        installed.context.set_offline(True)
        expect(installed.get_by_role("alert")).to_have_text(ABSENT)
        installed.click(f"a[href='{link}']")
        installed.wait_for_selector("[data-play]", state="detached")
        installed.context.set_offline(False)
        installed.wait_for_selector(there, state="attached")
        expect(installed.get_by_role("alert")).to_have_count(0)
        installed.go_back()


def test_what_stands_before_a_server_that_is_away_is_no_broken_page(installed: Page, url: str) -> None:
    """A proxy answers for a server that is being started; the page asks again by itself, and not without end."""
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=502, content_type="text/html", body="<h1>Bad gateway</h1>")

    for pattern in ("**/api/**", "**/health"):
        installed.route(pattern, refuse)
    installed.reload()
    expect(installed.get_by_role("alert")).to_have_text(ABSENT)
    wanted = {"/api/games", "/api/texts", "/health"}
    installed.wait_for_timeout(2000)
    assert {urlsplit(each).path for each in asked} <= wanted
    assert len(asked) <= 2 * len(wanted)
    installed.unroute_all()
    installed.evaluate("dispatchEvent(new Event('online'))")
    installed.wait_for_selector("[data-play]")


def test_a_newer_page_is_offered_between_matches_and_taken_when_one_says_so(installed: Page) -> None:
    offer = installed.get_by_role("button", name="Обновить")
    installed.evaluate("window.isTheSame = true")
    installed.click("[data-play=kozel]")
    installed.wait_for_selector(".hint.mine, [data-go-on]")
    installed.evaluate(NEWER)
    installed.wait_for_function(
        "() => navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)"
    )
    expect(offer).to_have_count(0)
    assert installed.evaluate("window.isTheSame") is True
    installed.go_back()
    expect(offer).to_be_visible()
    installed.get_by_role("button", name="Позже").click()
    expect(offer).to_have_count(0)
    assert installed.evaluate("window.isTheSame") is True
    installed.reload()
    installed.evaluate("window.isTheSame = true")
    offer.click()
    installed.wait_for_function("() => window.isTheSame === undefined")
    installed.wait_for_selector("[data-play]")


def test_a_window_is_told_that_another_has_taken_the_newer_page(installed: Page, url: str) -> None:
    other = installed.context.new_page()
    other.goto(url)
    other.evaluate(NEWER)
    other.get_by_role("button", name="Обновить").click()
    installed.evaluate("window.isTheSame = true")
    offer = installed.get_by_role("button", name="Обновить")
    expect(offer).to_be_visible()
    assert installed.evaluate("window.isTheSame") is True
    offer.click()
    installed.wait_for_function("() => window.isTheSame === undefined")


def test_the_turn_is_told_only_where_that_was_asked_for(browser: Browser, url: str) -> None:
    context = browser.new_context(locale="ru", permissions=["notifications"], reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{url}/settings")
    switch = page.get_by_role("switch", name=re.compile("Уведомлять"))
    expect(switch).not_to_be_checked()
    switch.check()
    expect(switch).to_be_checked()
    page.reload()
    expect(page.get_by_role("switch", name=re.compile("Уведомлять"))).to_be_checked()
    told = "window.told = []; Notification = class { constructor(title) { window.told.push(title) } close() {}"
    told += " static permission = 'granted' }; Object.defineProperty(document, 'hidden', { get: () => true })"
    page.add_init_script(told)
    page.goto(url)
    page.click("[data-play=thirty_one]")
    page.wait_for_selector(".hint.mine, [data-go-on]")
    if page.locator(".hint.mine").count():
        assert page.evaluate("window.told") == ["Ваш ход"]
    context.close()
