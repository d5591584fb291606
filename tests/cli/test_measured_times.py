"""What `run` says of times that were measured on a GPU."""

from __future__ import annotations

import dataclasses

import pytest

from gpuviz.cli.report import RunReport, run_object
from gpuviz.cli.summary import run_summary
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import CpuTimes
from gpuviz.messages import Message
from gpuviz.operation import find_operation
from gpuviz.trace import Times
from tests.gpu.launch_checks import request_for, run

HOT = Message("cuda.clock-fell", "The GPU's clock fell.")
TIMES = Times(
    "measured",
    h2d_s=2e-5,
    kernel_s=4e-6,
    d2h_s=1e-5,
    compile_s=0.2,
    note="median of 21",
    launch_s=9e-6,
    kernel_cold_s=6e-6,
    h2d_pinned_s=1.5e-5,
    d2h_pinned_s=8e-6,
    kernel_spread_s=1e-7,
    h2d_spread_s=2e-7,
    d2h_spread_s=3e-7,
    samples=21,
    disturbances=(HOT,),
)


@pytest.fixture(scope="module")
def report() -> RunReport:
    request = request_for(("vector_add", (100,), (64,)), "emulator")
    result = run(EmulatorEngine(), request)
    trace = dataclasses.replace(result.trace, engine="cuda", times=TIMES)
    return RunReport(
        find_operation("vector_add"),
        dataclasses.replace(request, engine="cuda"),
        dataclasses.replace(result, launches=(trace,)),
        CpuTimes(1, None, None, None),
    )


@pytest.mark.parametrize(
    ("label", "figure"),
    [
        ("GPU kernel", "4.0 µs  measured, spread 100 ns, median of 21"),
        ("with a cold L2", "6.0 µs"),
        ("from pinned memory", "15 µs"),
        ("to pinned memory", "8.0 µs"),
        ("queueing in Python", "9.0 µs"),
        ("copy to GPU", "20 µs  measured, spread 200 ns"),
        ("modelled", "what limits the kernel"),
        ("disturbed", "The GPU's clock fell."),
    ],
)
def test_the_text_has_all_that_was_measured(report: RunReport, label: str, figure: str) -> None:
    line = next(line for line in run_summary(report).splitlines() if line.startswith(label))

    assert figure in line.replace("\u202f", " ")


def test_only_the_kernel_is_said_to_be_a_median_of_its_samples(report: RunReport) -> None:
    lines = [line for line in run_summary(report).splitlines() if "median of" in line]

    assert [line.split("  ")[0] for line in lines] == ["GPU kernel"]


def test_the_json_has_all_that_was_measured(report: RunReport) -> None:
    time = run_object(report)["time"]

    assert isinstance(time, dict)
    for name in dataclasses.asdict(TIMES).keys() - {"note", "band", "disturbances"}:
        assert time[name] == getattr(TIMES, name)
    assert time["disturbances"] == (HOT,)
