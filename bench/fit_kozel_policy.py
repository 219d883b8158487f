"""Fit the policies by which ``strong`` weighs hidden cards and plays deals out, to seeded matches of one bot.

Of ``careful`` it writes ``bots/search/kozel_policy.json``, of ``pimc`` (with ten worlds) ``kozel_policy_pimc.json``;
the same numbers give the same file. See docs/explanation/strong-kozel.md.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from bench.kozel_deals import later_deal, play_deal
from kozyr.bots import Bot, Budget, make_bot
from kozyr.bots.bot import Choice
from kozyr.bots.search.kozel_policy import COUNT, FOLLOW, LEAD, PIMC_FILE, PLACES, POLICY_FILE, features_into
from kozyr.bots.search.kozel_position import POSITION, lay_card, position_before
from kozyr.bots.search.kozel_reading import READING, read
from kozyr.games import get_game
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel.match import KozelMatch
from kozyr.games.kozel.moves import Word
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.bits import count_bits, lowest_bit
from kozyr.kernel.compact import box_of, new_record
from kozyr.kernel.compiled import compiled
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View

FILES: Final = {"careful": POLICY_FILE, "pimc": PIMC_FILE}
SEEDS: Final = {"careful": "policy", "pimc": "g1"}
DEALS: Final = {"careful": 4000, "pimc": 220}
HELD_OUT: Final = 4
"""Every fourth deal is kept from the fit, to test it."""
MOST: Final = 8
_RIDGE: Final = 0.3
_DIGITS: Final = 4
_ROUNDS: Final = 60


@compiled(entry=True)
def note_plays(position_box: Any, reading_box: Any, plays: Any, features: Any, counts: Any, chosen: Any) -> None:
    """Play a whole deal out and note at each card the features of all legal ones, how many, and which was laid."""
    position = position_box[0]
    reading = reading_box[0]
    for i in range(len(plays)):
        rest = kd.legal_cards(position)
        counts[i] = count_bits(rest)
        read(position, reading)
        n = 0
        while rest != 0:
            card = lowest_bit(rest)
            rest &= rest - 1
            features_into(position, reading, card, features[i, n])
            if card == plays[i]:
                chosen[i] = n
            n += 1
        lay_card(position, plays[i])


class Plays:
    """Decisions of played deals, by place in the trick."""

    def __init__(self) -> None:
        self.features: list[list[NDArray[np.float64]]] = [[] for _ in range(PLACES)]
        self.counts: list[list[int]] = [[] for _ in range(PLACES)]
        self.chosen: list[list[int]] = [[] for _ in range(PLACES)]

    def add(self, view: KozelView) -> None:
        """Take in a deal whose cards have all been played; a card that had to be laid tells nothing."""
        position, plays = position_before(view), np.array([int(card) for _, card in view.plays])
        for seat, card in view.plays:
            position.hands[seat] |= 1 << int(card)
        features, counts, chosen = np.zeros((32, MOST, COUNT)), np.zeros(32, np.int64), np.zeros(32, np.int64)
        boxes = box_of(position, POSITION), box_of(new_record(READING), READING)
        note_plays(*boxes, plays, features, counts, chosen)
        for i in np.flatnonzero(counts > 1):
            self.features[i % 4].append(features[i])
            self.counts[i % 4].append(int(counts[i]))
            self.chosen[i % 4].append(int(chosen[i]))

    def of(self, place: int) -> Decisions:
        """What was noted at a place."""
        return Decisions(
            np.array(self.features[place]).reshape(-1, MOST, COUNT),
            np.arange(MOST) < np.array(self.counts[place], dtype=np.int64).reshape(-1, 1),
            np.array(self.chosen[place], dtype=np.int64),
        )


class Decisions:
    """Features of the legal cards (n, 8, COUNT), which of the eight there are, and which was laid."""

    def __init__(self, features: NDArray[np.float64], there: NDArray[np.bool_], chosen: NDArray[np.int64]) -> None:
        self.features, self.there, self.chosen = features, there, chosen
        self.laid = features[np.arange(len(chosen)), chosen]

    def chances(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """The softmax over the legal cards, shape (n, 8)."""
        scores = np.where(self.there, self.features @ weights, -np.inf)
        parts = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(parts / parts.sum(axis=1, keepdims=True))

    def gain(self, weights: NDArray[np.float64]) -> float:
        """The logarithm of the likelihood, less the ridge."""
        laid = self.chances(weights)[np.arange(len(self.chosen)), self.chosen]
        return float(np.log(np.maximum(laid, 1e-300)).sum() - _RIDGE / 2 * weights @ weights)

    def fit(self) -> NDArray[np.float64]:
        """The weights that make what was laid likeliest: Newton's steps, halved where they lead too far."""
        weights = np.zeros(COUNT)
        best = self.gain(weights)
        for _ in range(_ROUNDS):
            step, found = self._step(weights), -np.inf
            for _ in range(_ROUNDS):
                found = self.gain(weights + step)
                if found >= best:
                    break
                step /= 2
            if found < best + 1e-6:
                break
            weights, best = weights + step, found
        return weights

    def _step(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        chances = self.chances(weights)
        means = np.einsum("nk,nkf->nf", chances, self.features)
        slope = (self.laid - means).sum(axis=0) - _RIDGE * weights
        weighted = (chances[:, :, None] * self.features).reshape(-1, COUNT)
        bend = weighted.T @ self.features.reshape(-1, COUNT) - means.T @ means + _RIDGE * np.eye(COUNT)
        return np.linalg.solve(bend, slope)

    def measure(self, weights: NDArray[np.float64]) -> tuple[float, float]:
        """How often one of the likeliest cards was laid; the geometric mean of the chances given to what was."""
        if not len(self.chosen):
            return 0.0, 0.0
        chances = self.chances(weights)
        laid = chances[np.arange(len(self.chosen)), self.chosen]
        return float((laid >= chances.max(axis=1) - 1e-9).mean()), float(np.exp(np.log(np.maximum(laid, 1e-12)).mean()))


def played_deals(seed: str, deals: int, words: Counter[tuple[int, int, bool]]) -> Iterator[KozelView]:
    """The last views of so many deals of ``careful``; the words of its rounds of claims are counted."""
    game, bot = get_game("kozel"), make_bot("kozel", "careful")
    done = number = 0
    while True:
        match, stream = game.new_match(game.options(), 4), Stream(seed, number)
        number += 1
        while (awaits := match.awaits) is not None:
            if not isinstance(awaits, int):
                match.resolve(awaits.sample(stream))
                continue
            view = match.view(awaits)
            assert isinstance(match, KozelMatch)
            assert isinstance(view, KozelView)
            move = bot.choose(view, stream).move
            if view.phase == "claim" and not view.is_last_redeal:
                said = {str(entry.move) for entry in view.legal}
                words["ask queens" in said, "claim points" in said or "claim nines" in said, move == Word("ok")] += 1
            last = len(view.plays) == 31
            match.play(move)
            if last:
                yield _whole(view, move)
                done += 1
                if done == deals:
                    return


def single_deals(bot: Bot, seed: str, deals: int) -> Iterator[KozelView]:
    """The last views of so many single deals of a bot; a deal whose cards are not played (K-20) has none."""
    for number in range(deals):
        found: list[KozelView] = []
        play_deal(later_deal(number % 4).copy(), (_Noting(bot, found),) * 4, f"{seed}/{number}")
        yield from found


class _Noting(Bot):
    """Plays as a bot and notes whole deals."""

    name: ClassVar[str] = "noting"

    def __init__(self, bot: Bot, found: list[KozelView]) -> None:
        self.bot, self.found = bot, found

    def choose(self, view: View, stream: Stream) -> Choice:
        choice = self.bot.choose(view, stream)
        assert isinstance(view, KozelView)
        if len(view.plays) == 31:
            self.found.append(_whole(view, choice.move))
        return choice


def _whole(view: KozelView, move: Any) -> KozelView:
    """A view before the last card, with that card as played."""
    assert view.to_move is not None
    return replace(view, plays=(*view.plays, (view.to_move, move.card)))


def fit(name: str, seed: str, deals: int) -> dict[str, Any]:
    """What the file of a bot holds; of words only that of ``careful`` tells, which ``pimc`` speaks as."""
    words: Counter[tuple[int, int, bool]] = Counter()
    learnt, kept = Plays(), Plays()
    if name == "careful":
        views = played_deals(seed, deals, words)
    else:
        views = single_deals(make_bot("kozel", name).within(Budget(worlds=10, nodes=0)), seed, deals)
    for number, view in enumerate(views):
        (kept if number % HELD_OUT == HELD_OUT - 1 else learnt).add(view)
    rows, measured = [], []
    for place in range(PLACES):
        weights = learnt.of(place).fit().round(_DIGITS)
        names = LEAD if place == 0 else FOLLOW
        rows.append({name: float(weight) for name, weight in zip(names, weights, strict=True)})
        found = kept.of(place).measure(weights)
        measured.append([len(learnt.chosen[place]), *(round(each, 3) for each in found)])
    silent = {"silent": [[_share(words, ask, claim) for claim in (0, 1)] for ask in (0, 1)]}
    return {
        "seed": seed,
        "deals": deals,
        "fitted_hit_chance": measured,
        **(silent if words else {}),
        "lead": rows[0],
        "follow": rows[1:],
    }


def _share(words: Counter[tuple[int, int, bool]], ask: int, claim: int) -> float:
    """How often "ok" is said by whoever could ask or claim; as if once more either way had been seen."""
    if not ask and not claim:
        return 1.0
    ok, other = words[ask, claim, True], words[ask, claim, False]
    return round((ok + 1) / (ok + other + 2), _DIGITS)


def write(fitted: dict[str, Any], path: Path) -> None:
    """Write the file."""
    path.write_text(json.dumps(fitted, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Fit, write, and print how well it foretells deals that it has not seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", nargs="?", choices=FILES, default="careful")
    parser.add_argument("--deals", type=int)
    parser.add_argument("--seed")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    fitted = fit(given.bot, given.seed or SEEDS[given.bot], given.deals or DEALS[given.bot])
    write(fitted, given.out or FILES[given.bot])
    for place, (fitted_to, hit, chance) in enumerate(fitted["fitted_hit_chance"]):
        print(
            f"card {place + 1} of a trick: {fitted_to} decisions fitted, of others {hit:.1%} hit, chance {chance:.3f}"
        )


if __name__ == "__main__":
    main()
