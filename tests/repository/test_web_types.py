"""The types of the page are those of the protocol."""

from bench import web_types


def test_the_types_are_as_the_code_is() -> None:
    """Else run ``python -m bench.web_types``."""
    assert web_types.FILE.read_text(encoding="utf-8") == web_types.rendered()
