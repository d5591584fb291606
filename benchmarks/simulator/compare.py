"""gpuviz' counters and model beside GPGPU-Sim, which simulates the same launches clock by clock.

`python benchmarks/simulator/compare.py --simulator DIR --cuda DIR --out figures.md` needs the
simulator as README.md says how to build it. Each launch of the table is emulated here and simulated
there, from the same PTX and the same arrays, on an RTX 2060 at the clock of the simulator's
configuration.
"""

from __future__ import annotations

import argparse
import datetime
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.simulator.ptx import loads_first, ptx_of
from benchmarks.simulator.simulated import (
    Accesses,
    Kind,
    Simulated,
    Simulator,
    Space,
    built,
    simulate,
)
from gpuviz.device import find_device
from gpuviz.engines.compilation import compiled_for
from gpuviz.engines.compiled_kernel import CompiledKernel, with_compiled
from gpuviz.engines.compiled_mix import compiled_mix
from gpuviz.engines.host import LoadedOperation, check_outputs, load_operation
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.model.predict import predict
from gpuviz.model.work import LaunchWork, launch_work
from gpuviz.operation import find_operation
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import ExecutionOptions, execute
from gpuviz.trace import Prediction
from gpuviz.trace.trace import Counters

SIMULATED_CLOCK_MHZ = 1365  # -gpgpu_clock_domains of SM75_RTX2060; its DRAM: 336 GB/s as here
DEVICE = replace(find_device("rtx2060"), boost_mhz=SIMULATED_CLOCK_MHZ)
SEED = 0

Launch = tuple[str, tuple[int, ...], tuple[int, ...]]

LAUNCHES: tuple[Launch, ...] = (
    ("vector_add", (1000,), (256,)),
    ("vector_add", (5000,), (96,)),
    ("saxpy", (4000,), (256,)),
    ("matrix_add", (36, 97), (32, 8)),
    ("sigmoid", (1000,), (256,)),
    ("relu", (1000,), (33,)),
    ("sgd_step", (1000,), (256,)),
    ("copy_strided", (1024, 2), (256,)),
    ("copy_strided", (1024, 3), (256,)),
    ("copy_strided", (1024, 33), (256,)),
    ("flip", (48, 96), (32, 8)),
    ("transpose_naive", (64, 64), (32, 32)),
    ("transpose_naive", (50, 70), (16, 16)),
    ("transpose_tiled", (64, 64), (32, 32)),
    ("transpose_tiled", (50, 70), (16, 16)),
    ("transpose_padded", (64, 64), (32, 32)),
    ("transpose_padded", (50, 70), (16, 8)),
    ("matmul_naive", (48, 40, 56), (16, 16)),
    ("matmul_mixed", (48, 40, 56), (16, 16)),
    ("matmul_tiled", (64, 64, 64), (16, 16)),
    ("matmul_tiled", (40, 56, 48), (8, 8)),
    ("matmul_register_tiled", (128, 256, 16), (16, 16)),
    ("sum_atomic", (1000,), (256,)),
    ("sum_shared", (1000,), (256,)),
    ("sum_shuffle", (1000,), (256,)),
    ("histogram", (1000,), (256,)),
    ("scan", (4, 1000), (256,)),
    ("softmax", (16, 100), (64,)),
    ("cross_entropy", (200, 10), (64,)),
    ("conv2d", (1, 1, 8, 26, 26, 3), (16, 16)),
    ("conv2d_shared", (1, 1, 8, 26, 26, 3), (16, 16)),
    ("max_pool", (1, 8, 26, 26), (16, 16)),
    ("game_of_life", (32, 48), (16, 16)),
    ("normalize_image", (48, 64), (32, 8)),
    ("rgb_to_hsv", (48, 64), (32, 8)),
    ("resize_bilinear", (48, 64, 72, 96), (32, 8)),
    ("embedding", (64, 40, 32), (32, 8)),
    ("blur_3d", (16, 24, 32), (32, 8)),
    # enough to fill the 30 SMs
    ("vector_add", (200000,), (256,)),
    ("saxpy", (200000,), (256,)),
    ("copy_strided", (100000, 8), (256,)),
    ("transpose_naive", (320, 320), (32, 32)),
    ("transpose_tiled", (320, 320), (32, 32)),
    ("transpose_padded", (320, 320), (32, 32)),
    ("matmul_naive", (160, 160, 64), (16, 16)),
    ("matmul_tiled", (160, 160, 64), (16, 16)),
    ("matmul_register_tiled", (640, 768, 16), (16, 16)),
    ("sum_shared", (100000,), (256,)),
    ("sum_shuffle", (100000,), (256,)),
    ("histogram", (100000,), (256,)),
    ("softmax", (120, 300), (64,)),
    ("conv2d", (4, 1, 8, 50, 50, 3), (16, 16)),
    # of the folder kernels beside this file
    ("written_then_read", (65536,), (256,)),
    ("rows_after_barrier", (30720,), (1024,)),
    ("conflicts_after_barrier", (30720,), (1024,)),
    ("in_a_row", (1024,), (256,)),
    ("gathered", (1024,), (256,)),
)

