"""The points of a sweep as a table."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from gpuviz.bench.points import SweepPoint
from gpuviz.bench.sweep_table import copies_s, csv_text, headings, row, with_copies_s
from gpuviz.engines.request import CpuTimes
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message
from gpuviz.trace import Times

CPU = CpuTimes(1, 1e-6, 2e-6, None, one_thread_spread_s=1e-8)
POINT = SweepPoint(
    0,
    (64, 32),
    LaunchConfig(Dim3(4, 2), Dim3(16, 16)),
    Times("measured", 1e-6, 2e-6, 3e-6, kernel_spread_s=1e-7, kernel_cold_s=4e-6),
    correct=True,
    cpu=CPU,
)


def cells(point: SweepPoint) -> dict[str, object]:
    return dict(zip(headings(("m", "n")), row(point), strict=True))


def test_each_figure_stands_under_its_own_heading() -> None:
    found = cells(POINT)

    assert (found["size_m"], found["size_n"]) == (64, 32)
    assert (found["block_x"], found["block_y"], found["block_z"]) == (16, 16, 1)
    assert (found["grid_x"], found["grid_y"], found["grid_z"]) == (4, 2, 1)
    assert (found["source"], found["h2d_s"], found["kernel_s"]) == ("measured", 1e-6, 2e-6)
    assert (found["d2h_s"], found["with_copies_s"]) == (3e-6, 6e-6)
    assert (found["kernel_spread_s"], found["kernel_cold_s"]) == (1e-7, 4e-6)
    assert (found["cpu_one_thread_s"], found["cpu_one_thread_spread_s"]) == (1e-6, 1e-8)
    assert (found["cpu_all_threads_s"], found["cpu_numpy_s"]) == (2e-6, None)
    assert (found["correct"], found["hazards"], found["note"]) == (True, 0, None)


def test_a_point_that_was_not_launched_has_its_reason_and_empty_cells() -> None:
    message = Message("test", "too large, by far")

    found = cells(SweepPoint(0, (64, 32), None, message=message))

    assert found["note"] == "too large, by far"
    known = {"size_m", "size_n", "note", "hazards"}
    assert all(value is None for name, value in found.items() if name not in known)


def test_what_disturbed_gpu_and_cpu_is_in_the_note() -> None:
    hot, busy = Message("test", "It was hot."), Message("test", "It was busy.")
    assert POINT.times is not None
    point = replace(
        POINT,
        times=replace(POINT.times, disturbances=(hot,)),
        cpu=replace(CPU, disturbances=(busy,)),
    )

    assert cells(point)["note"] == "It was hot. It was busy."


def test_any_reader_of_csv_reads_the_table_back() -> None:
    quoted = replace(POINT, message=Message("test", 'a "quoted", divided\nnote'))

    rows = list(csv.DictReader(io.StringIO(csv_text(("m", "n"), [POINT, quoted]))))

    assert len(rows) == 2
    assert float(rows[0]["kernel_s"]) == 2e-6
    assert rows[0]["cpu_numpy_s"] == ""
    assert rows[1]["note"] == 'a "quoted", divided\nnote'


@pytest.mark.parametrize(
    ("times", "copies", "total"),
    [
        (None, None, None),
        (Times("modelled", 1.0, 2.0, 4.0), 5.0, 7.0),
        (Times("modelled", None, 2.0, 4.0), None, None),
        (Times("modelled", 1.0, 2.0, None), None, None),
        (Times("modelled", 1.0, None, 4.0), 5.0, None),
        (Times("modelled", 0.0, 2.0, 0.0), 0.0, 2.0),
    ],
)
def test_a_sum_with_an_unknown_part_is_unknown(
    times: Times | None, copies: float | None, total: float | None
) -> None:
    assert (copies_s(times), with_copies_s(times)) == (copies, total)
