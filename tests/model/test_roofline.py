"""Rooflines against figures of data sheets, and points by hand."""

from __future__ import annotations

import pytest

from gpuviz.device import find_device
from gpuviz.model.calibration import Calibration
from gpuviz.model.predict import predict_work
from gpuviz.model.roofline import roofline, roofline_point
from tests.model.works import work


@pytest.mark.parametrize(
    ("device", "dram", "fp32", "fp64"),
    [
        ("t4", 0.82 * 320e9, 8.1e12, 0.254e12),  # NVIDIA T4 data sheet: 8.1 TFLOPS
        ("a100_sxm_80", 0.84 * 2039e9, 19.5e12, 9.7e12),  # NVIDIA A100 data sheet
        ("h200_sxm", 0.84 * 4800e9, 67e12, 34e12),  # NVIDIA H200 data sheet
        ("rtx4090", 0.88 * 1008e9, 82.6e12, 1.29e12),  # NVIDIA Ada whitepaper
    ],
)
def test_roofs_are_those_of_the_data_sheet(
    device: str, dram: float, fp32: float, fp64: float
) -> None:
    roofs = {roof.name: roof.rate for roof in roofline(find_device(device), Calibration())}

    assert roofs["dram"] == pytest.approx(dram, rel=0.01)
    assert roofs["fp32"] == pytest.approx(fp32, rel=0.01)
    assert roofs["fp64"] == pytest.approx(fp64, rel=0.02)


def test_the_roof_of_l2_is_above_that_of_dram() -> None:
    dram, l2, *_ = roofline(find_device("h200_sxm"), Calibration())

    assert (dram.name, l2.name) == ("dram", "l2")
    assert l2.rate == pytest.approx(132 * 1.98e9 * 36)


def test_memory_roofs_slope_and_arithmetic_roofs_are_flat() -> None:
    dram, _, fp32, _ = roofline(find_device("t4"), Calibration(dram_share=1.0))

    assert dram.operations_per_second(2.0) == pytest.approx(640.2e9)
    assert fp32.operations_per_second(2.0) == fp32.operations_per_second(200.0)


def test_a_point_is_what_is_done_a_byte_and_a_second() -> None:
    device = find_device("t4")
    asked = work(1, flops=3e6, dram_bytes=12e6)
    prediction = predict_work(asked, device, 4, Calibration()).prediction

    point = roofline_point(prediction)

    assert point.intensity == 0.25
    assert point.operations_per_second == pytest.approx(3e6 / prediction.kernel_s)
    assert point.limiter == "dram"
    assert roofline_point(prediction, 1e-3).operations_per_second == pytest.approx(3e9)


def test_a_launch_that_moves_nothing_has_no_intensity() -> None:
    prediction = predict_work(work(1, flops=8), find_device("t4"), 4, Calibration()).prediction

    assert roofline_point(prediction).intensity is None
