"""Votes: take back, pause, stop, remove (L-10 to L-15); rematches."""

import pytest

from kozyr.kernel.said import SeatRef
from kozyr.table import commands as cmd
from kozyr.table.events import Left, Stopped, TakenBack, VoteClosed
from tests.table.driving import Driven, clock, started, to_person


def plain_move(driven: Driven, who: str) -> None:
    """A move after which a take-back is offered."""
    for _ in range(200):
        _, mover = to_person(driven)
        driven.do(mover, cmd.Move(move=driven.any_move()))
        if mover == who and driven.table.shown_to(who).can_take_back:
            return
    raise AssertionError("no move could be taken back")


def outcomes(driven: Driven) -> list[str]:
    """How the votes so far have ended."""
    return [event.outcome for event in driven.log if isinstance(event, VoteClosed)]


def test_a_sole_person_takes_back_at_once() -> None:
    driven = started("ann")
    plain_move(driven, "ann")
    made = len(driven.match.deals()[-1].moves)
    events = driven.do("ann", cmd.Propose(what="take_back"))
    assert isinstance(events[-1], TakenBack)
    assert len(driven.match.deals()[-1].moves) == made - 1
    assert driven.match.awaits == 0


def test_a_take_back_needs_everybody_and_everything_waits_for_it() -> None:
    driven = started("ann", "bob", clock=clock("move", move_seconds=10))
    plain_move(driven, "ann")
    driven.do("ann", cmd.Propose(what="take_back"))
    need = driven.table.needs()
    assert need.bot is None
    assert need.wake_at == driven.now + 30_000
    mover = driven.table.state.awaited
    assert mover is not None
    assert driven.refused("ann", cmd.Propose(what="stop")) == "vote_running"
    if mover == 1:
        assert driven.refused("bob", cmd.Move(move=driven.any_move())) == "taking_back"
    driven.do("bob", cmd.Vote(agrees=True))
    assert driven.match.awaits == 0
    plain_move(driven, "ann")
    driven.do("ann", cmd.Propose(what="take_back"))
    driven.do("bob", cmd.Vote(agrees=False))
    assert outcomes(driven) == ["passed", "failed"]
    assert driven.refused("ann", cmd.Propose(what="take_back")) == "vote_again"
    driven.now += 15_000
    driven.do("ann", cmd.Propose(what="take_back"))
    driven.tick(30_000)
    assert outcomes(driven)[-1] == "expired"


def test_only_the_last_move_is_taken_back() -> None:
    driven = started("ann", "bob")
    plain_move(driven, "ann")
    assert not driven.table.shown_to("bob").can_take_back
    assert driven.refused("bob", cmd.Propose(what="take_back")) == "no_take_back"
    driven.deal()
    if driven.table.needs().bot is not None:
        driven.bot_moves()
    else:
        driven.do("bob", cmd.Move(move=driven.any_move()))
    assert driven.refused("ann", cmd.Propose(what="take_back")) == "no_take_back"


def test_a_cut_is_not_taken_back_since_the_cards_are_dealt() -> None:
    """L-12: what was hidden is shown by it."""
    driven = started("ann", "bob", "cat", "dan", options={"boasts": "none"})
    _, who = to_person(driven)
    driven.do(who, cmd.Move(move="cut 9"))
    assert not driven.table.shown_to(who).can_take_back


@pytest.mark.parametrize(("game", "players"), [("kozel", 4), ("thirty_one", 2), ("shalashik", 2)])
def test_what_can_be_taken_back_is_the_last_line_told_and_names_its_mover(game: str, players: int) -> None:
    """L-12: by that line a page says how far back it would go."""
    driven = started(*("ann", "bob", "cat", "dan")[:players], game=game, players=players)
    offered = 0
    for _ in range(60):
        if driven.table.state.phase != "playing":
            break
        mover, who = to_person(driven)
        before = len(driven.match.view(None).events)
        driven.do(who, cmd.Move(move=driven.any_move()))
        if driven.table.shown_to(who).can_take_back:
            told = driven.match.view(None).events[before:]
            assert [dict(line.args)["seat"] for line in told] == [SeatRef(mover)]
            offered += 1
    assert offered > 0


def test_a_swap_that_shows_a_new_card_is_not_taken_back() -> None:
    """L-12."""
    offered: dict[str, set[bool]] = {}
    driven = started("ann", "bob", game="thirty_one", players=2, options={"deals": 12})
    for _ in range(60):
        if driven.table.state.phase != "playing":
            break
        _, who = to_person(driven)
        move = driven.any_move()
        driven.do(who, cmd.Move(move=move))
        offered.setdefault(move.split()[0], set()).add(driven.table.shown_to(who).can_take_back)
    assert offered.get("drain", {False}) == {False}


