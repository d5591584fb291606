"""Whatever stands in a file of CUDA C: it runs, or a sentence says why not."""

from __future__ import annotations

import contextlib
import os
import random
from pathlib import Path

import numpy as np
import pytest

from gpuviz.cuda_c.unit import read_unit
from gpuviz.cuda_c.words import MARKS
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import GpuvizError, NotSupportedError
from gpuviz.operation.reader import describe_text
from gpuviz.simt.c_front.source import captured_kernel
from gpuviz.simt.execute import ExecutionOptions, execute
from tests.corpus_c.running import files_in

COUNT = int(os.environ.get("GPUVIZ_ODD_C_FILES", "40"))
FILES = [*files_in("correct"), *files_in("programs")]
PIECES = (*MARKS, "int", "float", "x", "0", "1.5f", "T", "const", "struct", "if", "for", "#define")
LIMITS = ExecutionOptions(while_limit=50, record=False, snapshot_bytes=0)


def _changed(text: str, chance: random.Random) -> str:
    """The text with a few places changed."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text))
        end = min(len(text), at + chance.randint(0, 6))
        piece = chance.choice((*PIECES, text[at : at + 20], ""))
        text = text[:at] + piece + text[end:]
    return text


def _tried(text: str) -> None:
    """Reads and lowers, and launches two threads with arrays of 8 elements."""
    info = describe_text(Path("odd.cu"), text)
    assert info.c_launch is not None
    unit = read_unit(text, "odd.cu")
    kernel = next(one for one in unit.kernels if one.name == info.c_launch.kernel)
    function = unit.function(kernel, info.c_launch.templates)
    arguments = {
        parameter.name: np.zeros(8, np.float32)
        if hasattr(parameter.kind, "to")
        else parameter.kind.type(2)  # type: ignore[union-attr]
        for parameter in function.parameters
    }
    functions = captured_kernel(unit, kernel, info.c_launch.templates)
    execute(functions, LaunchConfig(Dim3(1), Dim3(2)), arguments, LIMITS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(COUNT))
def test_an_odd_file_runs_or_is_refused_with_a_sentence(seed: int) -> None:
    chance = random.Random(seed)
    text = _changed(chance.choice(FILES).read_text(encoding="utf-8"), chance)
    with contextlib.suppress(GpuvizError):
        _tried(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "__global__ void k(int* x) { x[0] = " + "(" * 5000 + "1" + ")" * 5000 + "; }",
        "__global__ void k(int* x) { x[0] = " + "-" * 9000 + "1; }",
        "__global__ void k(int* x) " + "{" * 3000 + "}" * 3000,
        "__global__ void k(int* x) { x[0] = " + "1 + " * 20000 + "1; }",
        "#define A B B B B\n#define B C C C C\n#define C D D D D\n#define D E E E E\n"
        "#define E F F F F\n#define F G G G G\n#define G H H H H\n#define H I I I I\n"
        "#define I J J J J\n#define J 1 + 1\n__global__ void k(int* x) { x[0] = A; }",
        "#define F(x) F(x)\n__global__ void k(int* x) { x[0] = F(1); }",
        "__global__ void k(int* x) { int a[1000000000]; a[0] = 1; x[0] = a[0]; }",
        "__global__ void k(int* x) { x[1ull << 63] = 1; }",
        "/* never closed __global__ void k(int* x) { x[0] = 1; }",
        '__global__ void k(int* x) { printf("%*d %n %999999999d", x[0]); }',
        "__global__ void k(int* x) { x[0] = 99999999999999999999999; }",
        '#include "/etc/passwd"\n__global__ void k(int* x) { x[0] = 1; }',
        "__global__ void k(",
        "__global__",
        "template <typename T",
        "\x00\x01",
        "__global__ void k(int* x) {}" + "/*" * 100_000,
        "__global__ void k(int* x) {} int main() {" + "k<<< " * 20_000 + "}",
        "".join(f"#define A{k} A{k + 1}\n" for k in range(5000)) + "int x = A0;",
    ],
    ids=range(19),
)
def test_a_hostile_file_ends_with_a_sentence_or_runs(text: str) -> None:
    with contextlib.suppress(GpuvizError):
        unit = read_unit(text, "odd.cu")
        if unit.kernels:
            functions = captured_kernel(unit, unit.kernels[0])
            arguments = {"x": np.zeros(4, np.int32)}
            execute(functions, LaunchConfig(Dim3(1), Dim3(1)), arguments, LIMITS)


def test_files_that_are_included_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.h").write_text("#error it was read\n")
    text = f'#include "{tmp_path}/secret.h"\n__global__ void k(int* x) {{ x[0] = 1; }}'
    assert [kernel.name for kernel in read_unit(text, str(tmp_path / "k.cu")).kernels] == ["k"]


def test_an_error_directive_that_counts_is_told() -> None:
    with pytest.raises(NotSupportedError) as refused:
        read_unit("#if 1\n#error no tensor cores\n#endif", "k.cu")
    assert "no tensor cores" in refused.value.message.text
