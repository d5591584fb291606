"""Bars on what lasts, on stderr and on a terminal only; a pipe and a CI hear of minutes, once.

A bar is seen once something takes half a second, and taken away again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from gpuviz.texts import tr

if TYPE_CHECKING:
    from tqdm import tqdm

    from gpuviz.engines.request import LongLoop

SHOWN_AFTER_S = 0.5
WARNED_AFTER_S, LONG_S = 15.0, 120.0
"""When it is known how long a launch will take, and from what is left on it is worth a word."""
MEASURED_SHARE = 0.01
"""Of a launch: enough to tell the rest by; before the first threads run, inputs are made."""
SHARE = "{desc}{percentage:3.0f}%|{bar}| {elapsed}<{remaining}"


class ShareBar:
    """How far a launch is, from 0 to 1, or the loop in which it is; a Progress.

    Told by whatever thread; shown by the one that waits.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._started = clock, clock()
        self._first: tuple[float, float] | None = None  # when a share was told first, and which
        self._warned = False
        self._lock = Lock()
        self._told: float | LongLoop = 0.0
        self._bar: tqdm[Any] | None = None
        self._on_terminal = sys.stderr.isatty()

    def __call__(self, told: float | LongLoop) -> None:
        """Show how far it is by now."""
        with self._lock:
            self._told = told

    def go_on(self) -> None:
        """Show the time, and what was told last: a launch may have nothing to tell for long."""
        if not self._on_terminal:
            self._warn()
            return
        if self._bar is None:
            self._bar = _bar(total=1.0, bar_format=_running())
        with self._lock:
            told = self._told
        if not isinstance(told, (int, float)):
            words = tr("in the loop of line {line}, round {rounds}: ").format(
                line=told.line, rounds=f"{told.rounds:,}"
            )
            self._bar.set_description_str(words, refresh=False)
            told = self._bar.n
        if told:
            self._bar.bar_format = SHARE
        self._bar.update(max(told - self._bar.n, 0))

    def _warn(self) -> None:
        """Say once that minutes are left, where no bar says it."""
        with self._lock:
            told = self._told
        if self._warned or not isinstance(told, (int, float)) or not told:
            return
        now = self._clock()
        begun, share = self._first = self._first or (now, told)
        if now - self._started < WARNED_AFTER_S or told - share < MEASURED_SHARE:
            return
        left = (1 - told) * (now - begun) / (told - share)
        if left > LONG_S:
            self._warned = True
            text = tr(
                "gpuviz: {percent} % done, about {minutes} minutes are left. Ctrl+C ends it: a"
                " smaller size takes less time."
            )
            words = text.format(percent=round(100 * told), minutes=round(left / 60))
            print(words, file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take it away."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


@contextmanager
def share_bar() -> Iterator[ShareBar]:
    """A bar over one launch, which is gone afterwards, however that ends."""
    bar = ShareBar()
    try:
        yield bar
    finally:
        bar.clear()


@contextmanager
def counting(count: int, unit: str, done: int = 0) -> Iterator[Callable[[], object]]:
    """A bar over so many things: what it gives is called after each."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    bar = _bar(total=count, initial=done, unit=f" {unit}")
    try:
        yield bar.update
    finally:
        bar.close()


def _running() -> str:
    """Where nothing was told yet, in tqdm's format."""
    return "{desc}" + tr("running for {time}").format(time="{elapsed}")


def _bar(**how: Any) -> tqdm[Any]:
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # its thread is for bars that nobody moves
    how = {"leave": False, "dynamic_ncols": True, "delay": SHOWN_AFTER_S, "miniters": 0, **how}
    return tqdm(file=sys.stderr, **how)
