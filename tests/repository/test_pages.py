"""Pages lead to one another, and the index leads to all of them."""

import re
from pathlib import Path

import pytest

from tests.repository.tracked import ROOT, tracked_files

PAGES = [path for path in tracked_files() if path.suffix == ".md" and "tests" not in path.parts]
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def links(page: Path) -> list[Path]:
    """Where a page leads within the repository."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [(page.parent / link).resolve() for link in LINK.findall(text)]


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_a_link_leads_somewhere(page: Path) -> None:
    assert [str(link) for link in links(page) if not link.exists()] == []


def test_the_index_names_every_page() -> None:
    docs = ROOT / "docs"
    wanted = {page for folder in ("how-to", "reference", "explanation") for page in (docs / folder).glob("*.md")}
    assert wanted - set(links(docs / "README.md")) == set()
