"""Kozel bots against OpenSpiel's own ISMCTS bot on the same decks, at equal time a card, a multiple, or equal playouts.

``python -m bench.ismcts --decks 60`` gives it as long for a card as the other bot takes on average; ``--times 4`` four
times as long, ``--simulations N`` so many playouts. Both say their words as ``careful``: the cards are compared.
"""

from __future__ import annotations

import argparse
import time
from typing import Any, ClassVar

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from rich.console import Console

from bench.duplicate import bot_of
from kozyr.bots import Bot, Choice, make_bot
from kozyr.bots.search.kozel_hidden import hidden_of
from kozyr.bots.search.kozel_sampler import Sampler
from kozyr.bots.search.kozel_worlds import deal_of
from kozyr.games import get_game
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import entries
from kozyr.games.kozel.moves import MOVES
from kozyr.games.kozel.opening import MAX_LEGAL
from kozyr.games.kozel.view import KozelView
from kozyr.kernel.chance import Chance
from kozyr.kernel.compact import box_of, copy_record
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.lab.arena import make_contest, play_duplicates, standings
from kozyr.lab.arena.report import summary
from kozyr.research import spiel

_EXPLORE = 40.0
"""The constant of UCT, on a scale of eyes."""


class Cards(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """The play of the cards of one deal, without what a whole match needs: as quick as it can be for the search."""

    def __init__(self, game: Any, deal: Any) -> None:
        super().__init__(game)
        self.deal = _Deal(deal)

    def current_player(self) -> int:
        """The seat to move."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(self.deal.record.turn)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - only who is to move is asked
        scratch = np.zeros(MAX_LEGAL, dtype=np.int64)
        return list(scratch[: entries.legal_into(self.deal.box, scratch)].tolist())

    def _apply_action(self, action: int) -> None:
        entries.apply(self.deal.box, action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 - the same for all
        return str(MOVES[action])

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return int(self.deal.record.phase) != kd.PLAY

    def returns(self) -> list[float]:
        """Eyes more than the other team."""
        first, second = (float(points) for points in self.deal.record.points)
        return [first - second, second - first] * 2

    def information_state_string(self, player: int | None = None) -> str:
        """What has been played since the root, and the own hand."""
        deal = self.deal.record
        seat = int(deal.turn) if player is None else player
        return f"{seat} {int(deal.hands[seat])} {deal.history[: int(deal.moves)].tobytes().hex()}"

    def __str__(self) -> str:
        return self.information_state_string()


def playable(view: KozelView) -> Any:
    """The deal that a seat sees, ready to be played on: which card wins the trick, and how many tricks are done."""
    deal = deal_of(view)
    for place, card in enumerate(view.trick[1:], 1):
        if kd.beats(int(card), int(view.trick[deal.best])):
            deal.best = place
    deal.tricks[0] = len(view.plays) // 4
    return deal


class _Deal:
    """A deal record that OpenSpiel can copy."""

    def __init__(self, record: Any) -> None:
        self.record = record
        self.box = box_of(record, kd.DEAL)

    def __deepcopy__(self, memo: Any) -> _Deal:
        return _Deal(copy_record(self.record))


class Ismcts(Bot):
    """OpenSpiel's ISMCTS with random playouts, worlds dealt by our exact sampler."""

    name: ClassVar[str] = "ismcts"

    def __init__(self, simulations: int) -> None:
        self.simulations = simulations
        self.game = pyspiel.load_game("kozyr_kozel")

    def choose(self, view: View, stream: Stream) -> Choice:
        assert isinstance(view, KozelView)
        if view.phase != "play" or len(view.legal) == 1:
            return make_bot("kozel", "careful").choose(view, stream)
        assert view.seat is not None
        blank, sampler = playable(view), Sampler(hidden_of(view), view.seat)

        def resample(state: Any = None, player: int = 0) -> Cards:  # noqa: ARG001 - as OpenSpiel calls it
            deal = copy_record(blank)
            hands = sampler.sample(stream.words, 1)[0]
            for seat in range(4):
                if seat != view.seat:
                    deal.hands[seat] = hands[seat]
            return Cards(self.game, deal)

        chance = np.random.RandomState(stream.below(1 << 31))
        evaluator = RandomRolloutEvaluator(1, chance)
        bot = ISMCTSBot(
            self.game, evaluator, _EXPLORE, self.simulations, random_state=chance, allow_inconsistent_action_sets=True
        )
        bot.set_resampler(resample)
        return Choice(MOVES[int(bot.step(resample()))])


class WordsOfCareful(Bot):
    """A bot for the cards that says what ``careful`` says."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, view: View, stream: Stream) -> Choice:
        bot = self.bot if view.phase == "play" else make_bot("kozel", "careful")
        return bot.choose(view, stream)


def maker(game_id: str, name: str) -> Bot:
    """``ismcts:N`` for N simulations a card, and any other bot with the words of ``careful``."""
    kind, _, simulations = name.partition(":")
    return Ismcts(int(simulations)) if kind == "ismcts" else WordsOfCareful(bot_of(game_id, name))


def seconds_a_card(bot: Bot, matches: int = 2) -> float:
    """Mean processor time of a bot for a card that is not the only legal one, in positions of careful play."""
    careful, game = make_bot("kozel", "careful"), get_game("kozel")
    spent, cards = 0.0, 0
    for number in range(matches):
        match, stream = game.new_match(game.options(), 4), Stream("pace", number)
        while (awaits := match.awaits) is not None and len(match.figures()) < 3:
            if isinstance(awaits, Chance):
                match.resolve(awaits.sample(stream))
                continue
            view = match.view(awaits)
            if view.phase == "play" and len(view.legal) > 1:
                start = time.process_time()
                bot.choose(view, stream)
                spent += time.process_time() - start
                cards += 1
            match.play(careful.choose(view, stream).move)
    return spent / cards


def main() -> None:
    """Print the contest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="strong")
    parser.add_argument("--decks", type=int, default=60)
    parser.add_argument("--times", type=float, default=1.0, help="so many times the time of the other")
    parser.add_argument("--simulations", type=int, help="playouts a card instead")
    parser.add_argument("--seed", default="ismcts")
    given = parser.parse_args()
    bot = bot_of("kozel", given.bot)
    pace = seconds_a_card(bot)
    a_simulation = seconds_a_card(Ismcts(200), 1) / 200
    simulations = given.simulations or max(1, round(given.times * pace / a_simulation))
    console = Console(width=120)
    console.print(f"{given.bot} {pace * 1000:.1f} ms a card, ismcts {a_simulation * 1000:.2f} ms a simulation")
    contest = make_contest(
        "kozel", a=given.bot, b=f"ismcts:{simulations}", deals=given.decks, seed=given.seed, maker=maker
    )
    console.print(summary(standings([(contest, list(play_duplicates(contest, 1)))]), "en"))


if __name__ == "__main__":
    assert spiel.SpielGame  # the game is registered by its module
    main()
