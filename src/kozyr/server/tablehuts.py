"""The bodies of tables: what the workers' huts say goes to the table, hands go to the huts, poses to whoever listens.

A hut belongs to a match's running deal. Where its session is lost it is opened again from the log: the deal's exact
bodies and the paths of the pulls so far.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from kozyr.kernel.game import Match, PhysicsLog
from kozyr.kernel.physics import pull_outcome, thrown_outcome
from kozyr.protocol import frames, messages
from kozyr.protocol.messages import BeginPull, Done, LetGo, Pulling, Rested
from kozyr.server import faults
from kozyr.server.faults import Fault, reason_of
from kozyr.server.listener import Listener
from kozyr.server.storage import StorageError
from kozyr.server.workers.hut_messages import HutState, PosesMoved, PullOutcome
from kozyr.server.workers.hut_session import HutSession, Pull
from kozyr.server.workers.hut_worker import HutBusyError, HutLostError, HutRefusedError
from kozyr.server.workers.huts import HutPool
from kozyr.table import AT_THE_DOOR, Look, PhysicsNeed, Refused, Table, commands
from kozyr.table.events import Event

if TYPE_CHECKING:
    from kozyr.server.hall import Hall
    from kozyr.server.live import LiveTable

_log: Final = logging.getLogger(__name__)
_TRIES: Final = 3
Deal = tuple[int, int]


@dataclass
class _Opened:
    """A hut in the workers: of which deal, and after how many of its pulls it stands."""

    deal: Deal
    pulls: int
    session: HutSession


@dataclass
class _Held:
    """A card in a person's hand."""

    listener: Listener
    seat: int
    turn: int
    pull: Pull
    is_dropped: bool = False
    """Whether the bodies were taken away from under it: the table has gone on, which tells him all."""


