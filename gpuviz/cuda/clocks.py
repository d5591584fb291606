"""Tells when a script reads a clock: only while it is recorded, and only from its own lines."""

from __future__ import annotations

import sys
import time
import timeit
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from gpuviz.messages import SourcePlace

CLOCKS: tuple[tuple[ModuleType, str], ...] = (
    *((time, name) for name in ("time", "perf_counter", "monotonic")),
    *((time, f"{name}_ns") for name in ("time", "perf_counter", "monotonic")),
    (timeit, "default_timer"),
)


@contextmanager
def clocks_watched(
    is_own: Callable[[str], bool], read: Callable[[SourcePlace], None]
) -> Iterator[None]:
    """Inside the `with`, `read` is told the place where a file that `is_own` reads a clock."""
    kept = [(module, name, getattr(module, name)) for module, name in CLOCKS]
    for module, name, clock in kept:
        setattr(module, name, _telling(clock, is_own, read))
    try:
        yield
    finally:
        for module, name, clock in kept:
            setattr(module, name, clock)


def _telling(
    clock: Callable[[], Any], is_own: Callable[[str], bool], read: Callable[[SourcePlace], None]
) -> Callable[[], Any]:
    def told() -> Any:
        caller = sys._getframe(1)
        if is_own(caller.f_code.co_filename):
            read(SourcePlace(caller.f_code.co_filename, caller.f_lineno))
        return clock()

    return told
