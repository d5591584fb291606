"""The instructions shared out among statements, against those of the machine code by hand.

What a thread runs through is the code outside loops, and that of each loop as often as it goes
round. How often that is stands here, as one reads it off the source and the listing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from gpuviz.device import find_device
from gpuviz.engines.compilation import compiled_for
from gpuviz.engines.compiled_kernel import CodeLine, CompiledKernel
from gpuviz.engines.compiled_mix import compiled_mix
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.host import load_operation
from gpuviz.engines.probe import can_compile, can_link, find_disassembler
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import LaunchConfig
from gpuviz.model.loops import loop_senses
from gpuviz.model.mix import statement_mixes
from gpuviz.operation import find_operation
from gpuviz.trace import Trace

pytestmark = pytest.mark.skipif(
    not (can_compile() and can_link() and find_disassembler()),
    reason='no compiler for GPUs here: pip install "numba-cuda[cu13]" nvidia-cuda-nvdisasm'
    " brings one, no GPU needed",
)

OPERATION = '''"""Loops: {name}."""

import numpy as np
from numba import cuda

SIZES = {{"n": {size}}}
THREADS = ("32",)
BLOCK = (32,)


@cuda.jit
def kernel(a, out, n):
    i = cuda.grid(1)
{body}

def inputs(n, seed):
    return {{"a": np.zeros(64, np.float32), "out": np.zeros(64, np.float32), "n": np.int64(n)}}
'''

BODIES: dict[str, tuple[str, Callable[[int], tuple[int, ...]]]] = {
    "straight": ("    out[i] = a[i] * a[i]\n", lambda n: ()),
    "range": (
        "    s = a[0]\n    for k in range(n):\n        s += a[k]\n    out[i] = s\n",
        lambda n: (n // 4, n % 4),
    ),
    "constant": ("    for k in range(9):\n        out[k] = a[k]\n", lambda n: ()),
    "while": (
        "    k = 0\n    while k < n:\n        out[k] = a[k]\n        k += 3\n",
        lambda n: (0, (-(-n // 3) - 8) // 4, -(-n // 3) % 4),  # and 8 turns outside its loops
    ),
    "shifting": (
        "    k = 64\n    while k > n:\n        out[k - 1] += a[k - 1]\n        k >>= 1\n",
        lambda n: (sum(64 >> times > n for times in range(7)),),
    ),
}
"""Bodies of kernels, and how often the loops of their machine code go round for n."""

GALLERY: dict[str, tuple[int, ...]] = {
    "vector_add": (),
    "matrix_add": (),
    "transpose_naive": (),
    "sum_shared": (8,),
    "matmul_naive": (64 // 4, 0),
    "dense": (64 // 4, 0),
    "matmul_tiled": (4, 4, 4),
    "matmul_register_tiled": (1, 16),
}


def launch_of(operation: str | Path, device: str = "t4") -> tuple[Trace, tuple[CodeLine, ...]]:
    """What the emulator counts, and the machine code."""
    info = find_operation(operation)
    config = LaunchConfig(info.grid(info.default_size, info.default_block), info.default_block)
    gpu = find_device(device)
    request = LaunchRequest(1, info.path, info.default_size, config, "emulator", gpu)
    loaded = load_operation(info.path)
    trace = EmulatorEngine().run(request, lambda share: None).trace
    compiled = compiled_for(loaded, loaded.arguments(info.default_size, 0), gpu)
    assert isinstance(compiled, CompiledKernel)
    return trace, compiled.lines


def executed(code: tuple[CodeLine, ...], rounds: tuple[int, ...]) -> float:
    """Machine instructions that a thread runs through, the rounds of loops in their order."""
    instructions: Counter[tuple[int, ...]] = Counter()
    for line in code:
        instructions[line.loops] += int(line.mix.issued)
    outside = instructions.pop((), 0)
    pairs = zip(sorted(instructions), rounds, strict=True)
    return outside + sum(instructions[loops] * count for loops, count in pairs)


def counted(trace: Trace, code: tuple[CodeLine, ...]) -> float:
    """Machine instructions of the first warp, as the model counts them."""
    mixes = statement_mixes(trace, loop_senses(trace), compiled_mix(code, trace))
    assert trace.warp_counters is not None
    return float(trace.warp_counters.steps[:, 0] @ mixes[:, 0])


@pytest.mark.parametrize("size", [36, 39, 45])
@pytest.mark.parametrize("name", ["range", "while", "shifting", "straight", "constant"])
def test_a_loop_takes_as_many_instructions_as_a_thread_runs_through(
    name: str, size: int, tmp_path: Path
) -> None:
    body, rounds = BODIES[name]
    file = tmp_path / "loops.py"
    file.write_text(OPERATION.format(name=name, size=size, body=body), encoding="utf-8")

    trace, code = launch_of(file)

    assert counted(trace, code) == pytest.approx(executed(code, rounds(size)), rel=0.05)


@pytest.mark.parametrize("device", ["t4", "h200_sxm"])
@pytest.mark.parametrize("name", GALLERY)
def test_a_gallery_kernel_takes_as_many_instructions_as_a_thread_runs_through(
    name: str, device: str
) -> None:
    trace, code = launch_of(name, device)

    assert counted(trace, code) == pytest.approx(executed(code, GALLERY[name]), rel=0.02)


def test_a_tile_in_registers_takes_little_more_than_a_multiply_add_for_each_of_its_products() -> (
    None
):
    """64 in each turn, beside the loads of 16 values; estimates from PTX had twice as many."""
    _, code = launch_of("matmul_register_tiled")
    inner = [line for line in code if line.depth == 2]

    assert sum(line.float_operations for line in inner) == 2 * 64
    assert 64 < sum(line.mix.issued for line in inner) < 2 * 64
    loads = [access for line in inner for access in line.accesses if access.space == "shared"]
    assert sum(access.bytes for access in loads) == 16 * 4
    assert sum(access.instructions for access in loads) <= 16


def test_the_rare_cases_of_a_division_are_not_executed(tmp_path: Path) -> None:
    file = tmp_path / "division.py"
    body = "    out[i] = a[i] / a[n]\n"
    file.write_text(OPERATION.format(name="division", size=4, body=body), encoding="utf-8")

    _, code = launch_of(file)

    assert sum(line.mix.issued for line in code) < 80
    assert sum(line.mix.sfu for line in code) >= 1


FOR = """        for i in range(a.shape[1]):
            total += a[row, i] * b[i, col]
"""
NARROW = """        row, col = np.uint32(row), np.uint32(col)
        i, n = np.uint32(0), np.uint32(a.shape[1])
        while i < n:
            total += a[row, i] * b[i, col]
            i = np.uint32(i + np.uint32(1))
"""


@pytest.mark.parametrize(("loop", "turn"), [(FOR, 34), (NARROW, 7)])
def test_indices_of_32_bits_without_a_sign_cost_a_fifth(
    loop: str, turn: int, tmp_path: Path
) -> None:
    """As lesson 9 and kernels/matmul_naive.py say."""
    source = find_operation("matmul_naive").source
    assert FOR in source
    file = tmp_path / "product.py"
    file.write_text(source.replace(FOR, loop), encoding="utf-8")

    _, code = launch_of(file)

    issued, loads = Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    for line in code:
        issued[line.loops] += int(line.mix.issued)
        loads[line.loops] += sum(one.instructions for one in line.accesses if one.kind == "read")
    longest = max((place for place in loads if place), key=loads.__getitem__)
    assert 2 * issued[longest] / loads[longest] == pytest.approx(turn, rel=0.06)
