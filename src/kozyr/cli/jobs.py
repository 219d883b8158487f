"""Commands whose work several processes share."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool

from kozyr.cli.errors import DataError
from kozyr.cli.parser import whole_number


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the option that says how many."""
    parser.add_argument("--jobs", type=whole_number(1, 256), default=1, metavar="J", help="processes, 1 by default")


@contextlib.contextmanager
def sharing(work: str) -> Iterator[None]:
    """Do work in processes. Raises DataError where one of them dies."""
    try:
        yield
    except BrokenProcessPool:
        raise DataError(f"a process of the {work} has died; with fewer --jobs it needs less memory") from None
