"""What tensor cores reach: said of the devices whose papers say it, apart from the model."""

from __future__ import annotations

import pytest

from gpuviz.device import find_device, load_devices
from gpuviz.lesson import lesson_files
from gpuviz.model.tensor_peaks import TensorPeaks, tensor_peaks
from gpuviz.scene.devices.facts import facts_of
from gpuviz.scene.numbers import THIN_SPACE


def said(device_id: str) -> dict[str, str]:
    """The facts of the device itself by their labels."""
    return {fact.label: fact.value for fact in facts_of(find_device(device_id))[0].facts}


def test_peaks_are_of_devices_that_are_there_and_name_their_source() -> None:
    assert set(tensor_peaks()) <= set(load_devices())
    assert all(peaks.source for peaks in tensor_peaks().values())


@pytest.mark.parametrize(("device_id", "peaks"), tensor_peaks().items())
def test_fewer_bits_are_no_slower_and_float32_without_tensor_cores_is_no_faster(
    device_id: str, peaks: TensorPeaks
) -> None:
    known = [peak for peak in (peaks.tf32, peaks.fp16, peaks.fp8) if peak is not None]

    assert known == sorted(known)
    assert 1.01 * known[0] * 1e12 > find_device(device_id).fp32_flops  # both are rounded


@pytest.mark.parametrize("peaks", tensor_peaks().values())
def test_what_is_reached_is_a_range_with_a_source(peaks: TensorPeaks) -> None:
    for least, most in (peaks.reached, peaks.reached_fp32):
        assert 0 < least < most <= 1.2
    assert peaks.reached_fp32[1] <= 1
    assert "A: " in peaks.reached_source


def test_a_device_says_what_its_tensor_cores_reach_and_that_its_float32_peak_has_none() -> None:
    facts = said("b200")

    assert "no tensor cores" in facts["float32 peak"]
    assert facts["tensor cores, TF32"] == f"1{THIN_SPACE}100{THIN_SPACE}TFLOP/s"
    assert facts["tensor cores, FP16"] == f"2{THIN_SPACE}250{THIN_SPACE}TFLOP/s"
    assert facts["tensor cores, FP8"] == f"4{THIN_SPACE}500{THIN_SPACE}TFLOP/s"


def test_a_type_or_a_device_without_tensor_cores_has_no_row() -> None:
    assert "tensor cores, FP8" not in said("t4")
    assert not [label for label in said("gtx1060_6gb") if label.startswith("tensor")]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_lesson_19_has_the_figures_of_the_window(language: str) -> None:
    (lesson,) = (path for path in lesson_files(language) if path.name.startswith("19"))
    text = lesson.read_text(encoding="utf-8")

    for device_id in ("b200", "rtx5090"):
        peaks = tensor_peaks()[device_id]
        for tera in (peaks.tf32, peaks.fp16, peaks.fp8):
            assert tera is not None
            assert str(round(tera)) in text
