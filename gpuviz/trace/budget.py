"""How much a recording may hold, so that opening it ends soon and what is shown can be drawn.

The emulator keeps far less (`simt.recorder`, `simt.tally`, `simt.memory`); whoever writes a
recording by hand meets these limits in a sentence.
"""

from __future__ import annotations

import ast
import dataclasses
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from gpuviz.messages import Message, word
from gpuviz.trace.source import ArrayInfo, Variable
from gpuviz.trace.trace import Trace

MOST_ROWS = {
    "functions": 1_000,
    "statements": 5_000,
    "sites": 5_000,
    "arrays": 1_000,
    "variables": 5_000,
    "hazards": 2_000,
    "notes": 1_000,
    "scalars": 1_000,
    "hazard_kinds_checked": 100,
}
MOST_CAPTURED = 20_000  # names of all functions together
MOST_STEPS = 1 << 22
MOST_RECORDED = 256 << 20  # bytes of steps, accesses, values and exchanges together
MOST_BLOCKS = 1 << 22
"""More are nowhere recorded: what the window works out for each block would fill the memory."""
LONGEST_NAME = 1_000  # letters
LONGEST_SOURCE = 1 << 18  # letters of all functions together
MOST_LINES = 10_000  # of source, of all functions together
LONGEST_LINE = 10_000  # letters of a line of source
DEEPEST_SOURCE = 150  # brackets, blocks and operators in each other: Python follows no more
LAST_LINE = 10_000_000
MOST_DIMENSIONS = 32
MOST_ELEMENTS = 1 << 40
LARGEST_ITEM = 1 << 16  # bytes of one element or variable
MOST_FIELDS = 1_000  # of such an element
FARTHEST = 1 << 48  # an address or a stride, in bytes
LARGEST_COUNT = 1 << 62


def over_budget(trace: Trace) -> Iterator[Message]:
    """What a recording has more of than it may, a clause each; tables before what is in them."""
    checks = (_tables, _names, _sources, _arrays, _types, _numbers, _columns)
    for check in checks:
        found = list(check(trace))
        yield from found
        if found:
            return


def _tables(trace: Trace) -> Iterator[Message]:
    for table, most in MOST_ROWS.items():
        rows = len(getattr(trace, table))
        if rows > most:
            yield word(
                "it has {rows} rows of {table}, more than {most}", rows=rows, table=table, most=most
            )
    captured = sum(len(function.captured) for function in trace.functions)
    if captured > MOST_CAPTURED:
        yield word(
            "its functions capture {captured} names, more than {most}",
            captured=captured,
            most=MOST_CAPTURED,
        )
    said = (
        *(trace.times.disturbances if trace.times else ()),
        *(trace.prediction.assumptions if trace.prediction else ()),
    )
    if len(said) > MOST_ROWS["notes"]:
        yield word(
            "{count} sentences are said of its times, more than {most}",
            count=len(said),
            most=MOST_ROWS["notes"],
        )
    if len(trace.size) > MOST_DIMENSIONS:
        yield word(
            "it has {rows} sizes, more than {most}", rows=len(trace.size), most=MOST_DIMENSIONS
        )
    if trace.config.blocks > MOST_BLOCKS:
        yield word(
            "its launch has {blocks} blocks, more than {most}",
            blocks=trace.config.blocks,
            most=MOST_BLOCKS,
        )


def _names(trace: Trace) -> Iterator[Message]:
    tables = (trace.functions, trace.statements, trace.sites, trace.arrays, trace.variables)
    rows: Iterable[Any] = (trace, *(row for table in tables for row in table), *trace.hazards)
    for row in rows:
        for field in dataclasses.fields(row):
            value = getattr(row, field.name)
            if isinstance(value, str) and len(value) > LONGEST_NAME and field.name != "text":
                what = f"{type(row).__name__}.{field.name}"
                yield word(
                    "a name ({what}) has {letters} letters, more than {most}",
                    what=what,
                    letters=len(value),
                    most=LONGEST_NAME,
                )
    mappings = (trace.scalars, *(function.captured for function in trace.functions))
    if any(len(name) > LONGEST_NAME for mapping in mappings for name in mapping):
        yield word("an argument or captured name has more than {most} letters", most=LONGEST_NAME)
    if trace.times is not None and len(trace.times.note) > LONGEST_NAME:
        yield word("the note on its times has more than {most} letters", most=LONGEST_NAME)


