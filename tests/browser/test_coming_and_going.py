"""Who comes to a table and goes: a second device, one who leaves, one who only watches."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from bench.browsing import make_table
from tests.browser.people import (
    BELONGS,
    DOES,
    FORWARD,
    OPEN,
    TABLES,
    Come,
    come_by,
    make_for_two,
    open_menu,
    sight_of,
    wait_for_turn,
)
from tests.browser.playing import GO_ON, MINE, go_to_turn, hand_of, move_once
from tests.browser.watching import faults_of

PROPOSALS = "Вернуть ход|Сделать перерыв|Прекратить|Заменить|Уйти"
MOST_LOOKS = 60
VOID = "404 (Not Found)"
"""The browser notes a link that is refused as an error."""


def test_a_link_makes_another_device_the_same_person_once(come: Come, url: str) -> None:
    first, second, third = come("ru", "desktop"), come("en", "phone"), come("en", "phone", expected=VOID)
    make_table(first, url, "thirty_one", {"deals": 9}, players=3)
    go_to_turn(first)
    table, hand = first.url, hand_of(first)
    first.goto(f"{url}/settings")
    first.get_by_role("button", name="Создать ссылку").click()
    link = first.locator("input[readonly]").input_value()
    first.goto(table)
    second.goto(link)
    expect(second.locator(".toast")).to_contain_text("This device is yours now: Вера")
    second.goto(table)
    second.wait_for_selector(MINE)
    assert hand_of(second) == hand
    first.wait_for_selector(MINE)
    assert hand_of(first) == hand
    third.goto(link)
    expect(third.get_by_role("main")).to_contain_text("The link has been used, has expired or is wrong")
    third.goto(table)
    expect(third.get_by_role("heading", level=1)).to_have_text("What is your name?")


def test_who_leaves_is_replaced_by_a_bot_and_a_newcomer_takes_the_seat_with_its_cards(come: Come, url: str) -> None:
    pages = come("ru", "phone"), come("en", "desktop")
    make_for_two(*pages, url, "thirty_one", {"deals": 9})
    stays, leaves = wait_for_turn(pages)
    hand = hand_of(leaves)
    open_menu(leaves)
    for _ in ("asked", "sure"):
        leaves.get_by_role("button", name=re.compile("^(Уйти из-за стола|Leave the table)$")).click()
    expect(stays.get_by_role("log")).to_contain_text(re.compile("уходит, за него играет бот|has left, a bot plays on"))
    newcomer = come("ru", "phone")
    come_by(newcomer, stays.url)
    newcomer.locator("[data-sit]").click()
    expect(newcomer.locator("[data-seat].own .name")).to_have_text(BELONGS["ru"])
    assert hand_of(newcomer) == hand
    mover = None
    while mover is not newcomer:
        mover, _ = wait_for_turn((stays, newcomer))
        move_once(mover, random.Random(3))
    leaves.goto(stays.url)
    expect(leaves.get_by_text(re.compile("^(Вы смотрите игру|You are watching)$"))).to_be_visible()
    expect(leaves.locator("[data-sit]")).to_have_count(0)


@pytest.mark.parametrize(("speaks", "screen"), [("ru", "phone"), ("en", "desktop")])
def test_where_nobody_may_watch_who_comes_by_the_link_sees_who_sits_there_and_takes_a_seat(
    come: Come, url: str, axe: str, speaks: str, screen: str
) -> None:
    host, newcomer = come("ru", "desktop"), come(speaks, screen)
    make_table(host, url, "thirty_one", {"deals": 9}, players=3, settings={"spectators": False})
    go_to_turn(host)
    come_by(newcomer, host.url)
    expect(newcomer.locator("[data-door]")).to_contain_text("Вера")
    expect(newcomer.locator("[data-sit]")).to_have_count(2)
    expect(newcomer.locator(DOES)).to_have_count(0)
    assert sight_of(newcomer).shown == frozenset()
    assert faults_of(newcomer, axe) == []
    newcomer.locator("[data-sit='1']").click()
    expect(newcomer.locator("[data-seat='1'].own")).to_contain_text(BELONGS[speaks])
    expect(newcomer.locator("[data-door]")).to_have_count(0)
    assert len(hand_of(newcomer)) == 3
    expect(host.locator("[data-seat='1']")).to_contain_text(BELONGS[speaks])


@pytest.mark.parametrize("game", list(TABLES))
def test_who_comes_by_the_link_of_a_running_match_sees_it_and_no_hand_and_can_do_nothing(
    come: Come, url: str, axe: str, game: str
) -> None:
    pages = come("ru", "desktop"), come("en", "phone")
    players, options = TABLES[game]
    make_for_two(*pages, url, game, options, players=players)
    watching = come("ru", "phone")
    wait_for_turn(pages)
    come_by(watching, pages[0].url)
    expect(watching.get_by_text("Вы смотрите игру", exact=True)).to_be_visible()
    expect(watching.locator("[data-sit]")).to_have_count(players - 2)  # the seats of bots, and of nobody else
    expect(watching.locator("[data-seat]")).to_have_count(players)
    assert faults_of(watching, axe) == []
    known: set[str] = set()
    for _ in range(4):
        mover, _other = wait_for_turn(pages)
        expect(watching.locator(DOES)).to_have_count(0)
        assert hands_told(watching, pages, OPEN[game], known) == set()
        move_once(mover, random.Random(3))
    open_menu(watching)
    expect(watching.get_by_role("button", name=re.compile(PROPOSALS))).to_have_count(0)


def hands_told(watching: Page, pages: tuple[Page, Page], lying_open: str, known: set[str]) -> set[str]:
    """The cards of hands that somebody else is shown, where they stay; they were not open to all before.

    A claim at Kozel lays a hand open, and its cards are dealt anew while it is still told. Of another deal all may
    be told: the one who watches goes on from it, too.
    """
    told: set[str] = set()
    for _ in range(MOST_LOOKS):
        watching.evaluate(FORWARD, [MINE, GO_ON])
        seen = sight_of(watching, lying_open)
        known |= seen.open
        told = {card for page in pages for card in hand_of(page)} & seen.shown - known
        if not told:
            break
        watching.wait_for_timeout(100)
    return told
