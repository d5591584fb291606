"""An invented GPU with the interface of a real one, whose constants are known: the fit must find
them again.

Each law says how long one kind of launch takes. Nothing here is measured.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from benchmarks.gpu.gpu import Launch, Timed
from benchmarks.gpu.operations import operation
from benchmarks.gpu.prediction import emulated
from gpuviz.device import Device, find_device, occupancy
from gpuviz.launch import Dim3
from gpuviz.model.calibration import Calibration

LIKE = "h200_sxm"
DEVICE_ID = "invented"
LIBRARY_SHARE, KERNEL_SHARE = 0.8, 0.4  # of the peak, by products of matrices
SPREAD = 0.01  # of each time
REGISTERS = 40
CLOCK_MHZ = 1500.0  # below the boost, as under load


@dataclass(frozen=True, slots=True)
class Truth:
    """What the invented GPU is like. Cycles are those of its SMs."""

    overlap_exponent: float = 2.6
    dram_share: float = 0.81
    issue_share: float = 0.71
    l2_share: float = 0.9
    tag_cycles_per_line: float = 0.37
    barrier_cycles: float = 21.0
    block_launch_cycles: float = 640.0
    blocks_per_clock: float = 0.6
    same_address_atomics_per_clock: float = 1.7
    spread_atomics_per_clock_per_sm: float = 0.8
    launch_seconds: float = 2.2e-6
    copy_seconds: float = 5.1e-6
    pageable_share: float = 0.2
    pinned_share: float = 0.86
    l1_cycles: float = 41.0
    l2_cycles: float = 280.0
    dram_cycles: float = 650.0
    l1_bytes: int = 200 << 10
    queueing_seconds: float = 4e-6
    queueing_seconds_per_array: float = 1.5e-6


CHAINS = {  # cycles until the next operation of a chain may begin; operations of an SM in a clock
    "fma": (4.0, 128),
    "imad": (4.0, 64),
    "fma64": (8.0, 64),
    "sqrt": (34.0, 16),
    "exp": (27.0, 16),
    "div": (40.0, 16),
}


FACTORS = {"saxpy": 1.25, "sigmoid": 0.8, "matmul_naive": 2.0}
"""Time of a hold-out launch / modelled time, by operation; OTHER_FACTOR for the others."""
OTHER_FACTOR = 1.1
WARM_SHARE = 0.9  # of the time with cold caches


def true_calibration(truth: Truth) -> Calibration:
    """The model's constants as the invented GPU has them."""
    known = {field.name for field in dataclasses.fields(Calibration)}
    constants: dict[str, Any] = {
        name: value for name, value in dataclasses.asdict(truth).items() if name in known
    }
    return Calibration(**constants)


def invented_device() -> Device:
    """The limits and rates of a known device under an id of its own."""
    return dataclasses.replace(find_device(LIKE), id=DEVICE_ID)