def test_a_pull_is_never_taken_back() -> None:
    driven = started("ann", game="shalashik", players=2)
    while driven.match.view(0).phase == "pull":
        to_person(driven)
        if driven.match.view(0).phase != "pull":
            break
        driven.do("ann", cmd.Move(move=driven.any_move()))
        assert not driven.table.shown_to("ann").can_take_back


def test_a_vote_can_be_withdrawn_by_who_proposed_it() -> None:
    driven = started("ann", "bob")
    driven.do("ann", cmd.Propose(what="stop"))
    assert driven.refused("bob", cmd.Withdraw()) == "no_vote"
    driven.do("ann", cmd.Withdraw())
    assert driven.refused("bob", cmd.Vote(agrees=True)) == "no_vote"
    assert outcomes(driven) == ["withdrawn"]


def test_a_mind_may_be_changed_while_the_vote_runs() -> None:
    driven = started("ann", "bob", "cat")
    driven.do("ann", cmd.Propose(what="pause"))
    driven.do("bob", cmd.Vote(agrees=False))
    assert driven.do("bob", cmd.Vote(agrees=False)) == ()
    driven.do("bob", cmd.Vote(agrees=True))
    assert driven.table.shown_to("cat").paused_until is not None


def test_who_leaves_is_not_waited_for() -> None:
    driven = started("ann", "bob", "cat")
    driven.do("ann", cmd.Propose(what="stop"))
    driven.do("bob", cmd.Vote(agrees=True))
    events = driven.do("cat", cmd.Leave())
    assert any(isinstance(event, Stopped) for event in events)


def test_who_goes_away_is_not_waited_for_in_a_vote_on_a_pause() -> None:
    driven = started("ann", "bob")
    driven.do("ann", cmd.Propose(what="pause"))
    driven.depart("bob")
    assert driven.table.shown_to("ann").paused_until is not None


def test_who_loses_his_connection_keeps_his_vote_on_a_stop_while_it_runs() -> None:
    """L-10"""
    driven = started("ann", "bob", "cat")
    driven.do("ann", cmd.Propose(what="stop"))
    driven.do("bob", cmd.Vote(agrees=True))
    assert not any(isinstance(event, Stopped) for event in driven.depart("cat"))
    driven.arrive("cat")
    driven.do("cat", cmd.Vote(agrees=False))
    assert outcomes(driven) == ["failed"]


@pytest.mark.parametrize(("away", "stops"), [(0, False), (59_999, False), (60_000, True)])
def test_who_has_just_gone_is_asked_whether_to_stop(away: int, stops: bool) -> None:
    """L-10"""
    driven = started("ann", "bob")
    driven.depart("bob")
    driven.tick(away)
    driven.do("ann", cmd.Propose(what="stop"))
    assert (driven.table.state.phase == "over") is stops
    driven.tick(60_000)
    assert driven.table.state.phase == "over"


def test_the_seat_of_who_has_just_gone_is_not_voted_away() -> None:
    """L-15: nobody loses his seat, and shows his cards to who takes it, by a moment without a connection."""
    driven = started("ann", "bob")
    driven.depart("bob")
    driven.now += 59_001
    assert driven.refused("ann", cmd.Propose(what="remove", seat=1)) == "just_gone"
    driven.arrive("bob")
    driven.depart("bob")
    driven.now += 59_999
    assert driven.refused("ann", cmd.Propose(what="remove", seat=1)) == "just_gone"
    driven.now += 1
    driven.do("ann", cmd.Propose(what="remove", seat=1))
    assert driven.table.state.seats[1].owner is None


def test_who_went_with_the_server_has_just_gone() -> None:
    """L-15"""
    driven = started("ann", "bob")
    driven.now += 1000
    driven.took(driven.table.process_lost("p1", driven.now))
    driven.arrive("ann")
    assert driven.refused("ann", cmd.Propose(what="remove", seat=1)) == "just_gone"


def test_a_vote_ends_with_who_proposed_it() -> None:
    driven = started("ann", "bob")
    driven.do("ann", cmd.Propose(what="stop"))
    driven.do("ann", cmd.Leave())
    assert outcomes(driven) == ["withdrawn"]


def test_an_absent_person_is_replaced_by_vote_and_may_come_back_to_his_seat() -> None:
    driven = started("ann", "bob", "cat")
    assert driven.refused("ann", cmd.Propose(what="remove", seat=2)) == "not_absent"
    driven.depart("cat")
    driven.now += 60_000
    assert driven.refused("ann", cmd.Propose(what="remove")) == "whom"
    assert driven.refused("ann", cmd.Propose(what="remove", seat=9)) == "no_seat"
    assert driven.refused("ann", cmd.Propose(what="remove", seat=0)) == "not_absent"
    driven.do("ann", cmd.Propose(what="remove", seat=2))
    assert driven.refused("cat", cmd.Vote(agrees=False)) == "no_voter"
    events = driven.do("bob", cmd.Vote(agrees=True))
    assert any(isinstance(event, Left) and event.why == "voted" for event in events)
    driven.arrive("cat")
    shown = driven.table.shown_to("cat")
    assert [person.held for person in shown.people if person.number == shown.me] == [2]
    assert driven.refused("cat", cmd.Sit(seat=3)) == "held_other"
    driven.do("cat", cmd.Sit(seat=2))


