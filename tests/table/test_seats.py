"""Seats, readiness, options, hosts, presence."""

import pytest

from kozyr.table import AT_THE_DOOR, Refused, Settings, Table
from kozyr.table import commands as cmd
from kozyr.table.clocks import stands
from kozyr.table.state import MOST_BANNED
from tests.table.driving import Driven, clock, new_table, seated, started, to_person


@pytest.mark.parametrize(
    ("game", "players", "more", "code"),
    [
        ("bridge", 4, {}, "bad_game"),
        ("kozel", 3, {}, "bad_players"),
        ("kozel", 4, {"options": {"spas": 99}}, "bad_option"),
        ("kozel", 4, {"options": {"lyusya": 1}}, "bad_option"),
        ("kozel", 4, {"options": {"nonsense": 1}}, "no_option"),
        ("thirty_one", 7, {"options": {"ante": 1000, "stack": 1}}, "bad_options"),
        ("kozel", 4, {"settings": Settings(pace="warp")}, "bad_setting"),
        ("kozel", 4, {"settings": Settings(stand_in="nobody")}, "bad_setting"),
    ],
)
def test_a_table_that_cannot_be_is_refused(game: str, players: int, more: dict[str, object], code: str) -> None:
    with pytest.raises(Refused) as refused:
        Table.create("t", game, players, "ann", "Ann", 0, **more)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert refused.value.text("ru") != refused.value.text("en")


def test_an_empty_or_endless_table_id_is_refused() -> None:
    for table in ("", "x" * 300):
        with pytest.raises(Refused):
            Table.create(table, "kozel", 4, "ann", "Ann", 0)


def test_a_seat_has_one_owner_and_an_owner_one_seat() -> None:
    driven = new_table()
    driven.arrive("bob")
    driven.do("ann", cmd.Sit(seat=1))
    assert driven.refused("bob", cmd.Sit(seat=1)) == "seat_taken"
    assert driven.refused("ann", cmd.Sit(seat=2)) == "seated"
    assert driven.refused("bob", cmd.Sit(seat=4)) == "no_seat"
    assert driven.refused("bob", cmd.Sit(seat=-1)) == "no_seat"
    driven.do("ann", cmd.StandUp())
    driven.do("bob", cmd.Sit(seat=1))
    assert driven.refused("ann", cmd.StandUp()) == "not_seated"


def test_strangers_are_refused() -> None:
    assert new_table().refused("eve", cmd.Sit(seat=0)) == "stranger"


def test_only_the_host_sets_bots_options_and_settings() -> None:
    driven = new_table("shalashik", 3)
    driven.arrive("bob")
    for command in (
        cmd.SetBot(seat=1, bot="random"),
        cmd.SetOptions(options={}, players=2),
        cmd.SetSettings(settings=Settings()),
        cmd.SetPace(pace="fast"),
        cmd.Mute(person=1),
        cmd.Remove(person=1),
    ):
        assert driven.refused("bob", command) == "not_host"
    assert driven.refused("ann", cmd.SetBot(seat=1, bot="nobody")) == "bad_bot"
    assert driven.refused("ann", cmd.SetOptions(options={"lot": "low"}, players=9)) == "bad_players"
    assert driven.refused("ann", cmd.SetOptions(options={"lot": "none"}, players=2)) == "bad_option"
    assert driven.refused("ann", cmd.SetSettings(settings=Settings(pace="x"))) == "bad_setting"
    assert driven.refused("ann", cmd.SetPace(pace="x")) == "bad_setting"
    driven.do("ann", cmd.SetOptions(options={"lot": "low"}, players=5))
    assert driven.table.shown_to("bob").options["lot"] == "low"
    assert len(driven.table.shown_to("bob").seats) == 5


def test_seats_in_use_are_not_taken_away() -> None:
    driven = new_table("shalashik", 4)
    driven.do("ann", cmd.Sit(seat=3))
    assert driven.refused("ann", cmd.SetOptions(options={}, players=3)) == "seats_in_use"
    assert driven.refused("ann", cmd.SetBot(seat=3, bot="random")) == "seat_taken"


