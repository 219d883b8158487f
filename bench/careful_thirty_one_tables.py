"""Measures the chances by which ``careful`` plays Thirty-one, and writes them as its tables.

``python -m bench.careful_thirty_one_tables --deals 4000 --rounds 3``: in each round the bot plays itself with the
tables of the round before, now and then saying another word than it would, and what came of every word is added up.
``--fresh`` begins with a guess instead of the tables that stand.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from kozyr.games.thirty_one.hands import THIRTY_ONE
from kozyr.games.thirty_one.moves import Swap, Word
from kozyr.kernel.chance import Chance
from kozyr.kernel.streams import Stream

TABLES = Path(__file__).parent.parent / "src/kozyr/bots/careful/thirty_one_tables.py"
PLAYERS = range(2, 8)
LAPS = 3
LOWEST, HIGHEST = 14, 34
EXPLORES = 0.12
PRIOR = 30.0
"""How many observations the tables of the round before count for."""
PULL = 0.5
"""How strongly the weights are drawn to those of the round before."""
NEWTON_STEPS = 12
LEAST_FEED = 100
MOST = 999
"""In thousandths; a line of a table has no room for four digits."""
HEADER = '''"""Chances measured by ``bench/careful_thirty_one_tables.py``, which wrote this file; all in thousandths.

Rows of hands begin with the value LOWEST, which stands for all below it, and end with 34. Of three rows the first is
of the first lap of a deal, the last of the third and all later ones.
"""

from typing import Final

LOWEST: Final = 14

'''
TEXTS = {
    "SETTLED": "By players and lap: the chance of a hand at the end of the swaps, with the right to speak.",
    "PASSED": "By players and lap: the chance of a hand with which one passes first.",
    "LAST": "By players: the chance of a hand in the closing lap.",
    "WAITING": "By players and lap: the weights of a turn that ends in silence: base, held, hope, feed.",
    "TIES": "By players: how many deals end in a tie or a svara.",
    "PLACES": "By players: how many of the other deals are won from each place, the eldest hand first.",
}


@dataclass(frozen=True)
class Said:
    """A word that ended a turn, and what the bot then thought of its hand."""

    seat: int
    lap: int
    word: str
    is_closing: bool
    value: int
    known_best: int
    later: float
    hope: float
    feed: float
    share: float = 0.0
    """What it brought: the part of the pot."""


@dataclass
class Sample:
    """What some deals of one number of players brought."""

    players: int
    deals: int = 0
    ties: int = 0
    places: list[int] = field(default_factory=lambda: [0] * 7)
    said: list[Said] = field(default_factory=list)

    def add(self, other: Sample) -> None:
        """Add other deals."""
        self.deals += other.deals
        self.ties += other.ties
        self.places = [a + b for a, b in zip(self.places, other.places, strict=True)]
        self.said += other.said


def play(players: int, seed: str, deals: int) -> Sample:
    """Deals of the bot against itself."""
    sample = Sample(players)
    for number in range(deals):
        play_deal(sample, Stream(seed, players, number))
    return sample


def play_deal(sample: Sample, stream: Stream) -> None:
    """One deal, seat 0 being the eldest hand."""
    from kozyr.games import get_game
    from kozyr.games.thirty_one import deal as td

    game = get_game("thirty_one")
    match: Any = game.new_match(game.options(), sample.players)
    match.resolve(sample.players - 1)
    match.resolve(match.awaits.sample(stream))
    said: list[Said] = []
    while match.deal.phase != td.OVER:
        awaits = match.awaits
        if isinstance(awaits, Chance):
            match.resolve(awaits.sample(stream))
        else:
            match.play(word_or_swap(match.view(awaits), stream, said))
    winners = [seat for seat in range(sample.players) if int(match.deal.winners) >> seat & 1]
    sample.deals += 1
    sample.ties += len(winners) > 1
    if len(winners) == 1:
        sample.places[winners[0]] += 1
    shares = {seat: 1 / len(winners) for seat in winners}
    sample.said += [Said(**{**vars(word), "share": shares.get(word.seat, 0.0)}) for word in said]


def word_or_swap(view: Any, stream: Stream, said: list[Said]) -> Any:
    """The bot's move, or now and then another word; words are noted."""
    from kozyr.bots.careful.thirty_one import BOT
    from kozyr.bots.careful.thirty_one_knowledge import Knowledge
    from kozyr.bots.careful.thirty_one_turn import feed, hope

    move = BOT.choose(view, stream).move
    if isinstance(move, Swap):
        return move
    words = [entry.move for entry in view.legal if not isinstance(entry.move, Swap) and entry.move != Word("show")]
    if stream.chance(EXPLORES):
        move = stream.choice(words)
    known = Knowledge.of(view)
    value = known.scale.value(view.hand)
    row = tuple(1 << card for card in view.open_cards)
    said.append(
        Said(
            *(known.me, view.turns[known.me], str(move), known.is_closing, value, known.known_best),
            *(known.chances.later[value], hope(known, view.hand), feed(known, row)),
        )
    )
    return move


