"""Repairs of kernel files: the emulator runs the edited text, and the result has to be right."""

from __future__ import annotations

import linecache
from dataclasses import replace
from pathlib import Path

import pytest

from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.repairing import exact_text, repair_operation, tried
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation import describe, find_operation, list_operations
from gpuviz.repair.asked import LaunchFaults, launch_faults
from gpuviz.repair.search import Repairs

MISCALCULATED = "broken_merge"  # equal elements want one place: no order of the writes is right
BROKEN = [
    info.path
    for info in list_operations()
    if info.is_broken and not info.is_pipeline and info.name != MISCALCULATED
]
TWO_FAULTS = '''"""Shifted, broken twice: no guard, and no barrier."""
import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 100}
BLOCK = (64,)
THREADS = ("n",)
OUTPUTS = ("y",)


@cuda.jit
def twice(x, y):
    part = cuda.shared.array(64, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    part[t] = x[i]
    y[i] = part[63 - t] + x[i]  # the other end of the block


def inputs(n, seed):
    return {"x": np.arange(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    padded = np.zeros(128, np.float32)
    padded[: x.size] = x
    y[:] = padded.reshape(2, 64)[:, ::-1].reshape(-1)[: x.size] + x
'''
HELPER = """from numba import cuda


@cuda.jit(device=True)
def put(y, i, value):
    y[i] = value
"""
WITH_HELPER = (
    TWO_FAULTS.replace(
        "from numba import cuda", "from helper import put\nfrom numba import cuda", 1
    )
    .replace("    part[t] = x[i]\n", "    put(y, i + 1, x[i % x.size])\n")
    .replace("    y[i] = part[63 - t] + x[i]  # the other end of the block\n", "")
)


def request_of(path: Path) -> LaunchRequest:
    info = describe(path)
    size, block = info.default_size, info.default_block
    config = LaunchConfig(info.grid(size, block), block)
    return LaunchRequest(1, path, size, config, "emulator", find_device(DEFAULT_DEVICE))


def faults_of(request: LaunchRequest) -> LaunchFaults:
    result = EmulatorEngine().run(request, lambda told: None)
    return launch_faults(result.launches, result.correct, request.operation)


def repaired(path: Path) -> Repairs:
    request = request_of(path)
    return repair_operation(request, faults_of(request))


@pytest.mark.slow
@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_kernel_of_the_gallery_is_repaired_and_gives_the_right_result(path: Path) -> None:
    found = repaired(path)

    assert found.text is not None
    assert None not in found.of_fault
    assert found.steps[-1].tried.hazards == 0
    assert found.steps[-1].tried.correct is True


@pytest.mark.slow
def test_two_writes_in_order_are_no_race_and_of_a_wrong_place_that_is_said() -> None:
    found = repaired(find_operation(MISCALCULATED).path)

    assert found.steps[-1].tried.hazards == 0
    assert found.steps[-1].tried.correct is False


@pytest.mark.slow
@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_repair_holds_for_other_sizes_and_blocks_too(path: Path) -> None:
    text, info = repaired(path).text, describe(path)
    assert text is not None
    is_flat = info.default_block.y == 1
    axes = len(info.default_size)
    sizes = [(1,) * axes, (33,) * axes, (100,) if axes == 1 else (70, 45, 33)[:axes]]

    for size in sizes:
        for block in (Dim3(64), Dim3(96)) if is_flat else (Dim3(8, 8), Dim3(16, 4)):
            config = LaunchConfig(info.grid(size, block), block)
            found = tried(replace(request_of(path), size=size, config=config), text)
            assert (found.failed, found.faults, found.correct) == (False, (), True), (size, block)


@pytest.mark.slow
def test_a_repaired_text_that_is_saved_as_a_file_is_right_there_too(tmp_path: Path) -> None:
    text = repaired(find_operation("broken_matmul_tiled").path).text
    assert text is not None
    path = tmp_path / "repaired.py"
    path.write_text(text, encoding="utf-8")

    result = EmulatorEngine().run(request_of(path), lambda told: None)

    assert (result.correct, result.trace.hazards) == (True, ())


