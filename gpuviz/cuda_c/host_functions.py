"""Calls: of the program's own functions, of a vector's methods, of libraries, of unknown ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.constants import NO_NUMBERS
from gpuviz.cuda_c.host_arithmetic import MATH, of_math
from gpuviz.cuda_c.host_devices import ASKS, attribute, properties
from gpuviz.cuda_c.host_file import reader_of_methods
from gpuviz.cuda_c.host_launches import launch_by_call
from gpuviz.cuda_c.host_library import LIBRARY, CallHandler
from gpuviz.cuda_c.host_places import AddressOf, element, of_cell
from gpuviz.cuda_c.host_runtime import RUNTIME
from gpuviz.cuda_c.host_shapes import ENDS, called_in, written
from gpuviz.cuda_c.host_state import ProgramEnd, Returned, Walk
from gpuviz.cuda_c.host_syntax import STD, HostFunction
from gpuviz.cuda_c.host_unknowns import expose, expose_argument, forget_names, refuse_node
from gpuviz.cuda_c.host_values import (
    UNKNOWN,
    Cell,
    Closure,
    HostPointer,
    Object,
    data_of,
    fresh,
    innermost,
    is_dim3,
    is_vector,
    is_vector_type,
    parameter_named,
)
from gpuviz.cuda_c.host_variables import dim3, referred
from gpuviz.cuda_c.host_vectors import method_of_vector
from gpuviz.cuda_c.types import INT, ArrayOf, CType, Pointer, Reference, Struct, without_reference
from gpuviz.cuda_c.unit import FunctionText, ReadsWith
from gpuviz.messages import NotSupportedError

CALLS: Mapping[str, CallHandler] = {
    **RUNTIME,
    **LIBRARY,
    **dict(zip(ASKS, (properties, attribute), strict=True)),
    "cudaLaunchKernel": launch_by_call,
    "cudaLaunchCooperativeKernel": launch_by_call,
}
THIS = "this"
HARMLESS = (
    *("printf", "fprintf", "puts", "putchar", "fflush", "free", "cudaFree", "cudaFreeHost"),
    *("srand", "assert", "memcmp", "fwrite", "delete", "perror", "cudaEventRecord"),
    *("cudaEventSynchronize", "strlen", "strcmp", "strncmp", "sizeof", "begin", "end", "size"),
    *("distance", "is_sorted", "accumulate", "max_element", "min_element", "to_string", "equal"),
    *("count", "find", "setw", "setprecision", "memcpy_s", "cudaGetErrorString", "cerr", "cout"),
    *("cudaMemPrefetchAsync", "cudaMemAdvise", "cudaFreeAsync"),
    *("cudaFreeArray", "cudaStreamAttachMemAsync"),
)
"""Functions that write nothing where their pointers point to."""
READS = re.compile(
    r"(print|show|display|dump|check|verify|validate|compare|assert|expect|report|log|warn|error"
    r"|fail|die|save|write|store_to|export|send|is_|has_|cuda_?check|gpu_?check|gpuassert|safe_?call"
    r"|cudaGet|cudaPeek|cudaSet|cudaEvent(?!Elapsed)|cudaStream|cudaDeviceSync|cudaFunc|nvtx)",
    re.IGNORECASE,
)
"""Beginnings of names of functions that look at what they get, by the habits of programmers."""


def call(walk: Walk, node: syntax.Call) -> Any:
    """What a call gives."""
    value = _called(walk, node)
    return value if value is not UNKNOWN or node.arguments else walk.named(written(node), value)


def _called(walk: Walk, node: syntax.Call) -> Any:
    if isinstance(node.called, syntax.Member):
        return _method(walk, node, node.called)
    name = called_in(node)
    if not name:
        return UNKNOWN
    held = walk.scopes.cell(name)
    if held is not None and isinstance(held.value, Closure):
        return _closure(walk, held.value, node)
    if held is not None and name in CALLS:  # a variable of that name, as std::mt19937 random
        return _foreign(walk, "", node)
    of_library = isinstance(node.called, syntax.Name) and node.called.id.startswith(STD)
    function = None if of_library else _function(walk, name, len(node.arguments))
    if function is not None:
        return _own(walk, function, node)
    this = walk.scopes.cell(THIS)
    if this is not None and not of_library:
        base = object_at(walk, this.value)
        method = None if base is None else _own_method(walk, base, name, len(node.arguments))
        if base is not None and method is not None:
            return _do_method(walk, base, method, node)
    return CALLS[name](walk, node) if name in CALLS else _foreign(walk, name, node)


def _foreign(walk: Walk, name: str, node: syntax.Call) -> Any:
    """A function of which no more is known than whether it computes, ends or harms."""
    arguments = walk.values(node.arguments)
    if name in MATH:
        return of_math(name, arguments)
    if name in ENDS:
        raise ProgramEnd
    if name not in HARMLESS and not READS.match(name):
        for one, value in zip(node.arguments, arguments, strict=True):
            expose_argument(walk, one, value)
    return 0 if name.startswith("cuda") else UNKNOWN


# The program's own


def _function(walk: Walk, name: str, count: int) -> HostFunction | None:
    static = [one for one in _methods(walk, name) if "::" in name]
    own = _taking([*walk.text.functions.get(name, []), *static], count)
    return _of_device(walk, name, count) if own is None else own


def _taking(functions: list[HostFunction], count: int) -> HostFunction | None:
    """The first function that takes so many arguments."""
    for one in functions:
        least = sum(parameter.value is None for parameter in one.parameters)
        if least <= count <= len(one.parameters):
            return one
    return None


def _of_device(walk: Walk, name: str, count: int) -> HostFunction | None:
    """A function that is `__host__ __device__`."""
    for text in walk.unit.functions.get(name, ()):
        function = None if text.is_kernel or text.templates else _function_of(walk, text)
        if function is not None and len(function.parameters) == count:
            return function
    return None


def _function_of(
    walk: Walk, text: FunctionText, reads: ReadsWith | None = None
) -> HostFunction | None:
    """A function of the device, or a method, as one of the host; None where it cannot be read."""
    try:
        function = walk.unit.function(text, (), reads)
    except NotSupportedError:
        return None
    return HostFunction(text.name, function.parameters, function.body)


def _given(walk: Walk, parameters: list[syntax.Variable], node: syntax.Call) -> list[Any]:
    """The values of arguments; of a reference its variable."""
    given: list[Any] = []
    for row, parameter in enumerate(parameters):
        if row >= len(node.arguments):
            given.append(UNKNOWN if parameter.value is None else walk.value(parameter.value))
        elif isinstance(parameter.kind, Reference):
            given.append(referred(walk, node.arguments[row], parameter.kind))
        else:
            given.append(walk.value(node.arguments[row]))
    return given


def _closure(walk: Walk, closure: Closure, node: syntax.Call) -> Any:
    """A lambda that is called."""
    function = closure.function
    given = _given(walk, function.parameters, node)
    with walk.deeper() as is_followed:
        if not is_followed or function.body is None:
            forget_names(walk, function.names)
            return UNKNOWN
        with walk.scopes.within(closure.names):
            return _result(walk, function.parameters, function.body, given)


def _own(walk: Walk, function: HostFunction, node: syntax.Call) -> Any:
    given = _given(walk, function.parameters, node)
    chosen = dict(zip(function.templates, node.templates, strict=False))
    types = {
        name: walk.scopes.kind(kind)
        for name, kind in chosen.items()
        if not isinstance(kind, syntax.Node)
    }
    numbers = {k: walk.value(one) for k, one in chosen.items() if isinstance(one, syntax.Node)}
    for parameter, value in zip(function.parameters, given, strict=True):
        _deduce(types, parameter.kind, value)
    return do_function(walk, function, given, types, numbers)


def _deduce(types: dict[str, CType], kind: CType, value: Any) -> None:
    """What a template's parameter stands for, told by an argument."""
    value = value.value if isinstance(value, Cell) else value
    kind = without_reference(kind)
    if isinstance(kind, Struct) and is_vector_type(kind) and is_vector(value):
        _deduce(types, Pointer(kind.members[0][1]), data_of(value))
    name = parameter_named(kind.to) if isinstance(kind, Pointer) else ""
    if name and isinstance(value, HostPointer) and value.to is not None:
        types.setdefault(name, value.to)


