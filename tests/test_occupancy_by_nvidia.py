"""Occupancy against NVIDIA's own function, compiled from the header of the CUDA runtime's wheel."""

from __future__ import annotations

import importlib
import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from gpuviz.device import Device, load_devices, occupancy

CASES_PER_CAPABILITY = 3000
FACTORS = {"warps": 0x01, "registers": 0x02, "shared": 0x04, "blocks": 0x08}  # of the header
BARRIERS = 0x10  # where an SM has as many barriers as blocks, a block with one is limited by both
DEVICES = {device.cc: device for device in load_devices().values()}

PROGRAM = r"""
#include <stdio.h>
#include "cuda_occupancy.h"

int main(void) {
    cudaOccDeviceProp device;
    cudaOccDeviceState state = {CACHE_PREFER_NONE, SHAREDMEM_CARVEOUT_DEFAULT};
    cudaOccFuncAttributes kernel;
    cudaOccResult result;
    int threads;
    size_t dynamic;
    memset(&device, 0, sizeof device);
    memset(&kernel, 0, sizeof kernel);
    kernel.maxThreadsPerBlock = INT_MAX;
    kernel.partitionedGCConfig = PARTITIONED_GC_OFF;
    kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    kernel.numBlockBarriers = 1;
    while (scanf("%d %d %d %d %d %d %d %zu %zu %d %zu %zu", &device.computeMajor,
                 &device.computeMinor, &device.maxThreadsPerBlock,
                 &device.maxThreadsPerMultiprocessor, &device.regsPerBlock,
                 &device.regsPerMultiprocessor, &device.warpSize, &device.sharedMemPerBlock,
                 &device.sharedMemPerMultiprocessor, &device.numSms,
                 &device.sharedMemPerBlockOptin, &device.reservedSharedMemPerBlock) == 12 &&
           scanf("%d %d %zu %zu", &threads, &kernel.numRegs, &kernel.sharedSizeBytes,
                 &dynamic) == 4) {
        kernel.maxDynamicSharedSizeBytes = device.sharedMemPerBlockOptin;
        int error = cudaOccMaxActiveBlocksPerMultiprocessor(
            &result, &device, &kernel, &state, threads, dynamic);
        printf("%d %d %u\n", error, result.activeBlocksPerMultiprocessor, result.limitingFactors);
    }
    return 0;
}
"""


class Case(NamedTuple):
    """A block of `threads`; bytes of shared memory."""

    threads: int
    registers: int
    static_shared: int
    dynamic_shared: int


@pytest.fixture(scope="module")
def nvidias_function(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler, include = shutil.which("gcc") or shutil.which("cc"), header_folder()
    if compiler is None or include is None:
        pytest.skip("needs a C compiler, and cuda_occupancy.h: it comes with numba-cuda[cu13]")
    folder = tmp_path_factory.mktemp("occupancy")
    (folder / "ask.c").write_text(PROGRAM, encoding="utf-8")
    command = [compiler, "-std=gnu11", "-w", f"-I{include}", "ask.c", "-o", "ask"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "ask"


def header_folder() -> Path | None:
    try:
        pathfinder = importlib.import_module("cuda.pathfinder")
    except ModuleNotFoundError:
        return None
    folder = pathfinder.find_nvidia_header_directory("cudart")
    return Path(folder) if folder and (Path(folder) / "cuda_occupancy.h").is_file() else None


def random_case(dice: random.Random, device: Device) -> Case:
    """Mostly what kernels have; some of it beyond what a device can hold."""
    threads = dice.choice((dice.randint(1, 1025), 32 * dice.randint(1, 32)))
    registers = dice.choice((dice.randint(0, 64), dice.randint(0, 260)))
    static = dice.choice((0, dice.randint(0, 4096), dice.randint(0, 49_200)))
    dynamic = dice.choice((0, 0, dice.randint(0, device.shared_per_block_optin + 512)))
    return Case(threads, registers, static, dynamic)


def asked(device: Device, case: Case) -> str:
    major, minor = device.compute_capability
    values = (
        major,
        minor,
        device.max_threads_per_block,
        device.max_threads_per_sm,
        device.registers_per_block,
        device.registers_per_sm,
        device.warp_size,
        device.shared_per_block_default,
        device.shared_per_sm,
        device.sm_count,
        device.shared_per_block_optin,
        device.shared_reserved_per_block,
    )
    return " ".join(map(str, (*values, *case)))


def answers(program: Path, device: Device, cases: Sequence[Case]) -> list[tuple[int, ...]]:
    """(error, blocks, factors as bits) of each case."""
    text = "\n".join(asked(device, case) for case in cases)
    done = subprocess.run([str(program)], input=text, capture_output=True, text=True, check=True)
    return [tuple(map(int, line.split())) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("device", DEVICES.values(), ids=lambda device: f"cc{device.cc}")
def test_blocks_and_limits_are_what_nvidias_function_answers(
    nvidias_function: Path, device: Device
) -> None:
    dice = random.Random(device.cc)
    cases = [random_case(dice, device) for _ in range(CASES_PER_CAPABILITY)]

    theirs = answers(nvidias_function, device, cases)

    assert len(theirs) == len(cases)
    for case, (error, blocks, factors) in zip(cases, theirs, strict=True):
        ours = occupancy(device, *case)
        assert error == 0
        assert ours.blocks_per_sm == blocks, case
        assert sum(FACTORS[name] for name in ours.limited_by) == factors & ~BARRIERS, case
