"""Pipelines on several GPUs: each array lies on one, and each works by itself."""

from __future__ import annotations

import gc
from pathlib import Path

import numpy as np
import pytest

from gpuviz import cuda
from gpuviz.cuda.errors import CudaSupportError
from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.device import find_device
from tests.helpers.pipelines import HEAD, ran, written

TWO = HEAD.replace("OUTPUTS", 'DEVICES = "2"\nOUTPUTS').replace("4 * x", "2 * x")
HALVES = """def pipeline(x, y):
    parts = []
    for number in range(len(cuda.gpus)):
        with cuda.gpus[number]:
            parts.append(cuda.to_device(x[50 * number : 50 * number + 50]))
    for number, part in enumerate(parts):
        cuda.select_device(number)
        double[2, 32](part)
    for number, part in enumerate(parts):
        part.copy_to_host(y[50 * number : 50 * number + 50])
"""
ELSEWHERE = """def pipeline(x, y):
    with cuda.gpus[1]:
        on_other = cuda.to_device(x)
    double[4, 32](on_other)
"""
BETWEEN = """def pipeline(x, y):
    with cuda.gpus[1]:
        on_other = cuda.to_device(x)
    here = cuda.device_array_like(on_other)
    here.copy_to_device(on_other)
    double[4, 32](here)
    here.copy_to_host(y)
"""


@pytest.mark.slow
def test_halves_on_two_gpus_are_launched_side_by_side(tmp_path: Path) -> None:
    result = ran(written(tmp_path, TWO + HALVES))

    assert result.correct is True
    assert [event.device for event in result.events] == [0, 1, 0, 1, 0, 1]
    first, second = (event for event in result.events if event.kind == "kernel")
    assert second.start_s < first.end_s


def test_an_array_of_another_gpu_is_refused_in_words(tmp_path: Path) -> None:
    result = ran(written(tmp_path, TWO + ELSEWHERE))

    assert result.failure is not None
    words = result.failure.message.text
    assert "Launch 1 of small, double" in words
    assert "launched on GPU 0, but its argument x lies on GPU 1" in words
    assert "CUDA_ERROR_ILLEGAL_ADDRESS" in words


def test_a_copy_from_gpu_to_gpu_is_an_event_of_the_one_that_gets_it(tmp_path: Path) -> None:
    result = ran(written(tmp_path, TWO + BETWEEN))

    assert result.correct is True
    copied = result.events[1]
    assert (copied.kind, copied.device, copied.nbytes) == ("d2d", 0, 400)


def test_a_recording_may_say_how_many_gpus_there_are() -> None:
    with open_recording(Recording(find_device("t4"), gpus=3)):
        assert [gpu.id for gpu in cuda.gpus] == [0, 1, 2]
        with cuda.gpus[2] as chosen:
            assert cuda.get_current_device() is chosen
            with cuda.gpus[1]:
                assert cuda.current_context().device.id == 1
            assert cuda.gpus.current.id == 2
        assert cuda.gpus.current.id == 0
        assert cuda.select_device(1) is cuda.gpus[1]

    assert len(cuda.gpus) == 1
    assert cuda.get_current_device().id == 0


def test_a_gpu_that_is_not_there_is_said_with_those_that_are() -> None:
    with (
        open_recording(Recording(find_device("t4"), gpus=2)),
        pytest.raises(CudaSupportError, match="2 GPUs are emulated, number 0 to 1"),
    ):
        cuda.select_device(2)


def test_each_gpu_has_memory_of_its_own() -> None:
    gc.collect()  # arrays of what failed before are still held by its error
    with open_recording(Recording(find_device("t4"), gpus=2)):
        before = cuda.current_context(0).get_memory_info().free
        with cuda.gpus[1]:
            held = cuda.to_device(np.zeros(1000, np.uint8))
            other = cuda.current_context().get_memory_info()

        assert other.total - other.free == held.nbytes
        assert cuda.current_context(0).get_memory_info().free == before
