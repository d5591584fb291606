"""How kernels are launched: hints, extensions, forall, exceptions, and what CUDA refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz import cuda
from gpuviz.cuda.args import wrap_arg
from gpuviz.cuda.errors import CudaAPIError
from gpuviz.cuda.recording import open_recording
from gpuviz.messages import RequestRefused


class Impossible(Exception):
    """A script's own exception."""


@cuda.jit
def triple(x: Any) -> None:
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 3


@cuda.jit
def copy(x: Any, y: Any) -> None:
    y[cuda.grid(1)] = x[cuda.grid(1)]


@cuda.jit(debug=True, opt=False)
def failing(x: Any) -> None:
    if cuda.grid(1) == x[0]:
        raise Impossible("no such thread")


@cuda.jit(debug=True, opt=False)
def asserting(x: Any) -> None:
    assert cuda.threadIdx.y != x[0], "not this row"


@cuda.jit
def indexing(x: Any) -> None:
    x[0] = (4, 5)[x[0]]


class OnlyIn:
    def prepare_args(self, ty: Any, val: Any, **ways: Any) -> tuple[Any, Any]:
        ways["retr"].append(lambda: CALLED.append(val))
        return ty, wrap_arg(val, default=cuda.In)


CALLED: list[Any] = []


@pytest.mark.parametrize(("hint", "seen"), [(cuda.In, 1), (cuda.InOut, 3)])
def test_a_hint_says_whether_the_host_sees_what_the_kernel_wrote(hint: Any, seen: int) -> None:
    x = np.ones(8)

    triple[1, 8](hint(x))

    assert (x == seen).all()


def test_an_output_has_no_defined_contents_before_the_kernel_writes_it() -> None:
    x, y = np.ones(32), np.ones(32)

    with open_recording() as recording:
        copy[1, 16](x, cuda.Out(y))
        never_written = y[16:].copy()
        copy[1, 32](cuda.Out(x), y)

    assert [[h.kind for h in t.hazards] for t in recording.launches] == [[], ["uninitialized"]]
    assert np.isnan(never_written).all()
    assert np.isnan(x).all()


def test_an_extension_turns_arguments_into_others() -> None:
    CALLED.clear()
    kernel = cuda.jit(extensions=[OnlyIn()])(triple.py_func)
    x = np.ones(8)

    kernel[1, 8](x)

    assert (x == 1).all()
    assert len(CALLED) == 1


def test_arrays_in_a_tuple_are_copied_back() -> None:
    @cuda.jit
    def add(pair: Any) -> None:
        i = cuda.grid(1)
        pair[0][i] += pair[1][i]

    device, host = cuda.to_device(np.full(4, 5.0)), np.ones(4)
    add[1, 4]((host, device))
    add[1, 4]((host, host))

    assert host.tolist() == [6.0] * 4  # the second parameter's copy comes back last


@pytest.mark.parametrize(("count", "threads"), [(11, 0), (11, 4), (300, 0)])
def test_forall_covers_all_tasks(count: int, threads: int) -> None:
    x = np.ones(count)

    triple.forall(count, threads)(x)

    assert (x == 3).all()


def test_forall_of_no_tasks_launches_nothing() -> None:
    with open_recording() as recording:
        triple.forall(0)(np.ones(3))

    assert recording.launches == []


