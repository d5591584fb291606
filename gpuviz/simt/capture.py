"""From a live Python function to its source and what its names stand for: it can run anywhere."""

from __future__ import annotations

import ast
import builtins
import inspect
import math
import sys
import textwrap
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from gpuviz.messages import Message, NotSupportedError
from gpuviz.trace.source import Captured, FunctionSource

MODULES = {
    "numba.cuda": "cuda",
    "gpuviz.cuda": "cuda",
    "math": "math",
    "numpy": "numpy",
    "numba": "numba",
    "numba.core.types": "numba.types",
}
NUMPY_TYPES = frozenset(np.sctypeDict.values())
ARRAY_SPACES = ("shared", "local")
CUDA_MODULES = ("numba.cuda", "gpuviz.cuda")


def capture_kernel(kernel: object) -> tuple[FunctionSource, ...]:
    """The kernel's source (row 0) and that of every device function it reaches.

    `kernel` is a plain function or anything that carries one as `.py_func` (Numba's dispatchers).
    Raises NotSupportedError where the source cannot be had.
    """
    capture = _Capture()
    capture.function(python_function(kernel), is_kernel=True)
    return tuple(source for source in capture.sources if source is not None)


def python_function(thing: object) -> FunctionType:
    """The Python function inside a dispatcher. Raises NotSupportedError for anything else."""
    function = getattr(thing, "py_func", thing)
    if isinstance(function, FunctionType):
        return function
    template = "{thing} is not a Python function: gpuviz runs kernels decorated with @cuda.jit."
    raise NotSupportedError(Message("capture.not-a-function", template, {"thing": repr(thing)}))


class _Capture:
    def __init__(self) -> None:
        self.sources: list[FunctionSource | None] = []
        self._rows: dict[Any, int] = {}

    def function(self, function: FunctionType, is_kernel: bool) -> int:
        """The row of a function, captured once."""
        if function in self._rows:
            return self._rows[function]
        row = len(self.sources)
        self._rows[function] = row
        self.sources.append(None)
        text, first_line = _source_text(function)
        captured = {name: self._captured(name, function) for name in _free_names(text)}
        self.sources[row] = FunctionSource(
            function.__name__,
            inspect.getsourcefile(function) or function.__code__.co_filename,
            first_line,
            text,
            is_kernel,
            {name: value for name, value in captured.items() if value is not None},
        )
        return row

    def _captured(self, name: str, function: FunctionType) -> Captured | None:
        found, value = _lookup(name, function)
        return self._describe(value) if found else None

    def _describe(self, value: Any) -> Captured:
        symbol = symbol_of(value)
        if symbol is not None:
            return Captured("symbol", symbol)
        inner = getattr(value, "py_func", None)
        if isinstance(inner, FunctionType):
            return Captured("function", self.function(inner, is_kernel=False))
        if isinstance(value, np.ndarray):
            copy = value.copy()
            copy.flags.writeable = False
            return Captured("array", copy)
        if _is_constant(value):
            return Captured("constant", value)
        return Captured("symbol", f"unknown:{type(value).__name__}")


def symbol_of(value: Any) -> str | None:
    """The canonical dotted name of what kernels may use: a module, intrinsic, function or type."""
    if isinstance(value, ModuleType):
        return MODULES.get(value.__name__, f"unknown:module {value.__name__}")
    for module in CUDA_MODULES:
        name = _member_name(sys.modules.get(module), value)
        if name is not None:
            return f"cuda.{name}"
    return _plain_symbol(value)


def _plain_symbol(value: Any) -> str | None:
    if isinstance(value, type) and value in NUMPY_TYPES:
        return f"numpy.{np.dtype(value).name}"
    if isinstance(value, np.ufunc):
        return f"numpy.{value.__name__}"
    name = getattr(value, "__name__", "")
    if getattr(builtins, name, None) is value and name:
        return f"builtins.{name}"
    if isinstance(value, BuiltinFunctionType) and getattr(math, name, None) is value:
        return f"math.{name}"
    if type(value).__module__.startswith("numba.") and hasattr(value, "bitwidth"):
        return f"numba.{value}"
    if type(value).__module__.startswith("numba.") and str(value) == "bool":
        return "numba.bool_"
    return None


def _member_name(module: ModuleType | None, value: Any) -> str | None:
    """The public name under which a CUDA module holds `value`, numbers and types left out."""
    if module is None or isinstance(value, (int, float, complex, np.generic, str, tuple)):
        return None
    if hasattr(value, "bitwidth"):
        return None
    members = {name: m for name, m in vars(module).items() if not name.startswith("_")}
    for name, member in members.items():
        if member is value:
            return name
    spaces = (name for name in ARRAY_SPACES if name in members)
    return next((f"{n}.array" for n in spaces if _array_of(members[n]) is value), None)


def _array_of(space: Any) -> Any:
    """What declares arrays in a memory space: cuda.shared.array."""
    return getattr(space, "array", space)


def _is_constant(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_is_constant(item) for item in value)
    return value is None or isinstance(value, (bool, int, float, complex, str, np.generic))


def _source_text(function: FunctionType) -> tuple[str, int]:
    try:
        lines, first_line = inspect.getsourcelines(function)
    except (OSError, TypeError):
        template = (
            "The source of {name} cannot be found: gpuviz reads it to run the kernel."
            " Put the kernel into a file and import it from there."
        )
        message = Message("capture.no-source", template, {"name": function.__name__})
        raise NotSupportedError(message) from None
    return textwrap.dedent("".join(lines)), max(first_line, 1)


def _free_names(text: str) -> list[str]:
    """Names that are read and never bound inside the function, decorators left out."""
    definition = function_tree(text)
    given = definition.args
    bound = {arg.arg for arg in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
    read: dict[str, None] = {}
    for node in (node for statement in definition.body for node in ast.walk(statement)):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                read[node.id] = None
            else:
                bound.add(node.id)
    return [name for name in read if name not in bound]


def function_tree(text: str) -> ast.FunctionDef:
    """The syntax tree of a captured function.

    Raises NotSupportedError for a lambda, and where a text inside the function stands further to
    the left than the function itself, so that it cannot be read alone.
    """
    try:
        statements = ast.parse(text).body
    except SyntaxError:
        statements = []
    for node in statements:
        if isinstance(node, ast.FunctionDef):
            return node
    template = (
        "A kernel or device function must be written with def, not as a lambda, and all its lines"
        " must be indented alike."
    )
    raise NotSupportedError(Message("capture.lambda", template))


def _lookup(name: str, function: FunctionType) -> tuple[bool, Any]:
    code = function.__code__
    closure = function.__closure__ or ()
    cells = dict(zip(code.co_freevars, closure, strict=True))
    if name in cells:
        try:
            return True, cells[name].cell_contents
        except ValueError:  # a cell that is filled only later
            return False, None
    space = function.__globals__
    if name in space:
        return True, space[name]
    return hasattr(builtins, name), getattr(builtins, name, None)
