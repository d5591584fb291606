"""Memory traffic by site: requests, sectors or wavefronts, and the share that was needed."""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.formula import nodes_of
from gpuviz.trace import NO_ELEMENT, Site, Trace

SECTOR_BYTES = 32
MOST_ROWS = 1 << 16  # of Accesses that are looked at for the share of bytes used


@dataclass(frozen=True, slots=True)
class SiteTraffic:
    """The memory traffic of one site.

    `units`: sectors (global), wavefronts (shared), threads (atomic), 0 for local and constant
    memory.
    """

    site: Site
    text: str  # the source: "a[i]"
    requests: int
    units: int
    used_share: float | None  # bytes needed / bytes moved; None where not every access is kept


def site_traffic(trace: Trace) -> tuple[SiteTraffic, ...]:
    """The traffic of every site that was executed, in the order of the source."""
    if trace.warp_counters is None:
        return ()
    requests = trace.warp_counters.requests.sum(axis=1, dtype=np.int64)
    units = trace.warp_counters.units.sum(axis=1, dtype=np.int64)
    return tuple(
        SiteTraffic(
            site,
            site_text(trace, site),
            int(requests[row]),
            int(units[row]),
            _used_share(trace, row, int(units[row])),
        )
        for row, site in enumerate(trace.sites)
        if requests[row]
    )


def site_text(trace: Trace, site: Site) -> str:
    """The element as the source names it, "a[i]"; the array's name where the place is not found."""
    function = trace.functions[trace.statements[site.statement].function]
    line = site.line - function.first_line + 1
    if site.kind == "atomic":
        return _atomic_element(function.text, line, site.array) or site.array
    on_line = _subscripts(function.text, line)
    here = {one.text for one in on_line if site.column in (one.column, one.column + 1)}
    named = {one.text for one in on_line if one.array == site.array}
    for found in (here & named, named, here):
        if len(found) == 1:
            return found.pop()
    return site.array


class _Subscript(NamedTuple):
    column: int
    array: str
    text: str


@functools.lru_cache(256)
def _atomic_element(text: str, line: int, array: str) -> str:
    """The element that cuda.atomic.add(array, index, ..) names; empty where lines have several."""
    found = {
        f"{array}[{_index_text(node.args[1])}]"
        for node in _on_lines(text).get(line, ())
        if isinstance(node, ast.Call)
        and "atomic." in ast.unparse(node.func)
        and len(node.args) > 1
        and ast.unparse(node.args[0]) == array
    }
    return found.pop() if len(found) == 1 else ""


def _index_text(index: ast.expr) -> str:
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return ", ".join(ast.unparse(part) for part in parts)


@functools.lru_cache(256)
def _subscripts(text: str, line: int) -> tuple[_Subscript, ...]:
    """Those on a line of a function's text, counted from 1."""
    return tuple(
        _Subscript(node.col_offset, ast.unparse(node.value), ast.unparse(node))
        for node in _on_lines(text).get(line, ())
        if isinstance(node, ast.Subscript)
    )


@functools.lru_cache(64)
def _on_lines(text: str) -> Mapping[int, tuple[ast.expr, ...]]:
    """The calls and subscripts of a source by the line in which they begin."""
    found: defaultdict[int, list[ast.expr]] = defaultdict(list)
    for node in nodes_of(text):
        if isinstance(node, ast.Call | ast.Subscript):
            found[node.lineno].append(node)
    return {line: tuple(nodes) for line, nodes in found.items()}


def _used_share(trace: Trace, row: int, sectors: int) -> float | None:
    site, accesses = trace.sites[row], trace.accesses
    if site.space != "global" or accesses is None or not trace.all_followed or not sectors:
        return None
    element = accesses.element[accesses.site == row]
    if site.kind == "atomic" or len(element) > MOST_ROWS:
        return None
    return int(_distinct(element).sum()) * site.itemsize / (sectors * SECTOR_BYTES)


def _distinct(element: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many different elements each row names; rows that rise with the lane need no sorting."""
    rising = np.maximum.accumulate(element, axis=1)
    unsorted = ((element != rising) & (element != NO_ELEMENT)).any(axis=1)
    rising[unsorted] = np.sort(element[unsorted], axis=1)
    first = (rising[:, 0] != NO_ELEMENT).astype(np.int64)
    distinct: NDArray[np.int64] = first + (np.diff(rising, axis=1) > 0).sum(axis=1)
    return distinct
