"""Repairs of kernels in CUDA C: proposed, tried by the emulator, and kept where they help."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.repairing import repair_operation
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import LaunchConfig
from gpuviz.operation import describe
from gpuviz.repair.asked import launch_faults
from gpuviz.repair.search import Repairs
from tests.corpus_c.running import files_in

BROKEN = {path.stem: path for path in files_in("broken")}
REPAIRED = (
    "atomic_and_plain barrier_in_a_branch buffers_swapped_without_barrier "
    "bytes_taken_for_elements column_past_a_tile constant_past_the_end "
    "device_total_without_atomics everyone_writes_the_total flag_without_a_fence guard_off_by_one "
    "half_of_a_tile histogram_without_atomics index_of_the_wrong_type left_neighbour "
    "local_array_not_filled local_array_overrun local_array_partly_filled no_barrier no_guard "
    "off_by_one_in_shared reduction_without_barrier return_before_the_barrier "
    "row_and_column_mixed scan_without_second_barrier second_barrier_missing "
    "shared_accumulator_not_zeroed shared_never_written shared_too_small stride_past_the_end "
    "tile_reused_too_early tile_waits_for_the_block unsigned_neighbour warp_shuffle_is_no_barrier "
    "warp_without_syncwarp wrong_stride_of_a_matrix"
)
NOT_REPAIRED = (
    "barrier_behind_a_condition_of_a_thread barrier_in_a_device_function in_place_shift "
    "negative_offset_of_a_pointer pointer_past_the_row two_blocks_one_tile"
)
"""What no rule repairs, or none that leaves the kernel's work to it."""


def repaired(path: Path) -> Repairs:
    """What repairs the hazards of a file at its default size."""
    info = describe(path)
    size, block = info.default_size, info.default_block
    config = LaunchConfig(info.grid(size, block), block, info.shared_bytes(size))
    request = LaunchRequest(1, path, size, config, "emulator", find_device("t4"))
    result = EmulatorEngine().run(request, lambda told: None)
    return repair_operation(request, launch_faults(result.launches, result.correct, path))


@pytest.mark.slow
@pytest.mark.parametrize("name", REPAIRED.split())
def test_a_broken_kernel_of_the_corpus_is_repaired(name: str) -> None:
    found = repaired(BROKEN[name])

    assert None not in found.of_fault
    assert found.steps[-1].tried.hazards == 0
    assert found.text is not None
    assert "cuda." not in " ".join(step.message.text for step in found.steps)


@pytest.mark.slow
@pytest.mark.parametrize("name", NOT_REPAIRED.split())
def test_what_is_not_repaired_says_so(name: str) -> None:
    found = repaired(BROKEN[name])

    rows = [row for row, step in enumerate(found.of_fault) if step is None]
    assert rows
    assert all(found.why_not[row] is not None for row in rows)


HEAD = (
    "// gpuviz: n = 100\n// gpuviz: x = ramp(n)\n// gpuviz: y = zeros(n)\n// gpuviz: threads = n\n"
)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (
            "    y[i] = x[i];\n",
            "    if (i < n)\n        y[i] = x[i];\n",
            "Guard line 7: if i < n.",
        ),
        (
            "    if (i <= n)\n        y[i] = x[i];\n",
            "    if (i < n)\n        y[i] = x[i];\n",
            "Correct the condition of line 7: i < n.",
        ),
        (
            "    if (i < n)\n        y[i] = x[i] - x[i - 1];\n",
            "    if (i < n && i > 0)\n        y[i] = x[i] - x[i - 1];\n",
            "Ask for more in the condition of line 7: if i > 0.",
        ),
        (
            "    if (i < n)\n        y[0] += x[i];\n",
            "    if (i < n)\n        atomicAdd(&y[0], x[i]);\n",
            "atomicAdd(&y[0], x[i]) in line 8.",
        ),
        (
            "    __shared__ float s[256];\n    if (i < n) s[threadIdx.x] = x[i];\n"
            "    __syncthreads();\n    if (i < n) y[i] = s[threadIdx.x] + s[127];\n",
            "    __shared__ float s[256];\n    s[threadIdx.x] = i < n ? x[i] : 0;\n"
            "    __syncthreads();\n    if (i < n) y[i] = s[threadIdx.x] + s[127];\n",
            "Fill every element of s in line 8",
        ),
        (
            "    if (i < n) {\n        y[i] = x[i];\n        __syncthreads();\n"
            "        y[i] += 1;\n    }\n",
            "    if (i < n)\n        y[i] = x[i];\n    __syncthreads();\n"
            "    if (i < n)\n        y[i] += 1;\n",
            "Take the barrier of line 9 out of the if of line 7",
        ),
        (
            "    if (i >= n)\n        return;\n    y[i] = x[i];\n    __syncthreads();\n",
            "    if (i < n)\n        y[i] = x[i];\n    __syncthreads();\n",
            "Let no thread leave in line 7, before the barrier",
        ),
    ],
)
def test_the_edit_is_the_one_that_one_would_make(
    tmp_path: Path, before: str, after: str, words: str
) -> None:
    path = tmp_path / "k.cu"
    kernel = (
        "__global__ void k(const float* x, float* y, int n) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    )
    path.write_text(f"{HEAD}{kernel}{before}}}\n", encoding="utf-8")

    found = repaired(path)

    assert found.text == f"{HEAD}{kernel}{after}}}\n"
    assert words in found.steps[0].message.text


@pytest.mark.slow
def test_the_body_of_a_loop_gets_braces_with_its_barrier(tmp_path: Path) -> None:
    path = tmp_path / "sum.cu"
    text = dedent(
        """\
        // gpuviz: x = random(256)
        // gpuviz: total = zeros(1)
        // gpuviz: threads = 256
        __global__ void sum(const float* x, float* total) {
            __shared__ float part[256];
            int t = threadIdx.x;
            part[t] = x[t];
            __syncthreads();
            for (int k = 128; k > 0; k /= 2)
                if (t < k)
                    part[t] += part[t + k];
            if (t == 0)
                total[0] = part[0];
        }
        """
    )
    path.write_text(text, encoding="utf-8")

    found = repaired(path)

    wanted = (
        "    for (int k = 128; k > 0; k /= 2) {\n        if (t < k)\n"
        "            part[t] += part[t + k];\n        __syncthreads();\n    }\n"
    )
    assert found.text is not None
    assert wanted in found.text


@pytest.mark.slow
def test_line_ends_and_the_mark_of_utf_8_stay(tmp_path: Path) -> None:
    path = tmp_path / "k.cu"
    text = (
        f"{HEAD}__global__ void k(float* x, float* y, int n) {{\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    x[i] = 1;\n}\n"
    )
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())

    found = repaired(path)

    assert found.text is not None
    assert found.text.startswith("\ufeff")
    assert "    if (i < n)\r\n        x[i] = 1;\r\n" in found.text
    assert "\n" not in found.text.replace("\r\n", "")