class TableHuts:
    """All huts that this process's tables have in the workers."""

    def __init__(self, hall: Hall, pool: HutPool) -> None:
        self.hall = hall
        self.pool = pool
        self._opened: dict[str, _Opened] = {}
        self._judging: dict[str, int] = {}
        self._held: dict[str, _Held] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """One opening of a table's hut at a time; nothing is left of a lock that nobody holds."""

    # What the table needs

    def judge(self, live: LiveTable, table: Table, need: PhysicsNeed) -> None:
        """Have bodies judge what the table waits for, unless that is under way."""
        if self._judging.get(live.id) != need.turn:
            self._judging[live.id] = need.turn
            self.hall.start(self._judge(live, table, need))

    async def forget(self, table_id: str) -> None:
        """The table leaves this process."""
        held = self._held.pop(table_id, None)
        if held is not None:
            held.is_dropped = True
        opened = self._opened.pop(table_id, None)
        if opened is not None:
            await opened.session.close()

    async def _judge(self, live: LiveTable, table: Table, need: PhysicsNeed) -> None:
        try:
            await self._judge_by_bodies(live, table, need)
        except StorageError as error:
            _log.warning("table %s waits for the storage: %s", live.id, error)
            live.retry_later()
        except HutRefusedError as error:
            _log.warning("table %s goes on without bodies: %s", live.id, error)
            await self._without(live, need)
        except Exception:  # nothing else would let the table go on
            _log.exception("bodies cannot judge", extra={"table": live.id})
            await self._without(live, need)
        finally:
            if self._judging.get(live.id) == need.turn:
                del self._judging[live.id]

    async def _judge_by_bodies(self, live: LiveTable, table: Table, need: PhysicsNeed) -> None:
        for _ in range(_TRIES):
            try:
                await (self._throw if need.what == "throw" else self._pull)(live, table, need)
            except HutLostError:
                continue
            except HutBusyError:  # somebody holds a card on whose turn something else was done
                await self.forget(live.id)
            else:
                return
        raise HutRefusedError("the workers for huts die again and again")

    async def _throw(self, live: LiveTable, table: Table, need: PhysicsNeed) -> None:
        await self.forget(live.id)
        session = await self.pool.open_hut(table.state.game.id, live.id, seed=need.seed)
        state = _known(session)
        self._opened[live.id] = _Opened(_deal(table), 0, session)
        self.hall.show(live, state.frame)
        outcome = thrown_outcome(state.heap, state.bodies)
        await self._resolve(live, need, outcome, state)

    async def _pull(self, live: LiveTable, table: Table, need: PhysicsNeed) -> None:
        session = await self._session(live, table)
        log = _log_of(table)
        card = log.card
        assert card is not None
        self._announce(live, need.seat or 0, card)
        pull = await session.pull_scripted(card, need.seed, log.seconds, lambda frame: self._show(live, frame))
        outcome = await pull.outcome()
        self._pulled(live, session)
        if outcome.down is None:
            await self._without(live, need)
            down = _match(await live.read()).hand_seconds is None
            self.hall.show(live, (await session.finish(card, down=down)).frame)
        else:
            self.hall.show(live, outcome.state.frame)
            await self._resolve(live, need, _told(outcome), outcome.state)

    async def _resolve(self, live: LiveTable, need: PhysicsNeed, outcome: Any, state: HutState) -> None:
        def change(table: Table, now: int) -> tuple[Event, ...]:
            return table.resolve_physics(need.turn, outcome, _look(state), now)

        try:
            await live.do(change)
        except StorageError as error:
            _log.warning("table %s waits for the storage: %s", live.id, error)
            live.retry_later()
        except Refused as refusal:
            raise HutRefusedError(f"what the bodies say cannot be: {refusal}") from None

    async def _without(self, live: LiveTable, need: PhysicsNeed) -> None:
        await live.quietly(live.do(lambda table, now: table.resolve_without_physics(need.turn, now)))

    async def _session(self, live: LiveTable, table: Table) -> HutSession:
        """The table's hut as it stands now. Raises HutLostError, HutRefusedError."""
        async with self._opening.setdefault(live.id, asyncio.Lock()):
            log = _log_of(table)
            opened = self._opened.get(live.id)
            if opened is not None and (opened.deal, opened.pulls) == (_deal(table), len(log.pulls)):
                await opened.session.restore()
                return opened.session
            await self.forget(live.id)  # another process has pulled meanwhile, or what was pulled here was not stored
            session = await self.pool.open_hut(table.state.game.id, live.id, bodies=log.bodies, pulls=log.pulls)
            self._opened[live.id] = _Opened(_deal(table), len(log.pulls), session)
            return session

    def _pulled(self, live: LiveTable, session: HutSession) -> None:
        """A pull has changed the bodies of a session."""
        opened = self._opened.get(live.id)
        if opened is not None and opened.session is session:
            opened.pulls += 1

    # Who comes to look

    def greet(self, live: LiveTable, listener: Listener) -> None:
        """Tell somebody new where all bodies lie, if a drawing is under way."""
        self.hall.start(self._greet(live, listener))

    async def _greet(self, live: LiveTable, listener: Listener) -> None:
        with contextlib.suppress(HutLostError, HutRefusedError, StorageError, LookupError, ValueError):
            table = await live.read()
            if table.match is None or table.match.hand_seconds is None or listener.seat == AT_THE_DOOR:
                return
            opened = self._opened.get(live.id)
            is_here = opened is not None and opened.deal == _deal(table)
            if opened is None or not is_here or opened.pulls < len(table.match.physics_log().pulls):
                listener.send(_known(await self._session(live, table)).frame)
            else:
                listener.send(_known(opened.session).frame)

    # What persons do

    async def take(self, live: LiveTable, listener: Listener, message: BeginPull | LetGo) -> Done:
        """A person takes hold of a card, or lets it go. Raises Refused, Fault, StorageError, LookupError."""
        held = self._held.get(live.id)
        if isinstance(message, BeginPull):
            await self._begin(live, listener, message)
        elif held is not None and held.listener is listener:
            held.pull.let_go()
        return Done(id=message.id, seq=(await live.read()).seq)

    def hand(self, live: LiveTable, listener: Listener, data: bytes) -> None:
        """Where a person's hand has been; what is no such frame, or not from the one who pulls, is not heeded."""
        held = self._held.get(live.id)
        if held is not None and held.listener is listener:
            with contextlib.suppress(ValueError):
                held.pull.hand(frames.read_hand(data))

    def dropped(self, live: LiveTable, listener: Listener) -> None:
        """A connection has ended: what it held is let go."""
        held = self._held.get(live.id)
        if held is not None and held.listener is listener:
            held.pull.let_go()

    async def _begin(self, live: LiveTable, listener: Listener, message: BeginPull) -> None:
        await live.handle(listener.who, commands.Grab())
        table = await live.read()
        seat = table.audience_of(listener.who)
        if seat is None:
            raise Refused("not_seated")
        try:
            session = await self._session(live, table)
            pull = await session.begin_pull(message.card, (message.x, message.y), lambda frame: self._show(live, frame))
        except (HutLostError, ValueError) as error:
            raise _no_pull(error) from None
        self._held[live.id] = held = _Held(listener, seat, table.shown_to(listener.who).turn, pull)
        self._announce(live, seat, message.card)
        self.hall.start(self._ended(live, held))

    async def _ended(self, live: LiveTable, held: _Held) -> None:
        """A person's card has come to rest: the move and what came of it are one."""
        opened = self._opened.get(live.id)
        try:
            outcome = await held.pull.outcome()
            if opened is not None and outcome.down is not None:
                self._pulled(live, opened.session)
        except HutLostError as error:
            if not held.is_dropped:
                held.listener.send(messages.write(_failed(error)))
            return
        finally:
            if self._held.get(live.id) is held:
                del self._held[live.id]
        self.hall.show(live, outcome.state.frame)
        if outcome.down is None:
            rested = Rested(seat=held.seat, card=outcome.card, broken=outcome.is_broken)
            self.hall.show(live, messages.write(rested))
            return

        def change(table: Table, now: int) -> tuple[Event, ...]:
            move = str(_match(table).hand_move(outcome.card))
            return table.pulled_live(held.listener.who, move, _told(outcome), _look(outcome.state), now, held.turn)

        try:
            await live.do(change)
        except (Refused, StorageError) as error:  # the clock was quicker, or it was not stored: the hut goes back
            await self.forget(live.id)
            held.listener.send(messages.write(_failed(error)))
            for listener in list(live.listeners):
                self.greet(live, listener)

    def _announce(self, live: LiveTable, seat: int, card: int) -> None:
        self.hall.show(live, messages.write(Pulling(seat=seat, card=card)))

    def _show(self, live: LiveTable, moved: PosesMoved) -> None:
        self.hall.show(live, moved.frame)


def _match(table: Table) -> Match:
    assert table.match is not None
    return table.match


def _log_of(table: Table) -> PhysicsLog:
    """What the bodies have done so far. Raises HutRefusedError where the deal was thrown without any."""
    try:
        return _match(table).physics_log()
    except ValueError as error:
        raise HutRefusedError(str(error)) from None


def _deal(table: Table) -> Deal:
    return table.state.number, table.state.deals_done


def _known(session: HutSession) -> HutState:
    assert session.state is not None
    return session.state


def _look(state: HutState) -> Look:
    return Look(state.shows, [list(pose) for pose in state.heap])


def _told(outcome: PullOutcome) -> dict[str, Any]:
    assert outcome.down is not None
    return pull_outcome(outcome.state.heap, outcome.path, down=outcome.down)


def _no_pull(error: Exception) -> Fault:
    return Fault("no_pull", reason=reason_of(error))


def _failed(error: HutLostError | Refused | StorageError) -> messages.Failed:
    """What becomes of a pull that had begun."""
    if isinstance(error, Refused):
        return faults.refused(error, ())
    return (Fault("storage", 503) if isinstance(error, StorageError) else _no_pull(error)).failed()
