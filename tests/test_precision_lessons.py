"""Half precision and updates by many threads: what the texts of matmul_mixed, loss_scaling and
q_learning say.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.launch import LaunchConfig
from gpuviz.operation import describe, find_operation
from tests.helpers.gallery_launches import (
    counters,
    hazards_of,
    inputs_of,
    made_of,
    sectors_per_request,
)


def launched_copy(folder: Path, name: str, old: str, new: str) -> LaunchResult:
    """What becomes of a copy of a kernel file in which one line was changed."""
    source = find_operation(name).source
    assert source.count(old) == 1
    path = folder / "copy.py"
    path.write_text(source.replace(old, new), encoding="utf-8")
    info = describe(path)
    config = LaunchConfig(info.grid(info.default_size, info.default_block), info.default_block)
    request = LaunchRequest(1, path, info.default_size, config, "emulator", find_device("t4"))
    return EmulatorEngine().run(request, lambda share: None)


# Mixed precision


@pytest.mark.slow
def test_half_the_bits_are_half_the_sectors_of_b() -> None:
    single, half = (sectors_per_request(name) for name in ("matmul_naive", "matmul_mixed"))

    assert (single["b", "read"], half["b", "read"]) == (2, 1)


def test_sums_in_float32_of_float16_numbers_are_right_to_about_four_digits() -> None:
    rng = np.random.default_rng(5)
    a, b = rng.random((32, 64)), rng.random((64, 32))
    halves = {"a": a.astype(np.float16), "b": b.astype(np.float16)}
    arguments = halves | {"c": np.zeros((32, 32), np.float32)}

    c = made_of("matmul_mixed", (32, 32, 64), arguments)["c"]

    error = np.abs(c / (a @ b) - 1).max()
    assert 1e-5 < error < 5e-4
    assert np.allclose(c, halves["a"].astype(np.float64) @ halves["b"].astype(np.float64))


def test_a_float16_sum_of_ones_stops_at_2048() -> None:
    total = np.float16(0)
    for _ in range(10_000):
        total += np.float16(1)

    assert total == 2048


def test_a_float16_has_the_range_and_the_digits_that_the_text_states() -> None:
    about = np.finfo(np.float16)

    assert (float(about.max), float(about.eps) / 2) == (65504, 1 / 2048)
    assert float(about.smallest_subnormal) == pytest.approx(6e-8, rel=0.01)


@pytest.mark.slow
def test_a_sum_in_float16_in_a_copy_runs_and_is_less_right(tmp_path: Path) -> None:
    line = "            total += np.float32(a[row, i]) * np.float32(b[i, col])\n"
    rounded = "            total = np.float16(total)\n"

    result = launched_copy(tmp_path, "matmul_mixed", line, line + rounded)

    assert result.correct is False
    assert result.max_abs_error is not None
    assert 1e-3 < result.max_abs_error < 1


@pytest.mark.parametrize(("factor", "survives"), [(1, False), (65536, True)])
def test_small_gradients_become_zero_unless_the_loss_is_scaled(factor: int, survives: bool) -> None:
    gradients = np.full((4, 4), 1e-8)
    arguments = {
        "a": (gradients * factor).astype(np.float16),
        "b": np.eye(4, dtype=np.float16),
        "c": np.zeros((4, 4), np.float32),
    }

    c = made_of("matmul_mixed", (4, 4, 4), arguments)["c"] / np.float32(factor)

    assert np.allclose(c, gradients, rtol=1e-3, atol=0) is survives
    assert np.any(c) == survives


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scale", "lost", "too_large"),
    [(1, 78, 0), (1024, 12, 0), (4096, 0, 0), (65536, 0, 0), (1 << 19, 0, 0), (1 << 20, 0, 8)],
)
def test_a_larger_scale_loses_fewer_gradients_until_the_largest_are_infinite(
    scale: int, lost: int, too_large: int
) -> None:
    given = inputs_of("loss_scaling", (256, scale), seed=0)

    made = made_of("loss_scaling", (256, scale), given)

    assert (made["lost"][0], made["too_large"][0]) == (lost, too_large)
    assert np.isinf(made["stored"]).sum() == too_large


def test_what_is_scaled_by_a_power_of_2_is_the_same_gradient_afterwards() -> None:
    given = inputs_of("loss_scaling", (256, 65536))

    restored = made_of("loss_scaling", (256, 65536), given)["restored"]

    large = np.abs(given["gradients"]) * 65536 > 2**-14  # with all 11 bits in float16
    assert large.sum() > 200
    assert np.allclose(restored[large], given["gradients"][large], rtol=1 / 2048, atol=0)


# Q-learning


def test_q_values_change_as_in_the_textbook_experience_by_experience() -> None:
    size = (300, 9, 4)
    given = inputs_of("q_learning", size)

    delta = made_of("q_learning", size, given)["delta"]

    expected = np.zeros((9, 4))
    table = given["table"].astype(np.float64)
    for s, a, reward, after in zip(
        given["states"], given["actions"], given["rewards"], given["next_states"], strict=True
    ):
        best = 0 if after < 0 else max(table[after])
        expected[s, a] += 0.1 * (reward + 0.9 * best - table[s, a])
    assert np.allclose(delta, expected, atol=1e-5)


def test_a_table_that_is_right_already_does_not_change() -> None:
    states = np.arange(3, dtype=np.int32)  # a walk of three steps to the end
    given = inputs_of("q_learning", (3, 3, 1)) | {
        "states": states,
        "actions": np.zeros(3, np.int32),
        "rewards": np.array([0, 0, 1], np.float32),
        "next_states": np.array([1, 2, -1], np.int32),
        "table": np.array([[0.81], [0.9], [1]], np.float32),
    }

    assert np.allclose(made_of("q_learning", (3, 3, 1), given)["delta"], 0, atol=1e-7)


def test_each_experience_is_one_atomic_operation() -> None:
    assert counters("q_learning").atomic_operations == 1000


def test_without_the_atomic_addition_experiences_race(tmp_path: Path) -> None:
    result = launched_copy(
        tmp_path, "q_learning", "cuda.atomic.add(delta, (s, a), change)", "delta[s, a] += change"
    )

    assert {(hazard.kind, hazard.array) for hazard in result.trace.hazards} == {("race", "delta")}


def test_writing_into_the_table_that_others_read_is_a_race_in_spite_of_atomics() -> None:
    given = inputs_of("q_learning", (200, 5, 3))
    given["delta"] = given["table"]

    found = hazards_of("q_learning", (200, 5, 3), given)

    assert {hazard.kind for hazard in found} == {"race"}
