"""What benchmarks/on_gpu.py runs in processes of their own: this machine, or operations.

    python -m benchmarks.gpu.launches [OPERATION..] [--recordings DIR] [--dry-run]

An operation is recorded once, with all there is to see, and then timed at three sizes and with two
other blocks, beside what the model says of each launch. Prints one JSON object a line, so that what
was done before a crash or a timeout is kept.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import importlib.metadata
import json
import platform
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.gpu.prediction import emulated, predicted, request_for
from gpuviz.device import Device
from gpuviz.engines.cuda_driver import load_driver
from gpuviz.engines.probe import probe
from gpuviz.engines.request import Engine, EngineName, LaunchResult
from gpuviz.launch import Dim3
from gpuviz.messages import GpuvizError, RequestRefused
from gpuviz.operation import OperationInfo, find_operation
from gpuviz.trace import Trace
from gpuviz.trace.file import save_trace

PACKAGES = (
    "numpy",
    "numba",
    "llvmlite",
    "numba-cuda",
    "cuda-bindings",
    "cuda-core",
    "nvidia-nvvm",
    "nvidia-nvjitlink",
)
DRIVER_FILE = Path("/proc/driver/nvidia/version")  # Linux
LINE_SIZES = (1 << 14, 1 << 18, 1 << 22)
LINE_BLOCKS = ((32,), (1024,))  # besides each operation's own
PLANE_SIZES = (128, 256, 512)
PLANE_BLOCKS = ((8, 8), (32, 4))
DRY_SIZES = (20, 70)
HOLDOUTS = Path(__file__).parent / "holdouts"  # operations that are not in the gallery


@dataclasses.dataclass(frozen=True)
class Bench:
    """Who runs the launches: `recorder` with all there is to see, `timer` with times alone."""

    name: EngineName
    device: Device
    recorder: Engine
    timer: Engine


def real_bench() -> Bench:
    """The GPU of this machine. Raises RequestRefused without one."""
    found = probe()
    if found.device is None:
        raise RequestRefused(found.message)
    from gpuviz.engines.cuda_gpu import CudaEngine

    return Bench("cuda", found.device, CudaEngine(), CudaEngine(emulated_operations=0))


def dry_bench() -> Bench:
    """The emulator in the GPU's place, with invented times."""
    from benchmarks.gpu.fake import FakeGpu
    from benchmarks.gpu.fake_engine import FakeEngine

    return Bench("emulator", FakeGpu().device, FakeEngine(), FakeEngine())


def machine(bench: Bench) -> dict[str, Any]:
    """Device, driver, date and versions."""
    driver = load_driver()
    return {
        "device": dataclasses.asdict(bench.device),
        "driver": DRIVER_FILE.read_text().splitlines()[0] if DRIVER_FILE.is_file() else None,
        "driver_cuda": driver.integer("cuDriverGetVersion") if driver else None,
        "probe": probe().message.text,
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: _version(name) for name in PACKAGES},
    }


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def operation(name: str) -> OperationInfo:
    """Of the gallery, or one that is there for the model's validation only."""
    path = HOLDOUTS / f"{name}.py"
    return find_operation(path if path.is_file() else name)


def launches(info: OperationInfo, dry: bool) -> Iterator[tuple[tuple[int, ...], Dim3]]:
    """Sizes with the operation's own block, then other blocks at the last but one of the sizes."""
    is_line = len(info.threads) == 1
    sizes = DRY_SIZES if dry else LINE_SIZES if is_line else PLANE_SIZES
    for size in sizes:
        yield info.sizes((size,)), info.default_block
    for block in LINE_BLOCKS if is_line else PLANE_BLOCKS:
        if _is_written_for(info, Dim3(*block)):
            yield info.sizes((sizes[-2],)), Dim3(*block)


def _is_written_for(info: OperationInfo, block: Dim3) -> bool:
    try:
        info.check_block(block)
    except RequestRefused:
        return False
    return True


def run(
    engine: Engine, bench: Bench, info: OperationInfo, size: tuple[int, ...], block: Dim3
) -> LaunchResult:
    """One launch whose grid covers the size."""
    request = request_for(info, size, block, bench.device)
    return engine.run(dataclasses.replace(request, engine=bench.name), lambda _share: None)


def row(result: LaunchResult) -> dict[str, Any]:
    """What is kept of a launch besides its recording."""
    trace = result.trace
    placement = trace.placement
    return {
        "grid": trace.config.grid,
        "correct": result.correct,
        "max_abs_error": result.max_abs_error,
        "time": _times(trace),
        "registers": trace.registers_per_thread,
        "registers_source": trace.registers_source,
        "shared_bytes": trace.shared_bytes,
        "sms_used": len(np.unique(placement.sm)) if placement else None,
        "recorded_seconds": float(placement.end_s.max()) if placement else None,
        "messages": [message.text for message in result.messages],
        "notes": [note.text for note in trace.notes],
    }


def _times(trace: Trace) -> dict[str, Any] | None:
    if trace.times is None:
        return None
    values = dataclasses.asdict(dataclasses.replace(trace.times, disturbances=()))
    return {**values, "disturbances": [message.text for message in trace.times.disturbances]}


def modelled(
    bench: Bench, info: OperationInfo, size: tuple[int, ...], result: LaunchResult
) -> dict[str, Any]:
    """What the model says of a launch that was timed, with the constants of before this run."""
    trace = emulated(info, size, result.trace.config.block, bench.device)
    prediction = predicted(trace, bench.device, result.trace.registers_per_thread)
    return {"kernel_s": prediction.kernel_s, "limiter": prediction.limiter}


def run_operation(bench: Bench, name: str, recordings: Path, dry: bool) -> Iterator[dict[str, Any]]:
    """Records the operation once and times it at every size and block; a row for each launch."""
    info = operation(name)
    yield from _launched(bench, info, recordings, info.default_size, info.default_block)
    for size, block in launches(info, dry):
        yield from _launched(bench, info, None, size, block)


def _launched(
    bench: Bench, info: OperationInfo, recordings: Path | None, size: tuple[int, ...], block: Dim3
) -> Iterator[dict[str, Any]]:
    """The row of one launch; it is recorded where there is a place for recordings."""
    began = time.perf_counter()
    done: dict[str, Any] = {"operation": info.name, "size": size, "block": block}
    try:
        result = run(bench.recorder if recordings else bench.timer, bench, info, size, block)
        done |= row(result)
        if recordings:
            save_trace(result.trace, recordings / f"{info.name}.gpuviz")
        else:
            done["modelled"] = modelled(bench, info, size, result)
    except GpuvizError as refusal:
        done["error"] = refusal.message.text
    except Exception:  # a bug: written down, the next launch may still work
        done["error"] = traceback.format_exc()
    yield {**done, "wall_seconds": time.perf_counter() - began}


def main() -> None:
    """Prints the machine, or the rows of the operations that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("operations", nargs="*")
    parser.add_argument("--recordings", type=Path, default=Path())
    parser.add_argument("--dry-run", action="store_true")
    options = parser.parse_args()
    bench = dry_bench() if options.dry_run else real_bench()
    if not options.operations:
        print(json.dumps(machine(bench)))
    for name in options.operations:
        for done in run_operation(bench, name, options.recordings, options.dry_run):
            print(json.dumps(done), flush=True)


if __name__ == "__main__":
    main()
