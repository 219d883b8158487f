"""The page of the protocol says what the code says."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import msgspec

from bench import protocol_page
from kozyr.protocol import PROTOCOL
from kozyr.protocol.messages import FromServer, read_from_client
from tests.server.serving import served

TEXT = protocol_page.PAGE.read_text(encoding="utf-8")
SAID = re.findall(r"^([→←]) (\{.*\})$", TEXT, re.MULTILINE)


def test_the_page_is_as_the_code_is() -> None:
    """Else run ``python -m bench.protocol_page``."""
    assert protocol_page.rendered(TEXT) == TEXT
    assert list(protocol_page.missing(TEXT)) == []
    assert f"The version of the protocol is **{PROTOCOL}**" in TEXT


def test_no_class_and_no_word_of_python_is_left_in_it() -> None:
    prose = re.sub(r"`[^`]*`", "", TEXT)
    assert re.findall(r"\b(?:None|True|False|bytes\(|dict\[|NODEFAULT)\b", TEXT) == []
    assert "``" not in prose.replace("```", "")


def test_the_messages_of_its_conversation_are_messages() -> None:
    assert {side for side, _ in SAID} == {"→", "←"}
    for side, text in SAID:
        if side == "→":
            read_from_client(text)
        else:
            msgspec.json.decode(text, type=FromServer)


def fields(answer: str) -> set[str]:
    """The fields that the page names of an answer, those in brackets left out."""
    row = next(line for line in TEXT.splitlines() if line.startswith(f"| {answer}"))
    return set(re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", row.split("|")[2])))


async def test_answers_have_the_fields_that_it_names(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.person("Ann") as ann:
        made = await got(ann, "POST", "/api/tables", {"game": "thirty_one", "listed": True, "seats": ["me", "open"]})
        answers: dict[str, Any] = {
            "a person": await got(ann, "GET", "/api/me"),
            "a new table": made,
            "a table": (await got(ann, "GET", "/api/tables"))[0],
            "a game": (await got(ann, "GET", "/api/games"))[0],
            "a link": await got(ann, "POST", "/api/me/link"),
            "an export": await got(ann, "GET", "/api/me/export"),
            "health": await got(ann, "GET", "/health"),
        }
        assert {name: set(answer) for name, answer in answers.items()} == {name: fields(name) for name in answers}


async def got(person: httpx.AsyncClient, method: str, path: str, body: object = None) -> Any:
    """The answer to a request."""
    answer = await person.request(method, path, content=None if body is None else json.dumps(body))
    assert answer.is_success
    return answer.json()
