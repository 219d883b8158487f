"""The mutations that ``python -m bench.mutations`` tries stand in the sources of today."""

from __future__ import annotations

import pytest

from bench.mutations import GAMES, MUTATIONS, ROOT, Mutation


@pytest.mark.parametrize(
    ("game", "mutation"),
    [(game, each) for game, all_of_it in MUTATIONS.items() for each in all_of_it],
    ids=lambda each: each.name if isinstance(each, Mutation) else each,
)
def test_what_a_mutation_changes_stands_once_in_its_file(game: str, mutation: Mutation) -> None:
    text = (ROOT / GAMES / game / mutation.file).read_text(encoding="utf-8")
    assert text.count(mutation.old) == 1
    assert mutation.new != mutation.old
