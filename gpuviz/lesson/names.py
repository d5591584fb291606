"""The names that lessons choose among."""

from __future__ import annotations

import functools
from typing import get_args

from gpuviz.engines.request import ScheduleName
from gpuviz.insight.colourings import Colouring
from gpuviz.insight.element_colourings import ElementColouring
from gpuviz.operation import OperationInfo, find_operation
from gpuviz.places import resource_dir

Names = tuple[str, ...]

ENGINES = ("emulator", "numba-simulator")
"""Those that everybody has."""
SCHEDULES: Names = get_args(ScheduleName)
COLOURS = tuple(one.value for one in Colouring)
ELEMENT_COLOURS = tuple(one.value for one in ElementColouring)
HEATS = ("steps", "memory", "idle")
SWEEPS = ("sizes", "blocks")
SWITCH = ("on", "off")
DIGITS = tuple("0123456789")
ZOOMS = ("grid", "block")
LEVELS = ("grid", "block", "warp", "thread")
LIMITS = ("warps", "blocks", "registers", "shared")


@functools.cache
def operation_names() -> Names:
    """The operations of the gallery, by the names of their files."""
    return tuple(sorted(path.stem for path in resource_dir("kernels").glob("[!_]*.py")))


@functools.cache
def operation_named(name: str) -> OperationInfo:
    """An operation of the gallery, read once. Raises RequestRefused for an unknown one."""
    return find_operation(name)
