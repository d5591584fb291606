"""Asks NVIDIA's driver about a GPU through ctypes: no Numba, no CUDA toolkit, no context."""

from __future__ import annotations

import ctypes
import dataclasses
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gpuviz.device import Device, load_devices

LIBRARIES = {"win32": ("nvcuda.dll",), "linux": ("libcuda.so.1", "libcuda.so")}
"""Names of the driver's library; there is none for macOS."""

ATTRIBUTES = {  # CUdevice_attribute of cuda.h, the same numbers since CUDA 11
    "max_threads_per_block": 1,
    "max_block_dim_x": 2,
    "max_block_dim_y": 3,
    "max_block_dim_z": 4,
    "max_grid_dim_x": 5,
    "max_grid_dim_y": 6,
    "max_grid_dim_z": 7,
    "shared_per_block_default": 8,
    "warp_size": 10,
    "registers_per_block": 12,
    "clock_khz": 13,
    "sm_count": 16,
    "integrated": 18,
    "memory_clock_khz": 36,
    "memory_bus_bits": 37,
    "l2_bytes": 38,
    "max_threads_per_sm": 39,
    "cc_major": 75,
    "cc_minor": 76,
    "shared_per_sm": 81,
    "registers_per_sm": 82,
    "shared_per_block_optin": 97,
    "max_blocks_per_sm": 106,
    "shared_reserved_per_block": 111,
}

SAME_MEMORY = 0.1  # a GPU is one of the table when its memory differs by less: drivers keep some
UNKNOWN_GPU = "this-gpu"


class DriverError(Exception):
    """The driver answered a call with an error `code` (a CUresult)."""

    def __init__(self, function: str, code: int) -> None:
        super().__init__(f"{function} answered {code}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Driver:
    """The loaded library of NVIDIA's driver."""

    library: ctypes.CDLL

    def call(self, function: str, *arguments: object) -> None:
        """Raises DriverError for anything but success, also for a function that is not there."""
        try:
            entry = getattr(self.library, function)
        except AttributeError:
            raise DriverError(function, -1) from None
        code = int(entry(*arguments))
        if code != 0:
            raise DriverError(function, code)

    def integer(self, function: str, *arguments: object) -> int:
        """What a function writes through its first argument, an int."""
        value = ctypes.c_int()
        self.call(function, ctypes.byref(value), *arguments)
        return value.value


def load_driver() -> Driver | None:
    """The driver of this machine, None where none is installed."""
    for name in LIBRARIES.get(sys.platform, ()):
        try:
            return Driver(ctypes.CDLL(name))
        except OSError:
            continue
    return None


def all_gpus(driver: Driver) -> tuple[Device, ...]:
    """The driver's GPUs in its order. `driver` has been initialised. Raises DriverError."""
    return tuple(_gpu(driver, number) for number in range(driver.integer("cuDeviceGetCount")))


def _gpu(driver: Driver, number: int) -> Device:
    handle = driver.integer("cuDeviceGet", number)
    name = ctypes.create_string_buffer(256)
    driver.call("cuDeviceGetName", name, len(name), handle)
    memory = ctypes.c_size_t()
    driver.call("cuDeviceTotalMem_v2", ctypes.byref(memory), handle)
    return device_from(name.value.decode(), memory.value, _attributes(driver, handle))


def _attributes(driver: Driver, handle: int) -> dict[str, int]:
    """All that this driver knows; an older one does not know the newest attributes."""
    found = {}
    for name, number in ATTRIBUTES.items():
        try:
            found[name] = driver.integer("cuDeviceGetAttribute", number, handle)
        except DriverError:
            continue
    return found


def device_from(name: str, memory_bytes: int, attributes: Mapping[str, int]) -> Device:
    """A Device of what the driver says, the rest from the device of the table most like it.

    Bandwidth: two transfers a memory clock over the whole bus. A GPU of the table keeps its id
    there, any other one is called "this-gpu".
    """
    cc = attributes.get("cc_major", 0), attributes.get("cc_minor", 0)
    like, known = _most_alike(cc, attributes.get("sm_count", 0), memory_bytes)
    said = {key: value for key, value in attributes.items() if value > 0}
    bandwidth = 2e3 * said.get("memory_clock_khz", 0) * said.get("memory_bus_bits", 0) / 8 / 1e9
    threads_per_sm = said.get("max_threads_per_sm", like.max_threads_per_sm)
    same: dict[str, Any] = {field: said[field] for field in _SAME_NAME if field in said}
    return dataclasses.replace(
        like,
        id=like.id if known else UNKNOWN_GPU,
        name=name,
        cc=f"{cc[0]}.{cc[1]}" if cc[0] else like.cc,
        boost_mhz=said.get("clock_khz", like.boost_mhz * 1e3) / 1e3,
        mem_bw_gbs=round(bandwidth, 1) or like.mem_bw_gbs,
        mem_bytes=memory_bytes,
        pcie=like.pcie if known else f"{like.pcie} assumed",
        pcie_gbs=None if said.get("integrated") else like.pcie_gbs,
        status="query",
        source="asked of the driver of this machine" + ("" if known else f"; PCIe as of {like.id}"),
        max_block_dim=_dimensions("max_block_dim", said, like.max_block_dim),
        max_grid_dim=_dimensions("max_grid_dim", said, like.max_grid_dim),
        max_warps_per_sm=threads_per_sm // like.warp_size,
        family=like.family if known else None,
        year=like.year if known else None,
        tdp_w=like.tdp_w if known else None,
        generation=like.generation if like.compute_capability == cc else None,
        **same,
    )


_SAME_NAME = sorted({field.name for field in dataclasses.fields(Device)} & ATTRIBUTES.keys())


def _dimensions(
    name: str, said: Mapping[str, int], default: tuple[int, int, int]
) -> tuple[int, int, int]:
    x, y, z = (
        said.get(f"{name}_{axis}", limit) for axis, limit in zip("xyz", default, strict=True)
    )
    return x, y, z


def _most_alike(cc: tuple[int, int], sm_count: int, memory_bytes: int) -> tuple[Device, bool]:
    """The table's nearest device by compute capability, and whether it is this very one."""
    devices = list(load_devices().values())
    for device in devices:
        same_chip = device.compute_capability == cc and device.sm_count == sm_count
        if same_chip and abs(memory_bytes / device.mem_bytes - 1) < SAME_MEMORY:
            return device, True
    earlier = [device for device in devices if device.compute_capability <= cc]
    return max(earlier or devices[:1], key=lambda device: device.compute_capability), False
