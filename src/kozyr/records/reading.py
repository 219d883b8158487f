"""Reading records: from a line, and from a stream of lines of any length."""

from __future__ import annotations

import codecs
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, Final

from kozyr.games import get_game
from kozyr.kernel.game import Game
from kozyr.kernel.options import Options
from kozyr.records.errors import RecordError, shown, told
from kozyr.records.fields import Fields
from kozyr.records.model import FORMAT, Record, RecordedDeal, RecordedMove, SeatEntry

LONGEST_LINE: Final = 64_000_000
"""Bytes of a line, its end included; a longer one is refused without being held."""
_SKIPPED: Final = 1 << 20
_MOST_DIGITS: Final = 4000
_DEAL_FIELDS: Final = frozenset({"dealer", "deck", "shuffles", "moves", "result"})


class RepeatedFieldError(ValueError):
    """A field that stands twice in one object; the text is its name."""


def read_records(stream: BinaryIO) -> Iterator[Record | RecordError]:
    """Every record of a stream, or the error that stands in its place; numbers are line numbers from 1."""
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        if len(line) > LONGEST_LINE:
            _skip_rest(stream, line)
            yield RecordError(told("too_long", most=LONGEST_LINE // 1_000_000), number)
        elif line.strip():
            yield _record_or_error(line, number)


def _skip_rest(stream: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = stream.readline(_SKIPPED)


def _record_or_error(line: bytes, number: int) -> Record | RecordError:
    try:
        return parse_record(line, number)
    except RecordError as error:
        return error


def parse_record(line: bytes | str, number: int = 1) -> Record:
    """The record that a line holds. Raises RecordError."""
    return record_from(_parse_json(_text(line, number), number), number)


def record_from(data: object, number: int = 1) -> Record:
    """The record that decoded JSON holds. Raises RecordError."""
    record = Fields.of(data, told("the_record"), number)
    if record.text("format") != FORMAT:
        record.fail(told("other_format", value=shown(record.text("format")), ours=shown(FORMAT)))
    game = _game(record)
    options = _options(game, record)
    version = _rules_version(game, record)
    seats = tuple(_seat(entry, index, number) for index, entry in enumerate(record.items("seats")))
    try:
        game.check_players(len(seats))
    except ValueError as error:
        record.fail(told("bad_players", n=len(seats), reason=str(error)))
    deals = tuple(_deal(entry, index, len(seats), number) for index, entry in enumerate(record.items("deals"), 1))
    seed = record.text_or_null("seed")
    return Record(game.id, options, seats, seed, version, deals, record.mapping_or_null("result"), number)


def _text(line: bytes | str, number: int) -> str:
    try:
        return (line.encode("utf-8") if isinstance(line, str) else line).decode("utf-8")
    except UnicodeEncodeError:
        raise RecordError(told("half_pair"), number) from None
    except UnicodeDecodeError as error:
        place = told("not_utf8", at=error.start + 1, byte=f"{line[error.start]:#04x}")
        raise RecordError(place, number) from None


def _parse_json(text: str, number: int) -> Any:
    try:
        data = json.loads(
            text, parse_constant=_refuse_constant, parse_float=_finite, parse_int=_whole, object_pairs_hook=_once
        )
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        broken = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        why = (
            told("breaks_off")
            if broken
            else told("not_json", reason=error.msg.removesuffix(" at"), column=error.pos + 1)
        )
        raise RecordError(why, number) from None
    except UnicodeEncodeError:
        raise RecordError(told("half_pair"), number) from None
    except RecursionError:
        raise RecordError(told("too_deep"), number) from None
    except RepeatedFieldError as error:
        raise RecordError(told("field_twice", name=shown(str(error))), number) from None
    except ValueError as error:
        raise RecordError(told("no_number", reason=str(error)), number) from None
    return data


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _whole(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"{text[:20]}… has {len(text)} digits")
    return int(text)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        raise RepeatedFieldError(next(name for name in names if names.count(name) > 1))
    return values


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{text[:20]} is too large")
    return value


def _game(record: Fields) -> Game:
    game_id = record.text("game")
    try:
        return get_game(game_id)
    except ValueError as error:
        record.fail(told("no_game", value=shown(game_id), reason=str(error)))


def _options(game: Game, record: Fields) -> Options:
    rules = record.mapping("rules")
    try:
        return game.options.from_mapping(rules)
    except ValueError as error:
        record.fail(told("bad_rules", reason=str(error)))
    except RecursionError:
        record.fail(told("rules_too_deep"))


def _rules_version(game: Game, record: Fields) -> int:
    version = record.whole("rules_version") if record.has("rules_version") else 1
    if version < 1:
        record.fail(told("version_too_small", version=version))
    if version > game.rules_version:
        record.fail(told("version_too_new", version=version, game=game.id, known=game.rules_version))
    return version


def _seat(data: object, index: int, number: int) -> SeatEntry:
    seat = Fields.of(data, told("seat_number", n=index), number)
    return SeatEntry(seat.text("name"), seat.text_or_null("bot"))


def _deal(data: object, index: int, players: int, number: int) -> RecordedDeal:
    deal = Fields.of(data, told("the_deal"), number, index)
    dealer = deal.whole("dealer")
    if not 0 <= dealer < players:
        deal.fail(told("no_dealer", value=shown(dealer), last=players - 1))
    shuffles = deal.items("shuffles") if deal.has("shuffles") else []
    return RecordedDeal(
        dealer,
        deal.cards("deck", deal.items("deck")),
        tuple(deal.cards(told("shuffle_number", n=place), cards) for place, cards in enumerate(shuffles, 1)),
        tuple(_move(entry, number, index, place) for place, entry in enumerate(deal.items("moves"), 1)),
        deal.mapping_or_null("result"),
        _extra(deal.values),
    )


def _extra(deal: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in deal.items() if name not in _DEAL_FIELDS}


def _move(entry: object, number: int, deal: int, place: int) -> RecordedMove:
    match entry:
        case [int(seat), str(text)] if not isinstance(seat, bool):
            return RecordedMove(seat, text)
        case [int(seat), str(text), list(legal)] if not isinstance(seat, bool) and _all_texts(legal):
            return RecordedMove(seat, text, tuple(legal))
    raise RecordError(told("no_move", value=shown(entry)), number, deal, place)


def _all_texts(words: list[Any]) -> bool:
    return all(isinstance(word, str) for word in words)
