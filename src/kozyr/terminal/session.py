"""A match of one person with bots, driven step by step and kept on disk until it is over.

Everything random comes from the seed, so the moves alone give the same match again; but what was computed long (a hut
that stood or fell) is kept beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kozyr.bots.registry import bot_names, make_bot, make_bots
from kozyr.cards import Card
from kozyr.games import get_game
from kozyr.kernel.chance import Chance
from kozyr.kernel.game import Game, Match
from kozyr.kernel.move import Move
from kozyr.kernel.options import Options
from kozyr.kernel.said import Said
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View
from kozyr.terminal.background import in_background
from kozyr.terminal.driver import Hint, Step
from kozyr.terminal.saves import Saved, SaveError, read_save, save_path, write_save
from kozyr.terminal.texts import seat_names


class Session:
    """A running match, the seat of its person, and the bots of the others; a Driver.

    Raises ValueError for players, a seat or bots that the game does not have, and for options that need what is missing
    here. With ``keep`` the match is written to its file after every move; where that fails it goes on, and ``not_kept``
    says why. ``chance`` is what the source of chance of a match that was left had kept.
    """

    keys = "fhlqrst"
    """Letters that no move may have."""

    def __init__(
        self,
        game: Game,
        options: Options,
        players: int,
        seat: int,
        bots: Sequence[str],
        seed: str,
        *,
        keep: bool = True,
        chance: Any = None,
    ) -> None:
        if not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat}: seats are 0..{players - 1}")
        if missing := game.missing_for(options):
            raise ValueError(missing.render(game.terms, "en", ()))
        self.game = game
        self.options = options
        self.players = players
        self.seat = seat
        self.bot_names = tuple(bots)
        self.seed = seed
        self.keep = keep
        self._path: Path | None = None
        self.match: Match = game.new_match(options, players)
        self.moves: list[str] = []
        self.not_kept = ""
        """Why the match could not be written after the last move; empty where it was."""
        self._bots = make_bots(game.id, self.bot_names, players)
        self._chances = 0
        self._source = game.chance_source(options, chance)

    @classmethod
    def resume(cls, path: Path) -> Session:
        """The match kept in a file, where it was left. Raises SaveError (a ValueError) saying what is wrong."""
        saved = read_save(path)
        try:
            game = get_game(saved.game)
            options = game.options.from_mapping(saved.options)
            if missing := game.missing_for(options):
                raise SaveError(f"the saved match {path} cannot go on: {missing.render(game.terms, 'en', ())}")
            session = cls(game, options, saved.players, saved.seat, saved.bots, saved.seed, chance=saved.chance)
            for text in saved.moves:
                session._replay(text)
        except SaveError:
            raise
        except ValueError as error:
            raise SaveError(f"the saved match {path} is damaged: {error}") from error
        session._path = path
        return session

    @property
    def path(self) -> Path:
        """The file of the match, chosen when it is first asked for."""
        if self._path is None:
            self._path = save_path(self.game.id, self.seed)
        return self._path

    @property
    def over(self) -> bool:
        """Whether the match has its result."""
        return self.match.awaits is None

    @property
    def person_to_move(self) -> bool:
        """Whether the match waits for the person."""
        awaits = self.match.awaits
        return isinstance(awaits, int) and awaits == self.seat

    @property
    def deals_played(self) -> int:
        """How many deals are finished."""
        return len(self.match.figures())

    def names(self, language: str) -> tuple[str, ...]:
        """The seats by the sides of the table."""
        return seat_names(self.players, self.seat, language)

    def remarks(self, seat: int, language: str) -> list[str]:  # noqa: ARG002 - a Driver's
        """Nothing: all are there, and nobody's time runs."""
        return []

    def winners(self) -> tuple[int, ...]:
        """The seats that have won."""
        return self.match.winners()

    def closing_cards(self, step: Step) -> tuple[Card, ...]:
        """The card of a step that has closed a trick, as the public events tell it."""
        for said in reversed(self.match.view(None).events):
            card = said.get("card")
            if isinstance(card, Card) and said.get("seat") == step.seat:
                return (card,)
        return ()

    def view(self) -> View:
        """What the person may know now."""
        return self.match.view(self.seat)

    def step(self) -> Step | None:
        """One chance step or one move of a bot; None (nothing done) where it is the person's turn or all is over."""
        awaits = self.match.awaits
        if awaits is None or self.person_to_move:
            return None
        if isinstance(awaits, Chance):
            return self.settle(self.drawing()())
        return self.answer(self.thinking()())

    @property
    def chance_takes_time(self) -> bool:
        """Whether the match waits for a chance step whose outcome takes seconds: better have it from ``drawing``."""
        awaits = self.match.awaits
        return isinstance(awaits, Chance) and self._source.takes_time(awaits)

    def drawing(self) -> Callable[[], Any]:
        """What gives the outcome of the awaited chance step; it may run in another thread. Raises ValueError."""
        awaits = self.match.awaits
        if not isinstance(awaits, Chance):
            raise ValueError("no chance step is awaited")
        stream = Stream(self.seed, "chance", self._chances)
        return lambda: self._source.outcome(awaits, stream)

    def settle(self, outcome: Any) -> Step:
        """The outcome that the awaited chance step has had. Raises ChanceError; nothing has changed then."""
        self.match.resolve(outcome)
        self._chances += 1
        return Step()

    @property
    def bot_to_move(self) -> bool:
        """Whether the match waits for a bot."""
        awaits = self.match.awaits
        return isinstance(awaits, int) and awaits != self.seat

    def thinking(self) -> Callable[[], Move]:
        """What gives the move of the bot to move; it may run in another thread. Raises ValueError if none is."""
        seat = self.match.awaits
        if not isinstance(seat, int) or seat == self.seat:
            raise ValueError("no bot is to move")
        bot, view = self._bots[seat], self.match.view(seat)
        stream = Stream(self.seed, "bot", seat, len(self.moves))
        return lambda: bot.choose(view, stream).move

    def answer(self, move: Move) -> Step:
        """The move that the bot to move has found. Raises IllegalMoveError saying why; nothing has changed then."""
        seat = self.match.awaits
        if not isinstance(seat, int):
            raise ValueError("no bot is to move")
        self._make(seat, move)
        return Step(seat, move)

    def play(self, move: Move) -> Step:
        """The person's move. Raises IllegalMoveError saying why; nothing has changed then."""
        self._make(self.seat, move)
        return Step(self.seat, move)

    def refusal(self, move: Move) -> Said | None:
        """Why the person, who is to move, may not make a move; None where he may or is not to move."""
        if not self.person_to_move or move in self.match.legal():
            return None
        return self.match.refusal(self.seat, move)

    async def hint(self) -> Hint | None:
        """What the best bot of the game would do in the person's place."""
        bot, view = make_bot(self.game.id, bot_names(self.game.id)[-1]), self.view()
        stream = Stream(self.seed, "hint", len(self.moves))
        choice = await in_background(lambda: bot.choose(view, stream))
        return Hint(choice.move, next((each.why for each in choice.reasons if each.move == choice.move), None))

    def save(self) -> None:
        """Write the match to its file; the file of a match that is over is removed."""
        if self.over:
            self.path.unlink(missing_ok=True)
            return
        options = self.options.to_mapping()
        moves = tuple(self.moves)
        chance = self._source.kept()
        saved = Saved(self.game.id, options, self.players, self.seat, self.bot_names, self.seed, moves, chance)
        write_save(self.path, saved)

    def _make(self, seat: int, move: Move) -> None:
        self.match.apply(seat, move)
        self.moves.append(str(move))
        self.not_kept = ""
        if self.keep:
            try:
                self.save()
            except OSError as error:
                self.not_kept = error.strerror or str(error)

    def _replay(self, text: str) -> None:
        while isinstance(awaits := self.match.awaits, Chance):
            self.settle(self.drawing()())
        if awaits is None:
            raise SaveError(f"its move {text!r} comes after the end of the match")
        self.match.apply(awaits, self.game.parse_move(text))
        self.moves.append(text)
