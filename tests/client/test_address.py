"""Links to tables, and what is told of texts that are none."""

import pytest

from kozyr.client import Address, AddressError, parse_server, parse_table


@pytest.mark.parametrize(
    ("text", "server", "expected"),
    [
        ("https://cards.example/t/a1_B-2", None, Address("https://cards.example", "a1_B-2")),
        ("http://LOCALHOST:8000/t/x/", None, Address("http://localhost:8000", "x")),
        ("https://example.org/kozyr/t/x?lang=ru#top", None, Address("https://example.org/kozyr", "x")),
        ("x", "https://cards.example/", Address("https://cards.example", "x")),
        ("https://cards.example/t/x", "https://cards.example/", Address("https://cards.example", "x")),
    ],
)
def test_a_link_or_an_id_on_a_server_is_a_table(text: str, server: str | None, expected: Address) -> None:
    assert parse_table(text, server) == expected
    assert parse_table(expected.link) == expected


@pytest.mark.parametrize(
    ("text", "server", "told"),
    [
        ("cards.example/t/x", None, "begin with https://"),
        ("ftp://cards.example/t/x", None, "begin with https://"),
        ("https://cards.example/", None, "no link to a table"),
        ("https://cards.example/t/", None, "no link to a table"),
        ("https://cards.example/t/a b", None, "no id of a table"),
        ("https:///t/x", None, "names no server"),
        ("https://me:secret@cards.example/t/x", None, "no place"),
        ("https://cards.example:port/t/x", None, "no address"),
        ("https://cards.example/t/x", "https://other.example", "not a table of"),
        ("x", None, "--server"),
        ("", None, "--server"),
        ("x" * 1000, "https://cards.example", "no id"),
    ],
)
def test_what_is_no_link_is_told_in_one_short_line(text: str, server: str | None, told: str) -> None:
    with pytest.raises(AddressError, match=told) as caught:
        parse_table(text, server)
    assert len(str(caught.value)) < 250
    assert "secret" not in str(caught.value)


def test_a_link_to_a_table_is_no_server() -> None:
    assert parse_server("HTTPS://cards.example/") == "https://cards.example"
    with pytest.raises(AddressError, match="link to a table"):
        parse_server("https://cards.example/t/x")


def test_the_socket_of_a_table_is_as_safe_as_its_page() -> None:
    assert Address("https://a.example/k", "x").socket == "wss://a.example/k/api/tables/x/socket"
    assert Address("http://a.example", "x").socket == "ws://a.example/api/tables/x/socket"
