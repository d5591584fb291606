"""What can be told of a script without running it: whether it is an operation, or has kernels."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

from gpuviz.messages import GpuvizError
from gpuviz.operation import OperationInfo, describe, describe_text
from gpuviz.operation.module import parse_module, read_source

OF_OPERATIONS = ("SIZES", "THREADS")  # names that a file assigns that means to be one
CUDA = "numba.cuda"
NUMBAS_SETTINGS = ".numba_config.yaml"  # in the current folder


def operation_in(path: Path, text: str | None = None) -> OperationInfo | GpuvizError:
    """The operation that a file is, or a text in its place, or why it is none."""
    try:
        return describe(path) if text is None else describe_text(path, text)
    except GpuvizError as error:
        return error


def means_to_be_an_operation(path: Path) -> bool:
    """Whether a file has the names that only operations have, so that its mistakes matter."""
    try:
        assigned = parse_module(path, read_source(path)).assigned
        return all(name in assigned for name in OF_OPERATIONS)
    except GpuvizError:
        return False


def defines_kernels(path: Path) -> bool:
    """Whether a function of the file is decorated as a kernel of numba.cuda."""
    tree = _tree(path)
    if tree is None:
        return False
    names = {f"{module}.jit" for module in (CUDA, "cuda", *_names_of_cuda(tree))}
    names |= set(_names_of_jit(tree))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return any(_makes_kernel(one, names) for node in functions for one in node.decorator_list)


def needs_numba(path: Path) -> bool:
    """Whether a file asks for more of Numba than `numba.cuda`, or somebody has set it up."""
    is_set = any(name.startswith("NUMBA_") for name in os.environ)
    if is_set or os.path.exists(NUMBAS_SETTINGS):
        return True
    tree = _tree(path)
    return tree is not None and any(map(_imports_numba, ast.walk(tree)))


def _tree(path: Path) -> ast.Module | None:
    """A file as Python reads it; None for one that it cannot read."""
    try:
        return ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError, OSError):
        return None


def _imports_numba(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(one.name.startswith("numba") and not _is_cuda(one.name) for one in node.names)
    if not isinstance(node, ast.ImportFrom):
        return False
    if node.module == "numba":
        return any(one.name != "cuda" for one in node.names)
    return (node.module or "").startswith("numba.") and not _is_cuda(node.module or "")


def _is_cuda(module: str) -> bool:
    return module == CUDA or module.startswith(f"{CUDA}.")


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
