"""Nothing that the server sends holds what its receiver may not know: every byte, at every moment of matches."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.protocol import messages
from kozyr.server.live import LiveTable
from kozyr.server.retelling import Audience
from kozyr.table import Table
from tests.conformance.playing import Case, cases
from tests.server.leak_play import leaks_of, playing
from tests.server.leaks import Leak, cards_in
from tests.server.running import serving, tapped

STEPS = 60
SHORT_CASES = [case for case in cases() if case.number or case.players == min(case.game.players)]


async def leaks_in(folder: Path, case: Case, steps: int, seed: str = "leaks") -> tuple[list[Leak], int]:
    """What leaks in a match, and how many messages were searched, hints among them."""
    async with serving(folder) as running:
        with tapped(running):
            async with playing(running, case, seed) as play:
                await play.play(steps)
            assert play.hinted
            return await leaks_of(play), len(running.sent)


@pytest.mark.parametrize("case", SHORT_CASES, ids=str)
async def test_nobody_is_sent_what_he_may_not_know(tmp_path: Path, case: Case) -> None:
    leaks, searched = await leaks_in(tmp_path, case, STEPS)
    assert leaks == []
    assert searched > 30


def whole_of_another_seat(audience: Audience, table: Table, who: str) -> bytes:
    """As the first seat sees it, whoever asks."""
    owner = table.state.seats[0].owner
    shown = Audience(0, owner or who)
    shown.update(table, 0, heard=True)
    return WHOLE(shown, table, owner or who)


def update_with(extra: Callable[[Table], str]) -> Callable[..., bytes | None]:
    """Updates that tell something more to whoever watches."""

    def update(audience: Audience, table: Table, now: int, *, heard: bool) -> bytes | None:
        written = UPDATE(audience, table, now, heard=heard)
        if written is None or audience.seat is not None:
            return written
        message = messages.read_from_server(written)
        assert isinstance(message, messages.Update)
        return messages.write(msgspec.structs.replace(message, lines=[*message.lines, _line(extra(table))]))

    return update


def _line(text: str) -> dict[str, Any]:
    return {"number": 10_000, "at": 0, "kind": "said", "text": text}


def a_card_of_a_hand(table: Table) -> str:
    """The last card that the first seat sees, in Russian letters."""
    match = table.match
    if match is None:
        return ""
    cards = [card for zone in match.view(0).zones if zone.kind == "hand" for card in zone.cards if card is not None]
    return f"({cards[-1]})" if cards else ""


def the_secret(table: Table) -> str:
    return "" if table.state.pledge is None else table.state.pledge.pledge.secret.hex()


def an_identity(table: Table) -> str:
    return next(iter(table.state.people))


WHOLE, UPDATE = Audience.whole, Audience.update
KOZEL = next(case for case in SHORT_CASES if case.game_id == "kozel")


@pytest.mark.parametrize(
    ("name", "leaky", "what"),
    [
        ("update", update_with(a_card_of_a_hand), "card"),
        ("update", update_with(the_secret), "a secret"),
        ("update", update_with(an_identity), "an identity"),
    ],
)
async def test_a_leak_that_was_put_in_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, leaky: Any, what: str
) -> None:
    monkeypatch.setattr(Audience, name, leaky)
    monkeypatch.setattr("tests.server.leak_play.check_views", lambda *_: None)
    leaks, _ = await leaks_in(tmp_path, KOZEL, STEPS)
    assert any(leak.what.startswith(what) for leak in leaks)


async def test_the_whole_of_another_seat_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Audience, "whole", whole_of_another_seat)
    monkeypatch.setattr("tests.server.leak_play.check_views", lambda *_: None)
    leaks, _ = await leaks_in(tmp_path, KOZEL, STEPS)
    assert any(leak.what.startswith("card") for leak in leaks)


async def test_a_seat_mixed_up_on_coming_again_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes again hears as the seat behind his own."""
    greet = LiveTable._greet

    def mixed(live: LiveTable, listener: Any, since: int) -> None:
        own = listener.who
        table = live._table
        assert table is not None
        owners = [who for _, who in table.state.owners()]
        if own in owners and table.state.phase == "playing":
            listener.who = owners[(owners.index(own) + 1) % len(owners)]
        greet(live, listener, since)
        listener.who = own

    monkeypatch.setattr(LiveTable, "_greet", mixed)
    monkeypatch.setattr("tests.server.leak_play.check_views", lambda *_: None)
    leaks, _ = await leaks_in(tmp_path, KOZEL, STEPS)
    assert any(leak.what.startswith("card") for leak in leaks)


def test_cards_are_found_in_any_letters() -> None:
    assert cards_in('{"cards":["Qc","10♥"],"text":"В♠, дама пик; A♦"}') >= {"Qc", "Th", "Js", "Ad"}
    assert cards_in("a6cf 06h1 x-7c-y") == set()
