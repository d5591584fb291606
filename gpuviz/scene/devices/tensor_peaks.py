"""What the tensor cores of a GPU reach, from its maker's papers. No Qt: the command line says them
too. The model of a launch knows nothing of tensor cores: a loop in Numba does not use them.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from gpuviz.places import resource_dir


@dataclass(frozen=True, slots=True)
class TensorPeaks:
    """Matrix products without sparsity, sums in float32, in TFLOP/s; None: not for this type."""

    source: str
    tf32: float | None = None
    fp16: float | None = None
    fp8: float | None = None


@functools.cache
def tensor_peaks() -> Mapping[str, TensorPeaks]:
    """By the id of a device; of those that are left out nothing is known."""
    text = (resource_dir("assets") / "tensor_peaks.toml").read_text(encoding="utf-8")
    return {device_id: TensorPeaks(**peaks) for device_id, peaks in tomllib.loads(text).items()}
