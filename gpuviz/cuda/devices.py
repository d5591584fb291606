"""The emulated GPUs as `numba.cuda` shows devices and contexts: one, or as many as are asked for.

All are alike and always open. Their limits are those of the device that gpuviz emulates; their name
says that they are emulated.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, ParamSpec, TypeVar

from gpuviz.cuda.errors import CudaSupportError, UnknownAttribute, not_known
from gpuviz.cuda.interface import bytes_in_use
from gpuviz.cuda.recording import chosen_gpus, current_gpu, emulated_device, gpu_count
from gpuviz.cuda.streams import synchronize
from gpuviz.device import Device
from gpuviz.messages import Message

P = ParamSpec("P")
R = TypeVar("R")

ATTRIBUTES: dict[str, Callable[[Device], int]] = {
    "MULTIPROCESSOR_COUNT": lambda device: device.sm_count,
    "WARP_SIZE": lambda device: device.warp_size,
    "MAX_THREADS_PER_BLOCK": lambda device: device.max_threads_per_block,
    "MAX_THREADS_PER_MULTI_PROCESSOR": lambda device: device.max_threads_per_sm,
    "MAX_THREADS_PER_MULTIPROCESSOR": lambda device: device.max_threads_per_sm,
    "MAX_BLOCK_DIM_X": lambda device: device.max_block_dim[0],
    "MAX_BLOCK_DIM_Y": lambda device: device.max_block_dim[1],
    "MAX_BLOCK_DIM_Z": lambda device: device.max_block_dim[2],
    "MAX_GRID_DIM_X": lambda device: device.max_grid_dim[0],
    "MAX_GRID_DIM_Y": lambda device: device.max_grid_dim[1],
    "MAX_GRID_DIM_Z": lambda device: device.max_grid_dim[2],
    "MAX_SHARED_MEMORY_PER_BLOCK": lambda device: device.shared_per_block_default,
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": lambda device: device.shared_per_block_optin,
    "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": lambda device: device.shared_per_sm,
    "MAX_REGISTERS_PER_BLOCK": lambda device: device.registers_per_block,
    "MAX_REGISTERS_PER_MULTIPROCESSOR": lambda device: device.registers_per_sm,
    "L2_CACHE_SIZE": lambda device: device.l2_bytes,
    "CLOCK_RATE": lambda device: round(device.boost_mhz * 1000),
}
"""The attributes that are known, by the names that CUDA gives them."""


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

    def get_primary_context(self) -> Context:
        """The context that all work is done in."""
        return Context(self.id)

    def reset(self) -> None:
        """Forgets all; on the emulator there is nothing that would need it."""

    def __getattr__(self, name: str) -> int:
        if name not in ATTRIBUTES:
            raise UnknownAttribute(not_known(f"device.{name}", ATTRIBUTES))
        return ATTRIBUTES[name](emulated_device())

    def __enter__(self) -> EmulatedDevice:
        chosen_gpus().append(self.id)
        return self

    def __exit__(self, *error: object) -> None:
        _leave()

    def __str__(self) -> str:
        return f"<CUDA device {self.id} '{self.name}'>"


@functools.cache
def _device(number: int) -> EmulatedDevice:
    """The same one each time."""
    return EmulatedDevice(number)


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

    @contextmanager
    def defer_cleanup(self) -> Iterator[None]:
        """Inside the `with`, no memory is given back; on the emulator that changes nothing."""
        yield

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


def close() -> None:
    """Closes all contexts; the next use opens them again."""


def require_context(fn: Callable[P, R]) -> Callable[P, R]:
    """A decorator for functions that need a context: there is always one."""
    return fn


def defer_cleanup() -> object:
    """Inside the `with`, no memory is given back."""
    return Context(current_gpu()).defer_cleanup()


def detect() -> bool:
    """Prints the devices; true if there is one."""
    print(f"Found {len(gpus)} CUDA devices")
    for device in gpus:
        major, minor = device.compute_capability
        print(f"id {device.id}    {device.name}    [SUPPORTED]")
        print(f"{'Compute Capability':>40}: {major}.{minor}")
    return True


def is_available() -> bool:
    """Whether kernels can be launched: always, on the emulator."""
    return True


def is_supported_version() -> bool:
    """Whether the version of CUDA fits: the emulator needs none."""
    return True


def is_float16_supported() -> bool:
    """Whether kernels can compute with float16."""
    return True


def profile_start() -> None:
    """Starts NVIDIA's profiler; on the emulator every launch can be traced instead."""


def profile_stop() -> None:
    """Stops NVIDIA's profiler."""


@contextmanager
def profiling() -> Iterator[None]:
    """Profiles what happens inside the `with`."""
    yield
