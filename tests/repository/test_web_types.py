"""What the page takes from the server's code is as it is there."""

from bench import web_types, web_words


def test_the_types_are_as_the_code_is() -> None:
    """Else run ``python -m bench.web_types``."""
    assert web_types.FILE.read_text(encoding="utf-8") == web_types.rendered()


def test_cards_are_said_in_the_same_words() -> None:
    """Else run ``python -m bench.web_words``."""
    assert web_words.FILE.read_text(encoding="utf-8") == web_words.rendered()
