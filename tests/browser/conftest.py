"""A browser at a server of its own. Without one these tests are skipped; where KOZYR_BROWSER=required they fail.

Every test runs in Chromium, and where KOZYR_FIREFOX names a Firefox, in that too.
"""

import itertools
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from bench.browsing import chromium, launch, playing
from kozyr.server.pages import Pages
from tests.browser.firefox import launch_firefox
from tests.browser.people import Come, visiting
from tests.browser.playing import HURRIED
from tests.browser.watching import EXPECTED, Watcher

FIREFOX = os.environ.get("KOZYR_FIREFOX")
BROWSERS = ["chromium", "firefox"] if FIREFOX else ["chromium"]
REQUIRED = os.environ.get("KOZYR_BROWSER") == "required"
PATIENCE_MS = 30_000
"""So long an expectation may wait, on however slow a machine; one that is met does not wait."""
expect.set_options(timeout=PATIENCE_MS)
MOST_TESTS = 6
"""So many tests share a server: one address may make but few tables at once."""


def lacking(what: str) -> None:
    """Skip, or where a browser is required fail, for want of something."""
    if REQUIRED:
        pytest.fail(f"{what}, and KOZYR_BROWSER is required", pytrace=False)
    pytest.skip(what)


@pytest.fixture(scope="module", params=BROWSERS)
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A Chromium, and a Firefox where one is named."""
    program = chromium() if request.param == "chromium" else FIREFOX
    if program is None:
        lacking("no Chromium is found on PATH (KOZYR_CHROMIUM names one)")
    assert program is not None
    with sync_playwright() as playwright:
        if request.param == "chromium":
            browser = launch(playwright, program)
        else:
            browser = launch_firefox(playwright, program, tmp_path_factory.mktemp("firefox"))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def next_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """Gives the address of a server to one test after another, and a new server where one has had its tests."""
    address, tests = "", itertools.count()
    with ExitStack() as running:

        def give() -> str:
            nonlocal address
            if next(tests) % MOST_TESTS == 0:
                running.close()
                address = running.enter_context(playing(tmp_path_factory.mktemp("served")))
            return address

        yield give


@pytest.fixture
def url(browser: Browser, next_address: Callable[[], str]) -> str:
    """The address of a server that serves the page."""
    assert browser.is_connected()
    if not Pages():
        lacking("the page is not built (python3 go.py page)")
    return next_address()


@pytest.fixture(params=["ru", "en"])
def language(request: pytest.FixtureRequest) -> str:
    """A language of the browser."""
    return str(request.param)


@pytest.fixture
def context(browser: Browser, language: str) -> Iterator[BrowserContext]:
    """A phone held upright, of somebody new."""
    with visiting(browser, language, "phone") as context:
        yield context


@pytest.fixture
def page(context: BrowserContext, url: str) -> Iterator[Page]:
    """A page that asks nobody but its own server, and complains of nothing."""
    page = context.new_page()
    watcher = Watcher(url)
    watcher.watch(page)
    yield page
    assert watcher.strangers == []
    assert watcher.complaints == []


@pytest.fixture
def come(browser: Browser, url: str) -> Iterator[Come]:
    """Brings people, each with a browser of his own, who ask nobody but their server and complain of nothing."""
    watchers: list[Watcher] = []
    with ExitStack() as open_contexts:

        def come(language: str, screen: str, *, expected: str = EXPECTED) -> Page:
            page = open_contexts.enter_context(visiting(browser, language, screen, HURRIED)).new_page()
            watchers.append(Watcher(url, expected=(EXPECTED, expected)))
            watchers[-1].watch(page)
            return page

        yield come
    assert [watcher.strangers for watcher in watchers if watcher.strangers] == []
    assert [watcher.complaints for watcher in watchers if watcher.complaints] == []


@pytest.fixture(scope="module")
def axe() -> str:
    """The script that finds what keeps people out."""
    path = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
    if not path.is_file():
        lacking("the packages of the page are not installed (python3 go.py page)")
    return path.read_text(encoding="utf-8")
