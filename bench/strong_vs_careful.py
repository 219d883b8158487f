"""``strong`` against ``careful`` at Kozel, in duplicate: eyes a deal with a 95% interval."""

from __future__ import annotations

from bench.duplicate import parse, report


def main() -> None:
    """Print the table."""
    print(report(*parse(__doc__ or "", "strong", "careful")))


if __name__ == "__main__":
    main()
