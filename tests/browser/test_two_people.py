"""Two people, each in a browser of his own: from the link to the result, each with his language and his secrets."""

import random
import re

import pytest
from playwright.sync_api import Page

from tests.browser.people import OPEN, TABLES, Come, make_for_two, play_both, sight_of

MOST_LOOKS = 60
OUTCOMES = {
    "ru": {"Вы выиграли!": "won", "Вы проиграли": "lost", "Вы делите победу": "shared"},
    "en": {"You have won!": "won", "You have lost": "lost", "You share the win": "shared"},
}


@pytest.mark.parametrize("game", ["kozel", "thirty_one", "shalashik"])
def test_two_people_play_from_the_link_to_one_result_and_neither_sees_the_others_hand(
    come: Come, url: str, game: str
) -> None:
    anna, boris = come("ru", "phone"), come("en", "desktop")
    players, options = TABLES[game]
    make_for_two(anna, boris, url, game, options, players=players)
    secrets = Secrets(anna, boris, OPEN[game])
    play_both((anna, boris), random.Random(5), secrets.look)
    assert secrets.seen > 0
    ended = {OUTCOMES[language][title_of(page)] for page, language in ((anna, "ru"), (boris, "en"))}
    assert ended in ({"won", "lost"}, {"shared"})
    assert numbers_of(anna) == numbers_of(boris)


class Secrets:
    """Looks whether a page shows a card of the other's hand that has not lain open in this deal."""

    def __init__(self, one: Page, other: Page, lying_open: str) -> None:
        self.pages = one, other
        self.lying_open = lying_open
        self.deal = 0
        self.known: set[str] = set()
        self.seen = 0
        """So many cards of a hand the other might have been shown."""

    def look(self) -> None:
        """At both pages; where they show no such card at once, then soon."""
        for _ in range(MOST_LOOKS):
            told = self.told_now()
            if not told:
                return
            self.pages[0].wait_for_timeout(100)  # what tells of a move goes, and a card that is played leaves the hand
        assert told == set()

    def told_now(self) -> set[str]:
        """The cards that either page tells of the other's hand, where both show the same deal and none that is over."""
        one, other = (sight_of(page, self.lying_open) for page in self.pages)
        if one.deal != other.deal:
            return set()
        if one.deal != self.deal:
            self.deal, self.known = one.deal, set()
        self.known |= one.open | other.open
        self.seen += len(one.hand) + len(other.hand)
        return set((one.shown & set(other.hand) | other.shown & set(one.hand)) - self.known)


def title_of(page: Page) -> str:
    """What a page says at the end of the match."""
    return page.get_by_role("heading", level=1).inner_text()


def numbers_of(page: Page) -> list[int]:
    """The numbers of a match's result, in whatever order they stand."""
    return sorted(map(int, re.findall(r"\d+", page.locator("section.over").inner_text())))
