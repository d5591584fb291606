"""Which statements' loads are under way at the same time.

Nobody waits for a load but who needs its result, and compilers put loads as early as they may:
those of statements that follow each other without a branch or a barrier wait together, unless an
address depends on what was loaded before, or a store before it may have changed what is read.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gpuviz.messages import NotSupportedError
from gpuviz.model.source import Source
from gpuviz.simt.source.text import function_tree
from gpuviz.trace import Site


def loads_together(source: Source) -> list[int]:
    """For each statement the first one whose loads are under way with its own: often itself."""
    sites: dict[int, list[Site]] = {}
    for site in source.sites:
        sites.setdefault(site.statement, []).append(site)
    together = list(range(len(source.statements)))
    loading = {row for row, those in sites.items() for site in those if site.kind != "write"}
    if len(loading) < 2:
        return together
    for number, function in enumerate(source.functions):
        rows = {
            statement.line - function.first_line + 1: row
            for row, statement in reversed(list(enumerate(source.statements)))
            if statement.function == number
        }
        for suite in _suites(function.text):
            _put_together(suite, rows, sites, together)
    return together


class _Assignment(NamedTuple):
    """What is to be known of a statement that assigns."""

    targets: frozenset[str]  # variables
    read: frozenset[str]
    in_addresses: frozenset[str]  # of those, that say where it reads
    adds: bool


Suite = tuple[tuple[int, _Assignment | None], ...]
"""Statements that follow each other: line, from 1, and None for what is no assignment."""


def _put_together(
    suite: Suite, rows: Mapping[int, int], sites: Mapping[int, list[Site]], together: list[int]
) -> None:
    flight = _Flight()
    for line, statement in suite:
        row = rows.get(line)
        if row is None or statement is None:
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

    def takes(self, statement: _Assignment, sites: Sequence[Site]) -> bool:
        """Whether what a statement loads can be under way with the rest."""
        loaded = {site.space for site in sites if site.kind != "write"}
        return not (loaded & self._stored or self._late & statement.in_addresses)

    def add(self, statement: _Assignment, sites: Sequence[Site], row: int) -> None:
        """Take a statement in."""
        if self.first < 0:
            self.first = row
        self._stored |= {site.space for site in sites if site.kind != "read"}
        waits = any(site.kind != "write" and site.space != "local" for site in sites)
        if waits or statement.read & self._late:
            self._late |= statement.targets
        elif not statement.adds:
            self._late -= statement.targets


@functools.lru_cache(64)
def _suites(text: str) -> tuple[Suite, ...]:
    """All statements of a function, () for an unreadable text."""
    try:
        tree = function_tree(text)
    except NotSupportedError:
        return ()
    bodies = (getattr(node, name, None) for node in ast.walk(tree) for name in ("body", "orelse"))
    return tuple(
        tuple((statement.lineno, _assignment(statement)) for statement in body)
        for body in bodies
        if isinstance(body, list)
    )


def _assignment(statement: ast.stmt) -> _Assignment | None:
    if not isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign):
        return None
    names = list(_names(statement))
    adds = isinstance(statement, ast.AugAssign)
    return _Assignment(
        frozenset(name.id for name in names if isinstance(name.ctx, ast.Store)),
        frozenset(name.id for name in names if isinstance(name.ctx, ast.Load)),
        frozenset(_names_in_addresses(statement)),
        adds,
    )


def _names(tree: ast.AST) -> Iterator[ast.Name]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Name))


def _names_in_addresses(statement: ast.stmt) -> Iterator[str]:
    """Variables that say where a statement reads: in the indices of what it does not only write."""
    added = statement.target if isinstance(statement, ast.AugAssign) else None
    places = (node for node in ast.walk(statement) if isinstance(node, ast.Subscript))
    read = (place for place in places if isinstance(place.ctx, ast.Load) or place is added)
    return (name.id for place in read for name in _names(place.slice))
