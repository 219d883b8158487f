"""Clocks, time-outs, stand-ins, the pace of bots (L-1 to L-9)."""

from typing import Any

import pytest

from kozyr.table import Look, Refused, Settings, Table
from kozyr.table import commands as cmd
from kozyr.table.events import Moved, Returned, TimedOut
from tests.table.driving import Driven, clock, new_table, seated, started, to_person

SECOND = 1000


def my_turn(**more: object) -> tuple[Driven, int, str]:
    """A match of two persons in which one of them is to move."""
    driven = started("ann", "bob", **more)  # type: ignore[arg-type]
    seat, who = to_person(driven)
    return driven, seat, who


def move(driven: Driven, who: str) -> None:
    """Any legal move of a person."""
    driven.do(who, cmd.Move(move=driven.any_move()))


@pytest.mark.parametrize(
    "wrong", [clock("move", move_seconds=1), clock("bank", bank_seconds=0), clock("days", days=99), clock("hours")]
)
def test_clocks_have_bounds(wrong: object) -> None:
    with pytest.raises(Refused) as refused:
        Table.create("t", "kozel", 4, "ann", "Ann", 0, settings=Settings(clock=wrong))  # type: ignore[arg-type]
    assert refused.value.code == "bad_setting"


def test_without_a_clock_nothing_forces_a_move() -> None:
    driven, _, _ = my_turn()
    assert driven.table.needs().wake_at is None
    assert driven.tick(10**9) == ()


def test_a_person_out_of_time_is_stood_in_for_until_he_returns() -> None:
    driven, seat, who = my_turn(clock=clock("move", move_seconds=10))
    due = driven.table.shown_to(who).seats[seat].deadline
    assert due == driven.table.needs().wake_at
    assert due is not None
    assert driven.tick(due - driven.now - 1) == ()
    events = driven.tick(1)
    assert [type(event) for event in events] == [TimedOut]
    assert driven.table.shown_to(who).seats[seat].stood_in == "random"
    events = driven.bot_moves()
    assert isinstance(events[0], Moved)
    assert events[0].by == "stand_in"
    events = driven.do(who, cmd.Back())
    assert [type(event) for event in events] == [Returned]
    assert driven.table.shown_to(who).seats[seat].stood_in is None
    assert driven.do(who, cmd.Back()) == ()


def test_any_command_brings_a_person_back() -> None:
    driven, seat, who = my_turn(clock=clock("move", move_seconds=10))
    driven.tick(10 * SECOND)
    need = driven.table.needs().bot
    assert need is not None
    events = driven.do(who, cmd.Move(move=driven.any_move()))
    assert [type(event) for event in events][:2] == [Returned, Moved]
    assert driven.took(driven.table.bot_moved(seat, need.turn, "anything", "random", driven.now)) == ()


def test_a_bot_that_answers_after_its_person_is_back_is_not_heard() -> None:
    driven, seat, who = my_turn(clock=clock("move", move_seconds=10))
    driven.tick(10 * SECOND)
    need = driven.table.needs().bot
    assert need is not None
    driven.do(who, cmd.Say(text="here"))
    assert driven.took(driven.table.bot_moved(seat, need.turn, driven.any_move(), "random", driven.now)) == ()
    move(driven, who)


def test_a_refused_command_does_not_bring_a_person_back() -> None:
    driven, seat, who = my_turn(clock=clock("move", move_seconds=10))
    driven.tick(10 * SECOND)
    assert driven.refused(who, cmd.Move(move="nonsense")) == "bad_move"
    assert driven.table.state.seats[seat].stood_in


def test_a_bank_pays_for_what_is_used_beyond_the_move() -> None:
    driven, seat, who = my_turn(clock=clock("bank", move_seconds=10, bank_seconds=30))
    driven.now += 15 * SECOND
    move(driven, who)
    assert driven.table.shown_to(who).seats[seat].bank_ms == 25 * SECOND
    while to_person(driven)[0] != seat:
        move(driven, driven.table.state.seats[driven.table.needs().people[0]].owner or "")
    due = driven.table.needs().wake_at
    assert due == driven.now + 35 * SECOND
    driven.tick(35 * SECOND)
    assert driven.table.shown_to(who).seats[seat].bank_ms == 0
    assert driven.table.state.seats[seat].stood_in


def test_repeated_time_outs_shorten_the_time_and_timely_moves_mend_it() -> None:
    driven = started("ann", clock=clock("move", move_seconds=40))
    seen = []
    for _ in range(6):
        seat, _ = to_person(driven)
        seen.append(driven.table.shown_to("ann").seats[seat].move_ms)
        driven.tick(40 * SECOND)
        driven.do("ann", cmd.Back())
        move(driven, "ann")
    assert seen == [40_000, 40_000, 20_000, 10_000, 5000, 5000]
    assert driven.table.shown_to("ann").seats[0].shortened == 3
    for _ in range(12):
        to_person(driven)
        move(driven, "ann")
    assert driven.table.shown_to("ann").seats[0].shortened < 3


