"""Lines, phrases, muting, ids of commands, events as bytes."""

import pytest

from kozyr.games import get_game
from kozyr.kernel.said import say
from kozyr.kernel.terms import LANGUAGES
from kozyr.table import (
    CommandError,
    EventError,
    Refused,
    Settings,
    Table,
    deciding,
    phrases,
    read_command,
    read_event,
    texts,
    write_event,
)
from kozyr.table import commands as cmd
from kozyr.table.state import MOST_ACKS, MOST_LINES
from tests.table.driving import new_table, started, to_person


def test_a_line_is_cleaned_bounded_and_numbered() -> None:
    driven = new_table()
    driven.do("ann", cmd.Say(text=" so\u202e be\x00  it\n"))
    line = driven.table.shown_to("ann").lines[-1]
    assert (line.text, line.name, line.kind, line.number) == ("so be it", "Ann", "said", 0)
    assert driven.refused("ann", cmd.Say(text="\n \u200b")) == "empty_line"
    assert driven.refused("ann", cmd.Say(text="x" * 301)) == "long_line"


def test_lines_are_kept_to_a_rate_and_a_number() -> None:
    driven = new_table(follow=False)
    for _ in range(5):
        driven.do("ann", cmd.Phrase(phrase="hello"))
    assert driven.refused("ann", cmd.Say(text="more")) == "too_fast"
    driven.now += 8000
    for number in range(MOST_LINES):
        driven.now += 2001
        driven.do("ann", cmd.Say(text=str(number)))
    lines = driven.table.shown_to("ann").lines
    assert len(lines) == MOST_LINES
    assert lines[-1].number == MOST_LINES + 4


def test_the_table_may_be_without_talk() -> None:
    driven = new_table(chat=False, phrases=False)
    assert driven.refused("ann", cmd.Say(text="x")) == "chat_off"
    assert driven.refused("ann", cmd.Phrase(phrase="hello")) == "phrases_off"
    driven = started("ann", spectators_chat=False)
    driven.arrive("eve")
    assert driven.refused("eve", cmd.Say(text="x")) == "spectators_silent"
    assert driven.refused("ann", cmd.Phrase(phrase="nonsense")) == "bad_phrase"


def test_a_muted_person_is_silent_until_he_is_let_speak() -> None:
    driven = new_table()
    driven.arrive("bob")
    number = driven.table.state.people["bob"].number
    driven.do("ann", cmd.Mute(person=number))
    assert driven.do("ann", cmd.Mute(person=number)) == ()
    assert driven.refused("bob", cmd.Say(text="x")) == "muted"
    driven.depart("bob")
    driven.arrive("bob")
    assert driven.refused("bob", cmd.Phrase(phrase="hello")) == "muted"
    driven.do("ann", cmd.Mute(person=driven.table.state.people["bob"].number, muted=False))
    driven.do("bob", cmd.Say(text="x"))


def test_the_same_id_again_does_nothing_twice() -> None:
    driven = started("ann")
    to_person(driven)
    command = cmd.Move(move=driven.any_move(), id="first")
    driven.do("ann", command)
    seq = driven.table.acknowledged("ann", "first")
    assert seq is not None
    assert driven.do("ann", command) == ()
    assert Table.replay(driven.log).acknowledged("ann", "first") == seq
    assert driven.table.acknowledged("bob", "first") is None
    assert driven.refused("ann", cmd.Say(text="x", id="y" * 65)) == "bad_id"


def test_ids_are_bounded() -> None:
    driven = new_table(follow=False)
    for number in range(MOST_ACKS + 10):
        driven.do("ann", cmd.SetPace(pace=("slow", "fast")[number % 2], id=str(number)))
    assert len(driven.table.state.acks) == MOST_ACKS


def test_a_move_of_a_turn_that_is_past_is_refused() -> None:
    driven = started("ann")
    to_person(driven)
    turn = driven.table.shown_to("ann").turn
    driven.do("ann", cmd.Move(move=driven.any_move(), turn=turn))
    assert driven.refused("ann", cmd.Move(move="Qc", turn=turn)) == "stale"


