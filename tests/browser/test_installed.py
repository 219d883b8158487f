"""The page as it is installed: its manifest and worker, what it says without a network, notices of one's turn."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Browser, Page, expect

from bench.browsing import playing
from tests.browser.watching import faults_of

WORKER_IS_READY = "navigator.serviceWorker.ready.then(() => undefined)"
IS_GUIDED = "navigator.serviceWorker.controller !== null"


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
    expect(page.get_by_role("alert").first).to_have_text(re.compile("Карты раздаёт сервер"))
    assert faults_of(page, axe) == []
    context.close()


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
