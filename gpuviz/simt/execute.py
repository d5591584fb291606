"""Runs a kernel on the emulator: chunks of whole blocks, one after the other, each in lockstep."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import DEFAULT_DEVICE
from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.messages import Message, NotSupportedError, SourcePlace
from gpuviz.simt.binding import BoundArguments, bind
from gpuviz.simt.cohort import Cohort
from gpuviz.simt.cooperative import check_cooperative
from gpuviz.simt.frame import WHILE_LIMIT, BlockGroup, Context, Machine
from gpuviz.simt.hazards import CHECKED, HazardLog
from gpuviz.simt.lower.nodes import Body
from gpuviz.simt.lower.program import Program
from gpuviz.simt.races import GlobalShadows
from gpuviz.simt.recorder import FOLLOW_ALL_BYTES, CohortRecorder, Recorder
from gpuviz.simt.tally import Tally
from gpuviz.trace.source import FunctionSource
from gpuviz.trace.trace import Trace

CHUNK_LANES = 1 << 16  # lanes that run together: arrays of that size stay in the CPU's cache
SNAPSHOT_BYTES = 256_000_000
LOCAL_BYTES = 256_000_000  # of the local arrays of all lanes that run together

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class ExecutionOptions:
    """How to run and what to keep."""

    schedule: str = "lockstep"
    seed: int = 0
    follow: tuple[int, ...] = ()
    record: bool = True
    snapshot_bytes: int = SNAPSHOT_BYTES
    device_id: str = ""
    progress: Progress | None = None
    chunk_lanes: int = CHUNK_LANES
    while_limit: int = WHILE_LIMIT
    follow_all_bytes: int = FOLLOW_ALL_BYTES
    print_line: Callable[[str], None] = print  # takes each line that the kernel prints
    fresh: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)
    """By array argument, of its shape and layout: where nobody wrote yet; updated in place."""


@dataclass(frozen=True, slots=True)
class Execution:
    """What came of it. `arrays` are the kernel's array arguments after the launch, by name."""

    trace: Trace
    arrays: Mapping[str, NDArray[Any]]
    seconds: float  # wall time of execution alone


@dataclass(eq=False)
class _Launch:
    program: Program
    body: Body
    machine: Machine
    recorder: Recorder | None
    bound: BoundArguments


def execute(
    functions: tuple[FunctionSource, ...],
    config: LaunchConfig,
    arguments: Mapping[str, Any],
    options: ExecutionOptions | None = None,
) -> Execution:
    """Runs the kernel `functions[0]` with `arguments` by parameter name, in the kernel's order.

    Arrays are written in place, as on a device that shares its memory with the host.
    Raises NotSupportedError for what the emulator does not know, KernelFailed where the kernel
    itself fails.
    """
    options = options or ExecutionOptions()
    try:
        with np.errstate(all="ignore"):
            launch = _prepare(functions, config, arguments, options)
            inputs, left_out = _snapshots(launch.bound.hosts, options.snapshot_bytes)
            started = time.perf_counter()
            _run_located(launch, config, options)
    except RecursionError:
        raise _too_deep(functions[0]) from None
    seconds = time.perf_counter() - started
    trace = _trace(launch, config, options, inputs, left_out)
    results = {name: np.asarray(host) for name, host in launch.bound.hosts.items()}
    return Execution(trace, results, seconds)


def _too_deep(kernel: FunctionSource) -> NotSupportedError:
    template = "{kernel} nests its expressions or calls too deeply: split the longest into parts."
    message = Message("kernel.too-deep", template, {"kernel": kernel.name})
    return NotSupportedError(message, SourcePlace(kernel.file, kernel.first_line))