def do_function(
    walk: Walk,
    function: HostFunction,
    given: list[Any],
    types: Mapping[str, CType],
    numbers: Mapping[str, Any] = NO_NUMBERS,
) -> Any:
    """Calls a function; a Cell among what is given is the variable of a reference.

    `types` and `numbers` are the arguments of its template.
    """
    with walk.deeper() as is_followed:
        if not is_followed:
            for value in given:
                expose(walk, value)
            return UNKNOWN
        with walk.scopes.function(types):
            for name, number in numbers.items():
                walk.scopes.name(name, Cell(number, INT))
            return _result(walk, function.parameters, function.body, given)


def _result(
    walk: Walk, parameters: list[syntax.Variable], body: syntax.Block, given: list[Any]
) -> Any:
    """What a function's body returns; UNKNOWN where it may have returned before."""
    for parameter, value in zip(parameters, given, strict=False):
        walk.scopes.name(parameter.name, _passed(walk, parameter.kind, value))
    outer = walk.doubt
    try:
        walk.do(body)
    except Returned as returned:
        return UNKNOWN if walk.doubt is not outer else returned.value
    finally:
        if walk.doubt is not outer:
            for value in given:
                expose(walk, value.value if isinstance(value, Cell) else value)
            walk.doubt = outer
    return UNKNOWN


