"""The constants of the model of time: what no data sheet gives, each with its unit and source.

Defaults come from published measurements or are estimates (marked est: they await a measurement).
assets/calibration.toml, written by the fit in benchmarks, replaces them where a GPU was measured.
"""

from __future__ import annotations

import datetime
import functools
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeGuard

from gpuviz.device import Device
from gpuviz.messages import Message, RequestRefused, brief
from gpuviz.places import resource_dir

FILE = "calibration.toml"


@dataclass(frozen=True, slots=True)
class Calibration:
    """Every constant of the model of time. Clocks are those of an SM.

    Sources: RRZE = github.com/RRZE-HPC/gpu-benches at 1038c5d0, measured text files; est = an
    estimate that awaits a measurement.
    """

    overlap_exponent: float = 12.0
    """p of the smooth maximum (sum of U**p)**(1/p): 1 nothing overlaps, infinite all does.

    Of the values that benchmarks/fit_model.py tries the best but for one, with machine code and
    without. (RRZE gpu-roofline, loads against multiply-adds alone: H200 1.8 to L40 3.8.)
    """
    dram_share: float | None = None
    """Of the nominal memory bandwidth, what a stream reaches, where it was measured; None: by the
    kind of memory (see dram.py).
    """
    issue_share: float = 0.95
    """Of the instructions that the schedulers of an SM can start, one a clock each, those they do.

    OpenCL-Benchmark, float32 multiply-adds: T4 0.99, RTX 2080 Ti 0.99, H100 0.94, L40 0.94 of the
    nominal rate.
    """
    l2_share: float = 1.0
    """Of the L2 rate in assets/devices.toml, which is measured already."""
    tag_cycles_per_line: float = 0.31
    """Clocks that L1 needs to look up one 128-byte line (RRZE gpu-strides, fit on H200; A40 and
    A100 alike).
    """
    barrier_cycles: float = 120.0
    """Clocks that a barrier adds to what a warp does, in blocks of 256 and 512 threads.

    Fit to tree reductions, of which each step ends with a barrier: five on an A100 whose clock was
    held at 765 MHz, two on an H100 (BBuf and simveit in benchmarks/published, in CUDA C). With 30,
    which is what the instruction itself takes, they are 1.2 to 2.1 times too quick.
    """
    block_launch_cycles: float = 380.0
    """Clocks that a block holds its place on an SM beside what it does there.

    RRZE gpu-stream, blocks of one warp that loads once, minus the latency of DRAM: A40 366,
    A100 376, GH200 389, L40 466.
    """
    blocks_per_clock: float = 0.83
    """Blocks that the whole chip can start in one clock.

    RRZE gpu-small-kernels, H200: 1.64e9 a second with blocks of 32 and of 64 threads; A40 at least
    0.73.
    """
    same_address_atomics_per_clock: float = 0.69
    """Passes of atomic operations through one slice of L2 in one clock, of which each takes one on
    an address: H100, 8650752 additions to one int32 in 6.34 ms (benchmarks/measured).
    """
    same_address_float_atomics_per_clock: float = 0.31
    """The same of fractions: T4, 2**24 additions to one float32 in 34.3 ms (benchmarks/published:
    MatiPl01).
    """
    partial_stores_per_clock_per_slice: float = 0.45
    """Sectors of which a warp stores a part that one slice of L2 takes in one clock.

    OpenCL-Benchmark, misaligned writes: A100 0.47, B200 0.47, GTX 1060 0.54 (slices: see
    limits.py).
    """
    spread_atomics_per_clock_per_sm: float = 0.5
    """Atomic operations on addresses in many sectors, in one clock for each SM (est)."""
    launch_seconds: float = 1.94e-6
    """From one small kernel's start to the next one's on a stream.

    RRZE gpu-small-kernels, fit T = a + bytes/rate: L40 1.60, A40 1.94, H200 2.48 us.
    """
    graph_launch_seconds: float = 1.09e-6
    """The same of kernels that one CUDA graph holds, one after the other.

    RRZE gpu-small-kernels, the same fit of the runs with -graph: L40 1.00, A40 1.09, H200 1.28,
    A100 1.4 us.
    """
    copy_seconds: float = 6.6e-6
    """Least cost of a copy between host and device (4 bytes took 6.6 us:
    forums.developer.nvidia.com/t/56270).
    """
    pageable_share: float = 0.53
    """Of the nominal PCIe rate, copying ordinary arrays (8.3 of 15.75 GB/s, same source)."""
    pageable_most_gbs: float = 11.4
    """GB/s that ordinary arrays reach at most: the CPU copies them to a buffer first (the best
    figure of the same source).
    """
    pinned_share: float = 0.75
    """Of the nominal PCIe rate, copying page-locked arrays (6.0 of 8 GB/s on PCIe 2.0:
    experts123.com; newer ones est).
    """
    band: tuple[float, float] | None = None
    """(lowest, highest) measured time / modelled time seen in validation; None: not validated."""
    device_id: str | None = None
    """The device that all this was fitted on; None: on none."""
    date: str | None = None
    """When, as YYYY-MM-DD."""

    def is_calibrated(self, device: Device) -> bool:
        """Whether the constants were fitted on this very device."""
        return self.device_id == device.id


