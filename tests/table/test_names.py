"""Names and lines of talk show what they are, and disturb nothing around them."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.table.names import LONGEST_NAME, NAMELESS, TextError, clean_name, cleaned, shown_name

TEXT = st.text(
    st.one_of(
        st.characters(exclude_categories=[]), st.sampled_from(" 0\u0301\u0300\ua6f0\u200b\u202e\u3164eеé가가\n\u00a0")
    )
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Аня", "Аня"),
        ("  Ann \t\n B.  ", "Ann B."),
        ("e\u0301", "é"),
        ("A\u202enna\u202c", "Anna"),
        ("A\u200bn\u200dn\ufeff", "Ann"),
        ("A\x00\x1b[31m", "A[31m"),
        ("\u2066x\u2069", "x"),
        ("A\u00a0\u3000B", "A B"),
        ("Z" + "\u0335" * 30, "Z\u0335\u0335"),
        ("\ua6f0 0", "0"),
        ("\u0301 Ann", "Ann"),
        ("A \u0301 B", "A B"),
        ("e \u0301\u0301", "e"),
        ("😀", "😀"),
        ("가", "가"),
        ("x" * 24, "x" * 24),
        (" \u200b" * 40 + "Ann", "Ann"),
        ("A\ud800B", "AB"),
    ],
)
def test_a_name_is_cleaned(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "text", ["", "   ", "\u200b", "\u3164", "\u2800 \u115f", "\u0301", "\n\t", "\u202e\u202c", "\x7f"]
)
def test_a_name_that_nobody_sees_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="a name has at least one character that can be seen"):
        clean_name(text)


@pytest.mark.parametrize("text", ["x" * 25, "x" * 1_000_000, " " * 1_000_000])
def test_a_name_that_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="a name has 24 characters at most"):
        clean_name(text)


def test_a_line_of_talk_is_one_line() -> None:
    assert cleaned(" Хорошо\r\n\r\nсыграно! ") == "Хорошо сыграно!"
    assert cleaned("\u2067!\u2069 Z" + "\u0335" * 30) == "! Z\u0335\u0335"
    assert cleaned("\u3164 \u0301") == ""


@pytest.mark.parametrize(
    ("text", "name"),
    [("Аня", "Аня"), ("x" * 100, "x" * 24), ("x" * 23 + " y", "x" * 23), ("\u3164", NAMELESS), ("", NAMELESS)],
)
def test_a_table_shows_some_name_whatever_it_is_given(text: str, name: str) -> None:
    assert shown_name(text) == name


@settings(max_examples=500)
@given(TEXT)
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    line = cleaned(text)
    assert cleaned(line) == line
    assert unicodedata.is_normalized("NFC", line)
    assert line == line.strip()
    assert "  " not in line
    assert not {unicodedata.category(sign) for sign in line} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    line.encode()


@given(TEXT)
def test_a_name_that_one_may_have_is_shown_as_it_is(text: str) -> None:
    """The server and the table read names alike."""
    shown = shown_name(text)
    assert 1 <= len(shown) <= LONGEST_NAME
    assert shown_name(shown) == shown
    try:
        name = clean_name(text)
    except TextError:
        return
    assert shown_name(name) == clean_name(name) == name == shown
