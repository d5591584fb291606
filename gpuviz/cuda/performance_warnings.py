"""What Numba warns of: a grid too small, host arrays that are copied, options that contradict.

They are Numba's own warnings, and its settings switch them off. A script gets them where it runs
with the drop-in alone; where it is checked or traced, if it sets a filter of its own for them
(`warnings.simplefilter`). A recording that is opened in Python hears of none.
"""

from __future__ import annotations

import functools
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gpuviz.cuda import numba_on_demand
from gpuviz.cuda.blame import HOUSE
from gpuviz.cuda.recording import current_recording
from gpuviz.cuda.settings import MODULES, numbas_setting
from gpuviz.launch import LaunchConfig

FEW_BLOCKS = 128  # fewer are too few, for numba.cuda.dispatcher
SMALL_GRID = "Grid size {blocks} will likely result in GPU under-utilization due to low occupancy."
HOST_ARRAY = "Host array used in CUDA kernel will incur copy overhead to/from device."
OURS = str(HOUSE) + os.sep  # how the names of gpuviz's files begin
_filters: list[tuple[Any, ...]] = []  # of warnings, as a script finds them


def warn_of_small_grid(config: LaunchConfig) -> None:
    """Warns of a grid that has fewer blocks than a GPU can run at a time."""
    if config.blocks < FEW_BLOCKS and _is_on("CUDA_LOW_OCCUPANCY_WARNINGS"):
        _warn(SMALL_GRID.format(blocks=config.blocks))


def warn_of_host_array() -> None:
    """Warns of a host array that is copied to the device for a launch."""
    if _is_on("CUDA_WARN_ON_IMPLICIT_COPY"):
        _warn(HOST_ARRAY)


def warn_of_options(text: str) -> None:
    """Warns of options of @cuda.jit that contradict each other, where Numba is imported."""
    if "numba.core.errors" in sys.modules:
        _warn(text, "NumbaInvalidConfigWarning")


@contextmanager
def unheard_unless_asked_for() -> Iterator[None]:
    """Inside the `with`, a script hears of them only if it sets a filter; filters are put back."""
    with warnings.catch_warnings():
        if not numba_on_demand.is_to_come():
            _ignore_them()
            yield
            return
        one = numba_on_demand.Waiting(lambda: None, lambda: _ignore_them(behind=True))
        numba_on_demand.waiting.append(one)
        _filters[:] = [tuple(warnings.filters)]
        try:
            yield
        finally:
            numba_on_demand.waiting.remove(one)
            _filters.clear()


def _ignore_them(behind: bool = False) -> None:
    """`behind` the filters that a script has set before Numba was imported."""
    errors = sys.modules["numba.core.errors"]
    warnings.simplefilter("ignore", errors.NumbaPerformanceWarning, append=behind)


def _is_on(setting: str) -> bool:
    """Whether Numba would warn: it is imported, its settings allow it, and it is the script's."""
    recording = current_recording()
    if recording is not None and not recording.runs_script:
        return False
    if numba_on_demand.is_to_come():
        if _filters == [tuple(warnings.filters)]:
            return False
        numba_on_demand.load()
    known = [sys.modules[name] for name in MODULES if name in sys.modules]
    disabled = any(getattr(one, "DISABLE_PERFORMANCE_WARNINGS", 0) for one in known)
    return bool(known) and not disabled and numbas_setting(setting)


def _warn(text: str, kind: str = "NumbaPerformanceWarning") -> None:
    """Warns at the line of the script, by the name of Numba's warning."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_code.co_filename.startswith(OURS):
        frame, level = frame.f_back, level + 1
    warnings.warn(_warning(text, kind), stacklevel=level)


@functools.lru_cache(maxsize=64)
def _warning(text: str, kind: str) -> Warning:
    """The warning itself; Numba colours its words each time that it makes one."""
    warning: Warning = getattr(sys.modules["numba.core.errors"], kind)(text)
    return warning
