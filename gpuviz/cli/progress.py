"""How far a launch is, on a terminal; a pipe hears nothing."""

from __future__ import annotations

import sys

from gpuviz.engines.request import LongLoop, Progress

WIDTH = 60  # columns that are taken back


def progress_line() -> Progress:
    """Shows on a terminal the share done, or the loop that lasts, and nothing in a pipe."""
    on_terminal = sys.stderr.isatty()

    def show(told: float | LongLoop) -> None:
        if on_terminal:
            print(f"\r{_words(told):{WIDTH}}", end="", file=sys.stderr, flush=True)

    return show


def clear_progress() -> None:
    """Takes the words away again."""
    if sys.stderr.isatty():
        print(f"\r{'':{WIDTH}}\r", end="", file=sys.stderr, flush=True)


def _words(told: float | LongLoop) -> str:
    if isinstance(told, LongLoop):
        return f"in the loop of line {told.line}: round {told.rounds:,}"
    return f"{told:4.0%}"
