"""An independent oracle: runs a kernel thread by thread in plain Python and counts with sets.

The kernel's syntax tree is rewritten so that every statement, branch and access tells a `Watch`.
Threads of a warp are together at an event when they are in the same rounds of the same loops and
the same calls: that is what reconvergence at the end of each statement means (semantics.md 2).
It knows no barriers: threads run one after the other.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import LaunchConfig

Key = tuple[Any, ...]
Place = tuple[int, int, str, str]
"""line, column, array, read, write or atomic."""


@dataclass(eq=False)
class WatchedArray:
    """An array whose elements are read and written through the Watch."""

    name: str
    data: NDArray[Any]

    @property
    def shape(self) -> tuple[int, ...]:
        return self.data.shape

    @property
    def size(self) -> int:
        return self.data.size

    @property
    def ndim(self) -> int:
        return self.data.ndim


@dataclass
class Counted:
    """What the threads did, by warp where a warp does it together."""

    config: LaunchConfig
    steps: dict[Key, set[int]] = field(default_factory=lambda: defaultdict(set))
    branches: dict[Key, set[bool]] = field(default_factory=lambda: defaultdict(set))
    accesses: dict[Key, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    itemsize: dict[str, int] = field(default_factory=dict)
    active: set[tuple[int, int]] = field(default_factory=set)
    last_writer: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))

    def counters(self) -> dict[str, int]:
        """The counters of semantics.md 4 that a kernel without barriers has."""
        sums = {
            "active_threads": len(self.active),
            "idle_threads": self.config.threads - len(self.active),
            "warp_steps": len(self.steps),
            "lane_steps": sum(len(lanes) for lanes in self.steps.values()),
            "divergent_branches": sum(len(ways) == 2 for ways in self.branches.values()),
        }
        names = {"read": "load", "write": "store"}
        atomics = [lanes for (_, place, *_), lanes in self.accesses.items() if place[3] == "atomic"]
        sums["atomic_requests"] = len(atomics)
        sums["atomic_operations"] = sum(map(len, atomics))
        for (_, _, _, kind), (requests, sectors, lines) in self.sites().items():
            if kind == "atomic":
                continue
            for what, count in (("requests", requests), ("sectors", sectors), ("lines", lines)):
                name = f"global_{names[kind]}_{what}"
                sums[name] = sums.get(name, 0) + count
        return sums

    def sites(self) -> dict[Place, tuple[int, int, int]]:
        """Requests, sectors and lines by site; of atomics requests, threads and 0."""
        totals: dict[Place, list[int]] = defaultdict(lambda: [0, 0, 0])
        for (_, place, *_), lanes in self.accesses.items():
            size = self.itemsize[place[2]]
            first = [element * size for element in lanes.values()]
            ends = first + [address + size - 1 for address in first]
            counts = (1, len({a // 32 for a in ends}), len({a // 128 for a in ends}))
            if place[3] == "atomic":
                counts = (1, len(lanes), 0)
            for row, count in enumerate(counts):
                totals[place][row] += count
        return {place: (a, b, c) for place, (a, b, c) in totals.items()}

    def steps_by_line(self) -> dict[int, tuple[int, int]]:
        """Warp steps and lane steps by the line of their statement."""
        totals: dict[int, list[int]] = defaultdict(lambda: [0, 0])
        for (_, line, *_), lanes in self.steps.items():
            totals[line][0] += 1
            totals[line][1] += len(lanes)
        return {line: (a, b) for line, (a, b) in totals.items()}


class Watch:
    """Told by the rewritten kernel what the current thread does."""

    def __init__(self, config: LaunchConfig) -> None:
        self.config = config
        self.counted = Counted(config)
        self.cuda = SimpleNamespace(
            grid=self._grid, gridsize=self._gridsize, jit=lambda f: f, warpsize=32
        )
        self._stack: list[list[Any]] = []

    def begin(self, block: int, thread: int) -> None:
        """Another thread starts."""
        config = self.config
        self._block, self._thread, self._lane = block, thread, thread % 32
        self._warp = block * config.warps_per_block + thread // 32
        self._stack = []
        for name, value in (
            ("blockIdx", config.grid.index(block)),
            ("threadIdx", config.block.index(thread)),
            ("blockDim", config.block),
            ("gridDim", config.grid),
        ):
            setattr(self.cuda, name, SimpleNamespace(**value._asdict()))
        self.cuda.laneid = self._lane

    def step(self, line: int, column: int) -> bool:
        self.counted.steps[self._warp, line, column, self._path()].add(self._lane)
        return True

    def branch(self, line: int, column: int, value: Any) -> bool:
        taken = bool(value)
        self.counted.branches[self._warp, line, column, self._path()].add(taken)
        return taken

    def enter(self, loop: int) -> None:
        self._stack.append([loop, -1])

    def header(self, line: int, column: int) -> bool:
        self._stack[-1][1] += 1
        return self.step(line, column)

    def turns(self, numbers: range, line: int, column: int) -> Iterator[Any]:
        for number in numbers:
            self.branch(line, column, True)
            yield number
            self.header(line, column)
        self.branch(line, column, False)

    def leave(self, loop: int) -> None:
        while any(entry[0] == loop for entry in self._stack):
            self._stack.pop()

    def call(self, site: int, function: Any, *arguments: Any) -> Any:
        if not getattr(function, "watched", False):
            return function(*arguments)
        depth = len(self._stack)
        self._stack.append([("call", site), 0])
        try:
            return function(*arguments)
        finally:
            del self._stack[depth:]

    def read(self, array: Any, index: Any, line: int, column: int) -> Any:
        if not isinstance(array, WatchedArray):
            return array[index]
        self._access(array, index, (line, column, array.name, "read"))
        return array.data[index]

    def write(self, array: WatchedArray, index: Any, value: Any, line: int, column: int) -> None:
        element = self._access(array, index, (line, column, array.name, "write"))
        array.data[index] = value
        thread = self._block * self.config.block.size + self._thread
        self.counted.last_writer[array.name][element] = thread

    def atomic(
        self, operation: str, line: int, column: int, array: WatchedArray, index: Any, *values: Any
    ) -> Any:
        """As Numba's simulator does it."""
        from numba.cuda.simulator.kernelapi import FakeCUDAAtomic

        element = self._access(array, index, (line, column, array.name, "atomic"))
        thread = self._block * self.config.block.size + self._thread
        self.counted.last_writer[array.name][element] = thread
        return getattr(FakeCUDAAtomic(), operation)(array.data, index, *values)

    def _access(self, array: WatchedArray, index: Any, place: Place) -> int:
        numbers = index if isinstance(index, tuple) else (index,)
        inside = [int(i) + (n if i < 0 else 0) for i, n in zip(numbers, array.shape, strict=True)]
        element = int(np.ravel_multi_index(inside, array.shape))
        key: Key = (self._warp, place, self._path())
        while self._lane in self.counted.accesses[key]:  # twice in one statement: once more
            key = (*key, "again")
        self.counted.accesses[key][self._lane] = element
        self.counted.itemsize[array.name] = array.data.itemsize
        self.counted.active.add((self._block, self._thread))
        return element

    def _path(self) -> Key:
        return tuple(tuple(entry) for entry in self._stack)

    def _grid(self, dimensions: int) -> Any:
        at, block, size = self.cuda.threadIdx, self.cuda.blockIdx, self.cuda.blockDim
        every = tuple(getattr(block, a) * getattr(size, a) + getattr(at, a) for a in "xyz")
        return every[0] if dimensions == 1 else every[:dimensions]

    def _gridsize(self, dimensions: int) -> Any:
        config = self.config
        every = tuple(g * b for g, b in zip(config.grid, config.block, strict=True))
        return every[0] if dimensions == 1 else every[:dimensions]