@pytest.mark.slow
def test_a_kernel_with_two_faults_ends_without_any(tmp_path: Path) -> None:
    path = tmp_path / "twice.py"
    path.write_text(TWO_FAULTS, encoding="utf-8")
    kinds = {fault.kind for fault in faults_of(request_of(path)).faults}
    assert {"race", "out-of-bounds"} <= kinds

    found = repaired(path)

    assert len(found.steps) >= 2
    assert found.steps[-1].tried.hazards == 0
    assert found.steps[-1].tried.correct is True
    assert path.read_text(encoding="utf-8") == TWO_FAULTS  # the file stays as it is


@pytest.mark.slow
def test_the_kernels_of_a_pipeline_are_repaired_where_they_stand_in_its_file(
    tmp_path: Path,
) -> None:
    path = tmp_path / "train.py"
    source = find_operation("broken_forgotten_copy").path.read_text(encoding="utf-8")
    path.write_text(source.replace("i < x.size", "i <= x.size"), encoding="utf-8")
    size = describe(path).default_size
    request = LaunchRequest(1, path, size, None, "emulator", find_device(DEFAULT_DEVICE), whole=())

    found = repair_operation(request, faults_of(request))

    assert found.of_fault == (0, 1)
    assert found.steps[-1].tried.hazards == 0
    assert found.steps[-1].tried.correct is False  # the copy back is still forgotten


def test_a_right_kernel_gets_no_repair() -> None:
    found = repaired(find_operation("matmul_tiled").path)

    assert (found.steps, found.text) == ((), None)


def test_a_file_that_has_changed_since_its_launch_is_not_repaired(tmp_path: Path) -> None:
    path = tmp_path / "twice.py"
    path.write_text(TWO_FAULTS, encoding="utf-8")
    request = request_of(path)
    asked = faults_of(request)
    path.write_text(TWO_FAULTS.replace("63 - t", "62 - t"), encoding="utf-8")

    found = repair_operation(request, asked)

    assert found.text is None
    assert {why.code for why in found.why_not if why is not None} == {"repair.changed"}


def test_a_hazard_in_a_device_function_of_another_file_has_no_repair_and_says_why(
    tmp_path: Path,
) -> None:
    (tmp_path / "helper.py").write_text(HELPER, encoding="utf-8")
    path = tmp_path / "twice.py"
    path.write_text(WITH_HELPER, encoding="utf-8")

    found = repaired(path)

    assert found.text is None
    assert [why.code for why in found.why_not if why is not None] == ["repair.elsewhere"]


@pytest.mark.slow
def test_ends_of_lines_and_the_mark_in_front_stay(tmp_path: Path) -> None:
    path = tmp_path / "twice.py"
    path.write_bytes(b"\xef\xbb\xbf" + TWO_FAULTS.replace("\n", "\r\n").encode())

    request = request_of(path)
    for typed in (None, TWO_FAULTS):
        text = repair_operation(replace(request, text=typed), faults_of(request)).text

        assert text is not None
        assert text.startswith('\ufeff"""Shifted')
        assert text.count("\n") == text.count("\r\n")
    assert exact_text(path)[0] == "\ufeff"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    i = cuda.grid(1)\n", "    i = nothing\n"),
        ("import numpy as np\n", "import numpy as np\n1 / 0\n"),
        ("def twice(x, y):", "def twice(x, y"),
        ("SIZES =", "OTHERS ="),
    ],
)
def test_a_text_that_does_not_run_has_failed(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "twice.py"
    path.write_text(TWO_FAULTS, encoding="utf-8")

    assert tried(request_of(path), TWO_FAULTS.replace(old, new)).failed


@pytest.mark.slow
def test_after_a_trial_the_file_is_read_again_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "twice.py"
    path.write_text(TWO_FAULTS, encoding="utf-8")
    request = request_of(path)
    before = faults_of(request)

    tried(request, "\n" + TWO_FAULTS)

    assert str(path) not in linecache.cache or linecache.getline(str(path), 1) == "".join(
        TWO_FAULTS.splitlines(keepends=True)[:1]
    )
    assert faults_of(replace(request, number=2)) == before
