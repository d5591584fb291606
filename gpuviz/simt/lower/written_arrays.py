"""Which arrays a kernel may write, read off its source: only those can race."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from gpuviz.trace.source import FunctionSource


def written_parameters(
    kernel: ast.FunctionDef,
    helpers: Sequence[ast.FunctionDef],
    atomic_targets: AbstractSet[str] = frozenset(),
) -> set[str]:
    """Parameters of the kernel whose elements may be written; rather too many than too few.

    `helpers` are its device functions: where one of them stores, every array may be written.
    `atomic_targets` are names in the kernel that are handed to cuda.atomic.*, "" for other arrays.
    """
    parameters = {argument.arg for argument in kernel.args.args}
    stored = set(_stored_names(kernel)) | atomic_targets
    unclear = stored - parameters - set(_block_arrays(kernel))
    rebound = parameters & set(_bound_names(kernel))
    if unclear or rebound or any(True for helper in helpers for _ in _stored_names(helper)):
        return parameters
    return stored & parameters


def device_arrays(functions: Sequence[FunctionSource]) -> frozenset[str]:
    """The arrays in device memory that functions know from outside, by the launch's name."""
    known = (one for source in functions for one in source.captured.values())
    return frozenset(one.value[0] for one in known if one.kind == "device")  # type: ignore[index]


def _stored_names(function: ast.FunctionDef) -> Iterator[str]:
    """What stands before the brackets of each store; "" where it is not a plain name."""
    for node in ast.walk(function):
        if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            yield node.value.id if isinstance(node.value, ast.Name) else ""


def _bound_names(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _block_arrays(function: ast.FunctionDef) -> Iterator[str]:
    """Names that are bound once, to a shared or local array."""
    bound = list(_bound_names(function))
    for node in ast.walk(function):
        if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)):
            continue
        if ast.unparse(node.value.func).endswith(".array"):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            yield from (name for name in names if bound.count(name) == 1)
