"""``python -m kozyr``: the command line."""

import sys

from kozyr.cli import main

if __name__ == "__main__":
    sys.exit(main())
