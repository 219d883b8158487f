"""Replaying records: the same states again, and the check that a record tells them truly.

A deal's chance steps are recalled from that deal. Errors count deals and moves from 1, ``Step`` from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from kozyr.games import get_game
from kozyr.kernel.chance import Chance, ChanceError, Recalled
from kozyr.kernel.game import DealLog, LoggedMove, Match
from kozyr.kernel.move import IllegalMoveError, Move, NotationError
from kozyr.kernel.terms import LANGUAGES
from kozyr.records.errors import RecordError, Told, shown, told
from kozyr.records.model import Record, RecordedDeal, RecordedMove

# What a game's recall may stumble over in fields that only it knows (heap, paths).
_BAD_OUTCOME: Final = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError)


@dataclass(frozen=True)
class Step:
    """A move that was just replayed. ``match`` is the running one; copy it to keep it.

    ``legal`` is what was legal before it, sorted, where the replay was asked for that.
    """

    match: Match
    deal: int
    index: int
    seat: int
    move: Move
    legal: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Outcome:
    """A chance step of a record and what the record tells of it, which need not be possible."""

    deal: int
    chance: Chance
    told: Any


@dataclass(frozen=True)
class State:
    """The match after some moves of a deal and all that chance decided behind them; before the first move it is dealt.

    ``match`` is the running one; copy it to keep it. ``last`` is the move that led here, ``next`` the one that will be
    made; None where the deal has no more.
    """

    match: Match
    deal: int
    moves: int
    last: RecordedMove | None
    next: RecordedMove | None


Watch: TypeAlias = Callable[[Outcome], None]
"""Is told of every chance step, in order, before the match goes on from it."""


def move_text(logged: LoggedMove) -> str:
    """A logged move as a record writes it, its outcome mark behind it."""
    return f"{logged.move} {logged.mark}" if logged.mark else str(logged.move)


def replay(record: Record) -> Match:
    """The match in its last recorded state. Raises RecordError where it cannot be replayed."""
    match = _new_match(record)
    for _ in _steps(record, match, legal=False):
        pass
    return match


def replay_steps(record: Record, *, legal: bool = False) -> Iterator[Step]:
    """The match after each of its moves. Raises RecordError where it cannot be replayed further."""
    return _steps(record, _new_match(record), legal=legal)


def replay_states(record: Record) -> Iterator[State]:
    """Every deal as it was dealt and after each of its moves. Raises RecordError where the replay cannot go on."""
    match = _new_match(record)
    for index in range(len(record.deals)):
        yield from _DealReplay(record, match, index).states()


def check(record: Record, watch: Watch | None = None) -> Match:
    """As ``replay``; raises RecordError also where legal moves, dealers or results are not as recorded."""
    match = _new_match(record)
    for step in _steps(record, match, legal=record.has_legal, checked=True, watch=watch):
        _check_legal(record, step)
    _check_match_result(record, match)
    return match


def _new_match(record: Record) -> Match:
    try:
        return get_game(record.game_id).new_match(record.options, len(record.seats), record.rules_version)
    except (ValueError, TypeError) as error:
        raise RecordError(told("cannot_begin", reason=str(error)), record.number) from None


def _steps(
    record: Record, match: Match, *, legal: bool, checked: bool = False, watch: Watch | None = None
) -> Iterator[Step]:
    for index, deal in enumerate(record.deals):
        yield from _DealReplay(record, match, index, watch).steps(legal=legal)
        if checked:
            _check_deal(record, index, deal, match.deals()[index : index + 1])


class _DealReplay:
    """One deal on its way: the recalled chance steps and where errors have happened."""

    def __init__(self, record: Record, match: Match, index: int, watch: Watch | None = None) -> None:
        self.watch = watch
        self.number = record.number
        self.index = index
        self.deal: RecordedDeal = record.deals[index]
        self.is_last = index == len(record.deals) - 1
        self.match = match
        self.recalled = Recalled(
            self.deal.dealer, self.deal.deck, iter(self.deal.shuffles), extra=dict(self.deal.extra)
        )

    def steps(self, *, legal: bool) -> Iterator[Step]:
        if self.match.awaits is None:
            raise self.error(told("over_before"))
        for place, recorded in enumerate(self.deal.moves):
            self.resolve_before(place)
            yield self.step(place, recorded, legal=legal)
        self.finish()

    def states(self) -> Iterator[State]:
        """As ``steps``, but before each move, when chance has decided, and at the end of the deal."""
        last: RecordedMove | None = None
        for place, recorded in enumerate(self.deal.moves):
            self.resolve_before(place)
            yield State(self.match, self.index, place, last, recorded)
            self.step(place, recorded, legal=False)
            last = recorded
        self.finish()
        yield State(self.match, self.index, len(self.deal.moves), last, None)

    def error(self, reasons: Told, place: int | None = None) -> RecordError:
        return RecordError(reasons, self.number, self.index + 1, None if place is None else place + 1)

    @property
    def is_over(self) -> bool:
        """Whether the match has gone through this deal."""
        logs = self.match.deals()
        return len(logs) > self.index and logs[self.index].result is not None

    def resolve_before(self, place: int) -> None:
        """Chance steps before a move; the first move of a deal stands behind its lot and its shuffle."""
        while isinstance(awaits := self.match.awaits, Chance):
            if place and self.is_over:
                raise self.error(told("over_after", move=place), place)
            told_at = place - 1 if awaits.follows_move else place or None
            self.resolve(awaits, self.recall(awaits, told_at), told_at)

    def recall(self, awaits: Chance, told_at: int | None) -> Any:
        try:
            return awaits.recall(self.recalled)
        except _BAD_OUTCOME as error:
            raise self.error(_reason(error), told_at) from None

    def resolve(self, awaits: Chance, outcome: Any, told_at: int | None) -> None:
        if self.watch is not None:
            self.watch(Outcome(self.index, awaits, outcome))
        try:
            self.match.resolve(outcome)
        except _BAD_OUTCOME as error:
            raise self.error(_reason(error), told_at) from None

    def step(self, place: int, recorded: RecordedMove, *, legal: bool) -> Step:
        match = self.match
        try:
            move, self.recalled.mark = match.game.parse_recorded(recorded.text)
            match.recall_legal(move, recorded.legal)
            before = tuple(sorted(str(move) for move in match.legal())) if legal else None
            match.apply(recorded.seat, move)
        except ValueError as error:
            raise self.error(_refused(error, match, recorded), place) from None
        return Step(match, self.index, place, recorded.seat, move, before)

    def finish(self) -> None:
        """Chance steps behind the last move, then: is the deal done, and has it used up what it lists?"""
        while isinstance(awaits := self.match.awaits, Chance) and not self.is_over:
            if self._stopped_here(awaits):
                break
        if not self.is_last and not self.is_over:
            raise self.error(told("not_over", moves=len(self.deal.moves)))
        if next(self.recalled.shuffles, None) is not None:
            raise self.error(told("more_shuffles"))

    def _stopped_here(self, awaits: Chance) -> bool:
        """Resolve a chance step behind the last move, unless the match was stopped while it waited for it."""
        may_stop = self.is_last and self.deal.result is None
        told_at = len(self.deal.moves) - 1 if awaits.follows_move else None
        try:
            outcome = awaits.recall(self.recalled)
        except ChanceError as error:
            if may_stop:
                return True
            raise self.error(told("chance_missing", reason=str(error)), told_at) from None
        except _BAD_OUTCOME as error:
            raise self.error(_reason(error), told_at) from None
        if may_stop and outcome == ():
            return True
        self.resolve(awaits, outcome, told_at)
        return False


def _reason(error: BaseException) -> Told:
    if isinstance(error, ValueError):
        return told("bad_chance", reason=str(error))
    return told("chance_unreadable", reason=repr(error))


def _refused(error: ValueError, match: Match, recorded: RecordedMove) -> Told:
    """Why a move is none, by the game's own rule where there is one."""
    more = {"value": shown(recorded.text), "reason": str(error)}
    if isinstance(error, NotationError):
        return told("bad_notation", **more)
    if isinstance(error, IllegalMoveError) and error.why is not None:
        seats = [told("seat_number", n=seat) for seat in range(match.players)]
        why = {
            language: error.why.render(match.game.terms, language, [seat[language] for seat in seats])
            for language in LANGUAGES
        }
        return told("against_rules", seat=recorded.seat, why=why, **more)
    return told("bad_move", **more)


