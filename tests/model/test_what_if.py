"""What a launch would take if something were otherwise, against launches that really are so."""

from __future__ import annotations

import functools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import WARP_SIZE, Dim3, LaunchConfig
from gpuviz.model.caches import WARM
from gpuviz.model.calibration import load_calibration
from gpuviz.model.predict import predict, predict_work
from gpuviz.model.regrouped import regrouped
from gpuviz.model.what_if import SAME_INSTRUCTIONS, SAME_THREADS, Change, WhatIf, what_if
from gpuviz.model.work import launch_work
from gpuviz.operation import find_operation
from gpuviz.trace import Prediction, Trace
from gpuviz.trace.blocks_on_sm import occupancy_of
from tests.helpers.launches import emulated

T4, H100 = find_device("t4"), find_device("h100_sxm")


@functools.cache
def launched(name: str, size: tuple[int, ...], block: Dim3) -> Trace:
    info = find_operation(name)
    config = LaunchConfig(info.grid(size, block), block)
    request = LaunchRequest(1, info.path, size, config, "emulator", T4)
    return EmulatorEngine().run(request, lambda share: None).trace


def told(answer: WhatIf) -> Prediction:
    assert answer.refused is None, answer.refused.text
    assert answer.prediction is not None
    return answer.prediction


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "old", "new"),
    [
        ("vector_add", (100_000,), Dim3(256), Dim3(64)),
        ("vector_add", (100_000,), Dim3(256), Dim3(1024)),
        ("matmul_naive", (96, 96, 96), Dim3(16, 16), Dim3(16, 4)),
        ("matmul_naive", (96, 96, 96), Dim3(16, 16), Dim3(16, 32)),
        ("matmul_naive", (96, 96, 96), Dim3(32, 8), Dim3(64, 2)),
        ("histogram", (30_000,), Dim3(256), Dim3(32)),
        ("relu", (50_000,), Dim3(32), Dim3(512)),
    ],
)
def test_threads_in_other_blocks_take_as_long_as_a_launch_with_such_blocks(
    name: str, size: tuple[int, ...], old: Dim3, new: Dim3
) -> None:
    answer = told(what_if(launched(name, size, old), T4, Change(block=new)))
    real = launched(name, size, new).prediction

    assert real is not None
    assert answer.kernel_s == pytest.approx(real.kernel_s, rel=0.02)
    assert answer.dram_bytes == pytest.approx(real.dram_bytes, rel=0.05)
    assert answer.blocks_per_sm == real.blocks_per_sm


@pytest.mark.slow
@given(st.sampled_from([32, 64, 96, 256, 512, 1024]), st.integers(1, 3000))
def test_other_blocks_leave_all_that_is_done_as_it_was(threads: int, size: int) -> None:
    trace = launched("vector_add", (size % 7 * 100 + 1,), Dim3(128))

    changed = regrouped(trace, Dim3(threads))

    assert trace.warp_counters is not None
    assert changed.warp_counters is not None
    for name in ("steps", "lanes", "requests", "units", "lines"):
        before, after = (getattr(t.warp_counters, name) for t in (trace, changed))
        assert after.shape[1] == changed.config.warps
        assert np.array_equal(before.sum(axis=1), after.sum(axis=1))


def test_a_warp_stands_where_its_threads_are_in_the_grid() -> None:
    """4 x 4 blocks of 32 x 8 threads: warp 0 of block (0, 1) is row 8 of the grid."""
    trace = launched("matrix_add", (32, 128), Dim3(32, 8))
    marked = np.zeros((len(trace.statements), trace.config.warps), np.uint32)
    marked[0, trace.config.grid.linear((1, 1, 0)) * 8] = 1
    assert trace.warp_counters is not None
    counters = replace(trace.warp_counters, steps=marked)

    changed = regrouped(replace(trace, warp_counters=counters), Dim3(64, 2))

    assert changed.warp_counters is not None
    [place] = np.flatnonzero(changed.warp_counters.steps[0])
    block, warp = divmod(int(place), changed.config.warps_per_block)
    assert changed.config.grid.index(block) == (0, 4, 0)  # 64 columns wide, 2 rows high
    assert changed.config.block.index(warp * WARP_SIZE) == (32, 0, 0)


def test_more_registers_leave_room_for_fewer_blocks() -> None:
    trace = launched("vector_add", (1 << 18,), Dim3(256))

    answer = what_if(trace, T4, Change(registers=128))
    same = predict(replace(trace, registers_per_thread=128), T4, 0, 0).prediction

    assert told(answer).kernel_s == same.kernel_s
    assert answer.occupancy is not None
    assert (answer.occupancy.blocks_per_sm, answer.occupancy.limited_by) == (2, ("registers",))
    assert answer.assumptions == (SAME_INSTRUCTIONS,)
    assert answer.factor == same.kernel_s / predict(trace, T4, 0, 0).prediction.kernel_s


