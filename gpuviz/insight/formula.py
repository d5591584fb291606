"""A statement of a kernel with the numbers of one thread put in: `i = 3 · 256 + 231 = 999`.

Made from the syntax tree, for plain arithmetic whose every part is known; anything else gives
nothing, never a guess.
"""

from __future__ import annotations

import ast
import copy
import functools
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gpuviz.launch import Dim3

Known = Mapping[str, object]
"""Values by the source text of what has them: "i", "a[i]", "c.size"."""

_BINARY: dict[type[ast.operator], Callable[[Any, Any], object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], object]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_UNARY: dict[type[ast.unaryop], Callable[[Any], object]] = {
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Invert: lambda x: not x if isinstance(x, bool) else ~x,  # as Numba does
}
_GRID_CALLS = {
    "cuda.grid": "blockIdx.{axis} * blockDim.{axis} + threadIdx.{axis}",
    "cuda.gridsize": "gridDim.{axis} * blockDim.{axis}",
}


@dataclass(frozen=True, slots=True)
class Formula:
    """`target = symbolic = numeric = value`; a condition has its own text as target."""

    target: str
    symbolic: str
    numeric: str
    value: object


@dataclass(frozen=True, slots=True)
class ThreadPlace:
    """Which thread of which launch; `symbols`: what names of its module stand for."""

    grid: Dim3
    block: Dim3
    block_idx: Dim3
    thread_idx: Dim3
    symbols: Mapping[str, str]

    @property
    def known(self) -> dict[str, object]:
        """threadIdx, blockIdx, blockDim and gridDim of this thread, by axis."""
        named = {
            "threadIdx": self.thread_idx,
            "blockIdx": self.block_idx,
            "blockDim": self.block,
            "gridDim": self.grid,
        }
        return {
            f"{name}.{axis}": value
            for name, shape in named.items()
            for axis, value in zip("xyz", shape, strict=True)
        }


@functools.lru_cache(maxsize=64)
def nodes_of(text: str) -> tuple[ast.AST, ...]:
    """All of a function's source, outer before inner; nothing of one that cannot be read."""
    try:
        return tuple(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, MemoryError, RecursionError):  # of a recording by hand
        return ()


@functools.lru_cache(maxsize=64)
def statements_of(text: str) -> tuple[ast.stmt, ...]:
    """All statements of a function's source, outer before inner, in the order of their lines."""
    found = [node for node in nodes_of(text) if isinstance(node, ast.stmt)]
    return tuple(sorted(found[1:], key=lambda node: (node.lineno, node.col_offset)))


def index_formulas(text: str, place: ThreadPlace, known: Known) -> tuple[Formula, ...]:
    """How the thread gets its indices: the assignments that follow from its place alone.

    A bare `tx = cuda.threadIdx.x` is used in what follows but not told by itself.
    """
    values = dict(known)
    told: list[Formula] = []
    for node in statements_of(text):
        for formula in _place_formulas(node, place, values):
            values[formula.target] = formula.value
            if formula.symbolic not in place.known and formula not in told:
                told.append(formula)  # loops that follow each other have the same index
    return tuple(told)


def assignment_formulas(node: ast.stmt, place: ThreadPlace, known: Known) -> tuple[Formula, ...]:
    """The formulas of an assignment, one for each target; empty where a part is not known."""
    pairs: list[tuple[ast.expr, ast.expr]] = []
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        pairs = _pairs(node.targets[0], _spell_out(node.value, place.symbols))
    elif isinstance(node, ast.AugAssign):
        sum_of = ast.BinOp(_as_read(node.target), node.op, node.value)
        pairs = [(node.target, _spell_out(sum_of, place.symbols))]
    formulas = (_formula(ast.unparse(to), value, place, known) for to, value in pairs)
    return tuple(formula for formula in formulas if formula)


def condition_formula(node: ast.stmt, place: ThreadPlace, known: Known) -> Formula | None:
    """The condition of an `if` or `while` with its numbers and its result, if they are known."""
    if not isinstance(node, ast.If | ast.While):
        return None
    formula = _formula(ast.unparse(node.test), _spell_out(node.test, place.symbols), place, known)
    return formula and replace(formula, value=bool(formula.value))


def _place_formulas(node: ast.stmt, place: ThreadPlace, known: Known) -> tuple[Formula, ...]:
    if isinstance(node, ast.Assign) and _mentions_place(node.value, place.symbols):
        return assignment_formulas(node, place, known)
    if isinstance(node, ast.For) and _mentions_place(node.iter, place.symbols):
        return _loop_formulas(node, place, known)
    return ()


def _loop_formulas(node: ast.For, place: ThreadPlace, known: Known) -> tuple[Formula, ...]:
    """`for i in range(start, stop, step)`: the index as start + turn · step."""
    target, call = ast.unparse(node.target), _spell_out(node.iter, place.symbols)
    if not isinstance(call, ast.Call) or ast.unparse(call.func) != "range" or len(call.args) != 3:
        return ()
    start, _, step = call.args
    first = _formula(target, start, place, known)
    stride = _formula(target, step, place, known)
    if first is None or stride is None:
        return ()
    turn = _turn(known.get(target, first.value), first.value, stride.value)
    if not turn:
        return (first,)
    walked = ast.BinOp(start, ast.Add(), ast.BinOp(ast.Constant(turn), ast.Mult(), step))
    formula = _formula(target, walked, place, known)
    return (formula,) if formula else ()


def _turn(now: Any, first: Any, stride: Any) -> int:
    return int((now - first) // stride) if stride else 0


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=False))
    return [(target, value)]


def _as_read(target: ast.expr) -> ast.expr:
    read: ast.expr = ast.parse(ast.unparse(target), mode="eval").body
    return read


def _formula(target: str, value: ast.expr, place: ThreadPlace, known: Known) -> Formula | None:
    values = {**place.known, **known}
    try:
        with np.errstate(all="ignore"):  # as on a GPU: inf, or what is left after an overflow
            result = _evaluate(value, values)
    except (_NotKnownError, ArithmeticError, TypeError, ValueError):
        return None
    numbers = _PutIn(values).transform(value)
    return Formula(target, _written(value), _written(numbers), result)


def _written(node: ast.expr) -> str:
    return ast.unparse(node).replace(" * ", " · ")


def _mentions_place(node: ast.expr, symbols: Mapping[str, str]) -> bool:
    names = {_dotted(part, symbols) for part in ast.walk(node) if isinstance(part, ast.expr)}
    return any(
        name in _GRID_CALLS or name.removeprefix("cuda.") in ("threadIdx", "blockIdx")
        for name in names
    )


def _dotted(node: ast.expr, symbols: Mapping[str, str]) -> str:
    if isinstance(node, ast.Name):
        return symbols.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value, symbols)}.{node.attr}"
    return ""


def _spell_out(node: ast.expr, symbols: Mapping[str, str]) -> ast.expr:
    spelled: ast.expr = _SpellOut(symbols).visit(copy.deepcopy(node))
    return spelled


class _NotKnownError(Exception):
    """A part of the expression has no known value."""


class _SpellOut(ast.NodeTransformer):
    """cuda.grid(1) as blockIdx.x * blockDim.x + threadIdx.x, cuda.threadIdx.x as threadIdx.x."""

    def __init__(self, symbols: Mapping[str, str]) -> None:
        self._symbols = symbols

    def visit_Call(self, node: ast.Call) -> ast.expr:
        template = _GRID_CALLS.get(_dotted(node.func, self._symbols))
        if template and len(node.args) == 1 and isinstance(node.args[0], ast.Constant):
            axes = "xyz"[: int(str(node.args[0].value))]
            parts = [_parse(template.format(axis=axis)) for axis in axes]
            return parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        name = _dotted(node, self._symbols)
        if name.startswith("cuda."):
            return _parse(name.removeprefix("cuda."))
        return node


class _PutIn(ast.NodeTransformer):
    """Every known part replaced by its value."""

    def __init__(self, known: Known) -> None:
        self._known = known

    def transform(self, node: ast.expr) -> ast.expr:
        changed: ast.expr = self.visit(copy.deepcopy(node))
        return changed

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.expr) and (text := ast.unparse(node)) in self._known:
            return ast.Name(number_text(self._known[text]), ast.Load())
        return self.generic_visit(node)


def number_text(value: object) -> str:
    """A value inside a formula: four figures for a float, parentheses around a negative."""
    item = value.item() if hasattr(value, "item") else value
    text = f"{item:#.4g}" if isinstance(item, float) and item != 0 else str(item)
    return f"({text})" if text.startswith("-") else text


def _parse(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _evaluate(node: ast.expr, known: Known) -> object:
    text = ast.unparse(node)
    if text in known:
        return known[text]
    match node:
        case ast.Constant(value=value):
            return value
        case ast.BinOp() if type(node.op) in _BINARY:
            parts = _evaluate(node.left, known), _evaluate(node.right, known)
            return _BINARY[type(node.op)](*parts)
        case ast.UnaryOp() if type(node.op) in _UNARY:
            return _UNARY[type(node.op)](_evaluate(node.operand, known))
        case ast.BoolOp():
            return _junction(node, known)
        case ast.Compare():
            return _comparison(node, known)
    raise _NotKnownError(text)


def _junction(node: ast.BoolOp, known: Known) -> bool:
    parts = (bool(_evaluate(value, known)) for value in node.values)
    return all(parts) if isinstance(node.op, ast.And) else any(parts)


def _comparison(node: ast.Compare, known: Known) -> bool:
    sides = [_evaluate(side, known) for side in (node.left, *node.comparators)]
    if any(type(op) not in _COMPARE for op in node.ops):
        raise _NotKnownError(ast.unparse(node))
    return all(
        _COMPARE[type(op)](left, right)
        for op, left, right in zip(node.ops, sides[:-1], sides[1:], strict=True)
    )
