"""Measures what a fall of the hut is worth at Shalashik, by players, place and cards drawn; ``strong`` pulls by it.

``python -m bench.strong_shalashik_tables --deals 1000``: in each deal the hut falls after so many cards were drawn,
then all play as ``careful`` does. The lead is by how much one's points exceed the mean of the others'.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from kozyr.bots.search.shalashik_playouts import lead_of
from kozyr.bots.search.shalashik_policy import SIGHT, play_out
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.options import ShalashikOptions
from kozyr.kernel.compact import box_of, new_record
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import Stream, shuffle_into

TABLE = Path(__file__).parent.parent / "src/kozyr/bots/search/shalashik_falls.py"
PLAYERS = range(2, 7)
COUNTS = 32
HEADER = '''"""Leads measured by ``bench/strong_shalashik_tables.py``, which wrote this file, in whole points.

By players: a row for each place behind the one who brings the hut down, his own first; in it by how many cards are
drawn then, from 0 to 31.
"""

from typing import Final

# fmt: off
FALLS: Final = {
'''


@compiled(entry=True)
def add_leads(box: Any, sight_box: Any, words: Any, pulled: int, deals: int, out: Any) -> None:
    """Play deals whose hut falls after so many cards, and add up the leads by place behind him who brought it down."""
    deal = box[0]
    players = deal.players
    order = np.arange(36)
    legal = np.zeros(sd.MAX_LEGAL, dtype=np.int64)
    lacks = np.zeros(sd.SEATS, dtype=np.int64)
    fell = pulled % players
    for _ in range(deals):
        shuffle_into(words, order)
        sd.start_deal(deal, players - 1)
        lacks[:] = 0
        for i in range(36):
            deal.hands[i % players if i < pulled else fell] |= 1 << order[i]
        deal.phase = sd.PLAY
        deal.turn = fell
        play_out(deal, lacks, sight_box[0], legal, -1, 0, words)
        for behind in range(players):
            out[behind] += lead_of(deal, (fell + behind) % players)


def leads(players: int, pulled: int, deals: int, stream: Stream) -> list[int]:
    """The mean leads by place behind him who brings the hut down."""
    deal = sd.new_deal()
    deal.players = players
    ShalashikOptions().write_into(deal)
    out = np.zeros(players)
    add_leads(box_of(deal, sd.DEAL), box_of(new_record(SIGHT), SIGHT), stream.words, pulled, deals, out)
    return [round(float(lead) / deals) for lead in out]


def as_source(row: tuple[int, ...]) -> str:
    """A row of the table, in two lines."""
    first, second = (", ".join(map(str, half)) for half in (row[: COUNTS // 2], row[COUNTS // 2 :]))
    return f"        ({first},\n         {second}),\n"


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", default="falls")
    given = parser.parse_args()
    text = HEADER
    for players in PLAYERS:
        columns = [leads(players, n, given.deals, Stream(given.seed, players, n)) for n in range(COUNTS)]
        rows = zip(*columns, strict=True)
        text += f"    {players}: (\n" + "".join(map(as_source, rows)) + "    ),\n"
        print(f"{players} players: {columns}", flush=True)
    TABLE.write_text(text + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
