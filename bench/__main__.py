"""All benchmarks in one run: ``python -m bench``."""

from __future__ import annotations

from bench import rollouts, startup


def main() -> None:
    """Print every table."""
    rollouts.main()
    print()
    startup.main()


if __name__ == "__main__":
    main()
