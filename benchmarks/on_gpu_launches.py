"""What benchmarks/on_gpu.py runs in processes of their own: this machine, or one operation.

Prints one JSON object a line, so that what was done before a crash or a timeout is kept.
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

from gpuviz.device import DEFAULT_DEVICE, Device, find_device
from gpuviz.engines.cuda_driver import load_driver
from gpuviz.engines.probe import probe
from gpuviz.engines.request import Engine, EngineName, LaunchRequest, LaunchResult
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import GpuvizError, KernelFailed, RequestRefused
from gpuviz.operation import OperationInfo, find_operation
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
LINE_SIZES = (1000, 1 << 16, 1 << 20, 1 << 24, 1 << 26)
LINE_BLOCKS = ((32,), (64,), (128,), (512,), (1024,))  # besides each operation's own
PLANE_SIZES = (64, 512, 1024, 2048)
PLANE_BLOCKS = ((8, 8), (16, 4), (32, 4), (32, 16), (32, 32))
DRY_SIZES = (100,)


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
    """The emulator in the GPU's place."""
    from gpuviz.engines.emulator import EmulatorEngine

    return Bench("emulator", find_device(DEFAULT_DEVICE), EmulatorEngine(), EmulatorEngine())


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


def launches(info: OperationInfo, dry: bool) -> Iterator[tuple[tuple[int, ...], Dim3]]:
    """Sizes with the operation's own block, then other blocks at the size before the largest."""
    is_line = len(info.threads) == 1
    sizes = DRY_SIZES if dry else LINE_SIZES if is_line else PLANE_SIZES
    for size in sizes:
        yield info.sizes((size,)), info.default_block
    for block in LINE_BLOCKS if is_line else PLANE_BLOCKS:
        if _is_written_for(info, Dim3(*block)):
            yield info.sizes((sizes[max(0, len(sizes) - 2)],)), Dim3(*block)


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
    config = LaunchConfig(info.grid(size, block), block)
    request = LaunchRequest(1, info.path, size, config, bench.name, bench.device)
    return engine.run(request, lambda _share: None)


def row(result: LaunchResult) -> dict[str, Any]:
    """What is kept of a launch besides its recording."""
    trace = result.trace
    placement = trace.placement
    return {
        "grid": trace.config.grid,
        "correct": result.correct,
        "max_abs_error": result.max_abs_error,
        "time": dataclasses.asdict(trace.times) if trace.times else None,
        "registers": trace.registers_per_thread,
        "registers_source": trace.registers_source,
        "shared_bytes": trace.shared_bytes,
        "sms_used": len(np.unique(placement.sm)) if placement else None,
        "recorded_seconds": float(placement.end_s.max()) if placement else None,
        "messages": [message.text for message in result.messages],
        "notes": [note.text for note in trace.notes],
    }


def run_operation(bench: Bench, name: str, recordings: Path, dry: bool) -> Iterator[dict[str, Any]]:
    """Records the operation once and times it at every size and block; a row for each launch."""
    info = find_operation(name)
    size, block = info.default_size, info.default_block
    plan = [(bench.recorder, size, block), *((bench.timer, *each) for each in launches(info, dry))]
    for number, (engine, size, block) in enumerate(plan):
        began = time.perf_counter()
        done: dict[str, Any] = {"operation": name, "size": size, "block": block}
        try:
            result = run(engine, bench, info, size, block)
            done |= row(result)
            if number == 0:
                save_trace(result.trace, recordings / f"{name}.gpuviz")
        except KernelFailed as failure:  # the GPU may be lost to this process
            yield {**done, "error": failure.message.text}
            return
        except GpuvizError as refusal:
            done["error"] = refusal.message.text
        except Exception:  # a bug: written down, the next launch may still work
            done["error"] = traceback.format_exc()
        yield {**done, "wall_seconds": time.perf_counter() - began}


def main() -> None:
    """Prints the machine, or the rows of the operation that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("operation", nargs="?")
    parser.add_argument("--recordings", type=Path, default=Path())
    parser.add_argument("--dry-run", action="store_true")
    options = parser.parse_args()
    bench = dry_bench() if options.dry_run else real_bench()
    if options.operation is None:
        print(json.dumps(machine(bench)))
        return
    for done in run_operation(bench, options.operation, options.recordings, options.dry_run):
        print(json.dumps(done), flush=True)


if __name__ == "__main__":
    main()
