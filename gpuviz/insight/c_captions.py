"""What a statement in CUDA C does, as `captions` says it of one in Python: read off its tree, never
guessed from its text.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import ArrayOf
from gpuviz.cuda_c.unit import FunctionText, Unit, read_unit
from gpuviz.messages import NotSupportedError, listed
from gpuviz.simt.c_front.scope import parts_of
from gpuviz.simt.c_front.source import TEMPLATES, UNIT, template_said
from gpuviz.trace import Trace
from gpuviz.trace.source import FunctionSource, Statement

LONGEST = 44  # characters of source in a sentence
EXCHANGES = ("__shfl", "__ballot", "__any", "__all", "__match", "__reduce")
HEADERS = (syntax.If, syntax.While, syntax.DoWhile, syntax.For)
INDEX_NAMES = {"threadIdx", "blockIdx"}
KEPT = 8  # files

Said = tuple[str, Mapping[str, object]]
"""A kind of line in `captions.WORDS`, and its values."""


def c_caption(trace: Trace, told: Statement, arrays: set[str], atomics: set[str]) -> Said | None:
    """What a statement does that touches `arrays`; None where its syntax cannot be read."""
    node = _node(trace, told)
    if node is None:
        return None
    text = _Text(trace.functions[told.function])
    functions = {one.name for one in trace.functions if not one.is_kernel}
    return _of_node(node, text, (arrays, atomics), functions)


class _Text:
    """Gives the text of a node."""

    def __init__(self, source: FunctionSource) -> None:
        self._lines, self._first = source.text.splitlines(), source.first_line

    def of(self, node: syntax.Node) -> str:
        """As it is written, on one line, cut where it is long."""
        first, last = node.lineno - self._first, node.end_lineno - self._first
        rows = self._lines[first : last + 1]
        if not rows:
            return ""
        rows[-1] = rows[-1][: node.end_col_offset]
        rows[0] = rows[0][node.col_offset :]
        text = " ".join(" ".join(rows).split())
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _of_node(
    node: Any, text: _Text, touched: tuple[set[str], set[str]], functions: set[str]
) -> Said:
    arrays, atomics = touched
    named = (one.called for one in _all(node, syntax.Call))
    calls = {called.id for called in named if isinstance(called, syntax.Name)}
    called = set() if isinstance(node, HEADERS) else calls & functions
    if atomics and not called:
        return "atomic", {"arrays": listed(sorted(atomics))}
    match node:
        case syntax.Return(value=value):
            return ("return", {}) if value is None else ("give-back", {"value": text.of(value)})
        case syntax.If(test=test):
            return "if", {"test": text.of(test)}
        case syntax.While(test=test) | syntax.DoWhile(test=test) | syntax.For(test=test):
            return "while", {"test": "true" if test is None else text.of(test)}
    names = _assigned(node)
    if isinstance(node, syntax.Declaration) and _is_of_arrays(node):
        return "local", {"names": listed(names)}
    if called:
        return "call", {"functions": listed(sorted(called))}
    if "__syncwarp" in calls:
        return "sync", {}
    if any(call.startswith(EXCHANGES) for call in calls):
        return "exchange", {}
    return _of_accesses(node, text, arrays, names)


def _of_accesses(node: Any, text: _Text, arrays: set[str], names: list[str]) -> Said:
    writes, reads = _elements(node, text, arrays)
    if reads and writes:
        return "read-write", {"reads": listed(reads), "writes": listed(writes)}
    if writes:
        return "write", {"writes": listed(writes)}
    if reads:
        kept = {"reads": listed(reads), "names": listed(names)}
        return ("read", kept) if names else ("look", {"reads": listed(reads)})
    used = {one.id for one in _all(node, syntax.Name)}
    if isinstance(node, syntax.Declaration) and used & INDEX_NAMES:
        return "index", {"names": listed(names)}
    return ("compute", {"names": listed(names)}) if names else ("line", {})


def _elements(node: Any, text: _Text, arrays: set[str]) -> tuple[list[str], list[str]]:
    """What of these arrays is written, and what is read, as the source has it. An array that the
    statement does not name is reached by a pointer of another name.
    """
    places = [*_all(node, syntax.Index), *_pointed(node)]
    if arrays <= {_base(one) for one in places}:
        places = [one for one in places if _base(one) in arrays]
    targets = {id(one.target): one.mark for one in _all(node, syntax.Assignment)}
    steps = (*_all(node, syntax.Postfix), *_all(node, syntax.Unary))
    targets |= {id(one.operand): "+" for one in steps if one.mark in ("++", "--")}
    reads: dict[str, None] = {}
    writes: dict[str, None] = {}
    for one in places:
        if _is_row(one, places):
            continue
        if id(one) in targets:
            writes[text.of(one)] = None
        if targets.get(id(one), "+"):  # of `a[i] += b` it is read, too
            reads[text.of(one)] = None
    return list(writes), list(reads)


def _is_row(one: Any, places: list[Any]) -> bool:
    """Whether it is the row of an element: `a[i]` of `a[i][j]`."""
    return any(isinstance(other, syntax.Index) and other.base is one for other in places)


def _is_of_arrays(node: syntax.Declaration) -> bool:
    """Whether it declares arrays with values: one without, or in shared memory, is no statement."""
    return any(isinstance(one.kind, ArrayOf) for one in node.variables)


def _pointed(node: Any) -> Iterator[syntax.Unary]:
    """`*p`"""
    return (one for one in _all(node, syntax.Unary) if one.mark == "*")


def _base(node: Any) -> str:
    """The name of the array that an element is of; "" for none that is named there."""
    while isinstance(node, syntax.Index | syntax.Member | syntax.Unary | syntax.Binary):
        if isinstance(node, syntax.Unary):
            node = node.operand
        elif isinstance(node, syntax.Binary):
            node = node.left
        else:
            node = node.base
    return node.id if isinstance(node, syntax.Name) else ""


def _assigned(node: Any) -> list[str]:
    """The variables that a statement gives a value, or declares."""
    if isinstance(node, syntax.Declaration):
        return [one.name for one in node.variables]
    targets = [one.target for one in _all(node, syntax.Assignment)]
    steps = (*_all(node, syntax.Postfix), *_all(node, syntax.Unary))
    targets += [one.operand for one in steps if one.mark in ("++", "--")]
    return list(dict.fromkeys(one.id for one in targets if isinstance(one, syntax.Name)))


def _all(node: Any, kind: Any) -> list[Any]:
    return [part for part in parts_of(node) if isinstance(part, kind)]


def _node(trace: Trace, told: Statement) -> Any:
    unit = trace.functions[0].captured.get(UNIT)
    if unit is None or not isinstance(unit.value, np.ndarray):
        return None
    source = trace.functions[told.function]
    given = source.captured.get(TEMPLATES)
    templates = given.value if given is not None and isinstance(given.value, tuple) else ()
    try:
        text = unit.value.tobytes().decode()
        nodes = _nodes(text, source.file, source.name, source.first_line, templates)
    except (NotSupportedError, UnicodeDecodeError):  # it ran, but for other template arguments
        return None
    return nodes.get((told.line, told.column - 1))


@functools.lru_cache(KEPT)
def _unit(text: str, file: str) -> Unit:
    return read_unit(text, file)


@functools.lru_cache(4 * KEPT)
def _nodes(
    text: str, file: str, name: str, first_line: int, templates: tuple[Any, ...]
) -> Mapping[tuple[int, int], Any]:
    """The statements of a function by their places. Raises NotSupportedError."""
    unit = _unit(text, file)
    found = [one for one in unit.functions.get(name, ()) if one.first_line == first_line]
    function: FunctionText | None = found[0] if found else None
    if function is None:
        return {}
    given = tuple(template_said(unit, one) for one in templates)
    body = unit.function(function, given).body
    statements = (part for part in parts_of(body) if isinstance(part, syntax.Statement))
    places: dict[tuple[int, int], Any] = {}
    for part in statements:
        if not isinstance(part, syntax.Block):
            places.setdefault((part.lineno, part.col_offset), part)
    return places
