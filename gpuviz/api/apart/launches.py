"""A launch of a student's process, run by the process that grades: the one sends a kernel's text
and the arguments, the other runs it and gives back what it wrote.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.api.apart.messages import (
    FromStudent,
    LaunchAsked,
    Launched,
    RefusalKind,
    Touched,
    plain,
)
from gpuviz.api.apart.values import CannotTravel, Packer, Unpacker
from gpuviz.api.apart.wire import Line, OwnLines, StudentGone
from gpuviz.cuda.launching import launch_of_another
from gpuviz.cuda.recording import Recording, watching
from gpuviz.launch import LaunchConfig
from gpuviz.messages import GpuvizError, KernelFailed, Message, NotSupportedError, RequestRefused
from gpuviz.simt.execute import Execution, ExecutionOptions, LaunchFailed
from gpuviz.simt.memory.arrays import Layout
from gpuviz.simt.observe.touched_elements import TouchedCells, TouchedElements
from gpuviz.trace.followable import without_record
from gpuviz.trace.source import AccessKind, FunctionSource
from gpuviz.trace.trace import Trace

GONE = Message("grade.no-launch", "The launch could not be run: who runs it is gone.")
KINDS: tuple[tuple[type[GpuvizError], RefusalKind], ...] = (
    (KernelFailed, "failed"),
    (NotSupportedError, "not supported"),
    (RequestRefused, "refused"),
    (GpuvizError, "broken"),
)


class LaunchesThere:
    """Has launches of this process run by the one that grades; any thread may launch."""

    def __init__(self, lines: OwnLines) -> None:
        self._lines = lines
        self._one_at_a_time = threading.Lock()
        self._sent: dict[int, tuple[int, tuple[FunctionSource, ...]]] = {}
        self._sent_by: Line | None = None
        self.rows: list[int] = []
        """Of the launches so far: their rows among all that are told of."""

    def execute(
        self,
        functions: tuple[FunctionSource, ...],
        config: LaunchConfig,
        arguments: Mapping[str, Any],
        options: ExecutionOptions | None = None,
    ) -> Execution:
        """As `simt.execute.execute`: arrays are written in place. Raises what the launch raises."""
        options = options or ExecutionOptions()
        made = self._asked(functions, config, arguments, options)
        options.compiled(made.compiled)
        self.rows.append(made.row)
        written: dict[str, Any] = {}
        if made.trace is not None:
            written = _write_back(made, arguments, options.fresh)
        trace = _trace_here(made.trace, functions, config, written)
        if made.refusal is not None:
            raise _refusal(made, trace)
        arrays = {name: one for name, one in arguments.items() if isinstance(one, np.ndarray)}
        return Execution(trace, arrays, 0.0, touched=_touched_here(made, arguments))

    def _asked(
        self,
        functions: tuple[FunctionSource, ...],
        config: LaunchConfig,
        arguments: Mapping[str, Any],
        options: ExecutionOptions,
    ) -> Launched:
        try:
            parcel = Packer().parcel([dict(arguments), dict(options.fresh)])
        except CannotTravel as error:
            template = "{kernel} is given what no kernel takes: {reason}"
            values = {"kernel": functions[0].name, "reason": str(error)}
            raise NotSupportedError(Message("argument.cannot-travel", template, values)) from None
        try:
            with self._one_at_a_time:
                line = self._lines.line()
                number, new = self._kernel(line, functions)
                line.send(
                    FromStudent(
                        LaunchAsked(
                            number,
                            new,
                            config,
                            parcel,
                            options.touched_bytes,
                            options.thread_memory,
                        )
                    )
                )
                return line.receive(Launched)
        except StudentGone:
            raise GpuvizError(GONE) from None

    def _kernel(
        self, line: Line, functions: tuple[FunctionSource, ...]
    ) -> tuple[int, tuple[FunctionSource, ...]]:
        """The number of a kernel, and its functions where they were not sent on this line yet."""
        if line is not self._sent_by:
            self._sent_by, self._sent = line, {}
        known = self._sent.get(id(functions))
        if known is not None:
            return known[0], ()
        number = len(self._sent)
        self._sent[id(functions)] = number, functions
        return number, functions


def _write_back(
    made: Launched, arguments: Mapping[str, Any], fresh: Mapping[str, NDArray[np.bool_]]
) -> dict[str, Any]:
    """What the launch wrote, into the arrays that are here; gives it by name."""
    known = _by_name(arguments)
    found: dict[str, Any]
    found, flags = Unpacker().values(made.written) if made.written.values else ({}, {})
    for name, one in found.items():
        here = known[name]
        if isinstance(here, np.void):
            for part in here.dtype.names or ():
                here[part] = one[part]
        elif here.flags.writeable:
            here[...] = one
    for name, one in flags.items():
        fresh[name][...] = one
    return found


def _by_name(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arrays and records, those in a tuple t as t[0], t[0][1]."""
    found: dict[str, Any] = {}
    for name, value in arguments.items():
        if isinstance(value, tuple):
            found |= _by_name({f"{name}[{row}]": item for row, item in enumerate(value)})
        elif isinstance(value, (np.ndarray, np.void)):
            found[name] = value
    return found


