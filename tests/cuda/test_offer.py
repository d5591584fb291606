"""A kernel packed for another process: there its names mean what they mean in numba.cuda."""

from __future__ import annotations

import importlib
import io
import math
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba.core import extending
from numba.core import types as numba_types

from gpuviz import cuda
from gpuviz.cuda.offer import packed
from gpuviz.cuda.overloads import ArgumentType, type_of
from gpuviz.cuda.random import xoroshiro128p_next
from gpuviz.engines.probe import can_compile, can_link

real = pytest.mark.skipif(find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
compiles = pytest.mark.skipif(
    not (can_compile() and can_link()), reason="numba-cuda cannot compile here"
)
SIZE = 8
barrier = cuda.syncthreads


@cuda.jit(device=True)
def twice(x: Any) -> Any:
    return 2 * x


@cuda.jit(device=True)
def down(n: Any) -> Any:
    return 0 if n == 0 else down(n - 1)


@cuda.jit
def takes(x: Any) -> None:
    part = cuda.shared.array(SIZE, cuda.float32)
    i = cuda.threadIdx.x
    part[i] = math.sqrt(twice(x[i]))
    barrier()
    x[i] = part[i]


@cuda.jit
def refused(x: Any) -> None:
    x[0] = cuda.syncthreads_count(x[0] > 0)


@cuda.jit
def recursive(x: Any) -> None:
    x[0] = down(3)


@cuda.jit
def random(states: Any, x: Any) -> None:
    x[0] = xoroshiro128p_next(states, 0)


def types_of(*arguments: Any) -> tuple[ArgumentType, ...]:
    return tuple(type_of(argument) for argument in arguments)


FLOATS = types_of(np.zeros(SIZE, np.float32))


def unpacked(offer: bytes | None) -> Any:
    assert offer is not None
    offers = importlib.import_module("gpuviz.engines.cuda_gpu.offers")
    return offers.Unpacker(io.BytesIO(offer)).load()


@real
def test_names_mean_in_numba_what_they_mean_here() -> None:
    numbas = importlib.import_module("numba.cuda")

    function, types = unpacked(packed(takes, FLOATS))

    names = function.__globals__
    assert function is not takes.py_func
    assert names["cuda"] is numbas
    assert names["barrier"] is numbas.syncthreads
    assert names["SIZE"] == SIZE
    assert names["twice"].py_func.__name__ == "twice"
    assert [str(kind) for kind in types] == ["array(float32, 1d, C)"]


@real
def test_device_functions_may_call_themselves_and_those_of_random_are_numbas() -> None:
    numbas = importlib.import_module("numba.cuda.random")
    states = cuda.random.create_xoroshiro128p_states(1, 1)

    function, _ = unpacked(packed(recursive, FLOATS))
    other, _ = unpacked(packed(random, types_of(states, np.zeros(1))))

    inner = function.__globals__["down"]
    assert inner.py_func.__globals__["down"] is inner
    assert other.__globals__["xoroshiro128p_next"] is numbas.xoroshiro128p_next


def test_what_has_no_meaning_elsewhere_is_not_packed() -> None:
    captured = cuda.to_device(np.zeros(2))
    large = np.zeros(1 << 21)

    def with_device_array(x: Any) -> None:
        x[0] = captured[0]

    def with_much(x: Any) -> None:
        x[0] = large[0]

    def with_overloaded(x: Any) -> None:
        of_one(x[0])

    def with_added(x: Any) -> None:
        x[0] = x.gpuviz_of_one

    def of_one(x: Any) -> None: ...

    @extending.overload(of_one)
    @extending.overload_attribute(numba_types.Array, "gpuviz_of_one")
    def _of_one(x: Any) -> Any:
        return lambda x: 1

    assert packed(cuda.jit(with_overloaded), FLOATS) is None
    assert packed(cuda.jit(with_added), FLOATS) is None
    assert packed(cuda.jit(with_device_array), FLOATS) is None
    assert packed(cuda.jit(with_much), FLOATS) is None
    assert packed(takes, types_of("a text")) is None
    assert packed(takes, FLOATS) is not None


@compiles
@pytest.mark.parametrize(
    ("kernel", "words"),
    [(refused, "syncthreads_count(bool)"), (takes, None), (recursive, "")],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_numbas_compiler_refuses_takes_or_cannot_tell_without_a_gpu(
    kernel: Any, words: str | None
) -> None:
    offers = importlib.import_module("gpuviz.engines.cuda_gpu.offers")
    offer = packed(kernel, types_of(np.zeros(SIZE, np.int32)))

    answer = offers.answer(offer, (7, 5))

    assert answer.get("taken", False) == (words is None)
    assert (words or "") in answer.get("words", "")
    assert ("words" in answer) == bool(words)


class Pair(NamedTuple):
    """Two arguments in one."""

    first: Any
    second: Any


@real
def test_the_fields_of_a_named_tuple_keep_their_names() -> None:
    _, (kind,) = unpacked(packed(takes, types_of(Pair(np.float32(1), 2))))

    assert kind.fields == ("first", "second")
    assert [str(one) for one in kind.types] == ["float32", "int64"]
