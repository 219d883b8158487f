"""The committed shuffle at a live table: who is asked, when it is closed, what is told when."""

import hashlib

import pytest

from kozyr.fairness import commitment, contribution_hash, verify
from kozyr.records import Record, check, parse_record, to_line
from kozyr.table import Settings, Table, write_event
from kozyr.table import commands as cmd
from kozyr.table.events import Drawn
from tests.table.driving import SHORT, Driven, new_table, seated, started


def begun(*people: str, game: str = "kozel", players: int = 4, **more: object) -> Driven:
    """A match that needs its first secret."""
    driven = seated(new_table(game, players, **more), *people)  # type: ignore[arg-type]
    for who in people:
        driven.do(who, cmd.Ready())
    return driven


def given(number: int) -> bytes:
    """Sixteen bytes of a player."""
    return hashlib.sha256(f"given {number}".encode()).digest()[:16]


def record_of(driven: Driven) -> Record:
    """The record of the match, as read from its line."""
    made = driven.table.record()
    assert made is not None
    return parse_record(to_line(made))


def test_people_add_to_the_shuffle_after_the_commitment() -> None:
    driven = begun("ann", "bob")
    assert driven.table.needs().secret == 1
    assert driven.refused("ann", cmd.Contribute(hash=contribution_hash(given(0)))) == "not_asked"
    driven.give_secret()
    told = driven.table.shown_to(None).pledge
    assert told is not None
    assert told.commitment == commitment(hashlib.sha256(b"1").digest())
    assert told.asks == (0, 1)
    assert driven.refused("ann", cmd.Contribute(hash="xyz")) == "fair_bad_hex"
    driven.do("ann", cmd.Contribute(hash=contribution_hash(given(0))))
    assert driven.refused("ann", cmd.Contribute(hash=contribution_hash(given(1)))) == "fair_twice"
    assert driven.refused("ann", cmd.Reveal(value=given(0).hex())) == "not_asked"
    driven.do("bob", cmd.Contribute(hash=contribution_hash(given(1))))
    told = driven.table.shown_to("ann").pledge
    assert told is not None
    assert told.stage == "reveals"
    assert driven.refused("ann", cmd.Reveal(value=given(1).hex())) == "fair_other_hash"
    assert driven.refused("ann", cmd.Reveal(value="")) == "fair_bad_hex"
    driven.do("ann", cmd.Reveal(value=given(0).hex()))
    assert driven.table.needs().people == ()
    driven.do("bob", cmd.Reveal(value=given(1).hex()))
    assert driven.table.needs().wake_at is None
    driven.play_on({0: "ann", 1: "bob"})
    report = verify(record_of(driven))
    assert report.is_verified


def test_who_keeps_back_what_he_promised_is_told_of_and_delays_nobody() -> None:
    driven = begun("ann", "bob")
    driven.give_secret()
    driven.do("ann", cmd.Contribute(hash=contribution_hash(given(0))))
    driven.tick(2000)
    assert driven.refused("bob", cmd.Contribute(hash=contribution_hash(given(1)))) == "not_asked"
    driven.tick(2000)
    assert driven.table.shown_to("bob").lines[-1].id == "notice_withheld"
    driven.play_on({0: "ann", 1: "bob"})
    assert verify(record_of(driven)).is_verified
    assert driven.table.proof(1)["contributions"] == [None] * 4


def test_bots_and_absent_people_delay_no_deal() -> None:
    driven = begun("ann", "bob")
    driven.depart("bob")
    driven.give_secret()
    assert driven.table.state.pledge is not None
    assert driven.table.state.pledge.asks == (0,)
    driven.depart("ann")
    assert driven.table.state.pledge.stage == "closed"


def test_a_secret_is_32_bytes_and_taken_when_needed() -> None:
    driven = begun("ann")
    with pytest.raises(ValueError, match="32"):
        driven.table.give_secret(b"short", 0)
    driven.give_secret()
    assert driven.give_secret() == ()


def test_the_secret_is_told_when_its_deal_is_over_and_not_before() -> None:
    driven = begun("ann", game="shalashik", players=2)
    driven.deal()
    secret = driven.table.state.pledge
    assert secret is not None
    text = secret.pledge.secret.hex()
    while driven.table.state.deals_done == 0:
        assert text not in repr(driven.table.shown_to("ann"))
        driven.play_on({0: "ann"}, moves=1)
    assert driven.table.shown_to("ann").proofs[1]["secret"] == text


def test_a_stopped_match_has_a_record_and_the_proof_of_its_running_deal() -> None:
    driven = started("ann")
    driven.play_on({0: "ann"}, moves=6)
    assert driven.table.record() is None
    driven.do("ann", cmd.Propose(what="stop"))
    record = record_of(driven)
    check(record)
    assert record.result is None
    assert [kind.name for kind in {finding.kind for finding in verify(record).findings}] == ["PROVED"]


@pytest.mark.parametrize("game", SHORT)
def test_a_duplicate_deals_the_same_cards_again_and_proves_nothing_of_them(game: str) -> None:
    first = started("ann", game=game, players=4)
    first.play_on({0: "ann"})
    record = record_of(first)
    table, events = Table.create(
        "other", game, 4, "ann", "Ann", 0, settings=Settings(pace="none", stand_in="random"), record=record
    )
    driven = Driven(table, events)
    driven.arrive("ann")
    assert driven.table.shown_to("ann").duplicate_deals == len(record.deals)
    assert driven.refused("ann", cmd.SetOptions(options={}, players=4)) == "duplicate_fixed"
    seated(driven, "ann")
    driven.do("ann", cmd.Ready())
    driven.give_secret()
    assert driven.table.shown_to("ann").pledge is None
    driven.play_on({0: "ann"})
    drawn = [event for event in driven.log if isinstance(event, Drawn)]
    assert {event.source for event in drawn if isinstance(event.outcome, bool)} <= {"pledge"}
    again = record_of(driven)
    check(again)
    pairs = list(zip(record.deals, again.deals, strict=False))
    assert [deal.deck for deal, _ in pairs] == [deal.deck for _, deal in pairs]
    assert all("proof" not in deal.extra for _, deal in pairs)
    assert all("proof" in deal.extra for deal in again.deals[len(record.deals) :])
    driven.do("ann", cmd.Again())
    driven.deal()
    assert driven.match.deals()[0].deck != record.deals[0].deck


def test_a_record_of_another_game_is_no_duplicate_of_this() -> None:
    first = started("ann", game="shalashik", players=2)
    first.play_on({0: "ann"})
    record = record_of(first)
    from kozyr.table import Refused

    for game, players in (("kozel", 4), ("shalashik", 3)):
        with pytest.raises(Refused) as refused:
            Table.create("t", game, players, "ann", "Ann", 0, record=record)
        assert refused.value.code == "other_record"


def test_the_seed_of_a_bot_is_the_same_again_and_different_each_turn() -> None:
    driven = started()
    driven.do("ann", cmd.Ready())
    driven.deal()
    seeds = []
    for _ in range(10):
        need = driven.table.needs().bot
        assert need is not None
        assert need == Table.replay(driven.log).needs().bot
        seeds.append(need.seed)
        driven.bot_moves()
        driven.deal()
    assert len(set(seeds)) == 10


def test_the_log_alone_has_the_secret() -> None:
    driven = started("ann")
    assert driven.table.state.pledge is not None
    secret = driven.table.state.pledge.pledge.secret.hex()
    assert any(secret in write_event(event).decode() for event in driven.log)
