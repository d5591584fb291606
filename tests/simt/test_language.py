"""The language of kernels is numba-cuda's: what it compiles runs here, what it refuses is refused.

Each table says what numba-cuda 0.30 answered; the slow tests ask its compiler, which needs no GPU.
"""

from __future__ import annotations

import collections
import enum
import multiprocessing
import textwrap
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

from gpuviz import cuda
from gpuviz.messages import NotSupportedError
from gpuviz.simt.lower import not_in_numba_cuda
from gpuviz.simt.lower.intrinsics.ufuncs import NOT_IN_NUMBA, UFUNCS
from tests.helpers.numba_cuda import refusal, require_compiler
from tests.simt.kernels import config, kernel_from, run

Point = collections.namedtuple("Point", "x y")


class Colour(enum.IntEnum):
    """Whole numbers with names."""

    RED = 1
    BLUE = 2


NOT_THERE = "kernel.not-in-numba-cuda"
FUNCTIONS = """
@cuda.jit(device=True)
def itself(x):
    return x

@cuda.jit(device=True)
def parts(x):
    return x[1:], 2

@cuda.jit(device=True)
def rest(x):
    return x[1:]

@cuda.jit(device=True)
def either(x, y, first):
    return x if first else y

@cuda.jit(device=True)
def block():
    s = cuda.shared.array(4, np.float64)
    return s

@cuda.jit(device=True)
def laneid_of(i):
    return i % cuda.warpsize

"""

