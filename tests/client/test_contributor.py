"""A player's bytes are in every shuffle he was asked for, and a cheat is found."""

import itertools
from typing import Any

import msgspec
import pytest

from kozyr.client import Check, Contributor, Verdict
from kozyr.fairness import contribution_hash
from kozyr.table import Command, Settings, Table
from kozyr.table import commands as cmd
from kozyr.table.shown import Shown
from tests.table.driving import SHORT, Driven


def entropy(first: int = 1) -> Any:
    numbers = itertools.count(first)
    return lambda size: next(numbers).to_bytes(size, "big")


def table_of(*people: str) -> Driven:
    table, events = Table.create("t", "kozel", 4, people[0], "Host", 0, options=SHORT["kozel"], settings=Settings())
    driven = Driven(table, events, follow=False)
    for seat, who in enumerate(people):
        driven.arrive(who)
        driven.do(who, cmd.Sit(seat=seat))
    for seat in range(len(people), 4):
        driven.do(people[0], cmd.SetBot(seat=seat, bot="random"))
    return driven


def contribute(driven: Driven, contributors: dict[str, Contributor]) -> list[Command]:
    """Let everybody see the table and send what he owes, until nobody owes anything."""
    sent: list[Command] = []
    while True:
        owed = [(who, each) for who, it in contributors.items() for each in it.follow(driven.table.shown_to(who))]
        if not owed:
            return sent
        for who, command in owed:
            driven.do(who, command)
            sent.append(command)


def play(driven: Driven, contributors: dict[str, Contributor], deals: int = 2) -> list[Command]:
    """Play so many deals; everybody contributes to each."""
    seats = dict(enumerate(contributors))
    sent = []
    for who in contributors:
        driven.do(who, cmd.Ready())
    while driven.table.state.deals_done < deals and driven.table.state.phase == "playing":
        if driven.table.needs().secret is not None:
            driven.give_secret()
        sent += contribute(driven, contributors)
        driven.play_on(seats, moves=1)
    contribute(driven, contributors)
    return sent


def test_everybodys_bytes_are_in_every_deal_and_verified() -> None:
    driven = table_of("ann", "bob")
    contributors = {"ann": Contributor(entropy()), "bob": Contributor(entropy(1000))}
    sent = play(driven, contributors)
    kinds = [type(command).__name__ for command in sent]
    assert kinds.count("Contribute") == kinds.count("Reveal") >= 4
    for contributor in contributors.values():
        assert contributor.checks[:2] == [Check(1, deal, Verdict.VERIFIED, (), True) for deal in (1, 2)]


def test_the_same_is_never_sent_twice() -> None:
    driven = table_of("ann")
    contributor = Contributor(entropy())
    driven.do("ann", cmd.Ready())
    driven.give_secret()
    shown = driven.table.shown_to("ann")
    assert len(contributor.follow(shown)) == 1
    assert contributor.follow(shown) == ()


def test_a_spectator_gives_nothing_and_verifies_all_the_same() -> None:
    driven = table_of("ann")
    watching = Contributor(entropy(1000))
    playing = {"ann": Contributor(entropy())}
    driven.arrive("zoe")
    driven.do("ann", cmd.Ready())
    while driven.table.state.deals_done < 1:
        if driven.table.needs().secret is not None:
            driven.give_secret()
        assert watching.follow(driven.table.shown_to("zoe")) == ()
        contribute(driven, playing)
        driven.play_on({0: "ann"}, moves=1)
    watching.follow(driven.table.shown_to("zoe"))
    assert watching.checks == [Check(1, 1, Verdict.VERIFIED)]


def test_of_a_deal_whose_commitment_was_not_seen_nothing_is_claimed() -> None:
    driven = table_of("ann")
    play(driven, {"ann": Contributor(entropy())}, deals=1)
    late = Contributor(entropy())
    late.follow(driven.table.shown_to("ann"))
    assert [check.verdict for check in late.checks] == [Verdict.UNSEEN]


def cheated(change: dict[str, Any]) -> tuple[Contributor, Shown]:
    """A contributor who has followed a deal to its end, and the end as a cheat tells it."""
    driven = table_of("ann")
    contributor = Contributor(entropy())
    driven.do("ann", cmd.Ready())
    driven.give_secret()
    contribute(driven, {"ann": contributor})
    while driven.table.state.deals_done < 1:
        driven.play_on({0: "ann"}, moves=1)
    shown = driven.table.shown_to("ann")
    proof = {**shown.proofs[1], **change}
    return contributor, msgspec.structs.replace(shown, proofs={1: proof}, pledge=None)


SECRET = "11" * 32
BYTES = "22" * 16


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"commitment": SECRET}, "other_commitment"),
        ({"secret": SECRET}, "other_secret"),
        ({"contributions": [None] * 4}, "other_contribution"),
        (
            {
                "contributions": [BYTES, None, None, None],
                "hashes": [contribution_hash(bytes.fromhex(BYTES)), None, None, None],
            },
            "other_hash",
        ),
        ({"contributions": [BYTES, None, None, None]}, "other_bytes"),
        ({"table": "u/1"}, "other_table"),
        ({"deal": 2}, "other_deal"),
        ({"version": "kozyr-shuffle/9"}, "bad_version"),
        ({"secret": None}, "bad_hex"),
    ],
)
def test_every_cheat_is_found(change: dict[str, Any], fault: str) -> None:
    contributor, told = cheated(change)
    contributor.follow(told)
    (check,) = contributor.checks
    assert check.verdict is Verdict.FAILED
    assert fault in check.faults


def test_a_commitment_that_changes_after_the_bytes_are_known_is_found() -> None:
    driven = table_of("ann")
    contributor = Contributor(entropy())
    driven.do("ann", cmd.Ready())
    driven.give_secret()
    contribute(driven, {"ann": contributor})
    shown = driven.table.shown_to("ann")
    assert shown.pledge is not None
    swapped = msgspec.structs.replace(shown.pledge, commitment="33" * 32, hashes={0: "44" * 32}, revealed={0: BYTES})
    contributor.follow(msgspec.structs.replace(shown, pledge=swapped))
    while driven.table.state.deals_done < 1:
        driven.play_on({0: "ann"}, moves=1)
    contributor.follow(driven.table.shown_to("ann"))
    assert contributor.checks[0].faults == ("commitment_changed", "hash_changed", "bytes_changed")
