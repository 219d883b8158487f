"""The desk of a huts' worker, with a line and a physics of paper, in this process."""

from __future__ import annotations

import queue
from typing import Any, cast

import pytest

from kozyr.server.workers import hut_desk
from kozyr.server.workers.child import Line
from kozyr.server.workers.hut_messages import Beat, Beginning, Close, Forget, Hands, LetGo, Open, Refused, Told
from tests.server.huts_at_hand import GAME, bodies


class PaperLine:
    """What the parent says, in order, and what it is told."""

    def __init__(self, *said: Any) -> None:
        self.inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.told: list[Any] = []
        for message in said:
            self.inbox.put(message)

    def receive(self, seconds: float | None = None) -> Any:
        return self.inbox.get(timeout=seconds)

    def receive_now(self) -> Any:
        return self.inbox.get_nowait()

    def post(self, value: object) -> None:
        self.inbox.put(value)

    def send(self, value: object) -> None:
        self.told.append(value)


def opening(number: int, hut: str, kept: Any = None) -> Open:
    return Open(number, hut, GAME, None, kept, bodies(), ())


def desk(line: PaperLine) -> hut_desk.HutDesk:
    return hut_desk.HutDesk(cast(Line, line))


def test_a_hut_that_is_forgotten_while_it_is_built_is_not_kept_and_the_next_of_its_name_is() -> None:
    line = PaperLine(opening(1, "hut"), Forget(1), Close("hut"), opening(2, "hut"), Forget(9))
    here = desk(line)
    while not any(isinstance(told, Told) for told in line.told):
        assert here.goes_on()
    assert [(type(told), told.number) for told in line.told if not isinstance(told, Beat)] == [
        (Beginning, 1),
        (Beginning, 2),
        (Told, 2),
    ]
    assert (list(here.tables), here.builds) == (["hut"], set())


def test_hands_of_huts_that_are_not_there_are_not_heeded_and_hanging_up_ends_it() -> None:
    here = desk(PaperLine(Hands("nowhere", ((0.0, 0.0, 0.0),)), LetGo("nowhere"), Close("nowhere"), None))
    assert not here.goes_on()


def test_what_cannot_be_opened_is_refused_with_the_reason() -> None:
    pytest.importorskip("mujoco")
    line = PaperLine(opening(1, "hut", kept={"poses": []}))
    here = desk(line)
    while not any(isinstance(told, Refused) for told in line.told):
        assert here.goes_on()
    assert "damaged" in line.told[-1].text
    assert here.tables == {}