OWN_KERNELS = Path(__file__).with_name("kernels")

IN_FLOAT32 = ("sum_atomic", "sum_shared", "sum_shuffle")
"""Their total is a float32 array here: the simulator has no atomic addition of float64."""

FLOAT32_TOLERANCE = 1e-5  # of their totals


@dataclass(frozen=True, slots=True)
class Compared:
    """One launch, here and there."""

    launch: Launch
    counters: Counters
    work: LaunchWork
    prediction: Prediction
    registers: int
    simulated: Simulated
    ordered_cycles: int  # the simulator's, where loads stand first; see ptx.loads_first
    is_right: bool | None  # what the simulator computed, by the operation's own tolerance

    @property
    def modelled_cycles(self) -> float:
        """From the first block's start, as the simulator counts them here."""
        running_s = self.prediction.kernel_s - self.prediction.launch_s
        return running_s * DEVICE.clock_hz

    def accesses(self, space: Space, kind: Kind) -> Accesses:
        """The simulator's; none where no instruction makes such."""
        return self.simulated.accesses.get((space, kind), Accesses())


def main(words: Sequence[str]) -> int:
    """Compares all launches, or those whose names are given, and writes the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--simulator", type=Path, required=True, help="GPGPU-Sim, built")
    parser.add_argument("--cuda", type=Path, required=True, help="CUDA_INSTALL_PATH of its build")
    parser.add_argument("--out", type=Path, help="file for the tables; default: printed")
    parser.add_argument("--keep", type=Path, help="folder for the files of the last launch")
    parser.add_argument("operations", nargs="*", help="default: all")
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        simulator = built(given.simulator.resolve(), given.cuda.resolve(), folder.resolve())
        found = list(_compared(simulator, given.operations))
    text = _report(simulator, found)
    if given.out is None:
        print(text)
    else:
        given.out.write_text(text)
    return 0


def _compared(simulator: Simulator, names: Sequence[str]) -> Iterable[Compared]:
    for launch in LAUNCHES:
        if not names or launch[0] in names:
            print(*launch, file=sys.stderr, flush=True)
            yield compared(simulator, launch)


def compared(simulator: Simulator, launch: Launch) -> Compared:
    """A launch emulated, modelled and simulated."""
    name, size, block = launch
    loaded = _loaded(name)
    if name in IN_FLOAT32:
        loaded = replace(loaded, info=replace(loaded.info, tolerance=FLOAT32_TOLERANCE))
    shape = Dim3(*block)
    config = LaunchConfig(loaded.info.grid(size, shape), shape)
    arguments = _arguments(name, loaded.arguments(size, SEED))
    expected = loaded.reference(arguments)
    ptx = ptx_of(loaded.kernel, arguments.values())
    there = simulate(simulator, ptx, config, arguments)
    ordered = simulate(simulator, loads_first(ptx), config, arguments)
    arrays = iter(there.arrays)
    after = {k: next(arrays) if isinstance(v, np.ndarray) else v for k, v in arguments.items()}
    is_right, _ = check_outputs(loaded, after, expected)

    compiled = compiled_for(loaded, arguments, DEVICE)
    if not isinstance(compiled, CompiledKernel):
        raise RuntimeError(str(compiled))
    trace = execute(capture_kernel(loaded.kernel), config, arguments, ExecutionOptions()).trace
    counters = trace.counters
    if counters is None:
        raise RuntimeError("the emulator counted nothing")
    trace = with_compiled(trace, compiled)
    mix = compiled_mix(compiled.lines, trace)
    return Compared(
        launch,
        counters,
        launch_work(trace, DEVICE, mix),
        predict(trace, DEVICE, 0, 0, mix=mix).prediction,
        compiled.registers,
        there,
        ordered.cycles,
        is_right,
    )


def _loaded(name: str) -> LoadedOperation:
    own = OWN_KERNELS / f"{name}.py"
    return load_operation(own if own.exists() else find_operation(name).path)


def _arguments(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    if name in IN_FLOAT32:
        return arguments | {"total": arguments["total"].astype(np.float32)}
    return arguments


# -- the tables -----------------------------------------------------------------------------------


def _report(simulator: Simulator, found: Sequence[Compared]) -> str:
    return "\n".join(
        [
            "# Figures",
            "",
            f"{datetime.date.today()}, by `compare.py`. GPGPU-Sim {_commit(simulator.root)}, its"
            " SM75_RTX2060 at 1365 MHz; gpuviz: `rtx2060` at that clock. README.md says what is"
            " counted where, and what comes of it.",
            "",
            "## Accesses",
            "",
            "gpuviz' counter; where the simulator's is another, it follows after a slash.",
            "Requests are those of warps.",
            "",
            *_table(found, ACCESS_COLUMNS),
            "",
            "## Instructions, traffic and cycles",
            "",
            "gpuviz' model / the simulator. Instructions of warps: machine code / PTX. L2 and DRAM:"
            " sectors of 32 bytes. Cycles: of PTX in which loads stand first, as ptxas puts them.",
            "",
            *_table(found, MODEL_COLUMNS),
            "",
            *_sums(found),
            "",
        ]
    )


def _commit(root: Path) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), "log", "-1", "--format=%H of %cs"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


Column = tuple[str, Callable[[Compared], str]]


def _table(found: Sequence[Compared], columns: Sequence[Column]) -> Iterable[str]:
    head = ("kernel, size, block", *(name for name, _ in columns))
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for one in found:
        cells = (_name(one.launch), *(cell(one) for _, cell in columns))
        yield f"| {' | '.join(cells)} |"


def _name(launch: Launch) -> str:
    name, *shapes = launch
    return " ".join([name, *("x".join(map(str, shape)) for shape in shapes)])


def _counted(counter: str, space: Space, kind: Kind, field: str) -> Callable[[Compared], str]:
    def cell(one: Compared) -> str:
        here = int(getattr(one.counters, counter))
        there = int(getattr(one.accesses(space, kind), field))
        return _both(here, there)

    return cell


def _both(here: int, there: int) -> str:
    return str(here) if here == there else f"{here} / {there}"


def _right(one: Compared) -> str:
    return {True: "yes", False: "NO", None: "not checked"}[one.is_right]


ACCESS_COLUMNS: tuple[Column, ...] = (
    ("right there", _right),
    ("global load requests", _counted("global_load_requests", "global", "load", "requests")),
    ("sectors", _counted("global_load_sectors", "global", "load", "parts")),
    ("store requests", _counted("global_store_requests", "global", "store", "requests")),
    ("sectors", _counted("global_store_sectors", "global", "store", "parts")),
    ("shared load requests", _counted("shared_load_requests", "shared", "load", "requests")),
    ("wavefronts", _counted("shared_load_wavefronts", "shared", "load", "parts")),
    ("store requests", _counted("shared_store_requests", "shared", "store", "requests")),
    ("wavefronts", _counted("shared_store_wavefronts", "shared", "store", "parts")),
    ("atomic requests", _counted("atomic_requests", "global", "atomic", "requests")),
    ("operations", _counted("atomic_operations", "global", "atomic", "threads")),
)


def _ratio(here: float, there: float) -> str:
    return f"{here:.0f} / {there:.0f} = {here / there:.2f}" if there else f"{here:.0f} / 0"


def _instructions(one: Compared) -> tuple[float, float]:
    return float(one.work.warp_instructions.sum()), one.simulated.warp_instructions


def _cycles(one: Compared) -> tuple[float, float]:
    return one.modelled_cycles, one.ordered_cycles


def _l2_sectors(one: Compared) -> tuple[float, float]:
    here = float(one.work.l2_bytes.sum()) / DEVICE.sector_bytes
    return here, one.simulated.l2_reads + one.simulated.l2_writes


def _dram_reads(one: Compared) -> tuple[float, float]:
    read = one.work.dram_bytes - one.work.dram_written_bytes
    return float(read.sum()) / DEVICE.sector_bytes, one.simulated.dram_reads


def _most_asked_of(one: Compared) -> str:
    """What limits gpuviz' cycles, which the launch does not count among."""
    return next(need.resource for need in one.prediction.demands if need.resource != "launch")


