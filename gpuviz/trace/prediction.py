"""What the model expects of a launch on a device, and what limits it there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gpuviz.messages import Message

Resource = Literal[
    "launch",  # starting a kernel at all
    "latency",  # too few warps to hide how long each one waits for its own results
    "issue",  # warp instructions issued by the schedulers
    "int32",
    "fp32",
    "fp64",
    "sfu",  # special functions: roots, exponentials, divisions of floats
    "l1",  # tags and data of L1
    "shared",  # wavefronts of shared memory
    "l2",
    "dram",
    "atomics",  # on one address, one after the other
]


@dataclass(frozen=True, slots=True)
class Demand:
    """How long one resource would be busy if nothing else limited the launch."""

    resource: Resource
    seconds: float


@dataclass(frozen=True, slots=True)
class InC:
    """The same launch of a kernel that is written in CUDA C, line by line."""

    kernel_s: float
    limiter: Resource
    is_compiled: bool  # from machine code; else its instructions are estimated


@dataclass(frozen=True, slots=True)
class Validation:
    """The published measurements of launches of its kind that a modelled time is judged by."""

    points: int
    median_error: float  # 0.1: half of them are off by less than a tenth of the shorter time
    alike: bool  # of launches that the same limits; else there are too few of those, and it is all
    same_device: int  # so many of all published points were measured on this device


@dataclass(frozen=True, slots=True)
class Prediction:
    """A modelled launch on one device.

    `band`: (lowest, highest) factor around `kernel_s`, the error seen in validation on hardware;
    None: not validated. `validation`: on how much published it rests; None where the band comes
    from a calibration on this machine. `calibrated`: whether the model's constants were fitted on
    this device. `copies_band`: the same factors around both copies together, by how much computers
    differ.
    """

    device_id: str
    kernel_s: float
    h2d_s: float
    d2h_s: float
    launch_s: float  # the part of kernel_s that is spent before the first block starts
    band: tuple[float, float] | None
    calibrated: bool
    limiter: Resource
    demands: tuple[Demand, ...]  # the largest first
    blocks_per_sm: int
    waves: float  # blocks / blocks that the device holds at a time
    tail: float  # 0..1: of the places for blocks, over the kernel's time, how many were left empty
    flops: float  # floating-point operations, of a fused multiply-add two
    l1_bytes: float  # moved between the SMs and L1
    l2_bytes: float  # between L1 and L2
    dram_bytes: float  # between L2 and DRAM
    assumptions: tuple[Message, ...] = ()  # what was not known and how it was taken
    in_c: InC | None = None  # None: not asked, or another language would change nothing
    validation: Validation | None = None
    copies_band: tuple[float, float] | None = None
