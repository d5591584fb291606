"""The least time that a launch can take on a Device: a roofline, a launch, and the copies over
PCIe.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from gpuviz.device import Device
from gpuviz.trace import Times

LAUNCH_SECONDS = 1.6e-6
"""Least cost of one operation on a stream, here: a launch or a copy.

The smallest of three measurements of back-to-back small kernels (RRZE-HPC gpu-benches,
gpu-small-kernels, fit T = a + bytes/rate): L40 1.60 us, A40 1.94 us, H200 2.48 us. Launching from
Python costs more.
"""


def lower_bound_times(
    device: Device, flops: float, bytes_moved: float, bytes_in: float, bytes_out: float
) -> Times:
    """Times that no launch on `device` beats, its caches being cold.

    kernel = max(float32 operations / peak, `bytes_moved` / memory bandwidth) + one launch. Copies
    of `bytes_in` to the GPU and `bytes_out` back go at the theoretical rate of its PCIe; where
    memory is shared with the CPU there are none. All bytes count once, whatever a cache could not
    keep.
    """
    computing = flops / device.fp32_flops
    moving = bytes_moved / (device.mem_bw_gbs * 1e9)
    return Times(
        source="modelled",
        h2d_s=_copy_seconds(device, bytes_in),
        kernel_s=max(computing, moving) + LAUNCH_SECONDS,
        d2h_s=_copy_seconds(device, bytes_out),
        note="lower bound",
    )


def copied_bytes(arguments: Mapping[str, object], outputs: Iterable[str]) -> tuple[int, int]:
    """Bytes of `arguments` that are copied to the GPU before a launch, and back after it.

    Outputs come back. An output that holds something before the launch is an input too.
    """
    outputs = tuple(outputs)
    arrays = {name: value for name, value in arguments.items() if isinstance(value, np.ndarray)}
    bytes_in = sum(
        array.nbytes for name, array in arrays.items() if name not in outputs or array.any()
    )
    return bytes_in, sum(arrays[name].nbytes for name in outputs)


def _copy_seconds(device: Device, copied: float) -> float:
    if device.pcie_gbs is None or copied == 0:
        return 0.0
    return copied / (device.pcie_gbs * 1e9) + LAUNCH_SECONDS
