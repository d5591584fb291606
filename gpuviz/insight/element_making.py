"""How one thread made an element: where it looked, and the products that it summed up.

Read off the steps that were kept of it. A sum is told only where it comes to what was written.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.calls import access_steps, assignment_steps
from gpuviz.insight.formula import number_text, statements_of
from gpuviz.insight.traffic import site_text
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import Site, Trace, from_bits, has_bits

CLOSE = 1e-4  # of the sum and what was written, as a share of the sum of all sizes
MOST_READ = 1 << 16  # elements


@dataclass(frozen=True, slots=True)
class Looked:
    """The elements of one array that the thread read at one site, one after the other."""

    array: str  # of the kernel
    text: str  # as the source has it
    shape: tuple[int, ...]  # of the array
    elements: NDArray[np.int64]  # [n] flat
    values: NDArray[Any]  # [n]

    @property
    def box(self) -> tuple[int, ...] | None:
        """The sides of the box that the elements fill, row after row; None where they do not."""
        index = np.unravel_index(self.elements, self.shape)
        sides = tuple(int(axis.max() - axis.min()) + 1 for axis in index)
        if np.prod(sides) != len(self.elements):
            return None
        local = tuple(axis - axis.min() for axis in index)
        flat = np.ravel_multi_index(local, sides)
        return sides if np.array_equal(flat, np.arange(len(flat))) else None


@dataclass(frozen=True, slots=True)
class SumOfProducts:
    """`variable` began at `start` and grew by left * right, once for each row."""

    variable: str
    start: float
    left: Looked
    right: Looked
    products: NDArray[np.float64]  # [n]
    total: float  # what the thread had at the end, as it computed it


@dataclass(frozen=True, slots=True)
class ElementMaking:
    """The thread that wrote an element last, in a launch whose steps were kept of it."""

    kernel: str
    array: str
    index: tuple[int, ...]
    value: object
    block: int  # linear
    thread: int  # linear in its block
    line: int
    source: str  # the line that wrote
    looked: tuple[Looked, ...]
    sum: SumOfProducts | None
    moment_step: int  # row in Trace.steps with which it was written (see access_steps)


def making_of(trace: Trace, array: str, element: int, thread: int) -> ElementMaking | None:
    """How a thread (linear in the launch) made an element; None where its steps were not kept."""
    block, within = divmod(thread, trace.config.block.size)
    lane = within % WARP_SIZE
    rows = _rows_of(trace, block, within // WARP_SIZE, lane)
    table = trace.accesses
    if table is None or len(rows) == 0:
        return None
    names = [info.name for info in trace.arrays]
    if array not in names:
        return None
    info = trace.arrays[names.index(array)]
    mine = rows[(table.array[rows] == names.index(array)) & (table.element[rows, lane] == element)]
    writes = [row for row in mine if trace.sites[table.site[row]].kind == "write"]
    if not writes or not has_bits(info.dtype):
        return None
    write = writes[-1]
    site = trace.sites[table.site[write]]
    happened = access_steps(trace)
    last_step = int(happened[write])
    before = rows[happened[rows] <= last_step]
    looked = _looked(trace, before, lane)
    value = from_bits(table.bits[write, lane : lane + 1], info.dtype)[0]
    return ElementMaking(
        trace.kernel,
        array,
        tuple(int(n) for n in np.unravel_index(element, info.shape)),
        value,
        block,
        within,
        site.line,
        _line(trace, site),
        tuple(looked.values()),
        _sum(trace, looked, (block, within), last_step, float(np.real(value))),
        last_step,
    )


def read_by(trace: Trace, threads: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    """The elements of arrays in global memory that threads (linear in the launch) read, ascending;
    empty where the steps of some blocks were not kept.
    """
    table, steps = trace.accesses, trace.steps
    if table is None or steps is None or not trace.all_followed:
        return {}
    first = steps.block[table.step] * trace.config.block.size + steps.warp[table.step] * WARP_SIZE
    mine = np.isin(first[:, np.newaxis] + np.arange(WARP_SIZE), threads) & (table.element >= 0)
    reads = np.array([site.kind == "read" for site in trace.sites], bool)[table.site]
    found = {}
    for row, info in enumerate(trace.arrays):
        here = mine & (reads & (table.array == row))[:, np.newaxis]
        if info.space == "global" and here.any():
            found[info.name] = np.unique(table.element[here])
    return found


def _rows_of(trace: Trace, block: int, warp: int, lane: int) -> NDArray[np.intp]:
    """Rows of Accesses by one thread, in the order in which it made them."""
    table, steps = trace.accesses, trace.steps
    if table is None or steps is None or block not in trace.followed:
        return np.zeros(0, np.intp)
    of_warp = (steps.block == block) & (steps.warp == warp)
    rows = np.flatnonzero(of_warp[table.step] & (table.element[:, lane] >= 0))
    return rows[np.argsort(access_steps(trace)[rows], kind="stable")]


def _looked(trace: Trace, rows: NDArray[np.intp], lane: int) -> dict[int, Looked]:
    """What the thread read of arrays in global memory, by site."""
    table = trace.accesses
    assert table is not None
    found: dict[int, Looked] = {}
    for number in np.unique(table.site[rows]).tolist():
        site = trace.sites[number]
        mine = rows[table.site[rows] == number][:MOST_READ]
        info = trace.arrays[int(table.array[mine[0]])]
        if site.kind != "read" or not has_bits(info.dtype):
            continue
        values = from_bits(table.bits[mine, lane], info.dtype)
        text = site_text(trace, site)
        found[number] = Looked(info.name, text, info.shape, table.element[mine, lane], values)
    return found


def _sum(
    trace: Trace, looked: dict[int, Looked], who: tuple[int, int], last_step: int, value: float
) -> SumOfProducts | None:
    """The one sum of products that the thread made, if what it wrote is that sum."""
    candidates = [
        found
        for row, statement in enumerate(trace.statements)
        if statement.kind == "AugAssign"
        and (node := _node(trace, row)) is not None
        and (found := _pair(trace, row, node, looked)) is not None
    ]
    if len(candidates) != 1:
        return None
    row, name, left, right = candidates[0]
    partial = _values_of(trace, who, name, trace.statements[row].function, last_step)
    if len(partial) != len(left.elements) + 1:  # the first is what it began with
        return None
    products = np.asarray(left.values, np.float64) * np.asarray(right.values, np.float64)
    start, total = float(partial[0]), float(partial[-1])
    size = abs(start) + float(np.abs(products).sum())
    right_sum = abs(start + float(products.sum()) - total) <= CLOSE * max(size, 1e-30)
    if not right_sum or total != value:
        return None
    return SumOfProducts(name, start, left, right, products, total)


def _pair(
    trace: Trace, row: int, node: ast.AugAssign, looked: dict[int, Looked]
) -> tuple[int, str, Looked, Looked] | None:
    """`name += a[..] * b[..]`, with what was read of both."""
    value = node.value
    if not (isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name)):
        return None
    if not (isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult)):
        return None
    sites = {n: one for n, one in looked.items() if trace.sites[n].statement == row}
    texts = [ast.unparse(side) for side in (value.left, value.right)]
    sides = [next((one for one in sites.values() if one.text == text), None) for text in texts]
    left, right = sides
    if left is None or right is None or len(left.elements) != len(right.elements):
        return None
    return row, node.target.id, left, right


def _node(trace: Trace, row: int) -> ast.AugAssign | None:
    statement = trace.statements[row]
    function = trace.functions[statement.function]
    line = statement.line - function.first_line + 1
    for node in statements_of(function.text):
        if node.lineno == line and isinstance(node, ast.AugAssign):
            return node
    return None


def _values_of(
    trace: Trace, who: tuple[int, int], name: str, function: int, last_step: int
) -> NDArray[Any]:
    """Everything that the thread assigned to a variable up to a step."""
    table, steps = trace.values, trace.steps
    if table is None or steps is None:
        return np.zeros(0)
    numbers = [
        n for n, one in enumerate(trace.variables) if (one.function, one.name) == (function, name)
    ]
    if not numbers:
        return np.zeros(0)
    block, thread = who
    warp, lane = divmod(thread, WARP_SIZE)
    mine = (steps.block[table.step] == block) & (steps.warp[table.step] == warp)
    mine &= (table.variable == numbers[0]) & ((table.mask >> np.uint32(lane)) & 1 > 0)
    assigned = assignment_steps(trace)
    rows = np.flatnonzero(mine & (assigned <= last_step))
    rows = rows[np.argsort(assigned[rows], kind="stable")]
    return from_bits(table.bits[rows, lane], trace.variables[numbers[0]].dtype)


def _line(trace: Trace, site: Site) -> str:
    function = trace.functions[trace.statements[site.statement].function]
    lines = function.text.splitlines()
    at = site.line - function.first_line
    return lines[at].strip() if 0 <= at < len(lines) else ""


def shown_number(value: object) -> str:
    """A value in a window of numbers."""
    return number_text(value).strip("()").replace("-", "−")
