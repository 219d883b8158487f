"""Logs are JSON, hold known fields, and no secret in whatever way it gets there."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.server.identity import Cookie, Tokens
from kozyr.server.keys import Keys
from kozyr.server.logs import FIELDS, JsonFormatter, configure_logs, mask, names_no_visitor
from tests.server.samples import an_identity
from tests.server.serving import asked, at_table, served

TOKEN = Tokens(Keys(bytes(range(32)))).sign(an_identity())
RANDOM = "q7Zt3Jw0b-Vd_1mYx9KcPfRu8LsEhA2G"  # as new_token gives
ID = "5LRnBOAfsFfW1_U2"  # as new_id gives


@pytest.fixture
def output() -> Iterator[io.StringIO]:
    """What is logged; afterwards the logs are as they were."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    stream = io.StringIO()
    configure_logs(stream=stream)
    yield stream
    root.handlers[:] = handlers
    logging.getLogger("uvicorn.error").removeFilter(names_no_visitor)
    root.setLevel(level)


def lines(output: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.getvalue().splitlines()]


def test_a_line_is_an_object_with_known_fields(output: io.StringIO) -> None:
    extra = {"table": "t1", "seq": 7, "ms": 1.5, "password": "hidden", "anything": "else"}
    logging.getLogger("kozyr.test").warning("moved %s\nto", "on", extra=extra)
    (line,) = lines(output)
    assert line.pop("at")
    assert line == {
        "level": "warning",
        "logger": "kozyr.test",
        "message": "moved on\nto",
        "table": "t1",
        "seq": 7,
        "ms": 1.5,
    }


def test_what_uvicorn_says_goes_the_same_way(output: io.StringIO) -> None:
    logging.getLogger("uvicorn.access").info('%s - "%s %s HTTP/%s" %d', "::1", "GET", f"/link/{RANDOM}", "1.1", 200)
    (line,) = lines(output)
    assert line["message"] == '::1 - "GET /link/[masked] HTTP/1.1" 200'


def test_arguments_that_do_not_fit_are_no_fault() -> None:
    record = logging.LogRecord("kozyr", logging.INFO, "file", 1, "%d", ("x",), None)
    assert "do not fit" in json.loads(JsonFormatter().format(record))["message"]


WAYS = [
    "{cookie}",
    "Cookie: a=b; {cookie}; c=d",
    "COOKIE: {cookie}",
    "set-cookie: {cookie}",
    "{{'cookie': '{cookie}'}}",
    "[(b'host', b'x'), (b'cookie', b'{cookie}'), (b'accept', b'y')]",
    "token={token}",
    '"Token": "{token}"',
    "Authorization: Bearer {token}",
    "GET /link/{token}?x=1",
    "GET /r?share={token}&x=1",
    "({token})",
    "a{token}",
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("secure", [False, True])
@pytest.mark.parametrize("token", [TOKEN, RANDOM, TOKEN.upper()], ids=["signed", "random", "upper"])
def test_no_token_is_written_in_any_way(way: str, secure: bool, token: str, output: io.StringIO) -> None:
    cookie = Cookie(secure).setting(token).partition(";")[0]
    text = way.format(token=token, cookie=cookie)
    log = logging.getLogger("kozyr")
    log.info(text.replace("%", "%%"))
    log.info("%s and %r", text, text)
    log.info("%s", [text], stack_info=True)
    for field in FIELDS:
        log.info("x", extra={field: text})
    try:
        raise RuntimeError(text)
    except RuntimeError:
        log.exception("failed")
    written = output.getvalue()
    assert len(lines(output)) == 4 + len(FIELDS)
    parts = {token, *(part for part in token.split(".") if len(part) > 12)}
    assert [part for part in parts if part.lower() in written.lower()] == []


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://kozyr:hunter2@db/kozyr",
        "password=hunter2",
        "PASSWORD: hunter2,",
        '{"secret": "hunter2"}',
        "secret='hunter2'",
        "?api_key=hunter2&x",
        "pwd=hunter2;",
    ],
)
def test_no_password_is_written(text: str) -> None:
    assert "hunter2" not in mask(text)


@pytest.mark.parametrize(
    "text",
    [
        "table t1 went on to 17",
        f"table {ID} is closed",
        "kozyr: the database is full",
        "in test_a_function_whose_name_is_long_as_ours_are",
        "https://play.example/table",
        "2001:db8::1 GET /table/abc 200",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert mask(text) == text


@given(st.text())
def test_masking_twice_is_masking_once(text: str) -> None:
    assert mask(mask(text)) == mask(text)


async def test_who_comes_and_what_he_says_is_not_logged(output: io.StringIO, tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.person("Annabella") as ann:
        table = (await ann.post("/api/tables", json={"game": "thirty_one"})).json()["id"]
        link = (await ann.post("/api/me/link")).json()["token"]
        async with server.socket(ann, table) as socket:
            await at_table(socket)
            await asked(socket, "say", text="abracadabra")
        cookie = next(iter(ann.cookies.values()))
        await ann.request("DELETE", "/api/me")
    lines = [line for line in output.getvalue().splitlines() if json.loads(line)["logger"] != "httpx"]  # our own
    text = "\n".join(lines)
    assert "Application startup complete" in text
    for secret in ("Annabella", "abracadabra", link, cookie, table):
        assert secret not in text
    assert [line for line in lines if "127.0.0.1" in line and "Uvicorn running on" not in line] == []
    assert "connection" not in text
