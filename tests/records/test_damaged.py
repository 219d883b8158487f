"""Damaged records: every fault is one line that names the record, the deal and the move."""

import json
import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest

from kozyr.records import RecordError, check, parse_record, record_of
from kozyr.records.errors import texts
from kozyr.records.reading import record_from
from tests.records.samples import random_match, sample, seats_of

Data = dict[str, Any]


def fault(line: bytes | str) -> str:
    """The text of the error that a line of number 7 gives."""
    with pytest.raises(RecordError) as caught:
        check(parse_record(line, 7))
    text = str(caught.value)
    assert len(text.splitlines()) == 1
    assert text.isprintable()
    assert len(text) < 600
    return text


def damaged(change: Callable[[Data], object]) -> str:
    """The text of the error that a changed sample gives."""
    data = sample()
    change(data)
    return fault(json.dumps(data))


def put(*path: Any) -> Callable[[Data], object]:
    """A change that puts the last item where the others lead."""
    *way, last, value = path

    def change(data: Any) -> None:
        for step in way:
            data = data[step]
        data[last] = value

    return change


def drop(*path: Any) -> Callable[[Data], object]:
    """A change that removes what the items lead to."""
    *way, last = path

    def change(data: Any) -> None:
        for step in way:
            data = data[step]
        del data[last]

    return change


def first_play(deal: Data) -> int:
    return next(index for index, move in enumerate(deal["moves"]) if len(move[1]) == 2 and move[1] != "ok")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "not JSON: the line breaks off in the middle"),
        ("hello", "not JSON: Expecting value at column 1"),
        ('{"format": "kozyr-rec', "not JSON: the line breaks off in the middle"),
        ("null", "the record should be an object, it is null"),
        ("[1, 2]", "the record should be an object, it is [1, 2]"),
        ("{}", "the record has no field format"),
        ('{"format": NaN}', "a number cannot be read: NaN is not JSON"),
        ('{"format": -Infinity}', "a number cannot be read: -Infinity is not JSON"),
        ('{"format": 1e999}', "a number cannot be read: 1e999 is too large"),
        ("[" * 200_000, "the JSON is nested too deeply"),
        ('{"a": "\\ud800"}', "a text holds half of a surrogate pair"),
        ('{"a": "\ud800"}', "a text holds half of a surrogate pair"),
        (b'{"format": "\xff"}', "not UTF-8: byte 13 of the line is 0xff"),
        ("\ufeff{}", "not JSON: Unexpected UTF-8 BOM (decode using utf-8-sig) at column 1"),
        ('{"format": 1, "game": 2, "format": 3}', 'the field "format" stands twice in one object'),
        ('{"a": {"b": 1, "b": 1}}', 'the field "b" stands twice in one object'),
        (b"\0\0\0", "not JSON: Expecting value at column 1"),
        ('{"format": "a\0b"}', "not JSON: Invalid control character at column 14"),
    ],
)
def test_a_line_that_is_no_record_is_named(line: bytes | str, reason: str) -> None:
    assert fault(line) == f"record 7: {reason}"


def test_a_number_of_very_many_digits_is_named() -> None:
    told = fault('{"seed": ' + "1" * 10_000 + "}")
    assert told == f"record 7: a number cannot be read: {'1' * 20}… has 10000 digits"