@pytest.mark.parametrize("text", ["nonsense", "", "Q\u0441", "x" * 5000, "cut 7\n"])
def test_what_is_no_move_is_refused(text: str) -> None:
    driven = started("ann")
    to_person(driven)
    assert driven.refused("ann", cmd.Move(move=text)) == "bad_move"


def test_a_move_that_the_rules_forbid_is_refused_with_the_rule() -> None:
    driven = started("ann")
    to_person(driven)
    legal = set(map(str, driven.match.legal()))
    move = next(m for m in ("ask queens", "Qc", "cut 7") if m not in legal)
    assert driven.refused("ann", cmd.Move(move=move)) == "illegal"


def test_the_rule_that_forbids_a_move_is_a_sentence_behind_the_refusal() -> None:
    """Games write it small and without a stop."""
    why = get_game("shalashik").terms
    refused = Refused("illegal", {"move": "beat Qc"}, say("refuse_drawing"), "shalashik")
    for language, first in (("en", "That move may not be made now: beat Qc. "), ("ru", "Так сейчас ходить нельзя: ")):
        told, rule = refused.text(language), why.text("refuse_drawing", language)
        assert told.startswith(first)
        assert told.endswith(f" {rule[0].upper()}{rule[1:]}.")


def test_a_move_out_of_turn_is_refused() -> None:
    driven = started("ann", "bob")
    seat, _ = to_person(driven)
    assert driven.refused(("bob", "ann")[seat], cmd.Move(move="Qc")) == "not_your_turn"


def test_every_text_is_there_in_both_languages() -> None:
    for table in (texts(), phrases()):
        for name, by_language in table.texts.items():
            assert set(by_language) == set(LANGUAGES)
            assert table.places(name, "ru") == table.places(name, "en")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b'{"kind":"nonsense","at":1}',
        b'{"kind":"sat","at":1,"who":"a","seat":0,"more":1}',
        b'{"kind":"sat","at":"1","who":"a","seat":0}',
        b"\xff",
    ],
)
def test_bytes_that_are_no_event_are_refused(data: bytes) -> None:
    with pytest.raises(EventError):
        read_event(data)


def test_a_log_of_another_version_or_without_a_beginning_is_refused() -> None:
    driven = new_table()
    with pytest.raises(EventError, match="version"):
        read_event(write_event(driven.log[0]).replace(b'"version":1', b'"version":99'))
    with pytest.raises(EventError):
        Table.replay(driven.log[1:])


@pytest.mark.parametrize("data", [b"{}", b'{"kind":"sit"}', b'{"kind":"sit","seat":0,"who":"ann"}', b"[" * 100_000])
def test_bytes_that_are_no_command_are_refused(data: bytes) -> None:
    with pytest.raises(CommandError):
        read_command(data)


def test_a_command_is_read() -> None:
    assert read_command(b'{"kind":"sit","seat":3,"id":"x"}') == cmd.Sit(seat=3, id="x")
    wanted = cmd.SetSettings(settings=Settings(pace="fast"))
    assert read_command(b'{"kind":"set_settings","settings":{"pace":"fast"}}') == wanted


def test_a_table_whose_log_is_long_takes_only_what_ends_its_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """L-22: what can be said for ever makes no log longer for ever."""
    driven = started("ann", game="thirty_one", players=3)
    seat, _ = to_person(driven)
    monkeypatch.setattr(deciding, "MOST_EVENTS", driven.table.seq)
    for command in (cmd.Say(text="x"), cmd.SetPace(pace="fast"), cmd.Propose(what="pause"), cmd.Phrase(phrase="hello")):
        assert driven.refused("ann", command) == "worn_out"
    driven.play_on({seat: "ann"})
    assert driven.table.state.phase == "over"
    assert driven.refused("ann", cmd.Again()) == "worn_out"
    driven.do("ann", cmd.Leave())
