"""Every route: who may use it, what it answers, how it refuses; and what stands around all of them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from kozyr.kernel.streams import Stream
from kozyr.server import routes
from kozyr.server.app import SECURITY
from kozyr.server.limits import Limiter
from kozyr.server.people import LINK_MS
from kozyr.server.storage import StorageError
from kozyr.table import commands as cmd
from tests.records.samples import sample
from tests.server.running import Person, Running, Time, a_match, all_play, serving
from tests.server.samples import a_table

IDS = {"{game}": "kozel", "{id}": "nothing", "{token}": "nothing"}
OPEN = {
    "/health",
    "/api/games",
    "/api/games/{game}/terms",
    "/api/games/{game}/rules",
    "/api/texts",
    "/api/tables",
    "/api/tables/{id}",
    "/api/shared/{token}",
    "/api/shared/{token}/steps",
    "/api/shared/{token}/analysis",
}
"""What nobody needs a name for when he only reads."""


def code(answer: httpx.Response, status: int) -> str:
    """The code of a refusal, which has the one shape of all and the headers of all."""
    assert answer.status_code == status, answer.text
    told = answer.json()
    assert set(told) <= {"type", "code", "texts", "id", "values"}
    assert told["type"] == "failed"
    assert set(told["texts"]) == {"ru", "en"}
    assert all(told["texts"].values())
    assert "Traceback" not in answer.text
    check_headers(answer)
    return str(told["code"])


def check_headers(answer: httpx.Response) -> None:
    for name, value in SECURITY.items():
        assert answer.headers[name] == value


def path_of(route: str) -> str:
    for name, value in IDS.items():
        route = route.replace(name, value)
    return route


# Who I am


async def test_somebody_says_his_name_and_changes_it(running: Running) -> None:
    async with running.client() as http:
        assert code(await http.get("/api/me"), 401) == "who_are_you"
        first = await http.post("/api/me", json={"name": "  Ann\u202e  B "})
        assert (first.status_code, first.json()["name"]) == (201, "Ann B")
        second = await http.post("/api/me", json={"name": "Cyd"})
        assert (second.status_code, second.json()["id"]) == (200, first.json()["id"])
        assert (await http.get("/api/me")).json() == {"id": first.json()["id"], "name": "Cyd", "settings": {}}
        assert code(await http.post("/api/me", json={"name": "\u200b"}), 400) == "bad_field"
        assert code(await http.post("/api/me", json={"name": "x" * 25}), 400) == "bad_field"


async def test_the_cookie_is_kept_from_scripts_and_other_sites(running: Running) -> None:
    async with running.client() as http:
        cookie = (await http.post("/api/me", json={"name": "Ann"})).headers["set-cookie"]
        assert cookie.startswith("kozyr=")
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))


async def test_on_https_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    async with serving(tmp_path, public_url="https://play.example") as running, running.client() as http:
        answer = await http.post("/api/me", json={"name": "Ann"}, headers={"origin": "https://play.example"})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-kozyr=")
        assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))


@pytest.mark.parametrize(
    ("public_url", "origin"),
    [("https://play.example:443", "https://play.example"), ("http://play.example:80", "http://play.example")],
)
async def test_our_own_pages_are_known_where_the_public_url_names_the_usual_port(
    tmp_path: Path, public_url: str, origin: str
) -> None:
    """A browser leaves it out of what it sends as ``Origin``."""
    async with serving(tmp_path, public_url=public_url) as running, running.client() as http:
        answer = await http.post("/api/me", json={"name": "Ann"}, headers={"origin": origin})
        assert answer.status_code == 201


async def test_settings_of_pages_are_kept_within_bounds(ann: Person) -> None:
    kept = await ann.http.put("/api/me/settings", json={"settings": {"deck": "four", "нет": [1, None]}})
    assert kept.json()["settings"] == {"deck": "four", "нет": [1, None]}
    assert code(await ann.http.put("/api/me/settings", json={"settings": {"x": "y" * 5000}}), 413) == "too_large"
    assert (await ann.http.get("/api/me")).json()["settings"] == {"deck": "four", "нет": [1, None]}


async def test_a_link_makes_one_other_device_the_same_person(ann: Person, running: Running) -> None:
    token = (await ann.http.post("/api/me/link")).json()["token"]
    async with running.client() as phone, running.client() as third:
        assert (await phone.post("/api/me/claim", json={"token": token})).json()["id"] == ann.id
        assert (await phone.get("/api/me")).json()["id"] == ann.id
        assert code(await third.post("/api/me/claim", json={"token": token}), 404) == "link_void"
        assert code(await third.post("/api/me/claim", json={"token": ""}), 404) == "link_void"
        assert code(await third.get("/api/me"), 401) == "who_are_you"


async def test_a_link_expires(tmp_path: Path) -> None:
    clock = Time()
    async with serving(tmp_path, now=clock) as running, running.client() as phone:
        ann = await running.person("Ann")
        token = (await ann.http.post("/api/me/link")).json()["token"]
        clock.ms += LINK_MS
        assert code(await phone.post("/api/me/claim", json={"token": token}), 404) == "link_void"
        await ann.http.aclose()


async def test_renewing_voids_all_other_devices_and_their_connections(ann: Person, running: Running) -> None:
    token, unused = [(await ann.http.post("/api/me/link")).json()["token"] for _ in range(2)]
    table = await ann.new_table()
    async with running.client() as phone, ann.at(table) as place:
        await phone.post("/api/me/claim", json={"token": token})
        assert (await ann.http.post("/api/me/renew")).status_code == 200
        assert (await ann.http.get("/api/me")).json()["id"] == ann.id
        assert code(await phone.get("/api/me"), 401) == "who_are_you"
        assert code(await phone.post("/api/me/claim", json={"token": unused}), 404) == "link_void"
        await place.until(lambda: place.closed)
        assert place.bye == "elsewhere"


async def test_who_is_deleted_is_nowhere_in_the_database_any_more(tmp_path: Path) -> None:
    """As host, as a player whose seat was taken over, as a mere guest; his names, what he said, his links."""
    async with serving(tmp_path) as running:
        eve, bob = await running.person("Evelina"), await running.person("Bob")
        own = await eve.new_table(seats=["me", "open", "random"], listed=True)
        others = await bob.new_table(seats=["me", "random", "random"], listed=True)
        async with eve.at(own) as host, bob.at(own) as player, eve.at(others) as guest, bob.at(others) as owner:
            await player.do(cmd.Sit(seat=1))
            await host.do(cmd.Say(text="SECRETSAYING one"))
            await guest.do(cmd.Say(text="SECRETSAYING two"))
            await host.do(cmd.Ready())
            await player.do(cmd.Ready())
            await player.until(lambda: player.now.table.phase == "playing")
            await eve.http.post("/api/me/link")
            await eve.http.post("/api/me", json={"name": "Evelinka"})
            gone = await eve.http.delete("/api/me")
            assert gone.status_code == 204
            assert "Max-Age=0" in gone.headers["set-cookie"]
            await host.until(lambda: host.closed)
            await guest.until(lambda: guest.closed)
            await owner.ping()
            await owner.do(cmd.Say(text="still here"))
            await player.do(cmd.Say(text="still here"))
            assert all(seat.name != "Evelina" for seat in player.now.table.seats)
            async with bob.at(own) as again, bob.at(others) as there:
                text = b"".join([*again.received, *there.received])
                assert b"Evelin" not in text
                assert b"SECRETSAYING" not in text
        assert code(await eve.http.get("/api/me"), 401) == "who_are_you"
        assert "Evelin" not in (await bob.http.get("/api/tables")).text
        await eve.http.aclose()
        await bob.http.aclose()
    for kept in (await dump(tmp_path), (tmp_path / "kozyr.sqlite").read_bytes()):
        assert b"Bob" in kept
        assert b"SECRETSAYING" not in kept
        assert b"Evelin" not in kept


async def test_a_table_that_cannot_be_read_keeps_nobody_from_being_deleted(ann: Person, running: Running) -> None:
    await running.hall.storage.create_table(a_table("broken", creator=ann.id), [b"no event"], [ann.id])
    assert (await ann.http.delete("/api/me")).status_code == 204
    assert await running.hall.storage.identity(ann.id) is None


async def dump(folder: Path) -> bytes:
    """Every value of every row."""

    def read() -> bytes:
        import sqlite3

        connection = sqlite3.connect(folder / "kozyr.sqlite")
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [row for table in tables for row in connection.execute(f"SELECT * FROM {table}")]
        connection.close()
        return b"\n".join(value if isinstance(value, bytes) else str(value).encode() for row in rows for value in row)

    return await asyncio.to_thread(read)


# Games and tables


async def test_games_and_their_texts(running: Running) -> None:
    async with running.client() as http:
        games = (await http.get("/api/games")).json()
        for game in games:
            assert (await http.get(f"/api/games/{game['id']}/terms")).status_code == 200
            for language in ("ru", "en"):
                assert (await http.get(f"/api/games/{game['id']}/rules?lang={language}")).json()["markdown"]
        assert code(await http.get("/api/games/kozel/rules?lang=xx"), 400) == "bad_field"
        assert code(await http.get("/api/games/poker/terms"), 404) == "bad_field"
        assert (await http.get("/api/texts")).json()["phrases"]


async def test_what_is_the_same_for_all_is_sent_compressed_and_nothing_else(ann: Person) -> None:
    """What somebody has chosen and a secret in one compressed answer could be guessed by its length."""
    for path in ("/api/games", "/api/texts", "/api/games/kozel/terms", "/api/games/kozel/rules?lang=ru"):
        plain = await ann.http.get(path, headers={"accept-encoding": "identity"})
        packed = await ann.http.get(path, headers={"accept-encoding": "br, gzip"})
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.json() == plain.json()
        assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
        assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
        assert "max-age" in packed.headers["cache-control"]
        assert "content-encoding" not in (await ann.http.get(path, headers={"accept-encoding": "gzip;q=0"})).headers
    for path in ("/api/me", "/api/tables", "/api/tables/mine", "/api/records", "/api/games/nothing/terms"):
        answer = await ann.http.get(path, headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"


async def test_the_lobby_shows_listed_tables_page_by_page(ann: Person, running: Running) -> None:
    listed = [await ann.new_table(listed=True) for _ in range(3)]
    hidden = await ann.new_table(seats=["me"])
    async with running.client() as http:
        first = (await http.get("/api/tables?limit=2")).json()
        last = first[-1]
        rest = (await http.get(f"/api/tables?before={last['created_at']},{last['id']}")).json()
        assert {table["id"] for table in first + rest} == set(listed)
        assert (await http.get(f"/api/tables/{hidden}")).json()["seats"][0]["name"] == "Ann"
        for query in ("limit=0", "limit=51", "limit=x", "limit=²", "before=1", "before=x,y", "before=²,y"):
            assert code(await http.get(f"/api/tables?{query}"), 400) == "bad_field"
        assert code(await http.get("/api/tables/none"), 404) == "no_table"
    assert [table["id"] for table in (await ann.http.get("/api/tables/mine")).json()] == [hidden]


@pytest.mark.parametrize(
    "body",
    [
        {"game": "poker"},
        {"game": "kozel", "players": 3},
        {"game": "kozel", "players": -1},
        {"game": "kozel", "seats": ["me", "me"]},
        {"game": "kozel", "seats": ["nobody"]},
        {"game": "kozel", "seats": ["me"] * 9},
        {"game": "kozel", "seats": ["open"] * 9},
        {"game": "thirty_one", "players": 2, "seats": ["me", "random", "open"]},
        {"game": "kozel", "options": {"no": 1}},
        {"game": "kozel", "options": {"spas": "x"}},
        {"game": "kozel", "settings": {"pace": "x"}},
        {"game": "kozel", "settings": {"clock": {"kind": "move", "move_seconds": 0}}},
        {"game": "kozel", "more": 1},
        {"game": 1},
        {},
    ],
)
async def test_no_table_is_made_of_what_will_not_do(ann: Person, body: dict[str, Any]) -> None:
    answer = await ann.http.post("/api/tables", json=body)
    assert 400 <= answer.status_code < 500
    assert code(answer, answer.status_code)
    assert (await ann.http.get("/api/tables")).json() == []


# Records


async def test_a_record_is_for_who_played_unless_it_is_shared(tmp_path: Path) -> None:
    async with serving(tmp_path) as running, a_match(running, "thirty_one", 2) as places:
        ann, bob = (place.person for place in places)
        zoe = await running.person("Zoe")
        async with zoe.at(places[0].table_id) as watching:
            assert (await ann.http.get("/api/records")).json() == []
            await all_play(places, "records")
            await watching.until(lambda: watching.is_over)
        (about,) = (await ann.http.get("/api/records")).json()
        path = f"/api/records/{about['id']}"
        assert (await bob.http.get(path)).json()["record"]["game"] == "thirty_one"
        async with running.client() as stranger:
            for method, suffix in (("GET", ""), ("POST", "/share"), ("DELETE", "/share")):
                assert code(await zoe.http.request(method, path + suffix), 404) == "no_record"
                assert code(await stranger.request(method, path + suffix), 401) == "who_are_you"
            assert (await zoe.http.get("/api/records")).json() == []
            duplicate = {"game": "thirty_one", "record": about["id"]}
            assert code(await zoe.http.post("/api/tables", json=duplicate), 404) == "no_record"
            shared = (await bob.http.post(f"{path}/share")).json()["token"]
            assert (await ann.http.post(f"{path}/share")).json()["token"] == shared
            told = await stranger.get(f"/api/shared/{shared}")
            assert told.status_code == 200
            assert (await stranger.post("/api/check", content=json.dumps(told.json()["record"]))).status_code == 200
            for _ in range(2):
                assert (await ann.http.delete(f"{path}/share")).status_code == 204
            assert code(await stranger.get(f"/api/shared/{shared}"), 404) == "no_record"
        await zoe.http.aclose()


async def test_a_match_that_was_stopped_is_not_dealt_again(tmp_path: Path) -> None:
    async with serving(tmp_path) as running, a_match(running, "thirty_one", 1) as (place,):
        await place.do(cmd.Propose(what="stop"))
        await place.until(lambda: place.is_over)
        (about,) = (await place.person.http.get("/api/records")).json()
        assert not about["finished"]
        again = {"game": "thirty_one", "record": about["id"]}
        assert code(await place.person.http.post("/api/tables", json=again), 409) == "stopped"


async def test_a_record_that_does_not_replay_is_refused(running: Running) -> None:
    record = sample()
    async with running.client() as http:
        good = await http.post("/api/check", content=json.dumps(record))
        assert good.json() == {"game": "kozel", "deals": len(record["deals"])}
        record["deals"][0]["moves"].pop()
        assert code(await http.post("/api/check", content=json.dumps(record)), 400) == "bad_request"


@pytest.mark.parametrize(
    ("changed", "ru", "en"),
    [
        (
            lambda record: record.pop("seats"),
            "Это не запись партии: запись: нет поля seats",
            "the record has no field seats",
        ),
        (
            lambda record: record["deals"][0].update(dealer=7),
            "Сдача 1: сдающего 7 нет: места 0..3",
            "Deal 1: there is no",
        ),
        (lambda record: record["deals"][0]["moves"].pop(), "Сдача 1: ходов в сдаче 39, она не кончена", ""),
        (
            lambda record: record["deals"][0]["moves"][0].__setitem__(1, "fly"),
            'Сдача 1, ход 1: "fly" — не запись хода этой игры',
            "Deal 1, move 1: 'fly' is no move of kozel",
        ),
    ],
)
async def test_why_a_record_is_refused_is_told_in_both_languages(
    running: Running, changed: Callable[[Any], Any], ru: str, en: str
) -> None:
    record = sample()
    changed(record)
    async with running.client() as http:
        told = (await http.post("/api/check", content=json.dumps(record))).json()
    assert told["code"] == "bad_request"
    assert told["values"]["reason"].startswith("record 1")
    assert ru in told["texts"]["ru"]
    assert en in told["texts"]["en"]
    assert not re.search("[а-яё]", told["texts"]["en"])


async def test_what_is_no_record_is_refused(running: Running) -> None:
    async with running.client() as http:
        for body in (b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b"1" * 10_000, b'{"format": 1}', b'"\\ud800"'):
            assert code(await http.post("/api/check", content=body), 400) == "bad_request"
        assert code(await http.post("/api/check", content=b" " * (4 * 1024 * 1024 + 1)), 413) == "too_large"


# All routes


@pytest.mark.parametrize(("method", "route"), [(method, route) for method, route, _ in routes.ROUTES])
async def test_who_is_nobody_is_asked_for_his_name(running: Running, method: str, route: str) -> None:
    async with running.client() as http:
        answer = await http.request(method, path_of(route))
        if method == "GET" and route in OPEN:
            assert answer.status_code in (200, 404)
            check_headers(answer)
        else:
            assert code(answer, answer.status_code) in ("who_are_you", "bad_request")


@pytest.mark.parametrize(
    ("headers", "is_ours"),
    [
        ({}, True),
        ({"origin": "OWN"}, True),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"origin": "null"}, False),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "OWN.evil.example"}, False),
        ({"origin": ""}, False),
    ],
)
async def test_other_sites_may_change_nothing(ann: Person, headers: dict[str, str], is_ours: bool) -> None:
    own = ann.running.server.settings.public_url
    sent = {name: value.replace("OWN", own) for name, value in headers.items()}
    for method, path in (("POST", "/api/me"), ("DELETE", "/api/me"), ("PUT", "/api/me/settings")):
        if is_ours and method == "DELETE":
            continue
        body: dict[str, Any] = {"name": "Other"} if method == "POST" else {"settings": {}}
        answer = await ann.http.request(method, path, json=body, headers=sent)
        assert answer.status_code == 200 if is_ours else code(answer, 403) == "other_origin"
    assert (await ann.http.get("/api/me", headers=sent)).json()["name"] == ("Other" if is_ours else "Ann")


async def test_bodies_that_will_not_do_are_refused(ann: Person) -> None:
    for body in (b"", b"{", b"[]", b"null", b"\xff", b"[" * 50_000, b'{"name": 1}', b'{"name": "a", "b": 1}', b"1e999"):
        for method, path in (("POST", "/api/me"), ("PUT", "/api/me/settings"), ("POST", "/api/tables")):
            assert code(await ann.http.request(method, path, content=body), 400) == "bad_request"
    for path in ("/api/me", "/api/tables", "/api/me/claim"):
        assert code(await ann.http.post(path, content=b" " * 70_000), 413) == "too_large"
    assert (await ann.http.get("/api/me")).json()["name"] == "Ann"


async def test_a_path_that_is_none_and_a_method_that_is_not_used(ann: Person) -> None:
    assert code(await ann.http.get("/api/nothing"), 404) == "no_page"
    assert code(await ann.http.get("/api/me/"), 404) == "no_page"
    answer = await ann.http.patch("/api/me")
    assert code(answer, 405) == "no_method"
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD", "POST", "DELETE"}


async def test_who_asks_too_often_is_told_when_to_come_again(tmp_path: Path) -> None:
    async with serving(tmp_path, limited=True) as running, running.client() as http:
        running.server.requests = Limiter(0.001, 3)
        codes = [(await http.get("/api/games")).status_code for _ in range(4)]
        assert codes == [200, 200, 200, 429]
        answer = await http.get("/api/games")
        assert code(answer, 429) == "too_often"
        assert answer.json()["values"]["seconds"] > 0
        running.server.requests, running.server.news = Limiter(1e6, 1e6), Limiter(0.001, 2)
        names = [(await http.post("/api/me", json={"name": "Ann"})).status_code for _ in range(3)]
        assert names == [201, 200, 429]


async def test_what_costs_much_can_be_asked_seldom(tmp_path: Path) -> None:
    """Links are kept for a day, and a deletion reads every log: neither comes as often as a page is read."""
    async with serving(tmp_path, limited=True) as running, running.client() as http:
        running.server.requests = Limiter(1e6, 1e6)
        asked = [("POST", "/api/me/link"), ("DELETE", "/api/me"), ("POST", "/api/check"), ("POST", "/api/tables")]
        for method, path in asked:
            running.server.news = Limiter(0.001, 1)
            codes = [(await http.request(method, path, content=b"x")).status_code for _ in range(2)]
            assert codes[0] != 429
            assert codes[1] == 429
            assert (await http.get("/api/me")).status_code == 401


async def test_health_tells_when_nothing_can_be_stored(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await ann.http.get("/health")).json()["ok"]

    async def gone(*_: object, **__: object) -> None:
        raise StorageError("the disk is gone")

    monkeypatch.setattr(ann.running.hall.storage, "_write", gone)
    answer = await ann.http.get("/health")
    assert code(answer, 503) == "storage"
    assert "disk" not in answer.text


async def test_metrics_can_be_read(ann: Person) -> None:
    await ann.new_table()
    answer = await ann.http.get("/metrics")
    check_headers(answer)
    names = {family.name for family in text_string_to_metric_families(answer.text)}
    assert {"kozyr_tables_live", "kozyr_connections", "kozyr_refused_messages"} <= names


async def test_a_body_that_breaks_off_makes_no_noise(ann: Person, caplog: pytest.LogCaptureFixture) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", ann.running.port)
    head = f"POST /api/me HTTP/1.1\r\nhost: x\r\ncookie: {ann.cookie}\r\ncontent-length: 100\r\n\r\n{{"
    writer.write(head.encode())
    await writer.drain()
    writer.close()
    await writer.wait_closed()
    assert await reader.read() == b""
    assert (await ann.http.get("/api/me")).json()["name"] == "Ann"
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


PIECES = (
    "..", "%2e%2e", "%00", "%ff", "%d0%b0", "a" * 300, "-", "0", "null", "{id}", "'", "%22", "%0d%0a", ";", "~",
    "💥", "1'%20OR%20'1'='1", "%F0%9F", "__proto__",
)  # fmt: skip
BODIES: tuple[bytes, ...] = (
    b"", b"{}", b"[]", b"null", b"\x00", b'{"name":"\\u0000"}', b'{"name":"\\ud83d"}', b'{"settings":{"a":1e308}}',
    b'{"game":"kozel","players":999999999999999999999}', b'{"game":"kozel","record":"\\u0000"}', b'{"token":"\\u0000"}',
    b'{"game":"kozel","seats":["me"],"options":{"spas":123456789012345678901234567890}}', b"{" * 3000,
    b'{"settings":{"\\u0000":"\\uffff"}}', b'{"token":"' + b"x" * 5000 + b'"}',
    json.dumps(sample()).encode(), json.dumps(sample()).replace("0", "9").encode(),
    json.dumps(sample()).replace("[]", "[[]]").encode(), json.dumps(sample() | {"deals": [[], 1, {}]}).encode(),
)  # fmt: skip
HEADERS: tuple[dict[str, str], ...] = (
    {}, {"cookie": "kozyr=x.y.z"}, {"cookie": "kozyr=" + "a" * 2000}, {"cookie": ";;;=;\x01"}, {"content-type": "x"},
    {"origin": "http://x"}, {"x-forwarded-for": "1.1.1.1"}, {"host": "evil.example"}, {"range": "bytes=0-1"},
    {"cookie": 'kozyr="unclosed'}, {"accept-encoding": "x"}, {"if-none-match": "*"},
)  # fmt: skip
QUERIES = ("limit", "before", "lang", "next", "deal", "from", "seat")
EYES = ("open", "watcher", "0", "3", "9")
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "FOO")


async def fuzz(running: Running, seed: str, cases: int) -> None:
    """Hostile requests at every route: no 5xx, no traceback, nothing changed."""
    ann = await running.person("Ann")
    table = await ann.new_table(listed=True)
    before = await running.print_of(table)
    stream = Stream(seed)
    paths = [route for _, route, _ in routes.ROUTES] + ["/metrics", "/", "/static/x", "/api"]
    async with running.client() as nobody:
        for _ in range(cases):
            path = stream.choice(paths)
            for place in IDS:
                path = path.replace(place, stream.choice(PIECES))
            if stream.below(4) == 0:
                path += "/" + stream.choice(PIECES)
            if stream.below(3) == 0:
                path += f"?{stream.choice(QUERIES)}={stream.choice(PIECES)}"
            elif path.endswith("/steps"):
                path += f"?deal={stream.below(3)}&from={stream.below(9)}&seat={stream.choice(EYES)}"
            who = nobody if stream.below(2) else ann.http
            method, body, headers = stream.choice(METHODS), stream.choice(BODIES), stream.choice(HEADERS)
            if method == "DELETE" or "renew" in path or "/link" in path:
                who = nobody
            address = f"{str(who.base_url).rstrip('/')}{path}"  # whole: a path with two slashes first would name a host
            answer = await who.request(method, address, content=body, headers=headers)
            nobody.cookies.clear()
            assert answer.status_code < 500, (method, path, body, headers, answer.text)
            assert "Traceback" not in answer.text
            check_headers(answer)
            if answer.status_code >= 400 and method != "HEAD":
                assert code(answer, answer.status_code)
    assert await running.print_of(table) == before
    await ann.http.aclose()


async def test_hostile_requests_break_nothing(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    await fuzz(running, "routes", 400)
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
