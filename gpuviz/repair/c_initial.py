"""Repairs of elements that are read before anybody wrote them, in CUDA C."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.repair import words
from gpuviz.repair.c_source import CSource, walk
from gpuviz.repair.fault import CannotEdit, Fault, Repair
from gpuviz.repair.words import said


def fill_the_tile(source: CSource, fault: Fault) -> Iterator[Repair]:
    """`if (c) tile[t] = a[i];` becomes `tile[t] = c ? a[i] : 0;`."""
    function = source.function_of(source.statement_at(fault.line))
    for node in walk(function):
        if not isinstance(node, syntax.If) or node.other is not None or node.begin is not None:
            continue
        body = node.body.body if isinstance(node.body, syntax.Block) else [node.body]
        if len(body) != 1 or not isinstance(body[0], syntax.Evaluation):
            continue
        change = body[0].value
        if not isinstance(change, syntax.Assignment) or change.mark:
            continue
        if _root(change.target) != fault.array:
            continue
        test = source.text[slice(*source.condition(node))]
        target = source.written(change.target)
        value = source.text[source.end(change.target) : source.end(body[0])]
        value = value.strip().removeprefix("=").strip().removesuffix(";").strip()
        edit = source.replacing(node, f"{target} = {test} ? {value} : 0;")
        message = said(words.FILL_TILE, shared=fault.array, line=body[0].lineno)
        yield Repair(message, source.edited(edit))


def zero_fill(source: CSource, fault: Fault) -> Iterator[Repair]:
    """Zeros behind the declaration, and a barrier behind them in shared memory."""
    name = fault.array or ""
    function = source.function_of(source.statement_at(fault.line))
    declared = source.declaration_of(function, name)
    lengths = source.length_of(function, name)
    kind = next(one.kind for one in declared.variables if one.name == name)
    line = source.last_line(declared)
    indent = source.indent_of(declared)
    at = source.offset(line + 1, 0) if line < len(source.lines) else len(source.text)
    if declared.place == "shared":
        lines = _shared_zeros(name, lengths, isinstance(kind, np.dtype))
        message = said(words.ZERO_FILL, array=name, line=line)
    elif len(lengths) == 1:
        lines = [f"for (int k = 0; k < {lengths[0]}; k++) {name}[k] = 0;"]
        message = said(words.ZERO_FILL_LOCAL, array=name, line=line)
    else:
        return
    text = "".join(f"{indent}{one}{source.newline}" for one in lines)
    yield Repair(message, source.edited((at, at, text)))


def _shared_zeros(name: str, lengths: list[str], is_number: bool) -> list[str]:
    if not lengths and is_number:
        return [f"if (threadIdx.x == 0) {name} = 0;", "__syncthreads();"]
    if len(lengths) != 1:
        raise CannotEdit
    loop = f"for (int k = threadIdx.x; k < {lengths[0]}; k += blockDim.x)"
    return [f"{loop} {name}[k] = 0;", "__syncthreads();"]


def _root(node: syntax.Node) -> str | None:
    while isinstance(node, syntax.Index):
        node = node.base
    return node.id if isinstance(node, syntax.Name) else None