@pytest.mark.parametrize("at", [40, 700, 9_000])
def test_a_truncated_line_breaks_off_in_the_middle(at: int) -> None:
    assert fault(json.dumps(sample())[:at]).startswith("record 7: not JSON: ")


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (
            put("format", "kozyr-record/2"),
            'record 7: the format is "kozyr-record/2", this program reads "kozyr-record/1"',
        ),
        (put("format", 1), "record 7: format of the record should be a text, it is 1"),
        (put("game", "chess"), "record 7: there is no game 'chess': the games are "),
        (put("game", ["kozel"]), 'record 7: game of the record should be a text, it is ["kozel"]'),
        (put("rules", []), "record 7: rules of the record should be an object, it is []"),
        (put("rules", "colour", 1), "record 7: kozel has no option 'colour': its options are "),
        (put("rules", "spas", 99), "record 7: option spas cannot be 99: it is a whole number from 1 to 60"),
        (put("rules", "spas", True), "record 7: option spas cannot be True"),
        (put("rules", "boasts", ["none"]), "record 7: option boasts cannot be ['none']: it is both | "),
        (put("rules_version", 2), "record 7: it was played by version 2 of the rules of kozel, this program knows"),
        (put("rules_version", 0), "record 7: rules_version is 0, it counts from 1"),
        (put("rules_version", "1"), 'record 7: rules_version of the record should be a whole number, it is "1"'),
        (put("rules_version", True), "record 7: rules_version of the record should be a whole number, it is true"),
        (put("seats", {}), "record 7: seats of the record should be a list, it is {}"),
        (put("seats", []), "record 7: kozel is played by 4 players, not by 0"),
        (drop("seats", 3), "record 7: kozel is played by 4 players, not by 3"),
        (put("seats", 2, "Ann"), 'record 7: seat 2 should be an object, it is "Ann"'),
        (put("seats", 2, "name", None), "record 7: name of seat 2 should be a text, it is null"),
        (drop("seats", 1, "bot"), "record 7: seat 1 has no field bot"),
        (put("seed", 5), "record 7: seed of the record should be a text or null, it is 5"),
        (put("deals", None), "record 7: deals of the record should be a list, it is null"),
        (put("deals", 1, []), "record 7, deal 2: the deal should be an object, it is []"),
        (put("deals", 1, "dealer", 4), "record 7, deal 2: there is no dealer 4: seats are 0..3"),
        (put("deals", 1, "dealer", 1.0), "record 7, deal 2: dealer of the deal should be a whole number, it is 1.0"),
        (put("deals", 1, "deck", "Qc"), 'record 7, deal 2: deck of the deal should be a list, it is "Qc"'),
        (put("deals", 1, "deck", 4, "1c"), "record 7, deal 2: deck: '1c' is not a card"),
        (put("deals", 1, "deck", 4, 9), "record 7, deal 2: deck should hold cards, it holds 9"),
        (put("deals", 1, "deck", 4, "6c"), "record 7, deal 2: 6c is not among the shuffled cards"),
        (put("deals", 1, "deck", []), "record 7, deal 2: the shuffled cards are 0, there should be 32"),
        (put("deals", 1, "shuffles", 3), "record 7, deal 2: shuffles of the deal should be a list, it is 3"),
        (put("deals", 1, "shuffles", [3]), "record 7, deal 2: shuffle 1 should be a list of cards, it is 3"),
        (put("deals", 1, "moves", {}), "record 7, deal 2: moves of the deal should be a list, it is {}"),
        (put("deals", 1, "moves", 2, {"seat": 1}), "record 7, deal 2, move 3: a move is [seat, "),
        (put("deals", 1, "moves", 2, [1]), "record 7, deal 2, move 3: a move is [seat, "),
        (put("deals", 1, "moves", 2, 0, True), "record 7, deal 2, move 3: a move is [seat, "),
        (put("deals", 1, "moves", 2, 2, [1]), "record 7, deal 2, move 3: a move is [seat, "),
        (put("deals", 1, "moves", 2, 1, "fold\n"), "record 7, deal 2, move 3: 'fold\\n' is no move of kozel"),
        (put("deals", 1, "moves", 2, 2, ["ok", "zz"]), 'record 7, deal 2, move 3: "zz" is in the list of legal moves'),
        (put("deals", 1, "moves", 2, 2, []), "record 7, deal 2, move 3: "),
        (put("deals", 1, "result", 1), "record 7, deal 2: result of the deal should be an object or null, it is 1"),
        (put("deals", 1, "result", None), "record 7, deal 2: the deal is over, but there is no result"),
        (
            put("deals", 1, "result", "board", [5, 5]),
            "record 7, deal 2: the result of the deal is wrong: board is [5, 5]",
        ),
        (
            put("deals", 1, "result", "lyusya", 0),
            "record 7, deal 2: the result of the deal is wrong: lyusya is 0, it s",
        ),
        (drop("deals", 1, "result", "pairs"), "record 7, deal 2: the result of the deal is wrong: pairs is missing"),
        (put("result", None), "record 7: the match is over, but there is no result"),
        (put("result", {}), "record 7: the result of the match is wrong: winner is missing"),
        (
            put("result", "board", [6.0, 6]),
            "record 7: the result of the match is wrong: board is [6.0, 6], it should be",
        ),
        (drop("deals", -1), "record 7: there is a result, but the match is not over"),
        (drop("deals", 1, "moves", -1), "record 7, deal 2: the deal is not over after its "),
    ],
)
def test_a_damaged_record_names_place_and_reason(change: Callable[[Data], object], text: str) -> None:
    assert damaged(change).startswith(text)


