"""Arrays that are no plain rows of elements: steps, transposes, overlaps, gaps, nothing at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz import cuda
from gpuviz.launch import Dim3
from gpuviz.simt.execute import ExecutionOptions
from tests.simt.kernels import config, run

View = Callable[[NDArray[Any]], NDArray[Any]]

VIEWS: dict[str, View] = {
    "every second": lambda a: a.reshape(-1)[::2],
    "every third from behind": lambda a: a.reshape(-1)[::-3],
    "from the middle": lambda a: a.reshape(-1)[7:40],
    "transposed": lambda a: a.T,
    "a column": lambda a: a[:, 1],
    "columns, backwards": lambda a: a[1:, ::-2],
    "rows and columns with steps": lambda a: a[::3, 2::3],
    "upside down": lambda a: a[::-1],
    "three dimensions": lambda a: a.reshape(4, 2, 12)[:, ::-1, 3:7].transpose(2, 0, 1),
    "six dimensions": lambda a: a.reshape(2, 2, 2, 3, 2, 2)[:, :, ::-1, :, 0],
    "by columns": lambda a: np.asfortranarray(a),
    "a dimension of one": lambda a: a[:, None, 3:4],
}

BY_NUMBER = """
    def kernel(v, out):
        i = cuda.grid(1)
        if i < v.size:
            {index}
            out[i] = v[{names}]
            v[{names}] = i
    """


def numbered(ndim: int) -> str:
    """Reads and writes the element that has the thread's number in C order."""
    names = [f"k{axis}" for axis in range(ndim)]
    lines = ["left = i"]
    for axis in reversed(range(ndim)):
        lines += [f"k{axis} = left % v.shape[{axis}]", f"left = left // v.shape[{axis}]"]
    return BY_NUMBER.format(index="\n            ".join(lines), names=", ".join(names))


@pytest.mark.slow
@pytest.mark.parametrize("title", VIEWS)
def test_elements_are_read_and_written_where_they_lie(title: str) -> None:
    memory = np.arange(96, dtype=np.int32).reshape(8, 12)
    want = memory.copy()
    view, wanted = VIEWS[title](memory), VIEWS[title](want)
    before = view.copy().reshape(-1)
    out = np.zeros(view.size, np.int32)

    done = run(numbered(view.ndim), config(4, 32), {"v": view, "out": out})

    wanted[...] = np.arange(wanted.size).reshape(wanted.shape)
    assert done.trace.hazards == ()
    assert np.array_equal(view, wanted)
    assert np.array_equal(memory, want)
    assert np.array_equal(out, before)


@pytest.mark.parametrize("title", VIEWS)
def test_the_trace_knows_where_each_element_lies(title: str) -> None:
    memory = np.arange(96, dtype=np.int32).reshape(8, 12)
    view = VIEWS[title](memory)
    if view.base is None:
        memory = view

    done = run("def kernel(v):\n    pass\n", config(1, 1), {"v": view})

    (info,) = done.trace.arrays
    rows = np.ndindex(view.shape)
    first = memory.__array_interface__["data"][0]
    places = [view[(*at, ...)].__array_interface__["data"][0] - first for at in rows]
    assert (info.addresses(np.arange(view.size)) % 256).tolist() == [p % 256 for p in places]
    assert info.extent[1] - info.extent[0] == max(places) - min(places) + 4


