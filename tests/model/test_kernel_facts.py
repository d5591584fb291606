"""What is kept of a kernel for its next launches, and that no other kernel gets it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.launch import LaunchConfig
from gpuviz.model.kernel_facts import facts_of
from gpuviz.model.weights import CUDA_C, NUMBA
from gpuviz.model.work import launch_work
from gpuviz.simt.execute import execute
from gpuviz.trace import FunctionSource, Operations, Trace
from tests.helpers.launches import emulated
from tests.simt.kernels import config, run

T4 = find_device("t4")


def launched(body: str, dtype: type[np.generic] = np.float32, elements: int = 64) -> Trace:
    kernel = f"def kernel(a, out):\n    i = cuda.grid(1)\n    {body}\n"
    arrays = {"a": np.zeros(elements, dtype), "out": np.zeros(elements, dtype)}
    return run(kernel, config(2, 32), arrays).trace


def again(
    functions: tuple[FunctionSource, ...],
    launch: LaunchConfig,
    elements: int,
) -> Trace:
    arrays = {name: np.zeros(elements, np.float32) for name in ("a", "out")}
    return execute(functions, launch, arrays).trace


def test_a_second_launch_of_a_kernel_finds_what_the_first_one_found() -> None:
    first = launched("out[i] = a[i] * 2")
    second = again(first.functions, config(4, 32), 128)

    assert second.sites is not first.sites
    assert facts_of(second) is facts_of(first)


def test_another_kernel_of_as_many_lines_has_its_own() -> None:
    one, other = launched("out[i] = a[i]"), launched("out[i] = a[i] * a[i + 1]")

    assert facts_of(one) is not facts_of(other)
    assert facts_of(one).float_operations.tolist() == [0, 0]
    assert facts_of(other).float_operations.tolist() == [0, 1]


def test_a_kernel_on_arrays_of_another_type_has_its_own() -> None:
    trace = launched("out[i] = a[i]", np.float64)
    arrays = tuple(replace(one, dtype=np.dtype(np.complex64)) for one in trace.arrays)

    assert facts_of(trace).pieces.tolist() == [1, 1]
    assert facts_of(replace(trace, arrays=arrays)).pieces.tolist() == [2, 2]


def test_a_launch_that_came_to_other_sites_has_its_own() -> None:
    trace = launched("out[i] = a[i]")
    turned = replace(trace, sites=trace.sites[::-1])

    assert facts_of(trace).stores.tolist() == [False, True]
    assert facts_of(turned).stores.tolist() == [True, False]


def test_a_kernel_whose_statements_do_something_else_has_its_own() -> None:
    trace = launched("out[i] = a[i]")
    last = replace(trace.statements[-1], operations=Operations(float32=3))
    busier = replace(trace, statements=(*trace.statements[:-1], last))

    assert facts_of(trace).float_operations.tolist() == [0, 0]
    assert facts_of(busier).float_operations.tolist() == [0, 3]


def test_usual_instructions_are_kept_for_each_language() -> None:
    facts = facts_of(launched("out[i] = a[i] + 1"))

    numba, in_c = facts.usual_mixes(NUMBA), facts.usual_mixes(CUDA_C)

    assert facts.usual_mixes(NUMBA) is numba
    assert in_c[:, 0].sum() < numba[:, 0].sum()


@pytest.mark.parametrize("name", ["vector_add", "histogram", "sum_shared"])
def test_nobody_can_change_what_is_kept(name: str) -> None:
    facts = facts_of(emulated(name))
    columns = (facts.pieces, facts.in_global, facts.shared_words, facts.usual_mixes(NUMBA))
    kept = (*columns, facts.phases.statements, facts.phases.sites, facts.stores, facts.barriers)

    assert not any(column.flags.writeable for column in kept)


def test_what_a_launch_asks_for_does_not_depend_on_the_launch_before_it() -> None:
    first = launched("out[i] = a[i]")
    larger = again(first.functions, config(8, 32), 256)
    fresh = launched("out[i] = a[i]")

    launch_work(first, T4)

    ours = launch_work(larger, T4)
    assert ours.dram_bytes.shape == (1, 8)
    assert ours.dram_bytes.sum() == 2 * 4 * 256
    assert launch_work(fresh, T4).dram_bytes.sum() == 2 * 4 * 64