def _check_legal(record: Record, step: Step) -> None:
    recorded = record.deals[step.deal].moves[step.index].legal
    if recorded is None or recorded == step.legal:
        return
    legal = step.legal or ()
    extra = [text for text in recorded if text not in legal]
    missing = [text for text in legal if text not in recorded]
    if extra:
        reason = told("legal_too_many", value=shown(extra[0]))
    elif missing:
        reason = told("legal_missing", value=shown(missing[0]))
    else:
        reason = told("legal_unsorted")
    raise RecordError(reason, record.number, step.deal + 1, step.index + 1)


def _check_deal(record: Record, index: int, deal: RecordedDeal, logs: Any) -> None:
    place = (record.number, index + 1)
    if not logs:
        if deal.moves or deal.deck or deal.result is not None:
            raise RecordError(told("not_begun"), *place)
        return
    log: DealLog = logs[0]
    if log.dealer != deal.dealer:
        raise RecordError(told("other_dealer", value=deal.dealer, should=log.dealer), *place)
    for number, (recorded, logged) in enumerate(zip(deal.moves, log.moves, strict=False), 1):
        if recorded.text != move_text(logged):
            came = told("came_out_otherwise", value=shown(recorded.text), should=shown(move_text(logged)))
            raise RecordError(came, *place, number)
    _check_result(deal.result, log.result, "the_deal", *place)
    fault = _difference(deal.extra, log.extra) or _left_over(record, deal, log)
    if fault:
        raise RecordError(fault, *place)


