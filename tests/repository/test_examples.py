"""The examples of the documentation run as they stand there."""

import re
from pathlib import Path

import pytest

from kozyr.cli import main
from tests.repository.tracked import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [(page, code) for page in PAGES for code in BLOCK.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("page", "code"), EXAMPLES, ids=[str(page.relative_to(ROOT)) for page, _ in EXAMPLES])
def test_an_example_in_python_runs(page: Path, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside a file of records by the name that the pages use."""
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", "kozel", "--matches", "2", "--records", "matches.jsonl"]) == 0
    exec(compile(code, str(page), "exec"), {})


def test_the_readme_has_an_example() -> None:
    assert ROOT / "README.md" in [page for page, _ in EXAMPLES]
