"""``careful`` against ``random`` at Kozel, in duplicate: eyes a deal with a 95% interval."""

from __future__ import annotations

from bench.duplicate import parse, report


def main() -> None:
    """Print the table."""
    report(*parse(__doc__ or "", "careful", "random"))


if __name__ == "__main__":
    main()