def _trace_here(
    told: Trace | None,
    functions: tuple[FunctionSource, ...],
    config: LaunchConfig,
    written: Mapping[str, Any],
) -> Trace:
    """The little that the host's side of a launch needs to know of it."""
    kernel = functions[0].name
    trace = told or Trace(kernel, "emulator", "lockstep", 0, "", config, functions)
    outputs = {name: np.asarray(one) for name, one in written.items()}
    return replace(trace, functions=functions, outputs=outputs)


def _refusal(made: Launched, trace: Trace) -> GpuvizError:
    message = made.message or GONE
    if made.refusal == "failed":
        return LaunchFailed(message, made.place, trace)
    kinds = {name: kind for kind, name in KINDS}
    return kinds[made.refusal or "broken"](message, made.place)


def _touched_here(made: Launched, arguments: Mapping[str, Any]) -> TouchedElements | None:
    """What was touched, by its place in the memory of this process."""
    if made.touched is None:
        return None
    known = _by_name(arguments)
    found: dict[tuple[int, AccessKind], TouchedCells] = {}
    for row, one in enumerate(made.touched):
        first = int(known[one.parameter].ctypes.data) + one.offset
        layout = Layout(one.name, one.shape, one.strides, one.element_offset)
        cells = TouchedCells(one.kind, first, one.step, one.size, one.cells, layout, one.parameter)
        found[row, one.kind] = cells
    return TouchedElements(0, made.left_out, found)


def run_launch(
    asked: LaunchAsked,
    functions: tuple[FunctionSource, ...],
    recording: Recording,
    check: Callable[[tuple[FunctionSource, ...]], None],
) -> Launched:
    """Runs it, and tells the recordings that are open of it, of which this one is the first; what
    `check` raises for the functions is raised in the other process.
    """
    compiled: list[tuple[tuple[int, str], ...]] = []
    row = len(recording.launches)
    arguments, fresh = Unpacker().values(asked.arguments)
    options = ExecutionOptions(
        fresh=fresh,
        touched_bytes=asked.touched_bytes,
        thread_memory=asked.thread_memory,
        compiled=compiled.append,
    )
    try:
        with watching():
            check(functions)
        execution = launch_of_another(functions, asked.config, arguments, options)
    except GpuvizError as error:
        kind = next(name for known, name in KINDS if isinstance(error, known))
        trace = _slim(error.trace, asked) if isinstance(error, LaunchFailed) else None
        message = plain(error.message)
        return Launched(row, trace=trace, refusal=kind, message=message, place=error.place)
    trace, known = execution.trace, _by_name(arguments)
    written = {name: known[name] for name in trace.outputs if name in known}
    return Launched(
        row,
        Packer().parcel([written, fresh]),
        _slim(trace, asked),
        compiled[0] if compiled else (),
        None if execution.touched is None else _touched(execution.touched, known),
        bool(execution.touched and execution.touched.left_out),
    )


def garbled(asked: LaunchAsked) -> Launched:
    """As if it had run, and written something else into all arrays: of a launch that only shows
    whether anybody looks at what it writes.
    """
    arguments, fresh = Unpacker().values(asked.arguments)
    known = _by_name(arguments)
    for one in known.values():
        if isinstance(one, np.ndarray) and one.flags.writeable:
            one[...] = _something_else(one)
    for one in fresh.values():
        one[...] = False
    trace = Trace("", "emulator", "lockstep", 0, "", asked.config, ())
    return Launched(-1, Packer().parcel([known, fresh]), trace)


def _something_else(array: NDArray[Any]) -> NDArray[Any]:
    """An array of its type in which no element is what it was: its bits are turned over."""
    if array.dtype.kind == "b":
        return ~array
    flat = np.ascontiguousarray(array)
    return (~flat.reshape(-1).view(np.uint8)).view(array.dtype).reshape(array.shape)


def _slim(trace: Trace, asked: LaunchAsked) -> Trace:
    """What is known of a launch, without its arrays and texts; where things stand in the source is
    told to who looks for races.
    """
    slim = replace(
        without_record(trace),
        functions=(),
        variables=(),
        scalars={},
        inputs={},
        hazards=(),
        counters=None,
        device=None,
        notes=(),
    )
    if asked.touched_bytes:
        return slim
    return replace(slim, statements=(), sites=(), arrays=())


def _touched(touched: TouchedElements, known: Mapping[str, Any]) -> tuple[Touched, ...]:
    """What was touched, by its place in the arguments."""
    return tuple(
        Touched(
            one.kind,
            one.first - int(known[one.parameter].ctypes.data),
            one.step,
            one.size,
            one.cells,
            one.array.name,
            one.array.shape,
            one.array.strides,
            one.array.offset,
            one.parameter,
        )
        for one in touched.touched()
        if one.parameter in known
    )