@pytest.mark.parametrize("name", ["format", "game", "rules", "seats", "seed", "deals", "result"])
def test_a_missing_field_of_the_record_is_named(name: str) -> None:
    assert damaged(drop(name)) == f"record 7: the record has no field {name}"


@pytest.mark.parametrize("name", ["dealer", "deck", "moves", "result"])
def test_a_missing_field_of_a_deal_is_named(name: str) -> None:
    assert damaged(drop("deals", 2, name)) == f"record 7, deal 3: the deal has no field {name}"


def test_a_card_that_stands_twice_is_named() -> None:
    def change(data: Data) -> None:
        deck = data["deals"][1]["deck"]
        deck[3] = deck[9]

    card = sample()["deals"][1]["deck"][9]
    assert damaged(change) == f"record 7, deal 2: {card} stands twice among the shuffled cards"


def test_a_deck_with_a_card_too_few_is_named() -> None:
    assert damaged(drop("deals", 1, "deck", 0)) == "record 7, deal 2: the shuffled cards are 31, there should be 32"


def test_an_illegal_move_is_named() -> None:
    data = sample()
    place = first_play(data["deals"][0])
    move = data["deals"][0]["moves"][place]
    move[1] = next(card for card in data["deals"][0]["deck"] if card not in move[2])
    assert fault(json.dumps(data)).startswith(f"record 7, deal 1, move {place + 1}: seat {move[0]} cannot {move[1]}: ")


def test_a_move_out_of_turn_is_named() -> None:
    data = sample()
    seat, text, _ = data["deals"][0]["moves"][1]
    data["deals"][0]["moves"][1][0] = (seat + 1) % 4
    expected = f"record 7, deal 1, move 2: seat {(seat + 1) % 4} cannot {text}: seat {seat} is to move"
    assert fault(json.dumps(data)) == expected
    data["deals"][0]["moves"][1][0] = 10**40
    assert fault(json.dumps(data)).startswith("record 7, deal 1, move 2: seat 1000")


def test_an_unsorted_list_of_legal_moves_is_named() -> None:
    data = sample()
    data["deals"][0]["moves"][0][2].reverse()
    assert fault(json.dumps(data)).startswith("record 7, deal 1, move 1: the list of legal moves is not sorted")


def test_a_move_missing_in_the_list_of_legal_moves_is_named() -> None:
    data = sample()
    missing = data["deals"][0]["moves"][0][2].pop(2)
    assert fault(json.dumps(data)) == (
        f'record 7, deal 1, move 1: "{missing}" is legal and not in the list of legal moves'
    )


def test_a_wrong_dealer_is_named() -> None:
    data = sample()
    true = data["deals"][1]["dealer"]
    data["deals"][1]["dealer"] = (true + 1) % 4
    expected = f"record 7, deal 2: the dealer is seat {(true + 1) % 4}, it should be seat {true}"
    assert fault(json.dumps(data)) == expected


def test_a_move_behind_the_end_of_a_deal_is_named() -> None:
    data = sample()
    moves = data["deals"][0]["moves"]
    moves.append([0, "ok"])
    place = f"record 7, deal 1, move {len(moves)}"
    assert fault(json.dumps(data)) == f"{place}: the deal is over after move {len(moves) - 1}"


def test_a_move_behind_the_end_of_the_match_is_named() -> None:
    data = sample()
    moves = data["deals"][-1]["moves"]
    moves.append([0, "Qc"])
    place = f"record 7, deal {len(data['deals'])}, move {len(moves)}"
    assert fault(json.dumps(data)) == f"{place}: seat 0 cannot Qc: the match is over"


