"""The cuda engine on a real GPU: every gallery operation, its times, its records, its failures."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gpuviz.device import Device, occupancy
from gpuviz.engines.probe import Probe
from gpuviz.engines.request import Engine, LaunchRequest, LaunchResult
from gpuviz.messages import RequestRefused
from gpuviz.operation import find_operation
from tests.gpu.launch_checks import (
    LARGE_CASES,
    Case,
    assert_placed,
    assert_right,
    assert_timed,
    assert_timed_in_full,
    case_name,
    request_for,
    run,
    small_cases,
)

pytestmark = pytest.mark.gpu

CHECKOUT = Path(__file__).parents[2]

OUT_OF_BOUNDS = '''"""Far outside: writes where no array is."""
import numpy as np
from numba import cuda

SIZES = {"n": 32}
BLOCK = (32,)
THREADS = ("n",)
OUTPUTS = ("c",)


@cuda.jit
def far_outside(c):
    c[cuda.grid(1) + 1_000_000_000_000] = 1


def inputs(n, seed):
    return {"c": np.zeros(n, np.float32)}


def numpy_twin(c):
    c[:] = 1
'''

RUN_FAR_OUTSIDE = """
import sys
from dataclasses import replace
from pathlib import Path
from tests.gpu.launch_checks import request_for, run
from gpuviz.engines.cuda_gpu import CudaEngine
from gpuviz.messages import KernelFailed
request = replace(request_for(("vector_add", (32,), (32,)), "cuda"), operation=Path(sys.argv[1]))
try:
    run(CudaEngine(), request)
except KernelFailed as failure:
    print(failure.message.code)
"""


def checked(engine: Engine, request: LaunchRequest, gpu: Device) -> LaunchResult:
    result = run(engine, request)
    assert_right(result, find_operation(request.operation.stem))
    assert_placed(result, gpu)
    assert_timed(result)
    return result


@pytest.mark.parametrize("case", small_cases(), ids=case_name)
def test_the_gpu_computes_what_numpy_computes_and_records_the_computed_mapping(
    engine: Engine, gpu: Device, case: Case
) -> None:
    checked(engine, request_for(case, "cuda"), gpu)


@pytest.mark.parametrize("case", LARGE_CASES, ids=case_name)
def test_large_launches_are_right_and_recorded_too(engine: Engine, gpu: Device, case: Case) -> None:
    result = checked(engine, request_for(case, "cuda"), gpu)

    assert result.trace.placement is not None
    assert result.trace.placement.source == "measured"


def test_the_trace_says_what_was_measured_and_what_was_emulated(
    engine: Engine, gpu: Device
) -> None:
    trace = checked(engine, request_for(("matmul_tiled", (64,), (16, 16)), "cuda"), gpu).trace

    assert trace.times is not None
    assert (trace.engine, trace.times.source, trace.registers_source) == (
        "cuda",
        "measured",
        "measured",
    )
    assert trace.steps is not None
    assert "cuda.emulated" in [note.code for note in trace.notes]
    assert trace.shared_bytes == 2 * 16 * 16 * 4
    assert 8 <= trace.registers_per_thread <= 255
    assert trace.times.compile_s is not None


def test_all_times_are_measured_and_the_driver_agrees_on_occupancy(
    engine: Engine, gpu: Device
) -> None:
    result = checked(engine, request_for(("vector_add", (1_000_003,), (256,)), "cuda"), gpu)
    times = result.trace.times
    assert times is not None

    assert_timed_in_full(times)
    assert times.launch_s is not None
    assert 1e-7 < times.launch_s < 1e-2
    assert "cuda.occupancy-differs" not in [message.code for message in result.messages]


def test_launches_leave_no_memory_behind(engine: Engine, gpu: Device) -> None:
    from numba import cuda

    request = request_for(("vector_add", (1_000_003,), (256,)), "cuda")
    run(engine, request)
    before = cuda.current_context().get_memory_info()[0]

    for _ in range(5):
        run(engine, request)

    assert cuda.current_context().get_memory_info()[0] >= before - gpu.l2_bytes


def test_every_gpu_of_the_machine_runs_launches(engine: Engine, found: Probe) -> None:
    for number, device in enumerate(found.devices):
        request = request_for(("vector_add", (1000,), (256,)), "cuda", device)

        result = run(engine, replace(request, gpu=number))

        assert result.correct is True
        assert result.trace.device_id == device.id


def test_a_full_gpu_uses_all_its_sms_and_no_sm_holds_more_blocks_than_fit(
    engine: Engine, gpu: Device
) -> None:
    result = checked(engine, request_for(("vector_add", (1_000_003,), (256,)), "cuda"), gpu)
    placement = result.trace.placement
    assert placement is not None
    most = occupancy(gpu, 256, result.trace.registers_per_thread).blocks_per_sm

    assert len(set(placement.sm.tolist())) == gpu.sm_count
    for sm in range(0, gpu.sm_count, 16):
        mine = placement.sm == sm
        starts, ends = placement.start_s[mine], placement.end_s[mine]
        together = ((starts <= starts[:, None]) & (ends > starts[:, None])).sum(axis=1)
        assert together.max(initial=0) <= most


def test_a_good_launch_follows_a_refused_one(engine: Engine, gpu: Device) -> None:
    good = request_for(("vector_add", (1000,), (256,)), "cuda")
    with pytest.raises(RequestRefused, match="1025"):
        run(engine, request_for(("vector_add", (5000,), (1025,)), "cuda"))

    checked(engine, good, gpu)


def test_a_kernel_that_kills_its_process_context_is_explained_and_the_next_process_works(
    engine: Engine, gpu: Device, tmp_path: Path
) -> None:
    kernel = tmp_path / "far_outside.py"
    kernel.write_text(OUT_OF_BOUNDS, encoding="utf-8")

    other = subprocess.run(
        [sys.executable, "-c", RUN_FAR_OUTSIDE, str(kernel)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert "cuda.context-lost" in other.stdout, other.stderr
    checked(engine, request_for(("vector_add", (1000,), (256,)), "cuda"), gpu)