def test_whatever_is_agreed_anew_withdraws_everybodys_readiness() -> None:
    driven = new_table("shalashik", 3)
    driven.arrive("bob")
    changes: list[cmd.Command] = [
        cmd.SetOptions(options={"lot": "low"}, players=3),
        cmd.SetSettings(settings=Settings(pace="fast")),
        cmd.SetBot(seat=2, bot="careful"),
        cmd.SetBot(seat=2, bot=None),
    ]
    driven.do("ann", cmd.Sit(seat=0))
    driven.do("bob", cmd.Sit(seat=1))
    for change in changes:
        driven.do("ann", cmd.Ready())
        assert driven.table.shown_to("bob").seats[0].ready
        driven.do("ann", change)
        assert not driven.table.shown_to("bob").seats[0].ready


def test_the_match_starts_when_all_are_ready_and_no_seat_is_open() -> None:
    driven = new_table()
    driven.arrive("bob")
    driven.do("ann", cmd.Sit(seat=0))
    driven.do("bob", cmd.Sit(seat=2))
    driven.do("ann", cmd.SetBot(seat=1, bot="random"))
    driven.do("ann", cmd.Ready())
    driven.do("bob", cmd.Ready())
    assert driven.table.shown_to("ann").phase == "waiting"
    driven.do("ann", cmd.SetBot(seat=3, bot="careful"))
    driven.do("ann", cmd.Ready())
    assert driven.refused("eve", cmd.Ready()) == "stranger"
    driven.do("bob", cmd.Ready())
    assert driven.table.shown_to("ann").phase == "playing"
    for command in (
        cmd.Ready(),
        cmd.StandUp(),
        cmd.SetBot(seat=1, bot=None),
        cmd.SetOptions(options={}, players=4),
        cmd.SetSettings(settings=Settings()),
    ):
        assert driven.refused("ann", command) == "started_already"


def test_who_goes_away_is_not_ready() -> None:
    driven = seated(new_table(), "ann", "bob")
    driven.do("bob", cmd.Ready())
    driven.depart("bob")
    driven.do("ann", cmd.Ready())
    assert driven.table.shown_to("ann").phase == "waiting"


def test_a_host_starts_a_table_of_bots_alone() -> None:
    driven = seated(new_table())
    driven.do("ann", cmd.Ready())
    assert driven.table.shown_to("ann").phase == "playing"
    driven.play_on({})
    driven.do("ann", cmd.Again())
    assert driven.table.shown_to("ann").match_number == 2


def test_bots_alone_with_nobody_watching_wait() -> None:
    driven = seated(new_table())
    driven.do("ann", cmd.Ready())
    driven.deal()
    driven.depart("ann")
    assert driven.table.needs().idle
    assert driven.table.needs().bot is None
    driven.arrive("ann")
    assert driven.table.needs().bot is not None


def test_a_leaver_is_replaced_by_a_bot_and_a_newcomer_takes_his_cards() -> None:
    driven = started("ann", "bob")
    cards = driven.match.view(1).zone("hand", 1).cards
    driven.do("bob", cmd.Leave())
    shown = driven.table.shown_to("ann")
    assert (shown.seats[1].person, shown.seats[1].bot) == (None, "random")
    driven.arrive("cat")
    driven.do("cat", cmd.Sit(seat=1))
    view = driven.table.view_for("cat")
    assert view is not None
    assert view.zone("hand", 1).cards == cards


def test_nobody_has_the_cards_of_two_seats_in_one_match() -> None:
    driven = started("ann", "bob")
    driven.do("bob", cmd.Leave())
    driven.arrive("bob")
    assert driven.refused("bob", cmd.Sit(seat=2)) == "held_other"
    driven.do("bob", cmd.Sit(seat=1))
    driven.do("bob", cmd.Leave())
    driven.arrive("cat", "bob")
    driven.do("cat", cmd.Sit(seat=1))
    assert driven.refused("bob", cmd.Sit(seat=1)) == "seat_taken"


def test_many_hands_of_one_seat_are_bounded() -> None:
    driven = started("ann", follow=False)
    codes = []
    for number in range(70):
        who = f"guest{number}"
        driven.arrive(who)
        try:
            driven.do(who, cmd.Sit(seat=1))
            driven.do(who, cmd.Leave())
        except Refused as refused:
            codes.append(refused.code)
        driven.depart(who)
    assert set(codes) == {"many_holders"}
    assert len(driven.table.state.people) <= 3


