"""What tensor cores of GPUs reach, as assets/tensor_peaks.toml has it: on paper, and measured."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gpuviz.places import resource_dir

Range = tuple[float, float]
"""The lowest and the highest."""


@dataclass(frozen=True, slots=True)
class TensorPeaks:
    """Matrix products without sparsity, sums in float32, in TFLOP/s; None: not for this type."""

    source: str
    reached: Range
    """Share of these peaks that large products were measured to reach."""
    reached_fp32: Range  # the same of float32 without tensor cores, of its own peak
    reached_source: str
    tf32: float | None = None
    fp16: float | None = None
    fp8: float | None = None


@functools.cache
def tensor_peaks() -> Mapping[str, TensorPeaks]:
    """By the id of a device; of those that are left out nothing is known."""
    text = (resource_dir("assets") / "tensor_peaks.toml").read_text(encoding="utf-8")
    return {device_id: _peaks(table) for device_id, table in tomllib.loads(text).items()}


def _peaks(table: Mapping[str, Any]) -> TensorPeaks:
    ranges = {name: tuple(table[name]) for name in ("reached", "reached_fp32")}
    return TensorPeaks(**{**table, **ranges})
