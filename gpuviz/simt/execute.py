"""Runs a kernel on the emulator: chunks of whole blocks, one after the other, each in lockstep."""

from __future__ import annotations

import functools
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.cuda_c.names import said_of_c
from gpuviz.device import DEFAULT_DEVICE, find_device, resident_blocks
from gpuviz.launch import LaunchConfig
from gpuviz.messages import KernelFailed, Message, NotSupportedError, RequestRefused, SourcePlace
from gpuviz.simt.hazards.log import BOUNDS_ONLY, CHECKED
from gpuviz.simt.lower.expressions.device_calls import DEEPEST
from gpuviz.simt.lower.nodes import LoweredFunction
from gpuviz.simt.lower.program import Program
from gpuviz.simt.lower.written_arrays import device_arrays
from gpuviz.simt.memory.arguments import BoundArguments, bind
from gpuviz.simt.memory.records import PARTS
from gpuviz.simt.observe.recorder import Columns, Recorder
from gpuviz.simt.observe.tally import keeps_warps
from gpuviz.simt.observe.touched_elements import TouchedElements
from gpuviz.simt.schedule.launch import ExecutionOptions, Launch
from gpuviz.simt.schedule.run import run as run_launch
from gpuviz.simt.types import ArrayType, Type
from gpuviz.trace.source import ArrayInfo, FunctionSource
from gpuviz.trace.touches import Touches
from gpuviz.trace.trace import Hazard, Trace

MOST_THREADS = 1 << 33  # a minute or more, even where they have nothing to do

KEPT_PROGRAMS = 32  # lowered kernels that may be launched again
PLAIN = (np.dtype, ArrayType)  # types that are all that they compare

FRAMES_OF_A_CALL = 40  # of Python, for a device function called from within a few nested blocks

__all__ = ["Execution", "ExecutionOptions", "LaunchFailed", "execute", "with_copies"]


@dataclass(frozen=True, slots=True)
class Execution:
    """What came of it. `arrays` are the kernel's array arguments after the launch, by name."""

    trace: Trace
    arrays: Mapping[str, NDArray[Any]]
    seconds: float  # wall time of execution alone
    touches: Touches | None = None  # of the element that was to be watched
    touched: TouchedElements | None = None  # None: nobody wanted to know


class LaunchFailed(KernelFailed):
    """The kernel ended the launch; `trace` is what happened until then, and so are `touches`."""

    def __init__(
        self,
        message: Message,
        place: SourcePlace | None,
        trace: Trace,
        touches: Touches | None = None,
    ) -> None:
        super().__init__(message, place)
        self.trace = trace
        self.touches = touches

    def __reduce__(self) -> tuple[type[KernelFailed], tuple[Message, SourcePlace | None]]:
        """To another process only the words travel."""
        return KernelFailed, (self.message, self.place)


def execute(
    functions: tuple[FunctionSource, ...],
    config: LaunchConfig,
    arguments: Mapping[str, Any],
    options: ExecutionOptions | None = None,
) -> Execution:
    """Runs the kernel `functions[0]` with `arguments` by parameter name, in the kernel's order.

    Behind them are the arrays in device memory that it knows from outside, by their names.

    Arrays are written in place, as on a device that shares its memory with the host. The trace
    looks at those that are only read: whoever changes them later keeps it `with_copies`.
    Raises NotSupportedError for what the emulator does not know, LaunchFailed where the kernel
    itself fails.
    """
    options = options or ExecutionOptions()
    _check_size(functions[0], config)
    try:
        with np.errstate(all="ignore"):
            bound = bind(arguments, options.fresh, device_arrays(functions))
            sources = _Sources(functions)
            kinds = tuple(bound.kinds)
            spelled = tuple(str(kind) for kind in kinds if not isinstance(kind, PLAIN))
            program, body = _lowered(sources, kinds, spelled, options.thread_memory)
            options.compiled(program.compiled)
            if program.has_grid_sync:
                _check_cooperative(config, options)
            launch = Launch(program, body, bound, config, options)
            inputs, left_out = _snapshots(launch)
            started = time.perf_counter()
            with _deep_enough:
                schedule, notes = _run_located(launch)
    except KernelFailed as failure:
        trace = _trace(launch, inputs, left_out, options.schedule, failure=failure.message)
        raise LaunchFailed(failure.message, failure.place, trace, _watched(launch)) from None
    except RecursionError:
        raise _too_deep(functions[0]) from None
    seconds = time.perf_counter() - started
    bound.finish()
    trace = _trace(launch, inputs, left_out, schedule, notes)
    results = {name: np.asarray(host) for name, host in bound.hosts.items()}
    return Execution(trace, results, seconds, _watched(launch), launch.run.touched)


