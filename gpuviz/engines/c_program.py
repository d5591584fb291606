"""A program in CUDA C on the emulator: its launches run, and its copies are written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.cuda.arrays import DeviceArray, undefined
from gpuviz.cuda.device_work import Touched, copied
from gpuviz.cuda.host_watch import HostMemory
from gpuviz.cuda.launching import launch
from gpuviz.cuda.recording import current_gpu, current_train, host_watch, launch_races
from gpuviz.cuda.stream_order import StreamKey
from gpuviz.cuda.train import AskedKind
from gpuviz.cuda_c.host_program import ProgramCopy, ProgramLaunch
from gpuviz.cuda_c.host_values import HostPointer, Memory
from gpuviz.cuda_c.host_walk import run_program
from gpuviz.cuda_c.types import Pointer, Scalar, memory_dtype
from gpuviz.cuda_c.unit import Passed, Unit, read_unit
from gpuviz.engines.c_kernel import CCapture, CKernel, symbol_values
from gpuviz.engines.loading import FilesBeside
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import SourcePlace
from gpuviz.operation import OperationInfo
from gpuviz.simt.c_front.source import captured_kernel
from gpuviz.trace.source import AccessKind


def module_of(info: OperationInfo) -> tuple[ModuleType, FilesBeside]:
    """What stands for the module of a program: `main` runs it, with its sizes and a seed."""
    unit = read_unit(info.source, str(info.path))
    module = ModuleType(f"gpuviz_c_{info.name}")

    def inputs(seed: int, **sizes: int) -> dict[str, object]:
        return {**sizes, "seed": seed}

    def main(*values: int) -> None:
        *chosen, seed = values
        given = zip(info.size_names, chosen, info.default_size, strict=True)
        sizes = {name: size for name, size, own in given if size != own}
        run_program(unit, EmulatedMachine(unit, info), sizes, seed)

    module.inputs = inputs  # type: ignore[attr-defined]
    setattr(module, info.kernel, main)
    return module, FilesBeside({})


class EmulatedMachine:
    """Runs the launches of a program on the emulator; recordings that are open hear of them."""

    def __init__(self, unit: Unit, info: OperationInfo) -> None:
        self._unit, self._info = unit, info
        self._memories: dict[Memory, HostMemory] = {}

    def launch(self, program: ProgramLaunch) -> None:
        """Runs a launch."""
        _at_line(program.line)
        constants, symbols = symbol_values(self._info, self._unit, program)
        arrays = self._arrays(program)
        outside: dict[str, Any] = {**symbols}
        for one, value in program.outer:
            place = self._unit.variables[one.name.partition(".")[0]].place
            if isinstance(value, HostPointer):
                outside[one.name] = arrays[value.memory, _element(one)]
            else:
                several = constants if place == "constant" else outside
                several[one.name] = np.array([value], _element(one))
        functions = captured_kernel(
            self._unit, program.kernel, program.templates, constants, _offsets(program), outside
        )
        names = tuple(one.name for one, _ in program.passed)
        kernel = CKernel(program.kernel.name, CCapture(functions, {}, outside), names)
        config = LaunchConfig(Dim3(*program.grid), Dim3(*program.block), program.shared)
        given = [
            arrays[value.memory, _element(one)]
            if isinstance(value, HostPointer)
            else _element(one).type(value)
            for one, value in program.passed
        ]
        launch(kernel, config, given, program.stream)
        for (memory, dtype), array in arrays.items():
            _note_written(memory, dtype, array)

    def copied(self, copy: ProgramCopy) -> None:
        """Writes a copy down."""
        _at_line(copy.line)
        to, train = copy.to, current_train()
        arrives = to is not None and to.memory.on_device
        leaves = copy.source.memory.on_device
        if leaves and copy.source.memory in self._memories:
            self._memories[copy.source.memory].written = None  # somebody looks at it
            host_watch().synchronised()
        touched = self._touched(to, copy.nbytes, "write")
        touched += self._touched(copy.source, copy.nbytes, "read")
        if touched:
            copied(touched, *self._how(copy.line, copy.stream, copy.waits))
        if train is not None and (arrives or leaves):
            kind: AskedKind = "d2d" if arrives and leaves else "h2d" if arrives else "d2h"
            host = _host_array(copy)
            train.pinned[:] = [] if host is None else [host]
            train.copied(kind, copy.nbytes, current_gpu(), (_Named(copy.name), host), copy.stream)

    def waited(self, stream: int | None) -> None:
        """Writes down that the host waited."""
        order, gpu = launch_races().order, current_gpu()
        if stream is None:
            order.host_waits_for_all(gpu)
        else:
            order.host_waits(StreamKey(gpu, stream))
        host_watch().synchronised()
        train = current_train()
        if train is not None:
            train.waited(current_gpu(), stream)

    def filled(self, to: HostPointer, nbytes: int, line: int, stream: int) -> None:
        """Bytes were set: tells of it where launches are compared."""
        copied(self._touched(to, nbytes, "write"), *self._how(line, stream, waits=False))

    def marked(self, event: int, stream: int) -> None:
        """An event was recorded in a stream."""
        launch_races().order.marked(event, StreamKey(current_gpu(), stream))

    def awaits(self, stream: int | None, event: int) -> None:
        """A stream waits for an event; None: the host."""
        order = launch_races().order
        if stream is None:
            order.host_waits_for_mark(event)
        else:
            order.waits_for_mark(event, StreamKey(current_gpu(), stream))

    def _how(self, line: int, stream: int, waits: bool) -> tuple[int, int, bool, SourcePlace]:
        """GPU, stream, whether the host waits, and where it asks."""
        return current_gpu(), stream, waits, SourcePlace(str(self._info.path), line)

    def _touched(self, pointer: HostPointer | None, nbytes: int, kind: AccessKind) -> list[Touched]:
        """What a copy touches in memory of the device."""
        data = None if pointer is None else pointer.memory.bytes()
        if pointer is None or data is None or not pointer.memory.on_device:
            return []
        return [Touched(data[pointer.offset : pointer.offset + nbytes], kind)]

    def _arrays(self, program: ProgramLaunch) -> dict[tuple[Memory, Scalar], DeviceArray]:
        """The memories that a launch gets, each as an array of the kernel's elements."""
        wanted = {
            (value.memory, _element(one)): None
            for one, value in (*program.passed, *program.outer)
            if isinstance(value, HostPointer)
        }
        for memory, several in Counter(memory for memory, _ in wanted).items():
            if several > 1:  # flags of one type do not tell those of the other
                memory.bytes()
                memory.write()
        return {(memory, dtype): self._array(memory, dtype) for memory, dtype in wanted}

    def _array(self, memory: Memory, dtype: Scalar) -> DeviceArray:
        train = current_train()
        if train is not None and memory.is_shared:
            train.shares = True
        data = memory.bytes()
        assert data is not None
        count = len(data) // dtype.itemsize
        whole = data[: count * dtype.itemsize].view(dtype)
        known = self._memories.setdefault(memory, HostMemory(current_gpu()))
        known.for_kernels = memory.is_shared or memory.is_pinned  # the host needs no copy
        if not memory.filled:
            return DeviceArray(undefined(whole).data, np.ones(count, np.bool_), known)
        if memory.unwritten is None or not memory.unwritten.any():
            return DeviceArray(whole, None, known)
        flags = memory.unwritten[: count * dtype.itemsize].reshape(count, dtype.itemsize)
        return DeviceArray(whole, np.asarray(flags.any(axis=1)), known)