COMPILED = {
    "slice of a float": "out[i] = d[slice(1.5, 4)][0]",
    "slice of three with None": "out[i] = d[slice(2, 9, None)][0]",
    "slice that may be None": "s = None\nif i > 3:\n    s = slice(1, 4)",
    "slices of different bounds": "s = slice(2, i) if i > 3 else slice(None)\nout[i] = d[s][0]",
    "shuffle of whole numbers": "x = cuda.shfl_sync(0xFFFFFFFF, np.int32(i > 3), 0)",
    "vote of a truth value": "out[i] = cuda.ballot_sync(0xFFFFFFFF, i > 3)",
    "match of truth values": "out[i] = cuda.match_any_sync(0xFFFFFFFF, b[i])",
    "barrier that counts whole numbers": "out[i] = cuda.syncthreads_count(int(i > 3))",
    "shape of a name": "n = TILE\ns = cuda.shared.array((n, 4), np.int32)",
    "shape of computed literals": "s = cuda.local.array(2 * 16, np.int32)",
    "slice of a slice": "out[i] = d[1:][2:][1] + m[1:][2:][1, 1]",
    "reshape and transpose as methods": "out[i] = m.reshape(64)[3] + m.transpose()[1, 2]",
    "number into a slice": "out[i : i + 1] = 3",
    "tuple into a slice": "if i == 0:\n    out[0:2] = (1.0, 2.0)",
    "functions of NumPy": "out[i] = np.sin(d[i]) + np.log2(d[i] + 9) + np.maximum(d[i], 1)",
    "what numba-cuda offers by name": "out[grid(1)] = laneid_of(i)",
    "parameter given back": "out[i] = itself(d)[i]",
    "tuple of views given back": "out[i] = parts(d)[0][0]",
    "type in a tuple of the module": "out[i] = KINDS[1](d[i]) + KINDS[0](300)",
    "type in a tuple": "kinds = (np.float32, np.int8)\nout[i] = kinds[1](d[i])",
    "dtype by its name": "s = cuda.local.array(4, np.dtype('f4'))\ns[0] = 1",
    "dtype of a type": "s = cuda.local.array(4, np.dtype(np.int8))\ns[0] = 1",
    "value of a whole member": "out[i] = Colour.RED.value + (Colour.RED in range(3))",
    "elements that get names": "x, y = d[:2]\n(v, w), r = m[:2, :2]\nout[i] = x + y * w + r[1]",
    "named tuples": "p = Point(i, Point(1, y=2.5))\nout[i] = p.x + p.y.y + p[1].x",
    "loop over a list": "for k in [1, i]:\n    out[i] += k",
    "membership in a list of constants": "out[i] = i in [1, 4]",
    "annotation alone": "x: int\nx = 3\nout[i] = x",
    "match": "match i:\n    case 0 | 1:\n        x = 1\n    case n if n > 5:\n        out[i] = n",
    "type of a text": "out[i] = isinstance('a', str)",
    "reductions of views": "out[i] = m[i % 8].sum() + d[i:].argmax() + np.mean(f)",
    "assignment within for a variable": "x = d[i]\nif i > 3 and (y := x) > 0:\n    out[i] = y",
    "assignment within for a choice": "if (x := d[i] if i > 3 else 1.0) > 0:\n    out[i] = x",
    "assignment within as the whole value": "out[i] = (x := d[i])\ny = (v := d[i])\n(w := d[i])",
    "index of an atomic that is cut off": "cuda.atomic.add(out, d[i] + 3, 1)",
    "index of an atomic that is a truth value": "cuda.atomic.add(m, (i > 3, 1.5), 1)",
    "literals repeated and joined": "out[i] = len((1, 2) * 2 + (3,)) + len('a' * 3 + 'b')",
    "shape of repeated literals": "s = cuda.local.array((4,) * 2, np.int32)",
    "place in a tuple": "out[i] = (1, 2, 3).index(i % 3 + 1) + ('a', 'b').index(value='b')",
    "float of a text": "out[i] = min(d[i], float('inf')) - float('-1e3')",
    "identity of numbers": "k = 3\nout[i] = (i is k) + (q[i] is not i) + (d[i] is d[i])",
    "dimensions by name": "out[cuda.grid(ndim=1) % cuda.gridsize(ndim=2)[0]] = 1",
    "constant of a parameter": "c = cuda.const.array_like(d)\nout[i] = c[i]",
    "constant by name": "c = cuda.const.array_like(ndarray=WEIGHTS)\nout[i] = c[1]",
    "sums and extremes of ranges": "out[i] = sum(range(i), start=2) + max(range(9))",
    "axis that is a variable": "out[i] = d.argmax(i - i) + np.argmin(d, axis=i - i - 1)",
    "NumPy's all and any of a number": "out[i] = np.all(d[i]) + np.any(i) + np.count_nonzero(d[i])",
    "iterators": "it = iter(d)\nout[i] = next(it) + next(it)\nfor x in it:\n    out[i] += x",
    "what loops run over, with a name": "p = zip(d, f)\nx, y = next(p)\nfor v, w in p:\n    x += v",
    "elements by number": "out[i] = d.flat[i]\nfor x in m.T.flat:\n    out[i] += x + len(m.flat)",
    "store by number": "out.flat[i] = i\nout.flat[i] += 1",
    "nditer": "for x, y in np.nditer((m, m)):\n    out[i] += x.item() * y[()]",
    "whole member among whole numbers": "out[i] = q[Colour.RED.value] - Colour.RED * 2",
    "function in a tuple": "out[i] = DOUBLES[0](i) + DOUBLES[1](d[i])",
    "ranges of fractions": "for k in range(d[i] * 2, 5.5, f[i] + 9):\n    out[i] += k",
    "address": "out[i] = d.ctypes.data % 8 + (d[i:].ctypes.data - d.ctypes.data) // 8",
    "shuffles by name": (
        "x = cuda.shfl_sync(mask=0xFFFFFFFF, value=i, src_lane=3)\n"
        "x += cuda.shfl_up_sync(0xFFFFFFFF, x, delta=1)\n"
        "x += cuda.shfl_down_sync(0xFFFFFFFF, value=x, delta=1)\n"
        "out[i] = cuda.shfl_xor_sync(0xFFFFFFFF, x, lane_mask=1)"
    ),
    "inner functions that call each other": (
        "def one(x):\n    return x + i\ndef two(x):\n    return one(one(x))\nout[i] = two(1)"
    ),
    "empty tuple": "out[i] = len(tuple())",
    "truth values compared": "out[i] = min(b[i], i > 3)",
}
"""What both take."""