def _sources(trace: Trace) -> Iterator[Message]:
    texts = {function.text for function in trace.functions}
    if sum(len(function.text) for function in trace.functions) > LONGEST_SOURCE:
        yield word("its source has more than {most} letters", most=LONGEST_SOURCE)
        return
    if sum(len(function.text.splitlines()) for function in trace.functions) > MOST_LINES:
        yield word("its source has more than {most} lines", most=MOST_LINES)
        return
    for text in texts:
        if max(map(len, text.splitlines()), default=0) > LONGEST_LINE:
            yield word("a line of its source has more than {most} letters", most=LONGEST_LINE)
        elif _depth(text) > DEEPEST_SOURCE:
            yield word("its source has more than {most} things in each other", most=DEEPEST_SOURCE)


def _depth(text: str) -> int:
    """How many levels the syntax tree has; 0 where Python cannot read the text at all."""
    try:
        level: list[ast.AST] = [ast.parse(text)]
    except (SyntaxError, ValueError):
        return 0
    except (MemoryError, RecursionError):  # what the parser says of too many brackets
        return DEEPEST_SOURCE + 1
    depth = 0
    while level:
        depth += 1
        level = [inner for node in level for inner in ast.iter_child_nodes(node)]
    return depth


def _arrays(trace: Trace) -> Iterator[Message]:
    for array in trace.arrays:
        if len(array.shape) > MOST_DIMENSIONS or len(array.strides or ()) > MOST_DIMENSIONS:
            yield word(
                "the array {name} has more than {most} dimensions",
                name=array.name,
                most=MOST_DIMENSIONS,
            )
        elif math.prod(array.shape) > MOST_ELEMENTS or max(array.shape, default=0) > MOST_ELEMENTS:
            yield word("the array {name} is larger than any memory", name=array.name)
        elif _reach(array) > FARTHEST:
            yield word("the array {name} lies outside of any memory", name=array.name)


def _reach(array: ArrayInfo) -> int:
    steps = sum(n * abs(step) for n, step in zip(array.shape, array.strides or (), strict=False))
    return abs(array.address) + max(steps, math.prod(array.shape) * array.dtype.itemsize)


def _types(trace: Trace) -> Iterator[Message]:
    rows: tuple[ArrayInfo | Variable, ...] = (*trace.arrays, *trace.variables)
    for row in rows:
        if row.dtype.itemsize > LARGEST_ITEM or _fields(row.dtype) > MOST_FIELDS:
            yield word(
                "{name} is of a type with {bytes} bytes or too many fields",
                name=row.name,
                bytes=row.dtype.itemsize,
            )


def _fields(dtype: np.dtype[Any]) -> int:
    inner: Mapping[str, Any] = dtype.base.fields or {}
    return 1 + sum(_fields(kind) for kind, *_ in inner.values())


def _numbers(trace: Trace) -> Iterator[Message]:
    """Whole numbers that nothing counts up to."""
    lines = (
        *(n for row in trace.statements for n in (row.line, row.end_line, row.column)),
        *(n for row in trace.sites for n in (row.line, row.column)),
        *(n for row in trace.hazards for n in (row.line, row.other_line or 0)),
        *(function.first_line for function in trace.functions),
    )
    if any(not -1 <= line <= LAST_LINE for line in lines):
        yield word("a line or column is beyond {most}", most=LAST_LINE)
    if any(site.itemsize > LARGEST_ITEM for site in trace.sites):
        yield word("a site has elements of more than {most} bytes", most=LARGEST_ITEM)
    counts = (
        *(trace.registers_per_thread, trace.shared_bytes, trace.config.dynamic_shared_bytes),
        *(dataclasses.astuple(trace.counters) if trace.counters else ()),
        *(n for row in trace.statements for n in dataclasses.astuple(row.operations)),
        *trace.size,
        *(row.count for row in trace.hazards),
        *(n for row in trace.hazards for n in row.index),
    )
    if any(abs(count) > LARGEST_COUNT for count in counts):
        yield word("a count is beyond {most}", most=LARGEST_COUNT)


def _columns(trace: Trace) -> Iterator[Message]:
    tables = (trace.steps, trace.accesses, trace.values, trace.exchanges)
    kept = [table for table in tables if table is not None]
    fields = [getattr(table, field.name) for table in kept for field in dataclasses.fields(table)]
    columns = [column for column in fields if column is not None]
    if sum(column.nbytes for column in columns) > MOST_RECORDED:
        yield word("its steps and accesses take more than {most} MiB", most=MOST_RECORDED >> 20)
    elif any(len(column) > MOST_STEPS for column in columns if column.ndim):
        yield word("it has more than {most} steps", most=MOST_STEPS)
