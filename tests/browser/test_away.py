"""Who is out of time, who is away and replaced, whom the host sends away: what each of them sees, and may do then."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.clocked import Clocked, clocked
from tests.browser.people import (
    BELONGS,
    DOES,
    FORWARD,
    LOOKED_AT_MS,
    MOST_LOOKS,
    Come,
    answer,
    come_by,
    make_for_two,
    open_menu,
    wait_for_turn,
)
from tests.browser.playing import GO_ON, MINE, hand_of, move_once
from tests.browser.watching import faults_of

A_MINUTE = 60_000
MOVE_MS = 300_000
NOWHERE = "about:blank"
FRIEND = 1
"""The seat of the friend who comes to the host's table."""
LATE = {"ru": "Время вышло: {}", "en": "Out of time: a bot moves for {}"}
BACK = {"ru": "{} снова ходит сам", "en": "{} plays again"}
A_BOT_PLAYS = {"ru": "играет бот", "en": "a bot plays"}
REPLACES = {"ru": "Заменить ботом: {}", "en": "Replace {} by a bot"}
PROPOSES = {"ru": "предлагает заменить ботом: {}", "en": "proposes that a bot replace {}"}
JUST_GONE = {"ru": "только что был здесь и может вернуться", "en": "here a moment ago and may be back"}
AWAY = {"ru": "отошёл", "en": "away"}
VOTED = {"ru": "{} отсутствует, по решению стола за него играет бот", "en": "{} is absent; by vote a bot plays on"}
SAT = {"ru": "{} садится за стол", "en": "{} takes a seat"}
REPLACED = {"ru": "На вашем месте играет бот", "en": "A bot plays at your seat"}
AGAIN = {"ru": "Вернуться на своё место", "en": "Take your seat again"}
SURE = {"ru": "{} больше не сможет вернуться за этот стол", "en": "{} cannot come back to this table"}
REMOVE = {"ru": "Удалить: {}", "en": "Remove: {}"}
MUTE = {"ru": "Не давать слова: {}", "en": "Mute: {}"}
UNMUTE = {"ru": "Дать слово: {}", "en": "Let speak: {}"}
MUTED = {"ru": "без слова", "en": "muted"}
SENT_AWAY = {"ru": "{} удаляется из-за стола", "en": "{} was removed"}
FAREWELL = {"ru": "Хозяин удалил вас из-за стола", "en": "The host has removed you from the table"}
NO_WAY_BACK = {"ru": "вернуться за этот стол нельзя", "en": "you cannot come back to this table"}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Clocked]:
    """A server with a clock that can be put on."""
    with clocked(tmp_path) as served:
        yield served


@pytest.fixture
def url(served: Clocked) -> str:
    """The address of that server."""
    return served.url


@pytest.fixture(params=[("ru", "en"), ("en", "ru")], ids="-".join)
def languages(request: pytest.FixtureRequest) -> tuple[str, str]:
    """What the host speaks, and his friend."""
    host, friend = request.param
    return host, friend


def sit_down(come: Come, url: str, languages: tuple[str, str]) -> tuple[Page, Page]:
    """The host, a friend at his left and two bots, in mid-deal."""
    host, friend = come(languages[0], "phone"), come(languages[1], "desktop")
    make_for_two(host, friend, url, "thirty_one", {"deals": 9}, players=4)
    for page in (host, friend):
        page.locator("[data-no-tour]").click()
    return host, friend


def take_a_bots_seat(come: Come, language: str, table: str) -> Page:
    """Somebody comes by the link and plays on for a bot."""
    page = come(language, "phone")
    come_by(page, table)
    page.locator("[data-sit]").first.click()
    page.wait_for_selector("[data-seat].own")
    return page


def propose_to_replace(page: Page, language: str, name: str) -> None:
    """Choose in the menu that a bot shall play for somebody."""
    open_menu(page)
    page.get_by_role("button", name=REPLACES[language].format(name), exact=True).click()


