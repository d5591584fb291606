"""What can be told of a script without running it: whether it is an operation, or has kernels."""

from __future__ import annotations

import ast
import os
from pathlib import Path

from gpuviz.cuda.numba_on_demand import LATER
from gpuviz.messages import GpuvizError
from gpuviz.operation import OperationInfo, describe, describe_text
from gpuviz.operation.module import parse_module, read_source
from gpuviz.operation.script import kernels_of
from gpuviz.operation.script import means_to_be_an_operation as module_means_to_be_one

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
        return module_means_to_be_one(parse_module(path, read_source(path)))
    except GpuvizError:
        return False


def defines_kernels(path: Path) -> bool:
    """Whether a function of the file is decorated as a kernel of numba.cuda."""
    tree = _tree(path)
    return tree is not None and bool(kernels_of(tree))


def needs_numba(path: Path) -> bool:
    """Whether a file imports names of Numba that are not `LATER`, or somebody has set Numba up."""
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
        return any(one.name not in ("cuda", *LATER) for one in node.names)
    return (node.module or "").startswith("numba.") and not _is_cuda(node.module or "")


def _is_cuda(module: str) -> bool:
    return module == CUDA or module.startswith(f"{CUDA}.")