MODEL_COLUMNS: tuple[Column, ...] = (
    ("registers", lambda one: _both(one.registers, one.simulated.registers)),
    ("warp instructions", lambda one: _ratio(*_instructions(one))),
    ("L2", lambda one: _ratio(*_l2_sectors(one))),
    ("DRAM, read", lambda one: _ratio(*_dram_reads(one))),
    ("cycles", lambda one: _ratio(*_cycles(one))),
    ("as the PTX stands", lambda one: str(one.simulated.cycles)),
    ("most asked of", _most_asked_of),
)


def _sums(found: Sequence[Compared]) -> Iterable[str]:
    """Medians of the ratios, gpuviz to the simulator, and how far the two are apart."""
    full = [one for one in found if len(one.work.latency_cycles) >= DEVICE.sm_count]
    small = [one for one in found if one not in full]
    rows = (
        ("warp instructions", found, _instructions),
        ("L2", found, _l2_sectors),
        ("DRAM, read", found, _dram_reads),
        (f"cycles, fewer than {DEVICE.sm_count} blocks", small, _cycles),
        (f"cycles, {DEVICE.sm_count} blocks and more", full, _cycles),
    )
    for name, launches, pair in rows:
        ratios = [here / there for here, there in map(pair, launches) if there]
        if ratios:
            apart = statistics.median(max(ratio, 1 / ratio) for ratio in ratios)
            yield (
                f"- {name} ({len(ratios)} launches): median ratio {statistics.median(ratios):.2f},"
                f" from {min(ratios):.2f} to {max(ratios):.2f}; apart by {apart:.2f} in the median"
            )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
