"""A launch on GPGPU-Sim: what it computes, counts and takes there.

The simulator's library stands in for the CUDA runtime of a small host program (driver.cc). It asks
`cuobjdump` for the names of the PTX files in that program, and `ptxas` for their registers; here
the first is a script that names the one file of the folder in which the launch runs.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.simulator.ptx import ENTRY, operations
from gpuviz.launch import LaunchConfig

Space = Literal["global", "shared"]
Kind = Literal["load", "store", "atomic"]

CONFIGURATION = Path("configs/tested-cfgs/SM75_RTX2060")  # in the simulator's folder
CHANGED_OPTIONS = {
    "-gpgpu_kernel_launch_latency": "0",  # cycles count from the first block
    "-gpgpu_perf_sim_memcpy": "0",  # copies to the device leave nothing in L2
    "-ptx_opcode_latency_int": "4,4,4,4,21,32",  # the last, of shuffles, is left out there
    "-ptx_opcode_initiation_int": "2,2,2,2,2,4",  # and what is read in its place is not set
}
PTX_FILE = "kernel.1.sm_75.ptx"
CUOBJDUMP = f'#!/bin/sh\n[ "$1" = -lptx ] && echo "PTX file    1: {PTX_FILE}"\nexit 0\n'
PROGRAM = "launched_by_python"
"""The simulator does not ask for the CUDA version of a program whose path contains "python"."""

LIMIT_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Simulator:
    """GPGPU-Sim as it was built, and a folder with what it needs here."""

    root: Path  # its sources, configurations and library
    folder: Path


class Accesses(NamedTuple):
    """Of all instructions of one kind, on one space."""

    requests: int = 0  # of warps
    parts: int = 0  # sectors in global memory, wavefronts in shared memory
    threads: int = 0  # that made them


@dataclass(frozen=True, slots=True)
class Simulated:
    """What the simulator tells of one launch."""

    arrays: tuple[NDArray[np.generic], ...]  # the arguments that are arrays, after it
    cycles: int  # of an SM's clock
    warp_instructions: int  # of PTX
    registers: int  # of a thread, as ptxas of CUDA 11.8 says
    accesses: Mapping[tuple[Space, Kind], Accesses]
    l2_reads: int  # sectors that SMs asked L2 for
    l2_writes: int
    dram_reads: int  # sectors that L2 asked for


def built(root: Path, cuda: Path, folder: Path) -> Simulator:
    """The simulator in `root`, which was built with the CUDA headers in `cuda`; see README.md."""
    programs = folder / "bin"
    programs.mkdir(parents=True, exist_ok=True)
    script = programs / "cuobjdump"
    script.write_text(CUOBJDUMP)
    script.chmod(0o755)
    ptxas = programs / "ptxas"
    ptxas.unlink(missing_ok=True)
    ptxas.symlink_to((cuda / "bin/ptxas").resolve())
    library = _library(root)
    source = Path(__file__).with_name("driver.cc")
    words = ["g++", "-O1", "-Wall", f"-I{cuda}/include", str(source), "-o", str(folder / PROGRAM)]
    subprocess.run([*words, f"-L{library}", "-lcudart", f"-Wl,-rpath,{library}"], check=True)
    return Simulator(root, folder)


def simulate(
    simulator: Simulator, ptx: str, config: LaunchConfig, arguments: Mapping[str, object]
) -> Simulated:
    """Launches the kernel of a PTX text there. Raises RuntimeError where the simulator gives up."""
    folder = simulator.folder / "launch"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*"):
        if old.is_file():
            old.unlink()
    _configure(simulator.root / CONFIGURATION, folder)
    (folder / PTX_FILE).write_text(ptx)
    arrays = [value for value in arguments.values() if isinstance(value, np.ndarray)]
    for number, array in enumerate(arrays):
        array.tofile(folder / f"{number}.bin")
    (folder / "launch.txt").write_text("\n".join(_launch_lines(config, arguments)) + "\n")
    log = _run(simulator, folder)
    after = (
        np.fromfile(folder / f"{number}.bin.out", array.dtype).reshape(array.shape)
        for number, array in enumerate(arrays)
    )
    return Simulated(
        arrays=tuple(after),
        cycles=_figure(log, "gpu_sim_cycle"),
        warp_instructions=_figure(log, "gpgpu_n_tot_w_icount"),
        registers=_figure(log, f"Kernel '{ENTRY}' : regs"),
        accesses=_accesses(ptx, (folder / "gpgpu_inst_stats.txt").read_text()),
        l2_reads=_figure(log, "gpgpu_n_mem_read_global"),
        l2_writes=_figure(log, "gpgpu_n_mem_write_global"),
        dram_reads=_figure(log, "total dram reads"),
    )


def _library(root: Path) -> Path:
    """The folder of the library that was built last."""
    found = sorted(root.glob("lib/*/*/release/libcudart.so"), key=lambda at: at.stat().st_mtime)
    if not found:
        raise FileNotFoundError(f"there is no lib/*/*/release/libcudart.so in {root}")
    return found[-1].parent


def _configure(configuration: Path, folder: Path) -> None:
    for file in configuration.glob("*.icnt"):
        (folder / file.name).write_bytes(file.read_bytes())
    text = (configuration / "gpgpusim.config").read_text()
    for option, value in CHANGED_OPTIONS.items():
        text, count = re.subn(rf"^{option} .*$", f"{option} {value}", text, flags=re.MULTILINE)
        if count != 1:
            raise ValueError(f"{configuration} has no option {option}")
    (folder / "gpgpusim.config").write_text(text)


def _launch_lines(config: LaunchConfig, arguments: Mapping[str, object]) -> list[str]:
    """What driver.cc reads: arrays are passed as numba.cuda passes them."""
    shape = " ".join(str(number) for number in (*config.grid, *config.block))
    lines = [f"kernel {ENTRY} {shape} {config.dynamic_shared_bytes}"]
    arrays = [value for value in arguments.values() if isinstance(value, np.ndarray)]
    lines += [f"buffer {number}.bin" for number in range(len(arrays))]
    number = 0
    for value in arguments.values():
        if isinstance(value, np.ndarray):
            lines += ["value 0", "value 0"]  # owner, parent
            lines += [f"value {value.size}", f"value {value.itemsize}", f"pointer {number}"]
            lines += [f"value {each}" for each in (*value.shape, *value.strides)]
            number += 1
        else:
            lines.append(f"value {_bits(value)}")
    return lines


def _bits(value: object) -> int:
    return int.from_bytes(np.asarray(value).tobytes(), "little")


def _run(simulator: Simulator, folder: Path) -> str:
    """The log of the launch that is written down in a folder."""
    tools = str(simulator.folder)
    environment = os.environ | {
        "GPGPUSIM_ROOT": str(simulator.root),
        "CUDA_INSTALL_PATH": tools,
        "PTXAS_CUDA_INSTALL_PATH": tools,
        "CUOBJDUMP_SIM_FILE": "unused",  # else it wants the sections of a program of nvcc
    }
    done = subprocess.run(
        [str(simulator.folder / PROGRAM), "launch.txt"],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=LIMIT_SECONDS,
    )
    (folder / "log").write_text(done.stdout)
    if done.returncode != 0:
        raise RuntimeError(f"exit status {done.returncode}: ...{done.stdout[-600:]}")
    return done.stdout


def _figure(log: str, name: str) -> int:
    """A figure of the log, of the one kernel that ran."""
    found = re.search(rf"^.*\b{re.escape(name)}\s*=\s*(\d+)", log, re.MULTILINE)
    if found is None:
        raise ValueError(f"the simulator does not tell {name}")
    return int(found[1])


def _accesses(ptx: str, statistics: str) -> dict[tuple[Space, Kind], Accesses]:
    """From the simulator's statistics by line of the PTX.

    Its columns: threads, latency, DRAM requests, wavefronts and warps on shared memory, sectors and
    warps on global memory, and two more.
    """
    names = operations(ptx)
    sums: dict[tuple[Space, Kind], Counter[str]] = {}
    for row in statistics.splitlines()[1:]:
        place, columns = row.split(" : ")
        line = int(place.rsplit(" ", 1)[1])
        threads, _, _, wavefronts, in_shared, sectors, in_global, *_ = map(int, columns.split())
        found: tuple[tuple[Space, int, int], ...] = (
            ("shared", in_shared, wavefronts),
            ("global", in_global, sectors),
        )
        for space, requests, parts in found:
            if requests:
                key = space, _kind(names[line])
                more = Counter(requests=requests, parts=parts, threads=threads)
                sums[key] = sums.get(key, Counter()) + more
    return {key: Accesses(**counted) for key, counted in sums.items()}


def _kind(operation: str) -> Kind:
    kinds: dict[str, Kind] = {"ld": "load", "st": "store", "atom": "atomic", "red": "atomic"}
    return kinds[operation.split(".")[0]]
