"""Finds the kernel among a file's functions, and what it writes."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from gpuviz.operation.module import ParsedModule


def find_kernel(module: ParsedModule) -> ast.FunctionDef:
    """The one `@cuda.jit` function that is no device function. Raises RequestRefused."""
    kernels = [function for function in module.functions.values() if _is_kernel(function)]
    if not kernels:
        raise module.refusal(
            "no-kernel",
            "{file} has no kernel: put @cuda.jit above the function that the GPU shall run.",
        )
    if len(kernels) > 1:
        raise module.refusal(
            "several-kernels",
            "{file} has {count} kernels ({names}): keep one and give each other one a file of its"
            " own, or mark a function that the kernel calls with @cuda.jit(device=True).",
            kernels[1],
            count=len(kernels),
            names=", ".join(kernel.name for kernel in kernels),
        )
    return kernels[0]


def parameters(module: ParsedModule, function: ast.FunctionDef) -> tuple[str, ...]:
    """The names of a function's parameters. Raises RequestRefused for parameters with a star."""
    arguments = function.args
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
        raise module.refusal(
            "star-parameters",
            "{name} has parameters with a star or behind one: name each one plainly.",
            function,
            name=function.name,
        )
    return tuple(argument.arg for argument in (*arguments.posonlyargs, *arguments.args))


def written_names(kernel: ast.FunctionDef, names: Sequence[str]) -> tuple[str, ...]:
    """Those of `names` that the kernel's own statements store into, atomics included."""
    written = {_written_name(node) for node in ast.walk(kernel)}
    return tuple(name for name in names if name in written)


def _is_kernel(function: ast.FunctionDef) -> bool:
    return any(_is_kernel_decorator(decorator) for decorator in function.decorator_list)


def _is_kernel_decorator(decorator: ast.expr) -> bool:
    match decorator:
        case ast.Call(func=func, keywords=keywords):
            return _is_cuda_jit(func) and not any(_is_device(keyword) for keyword in keywords)
        case _:
            return _is_cuda_jit(decorator)


def _is_cuda_jit(node: ast.expr) -> bool:
    return ast.unparse(node) in ("cuda.jit", "numba.cuda.jit")


def _is_device(keyword: ast.keyword) -> bool:
    match keyword:
        case ast.keyword(arg="device", value=ast.Constant(value=value)):
            return bool(value)
    return False


def _written_name(node: ast.AST) -> str | None:
    match node:
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()):
            return name
        case ast.Call(func=ast.Attribute(value=owner), args=[ast.Name(id=name), *_]):
            return name if ast.unparse(owner).endswith("cuda.atomic") else None
    return None
