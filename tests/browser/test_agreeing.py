"""What two people agree on at a table, each in a browser of his own: take-backs, pauses, the end, the next match."""

import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Come, answer, make_for_two, open_menu, propose, wait_for_turn
from tests.browser.playing import AGAIN, MINE, cards_of, hand_of, settle
from tests.browser.watching import faults_of

OWN, OPEN = "[data-row=own] [data-card]", "[data-row=open] [data-card]"
TAKE_BACK = "^(Вернуть ход|Take back)$"
STATUS = ".hint"
HEARD = "[role=log]"


@pytest.fixture
def both(come: Come, url: str) -> tuple[Page, Page]:
    """Two people in mid-deal, who need no tour."""
    pages = come("ru", "phone"), come("en", "desktop")
    make_for_two(*pages, url, "thirty_one", {"deals": 9})
    for page in pages:
        page.locator("[data-no-tour]").click()
    return pages


def come_to_a_swap(pages: tuple[Page, Page]) -> tuple[Page, Page]:
    """Go on until somebody may swap: he, and the other."""
    for _ in range(20):
        mover, other = wait_for_turn(pages)
        if mover.locator(f"{OWN}.can").count():
            return mover, other
        mover.locator("[data-move]").first.click()
        settle(mover)
    raise AssertionError("no swap may be made")


def swap(page: Page) -> tuple[str, str]:
    """Swap a card without a drain, which would show new cards: what is given, and what is taken."""
    own, row = hand_of(page), row_of(page)
    given, taken = next(pair for pair in product(own, row) if not drains([pair[0], *(set(row) - {pair[1]})]))
    page.click(f"{OWN}[data-card='{given}']")
    page.click(f"{OPEN}[data-card='{taken}']")
    page.click("[data-move].primary")
    expect(page.locator(f"{OPEN}[data-card='{given}']")).to_have_count(1)
    settle(page)
    return given, taken


def drains(row: list[str]) -> bool:
    """Whether open cards are of one suit or of one rank."""
    return 1 in (len({card[:-1] for card in row}), len({card[-1] for card in row}))


def row_of(page: Page) -> list[str]:
    """The open cards."""
    return cards_of(page.locator(OPEN))


def last_told(page: Page) -> str:
    """The last thing that the log in sight tells."""
    return page.locator(".story .newest").inner_text()


def test_a_move_is_taken_back_where_the_other_agrees_and_both_see_which(both: tuple[Page, Page], axe: str) -> None:
    mover, other = come_to_a_swap(both)
    hand, row = hand_of(mover), row_of(mover)
    given, taken = swap(mover)
    expect(other.locator(f"{OPEN}[data-card='{given}']")).to_have_count(1)
    for page in both:  # it is clear what would be taken back
        page.wait_for_function("document.querySelector('.story .newest').textContent.match(/[♣♠♥♦].*[♣♠♥♦]/)")
    told = {page: last_told(page) for page in both}
    propose(mover, TAKE_BACK)
    for page in both:
        expect(page.locator(".vote")).to_contain_text(told[page])
        assert faults_of(page, axe) == []
    answer(other, agrees=True)
    for page in both:
        expect(page.locator(f"{OPEN}[data-card='{taken}']")).to_have_count(1)
        expect(page.locator(".vote")).to_have_count(0)
        expect(page.locator(HEARD)).to_contain_text(
            re.compile("берёт свой последний ход назад|takes the last move back")
        )
        assert row_of(page) == row
        assert re.search("последний ход назад|last move back", last_told(page))
    expect(mover.locator(MINE)).to_be_visible()
    assert hand_of(mover) == hand


def test_a_move_stands_where_the_other_does_not_agree(both: tuple[Page, Page]) -> None:
    mover, other = come_to_a_swap(both)
    given, _ = swap(mover)
    hand, row = hand_of(mover), row_of(mover)
    propose(mover, TAKE_BACK)
    answer(other, agrees=False)
    for page in both:
        expect(page.locator(HEARD)).to_contain_text(re.compile("Предложение не принято|The proposal was refused"))
        expect(page.locator(".vote")).to_have_count(0)
        assert row_of(page) == row
    assert hand_of(mover) == hand
    assert given not in hand
    open_menu(mover)
    expect(mover.get_by_role("button", name=re.compile("^(Сделать перерыв|Pause the match)$"))).to_be_visible()
    expect(mover.get_by_role("button", name=re.compile(TAKE_BACK))).to_have_count(0)  # nor is it asked again at once


def test_a_pause_an_end_and_a_rematch_in_one_tap_each_with_the_same_seats(both: tuple[Page, Page]) -> None:
    one, other = both
    seats = [seats_of(page) for page in both]
    wait_for_turn(both)
    propose(one, "^Сделать перерыв$")
    answer(other, agrees=True)
    expect(one.locator(STATUS)).to_have_text("Перерыв")
    expect(other.locator(STATUS)).to_have_text("A pause")
    for page in both:
        expect(page.locator(f"{MINE}, [data-move], {OWN}.can")).to_have_count(0)
    expect(one.get_by_text(re.compile(r"^Перерыв, самое позднее до \d+:\d\d$"))).to_be_visible()
    other.get_by_role("button", name="End the pause").click()
    answer(one, agrees=True)
    wait_for_turn(both)
    propose(one, "^Прекратить партию$")
    answer(other, agrees=True)
    expect(one.get_by_role("heading", level=1)).to_have_text("Партия остановлена")
    expect(other.get_by_role("heading", level=1)).to_have_text("The match was stopped")
    one.click(AGAIN)
    expect(one.locator(AGAIN)).to_have_text("Ждём остальных…")
    other.click(AGAIN)
    wait_for_turn(both)
    assert [seats_of(page) for page in both] == seats
    expect(one.locator("header")).to_contain_text("Сдача 1")


def seats_of(page: Page) -> dict[str, str]:
    """The names at the seats."""
    page.wait_for_selector("[data-seat]")
    pairs = page.locator("[data-seat]").evaluate_all(
        "seats => seats.map((seat) => [seat.dataset.seat, seat.querySelector('.name').textContent])"
    )
    return dict(pairs)
