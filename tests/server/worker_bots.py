"""Bots that misbehave in every way, for the pool's tests: a module as ``kozyr.bots`` is one."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import threading
from collections.abc import Callable
from typing import Any, ClassVar, Final

from kozyr import bots
from kozyr.bots import Bot, Choice, Reason
from kozyr.kernel.move import Move
from kozyr.kernel.streams import Stream
from kozyr.kernel.view import View


class OddMove(Move):
    """A move of no game."""

    def __str__(self) -> str:
        return "\0 no move"


class Unspeakable(Move):
    """A move without a text."""

    def __str__(self) -> str:
        raise RuntimeError("unspeakable")


def raises(view: View) -> Choice:
    raise RuntimeError("out of ideas")


def leaves(view: View) -> Choice:
    raise SystemExit(3)


def exits(view: View) -> Choice:
    os._exit(5)


def crashes(view: View) -> Choice:
    ctypes.string_at(0)
    raise AssertionError("this should have been a segmentation fault")


def sleeps(view: View) -> Choice:
    threading.Event().wait()
    raise AssertionError("for ever is over")


def spins(view: View) -> Choice:
    while True:
        pass


def hangs(view: View) -> Choice:
    os.kill(os.getpid(), signal.SIGSTOP)
    return first(view)


def cheats(view: View) -> Choice:
    return Choice(OddMove())


def mumbles(view: View) -> Choice:
    return Choice(Unspeakable())


def unpicklable(view: View) -> Choice:
    why: Any = lambda: "because"  # noqa: E731
    return Choice(view.legal[0].move, (Reason(view.legal[0].move, 1.0, why),))


def answers_nothing(view: View) -> Choice:
    nothing: Any = None
    return nothing  # type: ignore[no-any-return]


def prints(view: View) -> Choice:
    print("x" * 100_000, flush=True)
    os.write(1, b"\xff" * 1000)
    return first(view)


def first(view: View) -> Choice:
    return Choice(view.legal[0].move)


def at_home(view: View) -> Choice:
    """Plays the last legal move, where the worker is nicer than the tests and has no standard input."""
    assert os.read(0, 1) == b""
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    assert not any(map(_is_of_the_network, range(256)))
    return Choice(view.legal[-1].move)


def _is_of_the_network(descriptor: int) -> bool:
    """Whether it is a socket by which anybody could be spoken to; some loops' pipes are pairs of local sockets."""
    try:
        with socket.socket(fileno=os.dup(descriptor)) as found:
            return found.family in (socket.AF_INET, socket.AF_INET6)
    except OSError:
        return False


ODD: Final[dict[str, Callable[[View], Choice]]] = {
    act.__name__: act
    for act in (
        *(raises, leaves, exits, crashes, sleeps, spins, hangs, cheats, mumbles, unpicklable, answers_nothing),
        *(prints, first, at_home),
    )
}


class OddBot(Bot):
    """Does one of the odd things."""

    name: ClassVar[str] = "odd"

    def __init__(self, act: Callable[[View], Choice]) -> None:
        self.act = act

    def choose(self, view: View, stream: Stream) -> Choice:
        return self.act(view)


def make_bot(game_id: str, name: str) -> Bot:
    return OddBot(ODD[name]) if name in ODD else bots.make_bot(game_id, name)


def bot_names(game_id: str) -> tuple[str, ...]:
    return bots.bot_names(game_id)
