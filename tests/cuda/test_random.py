"""Random numbers: states and draws are those of Numba's functions, which run on the CPU too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba.cuda import random as by_numba

from gpuviz import cuda
from gpuviz.cuda import random
from gpuviz.cuda.random import xoroshiro128p_uniform_float64
from gpuviz.cuda.random_states import spread_states
from gpuviz.cuda.recording import open_recording

DRAWS = [
    "xoroshiro128p_next",
    "xoroshiro128p_uniform_float32",
    "xoroshiro128p_uniform_float64",
    "xoroshiro128p_normal_float32",
    "xoroshiro128p_normal_float64",
]


def states_of_numba(count: int, seed: int, start: int) -> Any:
    states = np.empty(count, by_numba.xoroshiro128p_dtype)
    by_numba.init_xoroshiro128p_states_cpu(states, np.uint64(seed), np.uint64(start))
    return states


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "seed", "start"),
    [(1, 0, 0), (9, 1, 0), (300, 77, 0), (6, 2**64 - 1, 5), (3, 0x1234567890ABCDEF, 1000)],
)
def test_the_states_are_those_of_numba_bit_for_bit(count: int, seed: int, start: int) -> None:
    states = spread_states(count, seed, start)

    assert states.tolist() == states_of_numba(count, seed, start).tolist()


def test_a_device_array_of_states_starts_where_it_is_told_to() -> None:
    all_states = random.create_xoroshiro128p_states(10, seed=1).copy_to_host()

    later = random.create_xoroshiro128p_states(7, seed=1, subsequence_start=3).copy_to_host()

    assert later.tolist() == all_states[3:].tolist()
    assert len(np.unique(all_states)) == 10
    assert all_states.dtype == random.xoroshiro128p_dtype


def test_states_on_the_host_are_filled_in_place() -> None:
    states = np.zeros((2, 3), random.xoroshiro128p_dtype)

    random.init_xoroshiro128p_states_cpu(states, 5, 1)

    assert states.ravel().tolist() == spread_states(6, 5, 1).tolist()


def test_the_type_of_a_generator_is_the_one_of_numba() -> None:
    assert random.xoroshiro128p_type == by_numba.xoroshiro128p_type


@cuda.jit
def draw(states, out, uniform32, uniform64, normal32, normal64):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    for k in range(3):
        out[i, k] = random.xoroshiro128p_next(states, i)
        uniform32[i, k] = random.xoroshiro128p_uniform_float32(states, i)
        uniform64[i, k] = xoroshiro128p_uniform_float64(states, i)
        normal32[i, k] = cuda.random.xoroshiro128p_normal_float32(states, i)
        normal64[i, k] = random.xoroshiro128p_normal_float64(states, i)


@pytest.mark.slow
def test_a_kernel_draws_the_numbers_of_numba() -> None:
    kinds = ("u8", "f4", "f8", "f4", "f8")
    ours, theirs = ([np.zeros((40, 3), kind) for kind in kinds] for _ in range(2))
    states, their_states = random.create_xoroshiro128p_states(40, 77), states_of_numba(40, 77, 0)

    draw[2, 20](states, *ours)
    for i, k in np.ndindex(40, 3):
        for name, out in zip(DRAWS, theirs, strict=True):
            out[i, k] = getattr(by_numba, name)(their_states, i)

    assert states.copy_to_host().tolist() == their_states.tolist()
    assert [mine.tolist() for mine in ours[:3]] == [their.tolist() for their in theirs[:3]]
    np.testing.assert_allclose(ours[3], theirs[3], rtol=2e-6)
    np.testing.assert_allclose(ours[4], theirs[4], rtol=2e-7)  # by a logarithm of a float32


@cuda.jit
def shared_state(states, out):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    out[i] = random.xoroshiro128p_normal_float32(states, 0)


@cuda.jit
def too_few_states(states, out):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    out[i] = by_numba.xoroshiro128p_uniform_float32(states, i)


@pytest.mark.parametrize(
    ("kernel", "kind", "generators"), [(shared_state, "race", 1), (too_few_states, "out-of", 31)]
)
def test_a_mistake_with_a_generator_is_told_at_the_line_that_draws(
    kernel: Any, kind: str, generators: int
) -> None:
    states = random.create_xoroshiro128p_states(generators, seed=1)
    line = kernel.py_func.__code__.co_firstlineno + 3

    with open_recording() as recording:
        kernel[1, 32](states, np.zeros(32, np.float32))

    (trace,) = recording.launches
    assert trace.hazards
    assert all(hazard.kind.startswith(kind) for hazard in trace.hazards)
    assert {hazard.line for hazard in trace.hazards} == {line}
    assert {hazard.array for hazard in trace.hazards} == {"states"}