class _Sources:
    """A kernel with its functions; each capture is one of its own."""

    def __init__(self, functions: tuple[FunctionSource, ...]) -> None:
        self.functions = functions

    def __hash__(self) -> int:
        return id(self.functions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Sources) and self.functions is other.functions


@functools.lru_cache(KEPT_PROGRAMS)
def _lowered(
    sources: _Sources, kinds: tuple[Type, ...], spelled: tuple[str, ...], thread_memory: bool
) -> tuple[Program, LoweredFunction]:
    """A kernel ready to run for the types of its arguments; launches do not change it.

    `spelled` tells enumerations apart that are equal but for the values of their members.
    """
    program = _program_of(sources.functions, thread_memory)
    return program, program.lower(list(kinds))


def _program_of(functions: tuple[FunctionSource, ...], thread_memory: bool) -> Program:
    """The front end of the kernel's language."""
    if functions[0].language == "cuda-c":
        from gpuviz.simt.c_front.program import CProgram

        return CProgram(functions)
    return Program(functions, thread_memory=thread_memory)


def _watched(launch: Launch) -> Touches | None:
    """Who touched the element that was to be watched, so far."""
    watch = launch.run.watch
    return None if watch is None else watch.touches()


class _DeepEnough:
    """Lets Python nest as deep as kernels may call, while any thread of the host launches."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._launches = 0
        self._before = 0

    def __enter__(self) -> None:
        with self._lock:
            if not self._launches:
                self._before = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self._before, DEEPEST * FRAMES_OF_A_CALL))
            self._launches += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._launches -= 1
            if not self._launches:
                sys.setrecursionlimit(self._before)


_deep_enough = _DeepEnough()


def _check_size(kernel: FunctionSource, config: LaunchConfig) -> None:
    if config.threads > MOST_THREADS:
        template = (
            "{kernel} is launched with {threads} threads: the emulator would take hours for them,"
            " {most} are the most that it runs. Use fewer blocks, and let each thread do more."
        )
        values = {"kernel": kernel.name, "threads": config.threads, "most": MOST_THREADS}
        raise RequestRefused(Message("launch.too-many-threads", template, values))


def _too_deep(kernel: FunctionSource) -> NotSupportedError:
    template = "{kernel} nests its expressions or calls too deeply: split the longest into parts."
    message = Message("kernel.too-deep", template, {"kernel": kernel.name})
    return NotSupportedError(message, SourcePlace(kernel.file, kernel.first_line))


def _run_located(launch: Launch) -> tuple[str, tuple[Message, ...]]:
    """Runs the launch; what is found to be unknown only while running gets its place.

    Gives the schedule that it took, and what there is to say about that.
    """
    try:
        return run_launch(launch)
    except NotSupportedError as error:
        place = error.place or launch.program.statement_place(launch.launch_state.statement)
        raise NotSupportedError(error.message, place) from None
    finally:
        for line in launch.run.printed:
            launch.options.print_line(line)


def _snapshots(launch: Launch) -> tuple[dict[str, NDArray[Any]], list[str]]:
    """The arrays as they are before the launch, as the budget holds, and the names left out.

    What the kernel may write is copied; of what it only reads views do until the launch has ended.
    """
    budget = launch.options.snapshot_bytes
    written = launch.bound.beside(launch.program.may_write) if budget else []
    kept: dict[str, NDArray[Any]] = {}
    left_out = []
    for name, value in launch.bound.hosts.items():
        if value.nbytes <= budget:
            budget -= value.nbytes
            copied = name in written or not value.flags.c_contiguous
            kept[name] = _frozen(value.copy() if copied else value.view())
        else:
            left_out.append(name)
    return kept, left_out


def with_copies(trace: Trace) -> Trace:
    """The trace of a launch, whatever becomes of the arrays with which it was launched."""
    parts = {info.name for info in trace.arrays if info.part_of}
    inputs = {
        name: value if value.base is None else _frozen(value.copy())
        for name, value in trace.inputs.items()
        if name not in parts
    }
    return replace(trace, inputs=_with_fields(inputs, trace.arrays))


def _trace(
    launch: Launch,
    inputs: Mapping[str, NDArray[Any]],
    left_out: list[str],
    schedule: str,
    notes: tuple[Message, ...] = (),
    failure: Message | None = None,
) -> Trace:
    program, run = launch.program, launch.run
    launch_state, tally, recorder = run.launch_state, run.tally, run.recorder
    config, options = launch.config, launch.options
    kept = recorder.columns() if recorder else Columns()
    return Trace(
        kernel=program.functions[0].name,
        engine="emulator",
        schedule=schedule,
        seed=options.seed,
        device_id=options.device_id,
        device=options.device,
        config=config,
        functions=program.functions,
        statements=program.statement_table,
        sites=tuple(launch_state.sites),
        arrays=tuple(launch_state.arrays),
        variables=program.variable_table,
        scalars=launch.bound.scalars,
        counters=tally.counters() if tally else None,
        warp_counters=tally.warp_counters() if tally else None,
        thread_active=tally.thread_active if tally else None,
        followed=recorder.followed() if recorder else (),
        steps=kept.steps,
        accesses=kept.accesses,
        values=kept.values,
        exchanges=kept.exchanges,
        hazards=_in_its_words(program, launch_state.hazards.hazards(kept)),
        hazard_kinds_checked=CHECKED if options.checks else BOUNDS_ONLY,
        last_writer=_last_writers(launch.bound),
        inputs=_with_fields(inputs, launch_state.arrays),
        outputs=_with_fields(_outputs(launch.bound), launch_state.arrays),
        shared_bytes=launch_state.shared.static_bytes,
        notes=(
            *notes,
            *launch_state.notes.messages(config, launch_state.hazards.line_names),
            *_notes(recorder, left_out, keeps_warps(config)),
        ),
        failure=failure,
    )


def _in_its_words(program: Program, hazards: tuple[Hazard, ...]) -> tuple[Hazard, ...]:
    """Hazards with the names that things have in the kernel's language."""
    if program.functions[0].language != "cuda-c":
        return hazards
    return tuple(
        replace(
            hazard,
            message=said_of_c(hazard.message),
            what=None if hazard.what is None else said_of_c(hazard.what),
            repair=None if hazard.repair is None else said_of_c(hazard.repair),
        )
        for hazard in hazards
    )