SENSIBLE = {
    "overlap_exponent": (1.0, 50.0),
    "dram_share": (0.1, 1.0),
    "issue_share": (0.1, 1.0),
    "l2_share": (0.1, 2.0),
    "tag_cycles_per_line": (0.01, 10.0),
    "barrier_cycles": (0.0, 10_000.0),
    "block_launch_cycles": (0.0, 100_000.0),
    "blocks_per_clock": (0.001, 100.0),
    "same_address_atomics_per_clock": (0.001, 100.0),
    "same_address_float_atomics_per_clock": (0.001, 100.0),
    "partial_stores_per_clock_per_slice": (0.001, 100.0),
    "spread_atomics_per_clock_per_sm": (0.001, 100.0),
    "launch_seconds": (0.0, 1e-3),
    "graph_launch_seconds": (0.0, 1e-3),
    "copy_seconds": (0.0, 1e-2),
    "pageable_share": (0.01, 1.0),
    "pageable_most_gbs": (0.1, 1000.0),
    "pinned_share": (0.01, 1.0),
}
"""For each constant the smallest and the largest value that a fit may give."""

WIDEST_BAND = 100.0  # a factor of more says nothing


@functools.cache
def load_calibration(path: Path | None = None) -> Calibration:
    """What assets/calibration.toml (or `path`) holds, the defaults for what it leaves out.

    Without that file all are defaults. Raises RequestRefused for a file that is not TOML, and for a
    constant that is unknown or absurd.
    """
    source = path or resource_dir("assets") / FILE
    if path is None and not source.is_file():
        return Calibration()
    try:
        return _read(tomllib.loads(source.read_text(encoding="utf-8")))
    except (OSError, TypeError, ValueError, RecursionError) as error:
        template = (
            "{file} does not hold the constants of the model ({error}): make it again with"
            " benchmarks/on_gpu.py, or delete it."
        )
        message = Message("calibration.bad-file", template, {"file": source.name, "error": error})
        raise RequestRefused(message) from None


def _read(table: dict[str, Any]) -> Calibration:
    known = {field.name for field in fields(Calibration)}
    for name, value in table.items():
        if name not in known:
            raise ValueError(f"{name} is no constant of the model")
        if name in SENSIBLE:
            _check_number(name, value)
    values = dict(table)
    if "band" in values:
        values["band"] = _band(values["band"])
    for name in ("device_id", "date"):
        values[name] = _text(name, values.get(name))
    return Calibration(**values)


def _check_number(name: str, value: object) -> None:
    lowest, highest = SENSIBLE[name]
    if not _is_number(value):
        raise TypeError(f"{name} is no number")
    if not lowest <= value <= highest:
        raise ValueError(f"{name} is {brief(value)}, not between {lowest} and {highest}")


def _band(value: object) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2 or not all(map(_is_number, value)):
        raise TypeError("band is not a pair of numbers")
    low, high = value
    if not 1 / WIDEST_BAND <= low <= 1 <= high <= WIDEST_BAND:
        raise ValueError(f"band is {brief(low)} to {brief(high)}, which does not lie around 1")
    return float(low), float(high)


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text(name: str, value: object) -> str | None:
    """A date may be written as TOML writes dates."""
    if isinstance(value, datetime.date):
        return value.isoformat()
    if value is None or isinstance(value, str):
        return value
    raise TypeError(f"{name} is no text")
