"""A kernel of CUDA C as engines launch it: its inputs, and what the emulator needs of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from gpuviz.cuda.arrays import DeviceArray
from gpuviz.cuda.host_watch import HostMemory
from gpuviz.cuda.launching import launch
from gpuviz.cuda.signature import Signature
from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.comments import comments_of, lines_of
from gpuviz.cuda_c.host_program import ProgramLaunch
from gpuviz.cuda_c.host_values import HostPointer, Memory, innermost, kept_memory
from gpuviz.cuda_c.host_walk import filled_launch, launched_again
from gpuviz.cuda_c.launches import Formula, read_host
from gpuviz.cuda_c.types import ArrayOf, CType, Pointer, Scalar, memory_dtype
from gpuviz.cuda_c.unit import Passed, Unit, passed_to, read_unit
from gpuviz.engines.c_random_states import made_states
from gpuviz.engines.loading import FilesBeside
from gpuviz.launch import LaunchConfig
from gpuviz.messages import Message, RequestRefused, SourcePlace, listed
from gpuviz.operation import OperationInfo
from gpuviz.operation.c_launch import (
    MOST_ELEMENTS,
    CArray,
    CLaunch,
    CNumber,
    launched_kernels,
)
from gpuviz.operation.c_sizes import smaller_sizes
from gpuviz.operation.expression import Expression
from gpuviz.simt.c_front.source import captured_kernel
from gpuviz.trace.source import FunctionSource

RANDOM_BELOW = 100  # of whole numbers


@dataclass(eq=False)
class CCapture:
    """What a launch asks of a captured kernel."""

    functions: tuple[FunctionSource, ...]
    exceptions: dict[str, type[Exception]] = field(default_factory=dict)
    device_arrays: dict[str, Any] = field(default_factory=dict)

    def compiled(self, functions: object) -> None:
        """Nothing of it can be another thing later."""


class CKernel:
    """A kernel that launches as those of Python do."""

    declared_signatures: tuple[Signature, ...] = ()

    def __init__(self, name: str, captured: Any, parameters: tuple[str, ...]) -> None:
        self.__name__ = name
        self._captured = captured
        self.parameters = parameters
        self.extensions: list[Any] = []

    def captured(self, arguments: object) -> Any:
        """The same for all arguments."""
        return self._captured

    def with_defaults(self, arguments: Sequence[Any]) -> Sequence[Any]:
        """As they are: a kernel in CUDA C has no defaults."""
        return arguments


def module_of(info: OperationInfo) -> tuple[ModuleType, FilesBeside]:
    """What stands for the module of a kernel file: it makes the inputs."""
    assert info.c_launch is not None
    plan, unit = info.c_launch, read_unit(info.source, str(info.path))
    module = ModuleType(f"gpuviz_c_{info.name}")

    def inputs(seed: int, **sizes: int) -> dict[str, object]:
        return _inputs(info, plan, unit, sizes, seed)

    module.inputs = inputs  # type: ignore[attr-defined]
    return module, FilesBeside({})


def kernels_left_out(info: OperationInfo) -> tuple[Message, ...]:
    """That the host code launches other kernels as well, which do not run here."""
    if info.c_launch is None or info.c_launch.has_twin:
        return ()
    names = launched_kernels(read_unit(info.source, str(info.path)))
    others = [name for name in names if name != info.kernel]
    unit = read_unit(info.source, str(info.path))
    if not others and "kernel" not in comments_of(unit.text) and launched_again(unit, info.kernel):
        template = (
            "This is the first launch of {kernel}: the program launches it more often. gpuviz check"
            " runs every launch of main."
        )
        return (Message("cuda-c.launched-again", template, {"kernel": info.kernel}),)
    if not others:
        return ()
    template = (
        "Only {kernel} was launched. The host code launches {others} as well: // gpuviz: kernel ="
        " {first} chooses, and gpuviz check runs every launch of main."
    )
    values = {"kernel": info.kernel, "others": listed(others), "first": others[0]}
    return (Message("cuda-c.left-out", template, values),)


def contents_made_up(info: OperationInfo) -> tuple[Message, ...]:
    """That arrays hold random numbers which the program fills in a way that is not followed."""
    if info.c_launch is None or info.c_launch.has_twin:
        return ()
    unit = read_unit(info.source, str(info.path))
    if not read_host(unit).launches:
        return ()
    text = next(one for one in unit.kernels if one.name == info.c_launch.kernel)
    passed = passed_to(unit.function(text, info.c_launch.templates))
    sizes = dict(zip(info.size_names, info.default_size, strict=True))
    known = _filled_by_host(unit, info.c_launch.kernel, passed, sizes, 0)
    said = comments_of(unit.text)
    names = [
        array.name
        for array in info.c_launch.arrays
        if array.values == "random" and array.name not in known and array.name not in said
    ]
    return (made_up(tuple(names)),) if names else ()


def made_up(names: tuple[str, ...]) -> Message:
    """That arrays hold random numbers."""
    template = (
        "{names}: random numbers. What the program puts there is not followed (another kernel, a"
        " file, or a function that is not in this file); // gpuviz: {first} = ramp(..) sets other"
        " values."
    )
    return Message("cuda-c.made-up", template, {"names": ", ".join(names), "first": names[0]})


def launch_c(info: OperationInfo, config: LaunchConfig, arguments: Mapping[str, object]) -> None:
    """Launches the kernel; recordings that are open hear of it."""
    plan = info.c_launch
    assert plan is not None
    unit = read_unit(info.source, str(info.path))
    text = next(one for one in unit.kernels if one.name == plan.kernel)
    function = unit.function(text, plan.templates)
    symbols = _symbols(unit, plan.kernel)
    constants = {
        one.name: _constant(info, unit, one, symbols.get(one.name)) for one in plan.constants
    }
    offsets = {one.name: one.offset for one in plan.arrays if one.offset}
    outside = _device_variables(info, unit, symbols, [p.name for p in passed_to(function)])
    functions = captured_kernel(unit, text, plan.templates, constants, offsets, outside)
    given = [
        _argument(info, plan, parameter.name, parameter.kind, arguments)
        for parameter in passed_to(function)
    ]
    names = tuple(parameter.name for parameter in passed_to(function))
    empty = {one.name for one in plan.arrays if one.values == "empty"}
    given = [_unwritten(v) if k in empty else v for k, v in zip(names, given, strict=True)]
    launch(CKernel(text.name, CCapture(functions, {}, outside), names), config, given)


def _unwritten(value: Any) -> Any:
    """An array as one of the device to which nobody has written."""
    return DeviceArray(value, np.ones(value.shape, np.bool_), HostMemory(for_kernels=True))


def _argument(
    info: OperationInfo,
    plan: CLaunch,
    name: str,
    kind: CType,
    arguments: Mapping[str, object],
) -> object:
    """What is passed for a parameter, of the type that it has."""
    if name in arguments:
        value: Any = arguments[name]
        if isinstance(kind, np.dtype) and not isinstance(value, np.ndarray):
            return kind.type(value)
        return value
    number = next((one for one in plan.numbers if one.name == name), None)
    if number is not None and number.of in arguments:
        of: Any = arguments[number.of]
        if number.axis < of.ndim and isinstance(kind, np.dtype):
            return kind.type(of.size if number.axis < 0 else of.shape[number.axis])
    template = (
        "nothing says what {kernel} gets for {name}: write it at the top, as in"
        " //     {name} = c.size."
    )
    values = {"kernel": plan.kernel, "name": name}
    place = SourcePlace(str(info.path), info.kernel_line)
    raise RequestRefused(Message("cuda-c.parameter-value", template, values), place)


def _inputs(
    info: OperationInfo, plan: CLaunch, unit: Unit, sizes: Mapping[str, int], seed: int
) -> dict[str, object]:
    text = next(one for one in unit.kernels if one.name == plan.kernel)
    function = unit.function(text, plan.templates)
    rng = np.random.default_rng(seed)
    filled = _filled_by_host(unit, plan.kernel, passed_to(function), sizes, seed)
    made: dict[str, object] = {}
    for parameter in passed_to(function):
        kind = parameter.kind
        if isinstance(kind, Pointer):
            array = next(one for one in plan.arrays if one.name == parameter.name)
            shape = tuple(side.evaluate(sizes) for side in array.shape)
            said = parameter.name in comments_of(unit.text)
            given = None if said else filled.get(parameter.name)
            dtype = memory_dtype(kind.to)
            made[parameter.name] = _copy_of(given, dtype, shape)
            if made[parameter.name] is None:
                made[parameter.name] = _made(info, array, shape, dtype, rng)
        else:
            number = next(one for one in plan.numbers if one.name == parameter.name)
            assert isinstance(kind, np.dtype)
            made[parameter.name] = _number(number, kind, sizes)
    return made


def _symbols(unit: Unit, kernel: str) -> Mapping[str, Memory]:
    """What the host copies to symbols before a kernel's first launch."""
    if all(known.place == "plain" for known in unit.variables.values()):
        return {}
    met = filled_launch(unit, kernel)
    return {} if met is None else {k: kept_memory(one) for k, one in met.constants.items()}