def _element(passed: Passed) -> Scalar:
    """The type of a number that is passed, or of the elements behind a pointer."""
    kind = memory_dtype(passed.kind.to if isinstance(passed.kind, Pointer) else passed.kind)
    assert kind is not None
    return kind


def _note_written(memory: Memory, dtype: Scalar, array: DeviceArray) -> None:
    """Which bytes still have no value after a launch."""
    memory.filled = True
    memory.unwritten = None
    if array.fresh is not None and array.fresh.any():
        flags = np.repeat(array.fresh, dtype.itemsize)
        memory.unwritten = np.pad(flags, (0, (memory.size or 0) - len(flags)))


class _Named:
    """What a copy is called after."""

    def __init__(self, name: str) -> None:
        self.memory = self
        self.name = name


def _host_array(copy: ProgramCopy) -> NDArray[np.uint8] | None:
    """The memory of the host in a copy, where it is page-locked."""
    pointers = (copy.source, copy.to)
    memory = next((p.memory for p in pointers if p is not None and p.memory.is_pinned), None)
    return None if memory is None else memory.contents


def _offsets(program: ProgramLaunch) -> Mapping[str, int]:
    """The elements that pointers point to where those are not the first ones."""
    found: dict[str, int] = {}
    for one, value in (*program.passed, *program.outer):
        if isinstance(value, HostPointer) and isinstance(one.kind, Pointer) and value.offset:
            dtype = memory_dtype(one.kind.to)
            found[one.name] = value.offset // (1 if dtype is None else dtype.itemsize)
    return found


def _at_line(line: int) -> None:
    train = current_train()
    if train is not None:
        train.host_line = line