def _left_over(record: Record, deal: RecordedDeal, log: DealLog) -> Told | None:
    """The first field of the game that stands in a deal where it does not belong."""
    game = get_game(record.game_id)
    mine = game.deal_fields & deal.extra.keys() - log.extra.keys()
    known = sorted(name for name in mine if name not in game.deal_objects or deal.extra[name] != {})
    if not known:
        return None
    return told("not_there", name=known[0], value=shown(deal.extra[known[0]]))


def _check_match_result(record: Record, match: Match) -> None:
    _check_result(record.result, match.result, "the_match", record.number)


def _check_result(
    recorded: Mapping[str, Any] | None, true: Mapping[str, Any] | None, what: str, number: int, deal: int | None = None
) -> None:
    if recorded is not None and true is None:
        raise RecordError(told("result_too_early", what=told(what)), number, deal)
    if recorded is None and true is not None:
        raise RecordError(told("result_missing", what=told(what)), number, deal)
    fault = _difference(recorded or {}, true or {})
    if fault:
        raise RecordError(told("wrong_result", what=told(what), fault=fault), number, deal)


def _difference(recorded: Mapping[str, Any], true: Mapping[str, Any]) -> Told | None:
    """The first field that is not as it should be; fields that the game does not know are passed over."""
    for name, value in true.items():
        if name not in recorded:
            return told("missing", name=name, should=shown(value))
        more = _more(recorded[name], value)
        if more is not None:
            return told("has_more", name=name, more=shown(more))
        if not _same(recorded[name], value):
            return told("other_value", name=name, value=shown(recorded[name]), should=shown(value))
    return None


def _more(recorded: Any, true: Any) -> str | None:
    """The first field that one object has more than the other."""
    if not isinstance(recorded, Mapping) or not isinstance(true, Mapping):
        return None
    return next(iter(sorted(map(str, recorded.keys() - true.keys()))), None)


def _same(recorded: Any, true: Any) -> bool:
    """Equal as JSON: 1, 1.0 and true are three values. Goes no deeper than the true value."""
    if isinstance(true, Mapping):
        return (
            isinstance(recorded, Mapping)
            and recorded.keys() == true.keys()
            and all(_same(recorded[name], true[name]) for name in true)
        )
    if isinstance(true, list | tuple):
        return isinstance(recorded, list | tuple) and len(recorded) == len(true) and all(map(_same, recorded, true))
    return type(recorded) is type(true) and bool(recorded == true)