def _passed(walk: Walk, kind: CType, value: Any) -> Cell:
    """The variable of a parameter."""
    if isinstance(value, Cell):
        return value
    kind = walk.scopes.kind(kind)
    if isinstance(kind, ArrayOf):
        kind = Pointer(innermost(kind))
    cell = Cell(fresh(kind), kind)
    cell.put(dim3([value]) if is_dim3(kind) and isinstance(value, int) else value)
    return cell


# Methods


def _method(walk: Walk, node: syntax.Call, called: syntax.Member) -> Any:
    value = walk.value(called.base)
    if is_vector(value):
        return method_of_vector(walk, value, called.name, node)
    base = object_at(walk, value)
    if base is not None:
        function = _own_method(walk, base, called.name, len(node.arguments))
        if function is not None:
            return _do_method(walk, base, function, node)
    arguments = walk.values(node.arguments)
    if not READS.match(called.name):
        expose_argument(walk, called.base, base)
        for one, value in zip(node.arguments, arguments, strict=True):
            expose_argument(walk, one, value)
    return UNKNOWN


def object_at(walk: Walk, value: Any) -> Object | None:
    """The structure that a value is, or points to; None where it is none that is known."""
    if isinstance(value, HostPointer) and isinstance(value.to, Struct):
        place = element(walk, value, 0)
        value = UNKNOWN if place is None else place.get()
    elif isinstance(value, AddressOf):
        value = value.place.get()
    return value if isinstance(value, Object) else None


def _check_read(walk: Walk, kind: Struct, name: str) -> None:
    """Raises NotSupportedError for a method that works with the GPU and cannot be read."""
    words = () if kind.members else walk.unit.unread.get(kind.name, ())
    works = any(walk.names_device(word) for word in words) or (
        f"{kind.name}::{name}" in walk.unit.host_methods and walk.calls_device(name)
    )
    if not walk.is_whole or not works:
        return
    said = {"kind": kind.name, "name": name, "reason": walk.unit.skipped.get(kind.name)}
    sentence = "{name} of {kind} works with the GPU, and is not read."
    if said["reason"] is not None:
        sentence = "{name} of {kind} works with the GPU, and is not read: {reason}"
    refuse_node(walk, walk.at, sentence, **said)


def _own_method(walk: Walk, base: Object, name: str, count: int) -> HostFunction | None:
    """A method of a structure of the file; its first parameter is the structure."""
    kind: Struct | None = base.kind
    while kind is not None:
        found = _taking(_methods(walk, f"{kind.name}::{name}"), count + 1)
        if found is not None:
            return found
        kind = kind.base
    return None


def _methods(walk: Walk, full: str) -> list[HostFunction]:
    """The methods of a name."""
    reads = reader_of_methods(walk.unit)
    found = [_function_of(walk, text, reads) for text in walk.unit.host_methods.get(full, ())]
    found += [_function_of(walk, text) for text in walk.unit.functions.get(full, ())]
    return [one for one in found if one is not None]


def constructed(walk: Walk, kind: Struct, values: list[Any]) -> Object | None:
    """What a constructor makes of its arguments; None where no constructor takes so many."""
    function = _constructor(walk, kind, len(values))
    if function is None:
        _check_read(walk, kind, kind.name)
        return None
    made: Object = fresh(kind)
    rest = function.parameters[1:]
    given = [*values, *(walk.value(one.value) for one in rest[len(values) :])]
    with walk.deeper() as is_followed, walk.scopes.function({}):
        if is_followed:
            _name_members(walk, made)
            with walk.scopes.block():
                _result(walk, rest, function.body, given)
    return made


def _constructor(walk: Walk, kind: Struct, count: int) -> HostFunction | None:
    return _taking(_methods(walk, f"{kind.name}::{kind.name}"), count + 1)


def _do_method(walk: Walk, base: Object, function: HostFunction, node: syntax.Call) -> Any:
    """A method sees the members of its structure by their names."""
    given = _given(walk, function.parameters[1:], node)
    with walk.deeper() as is_followed, walk.scopes.function({}):
        if not is_followed:
            expose(walk, base)
            return UNKNOWN
        _name_members(walk, base)
        with walk.scopes.block():
            return _result(walk, function.parameters[1:], function.body, given)


def _name_members(walk: Walk, base: Object) -> None:
    """A method sees the members of its object, and `this`."""
    walk.scopes.name(THIS, Cell(AddressOf(of_cell(Cell(base)))))
    for name, cell in base.members.items():
        walk.scopes.name(name, cell)
