"""The typed move: a small value with a text form."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kozyr.kernel.said import Said


class NotationError(ValueError):
    """A text that is no move of the game; the message names it and how moves are written."""


class IllegalMoveError(ValueError):
    """A move that may not be made now; the message says why in English, and nothing has changed.

    ``why`` is the rule that forbids it, to be said in any language; None where it is not the seat's turn.
    """

    def __init__(self, message: str, why: Said | None = None) -> None:
        super().__init__(message)
        self.why = why


@dataclass(frozen=True)
class Move:
    """A player's decision. Its text form (``str``) is its notation, and the two are a bijection."""

    @abstractmethod
    def __str__(self) -> str: ...
