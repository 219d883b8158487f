"""How deals of Thirty-one go by the number of players, as one Markdown table: a figure a row, a column a number.

``python -m bench.thirty_one_statistics [MATCHES] [BOT]`` (1000 matches of each number of players by ``careful``).
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from kozyr.games import get_game
from kozyr.kernel.compiled import choose_mode
from kozyr.lab.plan import make_plan
from kozyr.lab.simulation import simulate
from kozyr.lab.statistics import Estimate, Tally

PLAYERS = range(2, 8)
TAGS = (
    "ended_by_show", "ended_by_pass", "ended_by_limit", "drains_0", "drains_1", "drains_2", "drains_many",
    "svara", "tie", "best_nebitka", "best_tri_lba", "best_31", "best_points",
)  # fmt: skip


def percent(found: Estimate) -> str:
    """A share with its 95% interval."""
    if found.low is None or found.high is None:
        return f"{found.mean:.1%}"
    return f"{found.mean:.1%} ({100 * found.low:.1f}..{100 * found.high:.1f})"


def chips(found: Estimate) -> str:
    """Chips with their 95% interval."""
    assert found.low is not None
    assert found.high is not None
    return f"{found.mean:+.2f} ({found.low:+.2f}..{found.high:+.2f})"


def rows(tallies: dict[int, Tally]) -> list[tuple[str, Callable[[int], str]]]:
    """What stands in the table: the label and the figure for a number of players."""
    terms = get_game("thirty_one").terms
    texts = [(terms.text(tag, "en"), tag) for tag in TAGS if any(tag in tally.tags for tally in tallies.values())]
    found: list[tuple[str, Callable[[int], str]]] = [
        ("deals", lambda n: f"{tallies[n].deals:,}"),
        ("moves a deal", lambda n: f"{tallies[n].moves_a_deal:.1f}"),
        ("median, nine in ten up to, longest", lambda n: ", ".join(str(tallies[n].length(q)) for q in (0.5, 0.9, 1.0))),
    ]
    found += [(text, lambda n, tag=tag: percent(tallies[n].share(tag))) for text, tag in texts]  # type: ignore[misc]
    for place in range(1, PLAYERS[-1] + 1):
        tag = f"won_from_place_{place}"
        label = f"{terms.text(tag, 'en')}"
        found.append((label, lambda n, tag=tag, place=place: percent(tallies[n].share(tag)) if place <= n else ""))  # type: ignore[misc]
    for seat in range(PLAYERS[-1]):
        found.append(
            (f"chips a deal, seat {seat}", lambda n, seat=seat: chips(tallies[n].score(seat)) if seat < n else "")
        )  # type: ignore[misc]
    return found


def main(matches: int, bot: str) -> None:
    """Print the table."""
    tallies = {}
    for players in PLAYERS:
        plan = make_plan("thirty_one", matches=matches, players=players, bots=(bot,), seed="statistics")
        tallies[players] = simulate(plan, jobs=2)
    print("| players | " + " | ".join(map(str, PLAYERS)) + " |")
    print("|---" * (len(PLAYERS) + 1) + "|")
    for label, figure in rows(tallies):
        print(f"| {label} | " + " | ".join(figure(players) for players in PLAYERS) + " |")


if __name__ == "__main__":
    choose_mode(compiled=True)
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, sys.argv[2] if len(sys.argv) > 2 else "careful")