def _with_fields(
    kept: Mapping[str, NDArray[Any]], infos: Iterable[ArrayInfo]
) -> dict[str, NDArray[Any]]:
    """Arrays by name, and of arrays of records the fields that the launch touched."""
    found = dict(kept)
    for info in infos:
        if info.space == "global" and info.part_of in kept:
            part = kept[info.part_of]
            for name in info.name.removeprefix(f"{info.part_of}.").split("."):
                part = _part(part, name, info.dtype)
            found[info.name] = part
    return found


def _part(array: NDArray[Any], name: str, dtype: np.dtype[Any]) -> NDArray[Any]:
    """A field of records, a part of complex numbers, or all bytes as elements of a type."""
    if name in (array.dtype.names or ()):
        field: NDArray[Any] = array[name]
        return field
    if name in PARTS:
        part: NDArray[Any] = getattr(array, name)
        return part
    flat = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return flat[: flat.size // dtype.itemsize * dtype.itemsize].view(dtype)


def _outputs(bound: BoundArguments) -> dict[str, NDArray[Any]]:
    return {name: _frozen(np.array(bound.hosts[name])) for name in bound.written()}


def _last_writers(bound: BoundArguments) -> dict[str, NDArray[np.int64]]:
    arrays = {name: bound.arrays[name] for name in bound.written()}
    return {
        name: _frozen(array.in_shape(array.writer))
        for name, array in arrays.items()
        if array.writer is not None
    }


def _notes(recorder: Recorder | None, left_out: list[str], warps: bool) -> tuple[Message, ...]:
    notes = []
    if left_out:
        template = (
            "The inputs {names} are too large to be kept: this trace cannot follow other blocks."
        )
        notes.append(Message("trace.no-snapshot", template, {"names": ", ".join(left_out)}))
    if recorder is not None and recorder.cut_off:
        template = (
            "The followed blocks take more steps than memory allows: only the first ones are kept."
        )
        notes.append(Message("trace.cut-off", template))
    if not warps:
        template = "So many warps ran that their counters are kept as sums only."
        notes.append(Message("trace.sums-only", template))
    return tuple(notes)


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


def _check_cooperative(config: LaunchConfig, options: ExecutionOptions) -> None:
    """Raises RequestRefused where the device cannot hold all blocks of the grid at a time."""
    device = options.device or find_device(options.device_id or DEFAULT_DEVICE)
    limit = resident_blocks(device, config.block.size, config.dynamic_shared_bytes)
    if config.blocks <= limit:
        return
    template = (
        "The kernel syncs its whole grid, so all {blocks} blocks must run at the same time, but"
        " {device} holds {limit} blocks of {threads} threads: launch {limit} at most, and let each"
        " thread do more of the work in a loop with the step cuda.gridsize(1)."
    )
    values = {
        "blocks": config.blocks,
        "device": device.name,
        "limit": limit,
        "threads": config.block.size,
    }
    raise RequestRefused(Message("launch.cooperative-too-large", template, values))
