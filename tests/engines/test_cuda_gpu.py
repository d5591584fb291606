"""The cuda engine's judgement, without a GPU: what it says of measurements and of failures."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError, UnsupportedBytecodeError
from numba.cuda.cudadrv.error import CudaDriverError, CudaSupportError

from gpuviz.device import find_device
from gpuviz.engines.cuda_gpu import CudaEngine
from gpuviz.engines.cuda_gpu.clocks import Sampled
from gpuviz.engines.cuda_gpu.failures import explained
from gpuviz.engines.cuda_gpu.findings import GpuFindings
from gpuviz.engines.cuda_gpu.launching import Measured, Recorded
from gpuviz.engines.cuda_gpu.loading import LoadedKernel
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.host import load_operation
from gpuviz.engines.probe import probe
from gpuviz.engines.request import CONTEXT_LOST, LaunchResult
from gpuviz.engines.thread_records import EMPTY, TIMED_FIELDS, ThreadRecords
from gpuviz.messages import (
    GpuvizError,
    KernelFailed,
    Message,
    NotSupportedError,
    RequestRefused,
)
from gpuviz.trace import Times
from tests.engines.fake_gpu_engine import records
from tests.gpu.launch_checks import request_for, run

CASE = ("vector_add", (100,), (64,))
H200 = find_device("h200_sxm")
MEASURED = Times("measured", h2d_s=1e-5, kernel_s=4e-6, d2h_s=1e-5, compile_s=0.2)


@pytest.mark.skipif(probe().worth_trying, reason="this machine has a GPU")
def test_without_a_gpu_the_engine_refuses_in_words() -> None:
    with pytest.raises(RequestRefused, match="emulator is used"):
        run(CudaEngine(), request_for(CASE, "cuda"))


def perfect_records() -> ThreadRecords:
    """What 2 blocks of 64 threads record when block b runs on SM b."""
    config = request_for(CASE, "cuda").config
    assert config is not None
    return ThreadRecords(records(), tuple(TIMED_FIELDS), config, threads_per_record=1)


def findings(**changed: Any) -> GpuFindings:
    """What the engine has in hand after a launch where all went well, or `changed` from it."""
    request = dataclasses.replace(request_for(CASE, "cuda"), device=H200)
    assert request.config is not None
    loaded = load_operation(request.operation)
    arguments = loaded.arguments(request.size, request.seed)
    outputs = loaded.reference(arguments)
    emulated = run(EmulatorEngine(), dataclasses.replace(request, engine="emulator"))
    good = GpuFindings(
        loaded=loaded,
        request=request,
        config=request.config,
        arguments=arguments,
        measured=Measured(
            outputs, MEASURED, Sampled(4e-6, 1e-7, 21, 100), LoadedKernel(26, 0, 0, 32)
        ),
        recorded=Recorded(outputs, perfect_records(), 6e-6),
        emulated=emulated,
    )
    return dataclasses.replace(good, **changed)


def codes(result: LaunchResult) -> list[str]:
    return [message.code for message in result.messages]


def test_a_good_launch_joins_measured_times_with_emulated_steps() -> None:
    result = findings().result()
    trace = result.trace

    assert result.correct is True
    assert result.messages == ()
    assert (trace.engine, trace.device_id, trace.times) == ("cuda", "h200_sxm", MEASURED)
    assert (trace.registers_per_thread, trace.registers_source) == (26, "measured")
    assert trace.placement is not None
    assert (trace.placement.source, trace.placement.sm.tolist()) == ("measured", [0, 1])
    assert trace.steps is not None
    assert trace.counters is not None
    notes = {note.code: note.text for note in trace.notes}
    assert "median of 21 samples" in notes["cuda.timing"]
    assert "the mean of 100 launches" in notes["cuda.batches"]
    assert "1.50 times as long" in notes["cuda.recording"]
    assert "emulated" in notes["cuda.emulated"]


def test_a_wrong_result_is_wrong_and_the_emulator_is_said_to_differ() -> None:
    good = findings()
    wrong = {"c": good.measured.outputs["c"] + 1}
    measured = dataclasses.replace(good.measured, outputs=wrong)

    result = dataclasses.replace(good, measured=measured).result()

    assert result.correct is False
    assert result.max_abs_error == pytest.approx(1)
    assert codes(result) == ["cuda.outputs-differ", "cuda.outputs-differ"]
    assert "The emulator computed another result" in result.messages[1].text
    np.testing.assert_array_equal(result.trace.outputs["c"], wrong["c"])


def test_a_thread_that_recorded_nothing_is_told_and_no_placement_is_shown() -> None:
    records = perfect_records()
    records.values[:, 70] = EMPTY
    good = findings()

    recorded = Recorded(good.measured.outputs, records, 6e-6)
    result = dataclasses.replace(good, recorded=recorded).result()

    assert codes(result) == ["records.mapping-differs"]
    assert "thread 6 of block 1 is missing" in result.messages[0].text
    assert result.trace.placement is None


def test_without_a_record_the_launch_is_still_measured() -> None:
    result = findings(recorded=Message("cuda.out-of-resources", "no room")).result()

    assert codes(result) == ["cuda.out-of-resources"]
    assert result.trace.times == MEASURED
    assert result.trace.placement is None


def test_without_the_emulator_there_are_no_steps_but_all_that_was_measured() -> None:
    result = findings(emulated=Message("cuda.not-emulated", "too large")).result()
    trace = result.trace

    assert codes(result) == ["cuda.not-emulated"]
    assert (trace.steps, trace.counters) == (None, None)
    assert trace.functions[0].text.startswith("@cuda.jit")
    assert [array.name for array in trace.arrays] == ["a", "b", "c"]
    assert trace.placement is not None


class CUDAError(Exception):
    """Like cuda.core's."""


CUDAError.__module__ = "cuda.core._utils.cuda_utils"


@pytest.mark.parametrize(
    ("raised", "kind", "said"),
    [
        (
            CudaDriverError("[2] Call to cuMemAlloc results in CUDA_ERROR_OUT_OF_MEMORY"),
            RequestRefused,
            "choose a smaller size",
        ),
        (
            CUDAError("CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES: too many resources requested"),
            RequestRefused,
            "for a block of 512 threads of my_kernel",
        ),
        (CudaSupportError("no driver"), RequestRefused, "no driver"),
        (
            CUDAError("CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access"),
            KernelFailed,
            "Run it with the engine emulator",
        ),
        (TypingError("Unknown attribute 'foo'"), NotSupportedError, "Unknown attribute 'foo'"),
        (UnsupportedBytecodeError("IMPORT_NAME"), NotSupportedError, "IMPORT_NAME"),
    ],
)
def test_what_the_driver_and_numba_raise_is_explained(
    raised: Exception, kind: type[GpuvizError], said: str
) -> None:
    with pytest.raises(kind, match=said), explained("my_kernel", 512):
        raise raised


def test_only_a_failure_that_loses_the_gpu_has_the_code_for_it() -> None:
    with pytest.raises(KernelFailed) as failure, explained("my_kernel", 32):
        raise CudaDriverError("[719] Call to cuStreamSynchronize: CUDA_ERROR_LAUNCH_FAILED")

    assert failure.value.message.code == CONTEXT_LOST


def test_a_bug_of_ours_stays_a_bug() -> None:
    with pytest.raises(ZeroDivisionError), explained("my_kernel", 32):
        raise ZeroDivisionError