def _filled_by_host(
    unit: Unit, kernel: str, parameters: list[Passed], sizes: Mapping[str, int], seed: int
) -> dict[str, np.ndarray[Any, Any]]:
    """The bytes of those arrays that the host code fills by a rule, by name."""
    met = filled_launch(unit, kernel, sizes, seed)
    found: dict[str, np.ndarray[Any, Any]] = {}
    for one in parameters if met is not None else ():
        assert met is not None
        value = met.passed(one.row, one.path)
        if isinstance(value, HostPointer) and value.memory.contents is not None:
            found[one.name] = value.memory.contents
    return found


def _copy_of(
    given: np.ndarray[Any, Any] | None, dtype: Scalar | None, shape: tuple[int, ...]
) -> np.ndarray[Any, Any] | None:
    """The bytes as an array; None where they are not those of such an array."""
    found = _seen_as(given, dtype, shape[0]) if len(shape) == 1 else None
    return None if found is None else found.copy()


def _seen_as(
    given: np.ndarray[Any, Any] | None, dtype: Scalar | None, count: int
) -> np.ndarray[Any, Any] | None:
    """The bytes themselves as so many elements; None where they are not those."""
    if given is None or dtype is None or len(given) // dtype.itemsize != count:
        return None
    return given[: count * dtype.itemsize].view(dtype)


