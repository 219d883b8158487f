"""A finished match is judged deal by deal for whoever may read its record, in a process apart, and not without end."""

from __future__ import annotations

import json
import multiprocessing.connection
import operator
import signal
import subprocess
import sys
import time
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec
import pytest

from kozyr.lab.analysis.judging import judge_deal
from kozyr.records import parse_record
from kozyr.server import analysing
from kozyr.server.analysing import Analyst
from kozyr.server.faults import Fault
from kozyr.server.replayer import for_ever
from tests.fairness.dealing import deal_match
from tests.records.samples import sample
from tests.server.running import Running, a_match, all_play, serving
from tests.server.test_routes import code


def a_line(seed: str = "analysed") -> bytes:
    """A match of Kozel, played to its end by chance."""
    return json.dumps(deal_match("kozel", 4, seed)).encode()


def shortest_deal(line: bytes) -> int:
    """The deal with the fewest moves, counted from 1: what is judged soonest."""
    deals = json.loads(line)["deals"]
    return min(range(len(deals)), key=lambda index: len(deals[index]["moves"])) + 1


@pytest.mark.timeout(280)
def test_a_deal_is_judged_as_the_command_judges_it_and_only_once() -> None:
    line, analyst = a_line(), Analyst()
    deal = shortest_deal(line)
    try:
        told = msgspec.json.decode(analyst.judge(for_ever, line, deal), type=analysing.Judgement)
        judged = judge_deal(parse_record(line.decode()), deal - 1)
        assert [(each.place, each.seat, each.played) for each in told.decisions] == [
            (each.place, each.seat, each.played) for each in judged.decisions
        ]
        for mine, theirs in zip(told.decisions, judged.decisions, strict=True):
            assert (mine.lost, mine.open_lost, mine.accuracy) == (theirs.lost, theirs.open_lost, theirs.accuracy)
            assert [(option.move, option.value, option.open) for option in mine.moves] == [
                (option.move, option.value, option.open_value) for option in theirs.alternatives
            ]
            assert all(option.label["id"] for option in mine.moves)
        assert (told.deal, told.value_term, told.open_term) == (deal, "pairs", "points")
        assert (told.luck is None) == (judged.course is None)
        analyst.close()
        again = analyst.judge(for_ever, line, deal)
        assert msgspec.json.decode(again, type=analysing.Judgement) == told
        assert analyst.processes == ()
    finally:
        analyst.close()


def test_what_takes_too_long_is_given_up_with_its_process_and_the_next_is_judged() -> None:
    line, analyst, asked = a_line("long"), Analyst(), []

    def not_long() -> None:
        if analyst.processes:
            asked.append(analyst.processes)
            raise Fault("too_long", 413)

    try:
        with pytest.raises(Fault, match="takes too long"):
            analyst.judge(not_long, line, 1)
        (process,) = asked[0]
        assert multiprocessing.connection.wait([process.sentinel], 20)
        assert analyst.judge(for_ever, line, shortest_deal(line))
    finally:
        analyst.close()


def test_its_process_ends_when_nobody_asks_any_more_and_the_next_who_asks_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analysing, "_judged", operator.mul)
    line, analyst = a_line(), Analyst(idle=0.01)
    seen: dict[int | None, BaseProcess] = {}
    try:
        for deal in (1, 2):
            found = analyst.judge(lambda: seen.update({each.pid: each for each in analyst.processes}), line, deal)
            assert bytes(found) == line * deal
            assert multiprocessing.connection.wait([process.sentinel for process in seen.values()], 20)
        assert len(seen) == 2
    finally:
        analyst.close()


def slowly(line: bytes, _deal: int) -> bytes:
    time.sleep(1)
    return line


def test_only_the_first_deal_of_a_game_may_take_as_long_as_it_takes_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysing, "_judged", slowly)
    monkeypatch.setattr(analysing, "JUDGING_SECONDS", 0.0)
    line, analyst = a_line(), Analyst()
    try:
        assert bytes(analyst.judge(for_ever, line, 1)) == line
        with pytest.raises(Fault, match="takes too long"):
            analyst.judge(for_ever, line, 2)
    finally:
        analyst.close()


def test_nothing_of_it_is_left_when_the_server_is_ended_by_a_signal() -> None:
    """Whoever ends by a signal, as a server does after its farewells, runs nothing of what Python does at its end."""
    program = """if __name__ == "__main__":
        import operator, signal
        from kozyr.server import analysing
        from kozyr.server.replayer import for_ever
        from tests.server.test_analysing import a_line
        analysing._judged, analyst = operator.mul, analysing.Analyst()
        analyst.judge(for_ever, a_line(), 1)
        analyst.close()
        signal.raise_signal(signal.SIGTERM)
    """
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGTERM, "", "")


def test_what_cannot_be_judged_is_said_and_starts_nothing() -> None:
    analyst = Analyst()
    record = json.loads(a_line())
    stopped = {**record, "deals": record["deals"][:1], "result": None}
    for line, deal, why in (
        (json.dumps(record).encode(), len(record["deals"]) + 1, "deal"),
        (json.dumps(stopped).encode(), 1, "not played to its end"),
    ):
        with pytest.raises(Exception, match=why):
            analyst.judge(for_ever, line, deal)
    assert analyst.processes == ()


async def test_only_who_may_read_a_record_has_it_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Analyst, "judge", lambda _self, _go_on, line, deal: {"bytes": len(line), "deal": deal})
    async with serving(tmp_path) as running, a_match(running, "thirty_one", 2) as places:
        ann, zoe = places[0].person, await running.person("Zoe")
        await all_play(places, "judged")
        (about,) = (await ann.http.get("/api/records")).json()
        path = f"/api/records/{about['id']}/analysis"
        told = (await ann.http.get(f"{path}?deal=2")).json()
        assert told["deal"] == 2
        assert code(await zoe.http.get(path), 404) == "no_record"
        async with running.client() as stranger:
            assert code(await stranger.get(path), 401) == "who_are_you"
            token = (await ann.http.post(f"/api/records/{about['id']}/share")).json()["token"]
            assert (await stranger.get(f"/api/shared/{token}/analysis")).json()["deal"] == 1
            await ann.http.delete(f"/api/records/{about['id']}/share")
            assert code(await stranger.get(f"/api/shared/{token}/analysis"), 404) == "no_record"
            assert (await stranger.post("/api/analysis?deal=3", content=b"12345")).json() == {"bytes": 5, "deal": 3}
        await zoe.http.aclose()


async def test_what_has_no_such_deal_or_is_no_record_is_refused(running: Running) -> None:
    async with running.client() as http:
        for query in ("deal=0", "deal=x", "deal=99"):
            assert code(await http.post(f"/api/analysis?{query}", content=json.dumps(sample())), 400) == "bad_field"
        for body in (b"", b"{", b"\xff", b"[" * 100_000):
            assert code(await http.post("/api/analysis", content=body), 400) == "bad_request"
    api = running.server.api
    assert api is not None
    assert api.analyst.processes == ()
