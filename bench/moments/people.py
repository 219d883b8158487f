"""Moments that take several people: votes, long names, those who watch, come and talk."""

from __future__ import annotations

import random
import re
from typing import Final

from playwright.sync_api import Page

from bench import browsing
from bench.moments.windows import Opened, friend_of, language_of
from tests.browser.people import answer, make_for_two, propose, wait_for_turn
from tests.browser.playing import MINE, go_to_turn, move_once, settle

LONG: Final = {
    "ru": "Константин Вениаминович|Екатерина Всеволодовна|Святослав Владимирский|Александра Преображенск"
    "|Пантелеймон Христофоров|Доминика Грушевская-Ли",
    "en": "Maximiliana Featherstone|Bartholomew Cholmondeley|Wilhelmina Worthington|Christopher Montgomery"
    "|Theodora Throckmorton|Alexander Witherspoon",
}
SAID: Final = {
    "ru": "Подождите минутку, чайник закипел, а без чая в такую погоду никто за стол не садится",
    "en": "One moment please, the kettle is boiling, and nobody sits down to cards without tea in such weather",
}
TAKE_BACK: Final = "^(Вернуть ход|Take back)$"
PAUSE: Final = "^(Сделать перерыв|Pause the match)$"
STOP: Final = "^(Прекратить партию|Stop the match)$"
REMOVE: Final = "^(Заменить отошедшего ботом|Replace who is away by a bot)$"
AWAY_MS: Final = 61_000
"""So long somebody has to be away before he may be replaced."""
MOST_STEPS: Final = 400


def open_for_two(
    page: Page, url: str, game: str = "thirty_one", players: int = 3, clock: dict[str, object] | None = None
) -> Page:
    """A table of oneself, a friend and bots; the friend's window."""
    page.goto(url)
    friend = friend_of(page)
    make_for_two(page, friend, url, game, {"deals": 9} if game != "kozel" else {}, players=players, clock=clock)
    return friend


def wait_for_swap(page: Page, friend: Page) -> None:
    """Go on until the friend has swapped a card, and nothing has come of it yet."""
    for _ in range(MOST_STEPS):
        mover, _other = wait_for_turn((page, friend))
        cards = mover.locator("[data-row=own] .can")
        if mover is friend and cards.count():
            cards.first.click()
            mover.locator("[data-row=open] .can").first.click()
            mover.click("[data-move].primary")
            settle(mover)
            if mover.locator(MINE).count():
                return
        else:
            mover.locator("[data-move]").first.click()
            settle(mover)


def open_take_back(page: Page, url: str) -> None:
    """A friend would like to take a move back."""
    friend = open_for_two(page, url)
    wait_for_swap(page, friend)
    propose(friend, TAKE_BACK)
    page.wait_for_selector(".vote button")


def open_vote(words: str, *, is_mine: bool = False, agreed: bool = False) -> Opened:
    """Something is proposed by the friend, or by oneself, and perhaps agreed on."""

    def opened(page: Page, url: str) -> None:
        friend = open_for_two(page, url)
        wait_for_turn((page, friend))
        one, other = (page, friend) if is_mine else (friend, page)
        propose(one, words)
        other.wait_for_selector(".vote button")
        if agreed:
            answer(other, agrees=True)
            page.wait_for_selector(".vote", state="detached")

    return opened


def gather(page: Page, url: str, game: str, players: int, options: dict[str, object], people: int) -> list[Page]:
    """A table of people with long names, oneself among them."""
    page.goto(url)
    names = LONG[language_of(page)].split("|")
    browsing.make_table(page, url, game, options, players=players, friends=people - 1, name=names[0])
    link = page.locator("input[readonly]").input_value()
    friends = []
    for name in names[1:people]:
        friend = friend_of(page)
        friend.goto(link)
        friend.get_by_role("textbox").fill(name)
        friend.get_by_role("textbox").press("Enter")
        friend.get_by_role("button", name=re.compile("^(Сесть|Sit down)$")).first.click()
        friend.wait_for_selector("[data-ready]")  # who sits down later withdraws what was said before
        friends.append(friend)
    return friends


def open_gathered(page: Page, url: str) -> None:
    """People with long names are waiting."""
    gather(page, url, "thirty_one", 7, {}, 6)


def open_long(game: str, players: int, people: int, options: dict[str, object] | None = None) -> Opened:
    """A table in play at which names are as long as may be."""

    def opened(page: Page, url: str) -> None:
        for each in (*gather(page, url, game, players, options or {}, people), page):
            each.click("[data-ready]")
        page.wait_for_selector(".table")

    return opened


def open_remove(page: Page, url: str) -> None:
    """Somebody is away, and a friend would have a bot in his place."""
    friend, gone = gather(page, url, "thirty_one", 3, {}, 3)
    for each in (friend, gone, page):
        each.click("[data-ready]")
    page.wait_for_selector(".table")
    gone.context.close()
    friend.wait_for_selector("[data-seat]:has-text('отошёл'), [data-seat]:has-text('away')")
    page.wait_for_timeout(AWAY_MS)
    propose(friend, REMOVE)
    page.wait_for_selector(".vote button")


def open_watching(game: str, players: int) -> Opened:
    """A match of others, which one only watches."""

    def opened(page: Page, url: str) -> None:
        page.goto(url)
        friend = friend_of(page)
        browsing.make_table(friend, url, game, {}, players=players)
        friend.wait_for_selector(".table")
        page.goto(friend.url)
        page.get_by_role("textbox").fill(LONG[language_of(page)].split("|")[1])
        page.get_by_role("textbox").press("Enter")
        page.wait_for_selector(".table")
        for _ in range(3):
            go_to_turn(friend)
            move_once(friend, random.Random(2))

    return opened


def open_newcomer(page: Page, url: str) -> None:
    """A newcomer is asked for a name."""
    page.goto(url)
    friend = friend_of(page)
    browsing.make_table(friend, url, "kozel", {}, players=4, friends=1)
    page.goto(friend.url)
    page.get_by_role("textbox").wait_for()


def open_said(page: Page, url: str) -> None:
    """A friend says something long."""
    friend = open_for_two(page, url)
    wait_for_turn((page, friend))
    friend.set_viewport_size({"width": 1440, "height": 900})
    field = friend.locator(".talk form input")
    field.fill(SAID[language_of(page)])
    field.press("Enter")
    page.wait_for_selector(".bubble")


MOMENTS: Final[dict[str, Opened]] = {
    "vote-take-back": open_take_back,
    "vote-pause": open_vote(PAUSE),
    "vote-mine": open_vote(STOP, is_mine=True),
    "vote-remove": open_remove,
    "paused": open_vote(PAUSE, agreed=True),
    "stopped": open_vote(STOP, agreed=True),
    "gathered": open_gathered,
    "long-seven": open_long("thirty_one", 7, 6),
    "long-six": open_long("shalashik", 6, 6, {"hut": "risk"}),
    "long-kozel": open_long("kozel", 4, 4),
    "watching-kozel": open_watching("kozel", 4),
    "watching-thirty_one": open_watching("thirty_one", 5),
    "newcomer": open_newcomer,
    "said": open_said,
}