@pytest.mark.parametrize(
    ("kernel", "block", "value", "error", "words"),
    [
        (failing, 32, 5, Impossible, r"^tid=\[5, 0, 0\] ctaid=\[0, 0, 0\]: no such thread$"),
        (failing, 4, 9, Impossible, r"^tid=\[1, 0, 0\] ctaid=\[2, 0, 0\]: no such thread$"),
        (indexing, 1, 2, IndexError, r"^tid=\[0, 0, 0\] .*: tuple index out of range$"),
        (asserting, (2, 4), 3, AssertionError, r"^tid=\[0, 3, 0\] ctaid=.*: not this row$"),
    ],
)
def test_a_kernel_raises_its_own_exception_with_the_thread(
    kernel: Any, block: Any, value: int, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        kernel[4, block](np.array([value]))


def test_without_debug_the_host_hears_nothing_of_what_a_kernel_raises() -> None:
    @cuda.jit
    def guard(x: Any, out: Any) -> None:
        i = cuda.grid(1)
        if x[i] < 0:
            raise Impossible("negative")
        out[i] = 1

    out = np.zeros(4)
    with open_recording() as recording:
        guard[1, 4](np.array([1, -1, 1, -1]), out)

    assert out.tolist() == [1, 0, 1, 0]
    assert [note.code for note in recording.launches[0].notes] == ["trace.ended-by-raise"]


@pytest.mark.parametrize(
    ("brackets", "error", "words"),
    [
        (((1, 2, 3, 4), 5), ValueError, "griddim must be a sequence of 1, 2 or 3 integers"),
        ((1, (1, 2, 3, 4)), ValueError, "blockdim must be a sequence of 1, 2 or 3 integers"),
        ((2.0, 3), TypeError, r"griddim must be a sequence of integers, got \[2.0\]"),
        ((1, "3"), TypeError, "blockdim must be a sequence of integers"),
        (7, ValueError, "at least the griddim and blockdim"),
        ((1, 32, 0, -4), TypeError, "bytes of shared memory"),
    ],
)
def test_a_configuration_is_refused_as_numba_refuses_it(
    brackets: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        triple[brackets]


@pytest.mark.parametrize("brackets", [(1, 1025), (1, (32, 32, 2)), (0, 32), ((1, 65536), 1)])
def test_a_launch_beyond_the_limits_is_refused_by_the_driver(brackets: Any) -> None:
    with pytest.raises(CudaAPIError):
        triple[brackets](np.ones(3))


@pytest.mark.parametrize(
    "grid", [4, (4,), [2, 2], np.int32(4), (np.uint8(2), np.int64(2)), (2, 1, 2)]
)
def test_a_grid_may_be_given_in_all_the_ways_that_numba_takes(grid: Any) -> None:
    with open_recording() as recording:
        triple[grid, 32, cuda.stream(), 8](np.ones(3))

    assert recording.launches[0].config.blocks == 4


def test_a_kernel_without_its_brackets_is_refused() -> None:
    with pytest.raises(ValueError, match="launch configuration was not specified"):
        triple(np.ones(3))


def test_a_kernel_with_several_signatures_runs_for_each() -> None:
    kernel = cuda.jit(["void(float32[:])", "void(int64[:])"])(triple.py_func)
    x = np.ones(4, np.float32)

    kernel[1, 4](x)

    assert (x == 3).all()
    with pytest.raises(TypeError, match="No matching definition"):
        kernel[1, 4](np.ones(4))


@cuda.jit
def scaled(out: Any, value: Any = 5, factors: Any = (2.5, 10), more: Any = None) -> None:
    out[0] = value * factors[0]
    if more is not None:
        out[0] += more[0]


@pytest.mark.parametrize(
    ("given", "expected"),
    [((), 12.5), ((2,), 5), ((2, (3, 0)), 6), ((2, (3, 0), np.array([1.0])), 7)],
)
def test_parameters_that_a_launch_leaves_out_have_their_defaults(
    given: tuple[Any, ...], expected: float
) -> None:
    out = np.zeros(1)

    scaled[1, 1](out, *given)

    assert out[0] == expected


def test_a_launch_with_too_few_arguments_or_a_signature_has_no_default_for_them() -> None:
    @cuda.jit("void(float64[:])")
    def fixed(out: Any, value: Any = 5) -> None:
        out[0] = value

    for kernel, arguments in ((scaled, ()), (fixed, (np.zeros(1),))):
        with pytest.raises(RequestRefused, match=r"takes \d arguments \(out, value"):
            kernel[1, 1](*arguments)
