"""The table's options of Kozel, in the order of the record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kozyr.kernel.options import Options, choice, number


@dataclass(frozen=True)
class KozelOptions(Options):
    """Every option of the rules page; the first value of each is the default. Raises OptionError."""

    game_id: ClassVar[str] = "kozel"

    next_dealer: str = choice("K-7", "left", "losers")
    boasts: str = choice("K-10", "both", "mirror", "trousers", "none")
    trousers_mixed: str = choice("K-13", "stop", "again")
    first_lead: str = choice("K-23", "ace_of_diamonds", "seven_of_clubs")
    later_lead: str = choice("K-24", "eldest", "same_card")
    lyusya: str = choice("K-31", "reset_and_two", "reset_only")
    redeal_points: int = number("K-17", 12, 0, 120)
    redeal_limit: int = number("K-20", 3, 1, 9)
    spas: int = number("K-29", 31, 1, 60)