class FakeGpu:
    """See benchmarks.gpu.gpu.Gpu. Launches nothing and holds no arrays."""

    def __init__(self, truth: Truth | None = None) -> None:
        self.truth = truth or Truth()
        self.device = invented_device()

    def array(self, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        return np.empty(0)

    def empty(self, count: int, dtype: DTypeLike) -> NDArray[Any]:
        return np.empty(0, dtype)

    def seconds(self, launch: Launch) -> Timed:
        laws = {
            "empty": _nothing,
            "block_starts": self._block_starts,
            "stream": self._stream,
            "read_apart": self._read_apart,
            "mix": self._mix,
            "atomics": self._atomics,
            "gallery": self._gallery,
        }
        if launch.name == "hold_out":
            return _timed(WARM_SHARE * self._hold_out(launch))
        return _timed(self.truth.launch_seconds + laws[launch.name](launch))

    def cold_seconds(self, launch: Launch) -> Timed:
        return _timed(self._hold_out(launch))

    def cycles(self, launch: Launch) -> Timed:
        laws = {
            "chase": self._chase,
            "strided": self._strided,
            "bank_stride": self._bank_stride,
            "chain": self._chain,
            "barrier": self._barrier,
        }
        return _timed(laws[launch.name](launch))

    def records(self, launch: Launch, shape: tuple[int, int]) -> NDArray[np.int64]:
        """The block log, two blocks on an SM at a time."""
        held, sms = 2, self.device.sm_count
        block = np.arange(launch.blocks)
        sm, turn = block % sms, block // (sms * held)
        lasts = int(launch.arguments[0])
        start = 1_000_000 + turn * (lasts + int(self.truth.block_launch_cycles))
        nanoseconds = np.int64(1e3 / CLOCK_MHZ * start) // 32 * 32
        end_ns = nanoseconds + int(lasts * 1e3 / CLOCK_MHZ) // 32 * 32
        return np.stack([sm, start, start + lasts, nanoseconds, end_ns], axis=1).astype(np.int64)

    def queueing(self, launch: Launch) -> Timed:
        more = int(launch.case["arrays"]) * self.truth.queueing_seconds_per_array
        return _timed(self.truth.queueing_seconds + more)

    def copying(self, nbytes: int, to_gpu: bool, pinned: bool) -> Timed:
        share = self.truth.pinned_share if pinned else self.truth.pageable_share
        assert self.device.pcie_gbs is not None
        return _timed(self.truth.copy_seconds + nbytes / (share * self.device.pcie_gbs * 1e9))

    def copying_on_gpu(self, nbytes: int) -> Timed:
        rate = self.truth.dram_share * self.device.mem_bw_gbs * 1e9
        return _timed(2 * nbytes / rate)

    def library_product(self, side: int) -> Timed:
        return _timed(2 * side**3 / (LIBRARY_SHARE * self.device.fp32_flops))

    def blocks_per_sm(self, launch: Launch) -> int:
        shared = self.shared_bytes(launch)
        held = occupancy(self.device, launch.threads, REGISTERS, shared, launch.dynamic_shared)
        return held.blocks_per_sm

    def registers(self, launch: Launch) -> int:
        return REGISTERS

    def shared_bytes(self, launch: Launch) -> int:
        return 16896 if launch.case.get("kernel") == "shared" else 0

    def clock_mhz(self) -> float:
        return CLOCK_MHZ

    def _block_starts(self, launch: Launch) -> float:
        return launch.blocks / (self.truth.blocks_per_clock * CLOCK_MHZ * 1e6)

    def _barrier(self, launch: Launch) -> float:
        return float(launch.arguments[0]) * self.truth.barrier_cycles

    def _stream(self, launch: Launch) -> float:
        case, truth = launch.case, self.truth
        moved = int(case["bytes"]) * (2 if case["access"] == "copy" else 1)
        l2_rate = self.device.l2_bytes_per_clock * self.device.sm_count * CLOCK_MHZ * 1e6
        if int(case["bytes"]) <= self.device.l2_bytes // 2:
            return moved / (truth.l2_share * l2_rate)
        under_way = launch.blocks * launch.threads * 16  # bytes: four loads of each thread
        little = under_way / (truth.dram_cycles / (CLOCK_MHZ * 1e6))
        return moved / min(truth.dram_share * self.device.mem_bw_gbs * 1e9, little)

    def _read_apart(self, launch: Launch) -> float:
        sectors = int(launch.case["loads"]) * min(int(launch.case["stride"]), 8) / 8
        return sectors * 32 / (self.truth.dram_share * self.device.mem_bw_gbs * 1e9)

    def _mix(self, launch: Launch) -> float:
        elements, exponent = int(launch.case["elements"]), self.truth.overlap_exponent
        moving = elements * 4 / (self.truth.dram_share * self.device.mem_bw_gbs * 1e9)
        rate = self.device.fp32_lanes * self.device.sm_count * CLOCK_MHZ * 1e6
        computing = elements * int(launch.case["multiply_adds"]) / rate
        return float((moving**exponent + computing**exponent) ** (1 / exponent))

    def _gallery(self, launch: Launch) -> float:
        moving = int(launch.case["bytes"]) / (self.truth.dram_share * self.device.mem_bw_gbs * 1e9)
        computing = int(launch.case["flops"]) / (KERNEL_SHARE * self.device.fp32_flops)
        return max(moving, computing)

    def _hold_out(self, launch: Launch) -> float:
        """The model's time with this GPU's constants, times a known factor of each operation."""
        name, size, block = (str(launch.case[key]) for key in ("operation", "size", "block"))
        return FACTORS.get(name, OTHER_FACTOR) * _modelled(self.truth, name, size, block)

    def _atomics(self, launch: Launch) -> float:
        case, clock = launch.case, CLOCK_MHZ * 1e6
        operations = int(case["operations"])
        spread = self.truth.spread_atomics_per_clock_per_sm * self.device.sm_count
        rates = {"one address": self.truth.same_address_atomics_per_clock, "one per sector": spread}
        return operations / (rates.get(str(case["sharing"]), 2 * spread) * clock)

    def _chase(self, launch: Launch) -> float:
        nbytes, truth = int(launch.case["bytes"]), self.truth
        if nbytes <= truth.l1_bytes:
            latency = truth.l1_cycles
        else:
            latency = truth.l2_cycles if nbytes <= self.device.l2_bytes else truth.dram_cycles
        return float(launch.arguments[1]) * latency

    def _strided(self, launch: Launch) -> float:
        stride, loads = int(launch.case["stride"]), int(launch.arguments[2]) * 4 * 32
        data = min(stride, 32) if stride % 2 == 0 else 2
        lines = min(stride, 32)
        return float(loads * max(data, self.truth.tag_cycles_per_line * lines))

    def _bank_stride(self, launch: Launch) -> float:
        words = int(launch.case["itemsize"]) // 4
        conflicts = float(np.gcd(int(launch.case["stride"]), 32 // words))
        return float(launch.arguments[1]) * 4 * 32 * conflicts * words

    def _chain(self, launch: Launch) -> float:
        latency, rate = CHAINS[str(launch.case["operation"])]
        independent, warps = int(launch.case["independent"]), int(launch.case["warps"])
        busy = independent * warps * 32 / (rate * self.truth.issue_share)
        return float(launch.arguments[1]) * 16 * max(latency, busy)


@functools.lru_cache(maxsize=1)  # asked twice in a row, warm and cold
def _modelled(truth: Truth, name: str, size: str, block: str) -> float:
    """Seconds by the model; `size` and `block` as texts with commas."""
    sizes, sides = (tuple(map(int, text.split(","))) for text in (size, block))
    device = invented_device()
    launch = emulated(operation(name), sizes, Dim3(*sides), device)
    return launch.predicted(device, REGISTERS, true_calibration(truth)).kernel_s


def _nothing(_launch: Launch) -> float:
    return 0.0


def _timed(value: float) -> Timed:
    return Timed(value, SPREAD * value, 21)