def measured(sample: Sample, old: dict[str, Any]) -> dict[str, Any]:
    """The tables of one number of players, from a sample and the tables by which it was played."""
    silent = [word for word in sample.said if word.word in ("stay", "done") and not word.is_closing]
    weights = [weights_of([w for w in silent if lap_of(w) == lap], old["WAITING"][lap]) for lap in range(LAPS)]
    by_lap: dict[str, list[list[int]]] = {"SETTLED": [], "PASSED": []}
    for lap in range(LAPS):
        ended = [word for word in sample.said if lap_of(word) == lap and not word.is_closing]
        passed = [word for word in ended if word.word == "pass" and word.known_best < word.value]
        by_lap["SETTLED"].append(row_of(ended, old["SETTLED"][lap], 0.0, rises=False))
        by_lap["PASSED"].append(row_of(passed, old["PASSED"][lap], weights[lap][3] / 1000))
    last = [word for word in sample.said if word.is_closing and word.known_best < word.value]
    decided = sample.deals - sample.ties
    return {
        **by_lap,
        "LAST": row_of(last, old["LAST"], weights[-1][3] / 1000),
        "WAITING": weights,
        "TIES": round(1000 * sample.ties / sample.deals),
        "PLACES": [round(1000 * won / decided) for won in sample.places[: sample.players]],
    }


def lap_of(word: Said) -> int:
    """The place of a word's lap in the tables."""
    return min(word.lap, LAPS) - 1


def weights_of(words: list[Said], old: list[int]) -> list[int]:
    """Logistic regression of what silence brought on what the bot thought, drawn to the weights before."""
    words = [word for word in words if word.value < THIRTY_ONE]
    parts = np.array([[1.0, word.later, word.hope, -word.feed] for word in words]).reshape(-1, 4)
    shares = np.array([word.share for word in words])
    before = np.array(old) / 1000
    found = before.copy()
    for _ in range(NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-parts @ found))
        slope = parts.T @ (shares - chance) - PULL * (found - before)
        curve = (parts * (chance * (1 - chance))[:, None]).T @ parts + PULL * np.eye(4)
        found = found + np.linalg.solve(curve, slope)
    base, held, hope, feed = (round(1000 * float(weight)) for weight in found)
    return [base, max(0, held), max(0, hope), max(LEAST_FEED, feed)]


def row_of(words: list[Said], old: list[int], feed: float, *, rises: bool = True) -> list[int]:
    """By value, the mean share of some words with the cost of feeding put back, in thousandths.

    A hand that is compared as it is wins the more the better it is; one that may grow need not: 21 points are two
    cards of a suit and easily become 31, 23 are three.
    """
    sums = np.array(old) / 1000 * PRIOR
    counts = np.full(len(old), PRIOR)
    for word in words:
        place = max(word.value, LOWEST) - LOWEST
        sums[place] += word.share + feed * word.feed * old[place] * (1000 - old[place]) / 1e6
        counts[place] += 1
    means = rising(sums / counts, counts) if rises else list(sums / counts)
    return [min(MOST, round(1000 * float(chance))) for chance in means]


