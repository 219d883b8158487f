"""What stands in the repository's texts, and what must not."""

import re

import pytest

from tests.repository.tracked import ROOT, tracked_texts

# Put together from parts, so that this file passes its own test.
REGISTRIES = re.compile(
    "|".join(
        re.escape(f"{name}.{domain}")
        for name, domain in [
            ("pypi", "org"),
            ("pythonhosted", "org"),
            ("registry.npmjs", "org"),
            ("registry.yarnpkg", "com"),
            ("crates", "io"),
            ("deb.debian", "org"),
        ]
    ),
    re.IGNORECASE,
)
HOMES = re.compile(r"(?<![\w.])/(?:home/\w+/|Users/\w+/|root/\.|work/)")


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Where a pattern stands in the repository."""
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in tracked_texts().items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("command", ["python3 go.py play", "python3 go.py test"])
def test_the_readme_gives_each_command_on_a_line_of_its_own(command: str) -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert command in [line.strip() for line in lines]


def test_no_text_names_the_host_of_a_package_registry() -> None:
    assert lines_with(REGISTRIES) == []


def test_no_text_names_a_path_of_one_machine() -> None:
    assert lines_with(HOMES) == []


def test_ci_runs_the_readmes_test_command() -> None:
    script = ROOT / ".ci" / "run"
    assert "\npython3 go.py test\n" in script.read_text(encoding="utf-8")
    assert script.stat().st_mode & 0o100


def test_ci_audits_what_players_run() -> None:
    assert "\npython3 go.py audit\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_every_decision_is_one_page_in_four_parts() -> None:
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    assert [page.name[:4] for page in pages] == [f"{number:04}" for number in range(1, len(pages) + 1)]
    for page in pages:
        headings = re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert headings == ["Context", "Choice", "Rejected", "Cost"], page.name
