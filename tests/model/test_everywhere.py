"""One launch on every device: the model's own answers, and in words where a block does not fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gpuviz.device import find_device, load_devices
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.model.everywhere import on_device
from gpuviz.model.part import copied_by_launch, modelled_part
from gpuviz.model.predict import predict
from gpuviz.trace import Trace
from gpuviz.worker.jobs import ModelOnDevices
from tests.helpers.launches import emulated

COPIED = (8e6, 4e6)


@pytest.fixture(scope="module")
def trace() -> Trace:
    return emulated("vector_add", (100_000,))


def test_every_device_has_a_row_in_the_order_of_the_table(trace: Trace) -> None:
    shares: list[Any] = []

    rows = ModelOnDevices(trace, COPIED).run(shares.append)

    assert [row.device.id for row in rows] == list(load_devices())
    assert all(row.prediction is not None and row.refused is None for row in rows)
    assert shares[-1] == 1.0


@pytest.mark.parametrize("name", ["matmul_tiled", "histogram", "sum_shuffle", "transpose_naive"])
def test_the_part_of_a_trace_that_is_modelled_gives_the_same_as_all_of_it(name: str) -> None:
    whole, device = emulated(name), find_device("l4")

    part = modelled_part(whole)

    assert on_device(part, device, COPIED) == on_device(whole, device, COPIED)


def test_a_row_is_what_the_model_says_of_that_device_alone(trace: Trace) -> None:
    device = find_device("h200_sxm")

    row = on_device(trace, device, COPIED)

    assert row.prediction == predict(trace, device, *COPIED).prediction


def test_a_vector_addition_is_faster_where_memory_is_faster(trace: Trace) -> None:
    t4, h200 = (on_device(trace, find_device(name), COPIED) for name in ("t4", "h200_sxm"))

    assert t4.prediction is not None
    assert h200.prediction is not None
    assert h200.prediction.kernel_s < t4.prediction.kernel_s


@pytest.mark.parametrize(
    ("changed", "device_id", "words"),
    [
        ({"shared_bytes": 60_000}, "gtx1060_6gb", "more shared memory than it gives a block"),
        ({"registers_per_thread": 257}, "t4", "more registers than an SM of it has"),
        ({"config": LaunchConfig(Dim3(1), Dim3(2048))}, "t4", "2048 threads"),
        ({"config": LaunchConfig(Dim3(1, 70_000), Dim3(32))}, "t4", "grid.y is 70000"),
    ],
)
def test_a_launch_that_does_not_fit_says_why_and_has_no_times(
    trace: Trace, changed: dict[str, object], device_id: str, words: str
) -> None:
    row = on_device(replace(trace, **changed), find_device(device_id), COPIED)  # type: ignore[arg-type]

    assert row.prediction is None
    assert row.refused is not None
    assert words in row.refused.text


def test_what_is_copied_are_inputs_there_and_results_back(trace: Trace) -> None:
    assert copied_by_launch(trace) == (2 * 4 * 100_000, 4 * 100_000)


def test_a_result_that_held_something_before_is_copied_there_too(trace: Trace) -> None:
    before = {**trace.inputs, "c": np.ones(100_000, np.float32)}

    assert copied_by_launch(replace(trace, inputs=before))[0] == 3 * 4 * 100_000