def rising(means: Any, counts: Any) -> list[float]:
    """The nearest sequence that never falls (pooling of neighbours)."""
    pools: list[tuple[float, float, int]] = []
    for mean, count in zip(means, counts, strict=True):
        pool = (float(mean), float(count), 1)
        while pools and pools[-1][0] > pool[0]:
            other = pools.pop()
            weight = other[1] + pool[1]
            pool = ((other[0] * other[1] + pool[0] * pool[1]) / weight, weight, other[2] + pool[2])
        pools.append(pool)
    return [mean for mean, _, size in pools for _ in range(size)]


def first_guess(players: int) -> dict[str, Any]:
    """Tables to begin with: rivals' hands by a logistic curve, each apart."""
    final = [1 / (1 + np.exp(-(value - 21.5) / 2.2)) for value in range(LOWEST, HIGHEST + 1)]
    row = [min(MOST, round(1000 * float(chance) ** (players - 1))) for chance in final]
    return {
        "SETTLED": [row] * LAPS,
        "PASSED": [row] * LAPS,
        "LAST": row,
        "WAITING": [[-3000, 4000, 4000, 300]] * LAPS,
        "TIES": 50,
        "PLACES": [1000 // players] * players,
    }


def written(tables: dict[int, dict[str, Any]]) -> str:
    """The source text of tables by players."""
    parts = [HEADER]
    for name, text in TEXTS.items():
        lines = [f"    {players}: {as_source(table[name])},\n" for players, table in tables.items()]
        parts.append(f'{name}: Final = {{\n{"".join(lines)}}}\n"""{text}"""\n')
    return "".join(parts)


def as_source(value: Any) -> str:
    """Numbers and lists of them as Python tuples; a list of lists takes a line each."""
    if isinstance(value, int):
        return str(value)
    if value and isinstance(value[0], list):
        return "(\n" + "".join(f"        {as_source(row)},\n" for row in value) + "    )"
    return "(" + ", ".join(map(str, value)) + ")"


def standing() -> dict[int, dict[str, Any]]:
    """The tables that stand, as lists."""
    from kozyr.bots.careful import thirty_one_tables

    module = importlib.reload(thirty_one_tables)
    return {players: {name: as_lists(getattr(module, name)[players]) for name in TEXTS} for players in PLAYERS}


def as_lists(value: Any) -> Any:
    """Tuples as lists, at any depth."""
    return [as_lists(item) for item in value] if isinstance(value, tuple) else value


def main() -> None:
    """Measure round by round and write the tables after each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=4000, help="deals of each number of players in a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", default="tables")
    parser.add_argument("--fresh", action="store_true")
    arguments = parser.parse_args()
    if arguments.fresh:
        TABLES.write_text(written({players: first_guess(players) for players in PLAYERS}), encoding="utf-8")
    for number in range(arguments.rounds):
        tables = standing()
        with ProcessPoolExecutor(arguments.jobs, multiprocessing.get_context("spawn")) as pool:
            size = max(1, arguments.deals // 10)
            work = [(n, f"{arguments.seed} {number} {part}", size) for part in range(10) for n in reversed(PLAYERS)]
            samples = {players: Sample(players) for players in PLAYERS}
            for sample in pool.map(play, *zip(*work, strict=True)):
                samples[sample.players].add(sample)
        tables = {players: measured(samples[players], tables[players]) for players in PLAYERS}
        TABLES.write_text(written(tables), encoding="utf-8")
        print(f"round {number + 1} of {arguments.rounds}: {arguments.deals} deals of each", flush=True)


if __name__ == "__main__":
    main()
