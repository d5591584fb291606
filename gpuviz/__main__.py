"""`python -m gpuviz` is `gpuviz`."""

import sys

from gpuviz.cli import main

if __name__ == "__main__":
    sys.exit(main())
