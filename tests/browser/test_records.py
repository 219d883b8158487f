"""Records in a real browser: a match is seen again step by step, shared, saved, opened from a file, and checked."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from tests.browser.people import open_menu
from tests.browser.playing import AGAIN, hand_of, move_once, play_on, start
from tests.browser.watching import Watcher, faults_of

SAMPLE = Path(__file__).resolve().parents[2] / "web" / "tests" / "records" / "kozel.json"
FORWARD, BACK, FIRST, LAST = (f"[data-step={name}]" for name in ("forward", "back", "first", "last"))
CHECKED = "dialog [data-verdict]"
JUDGED = "[data-judged]"
MOST_MS = 150_000
"""A deal is judged in seconds; a machine that does much beside takes longer."""
THEMES: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"theme": "dark"},
    "contrast": {"contrast": True},
    "dark contrast": {"contrast": True, "theme": "dark"},
}


def finish_match(page: Page, url: str) -> None:
    """One pot of Thirty-one against bots, to its end."""
    page.goto(f"{url}/new/thirty_one")
    page.get_by_role("group", name=re.compile("Места|Seats")).get_by_role("button").click()
    deals = page.get_by_role("textbox", name=re.compile("Сколько конов|Pots in a match"))
    deals.fill("1")
    deals.press("Tab")
    page.get_by_role("radio", name=re.compile("^(сразу|at once)$")).check()
    page.click("[data-make]")
    play_on(page, random.Random(5))


def open_line(page: Page, url: str, line: str) -> None:
    """Open a file that holds this."""
    page.goto(f"{url}/records")
    upload: FilePayload = {"name": "match.jsonl", "mimeType": "text/plain", "buffer": line.encode()}
    page.set_input_files("input[type=file]", upload)


def sample() -> dict[str, Any]:
    """A record with proofs."""
    record: dict[str, Any] = json.loads(SAMPLE.read_text(encoding="utf-8"))["record"]
    return record


def place(page: Page) -> str:
    """Where in the deal one is, as a screen reader hears it."""
    return str(page.locator("input[type=range]").get_attribute("aria-valuetext"))


def test_a_match_is_seen_again_shared_saved_and_opened_from_its_file(
    page: Page, browser: Browser, url: str, axe: str, language: str, tmp_path: Path
) -> None:
    finish_match(page, url)
    expect(page.locator("[data-fairness=good]")).to_be_visible()
    page.click("[data-see-again]")
    page.wait_for_selector(FORWARD)
    assert re.fullmatch(re.escape(url) + r"/records/[\w-]+", page.url)
    # Steps, by buttons and by keys.
    expect(page.locator(BACK)).to_be_disabled()
    before = place(page)
    page.click(FORWARD)
    assert place(page) != before
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".small.count")).to_have_text(re.compile("^1/"))
    page.keyboard.press("End")
    expect(page.locator(LAST)).to_be_disabled()
    page.keyboard.press("Home")
    expect(page.locator(FIRST)).to_be_disabled()
    page.locator("input[type=range]").fill("2")
    expect(page.locator(".small.count")).to_have_text(re.compile("^2/"))
    # Other eyes.
    own = hand_of(page)
    assert len(own) == 3
    page.select_option("[data-eyes]", "1")
    expect(page.locator(".own .name")).not_to_have_text(re.compile("Игрок|Player"))
    assert set(hand_of(page)).isdisjoint(own)
    page.select_option("[data-eyes]", "null")
    expect(page.locator(".own [data-card]")).to_have_count(0)
    page.check("[data-open]")
    hands = page.locator(".seat .cards")
    expect(hands).to_have_count(3)
    for at in range(3):
        expect(hands.nth(at)).to_have_attribute("aria-label", re.compile("^[^,]+, [^,]+, [^,]+$"))
    assert faults_of(page, axe) == []
    # The check.
    page.click("[data-check]")
    expect(page.locator(CHECKED)).to_have_attribute("data-verdict", "good")
    page.locator("dialog summary").first.click()
    shuffles = page.locator("dialog dl")  # one of each deal: a pot that was tied has several
    expect(shuffles.first).to_be_visible()
    for shuffle in shuffles.all():
        expect(shuffle).to_contain_text(re.compile("ваши|yours"))
    assert faults_of(page, axe) == []
    page.keyboard.press("Escape")
    # Shared with somebody else; not before.
    page.click("[data-about]")
    page.click("[data-share]")
    link = page.locator("[data-link]").input_value()
    assert faults_of(page, axe) == []
    other = browser.new_context(viewport={"width": 1440, "height": 900}, locale=language)
    friend = other.new_page()
    watcher = Watcher(url)
    watcher.watch(friend)
    asked: list[str] = []
    friend.on("request", lambda request: asked.append(request.url))
    friend.goto(link)
    friend.wait_for_selector(FORWARD)
    assert len([address for address in asked if re.search(r"/api/shared/[\w-]+$", address)]) == 1
    friend.click("[data-check]")
    expect(friend.locator(CHECKED)).to_have_attribute("data-verdict", "good")
    friend.goto(page.url)
    expect(friend.get_by_role("alert")).to_be_visible()
    assert watcher.strangers == []
    # Saved, and opened from the file.
    with page.expect_download() as saved:
        page.click("[data-export]")
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    assert re.fullmatch(r"kozyr-thirty_one-\d{4}-\d\d-\d\d\.jsonl", path.name)
    open_line(page, url, path.read_text(encoding="utf-8"))
    page.wait_for_selector(FORWARD)
    assert page.url == f"{url}/records/file"
    page.click("[data-check]")
    expect(page.locator(CHECKED)).to_have_attribute("data-verdict", "good")
    other.close()


def test_the_same_deal_is_played_again_from_its_record(page: Page, url: str) -> None:
    finish_match(page, url)
    page.click("[data-see-again]")
    page.wait_for_selector(FORWARD)
    page.click("[data-about]")
    page.click("[data-duplicate]")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".hint.mine, [data-go-on]")


@pytest.mark.parametrize("language", ["ru"])
def test_a_record_goes_on_by_itself_and_jumps_to_a_deal(page: Page, url: str) -> None:
    open_line(page, url, json.dumps(sample()))
    page.wait_for_selector(FORWARD)
    page.select_option("[data-deal]", "2")
    expect(page.locator(".small.count")).to_have_text(re.compile("^0/"))
    page.click("[data-step=play]")
    expect(page.locator(".small.count")).to_have_text(re.compile("^2/"))
    page.click("[data-step=stop]")
    expect(page.locator("[data-step=play]")).to_be_visible()


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda record: record["deals"][0]["deck"].reverse(), r"(Сдача|Deal) 1"),
        (lambda record: record["deals"][1]["proof"].update(secret="0" * 64), r"(Сдача|Deal) 2.*SHA-256"),
        (lambda record: record["deals"][0]["moves"].pop(), r"(Сдача|Deal) 1"),
        (lambda record: record["deals"][2]["proof"].update(deal=9), r"(Сдача|Deal) 3.*9"),
    ],
)
def test_a_changed_record_is_red_and_says_where(context: BrowserContext, url: str, change: Any, where: str) -> None:
    page = context.new_page()
    record = sample()
    change(record)
    with page.expect_response("**/api/steps"):
        open_line(page, url, json.dumps(record))
    page.wait_for_selector("[data-verdict=bad], [data-step=forward]")
    if page.locator(FORWARD).count():
        page.click("[data-check]")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "bad")
    expect(page.locator(".faults")).to_have_text(re.compile(where, re.DOTALL))


@pytest.mark.parametrize("line", ["", "{", "[]", '{"game": "kozel"}', '{"game": "kozel", "seats": [], "deals": []}'])
def test_a_file_that_is_no_record_is_refused_in_words(
    context: BrowserContext, url: str, line: str, language: str
) -> None:
    page = context.new_page()
    open_line(page, url, line)
    refused = page.get_by_role("alert").or_(page.locator(".faults"))
    said = {"ru": r"Это не запись партии: [«а-яё]", "en": r"That is no record of a match: [a-z]"}
    expect(refused).to_contain_text(re.compile(said[language]))
    expect(page.locator(FORWARD)).to_have_count(0)


@pytest.mark.parametrize(("language", "theme"), [*(("ru", theme) for theme in THEMES), ("en", "light")])
def test_axe_finds_nothing_on_the_screens_of_records_and_tours(
    context: BrowserContext, url: str, axe: str, theme: str
) -> None:
    page = context.new_page()
    page.goto(url)
    page.evaluate("kept => localStorage.setItem('kozyr', JSON.stringify(kept))", THEMES[theme])
    found: dict[str, list[str]] = {}
    for path in ("/records", "/fairness", "/rules/kozel", "/rules/shalashik", "/learn/kozel", "/learn/shalashik"):
        page.goto(url + path)
        page.wait_for_selector("[data-tour-next], main p, main li")
        found[path] = faults_of(page, axe)
    open_line(page, url, json.dumps(sample()))
    page.wait_for_selector(FORWARD)
    page.click(LAST)
    found["the end"] = faults_of(page, axe)
    changed = sample()
    changed["deals"][0]["deck"].reverse()
    changed["deals"][0]["proof"]["deal"] = 5
    open_line(page, url, json.dumps(changed))
    page.wait_for_selector("[data-verdict=bad]")
    found["changed"] = faults_of(page, axe)
    page.goto(f"{url}/r/nothing")
    page.wait_for_selector("[role=alert]")
    found["nothing"] = faults_of(page, axe)
    assert {path: faults for path, faults in found.items() if faults} == {}


@pytest.mark.parametrize("game", ["kozel", "thirty_one", "shalashik"])
def test_a_first_game_is_offered_shown_to_its_end_and_played(page: Page, url: str, game: str) -> None:
    page.goto(f"{url}/rules/{game}")
    page.click("[data-learn]")
    seen: set[str] = set()
    while page.locator("[data-tour-play]").count() == 0:
        page.wait_for_selector("[data-tour-next]")
        seen.add(page.locator("[data-caption]").inner_text())
        page.locator("[data-tour-next]").click()
        page.wait_for_timeout(50)
    assert len(seen) >= 7
    sizes = page.evaluate("[document.documentElement.scrollHeight, innerHeight, document.documentElement.scrollWidth]")
    assert sizes[0] <= sizes[1]
    assert sizes[2] <= 360
    page.click("[data-tour-play]")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".hint.mine, [data-go-on]")
    expect(page.locator("[data-no-tour]")).to_have_count(0)


def test_a_first_game_can_be_passed_over(page: Page, url: str) -> None:
    page.goto(url)
    page.click("[data-play=kozel]")
    page.click("[data-no-tour]")
    expect(page.locator("[data-no-tour]")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".table")
    expect(page.locator("[data-no-tour]")).to_have_count(0)
    page.goto(f"{url}/rules/kozel")
    page.click("[data-learn]")
    page.click("[data-skip]")
    page.wait_for_url("**/rules/kozel")


def test_the_offer_of_a_first_game_gives_way_to_what_happens_once_one_has_moved(page: Page, url: str) -> None:
    for _ in range(2):  # at the next table it is offered again
        start(page, url, "kozel")
        expect(page.locator("[data-no-tour]")).to_be_visible()
        expect(page.locator(".story")).to_have_count(0)
        move_once(page, random.Random(5))
        expect(page.locator("[data-no-tour]")).to_have_count(0)
        expect(page.locator(".story")).to_be_visible()


def test_records_and_the_check_are_reached_from_the_start_and_from_the_table(page: Page, url: str) -> None:
    page.goto(url)
    page.click("main a[href='/records']")
    page.wait_for_selector("input[type=file]", state="attached")
    page.go_back()
    page.click("main a[href='/fairness']")
    page.wait_for_selector("details")
    page.goto(url)
    page.click("[data-play=thirty_one]")
    open_menu(page)
    expect(page.locator("dialog a[href='/records']")).to_be_visible()
    page.click("dialog [data-fairness]")
    expect(page.locator("dialog summary").first).to_be_visible()
    assert page.locator(AGAIN).count() == 0


def test_a_match_is_judged_deal_by_deal_and_its_moments_are_gone_to(
    page: Page, url: str, axe: str, language: str
) -> None:
    """The first deals of it: a whole match takes a minute, and what is there can be looked at before."""
    words = {"ru": ("Точность", "Лучше было: "), "en": ("Accuracy", "Better was: ")}[language]
    open_line(page, url, json.dumps(sample()))
    page.wait_for_selector(FORWARD)
    expect(page.locator(JUDGED)).to_have_count(0)
    page.click("[data-analysis]")
    assert faults_of(page, axe) == []
    page.click("[data-analyse]")
    expect(page.get_by_role("progressbar")).to_be_visible()
    figures = page.locator("[data-figures] tbody tr")
    expect(figures).to_have_count(4, timeout=MOST_MS)
    expect(page.locator("[data-figures]")).to_contain_text(words[0])
    assert re.search(r"\d+\s?%", figures.first.inner_text())
    moments = page.locator("[data-moment]")
    expect(moments.first).to_contain_text(words[1], timeout=MOST_MS)
    assert moments.count() <= 3
    assert faults_of(page, axe) == []
    page.locator("dialog summary").click()
    expect(page.locator("dialog table").nth(1).locator("tbody tr").first).to_be_visible()
    assert faults_of(page, axe) == []
    # To a moment: the table is shown behind the move, and what would have been better.
    moments.first.click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(JUDGED)).to_contain_text(words[1])
    page.click("[data-choices]")
    options = page.locator("dialog[open] [data-considered]")
    assert options.count() > 1
    assert page.locator("dialog[open] [data-considered].marked").count() == 1
    values = options.locator(".value").all_inner_texts()
    own = [float(value.split("/")[0].replace(",", ".").replace("\u2212", "-")) for value in values]
    assert own == sorted(own, reverse=True)
    assert faults_of(page, axe) == []
    page.keyboard.press("Escape")
    expect(page.locator("[data-choices]")).to_be_focused()
    # Nothing scrolls, and the arrows go on.
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(JUDGED).or_(page.locator(FORWARD)).first).to_be_visible()