def test_by_mail_a_move_has_days_and_absence_stops_no_clock() -> None:
    driven, seat, _ = my_turn(clock=clock("days", days=2))
    driven.depart("ann")
    driven.depart("bob")
    assert driven.table.needs().wake_at == driven.now + 2 * 86_400 * SECOND
    driven.tick(2 * 86_400 * SECOND)
    assert driven.table.state.seats[seat].stood_in


def test_the_clock_stands_in_a_pause() -> None:
    driven = started("ann", clock=clock("move", move_seconds=10))
    to_person(driven)
    driven.now += 4 * SECOND
    driven.do("ann", cmd.Propose(what="pause"))
    assert driven.refused("ann", cmd.Move(move=driven.any_move())) == "paused"
    driven.tick(100 * SECOND)
    driven.do("ann", cmd.Propose(what="resume"))
    assert driven.table.needs().wake_at == driven.now + 6 * SECOND


def test_a_pause_ends_by_itself() -> None:
    driven = started("ann")
    driven.do("ann", cmd.Propose(what="pause"))
    until = driven.table.needs().wake_at
    assert until == driven.table.shown_to("ann").paused_until
    assert until is not None
    driven.tick(until - driven.now)
    assert driven.table.shown_to("ann").paused_until is None


def test_a_lost_server_costs_nobody_his_time() -> None:
    driven, seat, who = my_turn(clock=clock("move", move_seconds=10))
    driven.now += 3600 * SECOND
    driven.took(driven.table.process_lost("p1", driven.now))
    assert not driven.table.state.seats[seat].stood_in
    driven.arrive(who, process="p2")
    assert driven.table.needs().wake_at == driven.now + 10 * SECOND


def test_bots_wait_by_the_pace_and_longer_after_a_trick() -> None:
    driven = started(pace="normal", stand_in="random")
    driven.do("ann", cmd.Ready())
    waits = set()
    while driven.table.state.phase == "playing":
        driven.deal()
        need = driven.table.needs().bot
        if need is None:
            break
        waits.add(need.not_before - driven.table.state.turn.since)
        driven.bot_moves()
    assert waits == {1200, 2800}


def test_the_start_of_a_trick_is_awaited_only_in_games_that_have_tricks() -> None:
    driven = started("ann", game="shalashik", players=2, pace="fast")
    for _ in range(20):
        driven.deal()
        need = driven.table.needs()
        if need.bot is not None:
            assert need.bot.not_before - driven.table.state.turn.since == 400
            driven.bot_moves()
        elif need.people:
            move(driven, "ann")


def test_time_never_runs_backwards() -> None:
    driven, _, who = my_turn()
    driven.now -= 5
    move(driven, who)
    assert [event.at for event in driven.log] == sorted(event.at for event in driven.log)


def physical(*people: str) -> Driven:
    """A match at a physical heap, before the first pull, with a person to pull."""
    driven = started(*people, game="shalashik", players=2, options={"hut": "physics"})
    to_person(driven)
    return driven


def test_a_hand_at_the_heap_has_the_time_of_the_rules_and_then_is_given_a_card() -> None:
    """S-7."""
    driven = physical("ann")
    assert driven.table.needs().wake_at is None
    driven.do("ann", cmd.Grab())
    until = driven.table.shown_to("ann").pull_until
    assert until == driven.now + 30 * SECOND
    driven.now += 5
    assert driven.do("ann", cmd.Grab()) == ()
    given = str(driven.match.given_move())
    events = driven.tick(30 * SECOND)
    assert isinstance(events[0], Moved)
    assert (events[0].move, events[0].by) == (given, "clock")
    assert driven.table.needs().physics is not None
    driven.judge(down=False)


def test_nothing_is_grabbed_where_there_are_no_bodies() -> None:
    driven = started("ann", game="shalashik", players=2)
    to_person(driven)
    assert driven.refused("ann", cmd.Grab()) == "no_bodies"


def test_a_live_pull_is_a_move_and_its_outcome_in_one() -> None:
    driven = physical("ann")
    legal = driven.any_move()
    path = {"ticks": 60, "xy": [[0.0, 0.0], [1.0, 1.0]]}
    turn = driven.table.state.turn.number
    impossible: list[Any] = ["?", {"down": 1, "path": path}]
    for outcome in impossible:
        with pytest.raises(Refused) as refused:
            driven.table.pulled_live("ann", legal, outcome, None, driven.now)
        assert refused.value.code == "bad_outcome"
    with pytest.raises(Refused) as refused:
        driven.table.pulled_live("ann", legal, {"down": True, "path": {"ticks": 1, "xy": [0] * 60_001}}, None, 0)
    assert refused.value.code == "long_path"
    assert driven.table.state.turn.number == turn
    driven.took(driven.table.pulled_live("ann", legal, {"down": False, "path": path}, None, driven.now, turn))
    assert driven.table.state.turn.number == turn + 2
    assert driven.match.deals()[0].extra["paths"][str(len(driven.match.deals()[0].moves) - 1)] == path
    with pytest.raises(Refused) as refused:
        driven.table.pulled_live("ann", legal, {"down": False, "path": path}, None, driven.now, turn)
    assert refused.value.code == "stale"


