"""Repairs of elements that are read before they are written."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gpuviz.launch import Dim3
from gpuviz.repair import words
from gpuviz.repair.bounds import accesses
from gpuviz.repair.fault import CannotEdit, Fault, Repair
from gpuviz.repair.source import STEP, SourceText, called, end_of
from gpuviz.repair.words import said


@dataclass(frozen=True, slots=True)
class Shifted:
    """An index of the form name + constant."""

    name: str
    by: int


@dataclass(frozen=True, slots=True)
class TileLoad:
    """The statement in which each thread copies an element into shared memory: tile[t] = x[i]."""

    statement: ast.stmt  # with the if around it, if that has nothing else
    tile: str
    into: Shifted
    array: str
    source: Shifted


def shifted(node: ast.expr) -> Shifted | None:
    """An index as name + constant; None for another one."""
    if isinstance(node, ast.Name):
        return Shifted(node.id, 0)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        left, right = shifted(node.left), node.right
        if left is not None and isinstance(right, ast.Constant) and type(right.value) is int:
            by = right.value if isinstance(node.op, ast.Add) else -right.value
            return Shifted(left.name, left.by + by)
    return None


def plus(words_of: str, by: int) -> str:
    """An expression and a constant."""
    return words_of if by == 0 else f"{words_of} {'+' if by > 0 else '-'} {abs(by)}"


def tile_load(source: SourceText, function: ast.FunctionDef, tile: str | None) -> TileLoad:
    """How a shared array is filled. Raises CannotEdit where it is not in this way."""
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Subscript):
            continue
        target, value = node.targets[0], node.value
        value = value.body if isinstance(value, ast.IfExp) else value
        if ast.unparse(target.value) != tile or not isinstance(value, ast.Subscript):
            continue
        into, taken = shifted(target.slice), shifted(value.slice)
        if into is not None and taken is not None:
            around = source.parent(node)
            alone = isinstance(around, ast.If) and len(around.body) == 1 and not around.orelse
            outer: ast.stmt = around if alone else node  # type: ignore[assignment]
            return TileLoad(outer, tile or "", into, ast.unparse(value.value), taken)
    raise CannotEdit


def fill_the_tile(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """Threads go on through the tile until all of it is filled, as they fill their own element."""
    if fault.space != "shared" or fault.block.y * fault.block.z > 1:
        return
    function = source.function_of(source.statement_at(fault.line))
    load = tile_load(source, function, fault.array)
    source.block_of(load.statement)
    k, at, indent = (
        source.fresh(function, "k"),
        source.fresh(function, "at"),
        source.indent_of(load.statement),
    )
    from_block = (
        "" if load.source.name == load.into.name else f"{load.source.name} - {load.into.name} + "
    )
    place = plus(f"{from_block}{k}", load.source.by - load.into.by)
    x, width = f"{source.cuda}.threadIdx.x", f"{source.cuda}.blockDim.x"
    lines = [
        f"{indent}for {k} in range({x}, {load.tile}.size, {width}):",
        f"{indent}{STEP}{at} = {place}",
        f"{indent}{STEP}{load.tile}[{k}] = {load.array}[{at}]"
        f" if 0 <= {at} < {load.array}.size else 0",
    ]
    first, last = load.statement.lineno, end_of(load.statement)
    message = said(words.FILL_TILE, shared=load.tile, line=first)
    yield Repair(message, source.edited(source.replacing_lines(first, last, lines)))


def take_from_global(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """An element that another block's threads have is taken from where they take it."""
    if fault.space != "shared" or fault.block.y * fault.block.z > 1:
        return
    one = source.statement_at(fault.line)
    load = tile_load(source, source.function_of(one), fault.array)
    edits = []
    for access in accesses(source, one, fault.array):
        node = access.node
        if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
            continue
        index = shifted(node.slice)
        if access.array != load.tile or index is None or index.name != load.into.name:
            continue
        by = index.by - load.into.by
        if by == 0:
            continue
        place = plus(load.source.name, load.source.by + by)
        if by < 0:
            mine, there = f"{index.name} >= {-by}", f"{place} >= 0"
        else:
            mine = f"{plus(index.name, by)} < {source.cuda}.blockDim.x"
            there = f"{place} < {load.array}.size"
        text = f"({source.segment(node)} if {mine} else {load.array}[{place}] if {there} else 0)"
        edits.append(source.replacing(node, text))
    if edits:
        message = said(words.FROM_GLOBAL, shared=load.tile, array=load.array, line=one.lineno)
        yield Repair(message, source.edited(*edits))


def zero_fill(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """All of a shared or local array is set to 0 where it is declared."""
    function = source.function_of(source.statement_at(fault.line))
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign) or not called(node.value, "array"):
            continue
        if ast.unparse(node.targets[0]) != fault.array:
            continue
        source.block_of(node)
        indent, line = source.indent_of(node), end_of(node)
        lines = _filling(source, fault, function, _axes(node.value))
        shared = fault.space == "shared"
        if shared:
            lines.append(f"{source.cuda}.syncthreads()")
        template = words.ZERO_FILL if shared else words.ZERO_FILL_LOCAL
        edit = source.inserting(line + 1, [indent + one for one in lines])
        yield Repair(said(template, array=fault.array, line=line), source.edited(edit))


def _axes(call: ast.expr) -> int:
    assert isinstance(call, ast.Call)
    shape = call.args[0] if call.args else None
    shape = next((one.value for one in call.keywords if one.arg == "shape"), shape)
    return len(shape.elts) if isinstance(shape, ast.Tuple) else 1


