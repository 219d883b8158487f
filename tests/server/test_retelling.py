"""What audiences of a table share: only what everybody is shown, and sharing it changes no word."""

import msgspec
import pytest

from kozyr.protocol import messages
from kozyr.protocol.messages import StoryLine
from kozyr.server.retelling import Audience, Noticeboard
from kozyr.table import commands as cmd
from tests.table.driving import SHORT, Driven, started

READERS = {0: "ann", 1: "bob", None: "eve"}
PEOPLE = {0: "ann", 1: "bob"}
OWN = {"seat": None, "me": None, "can_take_back": False, "may_propose": (), "may_hint": False, "lines": ()}


def a_table(game: str) -> Driven:
    driven = started("ann", "bob", game=game, players=4, follow=False)
    driven.arrive("eve")
    return driven


@pytest.mark.parametrize("game", SHORT)
def test_audiences_that_share_are_told_what_they_would_be_told_alone(game: str) -> None:
    driven, board = a_table(game), Noticeboard()
    sharing = [Audience(seat, who, board) for seat, who in READERS.items()]
    alone = [Audience(seat, who) for seat, who in READERS.items()]
    for step in range(12):
        for one, other in zip(sharing, alone, strict=True):
            if one.seat == 1 and step % 3:  # not everybody hears after every event
                continue
            told = [each.update(driven.table, driven.now, heard=True) for each in (one, other)]
            assert told[0] == told[1]
            assert one.whole(driven.table, one.who) == other.whole(driven.table, other.who)
        if step == 6:
            driven.do("ann", cmd.Say(text="hello"))
        driven.play_on(PEOPLE, moves=1)


@pytest.mark.parametrize("game", SHORT)
def test_each_line_of_the_story_is_told_once_under_the_deal_it_tells_of(game: str) -> None:
    driven, audience = a_table(game), Audience(None, "eve")
    told: list[StoryLine] = []
    while driven.table.state.deals_done < 2 and len(told) < 2000:
        driven.play_on(PEOPLE, moves=1)
        if written := audience.update(driven.table, driven.now, heard=True):
            message = messages.read_from_server(written)
            assert isinstance(message, messages.Update)
            told += message.story
    places = [(line.match, line.deal, line.place) for line in told]
    begun = [(line.deal, line.said["args"]["number"]) for line in told if line.said["id"] == "deal_begins"]
    assert places == sorted(set(places))
    assert [deal for deal, _ in begun] == [number for _, number in begun] == [1, 2]


@pytest.mark.parametrize("game", SHORT)
def test_what_is_shared_is_what_a_stranger_is_shown(game: str) -> None:
    driven = a_table(game)
    for _ in range(8):
        shared = driven.table.shown_to_all()
        assert shared is driven.table.shown_to_all()
        for who in (*READERS.values(), None):
            assert msgspec.structs.replace(driven.table.shown_to(who), **OWN) == shared
        assert not set(OWN) & set(Noticeboard().parts(driven.table))
        driven.play_on(PEOPLE, moves=1)
