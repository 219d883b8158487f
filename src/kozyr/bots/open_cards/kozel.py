"""Kozel with open cards: the exact solver, and before the play the deals that cuts, boasts and claims lead to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np

from kozyr.bots.open_cards.contract import OpenCards
from kozyr.bots.search.kozel_claims import DEALS_ANEW
from kozyr.bots.search.kozel_courses import judge_hands
from kozyr.bots.search.kozel_payoff import EYES, new_deal_worth
from kozyr.bots.search.kozel_solver import SEARCH, solve_deal, solve_deal_cards
from kozyr.cards import PACK
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import opening
from kozyr.games.kozel.match import KozelMatch
from kozyr.games.kozel.moves import Play, Word
from kozyr.games.kozel.scoring import ALL_POINTS
from kozyr.kernel.compact import box_of, copy_record, new_record
from kozyr.kernel.game import DealFigures, Match
from kozyr.kernel.move import Move
from kozyr.kernel.streams import Stream

_UNPLAYED: Final = ALL_POINTS / 2
"""What a deal that ended by its last redeal counts for both teams."""
_DRAWINGS: Final = 8
"""So often the rest of a boast is drawn at random."""


class KozelOpenCards(OpenCards):
    """Values are eyes of the seat's team. It holds one solver: use one in each thread."""

    value_term: ClassVar[str] = "points"

    def __init__(self) -> None:
        self._search: Any = None

    def value(self, match: Match, seat: int) -> float | None:
        assert isinstance(match, KozelMatch)
        phase = int(match.deal.phase)
        if not match.orders or phase not in (kd.CLAIM, kd.ANSWERED, kd.PLAY):
            return None
        first = self._played(match) if phase == kd.PLAY else self._dealt(match)
        return _of_team(first, seat)

    def even(self, match: Match, seat: int) -> float:
        assert isinstance(match, KozelMatch)
        if int(match.deal.lead_rule) != kd.LEAD_ELDEST:
            return _UNPLAYED
        return new_deal_worth(EYES, leads=int(match.deal.dealer) % 2 != seat % 2)

    def end(self, figures: DealFigures, seat: int) -> float:
        return figures.scores[seat] if any(figures.scores) else _UNPLAYED

    def move_values(self, match: Match, stream: Stream) -> Mapping[Move, float]:
        assert isinstance(match, KozelMatch)
        seat, phase = match.awaits, int(match.deal.phase)
        assert isinstance(seat, int)
        if phase == kd.PLAY:
            return self._cards(match, seat)
        if phase in (kd.CLAIM, kd.ANSWERED):
            return self._words(match, seat)
        return {move: self._drawn(match, move, seat, stream) for move in match.legal()}

    def _played(self, match: KozelMatch) -> float:
        """Points of seats 0 and 2 from a position of the play."""
        search = self._solver()
        return float(match.deal.points[0] + solve_deal(box_of(search, SEARCH), box_of(match.deal, kd.DEAL)))

    def _dealt(self, match: KozelMatch) -> float:
        """The same where the hands are dealt and are played as they are."""
        deal = copy_record(match.deal)
        hands = np.array([match.deal.hands], dtype=np.int64)
        out = np.zeros(1)
        judge_hands(box_of(self._solver(), SEARCH), box_of(deal, kd.DEAL), hands, EYES, 0, 0, out)
        return float(out[0])

    def _cards(self, match: KozelMatch, seat: int) -> dict[Move, float]:
        out = np.full(36, -1, dtype=np.int64)
        solve_deal_cards(box_of(self._solver(), SEARCH), box_of(match.deal, kd.DEAL), out)
        won = int(match.deal.points[0])
        return {Play(PACK[card]): _of_team(float(won + out[card]), seat) for card in range(36) if out[card] >= 0}

    def _words(self, match: KozelMatch, seat: int) -> dict[Move, float]:
        """The hands as they are against what a new deal promises; a question is worth its true answer."""
        playing, anew = _of_team(self._dealt(match), seat), self.even(match, seat)
        asked = playing if opening.partner_has_queen(match.deal) else max(playing, anew)
        values: dict[Move, float] = {}
        for move in match.legal():
            values[move] = anew if move in DEALS_ANEW else asked if move == Word("ask queens") else playing
        return values

    def _drawn(self, match: KozelMatch, move: Move, seat: int, stream: Stream) -> float:
        """The mean over the rest of the drawing at random; a cut leaves nothing to draw."""
        found = []
        for _ in range(_DRAWINGS):
            trial = match.copy()
            trial.play(move)
            drew = False
            while int(trial.deal.phase) in (kd.CUT, kd.LIFT, kd.GIVE):
                trial.play(stream.choice(trial.legal()))
                drew = True
            value = self.value(trial, seat)
            assert value is not None
            found.append(value)
            if not drew:
                break
        return sum(found) / len(found)

    def _solver(self) -> Any:
        if self._search is None:
            self._search = new_record(SEARCH)
        return self._search


def _of_team(first: float, seat: int) -> float:
    return first if seat % 2 == 0 else ALL_POINTS - first


OPEN_CARDS = KozelOpenCards()
