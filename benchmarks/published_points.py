"""Published times of kernels on real GPUs, and what the model says of the same launches.

`benchmarks/published/points.toml` lists them with their sources; the kernels beside it are written
as their authors wrote them in CUDA C, or in Numba. A launch is emulated once and kept in a folder,
since emulating takes long and modelling does not.
"""

from __future__ import annotations

import functools
import hashlib
import math
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gpuviz.device import Device, find_device, load_devices
from gpuviz.engines.compilation import compiled_for
from gpuviz.engines.compiled_kernel import CompiledKernel, with_compiled
from gpuviz.engines.compiled_mix import compiled_mix
from gpuviz.engines.cuda_c import twin_of
from gpuviz.engines.host import LoadedOperation, load_operation
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.model.calibration import Calibration
from gpuviz.model.predict import predict_work
from gpuviz.model.weights import CUDA_C, NUMBA
from gpuviz.model.work import LaunchWork, launch_work
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import ExecutionOptions, execute
from gpuviz.trace import Prediction, Trace
from gpuviz.trace.blocks_on_sm import occupancy_of
from gpuviz.trace.file import load_trace, save_trace

FOLDER = Path(__file__).resolve().parent / "published"
COUNTED = ExecutionOptions(snapshot_bytes=0)  # what `gpuviz run` keeps, but for the arrays
PER_UNIT = {"GB/s": 1e9, "GFLOP/s": 1e9}


@dataclass(frozen=True, slots=True)
class PublishedLaunch:
    """A launch that is to be modelled."""

    kernel: str  # its file
    size: tuple[int, ...]
    block: tuple[int, ...]
    grid: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """One published figure."""

    id: str
    device_id: str
    series: str
    group: str  # main: it counts; extra: on a GPU that gpuviz does not list; aux..: context only
    source: str
    limiters: tuple[str, ...]
    launch: PublishedLaunch
    values: dict[str, Any]

    @property
    def device(self) -> Device:
        """The GPU that it was measured on."""
        return find_device(self.device_id, devices())

    @property
    def seconds(self) -> float:
        """The published time; of the work that is modelled, where a rate was published."""
        published: float = self.values["published"]
        unit = self.values["unit"]
        return published if unit == "s" else self.values["work"] / (published * PER_UNIT[unit])

    @property
    def language(self) -> str:
        """In which it was measured; OpenCL's is compared with a twin in CUDA C, too."""
        return "Numba" if twin_of(FOLDER / self.launch.kernel) is None else "CUDA C"

    @property
    def family(self) -> str:
        """The name of its kernel."""
        return Path(self.launch.kernel).stem


@dataclass(frozen=True, slots=True)
class Compared:
    """A point beside what the model says."""

    point: Point
    seconds: float  # modelled
    limiter: str
    is_compiled: bool

    @property
    def ratio(self) -> float:
        """Modelled time over published time."""
        return self.seconds / self.point.seconds

    @property
    def error(self) -> float:
        """How far off, 0 for exact; twice too long and half as long are both 1."""
        return max(self.ratio, 1 / self.ratio) - 1


@functools.cache
def devices() -> dict[str, Device]:
    """All that gpuviz knows, and those that only points name."""
    return load_devices() | load_devices(FOLDER / "devices_plus.toml")


def published_points(groups: tuple[str, ...] = ("main", "extra")) -> list[Point]:
    """Those of some groups, in the order of the file."""
    table = tomllib.loads((FOLDER / "points.toml").read_text(encoding="utf-8"))
    return [_point(row) for row in table["point"] if row["group"] in groups]


def _point(row: dict[str, Any]) -> Point:
    launch = PublishedLaunch(row["kernel"], *(tuple(row[k]) for k in ("size", "block", "grid")))
    name, device, series, group, source = (
        row[key] for key in ("id", "device", "series", "group", "source")
    )
    return Point(name, device, series, group, source, tuple(row["limiters"]), launch, row)