def _filling(source: SourceText, fault: Fault, function: ast.FunctionDef, axes: int) -> list[str]:
    """Loops over all elements, shared between the threads of the block for shared memory."""
    array, indent, lines, names = fault.array, "", list[str](), list[str]()
    ranges = _ranges(source.cuda, fault, axes)
    for wanted, one in zip(("k",) if axes == 1 else ("p", "q", "r", "s"), ranges, strict=False):
        names.append(source.fresh(function, wanted))
        lines.append(f"{indent}for {names[-1]} in range({one}):")
        indent += STEP
    return [*lines, f"{indent}{array}[{', '.join(names)}] = 0"]


def _ranges(cuda: str, fault: Fault, axes: int) -> Sequence[str]:
    array, block = fault.array, fault.block
    sizes = [f"{array}.size"] if axes == 1 else [f"{array}.shape[{row}]" for row in range(axes)]
    if fault.space != "shared":
        return sizes
    if axes == 1 or _used_axes(block) > axes:
        first, width = _linear(cuda, block)
        return [f"{first}, {sizes[0]}, {width}", *sizes[1:]]
    named = ["x", "y", "z"][: _used_axes(block)][::-1]
    spread = [
        f"{cuda}.threadIdx.{name}, {size}, {cuda}.blockDim.{name}"
        for name, size in zip(named, sizes[len(sizes) - len(named) :], strict=True)
    ]
    return [*sizes[: len(sizes) - len(named)], *spread]


def _used_axes(block: Dim3) -> int:
    return 3 if block.z > 1 else 2 if block.y > 1 else 1


def _linear(cuda: str, block: Dim3) -> tuple[str, str]:
    """The number of a thread in its block, and how many there are."""
    x, y, z = (f"{cuda}.threadIdx.{name}" for name in "xyz")
    dx, dy, dz = (f"{cuda}.blockDim.{name}" for name in "xyz")
    if block.z > 1:
        return f"({z} * {dy} + {y}) * {dx} + {x}", f"{dx} * {dy} * {dz}"
    if block.y > 1:
        return f"{y} * {dx} + {x}", f"{dx} * {dy}"
    return x, dx


def zero_before(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """A variable is 0 before the statement that sets it on some ways only."""
    if fault.space != "register":
        return
    function = source.function_of(source.statement_at(fault.line))
    for one in function.body:
        if any(isinstance(n, ast.Name) and _sets(n, fault.array) for n in ast.walk(one)):
            source.block_of(one)
            edit = source.inserting(one.lineno, [f"{source.indent_of(one)}{fault.array} = 0"])
            message = said(words.SET_FIRST, array=fault.array, line=one.lineno)
            yield Repair(message, source.edited(edit))
            return


def _sets(node: ast.Name, name: str | None) -> bool:
    return node.id == name and isinstance(node.ctx, ast.Store)


def assign_instead(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """x[i] += v where nothing was in x[i]: x[i] = v, or 0 before a loop that adds to it."""
    one = source.statement_at(fault.line)
    if not isinstance(one, ast.AugAssign) or not isinstance(one.op, ast.Add):
        return
    outer: ast.stmt | None = None
    for node in source.around(one):
        if isinstance(node, (ast.For, ast.While)):
            outer = node
        elif isinstance(node, ast.FunctionDef):
            break
    target = source.segment(one.target)
    if outer is None:
        text = f"{target} = {source.segment(one.value)}"
        message = said(words.ASSIGN, line=one.lineno)
        yield Repair(message, source.edited(source.replacing(one, text)))
    else:
        source.block_of(outer)
        edit = source.inserting(outer.lineno, [f"{source.indent_of(outer)}{target} = 0"])
        yield Repair(said(words.ZERO_ELEMENT, line=outer.lineno), source.edited(edit))


def zeros_on_the_host(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """cuda.device_array, whose elements are anything, becomes a copy of zeros."""
    if fault.space != "global":
        return
    for call in _made_on_device(source, fault):
        given = ", ".join(source.segment(one) for one in (*call.args, *call.keywords))
        if called(call, "device_array_like"):
            like = source.segment(call.args[0])
            given = f"{like}.shape, {like}.dtype"
        text = f"{source.cuda}.to_device({source.numpy}.zeros({given}))"
        message = said(words.ON_HOST, line=call.lineno)
        yield Repair(message, source.edited(source.replacing(call, text)))


def _made_on_device(source: SourceText, fault: Fault) -> Iterator[ast.Call]:
    """The calls of device_array from which the kernel's parameter comes."""
    for argument in _arguments(source, fault):
        made: list[ast.expr] = [argument]
        if isinstance(argument, ast.Name):
            made = [
                node.value
                for node in ast.walk(source.tree)
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == argument.id
            ]
        for one in made:
            if isinstance(one, ast.Call) and called(one, "device_array", "device_array_like"):
                yield one


def _arguments(source: SourceText, fault: Fault) -> Iterator[ast.expr]:
    """What launches of the kernel hand it for the parameter."""
    names = [
        one.arg
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef) and node.name == fault.kernel
        for one in node.args.args
    ]
    if fault.array not in names:
        return
    row = names.index(fault.array)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript):
            if ast.unparse(node.func.value) != fault.kernel:
                continue
            yield from node.args[row : row + 1]
