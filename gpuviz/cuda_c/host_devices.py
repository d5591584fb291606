"""What a program is told of its GPU: from the device table, of the device that is emulated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.comments import comments_of
from gpuviz.cuda_c.host_places import AddressOf
from gpuviz.cuda_c.host_state import Walk
from gpuviz.cuda_c.host_values import UNKNOWN, Cell, Object
from gpuviz.device import DEFAULT_DEVICE, Device, load_devices

ASKS = ("cudaGetDeviceProperties", "cudaDeviceGetAttribute")
"""Functions that tell of the device."""
PROPERTIES: Mapping[str, Callable[[Device], int]] = {
    "multiProcessorCount": lambda device: device.sm_count,
    "warpSize": lambda device: device.warp_size,
    "maxThreadsPerBlock": lambda device: device.max_threads_per_block,
    "maxThreadsPerMultiProcessor": lambda device: device.max_threads_per_sm,
    "maxBlocksPerMultiProcessor": lambda device: device.max_blocks_per_sm,
    "regsPerBlock": lambda device: device.registers_per_block,
    "regsPerMultiprocessor": lambda device: device.registers_per_sm,
    "sharedMemPerBlock": lambda device: device.shared_per_block_default,
    "sharedMemPerBlockOptin": lambda device: device.shared_per_block_optin,
    "sharedMemPerMultiprocessor": lambda device: device.shared_per_sm,
    "totalGlobalMem": lambda device: device.mem_bytes,
    "l2CacheSize": lambda device: device.l2_bytes,
    "major": lambda device: device.compute_capability[0],
    "minor": lambda device: device.compute_capability[1],
}
ATTRIBUTES = {
    "cudaDevAttrMultiProcessorCount": "multiProcessorCount",
    "cudaDevAttrWarpSize": "warpSize",
    "cudaDevAttrMaxThreadsPerBlock": "maxThreadsPerBlock",
    "cudaDevAttrMaxThreadsPerMultiProcessor": "maxThreadsPerMultiProcessor",
    "cudaDevAttrMaxBlocksPerMultiprocessor": "maxBlocksPerMultiProcessor",
    "cudaDevAttrMaxRegistersPerBlock": "regsPerBlock",
    "cudaDevAttrMaxSharedMemoryPerBlock": "sharedMemPerBlock",
    "cudaDevAttrMaxSharedMemoryPerBlockOptin": "sharedMemPerBlockOptin",
    "cudaDevAttrMaxSharedMemoryPerMultiprocessor": "sharedMemPerMultiprocessor",
    "cudaDevAttrL2CacheSize": "l2CacheSize",
    "cudaDevAttrComputeCapabilityMajor": "major",
    "cudaDevAttrComputeCapabilityMinor": "minor",
}


def _device(walk: Walk) -> Device | None:
    """The device that a comment names, as `check --device` writes it; else the usual one."""
    return load_devices().get(comments_of(walk.unit.text).get("device", DEFAULT_DEVICE))


def properties(walk: Walk, node: syntax.Call) -> Any:
    """cudaGetDeviceProperties(&p, 0): what the table does not have stays unknown."""
    values, device = walk.values(node.arguments), _device(walk)
    target = values[0].place.get() if values and isinstance(values[0], AddressOf) else None
    if isinstance(target, Object) and device is not None:
        for name, told in PROPERTIES.items():
            target.members[name] = Cell(told(device))
    return 0


def attribute(walk: Walk, node: syntax.Call) -> Any:
    """cudaDeviceGetAttribute(&value, cudaDevAttr.., 0)."""
    target, device = walk.value(node.arguments[0]) if node.arguments else UNKNOWN, _device(walk)
    named = node.arguments[1] if len(node.arguments) > 1 else None
    told = PROPERTIES.get(ATTRIBUTES.get(getattr(named, "id", ""), ""))
    if isinstance(target, AddressOf):
        known = told is not None and device is not None
        target.place.put(told(device) if known else UNKNOWN)  # type: ignore[misc, arg-type]
    return 0
