"""From a live Python function to its source and what its names stand for: it can run anywhere."""

from __future__ import annotations

import ast
import builtins
import hashlib
import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from gpuviz.messages import Message, NotSupportedError
from gpuviz.simt.number_types import element_type, is_numba_type
from gpuviz.simt.source.enum_members import describe
from gpuviz.simt.source.overloads import Overloads, members_told, overloads, told_of
from gpuviz.simt.source.symbols import (
    EXCEPTION,
    NAMED_TUPLE,
    NOT_YET,
    OVERLOADED,
    TUPLE,
    UNKNOWN,
    Symbols,
)
from gpuviz.simt.source.text import LAMBDA, function_tree, source_text
from gpuviz.trace.source import Captured, FunctionSource

OF_COMPILER = "numba.misc.special"
"""Numba's functions (literal_unroll) whose overloads only its compiler can follow."""
MOST_ITEMS = 64  # of a tuple of types or arrays
DEBUG = "debug=True"
"""Captured under this name by a kernel that was decorated so: its exceptions reach the host."""
SIGNATURES = "()"
"""Under this name a device function's signatures are captured: tuples of the names of the types of
its result and its parameters, "" for what is no number."""

Named = dict[str, tuple[str | None, Any]]
"""What the names of a function stand for: each with its canonical name, or else its value."""


@dataclass(eq=False)
class Compiled:
    """A device function with what its names stood for when a kernel that calls it was compiled.

    `arguments` are the types that it was compiled for then, as `kinds_key` has them. None: it was
    compiled with a signature, of itself or of the kernel, and counts for all types.
    """

    names: Named
    arguments: set[str] | None = field(default_factory=set)


_compiled: WeakKeyDictionary[Any, list[Compiled]] = WeakKeyDictionary()
"""Device functions keep what they were, as in Numba: for types that they were compiled for."""


def kinds_key(kinds: Sequence[object]) -> str:
    """The name in `FunctionSource.captured` of the same function, as it was compiled for types."""
    return f"={hashlib.sha256(repr(tuple(kinds)).encode()).hexdigest()[:16]}"


def capture_kernel(kernel: object, debug: bool = False) -> tuple[FunctionSource, ...]:
    """The kernel's source (row 0) and that of every device function it reaches.

    `kernel` is a plain function or anything that carries one as `.py_func` (Numba's dispatchers).
    Raises NotSupportedError where the source cannot be had.
    """
    return Capture(python_function(kernel), debug=debug).functions


def python_function(thing: object) -> FunctionType:
    """The Python function inside a dispatcher. Raises NotSupportedError for anything else."""
    function = getattr(thing, "py_func", thing)
    if isinstance(function, FunctionType):
        return function
    template = "{thing} is not a Python function: gpuviz runs kernels decorated with @cuda.jit."
    raise NotSupportedError(Message("capture.not-a-function", template, {"thing": repr(thing)}))