def _prepare(
    functions: tuple[FunctionSource, ...],
    config: LaunchConfig,
    arguments: Mapping[str, Any],
    options: ExecutionOptions,
) -> _Launch:
    program = Program(functions)
    bound = bind(arguments, options.fresh)
    body = program.lower(bound.kinds)
    if program.has_grid_sync:
        check_cooperative(config, options.device_id or DEFAULT_DEVICE)
    tally = Tally(config, len(program.statements))
    written = bound.addresses(program.may_write())
    shadows = GlobalShadows(config.block.size, config.threads, written, program.has_barriers)
    hazards = HazardLog(config)
    machine = Machine(tally, hazards, shadows, bound.infos)
    machine.shared.dynamic_bytes = config.dynamic_shared_bytes
    machine.while_limit, machine.print_line = options.while_limit, options.print_line
    recorder = None
    if options.record:
        recorder = Recorder(config.blocks, options.follow, options.follow_all_bytes)
    return _Launch(program, body, machine, recorder, bound)


def _run_located(launch: _Launch, config: LaunchConfig, options: ExecutionOptions) -> None:
    """Runs the chunks; what is found to be unknown only while running gets its place."""
    try:
        _run_chunks(launch, config, options)
    except NotSupportedError as error:
        place = error.place or launch.program.statement_place(launch.machine.statement)
        raise NotSupportedError(error.message, place) from None


def _run_chunks(launch: _Launch, config: LaunchConfig, options: ExecutionOptions) -> None:
    lanes = config.warps_per_block * WARP_SIZE
    local = sum(array.nbytes for array in launch.program.local_arrays) or 1
    size = max(1, min(options.chunk_lanes, LOCAL_BYTES // local) // lanes)
    if launch.program.has_grid_sync:
        size = config.blocks  # they wait for each other
    for first in range(0, config.blocks, size):
        last = min(first + size, config.blocks)
        _run_chunk(launch, config, np.arange(first, last), lanes)
        if launch.recorder is not None:
            launch.recorder.check_budget(last)
        if options.progress is not None:
            options.progress(last / config.blocks)


def _run_chunk(launch: _Launch, config: LaunchConfig, ids: NDArray[np.int64], lanes: int) -> None:
    cohort = Cohort(config, ids, 0, lanes)
    recorder = None
    if launch.recorder is not None and launch.recorder.follows(cohort):
        recorder = CohortRecorder(launch.recorder, cohort)
    context = Context(BlockGroup(launch.machine, cohort), cohort, recorder)
    frame = launch.body.frame(context, cohort.base, launch.bound.values)
    launch.body.run(frame, cohort.base)
    context.tally.finish()


def _snapshots(
    arrays: Mapping[str, NDArray[Any]], budget: int
) -> tuple[dict[str, NDArray[Any]], list[str]]:
    """Copies of the arrays before the launch, as the budget holds, and the names left out."""
    copies: dict[str, NDArray[Any]] = {}
    left_out = []
    for name, value in arrays.items():
        if value.nbytes <= budget:
            budget -= value.nbytes
            copies[name] = _frozen(value.copy())
        else:
            left_out.append(name)
    return copies, left_out


def _trace(
    launch: _Launch,
    config: LaunchConfig,
    options: ExecutionOptions,
    inputs: Mapping[str, NDArray[Any]],
    left_out: list[str],
) -> Trace:
    machine, program, recorder = launch.machine, launch.program, launch.recorder
    steps, accesses, values = recorder.columns() if recorder else (None, None, None)
    return Trace(
        kernel=program.functions[0].name,
        engine="emulator",
        schedule=options.schedule,
        seed=options.seed,
        device_id=options.device_id,
        config=config,
        functions=program.functions,
        statements=tuple(program.statements),
        sites=tuple(entry.site for entry in machine.tally.sites),
        arrays=tuple(machine.arrays),
        variables=program.variable_table(),
        scalars=launch.bound.scalars,
        counters=machine.tally.counters(),
        warp_counters=machine.tally.warp_counters(),
        thread_active=machine.tally.thread_active,
        followed=recorder.followed() if recorder else (),
        steps=steps,
        accesses=accesses,
        values=values,
        hazards=machine.hazards.hazards(),
        hazard_kinds_checked=CHECKED,
        last_writer=_last_writers(launch.bound),
        inputs=inputs,
        outputs=_outputs(launch.bound),
        shared_bytes=machine.shared.static_bytes,
        notes=_notes(recorder, left_out, machine.tally.keeps_warps),
    )


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
