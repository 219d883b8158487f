"""``kozyr bench``: how fast this machine plays."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import Any

from kozyr.cli.parser import prefer_mode


def add(commands: Any) -> None:
    """Add the command's arguments."""
    text = "In a clone, run its benchmarks against other libraries; elsewhere, measure random deals a second."
    parser = commands.add_parser("bench", help="measure the speed", description=text)
    parser.add_argument("--quick", action="store_true", help="random deals only, also in a clone")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure."""
    prefer_mode(compiled=True)
    root = Path(__file__).parents[3]
    if not args.quick and (root / "bench" / "__main__.py").is_file() and (root / "pyproject.toml").is_file():
        sys.path.insert(0, str(root))
        importlib.import_module("bench.__main__").main()
    else:
        _print_speeds()
    return 0


def _print_speeds() -> None:
    from rich.console import Console
    from rich.table import Table

    from kozyr.games import game_ids
    from kozyr.kernel.compiled import is_compiled
    from kozyr.lab.speed import measure

    how = "compiled" if is_compiled() else "not compiled"
    table = Table("game", title=f"Random matches on one core, {how}; medians of 5 runs", title_justify="left")
    table.add_column("deals/s", justify="right")
    table.add_column("moves/s", justify="right")
    for game_id in game_ids():
        speed = measure(game_id)
        table.add_row(game_id, f"{speed.deals:,.0f}", f"{speed.moves:,.0f}")
    Console(width=None if sys.stdout.isatty() else 100).print(table)