def _number(number: CNumber, kind: Scalar, sizes: Mapping[str, int]) -> object:
    value = number.value
    plain = value.evaluate(sizes) if isinstance(value, Expression) else value
    return np.array(plain).astype(kind)[()]


def random_values(
    info: OperationInfo, name: str, count: int, dtype: Scalar, rng: np.random.Generator
) -> np.ndarray[Any, Any]:
    """What stands for the contents of an array that nobody knows."""
    found: np.ndarray[Any, Any] = _made(info, CArray(name, (), "random"), (count,), dtype, rng)
    return found


def _made(
    info: OperationInfo,
    array: CArray,
    shape: tuple[int, ...],
    dtype: Scalar | None,
    rng: np.random.Generator,
) -> Any:
    """The array as its plan says. Raises RequestRefused for one that is too large."""
    if (
        dtype is None
        or any(side < 0 for side in shape)
        or np.prod(shape, dtype=object) > MOST_ELEMENTS
    ):
        template = (
            "{name} would have the shape {shape}: choose a smaller size, or write its length in a"
            " comment."
        )
        values: dict[str, object] = {"name": array.name, "shape": "x".join(map(str, shape))}
        sizes = smaller_sizes(read_unit(info.source, str(info.path)), info.kernel)
        if sizes:
            template = (
                "{name} would have the shape {shape}, too large for the emulator. That follows from"
                " {numbers}: choose less with `gpuviz check --size {sizes} {file}`, or write at the"
                " top of the file:\n{comments}"
            )
            values.update(_said_of(info, sizes))
        place = SourcePlace(str(info.path), info.kernel_line)
        raise RequestRefused(Message("cuda-c.array-size", template, values), place)
    if dtype.names is not None:
        states = made_states(dtype, shape, rng) if array.values == "random" else None
        if states is not None:
            return states
        found = np.zeros(shape, dtype)
        for name in dtype.names:
            found[name] = _made(info, array, shape, dtype[name], rng)
        return found
    count = int(np.prod(shape))
    if array.values == "numbers":
        return np.resize(np.array(array.numbers), shape).astype(dtype)
    if array.values == "ones":
        return np.ones(shape, dtype)
    if array.values == "ramp":
        return np.arange(count).astype(dtype).reshape(shape)
    if array.values == "random":
        if dtype.kind == "f":
            return rng.random(shape).astype(dtype)
        return rng.integers(0, 2 if dtype.kind == "b" else RANDOM_BELOW, shape).astype(dtype)
    return np.zeros(shape, dtype)