def test_where_there_are_no_bodies_the_risk_model_judges() -> None:
    driven = seated(new_table("shalashik", 2, options={"hut": "physics"}), "ann")
    driven.do("ann", cmd.Ready())
    driven.give_secret()
    driven.tick(5000)
    need = driven.table.needs().physics
    assert need is not None
    assert need.what == "throw"
    assert driven.took(driven.table.resolve_without_physics(need.turn - 1, driven.now)) == ()
    driven.took(driven.table.resolve_without_physics(need.turn, driven.now))
    assert driven.table.needs().physics is None


def test_impossible_outcomes_of_bodies_are_refused_and_late_ones_dropped() -> None:
    driven = physical("ann")
    driven.do("ann", cmd.Move(move=driven.any_move()))
    need = driven.table.needs().physics
    assert need is not None
    assert (need.what, need.seat) == ("pull", 0)
    before = driven.table.fingerprint()
    impossible: list[Any] = [None, 7, [], {"down": True}]
    for outcome in impossible:
        with pytest.raises(Refused):
            driven.table.resolve_physics(need.turn, outcome, None, driven.now)
    assert driven.table.fingerprint() == before
    driven.judge(down=False)
    assert driven.took(driven.table.resolve_physics(need.turn, True, None, driven.now)) == ()


def test_who_may_not_pull_is_told_why() -> None:
    driven = physical("ann")
    driven.arrive("eve")
    for who, code in (("eve", "not_seated"), ("nobody", "stranger")):
        with pytest.raises(Refused) as refused:
            driven.table.pulled_live(who, "pull 3", True, None, driven.now)
        assert refused.value.code == code
    driven = started("ann", game="shalashik", players=2)
    to_person(driven)
    with pytest.raises(Refused) as refused:
        driven.table.pulled_live("ann", driven.any_move(), True, None, driven.now)
    assert refused.value.code == "no_bodies"


def test_a_look_that_is_impossible_is_refused() -> None:
    driven = physical("ann")
    driven.do("ann", cmd.Move(move=driven.any_move()))
    need = driven.table.needs().physics
    assert need is not None
    path = {"ticks": 60, "xy": []}
    for look in (Look(0), Look(1 << 40), Look(1, [[0.0]])):
        with pytest.raises(Refused) as refused:
            driven.table.resolve_physics(need.turn, {"down": False, "path": path}, look, driven.now)
        assert refused.value.code == "bad_outcome"


def test_a_pull_that_ends_the_drawing_has_nothing_to_look_at() -> None:
    driven = physical("ann")
    driven.do("ann", cmd.Move(move=driven.any_move()))
    need = driven.table.needs().physics
    assert need is not None
    outcome = {"down": True, "path": {"ticks": 60, "xy": []}}
    driven.took(driven.table.resolve_physics(need.turn, outcome, Look(1), driven.now))
    assert driven.match.view(None).phase == "play"


def test_a_bot_that_breaks_the_rules_is_refused() -> None:
    driven = started(stand_in="random")
    driven.do("ann", cmd.Ready())
    driven.deal()
    need = driven.table.needs().bot
    assert need is not None
    with pytest.raises(Refused) as refused:
        driven.table.bot_moved(need.seat, need.turn, "nonsense", "random", driven.now)
    assert refused.value.code == "bad_move"


def test_a_hand_at_the_heap_is_not_hurried_by_a_pause() -> None:
    driven = physical("ann")
    driven.do("ann", cmd.Grab())
    driven.now += 10 * SECOND
    driven.do("ann", cmd.Propose(what="pause"))
    driven.now += 100 * SECOND
    driven.do("ann", cmd.Propose(what="resume"))
    assert driven.table.needs().wake_at == driven.now + 20 * SECOND


def test_a_newcomer_has_a_clock_of_his_own_and_a_returner_his_old_one() -> None:
    """L-17."""
    driven, seat, who = my_turn(clock=clock("bank", move_seconds=10, bank_seconds=30))
    driven.now += 25 * SECOND
    move(driven, who)
    driven.do(who, cmd.Leave())
    driven.arrive(who)
    driven.do(who, cmd.Sit(seat=seat))
    assert driven.table.shown_to(who).seats[seat].bank_ms == 15 * SECOND
    driven.do(who, cmd.Leave())
    driven.arrive("cat")
    driven.do("cat", cmd.Sit(seat=seat))
    assert driven.table.shown_to("cat").seats[seat].bank_ms == 30 * SECOND
