"""Compiled and plain code play the same."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import opening
from kozyr.kernel.compiled import plain_twin
from kozyr.kernel.streams import Stream

ROOT = Path(__file__).parents[2]


def digest_in_mode(mode: str) -> str:
    environment = os.environ | {"KOZYR_COMPILED": mode, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    command = [sys.executable, "-m", "tests.conformance.digest"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    told, digest = done.stdout.split()
    assert told == mode
    return digest


def test_compiled_and_plain_processes_play_the_same_matches() -> None:
    assert digest_in_mode("1") == digest_in_mode("0")


def test_plain_twins_of_compiled_rules_play_as_they_do() -> None:
    """In this process: every compiled function of the twin is the plain one."""
    twin = plain_twin(opening)
    legal, twin_legal = np.zeros(opening.MAX_LEGAL, dtype=np.int64), np.zeros(opening.MAX_LEGAL, dtype=np.int64)
    stream = Stream("plain twins")
    for dealer in range(4):
        ours, twins = kd.new_deal(), kd.new_deal()
        for rules, deal in ((opening, ours), (twin, twins)):
            deal.boasts, deal.redeal_limit, deal.redeal_points = 6, 3, 40
            rules.start_deal(deal, dealer, kd.LEAD_ACE_OF_DIAMONDS)
        while ours.phase <= kd.SHUFFLE:
            if ours.phase == kd.SHUFFLE:
                pack = np.array(stream.shuffled(kd.PLAYED_CARDS), dtype=np.int64)
                opening.shuffled(ours, pack)
                twin.shuffled(twins, pack)
                continue
            n = opening.legal_into(ours, legal)
            assert twin.legal_into(twins, twin_legal) == n
            assert legal[:n].tolist() == twin_legal[:n].tolist()
            code = int(legal[stream.below(n)])
            opening.apply(ours, code)
            twin.apply(twins, code)
            assert ours.tobytes() == twins.tobytes()
