"""A library's product as the model sees it, against products that were measured."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.device import find_device, load_devices
from gpuviz.model.calibration import Calibration
from gpuviz.model.tensor_product import (
    PRODUCT_TYPES,
    ProductTime,
    ProductType,
    product_time,
)

H100, T4 = find_device("h100_sxm"), find_device("t4")
NO_LAUNCH = Calibration(launch_seconds=0.0)

MEASURED: dict[tuple[str, ProductType], dict[int, float]] = {
    ("h100_sxm", "fp32"): {2048: 49.58, 4096: 51.88, 8192: 51.81, 10240: 49.61},
    ("h100_sxm", "tf32"): {2048: 334.99, 4096: 402.15, 8192: 372.05, 10240: 376.66},
    ("h100_sxm", "fp16"): {2048: 645.12, 4096: 760.04, 8192: 736.19, 10240: 668.42},
    ("h100_sxm", "bf16"): {2048: 676.59, 4096: 788.72, 8192: 797.51, 10240: 719.72},
    ("rtx5090", "fp32"): {2048: 69.16, 4096: 65.03, 8192: 66.34, 10240: 65.22},
    ("rtx5090", "fp16"): {2048: 174.04, 4096: 218.79, 8192: 224.41},
    ("rtx5090", "bf16"): {2048: 173.87, 4096: 183.71, 8192: 236.03, 10240: 235.27},
}
"""TFLOP/s of PyTorch by side of a square product: github.com/zzc0721/torch-performance-test-data,
issue 79 (H100 80GB HBM3) and pull request 15 (RTX 5090)."""


def time_of(
    shape: tuple[int, int, int], kind: ProductType, device_id: str = "h100_sxm"
) -> ProductTime:
    found = product_time(shape, kind, find_device(device_id))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("device_id", "kind", "side", "tera"),
    [(*key, side, tera) for key, sides in MEASURED.items() for side, tera in sides.items()],
)
def test_what_was_measured_lies_in_the_range(
    device_id: str, kind: ProductType, side: int, tera: float
) -> None:
    found = time_of((side, side, side), kind, device_id)

    assert found.fastest_s <= 2 * side**3 / (tera * 1e12) <= found.slowest_s
    assert found.slowest_s < 2 * found.fastest_s


def test_a_large_product_takes_its_operations_at_the_share_of_the_peak_that_is_reached() -> None:
    """8192**3 on an H100: 4096 tiles in 32 rounds of 132 SMs, 0.65 to 0.85 of 989.4 TFLOP/s."""
    found = product_time((8192, 8192, 8192), "fp16", H100, NO_LAUNCH)

    assert found is not None
    assert found.fastest_s == pytest.approx(2 * 8192**3 / (0.85 * 989.4e12))
    assert found.slowest_s == pytest.approx(2 * 128 * 128 * 8192 * 32 * 132 / (0.65 * 989.4e12))
    assert found.limiter == "arithmetic"


def test_a_vector_times_a_matrix_waits_for_the_matrix() -> None:
    """4096 x 4096 numbers of 2 bytes through 3350 GB/s, of which reading reaches 0.84."""
    found = product_time((1, 4096, 4096), "fp16", H100, NO_LAUNCH)

    assert found is not None
    assert found.limiter == "dram"
    assert found.fastest_s == pytest.approx(2 * 4096 * 4096 / (H100.mem_bw_gbs * 1e9), rel=0.01)
    assert found.slowest_s == pytest.approx(found.fastest_s / 0.84, rel=0.01)


def test_a_tiny_product_is_a_launch() -> None:
    found = time_of((16, 16, 16), "fp16")

    assert found.limiter == "launch"
    assert found.slowest_s < 1.1 * Calibration().launch_seconds


@pytest.mark.parametrize(
    ("device_id", "kinds"),
    [
        ("gtx1060_6gb", {"fp32"}),
        ("t4", {"fp32", "fp16"}),  # Turing has tensor cores, but not for bfloat16
        ("a100_sxm_80", {"fp32", "tf32", "fp16", "bf16"}),
        ("h100_sxm", set(PRODUCT_TYPES)),
    ],
)
def test_a_gpu_has_tensor_cores_for_some_types(device_id: str, kinds: set[str]) -> None:
    device = find_device(device_id)

    known = {kind for kind in PRODUCT_TYPES if product_time((512, 512, 512), kind, device)}

    assert known == kinds


@given(
    st.tuples(*[st.integers(1, 5000)] * 3),
    st.sampled_from(PRODUCT_TYPES),
    st.sampled_from(sorted(load_devices())),
)
def test_more_to_multiply_never_takes_less_and_ranges_are_ranges(
    shape: tuple[int, int, int], kind: ProductType, device_id: str
) -> None:
    device, (m, n, k) = find_device(device_id), shape
    found, longer = (product_time(one, kind, device) for one in (shape, (m, n, 2 * k)))

    if found is None or longer is None:
        assert found is longer
        return
    assert Calibration().launch_seconds < found.fastest_s <= found.slowest_s
    assert longer.fastest_s >= found.fastest_s
    assert longer.slowest_s >= found.slowest_s


def test_tensor_cores_are_faster_than_float32_without_them() -> None:
    fp32, tf32, fp16, fp8 = (
        time_of((4096, 4096, 4096), kind) for kind in ("fp32", "tf32", "fp16", "fp8")
    )

    assert fp32.fastest_s > tf32.slowest_s > fp16.slowest_s > fp8.slowest_s
