"""Names and chat show what they are, and disturb nothing around them."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.server.names import MOST_IN_CHAT, MOST_IN_NAME, TextError, clean_chat, clean_name

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


def test_chat_is_one_line() -> None:
    assert clean_chat(" Хорошо\r\n\r\nсыграно! ") == "Хорошо сыграно!"
    assert clean_chat("x" * MOST_IN_CHAT) == "x" * MOST_IN_CHAT
    with pytest.raises(TextError, match="what is said has 300 characters at most, not 301"):
        clean_chat("x" * 301)


@settings(max_examples=500)
@given(TEXT)
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    for clean, most in ((clean_name, MOST_IN_NAME), (clean_chat, MOST_IN_CHAT)):
        try:
            cleaned = clean(text)
        except TextError:
            continue
        assert clean(cleaned) == cleaned
        assert 1 <= len(cleaned) <= most
        assert unicodedata.is_normalized("NFC", cleaned)
        assert cleaned == cleaned.strip()
        assert "  " not in cleaned
        assert not {unicodedata.category(sign) for sign in cleaned} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
        cleaned.encode()
