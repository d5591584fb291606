"""Copies between host and device over PCIe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.array_utils import byte_bounds
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
    rate_gbs = copy_rate_gbs(device, calibration, pinned=pinned)
    if rate_gbs is None or copied_bytes == 0:
        return 0.0
    return calibration.copy_seconds + copied_bytes / (rate_gbs * 1e9)


def copy_rate_gbs(
    device: Device, calibration: Calibration, *, pinned: bool = False
) -> float | None:
    """GB/s (1e9 bytes) that copies reach; None where the device shares its memory with the CPU."""
    if device.pcie_gbs is None:
        return None
    if pinned:
        return device.pcie_gbs * calibration.pinned_share
    return min(device.pcie_gbs * calibration.pageable_share, calibration.pageable_most_gbs)


class CopyRange(NamedTuple):
    """How long copies of ordinary arrays take on different computers."""

    slowest_gbs: float
    fastest_gbs: float
    shortest_s: float
    longest_s: float

    def around(self, copies_s: float) -> tuple[float, float]:
        """(lowest, highest) factor around a modelled time of the same copies."""
        return min(self.shortest_s / copies_s, 1.0), max(self.longest_s / copies_s, 1.0)


def copy_range(
    device: Device, copied: Iterable[float], calibration: Calibration
) -> CopyRange | None:
    """For all copies of a launch together, each of so many bytes; None without a copy."""
    known = [bytes_ for bytes_ in copied if bytes_]
    if device.pcie_gbs is None or not known:
        return None
    slowest, fastest = MEASURED_GBS
    fastest = max(slowest, min(fastest, device.pcie_gbs * calibration.pinned_share))
    longest, shortest = (
        sum(calibration.copy_seconds + bytes_ / (rate * 1e9) for bytes_ in known)
        for rate in (slowest, fastest)
    )
    return CopyRange(slowest, fastest, shortest, longest)


def copy_note(taken: CopyRange) -> Message:
    """That the computer decides how long copies take, and between what."""
    template = (
        "How fast ordinary arrays are copied depends on the computer: at {slowest} to {fastest}"
        " GB/s all copies of this launch take {shortest} to {longest}."
    )
    values = {
        "slowest": figures(taken.slowest_gbs),
        "fastest": figures(taken.fastest_gbs),
        "shortest": seconds(taken.shortest_s),
        "longest": seconds(taken.longest_s),
    }
    return Message("model.copies-vary", template, values)


def copied_bytes(arguments: Mapping[str, object], outputs: Iterable[str]) -> tuple[int, int]:
    """Bytes of `arguments` that are copied to the GPU before a launch, and back after it.

    Outputs come back. An output that holds something before the launch is an input too.
    """
    outputs = tuple(outputs)
    arrays = {name: value for name, value in arguments.items() if isinstance(value, np.ndarray)}
    bytes_in = sum(
        _reach(array) for name, array in arrays.items() if name not in outputs or holds(array)
    )
    return bytes_in, sum(_reach(arrays[name]) for name in outputs)


def _reach(array: NDArray[Any]) -> int:
    """Bytes from an array's first to its last, with the gaps between: they are copied too."""
    low, high = byte_bounds(array)
    return array.nbytes if array.flags.forc else high - low


def holds(array: NDArray[Any]) -> bool:
    """Whether an array has anything but zeros in it."""
    if array.dtype.names is None:
        return bool(array.any())
    return bool(
        np.frombuffer(array.tobytes(), np.uint8).any()
    )  # NumPy asks no record whether it is