def test_the_host_hands_over_when_he_leaves_for_good() -> None:
    driven = started("ann", "bob")
    driven.arrive("cat")
    driven.do("ann", cmd.Leave())
    bob = driven.table.state.people["bob"].number
    assert driven.table.shown_to("bob").host == bob
    driven.do("bob", cmd.Leave())
    driven.do("cat", cmd.Leave())
    driven.depart("bob")
    driven.depart("ann")
    driven.depart("cat")
    assert driven.table.state.host in (None, "cat", "ann", "bob")
    driven.arrive("dan")
    assert driven.table.state.host is not None


def test_the_host_removes_people_and_they_cannot_come_back() -> None:
    driven = started("ann", "bob")
    driven.arrive("eve")
    numbers = {who: person.number for who, person in driven.table.state.people.items()}
    assert driven.refused("ann", cmd.Remove(person=numbers["ann"])) == "not_yourself"
    assert driven.refused("ann", cmd.Remove(person=99)) == "no_person"
    driven.do("ann", cmd.Remove(person=numbers["eve"]))
    driven.do("ann", cmd.Remove(person=numbers["bob"]))
    assert driven.table.shown_to("ann").seats[1].bot == "random"
    with pytest.raises(Refused):
        driven.table.arrived("eve", "Eve", "p1", driven.now)
    with pytest.raises(Refused):
        driven.table.audience_of("eve")
    assert driven.depart("eve") == ()


def test_the_list_of_removed_people_is_bounded() -> None:
    driven = new_table(follow=False)
    for number in range(MOST_BANNED + 5):
        driven.arrive(f"eve{number}")
        driven.do("ann", cmd.Mute(person=number + 2))
        driven.do("ann", cmd.Remove(person=number + 2))
    assert len(driven.table.state.banned) == MOST_BANNED
    assert len(driven.table.state.muted) == MOST_BANNED


def test_a_person_connected_twice_is_there_until_both_are_gone() -> None:
    driven = started("ann", "bob")
    driven.arrive("bob", process="p2")
    driven.depart("bob")
    assert driven.table.shown_to("ann").seats[1].present
    driven.took(driven.table.process_lost("p2", driven.now))
    assert not driven.table.shown_to("ann").seats[1].present
    assert driven.took(driven.table.process_lost("p2", driven.now)) == ()
    assert driven.depart("bob") == ()


def test_connections_and_people_are_bounded() -> None:
    driven = new_table(follow=False)
    for _ in range(31):
        driven.arrive("ann")
    with pytest.raises(Refused) as many:
        driven.table.arrived("ann", "Ann", "p1", 0)
    assert many.value.code == "many_connections"
    for number in range(299):
        driven.arrive(f"guest{number}")
    with pytest.raises(Refused) as full:
        driven.table.arrived("one more", "One", "p1", 0)
    assert full.value.code == "full"


def test_names_are_cleaned() -> None:
    driven = new_table()
    driven.took(driven.table.arrived("bob", "  B\u202eo\tb\n " + "x" * 100, "p1", 0))
    name = driven.table.state.people["bob"].name
    assert name == "Bo b " + "x" * 19
    driven.took(driven.table.arrived("cat", "\u200b", "p1", 0))
    assert driven.table.state.people["cat"].name == "?"


def test_the_table_stands_while_none_of_its_people_is_here() -> None:
    driven = started("ann", clock=clock("move", move_seconds=10))
    seat, _ = to_person(driven)
    driven.depart("ann")
    assert stands(driven.table.state)
    assert driven.table.needs().idle
    driven.tick(10_000_000)
    assert not driven.table.state.seats[seat].stood_in
    driven.arrive("ann")
    assert driven.table.needs().wake_at is not None
    assert not driven.table.state.seats[seat].stood_in


def test_spectators_may_be_off() -> None:
    driven = started("ann", spectators=False)
    driven.arrive("eve")
    with pytest.raises(Refused) as refused:
        driven.table.view_for("eve")
    assert refused.value.code == "no_spectators"
    assert driven.table.shown_to("eve").lines == ()
    assert driven.refused("eve", cmd.Say(text="hello")) == "no_spectators"
    driven.do("eve", cmd.Sit(seat=1))
    assert driven.table.view_for("eve") is not None


