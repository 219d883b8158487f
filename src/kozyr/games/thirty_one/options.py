"""The table's options of Thirty-one, in the order of the record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from kozyr.kernel.options import OptionError, Options, choice, number


@dataclass(frozen=True)
class ThirtyOneOptions(Options):
    """Every option of the rules page; the first value of each is the default. Raises OptionError."""

    game_id: ClassVar[str] = "thirty_one"

    tri_lba: str = choice("T-3", "aces", "any_rank")
    nebitka: str = choice("T-3", "three_sixes", "none")
    ante: int = number("T-6", 10, 1, 1000)
    stack: int = number("T-6", 500, 1, 1_000_000)
    max_swaps: int = number("T-12", 50, 1, 1000)
    show_wins: str = choice("T-16", "showdown", "shower")
    max_turns: int = number("T-19", 40, 1, 1000)
    rebuy: str = choice("T-24", "none", "auto")
    deals: int = number("T-25", 12, 1, 1000)

    def write_into(self, deal: Any) -> None:
        """Set what the rules of a deal in play hang on in its record."""
        deal.nebitka = self.nebitka == "three_sixes"
        deal.any_rank = self.tri_lba == "any_rank"
        deal.shower_wins = self.show_wins == "shower"
        deal.max_swaps = self.max_swaps
        deal.max_turns = self.max_turns

    def check_together(self) -> None:
        """A stack has to pay the first ante (T-6)."""
        if self.stack < self.ante:
            high = self.spec("stack").high
            raise OptionError(
                f"option stack cannot be {self.stack}: it is a whole number from the ante, {self.ante}, to {high}"
            )
