"""The emulated GPUs as `numba.cuda` shows devices and contexts: one, or as many as are asked for.

All are alike and always open. Their limits are those of the device that gpuviz emulates; their name
says that they are emulated.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np

from gpuviz.cuda.arrays import undefined
from gpuviz.cuda.device_attributes import NAMES, attribute
from gpuviz.cuda.errors import CudaSupportError, UnknownAttribute, not_known
from gpuviz.cuda.interface import bytes_in_use
from gpuviz.cuda.pointers import MemoryPointer
from gpuviz.cuda.recording import chosen_gpus, current_gpu, emulated_device, gpu_count
from gpuviz.cuda.streams import (
    Event,
    Stream,
    default_stream,
    event,
    external_stream,
    legacy_default_stream,
    per_thread_default_stream,
    stream,
    synchronize,
)
from gpuviz.messages import Message

P = ParamSpec("P")
R = TypeVar("R")

CUDA_VERSION = (13, 0)
"""The version of CUDA whose limits and attributes the emulated devices have."""


class MemoryInfo(NamedTuple):
    """Bytes of device memory."""

    free: int
    total: int


class EmulatedDevice:
    """What `cuda.get_current_device()` gives."""

    def __init__(self, number: int = 0) -> None:
        self.id = number
        self.uuid = f"GPU-00000000-0000-0000-0000-{number:012}"

    @property
    def name(self) -> str:
        """Says that it is the emulator, and which GPU it emulates."""
        return f"gpuviz emulator of {emulated_device().name}"

    @property
    def compute_capability(self) -> tuple[int, int]:
        """As of the GPU that is emulated."""
        return emulated_device().compute_capability

    @property
    def supports_float16(self) -> bool:
        """Whether kernels can compute with float16."""
        return True

    supports_bfloat16 = supports_fp8 = False  # the emulator has no such numbers

    @property
    def PCI_BUS_ID(self) -> int:
        """It tells the emulated devices apart."""
        return self.id

    def get_device_identity(self) -> dict[str, int]:
        """Where it is plugged in."""
        names = ("PCI_DOMAIN_ID", "PCI_BUS_ID", "PCI_DEVICE_ID")
        return {name.lower(): getattr(self, name) for name in names}

    def get_primary_context(self) -> Context:
        """The context that all work is done in."""
        return Context(self.id)

    @property
    def primary_context(self) -> Context:
        """The same."""
        return self.get_primary_context()

    def release_primary_context(self) -> None:
        """Gives the context back; the next use opens it again."""

    def reset(self) -> None:
        """Forgets all; on the emulator there is nothing that would need it."""

    def __getattr__(self, name: str) -> int:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in NAMES:
            raise UnknownAttribute(not_known(f"device.{name}", NAMES))
        return attribute(name, emulated_device())

    def __enter__(self) -> EmulatedDevice:
        chosen_gpus().append(self.id)
        return self

    def __exit__(self, *error: object) -> None:
        _leave()

    def __repr__(self) -> str:
        return f"<CUDA device {self.id} '{self.name}'>"


class Deallocations:
    """The memory that waits to be given back: none, on the emulator it is given back at once."""

    def __init__(self) -> None:
        self._disabled = 0  # by so many `with` that are open

    @property
    def is_disabled(self) -> bool:
        """Whether memory is kept for now."""
        return self._disabled > 0

    @contextmanager
    def disable(self) -> Iterator[None]:
        """Inside the `with`, no memory is given back."""
        self._disabled += 1
        try:
            yield
        finally:
            self._disabled -= 1

    def clear(self) -> None:
        """Gives back what waits for it."""

    def __len__(self) -> int:
        return 0


@functools.cache
def _device(number: int) -> EmulatedDevice:
    """The same one each time."""
    return EmulatedDevice(number)


@functools.cache
def _deallocations(number: int) -> Deallocations:
    """Those of a device, the same each time."""
    return Deallocations()


class Context:
    """What `cuda.current_context()` gives."""

    def __init__(self, number: int) -> None:
        self._number = number

    @property
    def device(self) -> EmulatedDevice:
        """The device that it is a context of."""
        return _device(self._number)

    def get_memory_info(self) -> MemoryInfo:
        """Of the GPU that is emulated; what device arrays take is not free."""
        total = emulated_device().mem_bytes
        return MemoryInfo(max(total - bytes_in_use(self._number), 0), total)

    def synchronize(self) -> None:
        """Waits for all launches."""
        synchronize()

    def reset(self) -> None:
        """Forgets all; on the emulator there is nothing that would need it."""

    def push(self) -> None:
        """Makes it the current one."""
        chosen_gpus().append(self._number)

    def pop(self) -> None:
        """Makes it the current one no longer."""
        _leave()

    @property
    def deallocations(self) -> Deallocations:
        """The memory that waits to be given back."""
        return _deallocations(self._number)

    def defer_cleanup(self) -> AbstractContextManager[None]:
        """Inside the `with`, no memory is given back; on the emulator that changes no result."""
        return self.deallocations.disable()

    def prepare_for_use(self) -> None:
        """Opens it; on the emulator it is always open."""

    def memalloc(self, bytesize: int) -> MemoryPointer:
        """New device memory."""
        with _device(self._number):
            return undefined(np.empty(bytesize, np.uint8)).gpu_data

    def create_stream(self) -> Stream:
        """A new stream."""
        return stream()

    def create_external_stream(self, ptr: int) -> Stream:
        """A stream by its address."""
        return external_stream(ptr)

    def get_default_stream(self) -> Stream:
        """The stream of launches that name none."""
        return default_stream()

    def get_legacy_default_stream(self) -> Stream:
        """The same, by its other address."""
        return legacy_default_stream()

    def get_per_thread_default_stream(self) -> Stream:
        """The stream that is this thread's own."""
        return per_thread_default_stream()

    def create_event(self, timing: bool = True) -> Event:
        """A new event."""
        return event(timing)

    def can_access_peer(self, peer_device: int) -> bool:
        """Whether kernels reach the memory of another device: on the emulator they do not."""
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Context) and other._number == self._number

    def __hash__(self) -> int:
        return hash(self._number)

    def __repr__(self) -> str:
        return f"<CUDA context of device {self._number}>"

    def __enter__(self) -> Context:
        self.push()
        return self

    def __exit__(self, *error: object) -> None:
        self.pop()


