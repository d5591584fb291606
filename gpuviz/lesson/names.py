"""The names that lessons choose among."""

from __future__ import annotations

import functools
from pathlib import Path, PurePosixPath
from typing import get_args

from gpuviz.engines.names import ScheduleName
from gpuviz.insight.colourings import Colouring
from gpuviz.insight.element_colourings import ElementColouring
from gpuviz.operation import OperationInfo, find_operation
from gpuviz.operation.plugged import kernel_shelf
from gpuviz.places import resource_dir
from gpuviz.plugins import plugin_of

Names = tuple[str, ...]

OWN_SUFFIX = ".py"
OF_WINDOWS = set("\\:")  # in paths with drives; a lesson writes / everywhere

ENGINES = ("emulator", "numba-simulator")
"""Those that everybody has."""
SCHEDULES: Names = get_args(ScheduleName)
COLOURS = tuple(one.value for one in Colouring)
ELEMENT_COLOURS = tuple(one.value for one in ElementColouring)
HEATS = ("steps", "memory", "shared", "idle")
SOURCES = ("python", "cuda", "ptx", "sass")
"""PTX and SASS are there only where a compiler is installed."""
SWEEPS = ("sizes", "blocks")
SWITCH = ("on", "off")
DIGITS = tuple("0123456789")
ZOOMS = ("grid", "block")
LEVELS = ("grid", "block", "warp", "thread")
LIMITS = ("warps", "blocks", "registers", "shared")


@functools.cache
def operation_names() -> Names:
    """The operations of the gallery, and those of plugins as they are called."""
    gallery = sorted(path.stem for path in resource_dir("kernels").glob("[!_]*.py"))
    return (*gallery, *kernel_shelf().all())


def own_operation(name: str, folder: Path) -> str:
    """How an operation is called that a lesson in that folder means: where other plugins have a
    kernel of that name too, a plugin's lesson means that of its own.
    """
    plugin, shelf = plugin_of(folder), kernel_shelf()
    if plugin is None or name in shelf.own:
        return name
    brought = (one for one in shelf.brought if one.plugin.name == plugin.name)
    return shelf.called(plugin, name) if any(name in one.items for one in brought) else name


def operation_named(name: str) -> OperationInfo:
    """An operation of the gallery, read once, or one of a lesson's own files by its path.

    Raises RequestRefused for an unknown one.
    """
    return find_operation(name) if is_own_file(name) else _of_gallery(name)


@functools.cache
def _of_gallery(name: str) -> OperationInfo:
    return find_operation(name)


def is_own_file(name: str) -> bool:
    """Whether a lesson means a kernel file beside it, and no operation of the gallery."""
    return name.endswith(OWN_SUFFIX)


def own_file(name: str, folder: Path) -> Path | None:
    """The kernel file that a lesson in that folder names; None where it lies anywhere else."""
    parts = PurePosixPath(name).parts
    if name.startswith("/") or ".." in parts or set(name) & OF_WINDOWS:
        return None
    here = folder.resolve()
    path = here.joinpath(*parts).resolve()  # a link must not lead out either
    return path if path.is_relative_to(here) else None