def test_who_returns_in_time_is_not_replaced() -> None:
    driven = started("ann", "bob", "cat")
    driven.depart("cat")
    driven.now += 60_000
    driven.do("ann", cmd.Propose(what="remove", seat=2))
    driven.arrive("cat")
    assert outcomes(driven) == ["withdrawn"]


@pytest.mark.parametrize(
    ("what", "code"),
    [("resume", "no_resume"), ("take_back", "no_take_back"), ("nonsense", "bad_vote"), ("remove", "not_absent")],
)
def test_what_cannot_be_now_is_not_voted_on(what: str, code: str) -> None:
    driven = started("ann", "bob")
    assert driven.refused("ann", cmd.Propose(what=what, seat=1)) == code
    assert what not in driven.table.shown_to("ann").may_propose


def test_there_is_no_pause_by_mail_nor_in_a_pause() -> None:
    driven = started("ann", clock=clock("days"))
    assert driven.refused("ann", cmd.Propose(what="pause")) == "no_pause"
    driven = started("ann")
    driven.do("ann", cmd.Propose(what="pause"))
    assert driven.refused("ann", cmd.Propose(what="pause")) == "no_pause"


def test_by_mail_whoever_keeps_his_time_votes_though_he_is_not_here() -> None:
    driven = started("ann", "bob", clock=clock("days", days=1))
    driven.depart("bob")
    driven.do("ann", cmd.Propose(what="stop"))
    assert driven.table.state.phase == "playing"
    driven.arrive("bob")
    driven.do("bob", cmd.Vote(agrees=True))
    assert driven.table.state.phase == "over"


def test_a_rematch_has_the_same_seats_once_all_who_are_here_want_it() -> None:
    driven = started("ann", "bob", "cat", game="shalashik", players=3)
    assert driven.refused("ann", cmd.Again()) == "not_over"
    driven.play_on(dict(enumerate(["ann", "bob", "cat"])))
    assert driven.table.shown_to("ann").phase == "over"
    driven.do("ann", cmd.Again())
    driven.do("ann", cmd.Again(wanted=False))
    driven.do("ann", cmd.Again())
    driven.depart("cat")
    driven.do("bob", cmd.Again())
    shown = driven.table.shown_to("bob")
    assert (shown.phase, shown.match_number) == ("playing", 2)
    assert [seat.name for seat in shown.seats] == ["Ann", "Bob", "Cat"]
    assert len(shown.matches) == 1


def test_a_stopped_match_has_a_rematch_too() -> None:
    driven = started("ann")
    driven.do("ann", cmd.Propose(what="stop"))
    assert driven.table.shown_to("ann").matches[0].result is None
    driven.do("ann", cmd.Again())
    assert driven.table.shown_to("ann").match_number == 2


def test_by_mail_only_who_let_his_time_run_out_is_replaced_by_vote() -> None:
    driven = started("ann", "bob", clock=clock("days", days=1))
    driven.depart("bob")
    assert driven.refused("ann", cmd.Propose(what="remove", seat=1)) == "not_absent"
    while to_person(driven)[0] != 1:
        driven.do("ann", cmd.Move(move=driven.any_move()))
    driven.tick(86_400_000)
    driven.do("ann", cmd.Propose(what="remove", seat=1))
    assert driven.table.state.seats[1].owner is None


def test_a_pull_that_is_not_yet_judged_is_not_taken_back() -> None:
    driven = started("ann", game="shalashik", players=2, options={"hut": "physics"})
    to_person(driven)
    driven.do("ann", cmd.Move(move=driven.any_move()))
    assert driven.table.needs().physics is not None
    assert not driven.table.shown_to("ann").can_take_back


def test_a_newcomer_does_not_inherit_a_vote() -> None:
    driven = started("ann", "bob", "cat", "dan")
    driven.do("ann", cmd.Propose(what="stop"))
    driven.do("bob", cmd.Vote(agrees=True))
    driven.do("bob", cmd.Leave())
    driven.arrive("eve")
    driven.do("eve", cmd.Sit(seat=1))
    vote = driven.table.shown_to("eve").vote
    assert vote is not None
    assert (vote.voters, vote.agreed) == ((0, 2, 3), (0,))
    assert driven.refused("eve", cmd.Vote(agrees=True)) == "no_voter"
