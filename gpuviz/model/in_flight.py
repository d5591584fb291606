"""Which statements' loads are under way at the same time.

Nobody waits for a load but who needs its result, and compilers put loads as early as they may:
those of statements that follow each other without a branch or a barrier wait together, unless an
address depends on what was loaded before, or a store before it may have changed what is read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from gpuviz.messages import NotSupportedError
from gpuviz.simt.source.text import function_tree
from gpuviz.trace import FunctionSource, Site, Trace


def loads_together(trace: Trace) -> list[int]:
    """For each statement the first one whose loads are under way with its own: often itself."""
    sites: dict[int, list[Site]] = {}
    for site in trace.sites:
        sites.setdefault(site.statement, []).append(site)
    together = list(range(len(trace.statements)))
    for number, function in enumerate(trace.functions):
        rows = {
            statement.line: row
            for row, statement in reversed(list(enumerate(trace.statements)))
            if statement.function == number
        }
        for suite in _suites(function):
            _put_together(suite, rows, sites, function.first_line - 1, together)
    return together


def _put_together(
    suite: Sequence[ast.stmt],
    rows: Mapping[int, int],
    sites: Mapping[int, list[Site]],
    offset: int,
    together: list[int],
) -> None:
    flight = _Flight()
    for statement in suite:
        row = rows.get(statement.lineno + offset)
        if row is None or not isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign):
            flight = _Flight()
            continue
        there = sites.get(row, [])
        if not flight.takes(statement, there):
            flight = _Flight()
        flight.add(statement, there, row)
        together[row] = together[flight.first]


class _Flight:
    """Loads that are under way together."""

    def __init__(self) -> None:
        self.first = -1  # the row of its first statement
        self._late: set[str] = set()  # variables that depend on what is loaded
        self._stored: set[str] = set()  # spaces that were written to

    def takes(self, statement: ast.stmt, sites: Sequence[Site]) -> bool:
        """Whether what a statement loads can be under way with the rest."""
        loaded = {site.space for site in sites if site.kind != "write"}
        return not (loaded & self._stored or self._late & _names_in_addresses(statement))

    def add(self, statement: ast.stmt, sites: Sequence[Site], row: int) -> None:
        """Take a statement in."""
        if self.first < 0:
            self.first = row
        self._stored |= {site.space for site in sites if site.kind != "read"}
        targets = {name.id for name in _names(statement) if isinstance(name.ctx, ast.Store)}
        read = {name.id for name in _names(statement) if isinstance(name.ctx, ast.Load)}
        waits = any(site.kind != "write" and site.space != "local" for site in sites)
        if waits or read & self._late:
            self._late |= targets
        elif not isinstance(statement, ast.AugAssign):
            self._late -= targets


def _names(tree: ast.AST) -> Iterator[ast.Name]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Name))


def _names_in_addresses(statement: ast.stmt) -> set[str]:
    """Variables that say where a statement reads: in the indices of what it does not only write."""
    added = statement.target if isinstance(statement, ast.AugAssign) else None
    places = (node for node in ast.walk(statement) if isinstance(node, ast.Subscript))
    read = (place for place in places if isinstance(place.ctx, ast.Load) or place is added)
    return {name.id for place in read for name in _names(place.slice)}


def _suites(function: FunctionSource) -> Iterator[Sequence[ast.stmt]]:
    """Statements that follow each other."""
    try:
        tree = function_tree(function.text)
    except NotSupportedError:
        return
    for node in ast.walk(tree):
        for name in ("body", "orelse"):
            suite = getattr(node, name, None)
            if isinstance(suite, list):
                yield suite
