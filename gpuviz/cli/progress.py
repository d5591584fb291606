"""How far a launch is, on a terminal; a pipe hears nothing."""

from __future__ import annotations

import sys

from gpuviz.engines.request import Progress


def progress_line() -> Progress:
    """Shows the share done on a terminal, and nothing in a pipe."""
    on_terminal = sys.stderr.isatty()

    def show(share: float) -> None:
        if on_terminal:
            print(f"\r{share:4.0%} ", end="", file=sys.stderr, flush=True)

    return show


def clear_progress() -> None:
    """Takes the share away again."""
    if sys.stderr.isatty():
        print(end="\r      \r", file=sys.stderr, flush=True)