def friends_seat(page: Page) -> Locator:
    """The seat of the friend, or of who plays for him."""
    return page.locator(f"[data-seat='{FRIEND}']")


def go_away(friend: Page, host: Page, language: str) -> None:
    """The friend is there no more; the host sees it."""
    friend.goto(NOWHERE)
    expect(friends_seat(host)).to_contain_text(AWAY[language])


def assert_told(pages: tuple[Page, ...], languages: tuple[str, ...], words: dict[str, str], name: str) -> None:
    """Everybody hears something of somebody, in his own language."""
    for page, language in zip(pages, languages, strict=True):
        expect(page.get_by_role("log")).to_contain_text(words[language].format(name))


def let_move(*pages: Page) -> Page:
    """Whoever of them is to move does; he."""
    for _ in range(MOST_LOOKS):
        for page in pages:
            if page.evaluate(FORWARD, [MINE, GO_ON]):
                move_once(page, random.Random(3))
                return page
        pages[0].wait_for_timeout(LOOKED_AT_MS)
    raise AssertionError("nobody is to move")


def test_for_one_who_is_out_of_time_a_bot_moves_until_one_tap(
    come: Come, served: Clocked, languages: tuple[str, str], axe: str
) -> None:
    pages = come(languages[0], "phone"), come(languages[1], "desktop")
    clock = {"kind": "move", "move_seconds": MOVE_MS // 1000}
    make_for_two(*pages, served.url, "thirty_one", {"deals": 9}, clock=clock)
    pages[0].locator("[data-no-tour]").click()
    late, _ = wait_for_turn(pages)
    name = {"ru": "Вера", "en": "Vera"}[languages[0]] if late is pages[0] else BELONGS[languages[1]]
    served.later += 2 * MOVE_MS
    come_by(come("ru", "phone"), late.url)  # at whose coming the table looks at its clock
    late.wait_for_selector("[data-back]")
    assert faults_of(late, axe) == []
    assert_told(pages, languages, LATE, name)
    for page, language in zip(pages, languages, strict=True):
        expect(seat_of(page, name)).to_contain_text(A_BOT_PLAYS[language])
    late.click("[data-back]")
    expect(late.locator("[data-back]")).to_have_count(0)
    assert_told(pages, languages, BACK, name)
    for page, language in zip(pages, languages, strict=True):
        expect(seat_of(page, name)).not_to_contain_text(A_BOT_PLAYS[language])
    while let_move(*pages) is not late:
        pass
    late.locator(".story").click()
    told = late.get_by_role("dialog").get_by_role("listitem")
    back = BACK[languages[pages.index(late)]].format(name)
    expect(told.filter(has_text=back)).to_have_count(1)


def seat_of(page: Page, name: str) -> Locator:
    """The seat of who has a name."""
    return page.locator("[data-seat]").filter(has_text=name)


def test_who_is_away_is_replaced_by_vote_is_told_and_may_take_his_own_seat_again(
    come: Come, served: Clocked, languages: tuple[str, str], axe: str
) -> None:
    speaks, friends = languages
    host, friend = sit_down(come, served.url, languages)
    table, name = host.url, BELONGS[friends]
    third = take_a_bots_seat(come, speaks, table)
    go_away(friend, host, speaks)
    propose_to_replace(host, speaks, name)
    expect(host.locator(".toast")).to_contain_text(JUST_GONE[speaks])
    expect(host.locator(".vote")).to_have_count(0)
    served.later += A_MINUTE
    propose_to_replace(host, speaks, name)
    for page in (host, third):
        expect(page.locator(".vote")).to_contain_text(PROPOSES[speaks].format(name))
    assert faults_of(third, axe) == []
    answer(third, agrees=True)
    assert_told((host, third), (speaks, speaks), VOTED, name)
    for page in (host, third):
        expect(friends_seat(page)).not_to_contain_text(name)
    moved = [host]
    while moved[-2:] != [host, third]:  # between them a bot has played at his seat
        moved.append(let_move(host, third))
    friend.goto(table)
    expect(friend.get_by_text(REPLACED[friends], exact=True)).to_be_visible()
    expect(friend.locator(DOES)).to_have_count(0)
    assert faults_of(friend, axe) == []
    stranger = come(speaks, "desktop")
    come_by(stranger, table)
    expect(stranger.locator("[data-sit]")).to_have_count(2)  # he has had no seat: either bot's may be his
    expect(friend.locator("[data-sit]")).to_have_count(1)
    friend.get_by_role("button", name=AGAIN[friends], exact=True).click()
    expect(friend.locator(f"[data-seat='{FRIEND}'].own")).to_contain_text(name)
    assert len(hand_of(friend)) == 3
    assert_told((host, third), (speaks, speaks), SAT, name)
    while let_move(host, third, friend) is not friend:
        pass


def test_who_comes_back_while_it_is_voted_on_keeps_his_seat(
    come: Come, served: Clocked, languages: tuple[str, str]
) -> None:
    speaks, friends = languages
    host, friend = sit_down(come, served.url, languages)
    third = take_a_bots_seat(come, speaks, host.url)
    go_away(friend, host, speaks)
    served.later += A_MINUTE
    propose_to_replace(host, speaks, BELONGS[friends])
    expect(third.locator(".vote")).to_be_visible()
    friend.goto(host.url)
    for page in (host, third, friend):
        expect(page.locator(".vote")).to_have_count(0)
        expect(friends_seat(page)).to_contain_text(BELONGS[friends])
    while let_move(host, third, friend) is not friend:
        pass


def test_where_nobody_else_is_there_one_voice_is_enough(
    come: Come, served: Clocked, languages: tuple[str, str]
) -> None:
    speaks, friends = languages
    host, friend = sit_down(come, served.url, languages)
    go_away(friend, host, speaks)
    served.later += A_MINUTE
    propose_to_replace(host, speaks, BELONGS[friends])
    expect(host.get_by_role("log")).to_contain_text(VOTED[speaks].format(BELONGS[friends]))
    expect(friends_seat(host)).not_to_contain_text(BELONGS[friends])


def test_whom_the_host_sends_away_is_told_and_cannot_come_back(
    come: Come, served: Clocked, languages: tuple[str, str], axe: str
) -> None:
    speaks, friends = languages
    host, friend = sit_down(come, served.url, languages)
    name = BELONGS[friends]
    open_menu(friend)
    friend.locator("[data-people] summary").click()
    expect(friend.locator("[data-people] li")).to_have_count(2)
    expect(friend.locator("[data-people] button")).to_have_count(0)  # only the host sends away
    friend.keyboard.press("Escape")
    open_menu(host)
    host.locator("[data-people] summary").click()
    for word, told in ((MUTE, 1), (UNMUTE, 0)):
        host.get_by_role("button", name=word[speaks].format(name), exact=True).click()
        expect(host.locator("[data-people] li").filter(has_text=MUTED[speaks])).to_have_count(told)
    send_away = host.get_by_role("button", name=REMOVE[speaks].format(name), exact=True)
    send_away.click()
    expect(host.locator("[data-people]")).to_contain_text(SURE[speaks].format(name))
    assert faults_of(host, axe) == []
    send_away.click()
    expect(friend.get_by_role("alert")).to_contain_text(FAREWELL[friends])
    expect(friend.locator(DOES)).to_have_count(0)
    assert faults_of(friend, axe) == []
    expect(host.locator("[data-people] li")).to_have_count(1)
    host.keyboard.press("Escape")
    expect(host.get_by_role("log")).to_contain_text(SENT_AWAY[speaks].format(name))
    expect(friends_seat(host)).not_to_contain_text(name)
    let_move(host)
    friend.get_by_role("button", name=re.compile("^(Перезагрузить|Reload)$")).click()
    expect(friend.get_by_role("alert")).to_contain_text(NO_WAY_BACK[friends])
    expect(friend.locator(DOES)).to_have_count(0)
