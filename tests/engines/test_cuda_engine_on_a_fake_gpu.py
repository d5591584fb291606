"""The cuda engine from end to end on a fake GPU, whose clock only its work moves."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from gpuviz.device import occupancy
from gpuviz.engines.cuda_gpu import CudaEngine
from gpuviz.engines.probe import Probe
from gpuviz.engines.request import CONTEXT_LOST, GPU_LOST
from gpuviz.messages import GpuvizError, KernelFailed, Message, RequestRefused
from gpuviz.operation import find_operation
from gpuviz.operation.inputs import InputChoice
from gpuviz.trace import Times
from gpuviz.trace.file import load_trace, save_trace
from tests.engines.fake_gpu_engine import T4, install, launched, request
from tests.gpu.launch_checks import (
    assert_placed,
    assert_right,
    assert_timed,
    assert_timed_in_full,
    run,
)
from tests.helpers.fake_cuda import FakeGpu

KERNEL_SECONDS = 100e-6
ARRAY_BYTES = 100 * 4
RATE = 10e9  # of the fake's copies


class CUDAError(Exception):
    """Like cuda.core's."""


CUDAError.__module__ = "cuda.core._utils.cuda_utils"


def times_on(monkeypatch: pytest.MonkeyPatch, gpu: FakeGpu) -> Times:
    times = launched(monkeypatch, gpu).trace.times
    assert times is not None
    return times


def codes(messages: tuple[Message, ...]) -> list[str]:
    return [message.code for message in messages]


