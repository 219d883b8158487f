"""Moments that come rarely, take several people or much thought, for their pictures; each module has its own.

A moment is opened by a function of a page and of the server's address. ``MOMENTS`` has them by name, those of the hut
in three dimensions last; ``PASSING`` names what is gone after a moment.
"""

from typing import Final

from bench.moments import deals, devices, huts, judged, people
from bench.moments.windows import Opened, close_all

MOMENTS: Final[dict[str, Opened]] = {
    **people.MOMENTS,
    **deals.MOMENTS,
    **devices.MOMENTS,
    **judged.MOMENTS,
    **huts.MOMENTS,
}
PASSING: Final = frozenset({"said", "queens", "claimed", "drain", "drain-seven", "fall-still", "space-fall"})

__all__ = ["MOMENTS", "PASSING", "Opened", "close_all"]
