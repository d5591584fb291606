"""What DRAM loses by opening pages: where the blocks that run at a time touch little of each.

Blocks start along x. Where the elements of the next block lie beside those of this one, pages are
read or written whole. Where they lie in other rows, as those that a transpose stores, each block
has its pages opened for the few bytes that it needs of them.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Sequence

import numpy as np

from gpuviz.launch import Dim3
from gpuviz.messages import NotSupportedError
from gpuviz.model.reuse import SECTOR_BYTES
from gpuviz.model.sample import NOWHERE, WarpSample
from gpuviz.model.source import BySite
from gpuviz.model.streams import AccessStream, Seen
from gpuviz.simt.source.text import function_tree
from gpuviz.trace import Trace

PAGE_BYTES = 1024  # of HBM by pseudo channel; those of GDDR are twice as large

Axes = frozenset[str]
NONE: Axes = frozenset()


def bytes_of_pages(
    trace: Trace, seen: Seen | None, streams: Sequence[AccessStream], wave: int
) -> BySite:
    """What each site touches of a page while it is open, `wave` blocks being there at a time."""
    touched = np.full(len(trace.sites), float(PAGE_BYTES))
    if seen is None:
        return touched
    grid = trace.config.grid
    for stream in streams:
        if stream.axes is None:
            touched[stream.site] = SECTOR_BYTES
        elif not _goes_on(trace, seen.sample, stream, grid):
            rows = max(wave // grid.x, 1)
            touched[stream.site] = rows * _bytes_in_page(seen.sample, stream.site)
    return touched


def _bytes_in_page(sample: WarpSample, site: int) -> float:
    """What the first block touches of each page that it comes to, wherever pages begin."""
    address = sample.address[sample.rows_at(site, 0)]
    sectors = np.unique(address[address != NOWHERE] // SECTOR_BYTES)
    if not len(sectors):
        return PAGE_BYTES
    begins, ends = np.ones((2, len(sectors)), np.bool_)
    begins[1:] = ends[:-1] = sectors[1:] - sectors[:-1] >= PAGE_BYTES // SECTOR_BYTES
    spans = (sectors[ends] - sectors[begins] + 1) * SECTOR_BYTES
    return float(SECTOR_BYTES * len(sectors) / np.ceil(spans / PAGE_BYTES).sum())


def _goes_on(trace: Trace, sample: WarpSample, stream: AccessStream, grid: Dim3) -> bool:
    """Whether the next block along x touches the same pages; what cannot be told is taken to."""
    if grid.x == 1 or (stream.axes is not None and not stream.axes[0]):
        return grid.x > 1
    if grid.y == grid.z == 1:
        shift = _shift(sample, stream.site)
        touched = stream.fresh * SECTOR_BYTES / grid.x
        return shift is None or shift < max(PAGE_BYTES, 2 * touched)
    axes = _axes_of_columns(trace, stream.site)
    return axes is None or "x" in axes


def _shift(sample: WarpSample, site: int) -> float | None:
    """Bytes from a block of a grid of one axis to the next; None: unknown."""
    last = len(sample.blocks) - 1
    home, there = sample.rows_at(site, 0), sample.rows_at(site, last)
    if not last or not len(home) or not len(there):
        return None
    far = int(sample.address[there[0], 0] - sample.address[home[0], 0])
    return abs(far) / (sample.blocks[last] - sample.blocks[0])


def _axes_of_columns(trace: Trace, number: int) -> Axes | None:
    """The axes of the grid that the last index of a site depends on; None: unknown."""
    site = trace.sites[number]
    function = trace.functions[trace.statements[site.statement].function]
    if not function.is_kernel:
        return None
    line = site.line - function.first_line + 1
    return _last_indices(function.text).get((line, site.array))


@functools.lru_cache(64)
def _last_indices(text: str) -> dict[tuple[int, str], Axes]:
    """By line and array: the axes of the grid that the last of several indices depends on."""
    try:
        tree = function_tree(text)
    except NotSupportedError:
        return {}
    known: dict[str, Axes] = {}
    for _ in range(2):  # what a loop changes reaches the statements before it the second time
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign | ast.AugAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    _learn(target, node.value, known)
    return {
        (node.lineno, node.value.id): _axes_in(node.slice.elts[-1], known)
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and isinstance(node.slice, ast.Tuple)
    }


def _learn(target: ast.expr, value: ast.expr, known: dict[str, Axes]) -> None:
    """Note what variables depend on that are assigned."""
    if isinstance(target, ast.Tuple) and ast.unparse(value).startswith("cuda.grid("):
        for axis, name in zip("xyz", target.elts, strict=False):
            known[ast.unparse(name)] = frozenset(axis)
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for name, part in zip(target.elts, value.elts, strict=False):
            _learn(name, part, known)
    elif isinstance(target, ast.Name):
        known[target.id] = known.get(target.id, NONE) | _axes_in(value, known)


def _axes_in(tree: ast.expr, known: dict[str, Axes]) -> Axes:
    """The axes of the grid that an expression depends on."""
    found = NONE
    for node in ast.walk(tree):
        text = ast.unparse(node) if isinstance(node, ast.Attribute | ast.Call) else ""
        if isinstance(node, ast.Name):
            found |= known.get(node.id, NONE)
        elif text.startswith("cuda.blockIdx."):
            found |= {text[-1]}
        elif text.startswith("cuda.grid("):
            found |= {"x"}
    return found