def test_shared_memory_that_a_block_takes_leaves_room_for_fewer() -> None:
    answer = what_if(launched("vector_add", (1000,), Dim3(256)), T4, Change(shared=32 * 1024))

    assert answer.occupancy is not None
    assert (answer.occupancy.blocks_per_sm, answer.occupancy.limited_by) == (2, ("shared",))


def test_less_shared_memory_than_a_tile_needs_leaves_room_for_more() -> None:
    trace = emulated("matmul_tiled")
    many = replace(trace, shared_bytes=20_000)

    before, after = (what_if(many, T4, Change(shared=n)).occupancy for n in (20_000, 4_000))

    assert before is not None
    assert after is not None
    assert before == occupancy_of(many, T4)
    assert after.blocks_per_sm > before.blocks_per_sm


def test_another_device_is_what_the_model_says_of_it() -> None:
    trace = launched("vector_add", (1 << 18,), Dim3(256))

    answer = told(what_if(trace, T4, Change(device=H100)))
    same = predict(trace, H100, 0, 0).prediction

    assert answer.device_id == same.device_id
    assert (answer.kernel_s, answer.demands) == (same.kernel_s, same.demands)


def test_a_warm_cache_holds_the_arrays_that_fit() -> None:
    trace = launched("vector_add", (100_000,), Dim3(256))  # 1.2 MB

    answer = what_if(trace, T4, Change(l2="warm"))
    work = launch_work(trace, T4, l2_state="warm")
    same = predict_work(work, T4, 4, load_calibration()).prediction

    assert told(answer).dram_bytes == 0
    assert told(answer).kernel_s == same.kernel_s
    assert answer.factor is not None
    assert answer.factor < 1
    assert answer.assumptions == (WARM,)


def test_changes_go_together() -> None:
    trace = launched("vector_add", (1 << 18,), Dim3(256))

    answer = what_if(trace, T4, Change(registers=64, block=Dim3(128), device=H100))

    assert answer.occupancy is not None
    assert answer.occupancy.registers_per_thread == 64
    assert answer.occupancy.blocks_per_sm == 8  # 65 536 registers / (128 * 64)
    assert told(answer).device_id == "h100_sxm"
    assert answer.assumptions == (SAME_THREADS, SAME_INSTRUCTIONS)


def test_nothing_changed_takes_as_long() -> None:
    assert what_if(emulated("matmul_tiled"), T4, Change()).factor == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "change", "code"),
    [
        ("matmul_tiled", Change(block=Dim3(32, 8)), "model.block-cooperates"),
        ("sum_shared", Change(block=Dim3(128)), "model.block-cooperates"),
        ("softmax", Change(block=Dim3(128)), "model.block-cooperates"),
        ("vector_add", Change(block=Dim3(100)), "model.other-warps"),
        ("matmul_naive", Change(block=Dim3(256)), "model.other-warps"),
        ("matmul_naive", Change(block=Dim3(16, 3)), "model.other-warps"),
        ("vector_add", Change(block=Dim3(2048)), "launch.too-many-threads"),
        ("vector_add", Change(registers=256), "model.what-if-too-many-registers"),
        ("vector_add", Change(registers=255, block=Dim3(1024)), "model.does-not-fit"),
        ("vector_add", Change(shared=10**6), "launch.too-much-shared"),
    ],
)
def test_what_cannot_be_said_is_refused(name: str, change: Change, code: str) -> None:
    answer = what_if(emulated(name), T4, change)

    assert answer.refused is not None
    assert answer.refused.code == code
    assert (answer.prediction, answer.occupancy, answer.factor) == (None, None, None)


def test_a_kernel_with_a_row_for_each_block_has_to_be_launched() -> None:
    trace = emulated("vector_add")
    text = "@cuda.jit\ndef scale(x):\n    x[cuda.blockIdx.x, cuda.threadIdx.x] *= 2\n"
    rows = replace(trace, functions=(replace(trace.functions[0], text=text),))

    answer = what_if(rows, T4, Change(block=Dim3(64)))

    assert answer.refused is not None
    assert answer.refused.code == "model.block-numbers-work"


def test_a_launch_that_nobody_counted_is_refused() -> None:
    answer = what_if(replace(emulated("vector_add"), counters=None), T4, Change(registers=64))

    assert answer.refused is not None
    assert answer.refused.code == "model.what-if-uncounted"


def test_a_launch_too_large_to_count_by_warp_can_be_asked_too() -> None:
    trace = replace(launched("vector_add", (100_000,), Dim3(256)), warp_counters=None)

    answer = told(what_if(trace, T4, Change(block=Dim3(128))))

    assert answer.kernel_s == pytest.approx(predict(trace, T4, 0, 0).prediction.kernel_s, rel=0.05)


def test_the_launch_as_it_is_stays_as_it_was() -> None:
    trace = launched("vector_add", (1000,), Dim3(256))
    assert trace.steps is not None
    before = trace.config, trace.steps.block.copy(), trace.prediction

    what_if(trace, T4, Change(block=Dim3(64), registers=99, l2="warm"))

    assert trace.config == before[0]
    assert np.array_equal(trace.steps.block, before[1])
    assert trace.prediction == before[2]
