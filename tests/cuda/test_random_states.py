"""Generators of random numbers: their states are those of Numba, made by its simulator."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from gpuviz.cuda import random
from gpuviz.cuda.random_states import spread_states

CASES = [(1, 0, 0), (4, 1, 0), (2, 2**64 - 1, 2)]

BY_NUMBA = """
import json, sys
import numpy as np
from numba.cuda import random

for count, seed, start in json.load(sys.stdin):
    states = np.empty(count, random.xoroshiro128p_dtype)
    random.init_xoroshiro128p_states_cpu(states, np.uint64(seed), np.uint64(start))
    print(json.dumps([[int(word) for word in state] for state in states]))
"""


@pytest.fixture(scope="module")
def by_numba() -> list[Any]:
    """The states of each case."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", BY_NUMBA],
        input=json.dumps(CASES),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("case", range(len(CASES)))
def test_the_states_are_those_of_numba_bit_for_bit(case: int, by_numba: list[Any]) -> None:
    states = spread_states(*CASES[case])

    assert [list(map(int, state)) for state in states] == by_numba[case]


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


def test_many_states_are_made_at_once_and_all_differ() -> None:
    states = spread_states(5000, 42)

    assert len(np.unique(states)) == 5000


def test_the_type_of_a_generator_is_the_one_of_numba() -> None:
    assert str(random.xoroshiro128p_type).startswith("Record(s0[type=uint64;offset=0]")
