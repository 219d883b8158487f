"""What a deal's points are worth to a team at a score of the match: pairs on the board, then eyes.

A board is worth the chance to win the match from it, and a pair as much as the first two pairs of a match on average;
so a second pair at five is worth nothing, and one that wins or saves the match more than any other.
"""

from __future__ import annotations

import functools
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozyr.games.kozel.options import KozelOptions
from kozyr.games.kozel.scoring import ALL_POINTS, PAIRS_TO_WIN, score_played

Board = tuple[int, int]
"""Pairs of the own team and of the others."""
Payoff = NDArray[np.float64]
"""By the own team's points in the deal, shape (121,): its worth in pairs; it never falls."""
_SPREAD: Final = (
    *((0, 0.0225), (20, 0.1385), (45, 0.286), (60, 0.0075)),
    *((75, 0.3215), (104, 0.18), (120, 0.044)),
)
"""Points of the team that leads, by how often: open-card values of 2,000 deals between the limits of K-29..K-31."""
_EYES_A_PAIR: Final = 20.0
_ROUNDS: Final = 200


EYES: Final[Payoff] = np.arange(ALL_POINTS + 1, dtype=np.float64)
"""The payoff that counts eyes and nothing else."""


def board_of(board: tuple[int, int], seat: int) -> Board:
    """The boards of both teams as a seat sees them."""
    return (board[0], board[1]) if seat % 2 == 0 else (board[1], board[0])


@functools.cache
def chances(options: KozelOptions) -> dict[Board, float]:
    """The chance to win the match by the board before a deal, between equal sides."""
    boards = [(ours, theirs) for ours in range(PAIRS_TO_WIN) for theirs in range(PAIRS_TO_WIN)]
    found = dict.fromkeys(boards, 0.5)
    for _ in range(_ROUNDS):
        for board in boards:
            found[board] = sum(
                share / 2 * _chance(found, _moved(points, board, options))
                for lead, share in _SPREAD
                for points in (lead, ALL_POINTS - lead)
            )
    return found


def _moved(points: int, board: Board, options: KozelOptions) -> Board:
    return score_played((points, ALL_POINTS - points), board, options).board


def _chance(found: dict[Board, float], board: Board) -> float:
    if PAIRS_TO_WIN in board:
        return 1.0 if board[0] == PAIRS_TO_WIN else 0.0
    return found[board]


@functools.cache
def pair_worth(options: KozelOptions) -> float:
    """The chance that a pair adds at the beginning of a match."""
    found = chances(options)
    return (found[(2, 0)] - found[(0, 2)]) / 4


@functools.cache
def payoff(board: Board, options: KozelOptions, eyes_weight: float) -> Payoff:
    """The table of a score. ``eyes_weight``: what 20 eyes more are worth beside a pair, to tell equal boards apart."""
    table = np.zeros(ALL_POINTS + 1)
    for points in range(ALL_POINTS + 1):
        pairs = pairs_for(board, _moved(points, board, options), options)
        table[points] = pairs + eyes_weight * (points - ALL_POINTS / 2) / _EYES_A_PAIR
    return np.asarray(np.maximum.accumulate(table))


def pairs_for(board: Board, after: Board, options: KozelOptions) -> float:
    """What a change of the boards is worth."""
    found = chances(options)
    return (_chance(found, after) - found[board]) / pair_worth(options)


def new_deal_worth(table: Payoff, *, leads: bool) -> float:
    """What a payoff promises of cards not yet dealt, to the team that leads or to the other."""
    return float(sum(share * table[points if leads else ALL_POINTS - points] for points, share in _SPREAD))
