"""The command `gpuviz`, also `python -m gpuviz`. Ctrl+C is answered before all other imports."""

import sys

from gpuviz import interrupts


def main() -> int:
    """Runs one command and gives its exit code."""
    interrupts.begin()
    try:
        from gpuviz.cli import main as run

        code = run()
    except KeyboardInterrupt:
        code = interrupts.INTERRUPTED
    interrupts.end()
    return interrupts.INTERRUPTED if interrupts.heard() else code


if __name__ == "__main__":
    sys.exit(main())
