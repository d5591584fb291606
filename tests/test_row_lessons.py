"""Kernels that work on rows, a block for each: against SciPy, NumPy and published formulas."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import softmax

from tests.helpers.gallery_launches import counters, inputs_of, made_of

ROW_KERNELS = ["softmax", "layer_norm", "scan"]
# Softmax


@pytest.mark.slow
@pytest.mark.parametrize("block", [1, 10, 64, 256, 1024])
def test_softmax_is_scipys_in_blocks_shorter_and_longer_than_a_row(block: int) -> None:
    arguments = inputs_of("softmax", (5, 70))

    y = made_of("softmax", (5, 70), arguments, (block,))["y"]

    assert np.allclose(y, softmax(arguments["x"].astype(np.float64), axis=1), atol=1e-6)


def test_softmax_of_huge_numbers_is_that_of_their_differences() -> None:
    x = np.array([[1000, 1001, 1002], [-3e38, 0, 0]], np.float32)
    arguments = {"x": x, "y": np.zeros((2, 3), np.float32)}

    y = made_of("softmax", (2, 3), arguments)["y"]

    assert np.allclose(y, softmax(x.astype(np.float64), axis=1), atol=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("grid", [1, 2, 7])
@pytest.mark.parametrize("name", ROW_KERNELS)
def test_a_kernel_of_rows_is_right_with_any_grid(name: str, grid: int) -> None:
    arguments = inputs_of(name, (5, 20))

    y = made_of(name, (5, 20), arguments, (32,), grid)["y"]

    assert np.array_equal(y, made_of(name, (5, 20), arguments, (32,), 5)["y"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "barriers"), [("softmax", 2 * 8), ("layer_norm", 2 * 8), ("scan", 4 * (2 * 8 + 2))]
)
def test_a_block_meets_as_often_as_its_folds_need(name: str, barriers: int) -> None:
    rows = 3
    size = (rows, 1000) if name == "scan" else (rows, 100)

    assert counters(name, size).barriers == rows * barriers


# Layer norm


def test_layer_norm_is_that_of_the_published_formula() -> None:
    arguments = inputs_of("layer_norm", (7, 90))

    y = made_of("layer_norm", (7, 90), arguments)["y"]

    x = arguments["x"].astype(np.float64)
    mean, variance = x.mean(axis=1, keepdims=True), x.var(axis=1, keepdims=True)
    expected = (x - mean) / np.sqrt(variance + 1e-5) * arguments["gamma"] + arguments["beta"]
    assert np.allclose(y, expected, atol=1e-5)


def test_a_row_of_equal_numbers_becomes_beta() -> None:
    arguments = inputs_of("layer_norm", (2, 50)) | {"x": np.full((2, 50), 3, np.float32)}

    y = made_of("layer_norm", (2, 50), arguments)["y"]

    assert np.array_equal(y, np.stack([arguments["beta"]] * 2))


def test_around_a_thousand_the_deviation_is_right_where_squares_would_lose_it() -> None:
    rng = np.random.default_rng(0)
    x = (1000 + 0.1 * rng.standard_normal((1, 64))).astype(np.float32)
    plain = {"gamma": np.ones(64, np.float32), "beta": np.zeros(64, np.float32)}

    y = made_of("layer_norm", (1, 64), inputs_of("layer_norm", (1, 64)) | plain | {"x": x})["y"]

    true = x.astype(np.float64)
    expected = (true - true.mean()) / np.sqrt(true.var() + 1e-5)
    by_squares = (x * x).mean() - x.mean() ** 2  # in float32
    assert np.spacing(np.float32(1e6)) == 0.0625
    assert np.allclose(y, expected, atol=5e-3)
    assert by_squares != pytest.approx(true.var(), rel=0.5)


# Scan


@pytest.mark.slow
@pytest.mark.parametrize("block", [1, 7, 100, 256, 1024])
def test_a_scan_is_numpys_cumulative_sum_wherever_pieces_end(block: int) -> None:
    arguments = inputs_of("scan", (2, 1025))

    y = made_of("scan", (2, 1025), arguments, (block,))["y"]

    assert np.allclose(y, np.cumsum(arguments["x"], axis=1, dtype=np.float64), rtol=1e-6)


def test_a_scan_of_the_numbers_in_the_text_is_the_one_in_the_text() -> None:
    x = np.array([[3, 1, 4, 1]], np.float32)

    y = made_of("scan", (1, 4), {"x": x, "y": np.zeros_like(x)})["y"]

    assert y.tolist() == [[3, 4, 8, 9]]


def test_a_block_of_256_makes_1793_additions_in_8_rounds() -> None:
    distances = [1 << power for power in range(8)]

    assert distances[-1] < 256 <= 2 * distances[-1]
    assert sum(256 - distance for distance in distances) == 1793


def test_a_scan_has_no_bank_conflicts() -> None:
    assert counters("scan").bank_conflicts == 0
