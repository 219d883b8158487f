"""A finished match is shown again by whoever may read its record, from any eyes, and nobody else's match is."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench import web_records
from kozyr.games import game_ids, get_game
from kozyr.kernel.chance import Lot, Shuffle
from kozyr.protocol.deltas import updated
from kozyr.protocol.views import write_said, write_view
from kozyr.records import check, parse_record, replay_states
from kozyr.server import rerunning
from kozyr.server.faults import Fault
from kozyr.server.limits import Limiter
from kozyr.server.replayer import MOST_WAITING, MOST_WAITING_OF_ONE, Replayer
from tests.fairness.dealing import deal_match
from tests.records.samples import sample
from tests.server.running import Running, a_match, all_play, serving
from tests.server.test_routes import code

SHORT: dict[str, dict[str, Any]] = {
    "kozel": {},
    "thirty_one": {"deals": 2, "max_turns": 4},
    "shalashik": {"deals": 1, "max_turns": 60},
}


def a_record(game: str) -> dict[str, Any]:
    """A match of a game, played to its end."""
    players = get_game(game).players[-1] if game == "kozel" else 3
    return deal_match(game, players, "rerun", **SHORT[game])


async def portions(http: httpx.AsyncClient, line: str, eyes: str, deal: int, moves: int) -> list[dict[str, Any]]:
    """All steps of a deal: view and story after each."""
    steps: list[dict[str, Any]] = []
    while len(steps) <= moves:
        answer = await http.post(f"/api/steps?seat={eyes}&deal={deal}&from={len(steps)}", content=line)
        assert answer.status_code == 200, answer.text
        portion = answer.json()
        assert (portion["deal"], portion["start"]) == (deal, len(steps))
        assert 0 < len(portion["steps"]) <= rerunning.STEPS_A_PORTION
        view: dict[str, Any] = {}
        story: list[Any] = []
        for step in portion["steps"]:
            view = updated(view, step["view"])
            story = story[: step["kept"]] + step["said"]
            steps.append({"move": step["move"], "view": view, "story": story})
    return steps


@pytest.mark.parametrize("game", game_ids())
async def test_every_seat_sees_what_it_saw_and_nothing_else(running: Running, game: str) -> None:
    line = json.dumps(a_record(game))
    record = parse_record(line)
    async with running.client() as http:
        told = (await http.post("/api/steps", content=line)).json()
        assert told["moves"] == [len(deal.moves) for deal in record.deals]
        for eyes in ("watcher", "0", str(len(record.seats) - 1)):
            seat = None if eyes == "watcher" else int(eyes)
            steps = await portions(http, line, eyes, 1, told["moves"][0])
            states = [state for state in replay_states(record) if state.deal == 0]
            assert len(steps) == len(states) == told["moves"][0] + 1
        for state in replay_states(record):
            if state.deal:
                break
            view = state.match.view(seat)
            shown = steps[state.moves]
            assert shown["story"] == [write_said(said) for said in view.events]
            assert shown["view"] == json.loads(json.dumps(write_view(view) | {"legal": []}))


async def test_open_eyes_see_every_hand_and_no_more_than_all_seats_together(running: Running) -> None:
    line = json.dumps(a_record("kozel"))
    async with running.client() as http:
        step = (await portions(http, line, "open", 1, 3))[2]
        hands = [zone["cards"] for name, zone in step["view"]["zones"].items() if name.startswith("hand:")]
        assert len(hands) == 4
        assert all(card is not None for hand in hands for card in hand)
        watcher = (await portions(http, line, "watcher", 1, 3))[2]
        shown = [zone["cards"] for name, zone in watcher["view"]["zones"].items() if name.startswith("hand:")]
        assert all(card is None for hand in shown for card in hand)


async def test_an_overview_tells_how_everything_was_drawn(running: Running) -> None:
    line = json.dumps(a_record("shalashik"))
    async with running.client() as http:
        told = (await http.post("/api/steps", content=line)).json()
    hows = [draw["how"] for draw in told["draws"][0]]
    assert hows[:3] == ["lot", "shuffle", "heap"]
    assert set(hows[3:]) == {"fall"}
    assert Lot(3).drawing == ("lot", 3)
    assert Shuffle(()).drawing == ("shuffle", [])


async def test_who_may_read_a_record_may_see_its_steps_and_nobody_else(tmp_path: Path) -> None:
    async with serving(tmp_path) as running, a_match(running, "thirty_one", 2) as places:
        ann, bob = (place.person for place in places)
        zoe = await running.person("Zoe")
        table = places[0].table_id
        for guess in (table, f"{table}/1", "nothing"):
            assert code(await ann.http.get(f"/api/records/{guess}/steps"), 404) in ("no_record", "no_page")
        await all_play(places, "steps")
        (about,) = (await ann.http.get("/api/records")).json()
        path = f"/api/records/{about['id']}/steps"
        for person in (ann, bob):
            assert (await person.http.get(path)).json()["game"] == "thirty_one"
            assert (await person.http.get(f"{path}?deal=1&seat=open")).json()["steps"]
        assert code(await zoe.http.get(path), 404) == "no_record"
        async with running.client() as stranger:
            assert code(await stranger.get(path), 401) == "who_are_you"
            token = (await ann.http.post(f"/api/records/{about['id']}/share")).json()["token"]
            assert (await stranger.get(f"/api/shared/{token}/steps?deal=1&seat=1")).json()["steps"]
            await ann.http.delete(f"/api/records/{about['id']}/share")
            assert code(await stranger.get(f"/api/shared/{token}/steps?deal=1"), 404) == "no_record"
        await zoe.http.aclose()


async def test_a_match_that_runs_has_no_steps(running: Running) -> None:
    """Neither one that is stored as stopped nor one whose record is sent without its end."""
    record = a_record("thirty_one")
    record["result"] = None
    record["deals"] = record["deals"][:1]
    async with running.client() as http:
        for query in ("", "?deal=1", "?deal=1&seat=open"):
            assert code(await http.post(f"/api/steps{query}", content=json.dumps(record)), 409) == "unfinished"


@pytest.mark.parametrize(
    "query",
    [
        "deal=99", "deal=-1", "deal=x", "deal=1&from=100000", "deal=1&from=-1", "deal=1&from=99999", "deal=1&seat=4",
        "deal=1&seat=-1", "deal=1&seat=all", "deal=1&seat=", "deal=²", "seat=x",
    ],
)  # fmt: skip
async def test_what_a_record_has_not_is_refused(running: Running, query: str) -> None:
    async with running.client() as http:
        answer = await http.post(f"/api/steps?{query}", content=json.dumps(sample()))
        assert code(answer, 400) == "bad_field"


async def test_what_is_no_record_has_no_steps(running: Running) -> None:
    record = a_record("thirty_one")
    record["deals"][0]["deck"][0], record["deals"][0]["deck"][1] = record["deals"][0]["deck"][1::-1]
    async with running.client() as http:
        for body in (b"", b"{", b"\xff", b"[" * 100_000, json.dumps(record).encode()):
            assert code(await http.post("/api/steps", content=body), 400) == "bad_request"
        assert code(await http.post("/api/steps", content=b" " * (4 * 1024 * 1024 + 1)), 413) == "too_large"


@pytest.mark.parametrize("what", ["steps", "analysis"])
async def test_what_takes_long_is_not_asked_for_without_end(tmp_path: Path, what: str) -> None:
    async with serving(tmp_path, limited=True) as running, running.client() as http:
        running.server.reruns = Limiter(0.001, 2)
        codes = [(await http.post(f"/api/{what}", content=b"x")).status_code for _ in range(3)]
        assert codes == [400, 400, 429]
        for path in (f"/api/records/x/{what}", f"/api/shared/x/{what}"):
            assert code(await http.get(path), 429) == "too_often"
        assert (await http.get("/api/games")).status_code == 200


async def a_line() -> bytes:
    return b""


async def test_what_one_address_asks_for_does_not_stand_before_what_another_asks_for() -> None:
    """Sixty records that take long to replay would else keep everybody from his own."""
    done: list[str] = []
    replayer = Replayer(lambda: False)
    asks = [replayer.do(who, a_line, lambda *_, who: done.append(who), who=who) for who in (*["ann"] * 4, "bob")]
    await asyncio.gather(*asks)
    assert done.index("bob") < 2
    assert len(done) == len(asks)
    assert not replayer._askers


@pytest.mark.parametrize(
    ("askers", "most"),
    [(["ann"] * 100, MOST_WAITING_OF_ONE), ([str(number) for number in range(100)], MOST_WAITING)],
    ids=["of one", "of all"],
)
async def test_no_more_than_so_many_records_wait_in_memory(askers: list[str], most: int) -> None:
    """Whoever finds no place is told at once, and what he has sent is not read; later there is place again."""
    read: list[str] = []

    async def body(who: str) -> bytes:
        read.append(who)
        await asyncio.sleep(0)
        return b""

    replayer = Replayer(lambda: False)
    for _ in range(2):
        asks = [replayer.do(who, partial(body, who), lambda *_: "done") for who in askers]
        outcomes = await asyncio.gather(*asks, return_exceptions=True)
        assert outcomes.count("done") == len(read) == most
        assert {error.code for error in outcomes if isinstance(error, Fault)} == {"too_often"}
        read.clear()
    assert not replayer._waiting


async def test_what_cannot_be_read_takes_no_place() -> None:
    async def never() -> bytes:
        raise Fault("too_large", 413, most=1)

    replayer = Replayer(lambda: False)
    with pytest.raises(Fault):
        await replayer.do("ann", never, lambda *_: None)
    assert not replayer._waiting


@pytest.mark.parametrize("query", ["", "?deal=2", "?deal=2&seat=open&from=3"])
async def test_a_replay_that_takes_too_long_ends(running: Running, monkeypatch: pytest.MonkeyPatch, query: str) -> None:
    monkeypatch.setattr("kozyr.server.replayer.LONGEST_SECONDS", -1.0)
    async with running.client() as http:
        line = json.dumps(a_record("thirty_one"))
        assert code(await http.post(f"/api/steps{query}", content=line), 413) == "too_long"
        assert code(await http.post("/api/check", content=line), 413) == "too_long"


async def test_a_replay_does_not_keep_a_server_from_ending(running: Running) -> None:
    running.hall.closing = True
    async with running.client() as http:
        answer = await http.post("/api/steps?deal=1", content=json.dumps(a_record("thirty_one")))
        assert code(answer, 413) == "too_long"
    running.hall.closing = False


WEB = Path(__file__).resolve().parents[2] / "web"


@pytest.mark.parametrize("game", game_ids())
def test_the_records_of_the_pages_tests_are_made_by_the_code_of_now(game: str) -> None:
    """``python -m bench.web_records`` writes them anew."""
    path = WEB / "tests" / "records" / f"{game}.json"
    assert path.read_text(encoding="utf-8") == web_records.rendered(game)


@pytest.mark.parametrize("game", game_ids())
def test_the_match_of_a_tour_is_by_the_rules(game: str) -> None:
    record = parse_record((WEB / "src" / "tour" / "records" / f"{game}.json").read_bytes())
    assert check(record).winners()
    assert record.game_id == game
