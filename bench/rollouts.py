"""Random complete deals: our compiled deals against OpenSpiel (inside its C++, and driven from Python) and RLCard.

Figures compare only within one run. A decision is one player's move; chance steps are not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from bench.peers import open_spiel_core, open_spiel_python, rates, rlcard
from kozyr.cards import PACK
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import opening
from kozyr.games.kozel.options import KozelOptions
from kozyr.games.thirty_one import deal as td
from kozyr.games.thirty_one.options import ThirtyOneOptions
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import seed_words, shuffle_into


@compiled(entry=True)
def kozel_deals(deal, words, order, out, n):  # type: ignore[no-untyped-def]
    """Shuffle and play ``n`` deals to their end; returns how many decisions they took."""
    decisions = 0
    for i in range(n):
        opening.start_deal(deal, i & 3, kd.LEAD_ACE_OF_DIAMONDS)
        while deal.phase == kd.SHUFFLE:
            shuffle_into(words[0], order)
            opening.shuffled(deal, order)
            opening.rollout(deal, words, out)
        decisions += deal.moves
    return decisions


@compiled(entry=True)
def thirty_one_deals(deal, words, order, out, n):  # type: ignore[no-untyped-def]
    """Shuffle and play ``n`` deals among all seats to their end; returns how many decisions they took."""
    decisions = 0
    for i in range(n):
        td.start_deal(deal, i % deal.players, (1 << deal.players) - 1)
        shuffle_into(words[0], order)
        td.shuffled(deal, order)
        td.rollout_to_end(deal, words, words[0], out)
        decisions += deal.moves
    return decisions


def kozel(n: int = 200_000) -> tuple[float, float]:
    """Kozel's compiled deal, shuffle and opening included, with every boast and claim."""
    deal = kd.new_deal()
    deal.boasts, deal.redeal_limit = 1 << kd.MIRROR | 1 << kd.TROUSERS, 3
    deal.redeal_points = KozelOptions().redeal_points
    words = np.stack([seed_words("bench", seat) for seat in range(4)])
    order = np.array(kd.PLAYED_CARDS, dtype=np.int64)
    out = np.zeros(opening.MAX_LEGAL, dtype=np.int64)
    kozel_deals(deal, words, order, out, 10)
    return rates(lambda: (n, int(kozel_deals(deal, words, order, out, n))))


def thirty_one(players: int, n: int = 50_000) -> tuple[float, float]:
    """Thirty-one's compiled deal, from the shuffle to the open hands."""
    options = ThirtyOneOptions()
    deal = td.new_deal()
    deal.players, deal.nebitka = players, 1
    deal.max_swaps, deal.max_turns = options.max_swaps, options.max_turns
    words = np.stack([seed_words("bench", seat) for seat in range(td.SEATS)])
    order = np.array(PACK, dtype=np.int64)
    out = np.zeros(td.MAX_LEGAL, dtype=np.int64)
    thirty_one_deals(deal, words, order, out, 10)
    return rates(lambda: (n, int(thirty_one_deals(deal, words, order, out, n))))


def print_table(name: str, ours: tuple[float, float], peers: dict[str, Callable[[], tuple[float, float]]]) -> None:
    """One game and its peers; a peer that is not installed is left out and named."""
    games, decisions = ours
    print("| what | games/s | decisions/s | ours: times its games | ours: times its decisions |")
    print("|---|---|---|---|---|")
    print(f"| {name} | {games:,.0f} | {decisions:,.0f} | 1 | 1 |")
    for label, run in peers.items():
        try:
            theirs, moves = run()
        except ImportError as missing:
            print(f"| {label} | not installed: {missing.name} | | | |")
            continue
        print(f"| {label} | {theirs:,.0f} | {moves:,.0f} | {games / theirs:,.1f} | {decisions / moves:,.1f} |")


def main() -> None:
    """Print a table a game."""
    tricks = ("skat", "spades", "euchre")
    peers: dict[str, Callable[[], tuple[float, float]]] = {
        **{f"open_spiel {name}, in its C++": partial(open_spiel_core, name) for name in tricks},
        **{f"open_spiel {name}, from Python": partial(open_spiel_python, name) for name in tricks},
        **{f"rlcard {name}": partial(rlcard, name) for name in ("gin-rummy", "doudizhu")},
    }
    print_table("kozyr kozel, compiled", kozel(), peers)
    rummy = {
        "open_spiel gin_rummy, in its C++": partial(open_spiel_core, "gin_rummy"),
        "open_spiel gin_rummy, from Python": partial(open_spiel_python, "gin_rummy"),
        "rlcard gin-rummy": partial(rlcard, "gin-rummy"),
    }
    for players in (2, 4, 7):
        print()
        print_table(f"kozyr thirty_one, {players} players, compiled", thirty_one(players), rummy)


if __name__ == "__main__":
    main()