class Capture:
    """A kernel with all that it reaches, as it is now: from then on names are constants.

    A device function that was compiled before, for the types that it is called with, is what it was
    then. `with_signature`: it is compiled where it is decorated. `owner` is the dispatcher of a
    device function.

    `exceptions` are the classes that it may raise, by name; `device_arrays` the arrays in device
    memory that it knows from outside: of those it has no copy, as in Numba. `debug`: whether the
    kernel was decorated with debug=True.

    Raises NotSupportedError where the source cannot be had.
    """

    def __init__(
        self,
        function: FunctionType,
        with_signature: bool = False,
        owner: Any = None,
        debug: bool = False,
    ) -> None:
        self.exceptions: dict[str, type[Exception]] = {}
        self.device_arrays: dict[str, Any] = {}
        self._with_signature = with_signature
        self._parameters = function.__code__.co_varnames[: function.__code__.co_argcount]
        self._sources: list[FunctionSource] = []
        self._rows: dict[Any, int] = {}
        self._device_functions: dict[int, tuple[Any, Named]] = {}
        self._told_compiled: object = None
        self._told: dict[FunctionType, Overloads | None] = {}
        self._members_told = members_told()
        self._symbols = Symbols()
        self._debug = debug
        self._function(function, function if owner is None else owner)
        self.functions = tuple(self._sources)
        if owner is None:
            del self._device_functions[0]
        for device_function, names in self._device_functions.values() if with_signature else ():
            _compiled_as(device_function, names, None)

    def compiled(self, functions: tuple[tuple[int, str], ...]) -> None:
        """It was compiled: its functions, by row, for types of arguments (see kinds_key)."""
        if functions is self._told_compiled:
            return
        self._told_compiled = functions
        for row, arguments in functions:
            if row in self._device_functions:
                owner, names = self._device_functions[row]
                known = _compiled_as(owner, names, set())
                if not getattr(owner, "declared_signatures", ()):
                    known.arguments = {*(known.arguments or ()), arguments}

    def _function(self, function: FunctionType, owner: Any) -> int:
        """The row of a function, captured once; a device function's `owner` is its dispatcher."""
        if owner in self._rows:
            return self._rows[owner]
        source = source_text(function)
        before = _compiled.get(owner, [])
        names = next((one.names for one in before if one.arguments is None), None)
        if names is None:
            names = dict(self._names(function, function_tree(source[0]), owner))
        row = self._rows[owner] = len(self._sources)
        self._device_functions[row] = owner, names
        captured = self._described(function, source, names)
        declared = getattr(owner, "declared", ())
        if declared:
            captured[SIGNATURES] = Captured("constant", declared)
        for one in before:
            if not _same_names(one.names, names):
                other = Captured("function", len(self._sources))
                self._described(function, source, one.names)
                captured.update(dict.fromkeys(one.arguments or (), other))
        return row

    def _described(
        self, function: FunctionType, source: tuple[str, int], names: Named
    ) -> dict[str, Captured]:
        """What is captured by the next row, which is made here."""
        text, first_line = source
        captured: dict[str, Captured] = {}
        if self._debug and not self._sources:
            captured[DEBUG] = Captured("constant", True)
        self._sources.append(
            FunctionSource(
                "lambda" if function.__name__ == LAMBDA else function.__name__,
                inspect.getsourcefile(function) or function.__code__.co_filename,
                first_line,
                text,
                not self._sources,
                captured,
            )
        )
        for name, (symbol, value) in names.items():
            captured[name] = self._describe(name, symbol, value)
            captured.update(self._overloads(name, self._told_of(value)))
        captured.update(self._members(function_tree(text)))
        return captured

    def _names(
        self, function: FunctionType, tree: ast.FunctionDef, owner: Any
    ) -> Iterator[tuple[str, tuple[str | None, Any]]]:
        """Each name from outside, each dotted name that begins with one, and "b=": a default."""
        defaults = function.__defaults__ or ()
        for parameter, value in zip(reversed(tree.args.args), reversed(defaults), strict=False):
            yield f"{parameter.arg}=", (self._symbols.of(value), _copied(value))
        for name, paths in _outer_names(function.__code__, tree).items():
            found, value = _lookup(name, function)
            if not found and name == function.__name__:  # it is being decorated
                found, value = True, owner
            if not found and self._with_signature and name not in function.__code__.co_varnames:
                yield name, (NOT_YET, None)
            if not found:
                continue
            yield name, (self._symbols.of(value), _copied(value))
            yield from self._item_names(name, value)
            for path in paths:
                symbol, member = self._symbols.member(value, path)
                if symbol is not None or member is not None:
                    yield ".".join([name, *path]), (symbol, _copied(member))

    def _item_names(self, name: str, value: Any) -> Iterator[tuple[str, tuple[str | None, Any]]]:
        """What stands in a tuple, as "t[0]", "t[0][1]"."""
        for place, item in enumerate(_items(value)):
            at = f"{name}[{place}]"
            yield at, (self._symbols.of(item), _copied(item))
            yield from self._item_names(at, item)

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
        if not isinstance(value, FunctionType) or value.__module__ == OF_COMPILER:
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
            return Captured("function", self._function(only, only))
        return Captured("symbol", f"{OVERLOADED}{' '.join(found.words)}")

    def _overloads(self, name: str, found: Overloads | None) -> Iterator[tuple[str, Captured]]:
        """The functions that a name stands for, by the kinds of their arguments."""
        if found is not None and found.only() is None:
            for kinds, function in found.functions.items():
                row = self._function(function, function)
                yield f"{name}({', '.join(kinds)})", Captured("function", row)

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
            return Captured("function", self._function(inner, value))
        interface = getattr(value, "__cuda_array_interface__", None)
        if isinstance(interface, dict):
            return self._device_array(name, value, interface)
        if isinstance(value, np.ndarray):
            return Captured("array", value)
        member = describe(value)
        if member is not None:
            return Captured("enum", member)
        if isinstance(value, slice):
            return _slice(value)
        if _items(value):
            words = (str(len(value)), *getattr(value, "_fields", ()))
            return Captured("symbol", f"{TUPLE}{' '.join(words)}")
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


def _compiled_as(owner: Any, names: Named, arguments: set[str] | None) -> Compiled:
    """A device function with these names, as it was compiled before or else is from now on."""
    before = _compiled.setdefault(owner, [])
    for one in before:
        if _same_names(one.names, names):
            return one
    before.append(Compiled(names, arguments))
    return before[-1]


def _same_names(one: Named, other: Named) -> bool:
    return one is other or (
        one.keys() == other.keys() and all(_is_same(one[name], other[name]) for name in one)
    )


def _is_same(one: tuple[str | None, Any], other: tuple[str | None, Any]) -> bool:
    a, b = one[1], other[1]
    if one[0] != other[0] or type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray):
        return (a.dtype, a.shape, a.tobytes()) == (b.dtype, b.shape, b.tobytes())
    return a is b or (_is_constant(a) and repr(a) == repr(b))


def _copied(value: Any) -> Any:
    """What an array of the host holds now, for nobody to change; all else as it is."""
    if isinstance(getattr(value, "__cuda_array_interface__", None), dict):
        return value
    if isinstance(value, bytes):
        value = np.array(bytearray(value))
    if isinstance(value, np.ndarray):
        value = value.copy()
        value.flags.writeable = False
    return value


def _items(value: Any) -> tuple[Any, ...]:
    """What stands in a tuple that holds more than constants: arrays, types, functions."""
    if not isinstance(value, tuple) or _is_constant(value) or len(value) > MOST_ITEMS:
        return ()
    return value if all(map(_is_item, value)) else ()


def _is_item(value: Any) -> bool:
    """Whether Numba knows a tuple in which it stands."""
    of_device = isinstance(getattr(value, "__cuda_array_interface__", None), dict)
    known = isinstance(value, (type, np.ndarray, bytes)) or is_numba_type(value)
    known = known or _is_constant(value) or describe(value) is not None or bool(_items(value))
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
