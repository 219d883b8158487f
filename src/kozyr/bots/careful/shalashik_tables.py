"""Measured: what it is worth to bring the hut down."""

from __future__ import annotations


def collapse_worth(players: int, pulled: int) -> float:
    """What it is worth to bring the hut down after so many cards were drawn."""
    return -1.0
