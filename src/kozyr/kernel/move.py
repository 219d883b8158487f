"""The typed move: a small value with a text form."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass


class NotationError(ValueError):
    """A text that is no move of the game; the message names it and how moves are written."""


class IllegalMoveError(ValueError):
    """A move that may not be made now; the message says why and nothing has changed."""


@dataclass(frozen=True)
class Move:
    """A player's decision. Its text form (``str``) is its notation, and the two are a bijection."""

    @abstractmethod
    def __str__(self) -> str: ...