def _leave() -> None:
    """Back to the GPU that was in use before; the first choice stays."""
    chosen = chosen_gpus()
    if len(chosen) > 1:
        chosen.pop()


class DeviceList:
    """All devices: those that are emulated."""

    @property
    def lst(self) -> tuple[EmulatedDevice, ...]:
        """One after the other."""
        return tuple(_device(number) for number in range(gpu_count()))

    @property
    def current(self) -> EmulatedDevice:
        """The device in use."""
        return _device(current_gpu())

    def __getitem__(self, number: int) -> EmulatedDevice:
        return self.lst[number]

    def __iter__(self) -> Iterator[EmulatedDevice]:
        return iter(self.lst)

    def __len__(self) -> int:
        return len(self.lst)

    def __str__(self) -> str:
        return ", ".join(map(str, self.lst))


gpus = DeviceList()


def list_devices() -> DeviceList:
    """All devices."""
    return gpus


def get_current_device() -> EmulatedDevice:
    """The device in use."""
    return gpus.current


def current_context(devnum: int | None = None) -> Context:
    """The context of the device in use. Raises CudaSupportError for a device that is not there."""
    if devnum is not None:
        select_device(int(devnum))
    return Context(current_gpu())


def select_device(device_id: int) -> EmulatedDevice:
    """Chooses a device. Raises CudaSupportError for one that is not there."""
    count = gpu_count()
    if device_id not in range(count):
        template = "there is no device {number}: the emulator is one GPU, number 0."
        if count > 1:
            template = "there is no device {number}: {count} GPUs are emulated, number 0 to {last}."
        values = {"number": device_id, "count": count, "last": count - 1}
        raise CudaSupportError(Message("cuda.no-device", template, values))
    chosen_gpus()[-1] = int(device_id)
    return _device(int(device_id))


get_context = current_context


def close() -> None:
    """Closes all contexts; the next use opens that of the first device."""
    chosen_gpus()[:] = [0]


reset = close


def require_context(fn: Callable[P, R]) -> Callable[P, R]:
    """A decorator for functions that need a context: there is always one."""
    return fn


def defer_cleanup() -> AbstractContextManager[None]:
    """Inside the `with`, no memory is given back."""
    return Context(current_gpu()).defer_cleanup()


def detect() -> bool:
    """Prints the devices as Numba does; true if there is one."""
    print(f"Found {len(gpus)} CUDA devices")
    for device in gpus:
        major, minor = device.compute_capability
        print(f"id {device.id}    {device.name:>20} {'[SUPPORTED]':>40}")
        rows = {
            "Compute Capability": f"{major}.{minor}",
            "PCI Device ID": device.PCI_DEVICE_ID,
            "PCI Bus ID": device.PCI_BUS_ID,
            "UUID": device.uuid,
            "Watchdog": "Enabled" if device.KERNEL_EXEC_TIMEOUT else "Disabled",
            "FP32/FP64 Performance Ratio": device.SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO,
        }
        for key, value in rows.items():
            print(f"{key:>40}: {value}")
    print(f"Summary:\n\t{len(gpus)}/{len(gpus)} devices are supported")
    return True


def cuda_error() -> str | None:
    """What went wrong when CUDA was looked for: nothing."""
    return None


class Runtime:
    """What `cuda.runtime` is."""

    def get_version(self) -> tuple[int, int]:
        """The version of CUDA whose limits and attributes the devices have."""
        return CUDA_VERSION

    def is_supported_version(self) -> bool:
        """Whether the version of CUDA fits: the emulator needs none."""
        return True

    @property
    def supported_versions(self) -> tuple[tuple[int, int], ...]:
        """Those that fit."""
        return (CUDA_VERSION,)


runtime = Runtime()


def is_available() -> bool:
    """Whether kernels can be launched: always, on the emulator."""
    return True


def is_supported_version() -> bool:
    """Whether the version of CUDA fits: the emulator needs none."""
    return True


def is_float16_supported() -> bool:
    """Whether kernels can compute with float16."""
    return True


def is_bfloat16_supported() -> bool:
    """Whether kernels can compute with bfloat16: on the emulator they cannot."""
    return False


def is_fp8_supported() -> bool:
    """Whether kernels can compute with float8: on the emulator they cannot."""
    return False


OF_NUMBA_CUDA = {
    "is_bfloat16_supported": is_bfloat16_supported,
    "is_fp8_supported": is_fp8_supported,
}
"""What numba-cuda has and Numba itself has not."""


def profile_start() -> None:
    """Starts NVIDIA's profiler; on the emulator every launch can be traced instead."""


def profile_stop() -> None:
    """Stops NVIDIA's profiler."""


@contextmanager
def profiling() -> Iterator[None]:
    """Profiles what happens inside the `with`."""
    yield
