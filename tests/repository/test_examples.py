"""The examples of the documentation run as they stand there."""

import re
from pathlib import Path

import pytest

from tests.repository.tracked import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [(page, code) for page in PAGES for code in BLOCK.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("page", "code"), EXAMPLES, ids=[str(page.relative_to(ROOT)) for page, _ in EXAMPLES])
def test_an_example_in_python_runs(
    page: Path, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, str(page), "exec"), {})  # noqa: S102 - our own pages
    assert capsys.readouterr().out


def test_there_are_examples_to_run() -> None:
    assert EXAMPLES
