"""Measured: what it is worth to bring the hut down, in points of the deal more than the mean of the other seats.

Deals of ``careful`` among equals, default options, in which the hut was made to fall after so many cards.
``python -m bench.careful_shalashik --worth 40`` measures them anew.
"""

from __future__ import annotations

from typing import Final

AFTER: Final = (0, 1, 4, 8, 12, 20)
"""How many cards were drawn before, at least."""
WORTH: Final = {
    2: (172, 29, 40, 59, 0, 0),
    3: (284, -158, -158, -50, -60, -60),
    4: (273, -105, -105, -50, -20, -20),
    5: (314, -79, -79, -76, -76, -77),
    6: (314, -63, -63, -63, -63, -62),
}
"""By players, for each of AFTER."""
