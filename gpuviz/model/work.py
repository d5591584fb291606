"""What a launch asks of a device, block by block: what the model of time is fed with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message


@dataclass(frozen=True, slots=True)
class LaunchWork:
    """The demands of every block on the resources of its SM and of the chip.

    Arrays are float64 [blocks], row = linear block. Lane operations count every active lane; what
    is said per warp counts warps. Bytes that caches keep from moving depend on the device.
    """

    warp_instructions: NDArray[np.float64]  # issued by all warps of the block
    int32: NDArray[np.float64]  # lane operations
    fp32: NDArray[np.float64]
    fp64: NDArray[np.float64]
    sfu: NDArray[np.float64]
    shared_wavefronts: NDArray[np.float64]
    l1_requests: NDArray[np.float64]  # of warps, to global and local memory
    l1_lines: NDArray[np.float64]  # tags looked up: 128-byte lines of all global requests
    l1_bytes: NDArray[np.float64]  # sectors of all global requests, in bytes
    l2_bytes: NDArray[np.float64]  # of these, what L1 does not keep: misses and stores
    dram_bytes: NDArray[np.float64]  # of these, what L2 does not keep
    atomics: NDArray[np.float64]  # lanes' atomic operations on global memory
    latency_cycles: NDArray[np.float64]  # of the block's slowest warp, alone on the SM: its chain
    inflight_bytes: NDArray[
        np.float64
    ]  # bytes that one warp has under way on average while it waits
    flops: float  # of the launch; a fused multiply-add counts as two
    longest_queue: float  # of the launch: atomic operations on the one address most in demand
    assumptions: tuple[Message, ...] = ()