REFUSED = {
    "slice with and without a step": (
        "if i > 3:\n    s = slice(1, 5)\nelse:\n    s = slice(2, 9, 2)\nout[i] = d[s][0]",
        "kernel.two-types",
    ),
    "slices compared": ("out[i] = slice(1, 4) == slice(1, 4)", "kernel.comparison"),
    "item of a slice": ("out[i] = slice(1, 4)[0]", "kernel.not-indexable"),
    "length of a slice": ("out[i] = len(slice(1, 4))", "kernel.length"),
    "slice of nothing": ("s = slice()", "kernel.slice-arguments"),
    "slice of four": ("s = slice(1, 2, 3, 4)", "kernel.slice-arguments"),
    "slice of a text": ("s = slice('1', 2)", "kernel.slice-arguments"),
    "slice by name": ("s = slice(start=1)", "kernel.keyword"),
    "slice that is printed": ("print(slice(1, 2))", "kernel.print-item"),
    "slice that is changed": ("s = slice(1, 4)\ns.start = 3", "kernel.target"),
    "indices of a fraction": ("s = slice(1, 4).indices(2.5)", "kernel.slice-arguments"),
    "indices of nothing": ("s = slice(1, 4).indices()", "kernel.argument-count"),
    "tuple cut by a slice of variables": ("x = (1, 2, 3)[slice(i)]", "kernel.tuple-index"),
    "range cut by a slice": ("x = range(9)[slice(2)]", "kernel.not-indexable"),
    "shuffle of a truth value": ("x = cuda.shfl_sync(-1, b[i], 0)", "kernel.exchanged"),
    "shuffle of float16": ("x = cuda.shfl_sync(-1, np.float16(1), 0)", "kernel.exchanged"),
    "shuffle of uint8": ("x = cuda.shfl_sync(-1, u[i], 0)", "kernel.exchanged"),
    "barrier that counts truth values": ("x = cuda.syncthreads_count(i > 3)", "kernel.predicate"),
    "barrier that asks for truth values": ("x = cuda.syncthreads_and(b[i])", "kernel.predicate"),
    "copy": ("x = d.copy()", NOT_THERE),
    "copy in one dimension": ("x = m.flatten()", NOT_THERE),
    "ravel": ("x = m.ravel()\nout[i] = x[0]", NOT_THERE),
    "reshape as a function": ("x = np.reshape(m, 64)\nout[i] = x[0]", NOT_THERE),
    "transpose as a function": ("x = np.transpose(m)\nout[i] = x[0, 1]", NOT_THERE),
    "array into a slice": ("out[i : i + 1] = d[i : i + 1]", NOT_THERE),
    "row into a row": ("m[i % 8] = m[0]", NOT_THERE),
    "shape of a sum": ("s = cuda.shared.array((TILE, TILE + 1), np.int32)", "kernel.shared-shape"),
    "shape of a product": ("s = cuda.local.array(TILE * 2, np.int32)", "kernel.local-shape"),
    "shape of a length": ("s = cuda.local.array(len(PAIR), np.int32)", "kernel.local-shape"),
    "view given back": ("out[i] = rest(d)[0]", NOT_THERE),
    "choice of arrays given back": ("out[i] = either(d, out, i > 3)[0]", NOT_THERE),
    "shared array given back": ("out[i] = block()[0]", NOT_THERE),
    "view with a type's text": ("x = d.view('int64')", "kernel.argument-count"),
    "imported threadIdx": ("out[i] = threadIdx.x", NOT_THERE),
    "imported shared": ("s = shared.array(4, np.int32)", NOT_THERE),
    "imported atomic": ("atomic.add(out, 0, 1)", NOT_THERE),
    "named tuple without a value": ("p = Point(1)", "kernel.argument-count"),
    "membership in a list of variables": ("out[i] = i in [1, q[i]]", "kernel.unknown-expression"),
    "match of a tuple": ("match (i, 1):\n    case (0, 1):\n        out[i] = 1", "kernel.pattern"),
    "function in a tuple, chosen by a variable": ("x = DOUBLES[i % 2](i)", "kernel.tuple-index"),
    "dtype of a number": ("s = cuda.local.array(4, np.dtype(3))", "kernel.dtype"),
    "sum along an axis": ("x = m.sum(axis=0)", "kernel.reduction-arguments"),
    "mean along an axis": ("x = m.mean(0)", "kernel.argument-count"),
    "smallest of an array by method": ("x = d.min()", "kernel.array-attribute"),
    "largest of an array by NumPy": ("x = np.max(d)", "kernel.array-expression"),
    "reduction of float16": ("x = h.sum()", "kernel.no-array"),
    "sorted place of an array": ("x = np.searchsorted(d, d)", "kernel.array-expression"),
    "angle of a truth value": ("x = np.angle(b[i])", "kernel.angle"),
    "assignment within": ("if (x := d[i]) > 0:\n    out[i] = x", NOT_THERE),
    "assignment within a sum": ("out[i] = (x := i * 2) + x", NOT_THERE),
    "assignment within a loop's header": ("k = 9\nwhile (k := k - 1):\n    out[i] += k", NOT_THERE),
    "truth value as an index": ("out[i > 3] = 1", "kernel.index-type"),
    "tuple as an index of an atomic": ("cuda.atomic.add(out, (1,), 1)", NOT_THERE),
    "tuple of variables repeated": ("t = (1, i) * 2", NOT_THERE),
    "texts of the module joined": ("s = NAME + 'b'", NOT_THERE),
    "text put together": ("s = '%d' % 3", NOT_THERE),
    "count of a tuple": ("out[i] = (1, 2, 1).count(1)", NOT_THERE),
    "int of a text": ("out[i] = int('3')", "kernel.cast"),
    "float of a text that is no number": ("out[i] = float('abc')", "kernel.cast"),
    "whole member as an index": ("out[i] = d[Colour.RED]", NOT_THERE),
    "whole member as an index of a store": ("out[Colour.RED] = 1", NOT_THERE),
    "whole member as an index of a tuple": ("out[i] = (1, 2, 3)[Colour.RED]", NOT_THERE),
    "whole member beside a fraction": ("out[i] = d[i] * Colour.RED", NOT_THERE),
    "whole member compared with a fraction": ("out[i] = d[i] < Colour.RED", NOT_THERE),
    "whole member stored as a fraction": ("out[i] = Colour.RED", NOT_THERE),
    "whole member as a truth value": ("if Colour.RED:\n    out[i] = 1", NOT_THERE),
    "float of a whole member": ("out[i] = float(Colour.RED)", NOT_THERE),
    "int of a whole member": ("out[i] = d[int(Colour.RED)]", NOT_THERE),
    "smaller of a whole member": ("q[i] = min(Colour.RED, i)", NOT_THERE),
    "None alone as an index": ("out[i] = d[None][0, i]", NOT_THERE),
    "newaxis alone as an index": ("out[i] = d[np.newaxis][0, i]", NOT_THERE),
    "ellipsis alone as an index": ("out[i] = d[...][i]", NOT_THERE),
    "smaller of a truth value and a number": ("out[i] = min(b[i], 3)", NOT_THERE),
    "larger of a tuple of them": ("out[i] = max((b[i], d[i]))", NOT_THERE),
    "shape of warpsize": ("s = cuda.shared.array(cuda.warpsize, np.int32)", "kernel.shared-shape"),
    "shape of a name of warpsize": (
        "w = cuda.warpsize\ns = cuda.local.array((w, 2), np.int32)",
        "kernel.local-shape",
    ),
    "shape of int": ("s = cuda.shared.array(int(TILE), np.int32)", "kernel.shared-shape"),
    "shape of an item's size": (
        "s = cuda.shared.array(d.itemsize, np.int32)",
        "kernel.shared-shape",
    ),
    "shape of a member's value": (
        "s = cuda.local.array(Colour.BLUE.value, np.int32)",
        "kernel.local-shape",
    ),
    "sum of an iterator": ("out[i] = sum(iter(d))", "kernel.argument-count"),
    "any of a tuple": ("out[i] = any((i > 3, i > 4))", NOT_THERE),
    "all of an array": ("out[i] = all(b)", NOT_THERE),
    "backwards": ("for k in reversed(range(4)):\n    out[i] += k", NOT_THERE),
    "clip": ("out[i] = np.clip(d[i], 0, 1)", NOT_THERE),
    "sum of a number": ("out[i] = np.sum(3)", "kernel.no-array"),
    "argmax of two axes": ("out[i] = m.argmax(i)", "kernel.reduction-arguments"),
    "nothing to go on with": ("x = next(iter(d), 0.0)", "kernel.argument-count"),
    "part of flat": ("x = m.flat[1:3]", "kernel.unknown-expression"),
}
"""What both refuse, and how we say it."""