def test_what_holds_for_a_launch_on_a_real_gpu_holds_on_the_fake(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    result = launched(monkeypatch, FakeGpu())

    assert_right(result, find_operation("vector_add"))
    assert_placed(result, T4)
    assert_timed(result)
    assert result.trace.times is not None
    assert_timed_in_full(result.trace.times)
    assert result.trace.placement is not None
    assert result.trace.placement.sm.tolist() == [0, 1]


def test_kernel_and_copies_are_timed_apart_and_take_what_the_gpu_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = times_on(monkeypatch, FakeGpu())

    assert times.kernel_s == pytest.approx(KERNEL_SECONDS)
    assert times.h2d_s == pytest.approx(2 * ARRAY_BYTES / RATE)
    assert times.d2h_s == pytest.approx(ARRAY_BYTES / RATE)
    assert times.compile_s is not None
    assert times.launch_s is not None
    assert 0 < times.launch_s < 1


def test_page_locked_copies_stand_beside_ordinary_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    times = times_on(monkeypatch, FakeGpu())

    assert times.h2d_pinned_s == pytest.approx(ARRAY_BYTES / RATE)
    assert times.d2h_pinned_s == pytest.approx(ARRAY_BYTES / RATE / 2)


def test_the_kernel_is_timed_with_a_warm_and_with_a_cold_l2_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gpu = FakeGpu(cold_s=40e-6)

    result = launched(monkeypatch, gpu)

    times = result.trace.times
    assert times is not None
    assert times.kernel_s == pytest.approx(KERNEL_SECONDS)
    assert times.kernel_cold_s == pytest.approx(KERNEL_SECONDS + 40e-6)
    words = {note.code: note.text for note in result.trace.notes}
    assert "its L2 cache is warm" in words["cuda.timing"]
    assert words["cuda.cold"].endswith("holds other data a launch takes 140\u202fµs.")


def test_short_kernels_are_timed_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu = FakeGpu(kernel_s=lambda launch: 5e-6)

    times = times_on(monkeypatch, gpu)

    assert times.kernel_s == pytest.approx(5e-6)
    assert times.samples == 21
    assert gpu.launches > 21 * 50


def test_a_steady_gpu_disturbs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    times = times_on(monkeypatch, FakeGpu())

    assert times.disturbances == ()
    assert times.kernel_spread_s == pytest.approx(0, abs=1e-12)
    assert times.samples == 21


def test_samples_that_lie_apart_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu = FakeGpu(kernel_s=lambda launch: KERNEL_SECONDS * (1 + launch % 2))

    times = times_on(monkeypatch, gpu)

    assert codes(times.disturbances) == ["cuda.wide-spread"]
    assert times.kernel_spread_s == pytest.approx(KERNEL_SECONDS)


@pytest.mark.parametrize(
    ("mhz", "code", "said"),
    [
        ((1590, 1200), "cuda.clock-fell", "fell from 1590 to 1200 MHz"),
        ((1200, 1590), "cuda.clock-rose", "rose from 1200 to 1590 MHz"),
    ],
)
def test_a_clock_that_changes_while_it_is_measured_is_said(
    monkeypatch: pytest.MonkeyPatch, mhz: tuple[int, int], code: str, said: str
) -> None:
    gpu = FakeGpu(clock_hz=lambda reading: 1e6 * mhz[0 if reading == 1 else 1])

    disturbances = times_on(monkeypatch, gpu).disturbances

    assert codes(disturbances) == [code, "cuda.slow-clock"]
    assert said in disturbances[0].text


def test_arrays_with_gaps_are_copied_with_the_memory_around_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(monkeypatch, gpu := FakeGpu())
    sliced = (InputChoice(None, layout="sliced"),)

    plain = run(CudaEngine(), request())
    gapped = run(CudaEngine(), dataclasses.replace(request(), inputs=sliced))

    assert gapped.correct is True
    assert gapped.trace.outputs["c"].shape == (100,)
    assert plain.trace.times is not None
    assert gapped.trace.times is not None
    assert plain.trace.times.h2d_s is not None
    assert gapped.trace.times.h2d_s == pytest.approx(2 * plain.trace.times.h2d_s)
    assert gpu.allocated == 0


def test_another_occupancy_of_the_driver_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = occupancy(T4, 64, 26).blocks_per_sm

    same = launched(monkeypatch, FakeGpu(blocks_per_sm=ours))
    other = launched(monkeypatch, FakeGpu(blocks_per_sm=ours - 3))

    assert same.messages == ()
    assert codes(other.messages) == ["cuda.occupancy-differs"]
    assert f"holds {ours - 3} blocks of this launch, gpuviz computes {ours}" in (
        other.messages[0].text
    )


def test_the_gpus_memory_is_free_again_after_each_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu = FakeGpu()
    install(monkeypatch, gpu)

    for _ in range(3):
        run(CudaEngine(), request())
        assert gpu.allocated == 0

    assert gpu.flushed >= 6


def test_arrays_beyond_the_gpus_memory_are_refused_before_anything_is_allocated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gpu = FakeGpu(free_bytes=3 * ARRAY_BYTES - 1, fails={"allocate": AssertionError("allocated")})

    with pytest.raises(RequestRefused, match="choose a smaller size"):
        launched(monkeypatch, gpu)

    assert gpu.allocated == 0


def test_without_memory_for_other_data_there_is_no_cold_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = times_on(monkeypatch, FakeGpu(free_bytes=T4.l2_bytes))

    assert times.kernel_cold_s is None
    assert times.kernel_s is not None


def test_another_gpu_of_the_machine_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu = FakeGpu(clock_hz=lambda reading: 2.04e9, blocks_per_sm=24)

    result = launched(monkeypatch, gpu, number=1)

    assert gpu.selected == [1]
    assert result.trace.device_id == "l4"
    with pytest.raises(
        RequestRefused, match=r"There is no GPU 2 here: choose one of gpu:0 \(Tesla"
    ):
        launched(monkeypatch, gpu, number=2)


@pytest.mark.parametrize(
    ("fails", "kind", "code", "said"),
    [
        ("ILLEGAL_ADDRESS", KernelFailed, CONTEXT_LOST, "an index outside an array"),
        ("LAUNCH_TIMEOUT", RequestRefused, CONTEXT_LOST, "also draws this screen"),
        ("UNKNOWN", RequestRefused, GPU_LOST, "does not answer any more"),
        ("DEVICE_UNAVAILABLE", RequestRefused, GPU_LOST, "does not answer any more"),
        ("OUT_OF_MEMORY", RequestRefused, "cuda.out-of-memory", "choose a smaller size"),
    ],
)
@pytest.mark.parametrize("doing", ["launch", "synchronize"])
def test_what_goes_wrong_in_the_middle_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    doing: str,
    fails: str,
    kind: type[GpuvizError],
    code: str,
    said: str,
) -> None:
    gpu = FakeGpu(fails={doing: CUDAError(f"CUDA_ERROR_{fails}: some words")})

    with pytest.raises(kind, match=said) as failure:
        launched(monkeypatch, gpu)

    assert failure.value.message.code == code
    assert "\n" not in str(failure.value)


def test_no_gpu_is_refused_with_what_the_probe_says(monkeypatch: pytest.MonkeyPatch) -> None:
    old = Probe(False, T4, Message("probe.driver-too-old", "The driver is too old."))
    install(monkeypatch, FakeGpu(), old)

    with pytest.raises(RequestRefused, match="The driver is too old"):
        run(CudaEngine(), request())


def test_a_trace_saved_here_opens_anywhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    trace = launched(monkeypatch, FakeGpu()).trace
    save_trace(trace, tmp_path / "there.gpuviz")

    opened = load_trace(tmp_path / "there.gpuviz")

    assert opened.times == trace.times
    assert (opened.engine, opened.device_id, opened.registers_source) == ("cuda", "t4", "measured")
    assert opened.placement is not None
    assert trace.placement is not None
    np.testing.assert_array_equal(opened.placement.start_s, trace.placement.start_s)
    assert opened.functions[0].text == trace.functions[0].text
