"""A hut of bodies on the terminal: the table lives while the hut is computed, and what was computed is kept (S-6)."""

import asyncio
import contextlib
import functools
import os
import select
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from kozyr.games import get_game
from kozyr.terminal.app import TableApp
from kozyr.terminal.background import in_background
from kozyr.terminal.saves import SaveError
from kozyr.terminal.session import Session
from tests.terminal.test_app import press, run_session, settle, shown

pytest.importorskip("mujoco")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KOZYR_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def one_hut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Building takes seconds: all deals have the same hut."""
    monkeypatch.setattr("kozyr.games.shalashik.hut.dealer.build_hut", lambda seed: built())


@functools.cache
def built() -> Any:
    from kozyr.games.shalashik.hut.building import build_hut

    return build_hut("7")


def new_session(seed: str = "one") -> Session:
    game = get_game("shalashik")
    options = game.options.from_mapping({"hut": "physics", "deals": 1})
    return Session(game, options, 2, 0, ["careful"], seed)


def go_on(session: Session, moves: int) -> Session:
    """The person draws like a careful bot would not: the highest card that shows."""
    while not session.over and len(session.moves) < moves:
        if session.step() is None:
            session.play(session.match.legal()[-1])
    return session


def test_a_kept_match_goes_on_without_pulling_again(monkeypatch: pytest.MonkeyPatch) -> None:
    straight, left = go_on(new_session(), 6), go_on(new_session(), 4)
    monkeypatch.setattr("kozyr.games.shalashik.hut.dealer.build_hut", None)
    again = Session.resume(left.path)
    assert again.moves == straight.moves[:4]
    go_on(again, 6)
    assert again.moves == straight.moves
    assert again.match.deals() == straight.match.deals()


def test_a_kept_match_that_is_damaged_or_lacks_the_engine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    left = go_on(new_session(), 2)
    text = left.path.read_text(encoding="utf-8")
    left.path.write_text(text.replace('"told"', '"tales"'), encoding="utf-8")
    with pytest.raises(SaveError, match="is damaged"):
        Session.resume(left.path)
    left.path.write_text(text, encoding="utf-8")
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(SaveError, match=r"cannot go on: a hut of bodies .* needs the package mujoco"):
        Session.resume(left.path)


def held_back(session: Session) -> threading.Event:
    """Let what is computed wait until the event is set."""
    go = threading.Event()
    drawing = session.drawing

    def waiting() -> Callable[[], Any]:
        work = drawing()

        def slow() -> Any:
            while not go.wait(0.01):
                pass
            return work()

        return slow

    session.drawing = waiting  # type: ignore[method-assign]
    return go


def takes_time(session: Session) -> bool:
    """Whether it waits for bodies now."""
    return session.chance_takes_time


def test_a_person_pulls_and_the_table_answers_meanwhile() -> None:
    """The card is named, a hand draws it, and the bots draw theirs."""

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        session = app.session
        assert session.person_to_move
        go = held_back(session)
        number = max(app.desk.run)
        await pilot.press(*str(number), "enter")
        assert session.moves[-1] == f"pull {number}"
        assert takes_time(session)
        assert "Will the hut stand…" in shown(app, "bar")
        await pilot.press("l")
        assert "Устоит ли шалашик…" in shown(app, "bar")
        assert takes_time(session)
        go.set()
        await settle(app, pilot)
        assert not takes_time(session)
        await press(app, pilot, *next_keys(app))

    def next_keys(app: TableApp) -> list[str]:
        return [*str(max(app.desk.run)), "enter"] if app.desk.run else ["enter"]

    app = run_session(new_session(), script)
    assert len(app.session.moves) >= 3


def test_ctrl_c_leaves_while_a_hand_pulls() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        held_back(app.session)
        await pilot.press(*str(max(app.desk.run)), "enter", "ctrl+c")

    before = threading.active_count()
    app = run_session(new_session(), script)
    assert not app.is_running
    assert threading.active_count() <= before
    again = Session.resume(app.session.path)
    assert again.moves == app.session.moves
    assert takes_time(again)
    again.step()
    assert not takes_time(again)


def test_work_that_nobody_waits_for_is_broken_off() -> None:
    """Wherever it is; what it gives or raises reaches whoever waits."""
    begun, ended = threading.Event(), threading.Event()

    def endless() -> None:
        begun.set()
        try:
            while not ended.wait(0.001):
                pass
        finally:
            ended.set()

    async def leave() -> None:
        task = asyncio.create_task(in_background(endless))
        while not begun.is_set():
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert ended.is_set()
        assert await in_background(lambda: 7) == 7
        with pytest.raises(ZeroDivisionError):
            await in_background(lambda: 1 // 0)

    asyncio.run(leave())


def test_the_program_ends_at_once_and_whole_while_a_hut_is_built() -> None:
    """A real table on a real terminal: Ctrl-C while the engine works in its thread."""
    pty = pytest.importorskip("pty")
    call = ["-m", "kozyr", "play", "shalashik", "--option", "hut=physics", "--lang", "en", "--seed", "x", "--fast"]
    terminal, inner = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color"}
    with subprocess.Popen([sys.executable, *call], stdin=inner, stdout=inner, stderr=inner, env=env) as process:
        os.close(inner)
        screen = b""
        while b"being built" not in screen and select.select([terminal], [], [], 60)[0]:
            screen += os.read(terminal, 1 << 16)
        os.write(terminal, b"\x03")
        with contextlib.suppress(OSError):  # the other end is closed
            while os.read(terminal, 1 << 16):
                pass
        code = process.wait(60)
    os.close(terminal)
    assert b"being built" in screen
    assert code == 0