def arguments() -> dict[str, Any]:
    """One of each kind: floats of 64 and of 32 bits, whole numbers, truth values, a matrix."""
    return {
        "out": np.zeros(64),
        "d": np.linspace(-3, 5, 64),
        "f": np.linspace(-3, 5, 64, dtype=np.float32),
        "q": (np.arange(64, dtype=np.int32) * 7) % 23 - 9,
        "u": np.arange(64, dtype=np.uint8),
        "b": np.arange(64) % 3 == 0,
        "z": np.linspace(-3, 5, 64) * (1 + 2j),
        "m": np.linspace(-3, 5, 64).reshape(8, 8),
        "h": np.zeros(4, np.float16),
    }


def kernel_text(body: str) -> str:
    head = f"{FUNCTIONS}def kernel({', '.join(arguments())}):\n    i = cuda.grid(1)\n"
    return head + textwrap.indent(body, "    ") + "\n"


@pytest.fixture(scope="module")
def told() -> Iterator[Callable[[str], str]]:
    """What numba-cuda says of a body, in a process in which Numba has compiled nothing for CPUs:
    it would take more there, `np.sum(3)` for one.
    """
    require_compiler()
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as process:
        yield lambda body: process.submit(told_by_numba_cuda, body).result()


def told_by_numba_cuda(body: str) -> str:
    from numba import cuda as numba_cuda

    kernel = kernel_from(kernel_text(body), cuda=numba_cuda, **names(numba_cuda))
    return refusal(kernel, arguments())


