"""Times as bars: what is measured, what is modelled, what is not there."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.engines.request import CpuTimes
from gpuviz.trace import Times
from gpuviz.ui.timing.bars import RunTimes, bars_of, decades

MODELLED = Times("modelled", h2d_s=2e-6, kernel_s=2.6e-6, d2h_s=1e-6, note="lower bound")
CPU = CpuTimes(1, 9e-7, 2.1e-5, None)
RUN = RunTimes(1, "k.py", "Vector add", (1000,), "T4", MODELLED, CPU)


def test_cpu_times_are_measured_and_gpu_times_of_a_model_say_so() -> None:
    bars = {bar.label: bar for bar in bars_of(RUN)}

    assert not bars["CPU, 1 thread"].modelled
    assert bars["GPU, kernel"].modelled
    assert bars["GPU, kernel"].words.endswith("modelled, lower bound")


def test_with_copies_is_the_sum_of_both_copies_and_the_kernel() -> None:
    (copies,) = [bar for bar in bars_of(RUN) if bar.label == "GPU with copies"]

    assert copies.seconds is not None
    assert abs(copies.seconds - 5.6e-6) < 1e-12


def test_measured_gpu_times_are_solid_and_have_no_qualifier() -> None:
    measured = replace(RUN, gpu=replace(MODELLED, source="measured", note=""))

    kernel = bars_of(measured)[3]

    assert not kernel.modelled
    assert kernel.words == "2.6\u202fµs"


def test_a_device_that_shares_memory_with_the_cpu_has_no_bar_of_copies() -> None:
    shared = replace(RUN, gpu=replace(MODELLED, h2d_s=None, d2h_s=None))

    assert [bar.label for bar in bars_of(shared)][-1] == "GPU, kernel"


def test_a_twin_without_a_time_has_words_and_no_bar() -> None:
    numpy = bars_of(RUN)[2]

    assert numpy.seconds is None
    assert "no such twin" in numpy.words


def test_before_the_twins_are_timed_their_rows_say_so() -> None:
    assert bars_of(replace(RUN, cpu=None))[0].words == "measuring …"


def test_a_recording_has_no_rows_for_the_cpu() -> None:
    recording = replace(RUN, cpu=None, expects_cpu=False)

    assert [bar.label for bar in bars_of(recording)] == ["GPU, kernel", "GPU with copies"]


def test_the_scale_holds_every_bar_and_leaves_room_under_the_shortest() -> None:
    low, high = decades([RUN])

    assert 10.0**low < 9e-7
    assert 10.0**high >= 2.1e-5


def test_without_a_run_there_is_still_a_scale() -> None:
    low, high = decades([])

    assert low < high