class _Rewriter(ast.NodeTransformer):
    """Puts calls of the Watch, named `_w`, into a function."""

    def __init__(self, first_line: int) -> None:
        self._offset = first_line - 1
        self._fresh = 0

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        place = self._place(node)
        self.generic_visit(node)
        return _ask("read", node.value, node.slice, *place)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        place = self._place(node)
        self.generic_visit(node)
        node.test = _ask("branch", *place, node.test)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        place, name = self._place(node), ast.unparse(node.func)
        self.generic_visit(node)
        if name.startswith("cuda.atomic."):
            operation = ast.Constant(name.rpartition(".")[2])
            return _ask("atomic", operation, *place, *node.args)
        return _ask("call", ast.Constant(id(node)), node.func, *node.args)

    def visit_Assign(self, node: ast.Assign) -> list[ast.AST]:
        place = self._place(node)
        value = self.visit(node.value)
        name = self._name()
        result: list[ast.AST] = [_tell("step", *place), _set(name, value)]
        for target in node.targets:
            result += self._store(target, _get(name))
        return result

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.AST]:
        place = self._place(node)
        if isinstance(node.target, ast.Name):
            old: ast.expr = _get(node.target.id)
            changed = ast.BinOp(old, node.op, self.visit(node.value))
            return [_tell("step", *place), _set(node.target.id, changed)]
        assert isinstance(node.target, ast.Subscript)
        at = self._place(node.target)
        array, index, before = self._name(), self._name(), self._name()
        changed = ast.BinOp(_get(before), node.op, self.visit(node.value))
        return [
            _tell("step", *place),
            _set(array, self.visit(node.target.value)),
            _set(index, self.visit(node.target.slice)),
            _set(before, _ask("read", _get(array), _get(index), *at)),
            _tell("write", _get(array), _get(index), changed, *at),
        ]

    def visit_If(self, node: ast.If) -> list[ast.AST]:
        place = self._place(node)
        self.generic_visit(node)
        node.test = _ask("branch", *place, node.test)
        return [_tell("step", *place), node]

    def visit_While(self, node: ast.While) -> list[ast.AST]:
        place, loop = self._place(node), ast.Constant(id(node))
        self.generic_visit(node)
        test = _ask("branch", *place, node.test)
        node.test = ast.BoolOp(ast.And(), [_ask("header", *place), test])
        return self._loop(node, loop)

    def visit_For(self, node: ast.For) -> list[ast.AST]:
        place, loop = self._place(node), ast.Constant(id(node))
        self.generic_visit(node)
        name = self._name()
        before = [_tell("header", *place), _set(name, node.iter)]
        node.iter = _ask("turns", _get(name), *place)
        enter, *rest = self._loop(node, loop)
        return [enter, *before, *rest]

    def visit_Return(self, node: ast.Return) -> list[ast.AST]:
        return self._simple(node)

    def visit_Break(self, node: ast.Break) -> list[ast.AST]:
        return self._simple(node)

    def visit_Continue(self, node: ast.Continue) -> list[ast.AST]:
        return self._simple(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        return node if isinstance(node.value, ast.Constant) else self._simple(node)

    def _simple(self, node: ast.stmt) -> list[ast.AST]:
        place = self._place(node)
        self.generic_visit(node)
        return [_tell("step", *place), node]

    def _loop(self, node: ast.While | ast.For, loop: ast.Constant) -> list[ast.AST]:
        leave = _tell("leave", loop)
        if node.orelse:
            node.orelse.insert(0, leave)
        return [_tell("enter", loop), node, leave]

    def _store(self, target: ast.expr, value: ast.expr) -> list[ast.stmt]:
        if isinstance(target, ast.Subscript):
            place = self._place(target)
            array, index = self.visit(target.value), self.visit(target.slice)
            return [_tell("write", array, index, value, *place)]
        if isinstance(target, ast.Tuple):
            return [
                part
                for position, item in enumerate(target.elts)
                for part in self._store(
                    item, ast.Subscript(value, ast.Constant(position), ast.Load())
                )
            ]
        assert isinstance(target, ast.Name)
        return [_set(target.id, value)]

    def _place(self, node: Any) -> tuple[ast.Constant, ast.Constant]:
        return ast.Constant(node.lineno + self._offset), ast.Constant(node.col_offset + 1)

    def _name(self) -> str:
        self._fresh += 1
        return f"_w{self._fresh}"


def _ask(method: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(_get("_w"), method, ast.Load()), list(arguments), [])


def _tell(method: str, *arguments: ast.expr) -> ast.stmt:
    return ast.Expr(_ask(method, *arguments))


def _get(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _set(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def watched(function: FunctionType, watch: Watch) -> Callable[..., Any]:
    """The function rewritten, with the device functions that it names."""
    lines, first_line = inspect.getsourcelines(function)
    module = ast.parse(textwrap.dedent("".join(lines)))
    definition = module.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    rewriter = _Rewriter(max(first_line, 1))
    body: list[ast.stmt] = []
    for statement in definition.body:
        new = rewriter.visit(statement)
        body += new if isinstance(new, list) else [new]
    definition.body = body
    space = dict(function.__globals__)
    for name in function.__code__.co_names:
        inner = getattr(space.get(name), "py_func", None)
        if inner is not None:
            space[name] = watched(inner, watch)
    space |= {"_w": watch, "cuda": watch.cuda}
    code = compile(ast.fix_missing_locations(module), "<watched>", "exec")
    exec(code, space)
    result: Any = space[definition.name]
    result.watched = True
    return result  # type: ignore[no-any-return]


def count(function: FunctionType, config: LaunchConfig, arguments: Mapping[str, Any]) -> Counted:
    """Runs the kernel; the arrays of `arguments` are written in place."""
    watch = Watch(config)
    kernel = watched(function, watch)
    values = [
        WatchedArray(name, value) if isinstance(value, np.ndarray) else value
        for name, value in arguments.items()
    ]
    with np.errstate(all="ignore"):
        for block in range(config.blocks):
            for thread in range(config.block.size):
                watch.begin(block, thread)
                kernel(*values)
    return watch.counted
