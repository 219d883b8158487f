"""The table's options of Shalashik, in the order of the record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from kozyr.kernel.options import Options, choice, number


@dataclass(frozen=True)
class ShalashikOptions(Options):
    """Every option of the rules page. Raises OptionError.

    ``hut`` is ``risk`` where nobody says otherwise: bodies take seconds of computing (S-6).
    """

    game_id: ClassVar[str] = "shalashik"

    lot: str = choice("S-1", "high", "low")
    hut: str = choice("S-6", "risk", "physics")
    pull_seconds: int = number("S-7", 30, 5, 600)
    small: str = choice("S-8", "pips", "any")
    lead: str = choice("S-10", "must", "may")
    after_take: str = choice("S-11", "next", "same")
    must_beat: str = choice("S-12", "yes", "no")
    finish: str = choice("S-14", "empty", "beat")
    max_turns: int = number("S-17", 60, 1, 1000)
    target: int = number("S-18", 500, 1, 100_000)
    deals: int | None = number("S-18", None, 1, 1000, nullable=True)

    def without_bodies(self) -> Self:
        return replace(self, hut="risk")

    def write_into(self, deal: Any) -> None:
        """Set what the rules of a deal in play hang on in its record."""
        deal.any_small = self.small == "any"
        deal.may_rest = self.lead == "may"
        deal.same_turn = self.after_take == "same"
        deal.may_take = self.must_beat == "no"
        deal.only_beating = self.finish == "beat"
        deal.max_turns = self.max_turns
