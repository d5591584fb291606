"""Shared and local arrays: every way in which Numba lets a kernel say what they are."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from numba import types

from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, run

DECLARED = {
    "a name": "32, 'float32'",
    "a dtype of numpy's": "32, DTYPE",
    "a type of numpy's": "32, np.float32",
    "a type of numba's": "(32,), numba.float32",
    "by name": "shape=32, dtype=types.float32",
    "an alignment": "32, np.float32, 64",
    "an alignment by name": "32, np.float32, alignment=128",
    "no alignment": "32, np.float32, alignment=None",
    "constants of the module": "SIZE, np.float32",
    "a constant tuple": "SHAPE, np.float32",
    "the type of another array": "32, out.dtype",
}


@pytest.mark.slow
@pytest.mark.parametrize("space", ["shared", "local"])
@pytest.mark.parametrize("title", DECLARED)
def test_shape_and_type_are_given_as_numba_takes_them(title: str, space: str) -> None:
    text = f"""
    def kernel(out):
        i = cuda.grid(1)
        s = cuda.{space}.array({DECLARED[title]})
        s[i] = i + 0.1
        out[i] = s[i]
    """
    names: dict[str, Any] = {"numba": numba, "types": types, "SIZE": 32, "SHAPE": (32,)}
    out = np.zeros(32, np.float32)

    done = run(text, config(1, 32), {"out": out}, DTYPE=np.dtype("f4"), **names)

    assert np.array_equal(out, (np.arange(32) + 0.1).astype(np.float32))
    info = next(info for info in done.trace.arrays if info.space == space)
    assert (info.dtype, info.shape) == (np.dtype(np.float32), (32,))


@pytest.mark.parametrize("space", ["shared", "local"])
def test_an_alignment_moves_the_array(space: str) -> None:
    text = f"""
    def kernel(out):
        a = cuda.{space}.array(3, np.int8)
        b = cuda.{space}.array(3, np.int8, alignment=256)
        c = cuda.{space}.array(3, np.int8)
        a[0] = b[0] = c[0] = 1
    """

    done = run(text, config(1, 1), {"out": np.zeros(1)})

    places = {info.name: info.address for info in done.trace.arrays if info.space == space}
    assert places == {"a": 0, "b": 256, "c": 272}


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("4, np.int8, alignment=12", "kernel.alignment"),
        ("4, np.int8, alignment=4", "kernel.alignment"),
        ("4, np.int8, alignment=0", "kernel.alignment"),
        ("4, np.int8, alignment=out", "kernel.alignment"),
        ("4, 'int33'", "kernel.shared-dtype"),
        ("4, 4", "kernel.shared-dtype"),
        ("4", "kernel.shared-dtype"),
        ("-4, np.int8", "kernel.shared-shape"),
        ("(4, 0), np.int8", "kernel.shared-shape"),
        ("len(out), np.int8", "kernel.shared-shape"),
        ("4, np.int8, 16, 5", "kernel.shared-arguments"),
        ("4, np.int8, order=5", "kernel.shared-arguments"),
    ],
)
def test_what_numba_does_not_take_is_refused(given: str, code: str) -> None:
    text = f"def kernel(out):\n    s = cuda.shared.array({given})\n"

    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 1), {"out": np.zeros(1)})

    assert refused.value.message.code == code


def test_dynamic_arrays_of_different_types_share_their_bytes_to_the_last() -> None:
    text = """
    def kernel(out):
        words = cuda.shared.array(0, np.int32)
        longs = cuda.shared.array(0, np.int64)
        if cuda.grid(1) == 0:
            words[2] = 7
            longs[0] = 5
            out[0] = words[0]
            out[1] = words[2]
            out[2] = len(words)
            out[3] = len(longs)
    """
    launch = config(1, 1)
    out = np.zeros(4, np.int64)

    done = run(text, type(launch)(launch.grid, launch.block, 12), {"out": out})

    assert done.trace.hazards == ()
    assert out.tolist() == [5, 7, 3, 1]
