"""Thirty-one in integers: a swap by the places of its cards, own ones and open ones each in the order of the pack."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import ClassVar, Final

from kozyr.cards import Card
from kozyr.games.thirty_one.moves import WORDS, Swap, Word
from kozyr.games.thirty_one.options import ThirtyOneOptions
from kozyr.kernel.game import Match
from kozyr.kernel.move import Move
from kozyr.kernel.options import Options
from kozyr.research.codes import Codes, Part

_CARDS: Final = 3
_GROUPS: Final = (*((place,) for place in range(_CARDS)), *combinations(range(_CARDS), 2))
"""The places of one card or of two, of three in a row."""
_SWAPS: Final = tuple((given, taken) for given in _GROUPS for taken in _GROUPS if len(given) == len(taken))
_SWAP_CODES: Final = {swap: code for code, swap in enumerate(_SWAPS)}
_WORD_CODES: Final[dict[Move, int]] = {Word(word): len(_SWAPS) + index for index, word in enumerate(WORDS)}
_WORDS: Final = tuple(WORDS)


class ThirtyOneCodes(Codes):
    """Nine swaps of one card, nine of two, then the words.

    The meaning of a swap's integer hangs on the hand and the open cards, which a seat that moves sees.
    """

    game_id: ClassVar[str] = "thirty_one"
    size: ClassVar[int] = len(_SWAPS) + len(_WORD_CODES)
    phases: ClassVar[tuple[str, ...]] = ("play", "join", "reshuffle", "shuffle", "over")
    zones: ClassVar[tuple[Part, ...]] = (Part("open"), Part("stock"), Part("discard"))
    counters: ClassVar[tuple[Part, ...]] = (Part("pot"), Part("pots_won"), Part("chips", "seat"))
    most_moves: ClassVar[int] = 2_100

    def legal(self, match: Match) -> dict[int, Move]:
        moves = match.legal()
        if not any(isinstance(move, Swap) for move in moves):
            return {_WORD_CODES[move]: move for move in sorted(moves, key=_WORD_CODES.__getitem__)}
        seat = match.awaits
        assert isinstance(seat, int)
        view = match.view(seat)
        own, row = (_sorted(view.zone(*where).cards) for where in (("hand", seat), ("open",)))
        return dict(sorted((_code(move, own, row), move) for move in moves))

    def name(self, code: int) -> str:
        if code >= len(_SWAPS):
            return _WORDS[code - len(_SWAPS)]
        given, taken = _SWAPS[code]
        return f"swap {_places(given)} {_places(taken)}"

    def most_points(self, options: Options, players: int) -> float:
        assert isinstance(options, ThirtyOneOptions)
        return float(options.stack * players)


def _code(move: Move, own: Sequence[Card], row: Sequence[Card]) -> int:
    if not isinstance(move, Swap):
        return _WORD_CODES[move]
    given = tuple(sorted(own.index(card) for card in move.given))
    taken = tuple(sorted(row.index(card) for card in move.taken))
    return _SWAP_CODES[given, taken]


def _sorted(cards: Sequence[Card | None]) -> list[Card]:
    return sorted(card for card in cards if card is not None)


def _places(places: Sequence[int]) -> str:
    return ",".join(str(place + 1) for place in places)


CODES: Final = ThirtyOneCodes()