def sectors_of(view: NDArray[Any], memory: NDArray[Any], warps: int) -> int:
    """Distinct 32-byte sectors of the elements in C order, a warp having 32 of them."""
    places = np.array(
        [view[i:].__array_interface__["data"][0] for i in range(len(view))], dtype=np.int64
    )
    places -= memory.__array_interface__["data"][0]
    return sum(len(set(part // 32)) for part in np.array_split(places, warps))


@pytest.mark.slow
@pytest.mark.parametrize(
    "view",
    [slice(None, None, 2), slice(5, 261, 4), slice(None, None, -1), slice(3, 35), slice(1, 129)],
    ids=str,
)
@pytest.mark.parametrize("dtype", [np.int8, np.float32, np.complex128])
def test_sectors_are_counted_where_the_elements_lie_in_the_whole_array(
    view: slice, dtype: type
) -> None:
    memory: NDArray[Any] = np.zeros(512, dtype)
    part = memory[view]
    part = part[: len(part) // 32 * 32]
    text = "def kernel(v):\n    i = cuda.grid(1)\n    x = v[i]\n"

    done = run(text, config(len(part) // 32, 32), {"v": part})

    warps = len(part) // 32
    assert done.trace.counters is not None
    assert done.trace.counters.global_load_sectors == sectors_of(part, memory, warps)


def test_recorded_elements_are_numbered_in_the_view() -> None:
    view = np.arange(40.0).reshape(5, 8)[::-2, ::3].T
    text = "def kernel(v):\n    x, y = cuda.grid(2)\n    v[x, y] = x\n"

    done = run(text, config(1, view.shape), {"v": view})

    assert done.trace.accesses is not None
    x, y = np.arange(9) % 3, np.arange(9) // 3
    assert done.trace.accesses.element[0, :9].tolist() == (x * 3 + y).tolist()
    assert done.trace.last_writer["v"].tolist() == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]


def test_two_views_of_one_array_that_overlap_race() -> None:
    memory = np.zeros(33)
    text = "def kernel(a, b):\n    i = cuda.grid(1)\n    b[i] = a[i] + 1\n"

    done = run(text, config(1, 32), {"a": memory[:-1], "b": memory[1:]})

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.line, hazard.other_line) == ("race", 3, 3)
    assert hazard.count == 31
    assert done.trace.outputs.keys() == {"a", "b"}


def test_two_views_that_take_turns_do_not_race() -> None:
    memory = np.zeros(64)
    text = "def kernel(a, b):\n    i = cuda.grid(1)\n    b[i] = a[i] + 1\n"

    done = run(text, config(2, 16), {"a": memory[::2], "b": memory[1::2]})

    assert done.trace.hazards == ()
    assert memory.tolist() == [0, 1] * 32


def test_views_of_one_array_keep_its_address() -> None:
    memory, other = np.zeros(100, np.float32), np.zeros(3)
    arguments = {"a": memory[3:], "b": memory[::-1], "c": other, "d": memory[50:60]}

    done = run("def kernel(a, b, c, d):\n    pass\n", config(1, 1), arguments)

    a, b, c, d = (info.address for info in done.trace.arrays)
    start = a - 12
    assert start % 256 == 0
    assert (b, d) == (start + 99 * 4, start + 200)
    assert c % 256 == 0
    assert not start <= c < start + 400


def test_one_element_for_every_index_is_read_and_raced_for() -> None:
    one = np.array([5.0])
    same = np.broadcast_to(one, (32,))
    text = "def kernel(v, out):\n    i = cuda.grid(1)\n    out[i] = v[i]\n"

    done = run(text, config(1, 32), {"v": same, "out": np.zeros(32)})

    assert done.arrays["out"].tolist() == [5.0] * 32
    assert done.trace.counters is not None
    assert done.trace.counters.global_load_sectors == 1


def test_an_array_without_elements_has_no_element_to_read() -> None:
    text = "def kernel(v, out):\n    out[0] = len(v) + v.shape[1]\n    out[1] = v[0, 0]\n"

    done = run(text, config(1, 1), {"v": np.zeros((0, 3)), "out": np.ones(2)})

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.array, hazard.index) == ("out-of-bounds", "v", (0, 0))
    assert done.arrays["out"].tolist() == [3, 0]


@pytest.mark.parametrize("index", [4, -5])
def test_what_lies_between_the_elements_is_outside(index: int) -> None:
    memory = np.arange(16)
    text = f"def kernel(v, out):\n    out[0] = v[{index}]\n"

    done = run(text, config(1, 1), {"v": memory[4:12:2], "out": np.zeros(1)})

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.array, hazard.index) == ("out-of-bounds", "v", (index,))
    assert hazard.thread == Dim3(0, 0, 0)


def test_a_read_only_view_beside_a_writable_one_sees_what_is_written() -> None:
    memory = np.zeros(64)
    seen = memory[:32]
    seen.flags.writeable = False
    text = "def kernel(v, w, out):\n    i = cuda.grid(1)\n    w[i] = i\n    out[i] = v[i]\n"

    done = run(text, config(1, 32), {"v": seen, "w": memory[:48], "out": np.zeros(32)})

    assert done.arrays["out"].tolist() == list(range(32))


def test_elements_of_a_view_of_a_device_array_that_nobody_wrote_are_found() -> None:
    device = cuda.device_array(64)
    device[::2] = np.arange(32.0)
    text = "def kernel(v, out):\n    i = cuda.grid(1)\n    out[i] = v[i]\n    v[i] = 1\n"
    view = device[::-1]
    assert view.fresh is not None
    arguments = {"v": view.data, "out": np.zeros(64)}

    done = run(text, config(2, 32), arguments, ExecutionOptions(fresh={"v": view.fresh}))

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.index, hazard.count) == ("uninitialized", (0,), 32)
    assert device.fresh is not None
    assert not device.fresh.any()
