"""What the compiler makes of the loop of matmul_naive: the figures of its text and of lesson 9."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from gpuviz.device import find_device
from gpuviz.engines.compilation import compiled_for
from gpuviz.engines.compiled_kernel import CodeLine, CompiledKernel
from gpuviz.engines.host import load_operation
from gpuviz.engines.probe import can_compile, can_link, find_disassembler
from gpuviz.lesson import lesson_files
from gpuviz.operation import find_operation

needs_a_compiler = pytest.mark.skipif(
    not (can_compile() and can_link() and find_disassembler()),
    reason='no compiler for GPUs here: pip install "numba-cuda[cu13]" nvidia-cuda-nvdisasm'
    " brings one, no GPU needed",
)

FOR = """        for i in range(a.shape[1]):
            total += a[row, i] * b[i, col]
"""
INDICES = "        row, col = np.{kind}(row), np.{kind}(col)\n"
RANGE = (
    INDICES
    + """        for i in range(np.{kind}(a.shape[1])):
            total += a[row, i] * b[i, col]
"""
)
WHILE = (
    INDICES
    + """        i, n = np.{kind}(0), np.{kind}(a.shape[1])
        while i < n:
            total += a[row, i] * b[i, col]
            i = np.{kind}(i + np.{kind}(1))
"""
)
PLAIN_WHILE = """        i = 0
        while i < a.shape[1]:
            total += a[row, i] * b[i, col]
            i += 1
"""
NARROW_GRID = INDICES.format(kind="int32") + FOR
LOOPS = {
    "as it is": (FOR, 34, "34 machine instructions"),
    "while": (PLAIN_WHILE, 8, "moves two addresses on: eight"),
    "while, uint32": (WHILE.format(kind="uint32"), 7, "it is seven"),
    "range, int32": (RANGE.format(kind="int32"), 29, "29 with `range`"),
    "while, int32": (WHILE.format(kind="int32"), 25, "25 with `while`"),
}
"""Loops, the instructions of a turn, and the words for them in kernels/matmul_naive.py."""
TEXT = " ".join((ast.get_docstring(ast.parse(find_operation("matmul_naive").source)) or "").split())


def compiled(file: Path) -> CompiledKernel:
    """The machine code for the T4."""
    loaded = load_operation(file)
    found = compiled_for(loaded, loaded.arguments((64, 64, 64), 0), find_device("t4"))
    assert isinstance(found, CompiledKernel)
    return found


def with_loop(loop: str, folder: Path) -> CompiledKernel:
    """A copy of the kernel with another loop."""
    source = find_operation("matmul_naive").source
    assert FOR in source
    file = folder / "product.py"
    file.write_text(source.replace(FOR, loop), encoding="utf-8")
    return compiled(file)


def of_a_turn(lines: Iterable[CodeLine]) -> float:
    """Instructions for two loads of global memory, in the loop that has most of these loads."""
    issued, loads = Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    for line in lines:
        issued[line.loops] += int(line.mix.issued)
        loads[line.loops] += sum(one.instructions for one in line.accesses if one.kind == "read")
    longest = max((place for place in loads if place), key=loads.__getitem__)
    return 2 * issued[longest] / loads[longest]


@needs_a_compiler
@pytest.mark.parametrize(("loop", "turn", "words"), LOOPS.values(), ids=LOOPS)
def test_a_turn_takes_the_instructions_that_the_text_states(
    loop: str, turn: int, words: str, tmp_path: Path
) -> None:
    assert words in TEXT
    assert of_a_turn(with_loop(loop, tmp_path).lines) == pytest.approx(turn, rel=0.06)


@needs_a_compiler
def test_in_cuda_c_it_takes_five() -> None:
    twin = compiled(find_operation("matmul_naive").path).in_c

    assert isinstance(twin, CompiledKernel)
    assert "CUDA C with indices of type `int` takes five" in TEXT
    assert of_a_turn(twin.lines) == pytest.approx(5, rel=0.1)


@needs_a_compiler
def test_indices_of_the_grid_in_32_bits_save_next_to_nothing(tmp_path: Path) -> None:
    """They are computed once, before the loop."""
    turn = of_a_turn(with_loop(NARROW_GRID, tmp_path).lines)

    assert "a thread computes it once" in TEXT
    assert turn == pytest.approx(34, rel=0.06)


@needs_a_compiler
def test_a_number_in_the_grid_has_64_bits() -> None:
    from numba import cuda, int64  # in the window's process nobody may

    _, what = cuda.compile_ptx(lambda: cuda.grid(1), (), device=True, cc=(7, 5))

    assert "What `cuda.grid(2)` gives has 64 bits too" in TEXT
    assert what == int64


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "needs 8 instructions a turn, not 34"),
        ("zh_CN", "每轮 8 条指令，而不是 34 条"),
    ],
)
def test_lesson_9_has_the_same_figures(language: str, words: str) -> None:
    (path,) = (one for one in lesson_files(language) if one.name.startswith("09"))

    assert words in " ".join(path.read_text("utf-8").split()).replace("， ", "，")
