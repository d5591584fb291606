"""The figures that the gallery has to reach on hardware: python -m benchmarks.gpu.figures

vector_add against a copy on the GPU, products of matrices against cuBLAS in float32, and what
recording costs. Prints one JSON object a line.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.gpu.gpu import Case, Gpu, Launch
from benchmarks.gpu.microbenchmarks import the_gpu
from gpuviz.engines.host import load_operation
from gpuviz.launch import Dim3
from gpuviz.operation import OperationInfo, find_operation

ADDED = 1 << 28  # elements of vector_add
RECORDED = 1 << 22  # elements of the launch that is recorded: one record a warp
SIDE = 4096  # of the matrices
GOALS = {
    "vector_add against a copy": 0.9,  # of its bytes a second, at least
    "matmul_register_tiled against cuBLAS": 0.4,  # of its operations a second, at least
    "recording": 1.5,  # times the plain kernel, at most
}


@dataclass(frozen=True, slots=True)
class Figure:
    """`value` None: could not be measured, `note` says why."""

    figure: str
    value: float | None
    goal: float | None
    note: str = ""


def against_copy(gpu: Gpu) -> Iterator[Figure]:
    """Bytes a second of vector_add, divided by those of a copy on the GPU."""
    info = find_operation("vector_add")
    nbytes = info.byte_count((ADDED,)) or 0
    arrays = tuple(gpu.empty(ADDED, np.float32) for _ in range(3))
    seconds = gpu.seconds(_launch(info, (ADDED,), arrays)).median
    copied = gpu.copying_on_gpu(4 * ADDED).median
    rate, copy_rate = nbytes / seconds, 2 * 4 * ADDED / copied
    note = f"{rate / 1e9:.0f} against {copy_rate / 1e9:.0f} GB/s"
    yield _figure("vector_add against a copy", rate / copy_rate, note)


def against_library(gpu: Gpu) -> Iterator[Figure]:
    """Operations a second of the gallery's products, divided by those of cuBLAS and of the peak."""
    library = gpu.library_product(SIDE)
    for name in ("matmul_naive", "matmul_tiled", "matmul_register_tiled"):
        info = find_operation(name)
        size = info.sizes((SIDE,))
        arrays = tuple(
            gpu.array(lambda: np.ones((SIDE, SIDE), np.float32)) for _ in info.parameters
        )
        seconds = gpu.seconds(_launch(info, size, arrays)).median
        share = (info.flop_count(size) or 0) / seconds / gpu.device.fp32_flops
        yield _figure(f"{name} against the peak", share, f"{seconds * 1e3:.3f} ms")
        yield _against(f"{name} against cuBLAS", library.median if library else None, seconds)


def _against(name: str, library_seconds: float | None, seconds: float) -> Figure:
    if library_seconds is None:
        return _figure(name, None, "CuPy is not installed")
    return _figure(name, library_seconds / seconds, f"cuBLAS {library_seconds * 1e3:.3f} ms")


def _launch(info: OperationInfo, size: tuple[int, ...], arrays: tuple[Any, ...]) -> Launch:
    case: Case = {
        "operation": info.name,
        "bytes": info.byte_count(size) or 0,
        "flops": info.flop_count(size) or 0,
    }
    block: Dim3 = info.default_block
    grid = tuple(info.grid(size, block))
    kernel = load_operation(info.path).kernel
    return Launch("gallery", case, kernel, grid, tuple(block), arrays)


def recording(_gpu: Gpu) -> Iterator[Figure]:
    """How many times longer a launch takes that writes one record for each warp."""
    from benchmarks.gpu.recordings import real_bench, run

    bench, info = real_bench(), find_operation("vector_add")
    trace = run(bench, info, (RECORDED,)).trace
    factors = [note.values["factor"] for note in trace.notes if note.code == "cuda.recording"]
    value = float(str(factors[0])) if factors else None
    yield _figure("recording", value, "" if factors else "nothing was recorded")


def _figure(name: str, value: float | None, note: str = "") -> Figure:
    known = value if value is not None and math.isfinite(value) else None
    return Figure(name, known, GOALS.get(name), note)


def main() -> None:
    """Prints the figures; one that fails does not stop the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dry-run", action="store_true")
    options = parser.parse_args()
    gpu = the_gpu(options.dry_run)
    for part in (against_copy, against_library, *(() if options.dry_run else (recording,))):
        try:
            for figure in part(gpu):
                print(json.dumps(dataclasses.asdict(figure)), flush=True)
        except Exception as error:  # whatever it is, the other figures shall be measured
            failed = Figure(part.__name__, None, None, f"{type(error).__name__}: {error}")
            print(json.dumps(dataclasses.asdict(failed)), flush=True)


if __name__ == "__main__":
    main()
