"""What is suggested for a kernel in Python that stands alone can be launched as it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import LaunchConfig
from gpuviz.operation import describe
from gpuviz.operation.python_head import suggested_python_head

HEAD = "from numba import cuda\n\n\n@cuda.jit\ndef k("
KERNELS = {
    "a number to scale with": (
        "a, out, factor, n):\n    i = cuda.grid(1)\n"
        "    if i < n:\n        out[i] = factor * a[i]\n",
        ["a float32 n random", "out float32 n zeros", "factor float 2.0", "n int 1000"],
    ),
    "no length among the parameters": (
        "a, c):\n    i = cuda.grid(1)\n    if i < c.size:\n        c[i] += a[i]\n",
        ["n int 1000", "a float32 n random", "c float32 n random"],
    ),
    "a matrix product": (
        "A, B, C):\n    i, j = cuda.grid(2)\n    if i < C.shape[0] and j < C.shape[1]:\n"
        "        s = 0.0\n        for k in range(A.shape[1]):\n            s += A[i, k] * B[k, j]\n"
        "        C[i, j] = s\n",
        [
            *("n int 64", "A float32 n, n random"),
            *("B float32 n, n random", "C float32 n, n zeros"),
        ],
    ),
    "two sizes": (
        "a, out, rows, cols):\n    x = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x\n"
        "    y = cuda.threadIdx.y + cuda.blockIdx.y * cuda.blockDim.y\n"
        "    if x < rows and y < cols:\n        out[x, y] = a[x, y]\n",
        [
            *("a float32 rows, cols random", "out float32 rows, cols zeros"),
            *("rows int 64", "cols int 64"),
        ],
    ),
    "indices in an array": (
        "a, places, out):\n    i = cuda.grid(1)\n    if i < len(out):\n"
        "        out[i] = a[places[i]]\n",
        [
            *("n int 1000", "a float32 n random"),
            *("places int32 n random", "out float32 n zeros"),
        ],
    ),
    "atomics": (
        "total, a):\n    i = cuda.grid(1)\n    if i < a.size:\n"
        "        cuda.atomic.add(total, 0, a[i])\n",
        ["n int 1000", "total float32 n zeros", "a float32 n random"],
    ),
    "a grid-stride loop": (
        "alpha, x, y, n):\n    for i in range(cuda.grid(1), n, cuda.gridsize(1)):\n"
        "        y[i] = alpha * x[i] + y[i]\n",
        ["alpha float 2.0", "x float32 n random", "y float32 n random", "n int 1000"],
    ),
}


@pytest.mark.parametrize(("kernel", "rows"), KERNELS.values(), ids=list(KERNELS))
def test_a_kernel_says_by_its_use_what_its_parameters_are_and_runs_with_that(
    tmp_path: Path, kernel: str, rows: list[str]
) -> None:
    path, source = tmp_path / "mine.py", HEAD + kernel

    head = suggested_python_head(path, source)
    path.write_text(head.placed(source), encoding="utf-8")

    said = [f"{one.name} {one.kind} {one.length} {one.values}".split() for one in head.rows]
    assert said == [row.split() for row in rows]
    info = describe(path)
    config = LaunchConfig(info.grid(info.default_size, info.default_block), info.default_block)
    request = LaunchRequest(1, path, info.default_size, config, "emulator", find_device("t4"))
    trace = EmulatorEngine().run(request, lambda share: None).trace
    assert [hazard.kind for hazard in trace.hazards if hazard.kind != "race"] == []


@pytest.mark.parametrize("values", ["ramp", "ones"])
def test_what_is_chosen_instead_is_in_the_lines(tmp_path: Path, values: str) -> None:
    source = HEAD + KERNELS["two sizes"][0]
    head = suggested_python_head(tmp_path / "mine.py", source)
    rows = tuple(replace(row, values=values) if row.name == "a" else row for row in head.rows)

    text = replace(head, rows=rows, block="8, 8").text

    made = {
        "ramp": "np.arange(rows * cols, dtype=np.float32).reshape(rows, cols)",
        "ones": "np.ones((rows, cols), np.float32)",
    }
    assert f'"a": {made[values]},' in text
    assert "BLOCK = (8, 8)" in text
    assert "import numpy as np" in text


def test_numpy_is_not_imported_a_second_time(tmp_path: Path) -> None:
    source = "import numpy as np\n" + HEAD + KERNELS["atomics"][0]

    placed = suggested_python_head(tmp_path / "mine.py", source).placed(source)

    assert placed.count("import numpy") == 1
