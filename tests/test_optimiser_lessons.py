"""Adam against its published formulas, and what its text and that of SGD promise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.helpers.gallery_launches import counters, inputs_of, made_of


def at_the_beginning(count: int) -> dict[str, Any]:
    zeros = {name: np.zeros(count, np.float32) for name in ("mean", "square")}
    return inputs_of("adam_step", (count,)) | zeros | {"step": np.int32(1)}


@pytest.mark.slow
def test_ten_steps_are_those_of_the_published_algorithm_in_float64() -> None:
    arguments = at_the_beginning(50)
    weights = arguments["weights"].astype(np.float64)
    first_moment, second_moment = np.zeros(50), np.zeros(50)
    rng = np.random.default_rng(1)

    for step in range(1, 11):
        gradient = rng.standard_normal(50, dtype=np.float32)
        arguments |= {"gradient": gradient, "step": np.int32(step)}
        arguments = made_of("adam_step", (50,), arguments)
        first_moment = 0.9 * first_moment + 0.1 * gradient
        second_moment = 0.999 * second_moment + 0.001 * gradient.astype(np.float64) ** 2
        unbiased = first_moment / (1 - 0.9**step), second_moment / (1 - 0.999**step)
        weights -= float(arguments["rate"]) * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)

    assert np.allclose(arguments["weights"], weights, atol=1e-6)
    assert np.allclose(arguments["mean"], first_moment, atol=1e-6)
    assert np.allclose(arguments["square"], second_moment, rtol=1e-5)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e6])
def test_the_first_step_is_the_whole_rate_however_large_a_gradient_is(scale: float) -> None:
    arguments = at_the_beginning(100)
    arguments["gradient"] = np.float32(scale) * np.sign(arguments["gradient"])

    weights = made_of("adam_step", (100,), arguments)["weights"]

    expected = arguments["weights"] - arguments["rate"] * np.sign(arguments["gradient"])
    assert np.allclose(weights, expected, atol=1e-6)


def test_gradients_of_zero_from_the_beginning_move_nothing() -> None:
    arguments = at_the_beginning(9) | {"gradient": np.zeros(9, np.float32)}

    weights = made_of("adam_step", (9,), arguments)["weights"]

    assert np.array_equal(weights, arguments["weights"])


@pytest.mark.slow
def test_a_weight_whose_gradients_cancel_moves_less_than_one_whose_gradients_agree() -> None:
    arguments = at_the_beginning(2) | {"weights": np.zeros(2, np.float32)}

    for step in range(1, 21):
        gradient = np.array([1, (-1) ** step], np.float32)
        arguments |= {"gradient": gradient, "step": np.int32(step)}
        arguments = made_of("adam_step", (2,), arguments)

    agreed, cancelled = np.abs(arguments["weights"])
    assert agreed == pytest.approx(20 * arguments["rate"], rel=1e-4)
    assert cancelled < agreed / 10


def test_one_minus_a_float32_of_0_999_is_wrong_in_its_fifth_digit_and_expm1_is_not() -> None:
    stored = np.float32(0.999)

    cancelled = float(np.float32(1) - stored)
    by_expm1 = -float(np.expm1(np.float32(np.log(0.999))))

    assert 1e-8 < abs(float(stored) - 0.999) < 1e-7
    assert 1e-5 < abs(cancelled / 0.001 - 1) < 1e-4
    assert abs(by_expm1 / 0.001 - 1) < 1e-7


@pytest.mark.parametrize(("name", "reads", "writes"), [("sgd_step", 2, 1), ("adam_step", 4, 3)])
def test_a_warp_makes_the_accesses_that_the_text_counts_with_four_sectors_each(
    name: str, reads: int, writes: int
) -> None:
    counted = counters(name, (32,), (32,))

    assert (counted.global_load_requests, counted.global_store_requests) == (reads, writes)
    assert counted.global_load_sectors == 4 * reads
    assert counted.global_store_sectors == 4 * writes
