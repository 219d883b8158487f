"""The built page is served with what browsers need to keep it, and to trust it."""

import gzip
from functools import partial
from pathlib import Path

import pytest

from kozyr.server.app import SECURITY
from kozyr.server.pages import ADDRESSES, Pages
from tests.server.running import serving

HTML, SCRIPT = b"<!doctype html>", b"export {}\n"


@pytest.fixture
def pages(tmp_path: Path) -> Pages:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(HTML)
    (tmp_path / ".fingerprint").write_text("x", encoding="utf-8")
    (tmp_path / "assets" / "index-1.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "index-1.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "assets" / "index-1.js.br").write_bytes(b"br")
    return Pages(tmp_path)


def test_an_asset_is_kept_for_ever_and_the_html_is_asked_for_each_time(pages: Pages) -> None:
    assert "immutable" in pages.file("/assets/index-1.js", "").headers["cache-control"]
    assert pages.html("").headers["cache-control"] == "no-cache"
    assert pages.html("").body == HTML


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br", "br"), ("gzip;q=0.5", "gzip"), ("br;q=0, gzip", "gzip"), ("", None), ("identity", None)],
)
def test_a_file_is_compressed_as_the_browser_takes_it(pages: Pages, accepted: str, encoding: str | None) -> None:
    served = pages.file("/assets/index-1.js", accepted)
    assert served.headers.get("content-encoding") == encoding
    assert served.headers["content-type"] == "text/javascript; charset=utf-8"
    assert served.headers["vary"] == "accept-encoding"


def test_no_file_is_read_through_for_a_request(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    """What marks it was found when the server started: some files are large, and all are asked for often."""
    monkeypatch.setattr("kozyr.server.pages.hashlib", None)
    marks = {pages.file("/assets/index-1.js", accepted).headers["etag"] for accepted in ("", "gzip", "br")}
    assert len(marks) == 3
    assert pages.html("").headers["etag"] not in marks


def test_the_addresses_are_those_of_files_that_are_meant_to_be_seen(pages: Pages) -> None:
    assert pages.paths == ("/assets/index-1.js",)
    with pytest.raises(LookupError):
        pages.file("/.fingerprint", "")


def test_a_package_without_the_page_has_none(tmp_path: Path) -> None:
    assert not Pages(tmp_path)
    assert not Pages(tmp_path / "nothing")


@pytest.mark.usefixtures("pages")
async def test_a_server_gives_the_page_its_files_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kozyr.server.app.Pages", partial(Pages, tmp_path))
    async with serving(tmp_path / "data") as running, running.client(headers={"accept": "text/html"}) as http:
        for path in [address.replace("{", "").replace("}", "") for address, _ in ADDRESSES]:
            answer = await http.get(path)
            assert (answer.status_code, answer.content) == (200, HTML)
            assert SECURITY.items() <= dict(answer.headers).items()
        assert (await http.get("/assets/index-1.js", headers={"accept-encoding": ""})).content == SCRIPT
        (tmp_path / "secret").write_bytes(b"secret")
        others = ("/assets/index-1.js.br", "/assets/index-1.js/", "/.fingerprint", "/secret", "/data/kozyr.sqlite")
        for path in (
            *others,
            "/assets/../secret",
            "/assets/..%2fsecret",
            "/%2e%2e/secret",
            "/%2fsecret",
            "/index.html",
        ):
            answer = await http.get(path)
            assert (answer.status_code, answer.content) == (404, HTML)
            assert (await http.get(path, headers={"accept": "*/*"})).json()["code"] == "no_page"


@pytest.mark.usefixtures("pages")
async def test_who_has_a_file_is_not_sent_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a proxy has weakened its mark, and among others; but not where it is compressed otherwise."""
    monkeypatch.setattr("kozyr.server.app.Pages", partial(Pages, tmp_path))
    async with serving(tmp_path / "data") as running, running.client(headers={"accept-encoding": "br"}) as http:
        for path in ("/", "/assets/index-1.js"):
            mark = (await http.get(path)).headers["etag"]
            for known in (mark, f"W/{mark}", f'"x", {mark}'):
                answer = await http.get(path, headers={"if-none-match": known})
                assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", mark)
            for other in ('"x"', "", mark.strip('"')):
                assert (await http.get(path, headers={"if-none-match": other})).status_code == 200
        answer = await http.get("/assets/index-1.js", headers={"if-none-match": mark, "accept-encoding": "gzip"})
        assert answer.status_code == 200
