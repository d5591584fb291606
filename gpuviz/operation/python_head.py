"""What launches a kernel in Python that stands alone: suggested, and as the lines of its file.

Of a kernel's parameters nothing is known but what it does with them: what it takes elements of is
an array, what it compares or counts with is a whole number.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gpuviz.operation.c_head import HINTS, NO_SIZE, NUMBER, ONE_SIZE, SEVERAL_SIZES, HeadRow
from gpuviz.operation.functions import parameters
from gpuviz.operation.module import parse_module
from gpuviz.operation.script import unused_kernels

VALUES = ("random", "ramp", "zeros", "ones")
"""What an array may hold."""
FLOATS, INTEGERS, WHOLE, REAL = "float32", "int32", "int", "float"
SHAPES = ("shape", "size", "ndim", "dtype", "T")  # attributes that arrays have
MOST_AXES = 3


@dataclass(frozen=True, slots=True)
class PythonHead:
    """All that is said of a launch; `sizes` are names of rows, one of which may be no parameter.

    `has_numpy`: the file calls NumPy `np` already.
    """

    parameters: tuple[str, ...]
    rows: tuple[HeadRow, ...]
    threads: str
    block: str
    sizes: tuple[str, ...]
    has_numpy: bool

    @property
    def text(self) -> str:
        """The lines, as they stand at the end of the file."""
        known = {row.name: row.values for row in self.rows}
        sizes = ", ".join(f'"{name}": {known.get(name, ONE_SIZE)}' for name in self.sizes)
        threads = _tuple(f'"{one.strip()}"' for one in self.threads.split(","))
        block = _tuple(one.strip() for one in self.block.split(","))
        made = "".join(f'        "{row.name}": {self._made(row)},\n' for row in self._passed)
        numpy = "" if self.has_numpy else "import numpy as np\n\n"
        return (
            f"{numpy}SIZES = {{{sizes}}}\nTHREADS = {threads}\n"
            f"BLOCK = {block}\n\n\n"
            f"def inputs({', '.join((*self.sizes, 'seed'))}):\n"
            f"    rng = np.random.default_rng(seed)\n    return {{\n{made}    }}\n"
        )

    def placed(self, source: str) -> str:
        """The file with these lines."""
        return f"{source.rstrip()}\n\n\n{self.text}"

    @property
    def _passed(self) -> tuple[HeadRow, ...]:
        """The parameters, in their order."""
        return tuple(row for row in self.rows if row.name in self.parameters)

    def _made(self, row: HeadRow) -> str:
        """What `inputs` has for a parameter."""
        if not row.is_array:
            return row.name if row.name in self.sizes else row.values
        length, kind = row.length, f"np.{row.kind}"
        shape = f"({length})" if "," in length else length
        if row.values == "ramp":
            count = " * ".join(f"{part.strip()}" for part in length.split(","))
            flat = f"np.arange({count}, dtype={kind})"
            return flat if shape == length else f"{flat}.reshape{shape}"
        if row.values == "random" and row.kind == INTEGERS:
            return f"rng.integers({self.sizes[0]}, size={shape}, dtype={kind})"
        if row.values == "random":
            return f"rng.random({shape}, dtype={kind})"
        return f"np.{row.values}({shape}, {kind})"


def suggested_python_head(path: Path, source: str) -> PythonHead:
    """What the kernel of a file probably wants. Raises RequestRefused for parameters with a star.

    The file has one kernel, which nothing launches.
    """
    module = parse_module(path, source)
    [kernel] = unused_kernels(module.tree)
    names, used = parameters(module, kernel), _Uses(kernel)
    arrays = [name for name in names if used.axes.get(name)]
    whole = [name for name in names if name in used.counted and name not in arrays]
    sizes = [name for name in whole if not NO_SIZE.search(name)][:MOST_AXES] or ["n"]
    most = max((used.axes[name] for name in arrays), default=1)
    several = max(len(sizes), most)
    rows = [] if sizes[0] in names else [HeadRow(sizes[0], WHOLE, "", f"{_example('n', several)}")]
    for name in names:
        if name in arrays:
            length = ", ".join(_axes(sizes, used.axes[name]))
            rows.append(HeadRow(name, used.kind(name), length, used.values(name)))
        elif name in whole:
            rows.append(HeadRow(name, WHOLE, "", f"{_example(name, several)}"))
        else:
            rows.append(HeadRow(name, REAL, "", NUMBER))
    threads = ", ".join(_axes(sizes, used.thread_axes))
    block = {1: "256", 2: "16, 16"}.get(used.thread_axes, "8, 8, 4")
    has_numpy = any(
        isinstance(node, ast.alias) and node.asname == "np" for node in ast.walk(module.tree)
    )
    return PythonHead(names, tuple(rows), threads, block, tuple(sizes), has_numpy)


def _tuple(parts: Iterable[str]) -> str:
    """As Python writes it."""
    first, *others = parts
    return f"({', '.join((first, *others))})" if others else f"({first},)"


def _axes(sizes: list[str], count: int) -> list[str]:
    """So many lengths; all sizes in one, where there are more of them than axes."""
    if count == 1:
        return [" * ".join(sizes)]
    return [*sizes, *[sizes[-1]] * count][:count]


def _example(name: str, several: int) -> int:
    hinted = next((value for hint, value in HINTS if hint.search(name)), None)
    return hinted or (ONE_SIZE if several == 1 else SEVERAL_SIZES)


class _Uses(ast.NodeVisitor):
    """What a kernel does with its names."""

    def __init__(self, kernel: ast.FunctionDef) -> None:
        self.axes: dict[str, int] = {}  # of arrays
        self.counted: set[str] = set()  # compared, or in an index or a range
        self.thread_axes = 1
        self._stored: set[str] = set()
        self._loaded: set[str] = set()
        self._indices: set[str] = set()  # arrays whose elements are indices
        self.visit(kernel)

    def kind(self, name: str) -> str:
        """The type of its elements."""
        return INTEGERS if name in self._indices else FLOATS

    def values(self, name: str) -> str:
        """What it holds: zeros where it is only written."""
        return "zeros" if name in self._stored - self._loaded else "random"

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """An element, or a side of an array."""
        match node.value, node.slice:
            case ast.Name(id=name), index:
                self._take(name, len(index.elts) if isinstance(index, ast.Tuple) else 1)
                (self._stored if isinstance(node.ctx, ast.Store) else self._loaded).add(name)
                self.counted |= set(_names(index))
                self._indices |= set(_subscripted(index))
            case ast.Attribute(value=ast.Name(id=name), attr="shape"), ast.Constant(value=int(row)):
                self._take(name, row + 1)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """The axes of threads, and what only arrays have."""
        if isinstance(node.value, ast.Name) and node.attr in SHAPES:
            self._take(node.value.id, 1)
        if ast.unparse(node).endswith(("threadIdx.y", "blockIdx.y")):
            self.thread_axes = max(self.thread_axes, 2)
        if ast.unparse(node).endswith(("threadIdx.z", "blockIdx.z")):
            self.thread_axes = 3
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """`rows, cols = a.shape` tells how many axes there are."""
        match node:
            case ast.Assign(
                targets=[ast.Tuple(elts=elements)],
                value=ast.Attribute(value=ast.Name(id=name), attr="shape"),
            ):
                self._take(name, len(elements))
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """What is added to is read too."""
        if isinstance(node.target, ast.Subscript) and isinstance(node.target.value, ast.Name):
            self._loaded.add(node.target.value.id)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """The grid that the kernel wants, atomics and ranges."""
        called = ast.unparse(node.func)
        match node.args:
            case [ast.Constant(value=int(axes))] if called.endswith(("grid", "gridsize")):
                self.thread_axes = max(self.thread_axes, min(axes, MOST_AXES))
            case [ast.Name(id=name), index, *_] if "atomic." in called:
                self._take(name, len(index.elts) if isinstance(index, ast.Tuple) else 1)
                self._stored.add(name)
                self._indices |= set(_subscripted(index))
            case [ast.Name(id=name)] if called == "len":
                self._take(name, 1)
        if called == "range":
            self.counted |= {name for argument in node.args for name in _names(argument)}
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """What is compared with no element is a whole number."""
        sides = [node.left, *node.comparators]
        if not any(name for side in sides for name in _subscripted(side)):
            self.counted |= {name for side in sides for name in _names(side)}
        self.generic_visit(node)

    def _take(self, name: str, axes: int) -> None:
        self.axes[name] = max(self.axes.get(name, 0), min(axes, MOST_AXES))


def _names(node: ast.expr) -> Iterator[str]:
    return (one.id for one in ast.walk(node) if isinstance(one, ast.Name))


def _subscripted(node: ast.expr) -> Iterator[str]:
    """The arrays of which an expression takes elements."""
    for one in ast.walk(node):
        if isinstance(one, ast.Subscript) and isinstance(one.value, ast.Name):
            yield one.value.id
