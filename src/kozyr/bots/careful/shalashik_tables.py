"""Measured: what it is worth to bring the hut down, in points of the deal more than the mean of the other seats.

Deals of ``careful`` among equals, default options, in which the hut was made to fall after so many cards.
``python -m bench.careful_shalashik --worth 40`` measures them anew.
"""

from __future__ import annotations

from typing import Final

AFTER: Final = (0, 1, 4, 8, 12, 16, 20, 26)
"""How many cards were drawn before, at least."""
WORTH: Final = {
    2: (313, -202, -301, -315, -10, 60, 125, 125),
    3: (313, -157, -157, -21, -22, -30, -46, -46),
    4: (313, -105, -105, -77, -50, -10, -10, -10),
    5: (313, -79, -79, -78, -54, -70, -77, -77),
    6: (313, -63, -63, -63, -61, -62, -63, -63),
}
"""By players, for each of AFTER."""
