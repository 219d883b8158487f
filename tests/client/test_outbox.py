"""What is not answered is asked again under its name; what is answered is not."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.client import AskFailed, Backoff, ConnectionEnded
from kozyr.client.outbox import Outbox
from kozyr.protocol.messages import Done, Failed
from kozyr.table.commands import Ready, Say


def outbox() -> Outbox:
    numbers = itertools.count()
    return Outbox(lambda: f"n{next(numbers)}")


async def test_what_waits_is_asked_again_in_order_with_the_same_names() -> None:
    box = outbox()
    asks = [box.add(Say(text=text))[0] for text in "abc"]
    assert box.waiting == tuple(asks)
    assert len({ask.do.id for ask in asks}) == 3
    box.settle(Done(id=asks[1].do.id, seq=5))
    assert box.waiting == (asks[0], asks[2])


async def test_an_answer_reaches_who_asked_and_only_once() -> None:
    box = outbox()
    ask, answer = box.add(Ready())
    box.settle(Done(id="other", seq=1))
    assert not answer.done()
    box.settle(Done(id=ask.do.id, seq=7))
    box.settle(Done(id=ask.do.id, seq=8))
    assert (await answer).seq == 7


async def test_a_refusal_is_told_in_the_readers_language() -> None:
    box = outbox()
    ask, answer = box.add(Ready())
    box.settle(Failed(code="stale", texts={"ru": "Поздно", "en": "Late"}, id=ask.do.id, values={"x": 1}))
    with pytest.raises(AskFailed) as caught:
        await answer
    assert caught.value.code == "stale"
    assert [caught.value.text(language) for language in ("ru", "en", "xx")] == ["Поздно", "Late", "Late"]
    assert caught.value.values == {"x": 1}


async def test_a_name_of_the_askers_own_is_kept() -> None:
    box = outbox()
    ask, answer = box.add(Ready(id="mine"))
    assert ask.do.id == "mine"
    assert box.add(Ready(id="mine")) == (ask, answer)
    assert box.waiting == (ask,)


async def test_when_all_is_over_nobody_waits_any_more() -> None:
    box = outbox()
    ask, answer = box.add(Ready())
    _, dropped = box.add(Ready())
    box.drop(box.waiting[1])
    box.fail(ConnectionEnded("closed"))
    with pytest.raises(ConnectionEnded):
        await answer
    assert box.waiting == ()
    assert not dropped.done()
    assert ask.do.id == "n0"


@given(st.integers(0, 10_000), st.floats(0, 1))
def test_attempts_become_rare_and_never_more_than_allowed(attempt: int, chance: float) -> None:
    backoff = Backoff(first=0.5, factor=2, most=10)
    assert 0.25 <= backoff.delay(attempt, chance) <= 10
    assert backoff.delay(attempt, chance) <= backoff.delay(attempt + 1, 1.0)


def test_clients_do_not_all_come_at_once() -> None:
    backoff = Backoff(first=1, factor=2, most=10)
    assert [backoff.delay(0, chance) for chance in (0, 0.5, 1)] == [0.5, 0.75, 1]
