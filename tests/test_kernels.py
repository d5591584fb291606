"""The gallery on Numba's simulator, its CPU twins, and what its files say of themselves."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.engines.host import load_operation
from gpuviz.launch import Dim3
from gpuviz.operation import OperationInfo, correct_operations, find_operation, list_kernels
from gpuviz.places import resource_dir
from tests.helpers.gallery_cases import BEYOND_THE_SIMULATOR, DTYPES, LAUNCHES, telling_launch
from tests.helpers.gallery_on_simulator import TWINS, case_name

GALLERY = list_kernels()
SIMULATED = [i for i in correct_operations() if i.name not in BEYOND_THE_SIMULATOR]
ROOT = Path(__file__).parent.parent
LARGEST_LAUNCH = {False: 4096, True: 256}  # simulated threads, by whether the kernel has barriers

CASES = {
    case_name(name, *launch): (name, *launch)
    for name, launches in LAUNCHES.items()
    for launch in launches
}
QUICK = {case_name(name, *telling_launch(name)) for name in sorted(LAUNCHES)[::16]}
TWIN_CASES = [f"{info.name} {twin}" for info in GALLERY for twin in TWINS]

each_operation = pytest.mark.parametrize("info", GALLERY, ids=lambda info: info.name)


def run_in_process(arguments: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=3600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


class Simulator:
    """The process of tests/helpers/gallery_on_simulator.py."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, *words: object) -> Any:
        """What it answers."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.helpers.gallery_on_simulator"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield Simulator(process)


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=() if case in QUICK else pytest.mark.slow) for case in CASES],
)
def test_a_kernel_on_numbas_simulator_equals_its_reference(simulator: Simulator, case: str) -> None:
    correct, error = simulator.ask("kernel", *CASES[case])

    assert correct is True, f"largest error: {error}"


@pytest.mark.slow
@pytest.mark.parametrize("case", TWIN_CASES)
def test_a_twin_on_the_cpu_equals_the_reference(simulator: Simulator, case: str) -> None:
    correct, error = simulator.ask("twin", *case.split())

    assert correct is True, f"largest error: {error}"


@pytest.mark.slow
@pytest.mark.parametrize("info", SIMULATED, ids=lambda info: info.name)
def test_a_file_runs_alone_and_says_that_it_is_right(
    simulator: Simulator, info: OperationInfo
) -> None:
    assert simulator.ask("script", info.name) == f"{info.name} is right\n"


def test_the_block_reduction_is_the_same_code_in_every_kernel_that_has_it() -> None:
    found: dict[str, set[str]] = {}
    for info in GALLERY:
        for node in ast.walk(ast.parse(info.source)):
            if isinstance(node, ast.FunctionDef) and node.name.endswith("_of_block"):
                found.setdefault(node.name, set()).add(
                    ast.get_source_segment(info.source, node) or ""
                )
    explained = find_operation("sum_shared").source
    loop = explained[explained.index("    active = ") : explained.index("    if t == 0")]

    assert {name: len(texts) for name, texts in found.items()} == dict.fromkeys(found, 1)
    assert loop in next(iter(found["sum_of_block"]))
    assert loop in find_operation("broken_dot").source


def test_the_broken_tiled_product_lacks_a_barrier_and_nothing_else() -> None:
    right, broken = (_kernel_lines(name) for name in ("matmul_tiled", "broken_matmul_tiled"))
    barrier = "        cuda.syncthreads()"

    last = len(right) - 1 - right[::-1].index(barrier)

    assert right[:last] + right[last + 1 :] == broken


def _kernel_lines(name: str) -> list[str]:
    """The lines of an operation's kernel, without the one that names it."""
    info = find_operation(name)
    node = next(
        one
        for one in ast.parse(info.source).body
        if isinstance(one, ast.FunctionDef) and one.name == name
    )
    return (ast.get_source_segment(info.source, node) or "").splitlines()[1:]


def test_the_launches_stay_within_what_numbas_simulator_can_do() -> None:
    for info in SIMULATED:
        limit = LARGEST_LAUNCH["syncthreads" in info.source]
        for size, block in LAUNCHES[info.name]:
            grid = info.grid(size, Dim3(*block))

            assert grid.size * int(np.prod(block)) <= limit, (info.name, size, block)


@pytest.mark.slow
def test_every_file_loads_with_the_real_numba_cuda_where_there_is_no_gpu() -> None:
    program = (
        "from gpuviz.operation import list_kernels\n"
        "from gpuviz.engines.host import load_operation\n"
        "for info in list_kernels():\n"
        "    print(load_operation(info.path).kernel.py_func.__name__)\n"
    )

    printed = run_in_process(["-W", "error", "-c", program], {"NUMBA_ENABLE_CUDASIM": "0"})

    assert printed.split() == [info.kernel for info in GALLERY]


@pytest.mark.slow
@each_operation
def test_bytes_that_must_move_are_those_of_the_arrays(info: OperationInfo) -> None:
    size = tuple(n + 5 for n in info.default_size)
    arrays = {
        name: value
        for name, value in load_operation(info.path).arguments(size, seed=0).items()
        if isinstance(value, np.ndarray)
    }
    read_and_written = [arrays[name] for name in info.outputs if arrays[name].any()]

    moved = sum(array.nbytes for array in [*arrays.values(), *read_and_written])

    assert info.byte_count(size) == moved


@pytest.mark.slow
@each_operation
def test_the_same_seed_makes_the_same_small_inputs_and_another_seed_others(
    info: OperationInfo,
) -> None:
    loaded = load_operation(info.path)

    first, again, other = (
        [np.asarray(value) for value in loaded.arguments(info.default_size, seed).values()]
        for seed in (3, 3, 4)
    )

    kinds = DTYPES.get(info.name, {np.dtype(np.float32)})
    assert {array.dtype for array in first} == kinds
    assert all(map(np.array_equal, first, again))
    assert not all(map(np.array_equal, first, other))


@pytest.mark.slow
@each_operation
def test_a_file_imports_nothing_but_math_numpy_and_numba(info: OperationInfo) -> None:
    imports = [node for node in ast.walk(ast.parse(info.source)) if isinstance(node, ast.Import)]
    froms = [node for node in ast.walk(ast.parse(info.source)) if isinstance(node, ast.ImportFrom)]

    names = {alias.name for node in imports for alias in node.names} | {n.module for n in froms}

    assert names <= {"math", "numpy", "numba"}


@pytest.mark.slow
@each_operation
def test_a_file_explains_what_happens_why_it_is_slow_and_what_to_try(info: OperationInfo) -> None:
    assert 3 <= len(info.text.split("\n\n")) <= 8
    assert "**What happens.**" in info.text
    assert "**Why" in info.text
    assert "**What to try.**" in info.text


@pytest.mark.slow
def test_the_smallest_file_of_the_readme_opens_and_loads(tmp_path: Path) -> None:
    readme = (resource_dir("kernels") / "README.md").read_text(encoding="utf-8")
    path = tmp_path / "square.py"
    path.write_text(readme.split("```python\n")[1].split("```")[0], encoding="utf-8")

    loaded = load_operation(path)

    assert (loaded.info.title, loaded.info.outputs) == ("Square", ("y",))
    assert list(loaded.arguments([3], seed=0)) == ["x", "y"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["matmul_tiled", "matmul_register_tiled"])
def test_the_largest_block_of_a_tiled_product_is_its_tile(name: str) -> None:
    loaded = load_operation(next(info.path for info in GALLERY if info.name == name))

    tile = loaded.module.TILE

    assert loaded.info.max_block == (tile, tile, 1)
