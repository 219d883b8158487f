"""Whoever keeps the hut of a table while the drawing lasts: builds it, lets hands pull at it, takes cards away.

It knows nothing of matches, seats or clocks, draws no random numbers of its own, and can be built again from what a log
keeps. A simulation has one by way of ``source.py``; a server has one a table, in a process of its own:

1. ``Dealer.build(seed)``; ``heap`` and ``bodies`` are the outcome of the awaited Throw, both go into the log;
   ``from_log`` takes them up again.
2. While a seat is to pull: ``begin()`` gives its Turn, which is fed with the places of the hand. Each time a card was
   let go and nothing came of it, ``match.look(dealer.shows, dealer.heap)``. When it has a verdict the match is told
   (``Pull(verdict.card)``, ``Fallen(verdict.down, verdict.path, dealer.heap)``); then ``finish(verdict.card, ...)``.
3. Out of time: ``turn.end()``; without a verdict the match names the safest card and its risk is run; then
   ``finish(card, down=...)`` with what came of that, and the log has ``turn.path`` if there is one.
4. A bot's pull: ``pull_script`` does all of a turn.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np

from kozyr.games.shalashik.chance import Bodies, Poses, check_bodies, check_poses
from kozyr.games.shalashik.heap import CARDS
from kozyr.games.shalashik.hut.building import build_hut
from kozyr.games.shalashik.hut.engine import BlownUpError, load_engine
from kozyr.games.shalashik.hut.hands import Intent, Sight, look, moves_of, open_corners, steady, unit
from kozyr.games.shalashik.hut.model import TICKS_A_SECOND, heap_of, in_mask
from kozyr.games.shalashik.hut.path import path_from_json, replay_turn
from kozyr.games.shalashik.hut.pull import Standing
from kozyr.games.shalashik.hut.state import standing_from_json, standing_to_json
from kozyr.games.shalashik.hut.turn import Moved, Turn, Verdict
from kozyr.kernel.streams import Stream

GRIP_TICKS: Final = 4 * TICKS_A_SECOND
"""A scripted hand that has not freed its card in so long tries another way."""
_TREMBLE: Final = 0.5


class LogError(ValueError):
    """What a log tells of a hut did not come out again."""


class Dealer:
    """The hut of a table between two turns, and the turn that is being played at it."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.turn: Turn | None = None
        self.is_down = False

    @classmethod
    def load(cls) -> None:
        """Load the engine. Raises MissingEngineError."""
        load_engine()

    @classmethod
    def build(cls, seed: str) -> Dealer:
        """A fresh hut. The same seed gives the same hut, to the bit. Raises NoHutError."""
        poses = build_hut(seed).poses
        return cls(Standing(poses, poses))

    @classmethod
    def from_log(cls, bodies: Any, pulls: Iterable[tuple[int, Mapping[str, Any] | None]]) -> Dealer:
        """The hut of a log: its bodies, and the pulls that left it standing, each the card and the path if it has one.

        All pulls are pulled again, which takes as long as computing them did. On the build of the engine that made the
        log the hut is the same to the bit; raises LogError where a pull comes out otherwise, or the log has no hut.
        """
        poses = np.array(_checked_bodies(bodies), dtype=np.float64)
        dealer = cls(Standing(poses, poses))
        dealer.pull_again(pulls)
        return dealer

    @classmethod
    def from_json(cls, value: Any) -> Dealer:
        """What ``to_json`` gave. Raises LogError where it is damaged."""
        try:
            return cls(standing_from_json(value))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise LogError(f"the hut that was kept is damaged: {error}") from None

    def to_json(self) -> dict[str, Any]:
        """The hut between two turns as plain values, exact: to go on at once, without pulling everything again."""
        return standing_to_json(self.standing)

    @property
    def bodies(self) -> Bodies:
        """How exactly the hut stood when it was built: the record's ``bodies``."""
        return tuple(map(tuple, self.standing.built.tolist()))

    @property
    def now(self) -> Standing:
        """The hut when all was last at rest, in the turn that is being played too."""
        return self.standing if self.turn is None else self.turn.standing

    @property
    def heap(self) -> Poses:
        """Where the 31 cards lie now, as a record says it; those that are gone lie where they were let go."""
        return check_poses(heap_of(self.now.poses).tolist())

    @property
    def shows(self) -> int:
        """The mask of the cards that may be taken now."""
        return int(look(self.now).shows)

    @property
    def poses(self) -> Moved:
        """Where the cards that are left lie, and the hut's."""
        now = self.now
        return {card: tuple(now.poses[card].tolist()) for card in in_mask(now.present)}

    def begin(self) -> Turn:
        """A new turn at the hut; one that was not finished is forgotten. Raises ValueError where the hut is down."""
        if self.is_down:
            raise ValueError("the hut is down")
        self.turn = Turn(self.standing)
        return self.turn

    def finish(self, card: int, *, down: bool) -> None:
        """The turn is over: this card is gone, or the hut is down. Raises ValueError for a card that is not there."""
        if self.turn is None:
            raise ValueError("no turn has begun")
        after = self.turn.standing
        if not 0 <= card < CARDS or not self.standing.left >> card & 1:
            raise ValueError(f"card {card} is not in the heap")
        self.standing = replace(after, present=after.present & ~(1 << card))
        self.turn = None
        self.is_down = down

    def pull_script(self, card: int, stream: Stream, seconds: float) -> Verdict:
        """A turn in which a scripted hand pulls one showing card; ``finish`` is still to be called.

        The hand is steady: the card's outermost open corner, outwards, evenly. A card that does not come is tried
        again by any open corner, with a hand that trembles, and so is a pull in which the simulation broke down; after
        ``seconds`` with a card in hand, or too many breakdowns, the verdict is left to the card's risk (SD-14, SD-15).
        """
        script = self.script(card, stream, seconds)
        while True:
            try:
                next(script)
            except StopIteration as over:
                verdict: Verdict = over.value
                return verdict

    def script(self, card: int, stream: Stream, seconds: float) -> Generator[Moved, None, Verdict]:
        """What ``pull_script`` does, tick by tick: yields what moved, returns the verdict."""
        turn = self.begin()
        ticks = round(seconds * TICKS_A_SECOND)
        for intent in self._intents(turn, card, stream):
            if turn.ticks >= ticks or turn.is_given_up:
                break
            try:
                yield from _grip(turn, intent, stream, min(GRIP_TICKS, ticks - turn.ticks))
            except BlownUpError:
                continue
            if turn.verdict is not None:
                return turn.verdict
        return Verdict(card, None, turn.path)

    def _intents(self, turn: Turn, card: int, stream: Stream) -> Iterable[Intent]:
        """What a scripted hand tries one after the other, as long as the card shows."""
        for attempt in itertools.count():
            sight = look(turn.standing)
            if not sight.shows >> card & 1:
                return
            yield steady(sight, card) if attempt == 0 else _another_way(sight, card, stream)

    def pull_again(self, pulls: Iterable[tuple[int, Mapping[str, Any] | None]]) -> None:
        """Pull what a log tells of, as ``from_log`` has it, at this hut. Raises LogError."""
        for number, (card, path) in enumerate(pulls):
            self._pull_again(number, card, path)

    def _pull_again(self, number: int, card: int, path: Mapping[str, Any] | None) -> None:
        turn = self.begin()
        if path is not None:
            try:
                grips = path_from_json(path)
                outcomes = replay_turn(self.standing, grips)
            except (ValueError, BlownUpError) as error:
                raise LogError(f"pull {number + 1} of the log cannot be pulled again: {error}") from None
            if any(outcome.down for outcome in outcomes):
                raise LogError(f"pull {number + 1} of the log left the hut standing, and brings it down here")
            if outcomes and outcomes[-1].free and grips[-1].card != card:
                raise LogError(f"pull {number + 1} of the log took card {card}, and frees card {grips[-1].card} here")
            turn.standing = outcomes[-1].after if outcomes else self.standing
        try:
            self.finish(card, down=False)
        except ValueError as error:
            raise LogError(f"pull {number + 1} of the log: {error}") from None


def _grip(turn: Turn, intent: Intent, stream: Stream, ticks: int) -> Iterator[Moved]:
    """One grip of a scripted hand, until all is at rest again."""
    turn.grab(intent.card, intent.grab)
    for hand in itertools.islice(moves_of(intent, stream), ticks):
        yield turn.tick(hand)
        if turn.state != "held":
            break
    if turn.state == "held":
        turn.let_go()
    while turn.state == "resting":
        yield turn.rest()


def _another_way(sight: Sight, card: int, stream: Stream) -> Intent:
    intent = steady(sight, card)
    direction = intent.direction + math.pi / 2 * (unit(stream) - 0.5)
    return replace(intent, grab=stream.choice(open_corners(sight, card)), direction=direction, tremble=_TREMBLE)


def _checked_bodies(bodies: Any) -> Bodies:
    try:
        return check_bodies(bodies)
    except ValueError as error:
        raise LogError(str(error)) from None
