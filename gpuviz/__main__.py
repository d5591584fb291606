"""The command `gpuviz`, also `python -m gpuviz`. Ctrl+C is answered before all other imports."""

import gc
import sys

from gpuviz import interrupts

SELDOM = 50_000  # objects more: of what a command makes, nearly all stays until it ends


def main() -> int:
    """Runs one command and gives its exit code."""
    interrupts.begin()
    gc.set_threshold(SELDOM)
    try:
        from gpuviz.cli import main as run

        code = run()
    except KeyboardInterrupt:
        code = interrupts.INTERRUPTED
    interrupts.end()
    return interrupts.INTERRUPTED if interrupts.heard() else code


if __name__ == "__main__":
    sys.exit(main())
