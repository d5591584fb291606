"""When a kernel is compiled: names from outside are constants from that moment on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

from gpuviz import cuda
from gpuviz.cuda.dispatcher import Kernel
from gpuviz.cuda.recording import open_recording
from gpuviz.messages import NotSupportedError

STEP = 0
TABLE = np.zeros(2)


@pytest.fixture(autouse=True)
def step_of_one() -> None:
    set_step(1)


def set_step(value: int) -> None:
    globals()["STEP"] = value


def result_of(kernel: Kernel, dtype: type = np.float64) -> Any:
    x: Any = np.zeros(1, dtype)
    kernel[1, 1](x)
    return x[0]


def adding(signature: str | list[str] | None = None) -> Any:
    @cuda.jit(signature)
    def add(x: Any) -> None:
        x[0] += STEP

    return add


def calling(function: Any) -> Any:
    @cuda.jit
    def call(x: Any) -> None:
        x[0] = function(x[0])

    return call


def test_with_a_signature_globals_are_what_they_were_at_the_decorator() -> None:
    one, several = adding("void(float64[:])"), adding(["void(float64[:])", "void(float32[:])"])

    set_step(7)

    assert [result_of(one), result_of(several)] == [1, 1]
    assert result_of(several, np.float32) == 1


def test_with_a_signature_variables_around_it_are_what_they_were_at_the_decorator() -> None:
    step = 2

    @cuda.jit("void(float64[:])")
    def add(x: Any) -> None:
        x[0] += step

    step = 7

    assert result_of(add) == 2
    assert step == 7


def test_with_a_signature_arrays_are_what_they_were_at_the_decorator() -> None:
    TABLE[1] = 3

    @cuda.jit("void(float64[:])")
    def take(x: Any) -> None:
        x[0] = TABLE[1] + cuda.const.array_like(TABLE)[1]

    TABLE[1] = 50

    assert result_of(take) == 6


def test_without_a_signature_globals_are_what_they_were_at_the_first_launch_with_these_types() -> (
    None
):
    add = adding()

    set_step(2)
    first = result_of(add)
    set_step(3)

    assert first == 2
    assert result_of(add) == 2
    assert result_of(add, np.float32) == 3


def test_a_recorded_launch_has_the_values_that_it_was_compiled_with() -> None:
    add = adding("void(float64[:])")
    set_step(7)

    with open_recording() as recording:
        result_of(add)

    assert recording.launches[0].functions[0].captured["STEP"].value == 1


def test_a_device_function_is_compiled_with_the_first_kernel_that_calls_it_with_these_types() -> (
    None
):
    @cuda.jit(device=True)
    def plus(x: Any) -> Any:
        return x + STEP

    first = result_of(calling(plus))
    set_step(5)

    assert first == 1
    assert result_of(calling(plus)) == 1
    assert result_of(calling(plus), np.float32) == 5
    set_step(9)
    assert result_of(calling(plus), np.float32) == 5
    assert result_of(calling(plus), np.int32) == 9


def test_a_device_function_within_another_one_was_compiled_with_it() -> None:
    @cuda.jit(device=True)
    def inner(x: Any) -> Any:
        return x + STEP

    @cuda.jit(device=True)
    def outer(x: Any) -> Any:
        return inner(x) * 10

    first = result_of(calling(outer))
    set_step(5)

    assert first == 10
    assert [result_of(calling(inner)), result_of(calling(outer))] == [1, 10]


def test_a_device_function_with_a_signature_is_compiled_where_it_is_decorated() -> None:
    @cuda.jit("float64(float64)", device=True)
    def down(x: Any) -> Any:
        if x > 0.0:
            return down(x - 1.0)
        return x + STEP

    set_step(5)

    assert result_of(calling(down)) == 1


def test_a_function_for_the_cpu_keeps_what_it_was_too() -> None:
    plus = njit(lambda x: x + STEP)

    first = result_of(calling(plus))
    set_step(5)

    assert [first, result_of(calling(plus))] == [1, 1]


def test_a_kernel_with_a_signature_calls_what_the_name_stood_for() -> None:
    value = cuda.jit(device=True)(lambda: 100)

    @cuda.jit("void(float64[:])")
    def fill(x: Any) -> None:
        x[0] = value()

    value = cuda.jit(device=True)(lambda: 200)

    assert result_of(fill) == 100
    assert value is not None


def test_a_kernel_with_a_signature_cannot_use_what_comes_later() -> None:
    @cuda.jit("void(float64[:])")
    def fill(x: Any) -> None:
        x[0] = later(x[0])

    later = cuda.jit(device=True)(lambda x: x)

    with pytest.raises(NotSupportedError, match="later is not there yet where the kernel is"):
        result_of(fill)
    assert later is not None


def test_compiling_it_for_types_reads_its_names() -> None:
    add = adding()

    add.compile("void(float64[::1])")
    special = add.specialize(np.zeros(1))
    set_step(5)

    assert [result_of(add), result_of(special)] == [1, 1]
    assert add.specialize(np.zeros(1)) is special
    assert result_of(add, np.float32) == 5


def test_compiling_it_afresh_reads_its_names_anew() -> None:
    add = adding()
    result_of(add)
    set_step(5)

    add.recompile()
    set_step(6)

    assert result_of(add) == 5


def test_functions_of_arrays_are_compiled_where_they_are_decorated() -> None:
    types = ["float64(float64)", "float32(float32)"]
    vectorized = cuda.vectorize(types, target="cuda")(lambda x: x + STEP)

    @cuda.guvectorize(["void(float64[:], float64[:])"], "(n)->(n)", target="cuda")
    def generalized(x: Any, out: Any) -> None:
        out[0] = x[0] + STEP

    set_step(5)

    assert vectorized(np.zeros(1))[0] == vectorized(np.zeros(1, np.float32))[0] == 1
    assert generalized(np.zeros(1))[0] == 1


def test_a_reduction_is_compiled_when_it_first_meets_a_type() -> None:
    add = cuda.reduce(lambda a, b: a + b + STEP)

    first = add(np.ones(2))
    set_step(5)

    assert [first, add(np.ones(2)), add(np.ones(2, np.int64))] == [4, 4, 12]
