"""A match of Shalashik: lot, packs, heaps, pulls and scores around the compiled deal (S-1, S-3..S-7, S-18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kozyr.cards import PACK
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik import entries, risk
from kozyr.games.shalashik.chance import Fall, Fallen, Poses, Throw, Thrown, check_poses
from kozyr.games.shalashik.heap import CARDS, showing
from kozyr.games.shalashik.moves import Pull, code_of, move_of
from kozyr.games.shalashik.options import ShalashikOptions
from kozyr.games.shalashik.papers import CODE_MASK, DealPapers, result_of
from kozyr.games.shalashik.refusal import refusal
from kozyr.games.shalashik.story import Story
from kozyr.games.shalashik.view import ShalashikView, make_view
from kozyr.kernel.chance import Lot, Shuffle
from kozyr.kernel.compact import box_of, copy_record, fields_of
from kozyr.kernel.game import Awaits, DealFigures, DealLog, Match, PhysicsLog, Result
from kozyr.kernel.move import Move
from kozyr.kernel.said import Event, Said
from kozyr.kernel.streams import Stream

if TYPE_CHECKING:
    from kozyr.games.shalashik.game import ShalashikGame

_PACK_SHUFFLE: Final = Shuffle(PACK)
_LOG_SIZE: Final = 1024


class ShalashikMatch(Match):
    """A match from the lot for the first dealer to its last deal (S-18).

    With ``hut = physics`` whoever has the bodies says before each pull what shows (``look``), and after it whether the
    hut is down (``resolve``); where nobody does, the heap does not shift and the risk model judges.
    """

    game: ShalashikGame
    options: ShalashikOptions

    def __init__(self, game: ShalashikGame, options: ShalashikOptions, players: int) -> None:
        self.game = game
        self.options = options
        self.players = players
        self._take_deal(_new_deal(options, players))
        self.is_physical = options.hut == "physics"
        self.scores = (0,) * players
        self.dealer: int | None = None
        """Who deals, or will deal next; None before the lot."""
        self.finished: list[DealPapers] = []
        self.running: DealPapers | None = None
        """The deal in play, from its shuffle to its result."""
        self.ground: risk.Ground | None = None
        """The heap of the deal in play, or of the last; of bodies, as they lay when they were last looked at."""
        self.over = False
        self._story: Story | None = None
        self._risks: tuple[risk.Ground | None, int, int, tuple[int | None, ...]] | None = None
        self._make_scratch()

    def _take_deal(self, deal: Any) -> None:
        self.deal = deal
        self._box = box_of(deal, sd.DEAL)
        self._fields = fields_of(deal)

    def _make_scratch(self) -> None:
        self._legal = np.zeros(sd.MAX_LEGAL, dtype=np.int64)
        self._words = np.zeros((sd.SEATS, 4), dtype=np.int64)
        self._moves_made = np.zeros(_LOG_SIZE, dtype=np.int64)

    @property
    def awaits(self) -> Awaits:
        if self.running is None:
            if self.over:
                return None
            return Lot(self.players) if self.dealer is None else _PACK_SHUFFLE
        phase = self._fields[sd.PHASE_AT]
        if phase in (sd.PULL, sd.PLAY):
            return self._fields[sd.TURN_AT]
        if phase == sd.SCATTER:
            return Throw(self.is_physical)
        assert self.running.pulling is not None
        place = int(self.deal.pulling)
        return Fall(self.risk_of(place), self.running.pulling, self.is_physical, place)

    @property
    def result(self) -> Result | None:
        if not self.over:
            return None
        winners = self.winners()
        return {"winner": winners[0] if len(winners) == 1 else None, "scores": list(self.scores)}

    def winners(self) -> tuple[int, ...]:
        if not self.over:
            return ()
        return tuple(seat for seat, score in enumerate(self.scores) if score == max(self.scores))

    def take_outcome(self, outcome: Any) -> None:
        if self.running is None:
            if self.dealer is None:
                self.dealer = outcome
            else:
                self.running = DealPapers(self.dealer, self.scores, outcome)
                entries.start_deal(self._box, self.dealer)
                entries.shuffled(self._box, np.array(outcome, dtype=np.int64))
        elif self._fields[sd.PHASE_AT] == sd.SCATTER:
            heap = outcome.heap if isinstance(outcome, Thrown) else outcome
            self.running.poses = heap
            if isinstance(outcome, Thrown) and self.is_physical:
                self.running.bodies = outcome.bodies
            self.ground = risk.ground_of(np.array(heap, dtype=np.float64))
            entries.scattered(self._box, self.ground.covers)
        else:
            self._judge(outcome)

    def legal(self) -> tuple[Move, ...]:
        if self.running is None:
            return ()
        n = entries.legal_into(self._box, self._legal)
        return tuple(map(move_of, self._legal[:n].tolist()))

    def play(self, move: Move) -> None:
        assert self.running is not None
        self._note_shown()
        self.running.history.append(self._fields[sd.TURN_AT] << sd.SEAT_SHIFT | code_of(move))
        entries.apply(self._box, code_of(move))
        self._after_moves()

    def rollout(self, streams: Sequence[Stream]) -> None:
        words = self._words
        while isinstance(self.awaits, int):
            assert self.running is not None
            self._note_shown()
            for seat, stream in enumerate(streams):
                words[seat] = stream.words
            n = entries.rollout(self._box, words, self._legal, self._moves_made)
            for seat, stream in enumerate(streams):
                stream.words[:] = words[seat]
            self.running.history += self._moves_made[:n].tolist()
            self._after_moves()

    def recall_legal(self, move: Move, legal: Sequence[str] | None) -> None:
        """With ``hut = physics`` any card still in the heap may have shown (S-3)."""
        if not self.is_physical or self._fields[sd.PHASE_AT] != sd.PULL or not isinstance(move, Pull):
            return
        if legal is not None:
            pulls = [self.game.parse_move(text) for text in legal]
            self._see(sum(1 << place for place in {p.place for p in pulls if isinstance(p, Pull)} if place is not None))
        elif move.place is not None:
            self._see(int(self.deal.shows) | 1 << move.place)

    def look(self, shows: int, poses: Poses | None = None) -> None:
        """Say what shows of a physical heap, a mask of places, and where its cards lie now, while a seat is to pull.

        ``poses`` are as in the record, of all 31 cards; those of cards that are gone do not matter. Raises ValueError
        where there is nothing of the kind to say; nothing has changed then.
        """
        if not self.is_physical or self._fields[sd.PHASE_AT] != sd.PULL:
            raise ValueError("what shows is told only while a seat is to pull from a physical heap")
        if shows & ~self._fields[sd.LEFT_AT] or (not shows and self._fields[sd.LEFT_AT]):
            raise ValueError("what shows is some of the cards that are left in the heap, at least one")
        if poses is not None:
            self.ground = risk.ground_of(np.array(check_poses(poses), dtype=np.float64))
        self._see(shows)

    @property
    def hand_seconds(self) -> int | None:
        """A player's hand has ``pull_seconds`` at a physical heap (S-7)."""
        pulls = self.is_physical and self._fields[sd.PHASE_AT] == sd.PULL
        return self.options.pull_seconds if pulls else None

    def physics_log(self) -> PhysicsLog:
        running = self.running
        if running is None or running.bodies is None:
            raise ValueError("the deal has no bodies")
        moves = [move_of(entry & CODE_MASK) for entry in running.history]
        pulled = [move.place for move in moves if isinstance(move, Pull) and move.place is not None]
        judged = pulled if running.pulling is None else pulled[:-1]
        pulls = tuple((place, running.paths.get(str(index))) for index, place in enumerate(judged))
        card = None if running.pulling is None else pulled[-1]
        return PhysicsLog(running.bodies, pulls, card, float(self.options.pull_seconds))

    def hand_move(self, card: int) -> Pull:
        if not self.is_physical:
            raise ValueError(f"the hut has no bodies to take {card} from")
        return Pull(card)

    def given_move(self) -> Pull:
        return self.safest()

    def safest(self) -> Pull:
        """The showing card with the least risk, which is given to whoever is out of time (S-7)."""
        if self._fields[sd.PHASE_AT] != sd.PULL:
            raise ValueError("nobody is to pull")
        pulls = [move.place for move in self.legal() if isinstance(move, Pull)]
        return Pull(None) if pulls == [None] else Pull(min((p for p in pulls if p is not None), key=self.risk_of))

    def risk_of(self, place: int) -> int:
        """The chance that pulling a card now brings the hut down, in parts of a million, by the risk model (S-6)."""
        ground = self.ground
        assert ground is not None
        left = self._fields[sd.LEFT_AT]
        weights = risk.load_weights()
        return int(entries.risk_of(ground.heap, ground.overlaps, ground.feet, left, place, weights))

    def risks(self) -> tuple[int | None, ...]:
        """By place of the heap, the risk of each card that shows, in parts of a million; None for the others."""
        shows, left = self._fields[sd.SHOWS_AT], self._fields[sd.LEFT_AT]
        if self._risks is None or self._risks[0] is not self.ground or self._risks[1:3] != (shows, left):
            found = tuple(self.risk_of(place) if shows >> place & 1 else None for place in range(CARDS))
            self._risks = self.ground, shows, left, found
        return self._risks[3]

    def refusal(self, seat: int, move: Move) -> Said:
        return refusal(self, seat, move)

    def view(self, seat: int | None) -> ShalashikView:
        self.check_seat(seat)
        return make_view(self, seat)

    def copy(self) -> ShalashikMatch:
        other = ShalashikMatch.__new__(ShalashikMatch)
        other.__dict__.update(self.__dict__)
        other._take_deal(copy_record(self.deal))
        other.finished = list(self.finished)
        other.running = None if self.running is None else self.running.copy()
        other._story = None
        other._make_scratch()
        return other

    def deals(self) -> Sequence[DealLog]:
        papers = self.finished if self.running is None else [*self.finished, self.running]
        return [deal.log() for deal in papers]

    def figures(self) -> Sequence[DealFigures]:
        return [deal.figures() for deal in self.finished]

    def told(self) -> DealPapers | None:
        """The deal that readers are told of: the running one, or until the next is shuffled the last."""
        if self.running is not None:
            return self.running
        return self.finished[-1] if self.finished else None

    @property
    def told_deal(self) -> int:
        """The number of that deal; 0 before the first."""
        return len(self.finished) + (self.running is not None)

    def events(self) -> Sequence[Event]:
        """What happened in the deal that readers are told of."""
        papers = self.told()
        if papers is None:
            return ()
        index = self.told_deal - 1
        if self._story is None or self._story.index != index:
            self._story = Story(index, self.deal, papers, self.options)
        return self._story.told(papers, self.result)

    def take_world(self, deal: Any, papers: DealPapers) -> None:
        """Go on with another deal record that the running deal's moves lead to from another pack."""
        self._take_deal(deal)
        self.running = papers

    def _see(self, shows: int) -> None:
        self._fields[sd.SHOWS_AT] = shows & self._fields[sd.LEFT_AT]

    def _note_shown(self) -> None:
        """Keep what showed before a pull of a physical heap: a replay cannot know it."""
        assert self.running is not None
        if self.is_physical and self._fields[sd.PHASE_AT] == sd.PULL and self._fields[sd.LEFT_AT]:
            self.running.shown[len(self.running.history)] = self._fields[sd.SHOWS_AT]

    def _judge(self, outcome: Fallen) -> None:
        """A pull has come out (S-4, S-6)."""
        papers = self.running
        assert papers is not None
        assert papers.pulling is not None
        if outcome.down:
            papers.history[papers.pulling] |= sd.DOWN
        if self.is_physical and outcome.path is not None:
            papers.paths[str(papers.pulling)] = outcome.path
        papers.pulling = None
        entries.fell(self._box, outcome.down)
        if self.is_physical and outcome.heap is not None and not outcome.down:
            self.ground = risk.ground_of(np.array(outcome.heap, dtype=np.float64))
            self._see(int(showing(self.ground.covers, self._fields[sd.LEFT_AT])))

    def _after_moves(self) -> None:
        phase = self._fields[sd.PHASE_AT]
        assert self.running is not None
        if phase == sd.FALL:
            self.running.pulling = len(self.running.history) - 1
        elif phase == sd.OVER:
            self._end_deal(self.running)

    def _end_deal(self, papers: DealPapers) -> None:
        """The winner writes down what he has won (S-16, S-17), and with it perhaps the match (S-18)."""
        papers.result = result_of(self.deal, self.players, papers.before)
        papers.passed = int(self.deal.passed)
        self.scores = papers.result.scores
        self.finished.append(papers)
        self.running = None
        self.dealer = (papers.dealer + 1) % self.players
        if self.options.deals is None:
            self.over = max(self.scores) >= self.options.target
        else:
            self.over = len(self.finished) == self.options.deals


def _new_deal(options: ShalashikOptions, players: int) -> Any:
    deal = sd.new_deal()
    deal.phase = sd.OVER
    deal.players = players
    deal.pulling = deal.collapsed_by = deal.winner = -1
    options.write_into(deal)
    return deal
