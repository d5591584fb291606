"""A Python file that is no operation: a script that launches its kernels itself, read as text.

It is told by its syntax tree which functions of it are kernels, and whether the file has a use for
them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpuviz.operation.module import ParsedModule

OPERATION_NAMES = {"SIZES", "THREADS", "inputs", "pipeline"}  # of what an operation consists
CUDA = "numba.cuda"


def means_to_be_an_operation(module: ParsedModule) -> bool:
    """Whether a file has two names that operations have, so that its mistakes are those of one.

    One alone says little: many scripts have a number of THREADS.
    """
    return len(OPERATION_NAMES & {*module.assigned, *module.functions}) >= 2


def kernels_of(tree: ast.AST) -> list[ast.FunctionDef]:
    """The functions that are decorated as kernels of numba.cuda, under whatever name it goes."""
    names = {f"{module}.jit" for module in (CUDA, "cuda", *_names_of_cuda(tree))}
    names |= set(_names_of_jit(tree))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return [one for one in functions if any(_makes_kernel(d, names) for d in one.decorator_list)]


def unused_kernels(tree: ast.AST) -> list[ast.FunctionDef]:
    """The kernels of a file that launches nothing; none where one of them is used."""
    kernels = kernels_of(tree)
    inside = {node for kernel in kernels for node in ast.walk(kernel)}
    outside = [node for node in ast.walk(tree) if node not in inside]
    named = {node.id for node in outside if isinstance(node, ast.Name)}
    launches = any(isinstance(n, ast.Call) and isinstance(n.func, ast.Subscript) for n in outside)
    return [] if launches or named & {kernel.name for kernel in kernels} else kernels


def _names_of_cuda(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.asname for one in node.names if one.name == CUDA and one.asname)
        elif isinstance(node, ast.ImportFrom) and node.module == "numba":
            yield from (one.asname or one.name for one in node.names if one.name == "cuda")


def _names_of_jit(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == CUDA:
            for one in node.names:
                if one.name in ("jit", "*"):
                    yield one.asname or "jit"


def _makes_kernel(decorator: ast.expr, names: set[str]) -> bool:
    if not isinstance(decorator, ast.Call):
        return ast.unparse(decorator) in names
    device = any(one.arg == "device" for one in decorator.keywords)
    return ast.unparse(decorator.func) in names and not device