def names(cuda: Any) -> dict[str, Any]:
    """What the module of the kernels knows."""
    imported = ("threadIdx", "shared", "atomic", "grid")
    double = cuda.jit(device=True)(kernel_from("def double(x):\n    return x * 2\n"))
    half = cuda.jit(device=True)(kernel_from("def half(x):\n    return x / 2\n"))
    known: dict[str, Any] = {
        "Point": Point,
        "KINDS": (np.int8, np.float32),
        "Colour": Colour,
        "DOUBLES": (double, half),
        "WEIGHTS": np.linspace(0, 1, 4),
        "NAME": "a",
    }
    return {"TILE": 4, "PAIR": (4, 4), **known, **{n: getattr(cuda, n) for n in imported}}


@pytest.mark.slow
@pytest.mark.parametrize("title", COMPILED)
def test_it_runs(title: str) -> None:
    execution = run(kernel_text(COMPILED[title]), config(1, 32), arguments(), **names(cuda))

    assert execution.trace.hazards == ()


@pytest.mark.slow
@pytest.mark.parametrize("title", REFUSED)
def test_it_is_refused_in_words_of_our_own(title: str) -> None:
    body, code = REFUSED[title]

    with pytest.raises(NotSupportedError) as refused:
        run(kernel_text(body), config(1, 32), arguments(), **names(cuda))

    assert refused.value.message.code == code
    assert refused.value.place is not None


@pytest.mark.slow
@pytest.mark.parametrize("title", COMPILED)
def test_numba_cuda_compiles_what_runs(title: str, told: Callable[[str], str]) -> None:
    assert told(COMPILED[title]) == ""


@pytest.mark.slow
@pytest.mark.parametrize("title", REFUSED)
def test_numba_cuda_refuses_what_is_refused(title: str, told: Callable[[str], str]) -> None:
    assert told(REFUSED[title][0]) != ""


POWERS = {"power", "float_power"}  # known here, though numba-cuda has them for arrays of CPUs only


def use_of(name: str) -> str:
    """A kernel's body that calls a function of NumPy with numbers."""
    function = UFUNCS[name]
    whole = all("d" not in types for types in function.types)
    return f"x = np.{name}({', '.join(['i' if whole else 'd[i]'] * function.nin)})"


@pytest.mark.parametrize("name", sorted(not_in_numba_cuda.UFUNCS))
def test_a_function_of_numpy_that_numba_cuda_lacks_is_refused_with_what_to_write(name: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        run(kernel_text(use_of(name)), config(1, 32), arguments())

    assert refused.value.message.code == NOT_THERE
    assert not_in_numba_cuda.UFUNCS[name] in refused.value.message.text


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(UFUNCS.keys() - POWERS - {"pow"} - set(NOT_IN_NUMBA)))
def test_numba_cuda_has_the_functions_of_numpy_that_run(name: str) -> None:
    require_compiler()
    lacking = UFUNCS[name].__name__ in not_in_numba_cuda.UFUNCS

    assert bool(told_by_numba_cuda(use_of(name))) is lacking
