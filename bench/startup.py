"""Cold compilation, warm start, and the start of a terminal game's rules, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

_ROLLOUT = (
    "from kozyr.games import get_game; from kozyr.kernel.streams import Stream; g = get_game('kozel');"
    "m = g.new_match(g.options(), 4); m.resolve(0); s = [Stream('x', i) for i in range(4)];"
    "m.resolve(m.awaits.sample(s[0])); m.rollout(s)"
)
_FIRST_VIEW = (
    "from kozyr.kernel.compiled import choose_mode; choose_mode(compiled=False);"
    "from kozyr.games import get_game; from kozyr.kernel.streams import Stream; g = get_game('kozel');"
    "m = g.new_match(g.options(), 4); m.resolve(0); m.resolve(m.awaits.sample(Stream('x'))); m.view(1);"
    "import textual.app"
)


def seconds(code: str, **environment: str) -> float:
    """How long a fresh interpreter takes for some code."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | environment)
    return time.perf_counter() - start


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        cold = seconds(_ROLLOUT, KOZYR_COMPILED="1", KOZYR_CACHE=folder)
        warm = min(seconds(_ROLLOUT, KOZYR_COMPILED="1", KOZYR_CACHE=folder) for _ in range(3))
    plain = min(seconds(_FIRST_VIEW, KOZYR_COMPILED="") for _ in range(3))
    print("| start | seconds |")
    print("|---|---|")
    print(f"| cold: everything is compiled | {cold:.2f} |")
    print(f"| warm: machine code from the cache | {warm:.2f} |")
    print(f"| plain: a terminal game's first view, Textual loaded | {plain:.2f} |")


if __name__ == "__main__":
    main()
