"""Where the hut stands on the heap: around the origin, its feet as lines, in mm and radians (S-2).

Two walls stand across x and lean together, two more close the open ends along y; the roof lies on top.
"""

from __future__ import annotations

import math
from typing import Final

from kozyr.games.shalashik.heap import HALF_WIDTH, LENGTH

PAIR_LEAN: Final = math.radians(16)
OUTER_LEAN: Final = math.radians(13)
PAIR_FOOT: Final = LENGTH * math.sin(PAIR_LEAN) + 0.3
SIDE_FOOT: Final = HALF_WIDTH + LENGTH * math.cos(PAIR_LEAN) * math.tan(OUTER_LEAN) + 0.3
