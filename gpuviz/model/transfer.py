"""Copies between host and device over PCIe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import Device
from gpuviz.messages import Message
from gpuviz.model.calibration import Calibration
from gpuviz.units import figures, seconds

MEASURED_GBS = (5.0, 22.0)
"""Ordinary arrays to and from GPUs on PCIe 3 to 5, by computer: the slowest and the fastest of the
published figures that were found.
"""


def copy_seconds(
    device: Device, copied_bytes: float, calibration: Calibration, *, pinned: bool = False
) -> float:
    """What one copy takes: its least cost and its bytes at the rate that is reached.

    0 for nothing, and where the device shares its memory with the CPU. `pinned`: to or from
    page-locked memory of the host, else ordinary arrays.
    """
    if device.pcie_gbs is None or copied_bytes == 0:
        return 0.0
    rate_gbs = device.pcie_gbs * calibration.pinned_share
    if not pinned:
        reached = device.pcie_gbs * calibration.pageable_share
        rate_gbs = min(reached, calibration.pageable_most_gbs)
    return calibration.copy_seconds + copied_bytes / (rate_gbs * 1e9)


def copy_note(device: Device, copied: Iterable[float], calibration: Calibration) -> Message | None:
    """That the computer decides how long copies take, and between what; None without a copy."""
    known = [bytes_ for bytes_ in copied if bytes_]
    if device.pcie_gbs is None or not known:
        return None
    slowest, fastest = MEASURED_GBS
    fastest = max(slowest, min(fastest, device.pcie_gbs * calibration.pinned_share))
    longest, shortest = (
        sum(calibration.copy_seconds + bytes_ / (rate * 1e9) for bytes_ in known)
        for rate in (slowest, fastest)
    )
    template = (
        "How fast ordinary arrays are copied depends on the computer: at {slowest} to {fastest}"
        " GB/s all copies of this launch take {shortest} to {longest}."
    )
    values = {
        "slowest": figures(slowest),
        "fastest": figures(fastest),
        "shortest": seconds(shortest),
        "longest": seconds(longest),
    }
    return Message("model.copies-vary", template, values)


def copied_bytes(arguments: Mapping[str, object], outputs: Iterable[str]) -> tuple[int, int]:
    """Bytes of `arguments` that are copied to the GPU before a launch, and back after it.

    Outputs come back. An output that holds something before the launch is an input too.
    """
    outputs = tuple(outputs)
    arrays = {name: value for name, value in arguments.items() if isinstance(value, np.ndarray)}
    bytes_in = sum(
        array.nbytes for name, array in arrays.items() if name not in outputs or holds(array)
    )
    return bytes_in, sum(arrays[name].nbytes for name in outputs)


def holds(array: NDArray[Any]) -> bool:
    """Whether an array has anything but zeros in it."""
    if array.dtype.names is None:
        return bool(array.any())
    return bool(
        np.frombuffer(array.tobytes(), np.uint8).any()
    )  # NumPy asks no record whether it is
