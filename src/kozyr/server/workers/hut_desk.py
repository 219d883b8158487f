"""The desk of a huts' worker: several tables' huts, each ticking when it is due; builds go on beside in a thread.

The engine lets go of the interpreter while it steps, so a build slows the pulls down little.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
import time
from typing import Any, Final

from kozyr.games import get_game
from kozyr.kernel.physics import Physics
from kozyr.server.workers.child import Line
from kozyr.server.workers.hut_messages import (
    Beat,
    Beginning,
    Close,
    Finish,
    Forget,
    Grab,
    Hands,
    HutOrder,
    LetGo,
    Open,
    Ready,
    Refused,
    Request,
    Script,
    Told,
)
from kozyr.server.workers.hut_table import HutTable
from kozyr.server.workers.pulling import LivePulling

BEAT: Final = 1.0
_SWITCH: Final = 0.0005
"""Seconds after which a building thread hands the interpreter over."""


class _Built:
    """A hut that the building thread has finished, or why it has not."""

    def __init__(self, request: Open, physics: Physics | None, why: str = "") -> None:
        self.request, self.physics, self.why = request, physics, why


def serve(order: HutOrder, line: Line) -> None:
    """Keep huts until the parent hangs up."""
    sys.setswitchinterval(_SWITCH)
    for game_id in order.load:
        with contextlib.suppress(RuntimeError):  # who asks for a hut is told why there is none
            _physics_of(game_id).load()
    line.send(Ready())
    desk = HutDesk(line)
    while desk.goes_on():
        pass
    if desk.builds:
        os._exit(0)  # a thread inside the engine must not meet the end of the interpreter


class HutDesk:
    """All huts of one worker."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.builds: set[int] = set()
        """The numbers of the requests whose huts are being built or wait for it."""
        self._forgotten: set[int] = set()
        self.tables: dict[str, HutTable] = {}
        self._beaten = time.monotonic()
        self._orders: queue.SimpleQueue[Open] = queue.SimpleQueue()
        threading.Thread(target=self._build_all, daemon=True).start()

    def goes_on(self) -> bool:
        """Hear what there is to hear, tick what is due; False once the parent has hung up."""
        try:
            message = self.line.receive(self._pause())
            while message is not None:
                self._hear(message)
                message = self.line.receive_now()
        except queue.Empty:
            self._tick()
            return True
        return False

    def _pause(self) -> float | None:
        """Seconds until something is due; None where nothing is."""
        due = [table.pulling.due() for table in self.tables.values() if table.pulling is not None]
        if not due:
            return BEAT if self.builds else None
        return min(max(min(due) - time.monotonic(), 0.0), BEAT)

    def _tick(self) -> None:
        """One tick of each hut of which one is due."""
        for table in list(self.tables.values()):
            now = time.monotonic()
            if table.pulling is not None and table.pulling.due() <= now:
                for told in table.tick(now):
                    self.line.send(told)
                self._beaten = now
        if time.monotonic() - self._beaten >= BEAT:
            self._beaten = time.monotonic()
            self.line.send(Beat())

    def _hear(self, message: Any) -> None:
        match message:
            case Open():
                self.builds.add(message.number)
                self._orders.put(message)
            case _Built():
                self._built(message)
            case Forget():
                self._forgotten |= self.builds & {message.number}
            case Beginning():
                self.line.send(message)
            case Request():
                self._obey(message)
            case Close():
                self.tables.pop(message.hut, None)
            case Hands() | LetGo():
                self._follow(message)

    def _built(self, built: _Built) -> None:
        number, name = built.request.number, built.request.hut
        self.builds.discard(number)
        if number in self._forgotten:
            self._forgotten.discard(number)
            return
        if built.physics is None:
            self.line.send(Refused(number, built.why))
            return
        self.tables[name] = HutTable(name, built.physics)
        self.line.send(Told(number, self.tables[name].state()))

    def _obey(self, request: Request) -> None:
        try:
            self._do(request)
        except (ValueError, RuntimeError, KeyError, TypeError) as error:
            self.line.send(Refused(request.number, str(error)))

    def _do(self, request: Request) -> None:
        table, now = self.tables[request.hut], time.monotonic()
        match request:
            case Grab():
                table.grab(request, now)
            case Script():
                table.run(request, now)
            case Finish():
                table.finish(request.card, down=request.down)
        self.line.send(Told(request.number, table.state() if isinstance(request, Finish) else None))

    def _follow(self, message: Hands | LetGo) -> None:
        """What the hand does; one whose card has gone its way already is not heeded."""
        table = self.tables.get(message.hut)
        if table is None or not isinstance(table.pulling, LivePulling):
            return
        if isinstance(message, Hands):
            table.pulling.move(message.places, time.monotonic())
        else:
            table.pulling.let_go()

    def _build_all(self) -> None:
        """The building thread."""
        while True:
            request = self._orders.get()
            self.line.post(Beginning(request.number))
            try:
                built = _Built(request, _opened(request))
            except Exception as error:  # whatever an engine can raise; the table is told
                built = _Built(request, None, f"{type(error).__name__}: {error}")
            self.line.post(built)


def _physics_of(game_id: str) -> type[Physics]:
    physics = get_game(game_id).physics()
    if physics is None:
        raise ValueError(f"{game_id} has no bodies")
    return physics


def _opened(request: Open) -> Physics:
    kind = _physics_of(request.game_id)
    if request.seed is not None:
        physics = kind.build(request.seed)
    elif request.kept is not None:
        physics = kind.from_json(request.kept)
    else:
        physics = kind.from_log(request.bodies, ())
    physics.pull_again(request.pulls)
    return physics
