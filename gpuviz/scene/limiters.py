"""What can limit a launch, in the window's words."""

from __future__ import annotations

from gpuviz.texts import tr
from gpuviz.trace.prediction import Resource

NAMES: dict[Resource, str] = {
    "launch": "starting the kernel",
    "latency": "waiting for results",
    "issue": "instructions",
    "int32": "whole-number arithmetic",
    "fp32": "float32 arithmetic",
    "fp64": "float64 arithmetic",
    "sfu": "special functions",
    "l1": "the L1 cache",
    "shared": "shared memory",
    "l2": "the L2 cache",
    "dram": "memory bandwidth",
    "atomics": "atomics",
}


def limiter_name(resource: Resource) -> str:
    """A resource as it stands behind "limited by"."""
    return tr(NAMES[resource])