def test_without_spectators_whoever_may_take_a_seat_is_let_in_to_take_it() -> None:
    """L-20: whoever could only watch is not."""
    driven = seated(new_table("shalashik", 3, spectators=False), "ann", "bob")
    assert driven.table.heard_as("eve") is None
    for who in ("ann", "bob"):
        driven.do(who, cmd.Ready())
    driven.deal()
    assert [driven.table.heard_as(who) for who in ("ann", "bob", "eve")] == [0, 1, AT_THE_DOOR]
    driven.arrive("cat")
    driven.do("cat", cmd.Sit(seat=2))
    assert shut_out(driven, "eve") == "no_spectators"
    driven.do("bob", cmd.Leave())
    assert driven.table.heard_as("eve") == AT_THE_DOOR


def test_without_spectators_whoever_was_voted_out_is_let_in_to_his_own_seat_alone() -> None:
    """L-15, L-17, L-20."""
    driven = started("ann", "bob", "cat", spectators=False)
    driven.depart("cat")
    driven.now += 60_000
    driven.do("ann", cmd.Propose(what="remove", seat=2))
    driven.do("bob", cmd.Vote(agrees=True))
    assert driven.table.heard_as("cat") == AT_THE_DOOR
    driven.arrive("cat", "eve")
    shown = driven.table.shown_to("cat")
    assert (shown.seat, shown.lines) == (None, ())
    assert driven.refused("cat", cmd.Sit(seat=3)) == "held_other"
    driven.do("eve", cmd.Sit(seat=2))
    assert shut_out(driven, "cat") == "no_spectators"  # the bot's seat beside it is not for him
    driven.do("eve", cmd.Leave())
    driven.do("cat", cmd.Sit(seat=2))
    assert driven.table.view_for("cat") == driven.match.view(2)


def test_who_was_sent_away_for_good_is_not_let_in_to_a_seat() -> None:
    driven = started("ann", spectators=False)
    driven.arrive("eve")
    number = driven.table.shown_to("eve").me
    assert number is not None
    driven.do("ann", cmd.Remove(person=number))
    assert shut_out(driven, "eve") == "removed"


def shut_out(driven: Driven, who: str) -> str:
    """The code by which somebody is let neither watch nor sit."""
    with pytest.raises(Refused) as refused:
        driven.table.heard_as(who)
    return refused.value.code


def test_a_spectator_sees_what_everybody_sees_and_cannot_act() -> None:
    driven = started("ann")
    driven.arrive("eve")
    assert driven.table.audience_of("eve") is None
    assert driven.table.view_for("eve") == driven.match.view(None)
    for command in (
        cmd.Move(move=driven.any_move()),
        cmd.Propose(what="stop"),
        cmd.Vote(agrees=True),
        cmd.Withdraw(),
        cmd.Back(),
        cmd.Grab(),
        cmd.Contribute(hash="0" * 64),
        cmd.Reveal(value="0" * 32),
    ):
        assert driven.refused("eve", command) == "not_seated"


def test_bots_take_the_pace_of_the_host_or_of_the_only_person() -> None:
    driven = started("ann", "bob")
    assert driven.refused("bob", cmd.SetPace(pace="fast")) == "not_host"
    driven.do("ann", cmd.SetPace(pace="fast"))
    driven.do("ann", cmd.Leave())
    driven.do("bob", cmd.SetPace(pace="slow"))
    assert driven.table.shown_to("bob").settings.pace == "slow"


def test_a_host_who_stays_away_gives_way_to_somebody_who_is_here() -> None:
    """L-16."""
    driven = new_table()
    driven.arrive("bob")
    driven.depart("ann")
    due = driven.table.needs().wake_at
    assert due is not None
    driven.tick(due - driven.now - 1)
    assert driven.table.state.host == "ann"
    driven.tick(1)
    assert driven.table.state.host == "bob"
    assert driven.table.needs().wake_at is None
    driven.depart("bob")
    assert driven.table.needs().wake_at is None
