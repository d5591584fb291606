"""From a live Python function to its source and what its names stand for: it can run anywhere."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from gpuviz.messages import Message, NotSupportedError
from gpuviz.simt.number_types import element_type, is_numba_type
from gpuviz.simt.source.enum_members import describe
from gpuviz.simt.source.overloads import Overloads, members_told, overloads, told_of
from gpuviz.simt.source.symbols import EXCEPTION, NAMED_TUPLE, OVERLOADED, UNKNOWN, Symbols
from gpuviz.simt.source.text import LAMBDA, function_tree, source_text
from gpuviz.trace.source import Captured, FunctionSource

MOST_ITEMS = 64  # of a tuple of types or arrays
DEBUG = "debug=True"
"""Captured under this name by a kernel that was decorated so: its exceptions reach the host."""
SIGNATURES = "()"
"""Under this name a device function's signatures are captured: tuples of the names of the types of
its result and its parameters, "" for what is no number."""


def capture_kernel(kernel: object, debug: bool = False) -> tuple[FunctionSource, ...]:
    """The kernel's source (row 0) and that of every device function it reaches.

    `kernel` is a plain function or anything that carries one as `.py_func` (Numba's dispatchers).
    Raises NotSupportedError where the source cannot be had.
    """
    return Capture(python_function(kernel), debug).functions


def python_function(thing: object) -> FunctionType:
    """The Python function inside a dispatcher. Raises NotSupportedError for anything else."""
    function = getattr(thing, "py_func", thing)
    if isinstance(function, FunctionType):
        return function
    template = "{thing} is not a Python function: gpuviz runs kernels decorated with @cuda.jit."
    raise NotSupportedError(Message("capture.not-a-function", template, {"thing": repr(thing)}))


class Capture:
    """A kernel with all that it reaches.

    `exceptions` are the classes that it may raise, by name; `device_arrays` the arrays in device
    memory that it knows from outside: of those it has no copy, as in Numba. `debug`: whether the
    kernel was decorated with debug=True.

    Raises NotSupportedError where the source cannot be had.
    """

    def __init__(self, kernel: FunctionType, debug: bool = False) -> None:
        self.exceptions: dict[str, type[Exception]] = {}
        self.device_arrays: dict[str, Any] = {}
        self._parameters = kernel.__code__.co_varnames[: kernel.__code__.co_argcount]
        self._sources: list[FunctionSource | None] = []
        self._rows: dict[Any, int] = {}
        self._told: dict[FunctionType, Overloads | None] = {}
        self._members_told = members_told()
        self._symbols = Symbols()
        self._debug = debug
        self._function(kernel, is_kernel=True)
        self.functions = tuple(source for source in self._sources if source is not None)

    def _function(self, function: FunctionType, is_kernel: bool, declared: Any = ()) -> int:
        """The row of a function, captured once; `declared` are the types of its signatures."""
        if function in self._rows:
            return self._rows[function]
        row = len(self._sources)
        self._rows[function] = row
        self._sources.append(None)
        text, first_line = source_text(function)
        self._sources[row] = FunctionSource(
            "lambda" if function.__name__ == LAMBDA else function.__name__,
            inspect.getsourcefile(function) or function.__code__.co_filename,
            first_line,
            text,
            is_kernel,
            dict(self._captured(function, function_tree(text)))
            | ({SIGNATURES: Captured("constant", declared)} if declared else {})
            | ({DEBUG: Captured("constant", True)} if is_kernel and self._debug else {}),
        )
        return row

    def _captured(
        self, function: FunctionType, tree: ast.FunctionDef
    ) -> Iterator[tuple[str, Captured]]:
        """Each name from outside, each dotted name that begins with one, and "b=": a default."""
        defaults = function.__defaults__ or ()
        for parameter, value in zip(reversed(tree.args.args), reversed(defaults), strict=False):
            name = f"{parameter.arg}="
            yield name, self._describe(name, self._symbols.of(value), value)
        for name, paths in _outer_names(function.__code__, tree).items():
            found, value = _lookup(name, function)
            if found:
                yield name, self._describe(name, self._symbols.of(value), value)
                yield from self._items(name, value)
                yield from self._overloads(name, self._told_of(value))
                for path in paths:
                    symbol, member = self._symbols.member(value, path)
                    if symbol is not None or member is not None:
                        dotted = ".".join([name, *path])
                        yield dotted, self._describe(dotted, symbol, member)
                        yield from self._overloads(dotted, self._told_of(member))
        yield from self._members(tree)

    def _members(self, tree: ast.FunctionDef) -> Iterator[tuple[str, Captured]]:
        """Methods and attributes that a script has added to Numba's types: ".name()", ".name"."""
        told = self._members_told
        for name in told and {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}:
            for key, templates in told.get(name, {}).items():
                found = overloads(templates, None)
                yield key, self._overloaded(found)
                yield from self._overloads(key, found)

    def _told_of(self, value: Any) -> Overloads | None:
        """What Numba has been told of a plain function of the host."""
        if not isinstance(value, FunctionType):
            return None
        if value not in self._told:
            templates = told_of(value)
            self._told[value] = overloads(templates, value) if templates else None
        return self._told[value]

    def _overloaded(self, found: Overloads | None) -> Captured:
        if found is None:
            return Captured("symbol", f"{UNKNOWN}overload")
        only = found.only()
        if only is not None:
            return Captured("function", self._function(only, is_kernel=False))
        return Captured("symbol", f"{OVERLOADED}{' '.join(found.words)}")

    def _overloads(self, name: str, found: Overloads | None) -> Iterator[tuple[str, Captured]]:
        """The functions that a name stands for, by the kinds of their arguments."""
        if found is not None and found.only() is None:
            for kinds, function in found.functions.items():
                row = self._function(function, is_kernel=False)
                yield f"{name}({', '.join(kinds)})", Captured("function", row)

    def _items(self, name: str, value: Any) -> Iterator[tuple[str, Captured]]:
        """What stands in a tuple of types, functions or device arrays, as "t[0]"."""
        if not isinstance(value, tuple) or _is_constant(value) or len(value) > MOST_ITEMS:
            return
        if not all(map(_is_item, value)):
            return
        for place, item in enumerate(value):
            at = f"{name}[{place}]"
            yield at, self._describe(at, self._symbols.of(item), item)

    def _describe(self, name: str, symbol: str | None, value: Any) -> Captured:
        if symbol is not None:
            return Captured("symbol", symbol)
        if isinstance(value, type) and issubclass(value, Exception):
            self.exceptions[value.__qualname__] = value
            return Captured("symbol", f"{EXCEPTION}{value.__qualname__}")
        fields = getattr(value, "_fields", None)
        if isinstance(value, type) and issubclass(value, tuple) and isinstance(fields, tuple):
            return Captured("symbol", f"{NAMED_TUPLE}{' '.join(fields)}")
        if isinstance(value, FunctionType) and told_of(value):
            return self._overloaded(self._told_of(value))
        inner = getattr(value, "py_func", None)
        if isinstance(inner, FunctionType):
            declared = getattr(value, "declared", ())
            return Captured("function", self._function(inner, is_kernel=False, declared=declared))
        interface = getattr(value, "__cuda_array_interface__", None)
        if isinstance(interface, dict):
            return self._device_array(name, value, interface)
        if isinstance(value, bytes):
            value = np.array(bytearray(value))
        if isinstance(value, np.ndarray):
            copy = value.copy()
            copy.flags.writeable = False
            return Captured("array", copy)
        member = describe(value)
        if member is not None:
            return Captured("enum", member)
        if isinstance(value, slice):
            return _slice(value)
        constant = element_type(value)
        if constant is not None or _is_constant(value):
            return Captured("constant", value if constant is None else constant)
        return Captured("symbol", f"{UNKNOWN}{type(value).__name__}")

    def _device_array(self, name: str, value: Any, interface: dict[str, Any]) -> Captured:
        """An array in device memory, by the name that the launch knows it by."""
        for known, other in self.device_arrays.items():
            if other is value:
                name = known
                break
        else:
            while name in self.device_arrays or name in self._parameters:
                name += "'"
            self.device_arrays[name] = value
        dtype = np.dtype(getattr(value, "dtype", interface["typestr"]))
        return Captured("device", (name, dtype, len(interface["shape"]), interface["data"][1]))


def _is_item(value: Any) -> bool:
    """Whether Numba knows a tuple in which it stands."""
    of_device = isinstance(getattr(value, "__cuda_array_interface__", None), dict)
    known = isinstance(value, type) or is_numba_type(value) or _is_constant(value)
    return known or of_device or isinstance(getattr(value, "py_func", None), FunctionType)


def _slice(value: slice) -> Captured:
    """A slice by its bounds, which must be whole numbers."""
    bounds = (value.start, value.stop, value.step)
    if all(bound is None or type(bound) is int for bound in bounds):
        return Captured("slice", bounds)
    return Captured("symbol", f"{UNKNOWN}slice")


def _is_constant(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_is_constant(item) for item in value)
    return value is None or isinstance(value, (bool, int, float, complex, str, np.generic))


def _outer_names(code: CodeType, tree: ast.FunctionDef) -> dict[str, list[list[str]]]:
    """Names that the body reads from outside, with the paths of attributes behind each."""
    bound, looked_up = _names_of(code)
    found: dict[str, list[list[str]]] = {}
    for node in (node for statement in tree.body for node in ast.walk(statement)):
        name, path = dotted_name(node)
        if name and (name in looked_up or name not in bound):
            paths = found.setdefault(name, [])
            if path:
                paths.append(path)
    return found


def dotted_name(node: ast.AST) -> tuple[str, list[str]]:
    """("a", ["b", "c"]) for the expression a.b.c; the name is empty for other expressions."""
    path: list[str] = []
    while isinstance(node, ast.Attribute):
        path.insert(0, node.attr)
        node = node.value
    reads = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    return (node.id, path) if reads else ("", [])  # type: ignore[attr-defined]


def _names_of(code: CodeType) -> tuple[set[str], set[str]]:
    """The names that a function binds, and those that it looks up; functions in it included."""
    bound = {*code.co_varnames, *code.co_cellvars}
    looked_up = {*code.co_names, *code.co_freevars} - set(code.co_cellvars)
    for part in code.co_consts:
        if isinstance(part, CodeType):
            inner_bound, inner_looked_up = _names_of(part)
            looked_up |= inner_looked_up - bound
            bound |= inner_bound
    return bound, looked_up


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
