"""Recordings of the gallery: python -m benchmarks.gpu.recordings OPERATION.. --out DIR [--dry-run]

An operation is launched once, at its default size, with all there is to see. Prints one JSON object
a line, so that what was done before a crash or a timeout is kept.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
import traceback
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.gpu.prediction import request_for
from gpuviz.device import DEFAULT_DEVICE, Device, find_device
from gpuviz.engines.names import EngineName
from gpuviz.engines.probe import probe
from gpuviz.engines.request import Engine, LaunchResult
from gpuviz.messages import GpuvizError, RequestRefused
from gpuviz.operation import OperationInfo, find_operation
from gpuviz.trace import Trace
from gpuviz.trace.file import save_trace


@dataclasses.dataclass(frozen=True)
class Bench:
    """Who runs the launches."""

    name: EngineName
    device: Device
    engine: Engine


def real_bench() -> Bench:
    """The GPU of this machine. Raises RequestRefused without one."""
    found = probe()
    if found.device is None:
        raise RequestRefused(found.message)
    from gpuviz.engines.cuda_gpu import CudaEngine

    return Bench("cuda", found.device, CudaEngine())


def dry_bench() -> Bench:
    """The emulator in the GPU's place."""
    from gpuviz.engines.emulator import EmulatorEngine

    return Bench("emulator", find_device(DEFAULT_DEVICE), EmulatorEngine())


def run(bench: Bench, info: OperationInfo, size: tuple[int, ...]) -> LaunchResult:
    """One launch in the operation's own block, whose grid covers the size."""
    request = request_for(info, size, info.default_block, bench.device)
    return bench.engine.run(dataclasses.replace(request, engine=bench.name), lambda _share: None)


def row(result: LaunchResult) -> dict[str, Any]:
    """What is kept of a launch besides its recording."""
    trace = result.trace
    placement = trace.placement
    return {
        "grid": trace.config.grid,
        "block": trace.config.block,
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


def recorded(bench: Bench, info: OperationInfo, folder: Path) -> dict[str, Any]:
    """The row of one launch, whose recording is left in the folder."""
    began = time.perf_counter()
    done: dict[str, Any] = {"operation": info.name, "size": info.default_size}
    try:
        result = run(bench, info, info.default_size)
        done |= row(result)
        save_trace(result.trace, folder / f"{info.name}.gpuviz")
    except GpuvizError as refusal:
        done["error"] = refusal.message.text
    except Exception:  # a bug: written down, the next launch may still work
        done["error"] = traceback.format_exc()
    return {**done, "wall_seconds": time.perf_counter() - began}


def main() -> None:
    """Prints a row for each operation that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("operations", nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--dry-run", action="store_true")
    options = parser.parse_args()
    bench = dry_bench() if options.dry_run else real_bench()
    for name in options.operations:
        row_of_it = recorded(bench, find_operation(name), options.out)
        print(json.dumps(row_of_it), flush=True)


if __name__ == "__main__":
    main()