def test_a_deal_behind_the_end_of_the_match_is_named() -> None:
    data = sample()
    data["deals"].append(data["deals"][0])
    expected = f"record 7, deal {len(data['deals'])}: the match is over before this deal"
    assert fault(json.dumps(data)) == expected


def test_a_shuffle_too_many_or_too_few_is_named() -> None:
    data = sample()
    number = next(index for index, deal in enumerate(data["deals"]) if "shuffles" in deal)
    deal = data["deals"][number]
    deal["shuffles"].append(deal["deck"])
    assert fault(json.dumps(data)) == f"record 7, deal {number + 1}: shuffles lists more than the deal needs"
    del deal["shuffles"]
    text = fault(json.dumps(data))
    assert text.startswith(f"record 7, deal {number + 1}, move ")
    assert text.endswith("a further shuffle is needed here, and the deal lists no more in shuffles")


def test_a_result_of_a_stopped_deal_is_named() -> None:
    match = random_match("kozel", "stopped", 25)
    data = record_of(match, seats_of(match), None)
    data["deals"][-1]["result"] = sample()["deals"][0]["result"]
    number = len(data["deals"])
    assert fault(json.dumps(data)) == f"record 7, deal {number}: there is a result, but the deal is not over"


def test_a_missing_rules_version_is_the_first() -> None:
    data = sample()
    data.pop("rules_version", None)
    assert parse_record(json.dumps(data)).rules_version == 1


def test_deep_fields_that_the_game_does_not_know_do_no_harm() -> None:
    line = json.dumps(sample())
    deep = "[" * 300 + "]" * 300
    check(parse_record(line[:-1] + f', "deep": {deep}' + "}"))


@pytest.mark.parametrize("value", [[0], [], None, {}, "0", [[0]]])
@pytest.mark.parametrize(("game_id", "field"), [("thirty_one", "rebuys"), ("shalashik", "pulling")])
def test_a_field_of_the_game_in_a_deal_where_it_does_not_belong_is_named(
    game_id: str, field: str, value: object
) -> None:
    match = random_match(game_id, "left over")
    record = record_of(match, seats_of(match), None)
    record["deals"][0][field] = value
    told = fault(json.dumps(record))
    assert f"{field} is " in told
    assert told.endswith("it should not stand there")


def test_a_deep_value_where_a_card_belongs_is_named() -> None:
    deep = "[" * 500 + "]" * 500
    line = json.dumps(sample()).replace('"deck": [', f'"deck": [{deep}, ', 1)
    assert fault(line).startswith("record 7")


@pytest.mark.parametrize("code", sorted(texts().texts))
def test_a_reason_in_russian_leans_on_no_english_one(code: str) -> None:
    """What the rules say in English (``reason``) has words of its own in Russian; all else stands in both."""
    ru, en = (set(re.findall(r"\{(\w+)", texts().texts[code][language])) for language in ("ru", "en"))
    assert "reason" not in ru
    assert en - ru <= {"reason"}


def test_a_move_against_the_rules_is_refused_by_the_rule_in_both_languages() -> None:
    record = sample()
    moves = record["deals"][0]["moves"]
    cards = [text for _, text, _ in moves if len(text) == 2]
    at = next(index for index, (_, text, _) in enumerate(moves) if len(text) == 2)
    wrong = next(card for card in cards if card not in moves[at][2])
    moves[at][1] = wrong
    with pytest.raises(RecordError) as refused:
        check(record_from(record))
    assert refused.value.move == at + 1
    assert f'не может сходить "{wrong}": ' in refused.value.reasons["ru"]
    assert f"cannot {wrong}: " in refused.value.reasons["en"]
    assert not re.search("[a-z]{4}", refused.value.reasons["ru"])


def test_an_error_survives_pickling() -> None:
    error = RecordError({"ru": "почему", "en": "why"}, 3, 2, 1)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.number, again.deal, again.move) == ("record 3, deal 2, move 1: why", 3, 2, 1)
    assert again.reasons == {"ru": "почему", "en": "why"}
