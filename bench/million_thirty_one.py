"""Many random deals of Thirty-one over all numbers of players, each checked: cards, open cards, chips, the end.

``python -m bench.million_thirty_one [N]`` (a million by default), compiled. Half of the deals are checked before every
decision in the deal itself, the other half in whole matches with their pots, svaras and ties.
"""

from __future__ import annotations

import sys
import time
from typing import Any, Final

import numpy as np

from kozyr.cards import PACK
from kozyr.games import get_game
from kozyr.games.thirty_one import deal as td
from kozyr.kernel.bits import count_bits
from kozyr.kernel.chance import Chance
from kozyr.kernel.compiled import choose_mode, compiled
from kozyr.kernel.game import Match
from kozyr.kernel.streams import Stream, below, seed_words, shuffle_into

CARDS, OPEN, HANDS, LEGAL, CHIPS, ENDED = (1 << bit for bit in range(6))
NAMES: Final = {
    CARDS: "cards",
    OPEN: "open cards",
    HANDS: "hands",
    LEGAL: "legal moves",
    CHIPS: "chips",
    ENDED: "no end",
}
ALL_CARDS: Final = (1 << 36) - 1
MOST_MOVES: Final = 100_000
RULES: Final = (
    {},
    {"nebitka": "none", "tri_lba": "any_rank"},
    {"rebuy": "auto", "stack": 30, "show_wins": "shower"},
    {"stack": 20, "ante": 15, "max_turns": 3, "max_swaps": 2},
)
"""The options of the matches, in turn."""


@compiled
def card_faults(deal):  # type: ignore[no-untyped-def]
    """Whether hands, open cards, stock and discard are the 36 cards, each once, three a hand."""
    seen = deal.discard
    total = count_bits(deal.discard)
    faults = 0
    for seat in range(td.SEATS):
        size = count_bits(deal.hands[seat])
        if size != 3 * ((deal.playing >> seat) & 1):
            faults |= HANDS
        seen |= deal.hands[seat]
        total += size
    for i in range(3):
        seen |= 1 << deal.open[i]
        total += 1
    for i in range(deal.stock_top, deal.stock_end):
        seen |= 1 << deal.stock[i]
        total += 1
    return faults if total == 36 and seen == ALL_CARDS else faults | CARDS


@compiled
def open_faults(deal):  # type: ignore[no-untyped-def]
    """Whether the open cards are of one suit or of one rank where a seat is to move (T-9)."""
    a, b, c = deal.open[0], deal.open[1], deal.open[2]
    one_suit = a // 9 == b // 9 and b // 9 == c // 9
    one_rank = a % 9 == b % 9 and b % 9 == c % 9
    return OPEN if one_suit or one_rank else 0


@compiled
def checked_deal(deal, words, order, out):  # type: ignore[no-untyped-def]
    """Play one deal at random, checking before every decision; returns the faults found, as bits."""
    faults = 0
    for _ in range(MOST_MOVES):
        if deal.phase == td.OVER:
            return faults | card_faults(deal)
        if deal.phase == td.SHUFFLE:
            shuffle_into(words[0], order)
            td.shuffled(deal, order)
        elif deal.phase == td.RESHUFFLE:
            td.reshuffle_at_random(deal, words[0])
        else:
            faults |= card_faults(deal) | open_faults(deal)
            n = td.legal_into(deal, out)
            if n < 1:
                return faults | LEGAL
            td.apply(deal, out[below(words[deal.turn], n)])
    return faults | ENDED


@compiled(entry=True)
def checked_deals(deal, words, order, out, found):  # type: ignore[no-untyped-def]
    """Play deals of 2 to 7 players under all rules of hands; ``found``: the faults of each, shape (deals,)."""
    for i in range(len(found)):
        players = 2 + i % 6
        deal.players = players
        deal.nebitka = (i >> 1) & 1
        deal.any_rank = (i >> 2) & 1
        deal.shower_wins = (i >> 3) & 1
        deal.max_turns = 40 if i & 16 == 0 else 2
        deal.max_swaps = 50 if i & 32 == 0 else 2
        td.start_deal(deal, i % players, (1 << players) - 1)
        found[i] = checked_deal(deal, words, order, out)


def play_deals(n: int) -> dict[int, int]:
    """Check ``n`` deals in play; gives how many have each fault."""
    deal = td.new_deal()
    words = np.stack([seed_words("million deals", seat) for seat in range(td.SEATS)])
    order = np.array([int(card) for card in PACK], dtype=np.int64)
    found = np.zeros(n, dtype=np.int64)
    checked_deals(deal, words, order, np.zeros(td.MAX_LEGAL, dtype=np.int64), found)
    return {bit: int(np.count_nonzero(found & bit)) for bit in NAMES}


def check_match(match: Any, seed: str) -> tuple[int, int]:
    """Play a match at random, its chips counted after every step; gives its deals and the steps with wrong chips."""
    chance = Stream(seed, "chance")
    streams = [Stream(seed, "bot", seat) for seat in range(match.players)]
    wrong = 0
    total = match.players * match.options.stack
    while (awaits := match.awaits) is not None:
        if isinstance(awaits, Chance):
            is_new = match.running is None
            match.resolve(awaits.sample(chance))
            if is_new and match.running is not None:
                total += len(match.running.start.rebuys) * match.options.stack
        else:
            match.rollout(streams)
        wrong += match.chips.pot + sum(match.chips.stacks) != total or min(match.chips.stacks) < 0
    return len(match.figures()), wrong


def play_matches(n: int) -> tuple[int, int, int]:
    """Check matches of at least ``n`` deals together; gives matches, deals and steps with wrong chips."""
    game = get_game("thirty_one")
    matches = deals = wrong = 0
    while deals < n:
        options = game.options.from_mapping(RULES[matches // 6 % len(RULES)])
        match: Match = game.new_match(options, 2 + matches % 6)
        more, bad = check_match(match, f"million {matches}")
        matches, deals, wrong = matches + 1, deals + more, wrong + bad
    return matches, deals, wrong


def main(n: int) -> int:
    """Check ``n`` deals; returns how many faults were found."""
    start = time.perf_counter()
    found = play_deals(n // 2)
    matches, deals, wrong = play_matches(n - n // 2)
    found[CHIPS] += wrong
    seconds = time.perf_counter() - start
    bad = sum(found.values())
    print(f"{n // 2 + deals} deals checked in {seconds:.0f} s, {deals} of them in {matches} matches: {bad} faults")
    for bit, name in NAMES.items():
        if found[bit]:
            print(f"  {name}: {found[bit]}")
    return bad


if __name__ == "__main__":
    choose_mode(compiled=True)
    sys.exit(1 if main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000) else 0)