def _said_of(info: OperationInfo, sizes: Mapping[str, int]) -> dict[str, object]:
    """Numbers of a file that would make a launch smaller, for a sentence."""
    numbers = read_unit(info.source, str(info.path)).numbers
    said = [f"{name} = {numbers[name].value} (line {numbers[name].line})" for name in sizes]
    return {
        "numbers": listed(said),
        "sizes": ",".join(f"{name}={value}" for name, value in sizes.items()),
        "file": info.path.name,
        "comments": lines_of({name: str(value) for name, value in sizes.items()}),
    }


def symbol_values(
    info: OperationInfo, unit: Unit, program: ProgramLaunch
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What constant memory and `__device__` variables hold at a launch of a program."""
    constants = {
        name: _constant(info, unit, CArray(name, (), "zeros"), program.symbols.get(name))
        for name, known in unit.variables.items()
        if known.place == "constant"
        and known.variable.value is None
        and memory_dtype(innermost(known.variable.kind)) is not None
    }
    taken = [one.name for one, _ in program.passed]
    return constants, _device_variables(info, unit, program.symbols, taken)


def _device_variables(
    info: OperationInfo, unit: Unit, symbols: Mapping[str, Memory], taken: list[str]
) -> dict[str, Any]:
    """What `__device__` variables hold when the kernel begins, those that the device's code names.

    One of a single number is an array of one. What the host copies to the symbol, else the first
    value that is written, else zeros.
    """
    words = {
        word.text for several in unit.functions.values() for text in several for word in text.words
    }
    found: dict[str, Any] = {}
    for name, known in unit.variables.items():
        dtype = memory_dtype(innermost(known.variable.kind))
        if known.place != "device" or dtype is None or name not in words or name in taken:
            continue
        shape = _shape_of(info, unit, known.variable.kind, name)
        count = int(np.prod(shape, dtype=int))
        given = _seen_as(symbols[name].contents, dtype, count) if name in symbols else None
        if given is None:
            given = np.zeros(count, dtype)
            if known.variable.value is not None and dtype.names is None:
                first = _first_values(unit, known.variable.value)
                given[: len(first)] = first
        found[name] = given.reshape(shape or (1,))
    return found


def _first_values(unit: Unit, value: syntax.Expression) -> list[float]:
    """The numbers that a declaration gives. Raises RequestRefused for one that is not known."""
    formula = Formula(read_host(unit))
    items = value.items if isinstance(value, syntax.Values) else [value]
    flat: list[float] = []
    for item in items:
        if isinstance(item, syntax.Values):
            flat += _first_values(unit, item)
            continue
        number = formula.number(item)
        if number is None:
            template = "this first value is not known: write it as a number."
            place = SourcePlace(unit.file, item.lineno, item.col_offset + 1)
            raise RequestRefused(Message("cuda-c.first-value", template), place)
        flat.append(number)
    return flat


def _shape_of(info: OperationInfo, unit: Unit, kind: CType, name: str) -> tuple[int, ...]:
    """The shape of a declared array; () for a single value."""
    shape, formula = list[int](), Formula(read_host(unit))
    while isinstance(kind, ArrayOf):
        count = formula.number(kind.count)
        if not isinstance(count, int):
            template = "the size of {name} has to be a number that is known."
            place = SourcePlace(str(info.path), 1)
            raise RequestRefused(Message("cuda-c.constant-size", template, {"name": name}), place)
        shape.append(count)
        kind = kind.of
    return tuple(shape)


def _constant(info: OperationInfo, unit: Unit, array: CArray, symbol: Memory | None) -> Any:
    """The values of an array in constant memory."""
    kind = unit.variables[array.name].variable.kind
    shape = _shape_of(info, unit, kind, array.name)
    kind = innermost(kind)
    dtype = memory_dtype(kind)
    count = int(np.prod(shape, dtype=int))
    if symbol is not None and array.name not in comments_of(unit.text):
        found = _copy_of(symbol.contents, dtype, (count,))
        if found is not None:
            return found.reshape(shape or (1,))
    rng = np.random.default_rng(len(array.name))
    return _made(info, array, shape or (1,), dtype, rng)