class Models:
    """Models launches on devices; traces lie in `folder`.

    Kernels that were measured in CUDA C or OpenCL have a twin beside them: with `as_measured` its
    instructions are modelled, and else Numba's.
    """

    def __init__(self, folder: Path, *, compiled: bool, as_measured: bool = True) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._compiled, self._as_measured = folder, compiled, as_measured
        self._traces: dict[PublishedLaunch, Trace] = {}
        self._kernels: dict[tuple[PublishedLaunch, str], CompiledKernel | None] = {}
        self._works: dict[tuple[PublishedLaunch, str, float], tuple[LaunchWork, int]] = {}

    def compared(self, point: Point, calibration: Calibration) -> Compared:
        """A point beside the model with these constants."""
        values, launch = point.values, point.launch

        def seconds(other: PublishedLaunch) -> float:
            return self.prediction(other, point.device, calibration)[0].kernel_s

        prediction, is_compiled = self.prediction(launch, point.device, calibration)
        total = prediction.kernel_s
        if "slope" in values:
            short, long = (_as_deep(launch, depth) for depth in values["slope"])
            total = seconds(long) - seconds(short)
        if "plus_size" in values:
            total = values["plus_times"] * (total - prediction.launch_s) + prediction.launch_s
            total += seconds(_second(point))
        if "minus_kernel" in values:
            other = PublishedLaunch(values["minus_kernel"], launch.size, launch.block, launch.grid)
            total -= values["minus_share"] * seconds(other)
        return Compared(point, total, prediction.limiter, is_compiled)

    def prediction(
        self, launch: PublishedLaunch, device: Device, calibration: Calibration
    ) -> tuple[Prediction, bool]:
        """What the model says of a launch, and whether its machine code was known."""
        kernel = self._kernel(launch, device)
        key = launch, device.id, calibration.barrier_cycles  # on no other constant work depends
        if key not in self._works:
            trace = with_compiled(self.trace(launch), kernel)
            mix = None if kernel is None else compiled_mix(kernel.lines, trace)
            weights = CUDA_C if self._is_in_c(launch) else NUMBA
            work = launch_work(trace, device, mix, calibration=calibration, weights=weights)
            self._works[key] = work, occupancy_of(trace, device).blocks_per_sm
        work, blocks_per_sm = self._works[key]
        modelled = predict_work(work, device, blocks_per_sm, calibration)
        return modelled.prediction, kernel is not None

    def trace(self, launch: PublishedLaunch) -> Trace:
        """Of a launch, emulated now or before."""
        if launch not in self._traces:
            text = (FOLDER / launch.kernel).read_bytes() + repr(launch).encode()
            path = self._folder / f"{hashlib.sha256(text).hexdigest()[:16]}.gpuviz"
            if not path.is_file():
                save_trace(_emulated(launch), path)
            self._traces[launch] = load_trace(path)
        return self._traces[launch]

    def _kernel(self, launch: PublishedLaunch, device: Device) -> CompiledKernel | None:
        if not self._compiled:
            return None
        key = launch, device.cc
        if key not in self._kernels:
            loaded = _loaded(launch.kernel)
            found = compiled_for(loaded, loaded.arguments(launch.size, seed=0), device)
            if isinstance(found, CompiledKernel) and self._is_in_c(launch):
                found = found.in_c or found
            self._kernels[key] = found if isinstance(found, CompiledKernel) else None
        return self._kernels[key]

    def _is_in_c(self, launch: PublishedLaunch) -> bool:
        return self._as_measured and twin_of(FOLDER / launch.kernel) is not None


def _as_deep(launch: PublishedLaunch, depth: int) -> PublishedLaunch:
    return PublishedLaunch(launch.kernel, (*launch.size[:-1], depth), launch.block, launch.grid)


def _second(point: Point) -> PublishedLaunch:
    """The launch that belongs to the measurement, behind the first one."""
    shape = (tuple(point.values[f"plus_{name}"]) for name in ("size", "block", "grid"))
    return PublishedLaunch(point.values.get("plus_kernel", point.launch.kernel), *shape)


@functools.cache
def _loaded(kernel: str) -> LoadedOperation:
    return load_operation(FOLDER / kernel)


def _emulated(launch: PublishedLaunch) -> Trace:
    loaded = _loaded(launch.kernel)
    config = LaunchConfig(Dim3(*launch.grid), Dim3(*launch.block))
    arguments = dict(loaded.arguments(launch.size, seed=0))
    return execute(capture_kernel(loaded.kernel), config, arguments, COUNTED).trace


def quantile(values: list[float], share: float) -> float:
    """The least of the values that so many of them do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan
