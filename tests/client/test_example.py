"""The example of the client's page runs as it stands there, but for the address of the server."""

import re

import pytest

from tests.client.servers import RunningServer
from tests.repository.tracked import ROOT

PAGE = ROOT / "docs" / "how-to" / "write-a-client.md"


def test_the_example_plays_a_match(server: RunningServer, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"^```py\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert "http://127.0.0.1:8765" in code
    exec(compile(code.replace("http://127.0.0.1:8765", server.url), str(PAGE), "exec"), {})
    assert "verified" in capsys.readouterr().out
