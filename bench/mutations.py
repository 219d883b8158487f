"""Are the tests of Kozel sharp? Breaks one rule at a time in a copy of the sources; its tests must notice each.

``python -m bench.mutations [WORD]`` (only those with the word in their name); prints what was noticed and what not.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
KOZEL = Path("src/kozyr/games/kozel")


@dataclass(frozen=True)
class Mutation:
    """One text of one source, and what to put in its place."""

    name: str
    file: str
    old: str
    new: str


MUTATIONS = (
    Mutation("no duty to follow suit", "deal.py", "return follow if follow != 0 else otherwise", "return otherwise"),
    Mutation("no duty to trump", "deal.py", "otherwise = trumps if trumps != 0 else hand", "otherwise = hand"),
    Mutation("trump order swapped", "deal.py", "Jd Jh Js Jc Qd", "Jd Jh Jc Js Qd"),
    Mutation("ten below king", "deal.py", '"789KTA"', '"789TKA"'),
    Mutation(
        "equal suits always beat", "deal.py", "& (STRENGTH[:, None] > STRENGTH)", "& (STRENGTH[:, None] != STRENGTH)"
    ),
    Mutation(
        "any suit beats", "deal.py", "(SUIT_OF[:, None] == TRUMP) & (SUIT_OF != TRUMP)", "(SUIT_OF[:, None] != SUIT_OF)"
    ),
    Mutation("jack worth three", "deal.py", '"Q": 3, "J": 2', '"Q": 2, "J": 3'),
    Mutation(
        "the ace need not be led", "deal.py", "            deal.must_lead = card", "            deal.must_lead = -1"
    ),
    Mutation("the leader keeps the lead", "deal.py", "deal.leader = winner", "deal.leader = (winner + 2) & 3"),
    Mutation("spas one off", "scoring.py", ">= options.spas else 2", "> options.spas else 2"),
    Mutation("lyusya does not reset", "scoring.py", "0 if lyusya else board", "board[1 - winner] if lyusya else board"),
    Mutation("reset_only gains", "scoring.py", "        gain = 0\n", "        gain = 2\n"),
    Mutation("no cap at six", "scoring.py", "min(PAIRS_TO_WIN, board[winner] + gain)", "board[winner] + gain"),
    Mutation("the dealer gains by redeals", "scoring.py", "winner = 1 - dealer % 2", "winner = dealer % 2"),
    Mutation(
        "room of nine in the mirror",
        "opening.py",
        "drawn < k and hand_size(deal, seat) < 8",
        "drawn < k and hand_size(deal, seat) < 9",
    ),
    Mutation(
        "room of nine for the neighbour",
        "opening.py",
        "GOOD == 0 and hand_size(deal, left) < 8",
        "GOOD == 0 and hand_size(deal, left) < 9",
    ),
    Mutation("room of nine in trousers", "opening.py", "hand_size(deal, seat) <= 6", "hand_size(deal, seat) <= 7"),
    Mutation(
        "trousers give to a full neighbour",
        "opening.py",
        "hand_size(deal, (seat + 1) & 3) == 8",
        "hand_size(deal, (seat + 1) & 3) == 9",
    ),
    Mutation("trousers never again", "opening.py", "if deal.again != 0 and", "if deal.again < 0 and"),
    Mutation(
        "mirror draws from the top",
        "opening.py",
        "deal.pack_top + k - 1 - drawn]\n        drawn",
        "deal.pack_top + drawn]\n        drawn",
    ),
    Mutation(
        "levelling from the dealer",
        "opening.py",
        "eldest = (deal.dealer + 1) & 3\n    while",
        "eldest = deal.dealer\n    while",
    ),
    Mutation("twelve points may be claimed", "opening.py", "< deal.redeal_points", "<= deal.redeal_points"),
    Mutation("three nines are enough", "opening.py", "& NINES == NINES", "& NINES != 0"),
    Mutation("the team asks twice", "opening.py", "& QUEENS == 0 and deal.asked & team == 0", "& QUEENS == 0"),
    Mutation(
        "the partner lies", "opening.py", "(deal.turn + 2) & 3] & QUEENS != 0", "(deal.turn + 2) & 3] & QUEENS == 0"
    ),
    Mutation("one redeal more", "opening.py", "deal.redeals >= deal.redeal_limit", "deal.redeals > deal.redeal_limit"),
    Mutation("boast after a redeal", "opening.py", "if deal.redeals == 0:", "if deal.redeals >= 0:"),
    Mutation(
        "the deal goes right",
        "match.py",
        "        left = (self._fields[kd.DEALER] + 1) % 4",
        "        left = (self._fields[kd.DEALER] + 3) % 4",
    ),
    Mutation(
        "redeals count as a deal played",
        "match.py",
        "            result = score_redeal_limit(",
        "            self._some_deal_played = True\n            result = score_redeal_limit(",
    ),
)


NOTHING = Mutation("nothing", "deal.py", "TRUMP: Final = 4\n", "TRUMP: Final = 4\n")
"""The control: the copy itself passes."""


def broken_copy(folder: Path, mutation: Mutation) -> None:
    """A copy of the sources with the mutation in it. Raises ValueError where its text does not stand there once."""
    ignore = shutil.ignore_patterns("__pycache__", "static", "*.pyc")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", folder)
    path = folder / KOZEL / mutation.file
    text = path.read_text(encoding="utf-8")
    if text.count(mutation.old) != 1:
        raise ValueError(
            f"{mutation.name}: {mutation.old!r} stands {text.count(mutation.old)} times in {mutation.file}"
        )
    path.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")


def is_noticed(mutation: Mutation) -> bool:
    """Whether a test of Kozel fails with the mutation."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        broken_copy(folder, mutation)
        environment = os.environ | {"KOZYR_COMPILED": "0", "PYTHONPATH": str(folder / "src")}
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        command += ["--ignore", str(KOZEL / "tests/test_texts.py"), str(KOZEL / "tests")]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{mutation.name}: the tests did not run\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode == 1


def main(word: str = "") -> int:
    """Try every mutation; returns how many went unnoticed."""
    if is_noticed(NOTHING):
        raise RuntimeError("the tests of Kozel fail without any mutation")
    missed = 0
    for mutation in MUTATIONS:
        if word in mutation.name:
            noticed = is_noticed(mutation)
            missed += not noticed
            print("noticed" if noticed else "MISSED ", mutation.name, flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(1 if main(*sys.argv[1:2]) else 0)
